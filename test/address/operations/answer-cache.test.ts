import { array, assert, constantFrom, nat, property, record } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { AnswerCache } from '../../../src/address/operations/answer-cache.ts';
import { AnswerKey } from '../../../src/address/operations/answer-key.ts';
import type { Operations } from '../../../src/address/operations/call/bind-operations.ts';
import { bindOperations } from '../../../src/address/operations/call/bind-operations.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { AUTOCOMPLETE, type AutocompleteParameters } from '../../../src/address/operations/table/rows/autocomplete.ts';
import { Problem, STATES } from '../../../src/address/operations/table/rules.ts';
import { cacheAnswers } from '../../../src/service/http/cache-answers.ts';
import { newWorkerCounts, workerCountsIn } from '../../../src/service/telemetry/worker-counts.ts';
import { cases } from '../../support/cases.ts';
import { fullText, openSample, type Sample, seeded, some } from '../search/sample.ts';

let sample: Sample;
let searching: Operations;
beforeAll(() => {
  sample = openSample();
  searching = bindOperations(sample.index);
});

const asked = (q: string, more: Partial<AutocompleteParameters> = {}): AutocompleteParameters => ({
  q,
  state: null,
  limit: 5,
  near: null,
  debug: false,
  ...more,
});

const out = new JsonBytes();

/** Quality and bytes of an answer, written behind something else. */
function answerOf({ autocomplete }: Pick<Operations, 'autocomplete'>, parameters: AutocompleteParameters): string {
  out.reset();
  out.ascii('before');
  const quality = autocomplete(parameters, out);
  return `${quality} ${Buffer.from(out.view()).toString()}`;
}

/** Ways to write the same. */
const STYLES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  (text) => ` ${text.replaceAll(' ', '  ')}`,
];

/** An operation that answers with the query `times` times, and the queries that reached it. */
function echo(times = 1): { operations: Operations; reached: string[] } {
  const reached: string[] = [];
  const autocomplete: Operations['autocomplete'] = ({ q }, out) => {
    reached.push(q);
    for (let i = 0; i < times; i++) out.string(q);
    return 'low';
  };
  return { operations: { ...searching, autocomplete }, reached };
}

