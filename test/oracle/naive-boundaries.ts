import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { filesBelow, type Row } from './naive-tables.ts';

/** One area of a boundary layer: its attributes, and the rings of its polygon (outer ones and holes alike). */
interface Area {
  readonly attributes: Row;
  readonly rings: readonly (readonly Point[])[];
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}
type Point = readonly [x: number, y: number];

/** Finds the attributes of the first area, in file order, that holds a point (degrees). */
type Layer = (longitude: number, latitude: number) => Row | null;

/** The four layers that Enrich serves; one whose shapefile is not there holds no point. */
export interface Layers {
  readonly lga: Layer;
  readonly ward: Layer;
  readonly commonwealthElectorate: Layer;
  /** The lower house only (SECL_CODE 1), where the table tells them apart. */
  readonly stateElectorate: Layer;
}

/** Reads the Geoscape administrative boundary shapefiles of a folder, each told by its name (gnaf.md, "Administrative boundaries"). */
export function readLayers(folder: string | null): Layers {
  const files = folder === null ? [] : filesBelow(folder);
  return {
    lga: layer(files, 'lga', 'LGA_PID', () => true),
    ward: layer(files, 'ward', 'WARD_PID', () => true),
    commonwealthElectorate: layer(files, 'comm_electoral', 'CE_PID', () => true),
    stateElectorate: layer(files, 'state_electoral', 'SE_PID', (row) => !row.SECL_CODE || row.SECL_CODE === '1'),
  };
}

function layer(files: readonly string[], name: string, key: string, serves: (row: Row) => boolean): Layer {
  const own = files.filter((file) => basename(file).toLowerCase().includes(name));
  const tables = own.filter((file) => /\.dbf$/i.test(file));
  const names = new Map<string, Row>();
  for (const table of tables) {
    if (existsSync(table.replace(/\.dbf$/i, '.shp'))) continue;
    for (const row of readDbf(table)) names.set(row[key], row);
  }
  const areas = own
    .filter((file) => /\.shp$/i.test(file))
    .flatMap((file) => readAreas(file))
    .map((area) => ({ ...area, attributes: { ...area.attributes, ...names.get(area.attributes[key]) } }))
    .filter((area) => serves(area.attributes));
  return (x, y) => areas.find((area) => holds(area, x, y))?.attributes ?? null;
}

/** The areas of a shapefile and the table beside it (ESRI Shapefile Technical Description, 1998: polygons). */
function readAreas(file: string): Area[] {
  const rows = readDbf(file.replace(/\.shp$/i, '.dbf'));
  const bytes = readFileSync(file);
  const areas: Area[] = [];
  for (let at = 100, record = 0; at + 8 <= bytes.length; record++) {
    const length = bytes.readInt32BE(at + 4) * 2;
    const shape = at + 8;
    at = shape + length;
    if (bytes.readInt32LE(shape) === 0) continue;
    const [west, south, east, north] = [4, 12, 20, 28].map((offset) => bytes.readDoubleLE(shape + offset));
    const parts = bytes.readInt32LE(shape + 36);
    const count = bytes.readInt32LE(shape + 40);
    const starts = Array.from({ length: parts }, (_, i) => bytes.readInt32LE(shape + 44 + i * 4));
    const first = shape + 44 + parts * 4;
    const points = Array.from(
      { length: count },
      (_, i): Point => [bytes.readDoubleLE(first + i * 16), bytes.readDoubleLE(first + i * 16 + 8)],
    );
    const rings = starts.map((start, i) => points.slice(start, starts[i + 1] ?? count));
    areas.push({ attributes: rows[record], rings, west, east, south, north });
  }
  return areas;
}

/** The rows of a dBASE III table, columns in upper case, text without the spaces around it. */
function readDbf(file: string): Row[] {
  const bytes = readFileSync(file);
  const count = bytes.readUInt32LE(4);
  const headerLength = bytes.readUInt16LE(8);
  const rowLength = bytes.readUInt16LE(10);
  const columns: { name: string; length: number }[] = [];
  for (let at = 32; bytes[at] !== 0x0d; at += 32) {
    const name = bytes.toString('latin1', at, at + 11).replace(/\0.*$/s, '');
    columns.push({ name: name.toUpperCase(), length: bytes[at + 16] });
  }
  return Array.from({ length: count }, (_, i) => {
    let at = headerLength + i * rowLength + 1;
    const row: Record<string, string> = {};
    for (const column of columns) {
      row[column.name] = bytes
        .toString('utf8', at, at + column.length)
        .replaceAll('\0', ' ')
        .trim();
      at += column.length;
    }
    return row;
  });
}

/** Even-odd ray casting over all rings; a point on an edge is inside. */
function holds(area: Area, x: number, y: number): boolean {
  if (x < area.west || x > area.east || y < area.south || y > area.north) return false;
  let inside = false;
  for (const ring of area.rings) {
    for (let i = 1; i < ring.length; i++) {
      const [ax, ay] = ring[i - 1];
      const [bx, by] = ring[i];
      if (onEdge(x, y, ax, ay, bx, by)) return true;
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  }
  return inside;
}

function onEdge(x: number, y: number, ax: number, ay: number, bx: number, by: number): boolean {
  const within = x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by);
  return within && (bx - ax) * (y - ay) === (by - ay) * (x - ax);
}
