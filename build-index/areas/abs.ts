import { basename } from 'node:path';
import type { SourceFile } from '../release/release.ts';
import { ReleaseError } from '../release/release-error.ts';
import { type MeshBlockAreas, readMeshBlockAreas } from './abs-mesh-block-areas.ts';
import { type MeshBlockTable, readMeshBlocks } from './abs-mesh-blocks.ts';
import { describeSources, filesBelow } from './source-files.ts';

/** What the ABS allocation files say together. */
export interface AbsAllocation extends MeshBlockTable {
  /** Approximations by mesh block, for addresses that no polygon covers; null without the file. */
  readonly lga: MeshBlockAreas | null;
  readonly commonwealthElectorate: MeshBlockAreas | null;
  readonly stateElectorate: MeshBlockAreas | null;
  /** The files that were read, for the manifest. */
  readonly sources: readonly SourceFile[];
}

/**
 * Reads the ABS allocation files below a folder: `MB_2021_AUST` (required) and, where present, the newest
 * `LGA_<year>_AUST`, `CED_<year>_AUST` and `SED_<year>_AUST`, each .csv or .xlsx in any letter case. Throws a sentence
 * that names file, row and column when one is unusable or contradicts itself.
 */
export async function loadAbs(folder: string, warn: (message: string) => void): Promise<AbsAllocation> {
  const files = await filesBelow(folder);
  const meshBlockFile = pick(files, /^MB_(2021)_AUST\.(csv|xlsx)$/i, warn);
  if (meshBlockFile === null) throw new ReleaseError(`${folder}: no MB_2021_AUST.csv or MB_2021_AUST.xlsx in it`);
  const meshBlocks = await readMeshBlocks(meshBlockFile);
  const read = [meshBlockFile];
  const areas = async (prefix: string): Promise<MeshBlockAreas | null> => {
    const file = pick(files, new RegExp(`^${prefix}_(\\d{4})_AUST\\.(csv|xlsx)$`, 'i'), warn);
    if (file === null) return null;
    read.push(file);
    return readMeshBlockAreas(file, prefix, meshBlocks, warn);
  };
  const lga = await areas('LGA');
  const commonwealthElectorate = await areas('CED');
  const stateElectorate = await areas('SED');
  const sources = await describeSources(folder, read);
  return { ...meshBlocks, lga, commonwealthElectorate, stateElectorate, sources };
}

/**
 * The newest file whose name matches; of several for one year the CSV, then the first by path. Says
 * so when it passes one over.
 */
function pick(files: readonly string[], pattern: RegExp, warn: (message: string) => void): string | null {
  const matching = files
    .flatMap((path) => {
      const match = pattern.exec(basename(path));
      return match === null ? [] : [{ path, year: match[1], extension: match[2].toLowerCase() }];
    })
    .sort((a, b) => compare(b.year, a.year) || compare(a.extension, b.extension) || compare(a.path, b.path));
  if (matching.length === 0) return null;
  const [chosen, ...others] = matching;
  for (const other of others) warn(`${other.path}: not read, ${chosen.path} is used`);
  return chosen.path;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