describe('a cache of answers', () => {
  it('gives the bytes and qualities that the search gives, whatever is asked in whatever order', () => {
    const lines = some(sample.principals, 6, seeded(1)).map((each) => fullText(each).toLowerCase());
    const keystroke = record({
      line: constantFrom(...lines, 'zzzz', 'unit 5/1 crème', '12 StreetRichmond'),
      length: nat(17),
      style: constantFrom(...STYLES),
      state: constantFrom(null, null, ...STATES),
      limit: constantFrom(5, 5, 1, 20),
      near: constantFrom(null, null, { lat: -27.5, lon: 153 }, { lat: -27.5, lon: 153.0000001 }),
      include: constantFrom(undefined, undefined, ['formatted'] as const, ['formatted', 'abbreviated'] as const),
      debug: constantFrom(false, false, false, true),
    });
    const counts = workerCountsIn(newWorkerCounts());
    let most = 0;
    const bounds = constantFrom(2048, 8192, 65_536);
    assert(
      property(bounds, array(keystroke, { minLength: 20, maxLength: 60 }), nat(3), (bytes, keystrokes, again) => {
        const cached = cacheAnswers(searching, bytes, counts);
        const queries = keystrokes.map(({ line, length, style, ...more }) =>
          asked(style(line.slice(0, length + 1)), more),
        );
        const expected = queries.map((each) => answerOf(searching, each));
        for (let round = 0; round < 2 + again; round++)
          expect(queries.map((each) => answerOf(cached, each))).toEqual(expected);
        most = Math.max(most, counts.cacheBytes[0]);
      }),
      { numRuns: 15, seed: 1 },
    );
    expect(counts.cacheHits[0]).toBeGreaterThan(200);
    expect(counts.cacheMisses[0]).toBeGreaterThan(200);
    expect(most).toBeGreaterThan(8192);
  });

  it('tells every parameter from every other, points to the last bit', () => {
    const { operations, reached } = echo();
    const cached = cacheAnswers(operations, 65_536, null);
    const near = { lat: -27.5, lon: 153 };
    const different = [
      asked('ab'),
      asked('a'),
      asked('b'),
      asked('aB'),
      asked('ab '),
      asked('\u0161\u0162'),
      asked('ab', { limit: 4 }),
      ...STATES.map((state) => asked('ab', { state })),
      asked('ab', { include: ['formatted'] }),
      asked('ab', { include: ['abbreviated'] }),
      asked('ab', { near }),
      asked('ab', { near: { lat: 153, lon: -27.5 } }),
      asked('ab', { near: { ...near, lon: 153.000_000_000_000_03 } }),
      asked('ab', { near, state: 'VIC', limit: 4 }),
    ];
    for (let round = 0; round < 3; round++) for (const each of different) answerOf(cached, each);
    expect(reached).toHaveLength(2 * different.length);
    for (const each of different) expect(answerOf(cached, each)).toBe(answerOf(operations, each));
  });

  it.each(AUTOCOMPLETE.parameters.names.filter((name) => name !== 'debug'))(
    'tells each value of a parameter of the table from another: %s',
    (name) => {
      const { names, rules, absent, assemble } = AUTOCOMPLETE.parameters;
      const keyOf = (values: Record<string, unknown>) => {
        const key = new AnswerKey();
        expect(key.set(assemble(values))).toBe(true);
        return key.units.slice(0, key.length).join();
      };
      const given = Object.fromEntries(names.map((each) => [each, rules[each]!.read(String(rules[each]!.example))]));
      const other = [absent[name], rules[name]!.read('1')].find(
        (value) => value !== given[name] && !(value instanceof Problem),
      );
      expect(keyOf({ ...given, [name]: other })).not.toBe(keyOf(given));
    },
  );

  it('takes what is read the same for one query', () => {
    const { operations, reached } = echo();
    const cached = cacheAnswers(operations, 65_536, null);
    const alike = ['12 smith st', '12 Smith St', ' 12  SMITH st'];
    for (const q of ['12 smith st', ...alike]) answerOf(cached, asked(q));
    expect(reached).toEqual(['12 smith st', '12 smith st']);
    for (const q of ['12 SmithSt', '12 smith&amp; st', '12 smith st ', '12 smith, st']) answerOf(cached, asked(q));
    expect(reached).toHaveLength(6);
  });

  it('does not take a query for another that has the same hash', () => {
    const byHash = new Map<number, string>();
    const key = new AnswerKey();
    const alike: string[] = [];
    for (let i = 0; alike.length < cases(2, 6); i++) {
      const q = i.toString(36);
      key.set(asked(q));
      const other = byHash.get(key.hash);
      if (other !== undefined) alike.push(other, q);
      byHash.set(key.hash, q);
    }
    const { operations, reached } = echo();
    const cached = cacheAnswers(operations, 65_536, null);
    for (let round = 0; round < 4; round++)
      for (const q of alike) expect(answerOf(cached, asked(q))).toBe(`low before"${q}"`);
    // Some are kept at their first request, by the hash that the other has left.
    expect(reached.length).toBeLessThanOrEqual(2 * alike.length);
  });

  it('keeps what is asked for twice, and nothing with debug', () => {
    const { operations, reached } = echo();
    const cached = cacheAnswers(operations, 65_536, null);
    for (let i = 0; i < 5; i++) answerOf(cached, asked('1 smith'));
    expect(reached).toEqual(['1 smith', '1 smith']);
    for (let i = 0; i < 5; i++) answerOf(cached, asked('1 smith', { debug: true }));
    expect(reached).toHaveLength(7);
  });

  it('keeps no answer of a search that failed', () => {
    let fails = true;
    const failing: Operations = {
      ...searching,
      autocomplete(parameters, out) {
        if (!fails) return searching.autocomplete(parameters, out);
        out.ascii('half');
        throw new Error('damaged');
      },
    };
    const cached = cacheAnswers(failing, 65_536, null);
    for (let i = 0; i < 3; i++) expect(() => answerOf(cached, asked('2 perth'))).toThrow('damaged');
    fails = false;
    for (let i = 0; i < 3; i++) expect(answerOf(cached, asked('2 perth'))).toBe(answerOf(searching, asked('2 perth')));
  });

  it('is not there with no bytes, and passes on what is too long for it', () => {
    expect(cacheAnswers(searching, 0, null)).toBe(searching);
    const { operations, reached } = echo(100);
    const cached = cacheAnswers(operations, 4096, null);
    const long = asked('x'.repeat(401));
    for (const each of [asked('an answer of more than an eighth'), long]) {
      for (let i = 0; i < 3; i++) expect(answerOf(cached, each).length).toBeGreaterThan(800);
    }
    expect(reached).toHaveLength(6);
  });

  it('does not let queries that nobody repeats push out those that many type', () => {
    const { operations, reached } = echo(20);
    const cached = cacheAnswers(operations, 65_536, null);
    const popular = Array.from({ length: 50 }, (_, i) => asked(`${i} st`));
    for (let round = 0; round < 4; round++) for (const each of popular) answerOf(cached, each);
    for (let i = 0; i < 20_000; i++) answerOf(cached, asked(`${i} one-off street`));
    reached.length = 0;
    for (const each of popular) answerOf(cached, each);
    expect(reached).toEqual([]);
  });

  it('makes room by what was not asked for since it was kept', () => {
    const { operations, reached } = echo(20);
    const cached = cacheAnswers(operations, 65_536, null);
    const askTwice = (q: string) => {
      for (let i = 0; i < 2; i++) answerOf(cached, asked(q));
    };
    const old = Array.from({ length: 40 }, (_, i) => `${i} old street`);
    const popular = old.filter((_, i) => i % 4 === 0);
    for (const q of old) askTwice(q);
    for (let i = 0; i < 1000; i++) {
      askTwice(`${i} new street`);
      if (i % 20 === 0) for (const q of popular) answerOf(cached, asked(q));
    }
    reached.length = 0;
    for (const q of popular) answerOf(cached, asked(q));
    expect(reached).toEqual([]);
    for (const q of old) answerOf(cached, asked(q));
    expect(reached).toEqual(old.filter((q) => !popular.includes(q)));
  });
});

describe('the memory of a cache', () => {
  it('is taken once, and is never more than it was given, keys and table included', () => {
    const random = seeded(2);
    for (const bytes of [4096, 100_000, 1 << 20]) {
      const before = process.memoryUsage().arrayBuffers;
      const cache = new AnswerCache(bytes);
      const taken = process.memoryUsage().arrayBuffers - before;
      // And the key of the present query.
      expect(taken).toBeLessThanOrEqual(bytes + 1024);
      expect(cache.capacity).toBeLessThanOrEqual(bytes);
      expect(cache.capacity).toBeGreaterThan(bytes * 0.99);
      let most = 0;
      for (let i = 0; i < 30_000; i++) {
        const parameters = asked(`${Math.floor(random() * 3000)} `.repeat(1 + Math.floor(random() * 8)));
        out.reset();
        if (cache.read(parameters, out) !== null) continue;
        out.ascii('y'.repeat(Math.floor(random() * random() * 2000)));
        cache.offer('high', out, 0);
        most = Math.max(most, cache.size);
      }
      expect(most).toBeLessThanOrEqual(cache.capacity);
      expect(most).toBeGreaterThan(bytes / 2);
    }
  });
});
