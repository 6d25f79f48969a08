import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readGazetteer } from '../../build-index/generate/gazetteer.ts';
import { type AsgsKind, generateRelease } from '../../build-index/generate/generate-release.ts';
import { editionOf } from '../../src/address/index/edition.ts';
import { type AddressIndex, openIndex } from '../../src/address/index/open.ts';
import { diffIndexes } from '../../src/lists/release/diff.ts';
import { newFolder } from '../support/shared-releases.ts';
import { compileRelease, filesBelow, writeFiles } from './builder-releases.ts';

const gazetteer = readGazetteer(fileURLToPath(new URL('../../data/gazetteer/', import.meta.url)));

type Files = Map<string, Buffer | string>;

/** The files of a generated release, `G-NAF/…` and `abs/…`. */
function release(asgs: AsgsKind): Files {
  const out = join(newFolder(), 'release');
  generateRelease({ addresses: 400, seed: 3, gazetteer, asgs, out });
  const files = filesBelow(out);
  rmSync(out, { recursive: true });
  return files;
}

const BOTH = release('both');
const NEWER = release('2026');
const OLDER = release('2021');

function tablesOf(files: Files): Files {
  return new Map([...files].filter(([path]) => path.startsWith('G-NAF/')));
}

function allocationOf(files: Files, ...years: number[]): Files {
  return new Map([...files].filter(([path]) => years.some((year) => path === `abs/MB_${year}_AUST.csv`)));
}

/** Every mention of one year's edition as of another: in names of files and in headers. */
function ofYear(files: Files, from: number, to: number): Files {
  const moved = (text: string) => text.replaceAll(`_${from}`, `_${to}`);
  return new Map([...files].map(([path, content]) => [moved(path), moved(String(content))]));
}

/** `aus_mb_<year>.dbf` of an ABS allocation, with the columns as they are called in it. */
function boundaryTable(csv: string, columns: readonly string[], change: (fields: string[]) => void = () => {}): Buffer {
  const [header, ...rows] = csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const positions = [
    'MB_CODE',
    'MB_CAT',
    'SA1_CODE',
    'SA2_CODE',
    'SA2_NAME',
    'SA3_CODE',
    'SA3_NAME',
    'SA4_CODE',
    'SA4_NAME',
    'GCCSA_CODE',
    'GCCSA_NAME',
  ].map((name) => header.findIndex((column) => column.startsWith(name)));
  const width = 60;
  const size = 32 + 32 * columns.length + 1;
  const start = Buffer.alloc(size);
  start[0] = 3;
  start.writeUInt32LE(rows.length, 4);
  start.writeUInt16LE(size, 8);
  start.writeUInt16LE(1 + width * columns.length, 10);
  columns.forEach((name, i) => {
    start.write(name, 32 + 32 * i, 'latin1');
    start[32 + 32 * i + 11] = 0x43;
    start[32 + 32 * i + 16] = width;
  });
  start[size - 1] = 0x0d;
  const text = rows.map((row) => {
    const fields = positions.map((at) => row[at]);
    change(fields);
    return ` ${fields.map((field) => field.padEnd(width)).join('')}`;
  });
  return Buffer.concat([start, Buffer.from(text.join(''), 'latin1')]);
}

const COLUMNS_26 = [
  'mb_code_26',
  'mb_cat_26',
  's1_code_26',
  's2_code_26',
  's2_name_26',
  's3_code_26',
  's3_name_26',
  's4_code_26',
  's4_name_26',
  'gc_code_26',
  'gc_name_26',
];
const COLUMNS_21 = [
  'mb21_code',
  'mb_cat',
  'sa1_21code',
  'sa2_21code',
  'sa2_21name',
  'sa3_21code',
  'sa3_21name',
  'sa4_21code',
  'sa4_21name',
  'gcc_21code',
  'gcc_21name',
];

interface Built {
  readonly index: AddressIndex;
  readonly warnings: readonly string[];
}

