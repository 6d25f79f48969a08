import { basename } from 'node:path';
import { ReleaseError } from '../release/release-error.ts';
import { readDbfColumns } from './dbf.ts';
import { columnsOfEdition, editionOfColumns } from './mesh-block-columns.ts';
import { filesBelow } from './source-files.ts';

/** The files that allocate mesh blocks to areas, by the year of their edition of the ASGS. */
export interface MeshBlockFiles {
  /** `MB_<year>_AUST` of the ABS, CSV before XLSX. */
  readonly abs: ReadonlyMap<number, readonly string[]>;
  /** The tables of mesh blocks of the Administrative Boundaries, one for the country or one per state. */
  readonly boundaries: ReadonlyMap<number, readonly string[]>;
}

/** Which edition of the ASGS an index is of. */
export interface EditionChoice {
  /** The edition of the release's tables to read, null where it has none. */
  readonly edition: number | null;
  /** Whether there are files that allocate the mesh blocks of that edition. */
  readonly allocated: boolean;
  /** What a person should know of the choice. */
  readonly warnings: readonly string[];
}

/** Finds the allocations below the folders of ABS files and of boundaries; null for a folder that was not given. */
export async function findMeshBlockFiles(abs: string | null, boundaries: string | null): Promise<MeshBlockFiles> {
  const ofAbs = new Map<number, string[]>();
  for (const path of abs === null ? [] : await filesBelow(abs)) {
    const match = /^MB_(\d{4})_AUST\.(csv|xlsx)$/i.exec(basename(path));
    if (match !== null) add(ofAbs, Number(match[1]), path);
  }
  for (const paths of ofAbs.values()) paths.sort((a, b) => Number(isXlsx(a)) - Number(isXlsx(b)));
  const ofBoundaries = new Map<number, string[]>();
  for (const path of boundaries === null ? [] : await filesBelow(boundaries)) {
    if (!/\.dbf$/i.test(path)) continue;
    const columns = await readDbfColumns(path);
    const named = /(?:^|_)mb_(\d{4})(?:_|\.)/i.exec(basename(path));
    const year = named === null ? editionOfColumns(columns) : Number(named[1]);
    if (year === null) continue;
    columnsOfEdition(path, columns, year);
    add(ofBoundaries, year, path);
  }
  return { abs: ofAbs, boundaries: ofBoundaries };
}

/**
 * The newest edition of which the release has tables and the files have allocations; the release's newest where there
 * are no files.
 *
 * @throws ReleaseError that says which file to fetch, where no edition has both, unless `allowGaps`
 */
export function chooseEdition(
  release: readonly number[],
  files: MeshBlockFiles,
  given: { readonly abs: string | null; readonly allowGaps: boolean },
): EditionChoice {
  const years = [...new Set([...files.abs.keys(), ...files.boundaries.keys()])].sort((a, b) => b - a);
  const newest: number | null = release[0] ?? null;
  const common = release.find((year) => years.includes(year));
  if (common !== undefined) {
    const warnings = [];
    if (newest !== null && newest > common)
      warnings.push(`${newerSentence(newest, years)}; edition ${common} is served`);
    return { edition: common, allocated: true, warnings };
  }
  if (years.length === 0) {
    if (given.abs !== null && !given.allowGaps)
      throw new ReleaseError(
        `${given.abs}: no ${fileOf(newest ?? '<year>')}.csv or ${fileOf(newest ?? '<year>')}.xlsx in it, and no aus_mb_${newest ?? '<year>'} among the boundaries; --allow-gaps builds without the areas of mesh blocks`,
      );
    return { edition: newest, allocated: false, warnings: [] };
  }
  const sentence =
    newest === null
      ? `the release has no MB_<year> with its ADDRESS_MESH_BLOCK_<year>, and the files are of edition ${years.join(', ')}`
      : newerSentence(newest, years);
  if (!given.allowGaps) throw new ReleaseError(`${sentence}; --allow-gaps builds without the areas of mesh blocks`);
  return { edition: newest, allocated: false, warnings: [`${sentence}; addresses have no category and no SA1 to SA4`] };
}

function newerSentence(newest: number, years: readonly number[]): string {
  return `the release has mesh blocks of edition ${newest}, the files are of ${years.join(', ')}: fetch ${fileOf(newest)} of the ABS (CSV or XLSX) for --abs, or aus_mb_${newest} of the Administrative Boundaries for --boundaries`;
}

function fileOf(year: number | string): string {
  return `MB_${year}_AUST`;
}

function isXlsx(path: string): boolean {
  return /\.xlsx$/i.test(path);
}

function add(files: Map<number, string[]>, year: number, path: string): void {
  const list = files.get(year);
  if (list === undefined) files.set(year, [path]);
  else list.push(path);
}
