import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editionOf } from '../../src/address/index/edition.ts';
import { diffIndexes, diffReleases } from '../../src/lists/release/diff.ts';
import { CHANGE_LIMITS } from '../../src/service/release/change-limits.ts';
import { openCalls } from '../address/operations/calls.ts';
import { readNaiveRelease } from '../oracle/naive-release.ts';
import { newFolder } from '../support/shared-releases.ts';
import {
  allocationOf,
  allocationRows,
  BOTH,
  type Built,
  build,
  COLUMNS_2021,
  COLUMNS_2026,
  type Files,
  merged,
  meshBlockDbf,
  NEWER,
  OLDER,
  saidBy,
  tablesOf,
} from './edition-releases.ts';

/** Every mention of one year's edition as of another: in names of files and in headers. */
function ofYear(files: Files, from: number, to: number): Files {
  const moved = (text: string) => text.replaceAll(`_${from}`, `_${to}`);
  return new Map([...files].map(([path, content]) => [moved(path), moved(String(content))]));
}

/** Every address of an index has the areas that a naive reading of its files gives, and nearly all have an SA1. */
function expectAsNaive({ path, folder }: Built): void {
  const calls = openCalls(path);
  const { records } = readNaiveRelease({ gnaf: join(folder, 'G-NAF'), abs: join(folder, 'abs'), boundaries: null });
  for (const { document } of records) {
    const { boundaries } = calls.get<typeof document>('enrich', { id: document.id });
    expect({ id: document.id, boundaries }).toEqual({ id: document.id, boundaries: document.boundaries });
  }
  expect(records.filter(({ document }) => document.boundaries.sa1 !== null).length).toBeGreaterThan(
    records.length * 0.99,
  );
}

describe('the edition of an index', () => {
  it.each([
    ['both editions', merged(tablesOf(BOTH), allocationOf(BOTH, 2021, 2026)), '2026'],
    ['the newer alone', merged(tablesOf(NEWER), allocationOf(NEWER, 2026)), '2026'],
    ['the older alone', merged(tablesOf(OLDER), allocationOf(OLDER, 2021)), '2021'],
    ['both, with files of the older', merged(tablesOf(BOTH), allocationOf(BOTH, 2021)), '2021'],
  ])('is the newest that release and files share: %s', async (_, files, edition) => {
    const built = await build(files);
    expect(editionOf(built.index.manifest)).toBe(edition);
    expectAsNaive(built);
  });

  it('needs no more than the year in the names of tables and columns: 2031', async () => {
    const files = ofYear(merged(tablesOf(NEWER), allocationOf(NEWER, 2026)), 2026, 2031);
    const built = await build(merged(tablesOf(BOTH), allocationOf(BOTH, 2021, 2026), files));
    expect(editionOf(built.index.manifest)).toBe('2031');
    expectAsNaive(built);
    const columns = Object.entries(COLUMNS_2026).map(([name, value]) => [name.replace('_26', '_31'), value]);
    const table = meshBlockDbf(Object.fromEntries(columns), allocationRows(2026));
    const byBoundaries = await build(merged(tablesOf(files), new Map([['boundaries/aus_mb_2031.dbf', table]])));
    expect(editionOf(byBoundaries.index.manifest)).toBe('2031');
    expect(saidBy(byBoundaries.index)).toEqual(saidBy(built.index));
  });

  it('is said with the file to fetch where the release is newer than the files', async () => {
    const sentence = /mesh blocks of edition 2026, the files are of 2021: fetch MB_2026_AUST of the ABS/;
    const { warnings } = await build(merged(tablesOf(BOTH), allocationOf(BOTH, 2021)));
    expect(warnings.filter((warning) => sentence.test(warning))).toHaveLength(1);
    const files = merged(tablesOf(NEWER), allocationOf(BOTH, 2021));
    await expect(build(files)).rejects.toThrow(sentence);
    const allowed = await build(files, { allowGaps: true });
    expect(editionOf(allowed.index.manifest)).toBe('2026');
    expect(saidBy(allowed.index).sa2).toBe('');
  });
});