async function build(
  files: Files,
  given: { readonly allowGaps?: boolean; readonly previous?: AddressIndex } = {},
): Promise<Built> {
  const folder = newFolder();
  writeFiles(folder, files);
  const out = join(newFolder(), 'x.lbx');
  const has = (name: string) =>
    [...files.keys()].some((path) => path.startsWith(`${name}/`)) ? join(folder, name) : null;
  const { warnings } = await compileRelease(join(folder, 'G-NAF'), out, {
    abs: has('abs'),
    boundaries: has('boundaries'),
    allowGaps: given.allowGaps ?? false,
    previous: given.previous === undefined ? [] : [given.previous],
  });
  return { index: openIndex(out), warnings: warnings.map((sentence) => sentence.replaceAll(`${folder}/`, '')) };
}

const merged = (...parts: Files[]): Files => new Map(parts.flatMap((part) => [...part]));

/** What an index says of its mesh blocks and of the areas above them. */
function saidBy({ columns }: AddressIndex): { blocks: string; sa2: string } {
  return { blocks: Buffer.from(columns.meshBlockJson).toString(), sa2: Buffer.from(columns.sa2).toString() };
}

describe('the edition of an index', () => {
  it.each([
    ['both editions', merged(tablesOf(BOTH), allocationOf(BOTH, 2021, 2026)), '2026'],
    ['the newer alone', merged(tablesOf(NEWER), allocationOf(NEWER, 2026)), '2026'],
    ['the older alone', merged(tablesOf(OLDER), allocationOf(OLDER, 2021)), '2021'],
    ['both, with files of the older', merged(tablesOf(BOTH), allocationOf(BOTH, 2021)), '2021'],
  ])('is the newest that release and files share: %s', async (_, files, edition) => {
    const { index } = await build(files);
    expect(editionOf(index.manifest)).toBe(edition);
    const csv = String(BOTH.get(`abs/MB_${edition}_AUST.csv`));
    const known = new Set(csv.split('\r\n').map((line) => line.split(',')[0]));
    const codes = [...saidBy(index).blocks.matchAll(/"code":"(\d+)"/g)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(5);
    expect(codes.filter((code) => !known.has(code)).length).toBeLessThanOrEqual(codes.length / 20);
  });

  it('needs no more than the year in the names of tables and columns: 2031', async () => {
    const files = ofYear(merged(tablesOf(NEWER), allocationOf(NEWER, 2026)), 2026, 2031);
    const { index } = await build(merged(tablesOf(BOTH), allocationOf(BOTH, 2021, 2026), files));
    expect(editionOf(index.manifest)).toBe('2031');
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
    [2026, COLUMNS_26],
    [2021, COLUMNS_21],
  ])('give the same areas as the ABS file of %i', async (year, columns) => {
    const csv = String(BOTH.get(`abs/MB_${year}_AUST.csv`));
    const table: Files = new Map([[`boundaries/aus_mb_${year}.dbf`, boundaryTable(csv, columns)]]);
    const byBoundaries = await build(merged(tablesOf(BOTH), table));
    const byAbs = await build(merged(tablesOf(BOTH), allocationOf(BOTH, year)));
    expect(editionOf(byBoundaries.index.manifest)).toBe(String(year));
    expect(saidBy(byBoundaries.index)).toEqual(saidBy(byAbs.index));
    expect(byBoundaries.warnings.join('\n')).toContain(`read from the columns ${columns.join(', ')}`);
  });

  it('give way to the ABS file where they differ, and the differences are counted', async () => {
    const csv = String(BOTH.get('abs/MB_2026_AUST.csv'));
    let row = 0;
    const table = boundaryTable(csv, COLUMNS_26, (fields) => {
      if (row++ < 3) fields[1] = 'Elsewhere';
    });
    const files = merged(tablesOf(BOTH), allocationOf(BOTH, 2026));
    const alone = await build(files);
    const { index, warnings } = await build(merged(files, new Map([['boundaries/aus_mb_2026.dbf', table]])));
    expect(saidBy(index)).toEqual(saidBy(alone.index));
    expect(warnings.filter((warning) => warning.includes('3 of another category; the ABS file is used'))).toHaveLength(
      1,
    );
  });

  it('are refused with the columns that are missing', async () => {
    const csv = String(BOTH.get('abs/MB_2026_AUST.csv'));
    const columns = COLUMNS_26.map((name) => (name === 's3_code_26' ? 'third' : name));
    const table: Files = new Map([['boundaries/aus_mb_2026.dbf', boundaryTable(csv, columns)]]);
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
});
