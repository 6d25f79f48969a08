import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLASSES } from '../../bench/address/accuracy/classes/all.ts';
import { editDistance } from '../../bench/address/accuracy/language/typos.ts';
import type { Question, Setting } from '../../bench/address/accuracy/question.ts';
import { shuffledPositions } from '../../bench/address/accuracy/sampling.ts';
import { fittingTexts, labelParts, Surroundings } from '../../bench/address/accuracy/universe/fitting.ts';
import { nameWordsOf } from '../../bench/address/accuracy/universe/name-words.ts';
import { readUniverse } from '../../bench/address/accuracy/universe/read-universe.ts';
import { SimilarStreets } from '../../bench/address/accuracy/universe/similar-streets.ts';
import { answerText, fullText, isPrincipal, type Universe } from '../../bench/address/accuracy/universe/universe.ts';
import { readGazetteer } from '../../build-index/generate/gazetteer.ts';
import { generateRelease } from '../../build-index/generate/generate-release.ts';
import { Random } from '../../build-index/generate/random.ts';
import type { EnrichDocument } from '../oracle/documents.ts';
import { type NaiveRecord, readNaiveRelease } from '../oracle/naive-release.ts';
import { cases } from '../support/cases.ts';

it('finds the streets here and next door whose names are one letter apart, as comparing all of them does', () => {
  const word = fc.stringMatching(/^[ABC]{1,5}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 2, maxLength: 12 }), (names) => {
      const universe = {
        streets: names.map((name, at) => ({ name, type: 'ROAD', suffix: '', locality: at % 3 })),
        localities: [0, 1, 2].map((locality) => ({
          streets: names.flatMap((_, at) => (at % 3 === locality ? [at] : [])),
          neighbours: [0, 1, 2],
        })),
      } as unknown as Universe;
      const similar = new SimilarStreets(universe);
      for (const [at, each] of names.entries()) {
        const compared = names.flatMap((other, i) => (editDistance(each, other) === 1 ? [i] : []));
        const isHere = (i: number) => i % 3 === at % 3;
        expect([...similar.here(at)].sort((a, b) => a - b)).toEqual(compared.filter(isHere));
        expect([...similar.nextDoor(at)].sort((a, b) => a - b)).toEqual(compared.filter((i) => !isHere(i)));
      }
    }),
    { numRuns: 100 },
  );
});

const repository = fileURLToPath(new URL('../../', import.meta.url));
const QUESTIONS = cases(10, 60);

