import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readDbfColumns } from './dbf.ts';
import { filesBelow, stem } from './source-files.ts';

/** The layers that addresses are joined to. */
export const BOUNDARY_LAYERS = ['lga', 'ward', 'commonwealthElectorate', 'stateElectorate'] as const;
export type BoundaryLayerName = (typeof BOUNDARY_LAYERS)[number];

/** How a layer is known by its columns (Geoscape Administrative Boundaries product description), in lower case. */
export interface LayerColumns {
  /** What messages call the layer. */
  readonly title: string;
  /** The identifier that polygons and names are joined by. */
  readonly pid: string;
  /** Where the name stands, best first. */
  readonly names: readonly string[];
  /** Columns that give away another layer, which has this one's identifier too. */
  readonly not: readonly string[];
}

export const LAYER_COLUMNS: Readonly<Record<BoundaryLayerName, LayerColumns>> = {
  lga: {
    title: 'local government areas',
    pid: 'lga_pid',
    names: ['lga_name', 'name', 'abb_name'],
    not: ['ward_pid', 'ward_name', 'loc_pid', 'locality_pid'],
  },
  ward: { title: 'wards', pid: 'ward_pid', names: ['ward_name', 'name'], not: [] },
  commonwealthElectorate: { title: 'Commonwealth electorates', pid: 'ce_pid', names: ['name', 'ce_name'], not: [] },
  stateElectorate: { title: 'state electorates', pid: 'se_pid', names: ['name', 'se_name'], not: [] },
};

/** A .dbf of one layer, with the polygons beside it if it has any. */
export interface BoundaryFile {
  readonly layer: BoundaryLayerName;
  readonly dbf: string;
  readonly shp: string | null;
  /** Content of the .cpg, null without one. */
  readonly codePage: string | null;
  readonly datum: 'GDA2020' | 'GDA94' | 'unknown';
}

/** A dBASE column name has ten characters at most: the writer of the file cut longer ones. */
export function columnIndex(columns: readonly string[], name: string): number {
  return columns.findIndex((column) => column === name || (name.length > 10 && column === name.slice(0, 10)));
}

/**
 * Finds the boundary tables below a folder by the columns they have, whatever their names. Where a layer exists in
 * both datums, only GDA2020 is used. Says by `warn` what it leaves out.
 */
export async function findBoundaryFiles(folder: string, warn: (message: string) => void): Promise<BoundaryFile[]> {
  const files = await filesBelow(folder);
  const beside = new Map<string, string>();
  for (const file of files) {
    const extension = /\.(shp|dbf|cpg|prj)$/i.exec(file)?.[1];
    if (extension !== undefined) beside.set(join(dirname(file), `${stem(file)}.${extension.toLowerCase()}`), file);
  }
  const found: BoundaryFile[] = [];
  for (const [key, file] of beside) {
    const sibling = (extension: string) => beside.get(key.replace(/dbf$|shp$/, extension)) ?? null;
    if (key.endsWith('.shp') && sibling('dbf') === null) warn(`${file}: not used, there is no .dbf beside it`);
    if (!key.endsWith('.dbf')) continue;
    const columns = await readDbfColumns(file);
    const layer = BOUNDARY_LAYERS.find((name) => {
      const { pid, not } = LAYER_COLUMNS[name];
      return columns.includes(pid) && !not.some((column) => columnIndex(columns, column) !== -1);
    });
    if (layer === undefined) continue;
    const cpg = sibling('cpg');
    const prj = sibling('prj');
    found.push({
      layer,
      dbf: file,
      shp: sibling('shp'),
      codePage: cpg === null ? null : (await readFile(cpg, 'latin1')).trim() || null,
      datum: prj === null ? 'unknown' : datumOf(await readFile(prj, 'latin1')),
    });
  }
  return found.filter((file) => {
    if (file.shp === null || file.datum !== 'GDA94') return true;
    const newer = found.find((other) => other.shp !== null && other.layer === file.layer && other.datum === 'GDA2020');
    if (newer !== undefined) warn(`${file.shp}: not used, it is GDA94 and ${newer.shp} has the same layer in GDA2020`);
    else
      warn(
        `${file.shp}: GDA94, which lies about 1.8 m from GDA2020; points close to a line may be given the area beyond it`,
      );
    return newer === undefined;
  });
}

function datumOf(prj: string): BoundaryFile['datum'] {
  if (/GDA_?2020|Datum_of_Australia_2020/i.test(prj)) return 'GDA2020';
  if (/GDA_?(19)?94|Datum_of_Australia_1994/i.test(prj)) return 'GDA94';
  return 'unknown';
}
