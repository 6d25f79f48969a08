import { describe, expect, it } from 'vitest';
import { inSessions, randomLines } from '../../../bench/address/search/inputs.ts';
import { Random } from '../../../build-index/generate/random.ts';
import { findFaults } from '../../../build-index/verify/check.ts';
import { CROSS_REFERENCE_STAGES } from '../../../build-index/verify/stages.ts';
import { streetOf } from '../../../src/address/index/address.ts';
import { hasUnit } from '../../../src/address/index/address-head.ts';
import {
  beginningOf,
  endOfBeginning,
  hashOfBeginning,
  LONGEST_BEGINNING,
  NO_BEGINNING,
  textAt,
} from '../../../src/address/index/beginnings.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { textOf } from '../../../src/address/index/text.ts';
import { autocomplete } from '../../../src/address/operations/autocomplete.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { writeLabel } from '../../../src/address/operations/label.ts';
import { AUTOCOMPLETE, type AutocompleteParameters } from '../../../src/address/operations/table/rows/autocomplete.ts';
import { cases } from '../../support/cases.ts';
import { generatedIndex } from '../../support/shared-releases.ts';

const index = openIndex(generatedIndex(80_000, 5));
const SEARCHED = withColumns({ beginningFilter: new Uint32Array(1) });
const PLAIN = { limit: 5, state: null, near: null, debug: false } as const;

function withColumns(columns: Partial<AddressIndex['columns']>): AddressIndex {
  return { ...index, columns: { ...index.columns, ...columns } };
}

function answer(asked: AddressIndex, parameters: AutocompleteParameters): string {
  const out = new JsonBytes();
  return `${autocomplete(asked, parameters, out)} ${Buffer.from(out.view())}`;
}

function expectAsSearched(parameters: AutocompleteParameters): void {
  expect(answer(index, parameters), JSON.stringify(parameters)).toBe(answer(SEARCHED, parameters));
}

function textsOf({ columns }: AddressIndex): string[] {
  const texts: string[] = [];
  for (let at = 0; at < columns.beginning.length; at = endOfBeginning(columns.beginning, at))
    texts.push(textAt(columns.beginning, at));
  return texts;
}

/** The label of an address, in capitals; its short form too, if it has a unit alone. */
function labelsOf(ordinal: number): string[] {
  const out = new JsonBytes();
  writeLabel(index, out, ordinal, streetOf(index, ordinal));
  const label = (JSON.parse(`${Buffer.from(out.view())}`) as string | null) ?? '';
  const [, flat, rest] = /^[A-Z ]*?([^ ,]*\d[^ ,]*), (\d.*)$/.exec(label) ?? [];
  return hasUnit(index.columns.addressHead[ordinal]) && flat !== undefined ? [label, `${flat}/${rest}`] : [label];
}

