import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BoundaryLayers, type Layer, planBoundaries } from './boundary-areas.ts';
import { type BoundaryGrid, cornerPoint, growGrid } from './boundary-grid.ts';
import { type Ring, traceOutlines } from './outline.ts';
import type { Plan } from './plan.ts';
import { Random } from './random.ts';
import { type DbfField, type PolygonRings, writeDbf, writeShapefile } from './shapefile-writer.ts';

type ShapeRecord = { readonly rings: PolygonRings; readonly values: readonly string[] };

/**
 * Writes the administrative boundaries (Geoscape, ESRI shapefiles): `aus_lga`, `aus_wards`, and the
 * electorates with their names in tables separate from the polygons (`aus_comm_electoral`,
 * `aus_state_electoral`). Areas of a layer tile the country around its localities; only upper-house
 * areas overlap those of the lower house.
 */
export function writeBoundaries(folder: string, plan: Plan, seed: number): void {
  mkdirSync(folder);
  const grid = growGrid(plan.localities);
  const layers = planBoundaries(plan, grid, new Random(seed, 'boundaries'));
  layers.enclaves.forEach(({ cells }, i) => {
    for (const cell of cells) grid.owner[cell] = plan.localities.length + i;
  });
  writeShapefile(join(folder, 'aus_lga'), LGA_FIELDS, outlined(grid, layers.localGovernment));
  writeShapefile(join(folder, 'aus_wards'), WARD_FIELDS, outlined(grid, layers.wards));
  writeElectorates(folder, 'aus_comm_electoral', COMMONWEALTH_FIELDS, outlined(grid, layers.commonwealth));
  writeElectorates(folder, 'aus_state_electoral', STATE_FIELDS, stateElectorates(grid, layers));
}

const LGA_FIELDS = fields('LGA_PID:15 LGA_NAME:34 ABB_NAME:34 STATE:3');
const WARD_FIELDS = fields('WARD_PID:15 LGA_PID:15 WARD_NAME:50 STATE:3');
const COMMONWEALTH_FIELDS = fields('CE_PID:15 NAME:50');
const STATE_FIELDS = fields('SE_PID:15 NAME:50 SECL_CODE:1');

function writeElectorates(
  folder: string,
  name: string,
  columns: readonly DbfField[],
  records: readonly ShapeRecord[],
): void {
  const polygons = records.map(({ rings, values }) => ({ rings, values: values.slice(0, 1) }));
  writeShapefile(join(folder, `${name}_polygon`), columns.slice(0, 1), polygons);
  writeDbf(
    join(folder, `${name}.dbf`),
    columns,
    records.map(({ values }) => values),
  );
}

function stateElectorates(grid: BoundaryGrid, { lowerHouse, upperHouse }: BoundaryLayers): ShapeRecord[] {
  return [...outlined(grid, upperHouse), ...outlined(grid, lowerHouse)];
}

/** The areas of a layer that have any cell, with their rings. */
function outlined(grid: BoundaryGrid, { areas, areaOf }: Layer): ShapeRecord[] {
  const areaAt = grid.owner.map((owner) => (owner < 0 ? -1 : areaOf[owner]));
  const outlines = traceOutlines(areaAt, grid.columns, grid.rows, areas.length);
  return areas.flatMap(({ values }, i) =>
    outlines[i].length === 0 ? [] : [{ values, rings: outlines[i].map((ring) => pointsOf(grid, ring)) }],
  );
}

function pointsOf(grid: BoundaryGrid, ring: Ring): (readonly [number, number])[] {
  const points = ring.map((corner) => cornerPoint(grid, corner));
  return [...points, points[0]];
}

function fields(list: string): readonly DbfField[] {
  return list.split(' ').map((entry) => {
    const [name, length] = entry.split(':');
    return { name, length: Number(length) };
  });
}
