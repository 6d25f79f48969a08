import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { titleCase } from '../../../src/address/formatted/title-case.ts';
import { WRITTEN_NAMES, WRITTEN_WORDS } from '../../../src/address/formatted/written-words.ts';

const OWN = fileURLToPath(new URL('../../../data/gazetteer/', import.meta.url));
const WHOLE = fileURLToPath(new URL('../../../../shared/gnaf/gazetteer/', import.meta.url));

/** The first column of a table, and the second where it is a locality's name: names of streets and localities. */
function namesIn(folder: string): Set<string> {
  const read = (file: string): string => {
    const plain = join(folder, `${file}.csv`);
    return existsSync(plain) ? readFileSync(plain, 'utf8') : gunzipSync(readFileSync(`${plain}.gz`)).toString();
  };
  const rows = (file: string) =>
    read(file)
      .trimEnd()
      .split(/\r?\n/)
      .slice(1)
      .map((row) => row.split(','));
  const streets = rows('street_localities').flatMap((row) => row.slice(0, 2));
  const alone = ['street_name_frequency', 'localities'].flatMap((file) => rows(file).map(([name]) => name));
  return new Set([...streets, ...alone].filter((name) => /^[^"]+$/.test(name)));
}

/** Words that stand otherwise than with a capital and small letters, and are no number: what a reader would look at. */
function writtenOtherwise(names: ReadonlySet<string>): Map<string, string> {
  const words = new Map<string, string>();
  for (const name of names)
    for (const word of titleCase(name).split(/[\s,/()-]+/))
      if (word.length > 1 && !/\d/.test(word) && !/^\p{Lu}[\p{Ll}.]*(['’](s|sail))?$/u.test(word))
        words.set(word, name);
  return words;
}

describe.each([
  ['of the project', OWN, 1_000],
  ['of Australia (skipped where ../shared/gnaf is not there)', WHOLE, 80_000],
])('Every name of a street or locality of the gazetteer %s', (_, folder, atLeast) => {
  const isThere = existsSync(folder);
  const names = isThere ? namesIn(folder) : new Set<string>();

  it.skipIf(!isThere)('keeps its letters, and is written the same again', () => {
    expect(names.size).toBeGreaterThan(atLeast);
    for (const name of names) {
      const written = titleCase(name);
      expect(written.toUpperCase()).toBe(name.toUpperCase());
      expect(titleCase(written)).toBe(written);
    }
  });

  it.skipIf(!isThere)('has a capital at the beginning of each word, or stands in the table of exceptions', () => {
    const exceptions = new Set([
      ...WRITTEN_WORDS.values(),
      ...[...WRITTEN_NAMES.values()].flatMap((it) => it.split('-')),
    ]);
    const rest = [...writtenOtherwise(names)].filter(
      ([word]) =>
        !exceptions.has(word) && !/^Mc\p{Lu}\p{Ll}{2,}$/u.test(word) && !/^\p{Lu}['’]\p{Lu}\p{Ll}+$/u.test(word),
    );
    expect(rest).toEqual([]);
  });

  it.skipIf(!isThere)('leaves no word without a vowel in small letters, but for abbreviations of words', () => {
    const odd = [...names].flatMap((name) =>
      titleCase(name)
        .split(/[\s-]+/)
        .filter((word) => /^[BCDFGHJ-NP-TV-XZ][bcdfghj-np-tv-xz]+$/.test(word)),
    );
    expect([...new Set(odd)].sort()).toEqual([...new Set(odd)].filter((word) => ABBREVIATED.has(word)).sort());
  });
});

/** Words of the gazetteer that are abbreviated there: Saint, Mount, Doctor, Brother, Point, Range. */
const ABBREVIATED = new Set(['St', 'Mt', 'Dr', 'Br', 'Pnt', 'Rgh']);
