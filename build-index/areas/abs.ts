import { basename } from 'node:path';
import type { SourceFile } from '../release/release.ts';
import { ReleaseError } from '../release/release-error.ts';
import { type MeshBlockAreas, readMeshBlockAreas } from './abs-mesh-block-areas.ts';
import { type MeshBlockTable, readBoundaryMeshBlocks, readMeshBlocks } from './abs-mesh-blocks.ts';
import { meshBlockDifferences } from './compare-mesh-blocks.ts';
import { findMeshBlockFiles } from './mesh-block-files.ts';
import { describeSources, filesBelow } from './source-files.ts';

/** What the files that allocate mesh blocks of one edition say together. */
export interface AbsAllocation extends MeshBlockTable {
  /** The year of the edition, as in `MB_2026_AUST`. */
  readonly edition: number;
  /** Approximations by mesh block, for addresses that no polygon covers; null without the file. */
  readonly lga: MeshBlockAreas | null;
  readonly commonwealthElectorate: MeshBlockAreas | null;
  readonly stateElectorate: MeshBlockAreas | null;
  /** The files that were read, for the manifest. */
  readonly sources: readonly SourceFile[];
}

/** Where the allocation of an edition is read from. */
export interface AllocationFolders {
  readonly abs: string | null;
  readonly boundaries: string | null;
  readonly edition: number;
}

/**
 * Reads what allocates the mesh blocks of an edition: `MB_<edition>_AUST` of the ABS, or else the mesh
 * blocks of the Administrative Boundaries; where both are there, the ABS file is used, and what
 * differs is counted. And where present, the newest `LGA_<year>_AUST`, `CED_<year>_AUST` and
 * `SED_<year>_AUST` whose mesh blocks are of that edition. Throws a sentence that names file, row and
 * column when one is unusable or contradicts itself.
 */
export async function loadAllocation(
  { abs, boundaries, edition }: AllocationFolders,
  warn: (message: string) => void,
): Promise<AbsAllocation> {
  const found = await findMeshBlockFiles(abs, boundaries);
  const [file, ...others] = found.abs.get(edition) ?? [];
  for (const other of others) warn(`${other}: not read, ${file} is used`);
  for (const [year, paths] of [...found.abs, ...found.boundaries])
    if (year !== edition) for (const path of paths) warn(`${path}: not read, edition ${edition} is used`);
  const tables = found.boundaries.get(edition) ?? [];
  const ofBoundaries = tables.length === 0 ? null : await readBoundaryMeshBlocks(tables, edition, warn);
  const ofAbs = file === undefined ? null : await readMeshBlocks(file, edition);
  const meshBlocks = ofAbs ?? ofBoundaries;
  if (meshBlocks === null)
    throw new ReleaseError(
      `${abs ?? boundaries}: no MB_${edition}_AUST.csv or MB_${edition}_AUST.xlsx in it, and no aus_mb_${edition} among the boundaries`,
    );
  const differences = ofAbs === null || ofBoundaries === null ? null : meshBlockDifferences(ofAbs, ofBoundaries);
  if (differences !== null)
    warn(`${file} and ${tables.join(', ')} differ in mesh blocks: ${differences}; the ABS file is used`);

  const read = file === undefined ? [] : [file];
  const files = abs === null ? [] : await filesBelow(abs);
  const areas = async (prefix: string): Promise<MeshBlockAreas | null> => {
    const matching = candidates(files, new RegExp(`^${prefix}_(\\d{4})_AUST\\.(csv|xlsx)$`, 'i'));
    for (let i = 0; i < matching.length; i++) {
      const answer = await readMeshBlockAreas(matching[i], prefix, meshBlocks, edition, warn);
      if (answer === null) continue;
      read.push(matching[i]);
      for (const other of matching.slice(i + 1)) warn(`${other}: not read, ${matching[i]} is used`);
      return answer;
    }
    return null;
  };
  const lga = await areas('LGA');
  const commonwealthElectorate = await areas('CED');
  const stateElectorate = await areas('SED');
  const sources = [
    ...(abs === null ? [] : await describeSources(abs, read)),
    ...(boundaries === null || ofBoundaries === null ? [] : await describeSources(boundaries, tables)),
  ];
  return { ...meshBlocks, edition, lga, commonwealthElectorate, stateElectorate, sources };
}

/** The files whose names match, newest first; of several for one year the CSV first, then by path. */
function candidates(files: readonly string[], pattern: RegExp): string[] {
  return files
    .flatMap((path) => {
      const match = pattern.exec(basename(path));
      return match === null ? [] : [{ path, year: match[1], extension: match[2].toLowerCase() }];
    })
    .sort((a, b) => compare(b.year, a.year) || compare(a.extension, b.extension) || compare(a.path, b.path))
    .map(({ path }) => path);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