describe('the mesh blocks of the Administrative Boundaries', () => {
  it.each([
    [2026, COLUMNS_2026],
    [2021, COLUMNS_2021],
  ])('alone give the same areas as the ABS file of %i', async (year, columns) => {
    const table: Files = new Map([[`boundaries/aus_mb_${year}.dbf`, meshBlockDbf(columns, allocationRows(year))]]);
    const byBoundaries = await build(merged(tablesOf(BOTH), table));
    const byAbs = await build(merged(tablesOf(BOTH), allocationOf(BOTH, year)));
    expect(editionOf(byBoundaries.index.manifest)).toBe(String(year));
    expect(saidBy(byBoundaries.index)).toEqual(saidBy(byAbs.index));
    const read = `read from the columns ${Object.keys(columns).slice(0, -1).join(', ')}`;
    expect(byBoundaries.warnings.filter((warning) => warning.endsWith(read))).toHaveLength(1);
  });

  it('give way to the ABS file where they differ, and the differences are counted', async () => {
    const rows = allocationRows(2026).map((row, i) => (i < 3 ? { ...row, MB_CATEGORY_2026: 'Elsewhere' } : row));
    const table = meshBlockDbf(COLUMNS_2026, rows);
    const files = merged(tablesOf(BOTH), allocationOf(BOTH, 2026));
    const alone = await build(files);
    const { index, warnings } = await build(merged(files, new Map([['boundaries/aus_mb_2026.dbf', table]])));
    expect(saidBy(index)).toEqual(saidBy(alone.index));
    expect(warnings.filter((warning) => warning.includes('3 of another category; the ABS file is used'))).toHaveLength(
      1,
    );
  });

  it('are refused with the columns that are missing', async () => {
    const { s3_code_26: third, ...others } = COLUMNS_2026;
    const content = meshBlockDbf({ ...others, third }, allocationRows(2026));
    const table: Files = new Map([['boundaries/aus_mb_2026.dbf', content]]);
    await expect(build(merged(tablesOf(BOTH), table))).rejects.toThrow(
      /aus_mb_2026\.dbf: no column s3_code_26, expected/,
    );
  });
});

describe('the coverage of a state', () => {
  const csv = String(BOTH.get('abs/MB_2026_AUST.csv'));
  const lines = csv.trimEnd().split('\r\n');
  const withoutVictoria = `${lines.filter((line, i) => i === 0 || !line.startsWith('2') || i % 2 === 0).join('\r\n')}\r\n`;
  const files = merged(tablesOf(BOTH), new Map([['abs/MB_2026_AUST.csv', withoutVictoria]]));

  it('ends the build below 99 %, with the state, the counts, the edition and codes that were not found', async () => {
    const error = await build(files).then(
      () => new Error('built'),
      (reason: Error) => reason,
    );
    expect(error.message).toMatch(
      /^VIC: \d+ of \d+ addresses \(\d+\.\d\d %\) lie in a mesh block of the allocation of edition 2026, expected 99 %; \d+ have no mesh block, \d+ one that it does not have, such as 2\d{10}(, 2\d{10}){0,4}\n--allow-gaps/,
    );
  });

  it('is a warning with --allow-gaps', async () => {
    const { warnings } = await build(files, { allowGaps: true });
    expect(warnings.filter((warning) => warning.startsWith('VIC: '))).toHaveLength(1);
  });
});

describe('a change of edition', () => {
  it('is no change of an address, and is counted apart', async () => {
    const before = await build(merged(tablesOf(OLDER), allocationOf(OLDER, 2021)));
    const after = await build(merged(tablesOf(BOTH), allocationOf(BOTH, 2026)), { previous: before.index });
    const { tally } = diffIndexes(before.index, after.index, null);
    expect(tally.total.changed).toBe(0);
    expect(tally.edition).toEqual({ before: '2021', after: '2026', addresses: after.index.manifest.addresses });
    expect(after.index.manifest.counts.changes).toBe(0);
    const same = diffIndexes(after.index, after.index, null);
    expect(same.tally.edition).toBeNull();
  });

  it('is said in the report of a diff, as text and as a page, and nowhere without one', async () => {
    const before = await build(merged(tablesOf(OLDER), allocationOf(OLDER, 2021)));
    const after = await build(merged(tablesOf(BOTH), allocationOf(BOTH, 2026)));
    const reports = (older: Built, newer: Built) => {
      const html = join(newFolder(), 'changes.html');
      const text = diffReleases({ before: older.path, after: newer.path, html, ndjson: null, limits: CHANGE_LIMITS });
      return [text, readFileSync(html, 'utf8')];
    };
    const sentence = `The ASGS edition changed from 2021 to 2026: ${after.index.manifest.addresses} addresses have another mesh block`;
    for (const report of reports(before, after)) expect(report).toContain(sentence);
    for (const report of reports(after, after)) expect(report).not.toContain('ASGS edition changed');
  });
});
