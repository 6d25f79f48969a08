import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeAuthorityCodes } from '../../build-index/generate/authority-codes.ts';
import { searchKey } from '../../src/address/index/search-key.ts';
import { PHRASES } from '../../src/address/vocabulary/phrases.ts';
import { STATES } from '../../src/address/vocabulary/states.ts';
import { STREET_SUFFIX_WORDS, STREET_TYPE_WORDS } from '../../src/address/vocabulary/street-types.ts';
import { FLAT_TYPES, LEVEL_TYPE_WORDS } from '../../src/address/vocabulary/unit-types.ts';
import { wordsIn } from '../../src/address/vocabulary/words.ts';
import { newFolder } from '../support/shared-releases.ts';

/** The long words of an authority table: the names, but of street types the codes. */
function labelsOf(table: string): string[] {
  const folder = newFolder();
  writeAuthorityCodes(folder);
  const lines = readFileSync(join(folder, `Authority_Code_${table}_psv.psv`), 'utf8')
    .trim()
    .split('\r\n');
  return lines.slice(1).map((line) => line.split('|')[table === 'STREET_TYPE_AUT' ? 0 : 1] ?? '');
}

it('Every flat type of the Authority Code has a row, which says what it is for', () => {
  const labels = labelsOf('FLAT_TYPE_AUT');
  expect(labels.length).toBeGreaterThan(50);
  expect(labels.filter((label) => !Object.hasOwn(FLAT_TYPES, label))).toEqual([]);
});

describe.each([
  ['STREET_TYPE_AUT', STREET_TYPE_WORDS],
  ['STREET_SUFFIX_AUT', STREET_SUFFIX_WORDS],
  ['FLAT_TYPE_AUT', Object.fromEntries(Object.entries(FLAT_TYPES).map(([label, { words = '' }]) => [label, words]))],
  ['LEVEL_TYPE_AUT', LEVEL_TYPE_WORDS],
] as const)('Words of %s', (table, rows: Readonly<Record<string, string>>) => {
  it('are those of a type of the Authority Code', () => {
    const labels = labelsOf(table);
    expect(Object.keys(rows).filter((label) => !labels.includes(label))).toEqual([]);
  });

  it('are written as the index looks them up, and once for each type', () => {
    for (const words of Object.values(rows).map(wordsIn)) {
      expect(words).toEqual(words.map(searchKey));
      expect(words).toEqual([...new Set(words)]);
    }
  });
});

it('Phrases and states are written as the index looks them up, and each phrase means a thing once', () => {
  const words = [...PHRASES, ...STATES].flatMap((row) => wordsIn(row.words));
  expect(words).toEqual(words.map(searchKey));
  const meanings = PHRASES.flatMap((row) => wordsIn(row.words).map((word) => `${row.meaning} ${word}`));
  expect(meanings).toEqual([...new Set(meanings)]);
});

it('Alternatives in brackets stand for each combination', () => {
  expect(wordsIn('A, (B|C) (D|E), F G')).toEqual(['A', 'B D', 'B E', 'C D', 'C E', 'F G']);
  expect(wordsIn('\n  A,\n  B')).toEqual(['A', 'B']);
  expect(wordsIn('')).toEqual([]);
});
