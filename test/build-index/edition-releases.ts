import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readGazetteer } from '../../build-index/generate/gazetteer.ts';
import { type AsgsKind, generateRelease } from '../../build-index/generate/generate-release.ts';
import { type MeshBlock, meshBlocksOf } from '../../src/address/index/boundary-set.ts';
import { type AddressIndex, openIndex } from '../../src/address/index/open.ts';
import { textOf } from '../../src/address/index/text.ts';
import { newFolder } from '../support/shared-releases.ts';
import { dbf } from './areas-files.ts';
import { compileRelease, filesBelow, writeFiles } from './builder-releases.ts';

const gazetteer = readGazetteer(fileURLToPath(new URL('../../data/gazetteer/', import.meta.url)));

/** Files of a release by path: `G-NAF/…`, `abs/…`, `boundaries/…`. */
export type Files = Map<string, Buffer | string>;

function release(asgs: AsgsKind): Files {
  const out = join(newFolder(), 'release');
  generateRelease({ addresses: 400, seed: 3, gazetteer, asgs, out });
  const files = filesBelow(out);
  rmSync(out, { recursive: true });
  return files;
}

/** The same addresses in releases of both editions, of 2026 alone and of 2021 alone. */
export const BOTH = release('both');
export const NEWER = release('2026');
export const OLDER = release('2021');

/** The tables of a release. */
export function tablesOf(files: Files): Files {
  return new Map([...files].filter(([path]) => path.startsWith('G-NAF/')));
}

/** The ABS allocations of some editions. */
export function allocationOf(files: Files, ...years: number[]): Files {
  return new Map([...files].filter(([path]) => years.some((year) => path === `abs/MB_${year}_AUST.csv`)));
}

/** The files of all parts; of two with one path, the later. */
export const merged = (...parts: Files[]): Files => new Map(parts.flatMap((part) => [...part]));

/** The rows of an ABS allocation by column. */
export function allocationRows(year: number): Record<string, string>[] {
  const [header, ...lines] = String(BOTH.get(`abs/MB_${year}_AUST.csv`))
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  return lines.map((fields) => Object.fromEntries(header.map((name, i) => [name, fields[i]])));
}

/** Columns of `aus_mb_2026`, in its order, and the ABS's name of what each says. */
export const COLUMNS_2026: Readonly<Record<string, string>> = {
  mb_code_26: 'MB_CODE_2026',
  mb_cat_26: 'MB_CATEGORY_2026',
  s1_code_26: 'SA1_CODE_2026',
  s2_code_26: 'SA2_CODE_2026',
  s2_name_26: 'SA2_NAME_2026',
  s3_code_26: 'SA3_CODE_2026',
  s3_name_26: 'SA3_NAME_2026',
  s4_code_26: 'SA4_CODE_2026',
  s4_name_26: 'SA4_NAME_2026',
  gc_code_26: 'GCCSA_CODE_2026',
  gc_name_26: 'GCCSA_NAME_2026',
  state: 'STATE_NAME_2026',
};

/** The same of `aus_mb_2021`. */
export const COLUMNS_2021: Readonly<Record<string, string>> = {
  mb21_code: 'MB_CODE_2021',
  mb_cat: 'MB_CATEGORY_2021',
  sa1_21code: 'SA1_CODE_2021',
  sa2_21code: 'SA2_CODE_2021',
  sa2_21name: 'SA2_NAME_2021',
  sa3_21code: 'SA3_CODE_2021',
  sa3_21name: 'SA3_NAME_2021',
  sa4_21code: 'SA4_CODE_2021',
  sa4_21name: 'SA4_NAME_2021',
  gcc_21code: 'GCCSA_CODE_2021',
  gcc_21name: 'GCCSA_NAME_2021',
  state: 'STATE_NAME_2021',
};

/** A `.dbf` of mesh blocks with these columns, from rows of the ABS's. */
export function meshBlockDbf(
  columns: Readonly<Record<string, string>>,
  rows: readonly Readonly<Record<string, string>>[],
  encoding: BufferEncoding = 'utf8',
): Buffer {
  const values = rows.map((row) => Object.values(columns).map((name) => row[name]));
  return dbf(Object.keys(columns), values, encoding, 60);
}

/** An index, what the builder said, and the folder of the files that it is of. */
export interface Built {
  readonly index: AddressIndex;
  readonly path: string;
  readonly folder: string;
  readonly warnings: readonly string[];
}

/** Writes the files and builds an index of them. */
export async function build(
  files: Files,
  given: { readonly allowGaps?: boolean; readonly previous?: AddressIndex } = {},
): Promise<Built> {
  const folder = newFolder();
  writeFiles(folder, files);
  const path = join(newFolder(), 'x.lbx');
  const has = (name: string) =>
    [...files.keys()].some((file) => file.startsWith(`${name}/`)) ? join(folder, name) : null;
  const { warnings } = await compileRelease(join(folder, 'G-NAF'), path, {
    abs: has('abs'),
    boundaries: has('boundaries'),
    allowGaps: given.allowGaps ?? false,
    previous: given.previous === undefined ? [] : [given.previous],
  });
  return {
    index: openIndex(path),
    path,
    folder,
    warnings: warnings.map((sentence) => sentence.replaceAll(`${folder}/`, '')),
  };
}

/** What an index says of its mesh blocks and of the areas above them. */
export function saidBy(index: AddressIndex): {
  blocks: (Omit<MeshBlock, 'category'> & { category: string })[];
  sa2: string;
} {
  const names = Array.from(index.columns.meshBlockCategoryText, (id) => textOf(index, id));
  const blocks = meshBlocksOf(index).map((block) => ({ ...block, category: names[block.category] }));
  return { blocks, sa2: Buffer.from(index.columns.sa2).toString() };
}