let folder: string;
let universe: Universe;
let records: NaiveRecord[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'letterbox-universe-'));
  const out = join(folder, 'release');
  generateRelease({ addresses: 12_000, seed: 7, gazetteer: readGazetteer(join(repository, 'data', 'gazetteer')), out });
  universe = readUniverse(out);
  records = readNaiveRelease({ gnaf: out, abs: null, boundaries: null }).records.filter(
    ({ document }) => document.street.id !== null,
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const textOf = ({ addressLabel, localityName, state, postcode }: EnrichDocument) =>
  answerText(addressLabel, localityName, state, postcode);

describe('the universe that right answers are looked up in', () => {
  it('shows every principal as the naive reader does, and no other', () => {
    const rows = Array.from({ length: universe.rows }, (_, row) => row).filter((row) => isPrincipal(universe, row));
    const expected = records.filter(({ principal }) => principal).map(({ document }) => textOf(document));
    expect(rows.map((row) => fullText(universe, row)).sort()).toEqual(expected.sort());
    expect(universe.rows).toBe(records.length);
  });

  it('finds for visible parts the answers that comparing every record finds, aliases by their principals', () => {
    const principalText = new Map<string, string>();
    for (const { document } of records)
      for (const { id } of document.aliases) principalText.set(id as string, textOf(document));
    const visible = ({ components: c }: EnrichDocument) =>
      JSON.stringify({
        ...c,
        lotNumber: c.streetNumberFirst === null ? c.lotNumber : null,
        buildingName: '',
        addressSiteName: '',
      });
    const answers = new Map<string, Set<string>>();
    for (const { document, principal } of records) {
      const text = principal ? textOf(document) : principalText.get(document.id);
      if (text === undefined) continue;
      const key = visible(document);
      answers.set(key, (answers.get(key) ?? new Set()).add(text));
    }
    const byText = new Map(records.map(({ document }) => [textOf(document), document]));
    let several = 0;
    for (const row of shuffledPositions(universe.rows, new Random(1, 'rows'))) {
      const document = byText.get(fullText(universe, row));
      if (document === undefined) continue;
      const found = fittingTexts(universe, labelParts(universe, row), 1000);
      expect([...found].sort(), visible(document)).toEqual([...(answers.get(visible(document)) ?? [])].sort());
      if (found.size > 1) several++;
    }
    expect(several).toBeGreaterThan(0);
  });
});

describe('questions', () => {
  let shared: Omit<Setting, 'random'>;
  beforeAll(() => {
    shared = {
      universe,
      surroundings: new Surroundings(universe),
      similarStreets: new SimilarStreets(universe),
      nameWords: nameWordsOf(universe),
    };
  });
  const asked = (name: string, count: number): Question[] => {
    const it = CLASSES.find((known) => known.name === name);
    if (it === undefined) throw new Error(`no class ${name}`);
    const setting: Setting = { ...shared, random: new Random(5, name) };
    const questions: Question[] = [];
    const rows =
      it.rows === null ? new Array<number>(count).fill(-1) : shuffledPositions(universe.rows, setting.random);
    for (const row of rows) {
      if (questions.length >= count) break;
      if (it.rows !== null && !it.rows(setting, row)) continue;
      const question = it.ask(setting, row);
      if (question !== null) questions.push(question);
    }
    return questions;
  };

  it('of every class can be sent, and name records that are there', () => {
    const texts = new Set(records.map(({ document }) => textOf(document)));
    for (const { name } of CLASSES) {
      const questions = asked(name, QUESTIONS);
      for (const { q, accept, expect: expected } of questions) {
        expect(q.trim(), name).not.toBe('');
        expect([...q].length, name).toBeLessThanOrEqual(500);
        if (expected !== 'nothing') expect(q, name).not.toMatch(/undefined|null|NaN/i);
        expect(q, name).not.toMatch(/[\u0000-\u001f]/);
        if (expected === 'record' || expected === 'ambiguous')
          expect(accept.length, `${name}: ${q}`).toBeGreaterThan(0);
        if (expected === 'nothing') expect(accept, name).toEqual([]);
        for (const text of accept) expect(texts.has(text), `${name}: ${text}`).toBe(true);
      }
    }
  });

  it('are the same for the same seed', () => {
    // Functions that look at verdicts are equal to none but themselves.
    const written = (name: string) => JSON.stringify(asked(name, 5));
    for (const { name } of CLASSES) expect(written(name), name).toBe(written(name));
  });

  it('without a locality are of lines that only one record of the postcode has', () => {
    const lines = new Map<string, Set<string>>();
    for (const { document, principal } of records) {
      const key = `${document.addressLabel}|${document.postcode}`;
      if (principal) lines.set(key, (lines.get(key) ?? new Set()).add(textOf(document)));
    }
    const count = ({ accept }: Question) => {
      const [label, , , postcode] = accept[0].split(' | ');
      return lines.get(`${label}|${postcode}`)?.size;
    };
    const unique = asked('partial: locality missing, postcode there, unique', 300);
    expect(unique.length).toBe(300);
    for (const question of unique) expect(count(question), question.q).toBe(1);
    for (const question of asked('partial: locality missing, postcode there, ambiguous', 300))
      expect(question.accept.length, question.q).toBeGreaterThan(1);
  });

  it('for numbers that do not exist name none that the street has', () => {
    for (const { q } of asked('absent: number beyond the street or in a gap', 200)) {
      const number = Number(/^\d+/.exec(q)?.[0]);
      const words = q.toUpperCase().replaceAll(',', '');
      for (const { document } of records) {
        const { streetName, streetNumberFirst, streetNumberLast } = document.components;
        if (
          streetNumberFirst === null ||
          !words.endsWith(`${document.localityName} ${document.state} ${document.postcode}`)
        )
          continue;
        if (!words.replace(/^\S+ /, '').startsWith(`${streetName} `)) continue;
        const low = Number(/\d+/.exec(streetNumberFirst)?.[0]);
        const high = Number(/\d+/.exec(streetNumberLast ?? streetNumberFirst)?.[0]);
        expect(number >= low && number <= high, `${q}: ${document.addressLabel}`).toBe(false);
      }
    }
  });

  it('for noise hold no word that a few slips make of a name', () => {
    const names = nameWordsOf(universe);
    for (const { q } of asked('noise: made-up words', 100))
      for (const word of q.split(' ')) expect(names.isNear(word), word).toBe(false);
    for (const { name } of universe.streets.slice(0, 200))
      for (const word of name.split(/[^A-Z0-9]+/).filter((part) => part.length >= 2)) {
        expect(names.isNear(word)).toBe(true);
        expect(names.isNear(`${word.slice(0, 1)}X${word.slice(1)}`)).toBe(true);
        expect(names.isNear(word.length > 2 ? word.slice(1) : word)).toBe(true);
      }
  });
});
