import type { SourceFile } from '../release/release.ts';
import { ReleaseError } from '../release/release-error.ts';
import type { Area } from './area.ts';
import { bandPolygon } from './banded-polygon.ts';
import {
  BOUNDARY_LAYERS,
  type BoundaryFile,
  type BoundaryLayerName,
  columnIndex,
  findBoundaryFiles,
  LAYER_COLUMNS,
} from './boundary-files.ts';
import { type AreaPolygon, type BoundaryLayer, layerOf } from './boundary-layer.ts';
import { type DbfTable, readDbf } from './dbf.ts';
import { findMeshBlockFiles } from './mesh-block-files.ts';
import { readShpPolygons } from './shp.ts';
import { describeSources } from './source-files.ts';

/** The four layers that addresses are joined to; a layer that the folder lacks has no areas. */
export interface BoundaryLayers extends Readonly<Record<BoundaryLayerName, BoundaryLayer>> {
  /** The files that were read, for the manifest. */
  readonly sources: readonly SourceFile[];
}

/** The lower house (or only house) in STATE_ELECTORAL_CLASS_AUT; 3 is the upper house. */
const LOWER_HOUSE = 1;
const STARTS = ['eff_start'];
const ENDS = ['eff_end', 'dt_retire', 'date_retired'];

/**
 * Reads the administrative boundaries below a folder of shapefiles: national or one per state, with names in the
 * polygons' own table or in one beside it. Areas not in force on `asOf` (`YYYYMMDD`, today by default), upper houses
 * and deleted rows are left out. Throws a sentence that names the file when one is damaged; says by `warn` what is
 * missing.
 */
export async function loadBoundaries(
  folder: string,
  warn: (message: string) => void,
  asOf: string = new Date().toISOString().slice(0, 10).replaceAll('-', ''),
): Promise<BoundaryLayers> {
  const files = await findBoundaryFiles(folder, warn);
  if (!files.some((file) => file.shp !== null) && (await findMeshBlockFiles(null, folder)).boundaries.size === 0)
    throw new ReleaseError(
      `${folder}: no shapefile in it whose table has a column ${listed(BOUNDARY_LAYERS.map((name) => LAYER_COLUMNS[name].pid))}`,
    );
  const layers: Partial<Record<BoundaryLayerName, BoundaryLayer>> = {};
  for (const name of BOUNDARY_LAYERS) {
    const own = files.filter((file) => file.layer === name);
    if (!own.some((file) => file.shp !== null)) warn(`${folder}: no polygons of ${LAYER_COLUMNS[name].title}`);
    layers[name] = await readLayer(name, own, asOf, warn);
  }
  const read = files.flatMap((file) => (file.shp === null ? [file.dbf] : [file.dbf, file.shp]));
  const sources = await describeSources(folder, read);
  return { ...(layers as Record<BoundaryLayerName, BoundaryLayer>), sources };
}

/** What the tables say about one identifier. */
interface Named {
  readonly name: string;
  readonly current: boolean;
}

async function readLayer(
  layer: BoundaryLayerName,
  files: readonly BoundaryFile[],
  asOf: string,
  warn: (message: string) => void,
): Promise<BoundaryLayer> {
  const { pid, names, title } = LAYER_COLUMNS[layer];
  const tables = new Map<BoundaryFile, DbfTable>();
  for (const file of files) tables.set(file, await readDbf(file.dbf, file.codePage));
  const named = new Map<string, Named>();
  for (const table of tables.values()) collectNames(layer, table, asOf, named);
  const withPolygons = files.find((file) => file.shp !== null);
  if (withPolygons !== undefined && ![...tables.values()].some((table) => nameColumn(layer, table) !== -1))
    throw new ReleaseError(`${withPolygons.dbf}: no column ${listed(names)}, and no other table of ${title} has one`);

  const polygonsOf = new Map<string, AreaPolygon['polygon'][]>();
  const nameless = new Set<string>();
  for (const [file, table] of tables) {
    if (file.shp === null) continue;
    const pidColumn = columnIndex(table.columns, pid);
    const served = servedRows(table, asOf);
    let record = 0;
    for await (const shape of readShpPolygons(file.shp)) {
      const row = record++;
      if (row >= table.rowCount) continue;
      const code = table.text(row, pidColumn);
      if (shape === null || !served(row)) continue;
      const area = named.get(code);
      if (area === undefined) nameless.add(code);
      if (area === undefined || !area.current) continue;
      const polygon = bandPolygon(shape);
      if (polygon === null) continue;
      const siblings = polygonsOf.get(code);
      if (siblings === undefined) polygonsOf.set(code, [polygon]);
      else siblings.push(polygon);
    }
    if (record !== table.rowCount)
      throw new ReleaseError(
        `${file.shp}: ${record} shapes, but ${file.dbf} has ${table.rowCount} rows; they belong together one by one`,
      );
  }
  if (nameless.size > 0)
    warn(
      `${title}: no table names ${nameless.size} areas that have polygons, such as ${[...nameless].slice(0, 3).join(', ')}; not used`,
    );
  const codes = [...polygonsOf.keys()];
  const areas: Area[] = codes.map((code) => ({ name: named.get(code)!.name, code }));
  return layerOf(
    areas,
    codes.flatMap((code, area) => polygonsOf.get(code)!.map((polygon) => ({ area, polygon }))),
  );
}

/** Adds the names a table gives, a row in force before one that is not. A table without a name column gives none. */
function collectNames(layer: BoundaryLayerName, table: DbfTable, asOf: string, named: Map<string, Named>): void {
  const pidColumn = columnIndex(table.columns, LAYER_COLUMNS[layer].pid);
  const column = nameColumn(layer, table);
  if (column === -1) return;
  const served = servedRows(table, asOf);
  for (let row = 0; row < table.rowCount; row++) {
    const code = table.text(row, pidColumn);
    const name = table.text(row, column);
    if (code === '' || name === '') continue;
    const current = served(row);
    if (current || !named.has(code)) named.set(code, { name, current });
  }
}

/** The best name column that a table has, -1 for none. */
function nameColumn(layer: BoundaryLayerName, table: DbfTable): number {
  const columns = LAYER_COLUMNS[layer].names.map((name) => columnIndex(table.columns, name));
  return columns.find((column) => column !== -1) ?? -1;
}

/** `LGA_NAME, NAME or ABB_NAME`. */
function listed(columns: readonly string[]): string {
  return columns
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1')
    .toUpperCase()
    .replace(' OR ', ' or ');
}

/**
 * Whether a row is served: in force on a day, not deleted, and not of an upper house. Tables
 * without such columns serve every row.
 */
function servedRows(table: DbfTable, asOf: string): (row: number) => boolean {
  const columnsOf = (names: readonly string[]) =>
    names.map((name) => columnIndex(table.columns, name)).filter((column) => column !== -1);
  const starts = columnsOf(STARTS);
  const ends = columnsOf(ENDS);
  const house = columnIndex(table.columns, 'secl_code');
  return (row) =>
    !table.deleted(row) &&
    (house === -1 || Number(table.text(row, house)) === LOWER_HOUSE) &&
    starts.every((column) => dayOf(table.text(row, column)) <= asOf) &&
    ends.every((column) => {
      const end = dayOf(table.text(row, column));
      return end === '' || end > asOf;
    });
}

/** `20260228` of `20260228`, `2026-02-28` or `2026/02/28T…`; empty for none (dBASE also writes zeros for none). */
function dayOf(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 8);
  return /^0*$/.test(digits) ? '' : digits;
}
