import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FLAT_TYPE_WORDS, familiesOf, LEVEL_TYPE_WORDS } from '../../build-index/compile/unit-words.ts';
import { writeAuthorityCodes } from '../../build-index/generate/authority-codes.ts';
import { newFolder } from '../support/shared-releases.ts';

/** The names of an authority table. */
function namesOf(table: string): string[] {
  const folder = newFolder();
  writeAuthorityCodes(folder);
  const lines = readFileSync(join(folder, `Authority_Code_${table}_psv.psv`), 'utf8')
    .trim()
    .split('\r\n');
  return lines.slice(1).map((line) => line.split('|')[1] ?? '');
}

it('Every flat type of the Authority Code is in a family', () => {
  const names = namesOf('FLAT_TYPE_AUT');
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => familiesOf(name) === 0)).toEqual([]);
});

it('Words are those of a type of the Authority Code', () => {
  const unknown = (words: Readonly<Record<string, unknown>>, table: string) => {
    const names = namesOf(table);
    return Object.keys(words).filter((label) => !names.includes(label));
  };
  expect(unknown(FLAT_TYPE_WORDS, 'FLAT_TYPE_AUT')).toEqual([]);
  expect(unknown(LEVEL_TYPE_WORDS, 'LEVEL_TYPE_AUT')).toEqual([]);
});