describe('beginnings', () => {
  const texts = textsOf(index);
  const every = (count: number) => texts.filter((_, i) => i % Math.ceil(texts.length / count) === 0);
  const many = every(cases(4_000, texts.length));
  const some = every(cases(500, texts.length));

  it('are answered as the search answers them, however they are written', () => {
    for (const text of many) {
      const small = text.toLowerCase();
      for (const q of [small, text, `${text[0]}${small.slice(1)}`, `${small[0]}${text.slice(1)}`])
        expectAsSearched({ ...PLAIN, q });
    }
  });

  it('are answered so for every limit, with each parameter of the table, and with all that may be asked for beside', () => {
    const { names, rules, absent, pair, assemble } = AUTOCOMPLETE.parameters;
    for (const q of some) {
      for (let limit = 1; limit <= 20; limit++) expectAsSearched({ ...PLAIN, q, limit });
      expectAsSearched({ ...PLAIN, q, debug: true });
      expectAsSearched({ ...PLAIN, q, include: ['formatted', 'abbreviated'] });
      for (const name of names) {
        const together = pair?.includes(name) ? pair : [name];
        const given = together.map((each) => [each, rules[each]!.read(String(rules[each]!.example))]);
        expectAsSearched(assemble({ ...absent, ...Object.fromEntries(given), q }));
      }
    }
  });

  it('are there for what is typed first of every address', () => {
    const typed = inSessions(randomLines(index, new Random(1, 'beginnings'), 500), 5);
    const short = typed.filter((text) => /^(?:\d{1,4}|[A-Z]{1,4}) ?$/.test(text));
    expect(short.length).toBeGreaterThan(500);
    expect(short.filter((text) => beginningOf(index, text) < 0)).toEqual([]);
  });

  it('are there for what at least 32 addresses begin with, as labels say them and with a slash', () => {
    const counts = new Map<string, number>();
    for (let ordinal = 0; ordinal < index.manifest.addresses; ordinal++)
      for (const [form, label] of labelsOf(ordinal).entries())
        for (let end = 1; end <= Math.min(label.length, LONGEST_BEGINNING); end++) {
          // Labels with a unit are counted apart from those without.
          const text = `${form}${hasUnit(index.columns.addressHead[ordinal]) ? 'u' : '-'}${label.slice(0, end)}`;
          counts.set(text, (counts.get(text) ?? 0) + 1);
        }
    const shared = [...counts].filter(([, count]) => count >= 32).map(([text]) => text.slice(2));
    const known = shared.filter((text) => hashOfBeginning(text) !== NO_BEGINNING);
    expect(known.length).toBeGreaterThan(1_000);
    expect(known.some((text) => /^UNIT 1, \d/.test(text))).toBe(true);
    expect(known.some((text) => /^1\/\d/.test(text))).toBe(true);
    expect(known.filter((text) => beginningOf(index, text) < 0)).toEqual([]);
  });

  it('are there for what at least 16 streets begin with', () => {
    const counts = new Map<string, number>();
    for (const id of index.columns.streetLabel) {
      const label = `${textOf(index, id)} `;
      for (let end = 1; end <= label.length; end++)
        counts.set(label.slice(0, end), (counts.get(label.slice(0, end)) ?? 0) + 1);
    }
    const shared = [...counts].filter(([, count]) => count >= 16).map(([text]) => text);
    const known = shared.filter((text) => hashOfBeginning(text) !== NO_BEGINNING);
    expect(known.filter((text) => text.length > 5).length).toBeGreaterThan(30);
    expect(known.filter((text) => beginningOf(index, text) < 0)).toEqual([]);
  });

  it('are found by their texts alone', () => {
    expect(new Set(texts).size).toBe(texts.length);
    for (const text of texts) {
      const at = beginningOf(index, text);
      expect(textAt(index.columns.beginning, at)).toBe(text);
      expect(beginningOf(index, text.toLowerCase())).toBe(at);
      for (const other of [`${text}Q`, `Q${text}`, `${text}  `, text.slice(0, -1)])
        if (!texts.includes(other)) expect(beginningOf(index, other), other).toBe(-1);
    }
  });

  it('have no characters that the search reads otherwise than as they are', () => {
    for (const text of ['', ' ', ' A', 'aB', 'É', '1 \u00a0', 'A@B', 'A&B', 'A<B', '%20', 'A'.repeat(26)])
      expect(hashOfBeginning(text), text).toBe(NO_BEGINNING);
  });

  it('are compared with the search by verify', () => {
    const faultsWith = (columns: Partial<AddressIndex['columns']>) =>
      findFaults(withColumns(columns), CROSS_REFERENCE_STAGES);
    expect(faultsWith({})).toEqual([]);
    const beginning = index.columns.beginning.slice();
    beginning[endOfBeginning(index.columns.beginning, 0) - 4] ^= 1;
    const other = expect.stringMatching(/^at \d+: \d+ \(\d+\).* for ".*", expected .* as the search finds$/);
    expect(faultsWith({ beginning })).toEqual([{ section: 'beginning', message: other }]);
    const beginningScore = index.columns.beginningScore.map((score, i) => (i === 0 ? score + 1 : score));
    expect(faultsWith({ beginningScore })).toEqual([{ section: 'beginning', message: other }]);
    const text = index.columns.beginning.slice();
    text[1] ^= 1;
    expect(faultsWith({ beginning: text })).toEqual([
      { section: 'beginning', message: expect.stringMatching(/^at 0: ".*", expected a text that its hash leads to$/) },
    ]);
    const long = index.columns.beginning.slice();
    long.fill(0xff);
    expect(faultsWith({ beginning: long })).toHaveLength(1);
  });
});
