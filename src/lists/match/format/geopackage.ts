import { cellText } from './cell.ts';
import { cellRows, type PlainCell } from './cell-lines.ts';
import { type ColumnType, columnTypes } from './column-types.ts';
import type { Table } from './table.ts';

/** "GPKG", and version 1.3 (OGC 12-128r17, 1.1.1.1.1). */
const APPLICATION_ID = 0x47504b47;
const USER_VERSION = 10300;
const WGS84 = 4326;
const WGS84_WKT =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]';

const LAYER = 'addresses';

const SQL_TYPES = {
  text: 'TEXT',
  integer: 'INTEGER',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATETIME',
} as const satisfies Record<ColumnType, string>;

/** The tables that every GeoPackage has (OGC 12-128r17, 1.1.2, 1.1.3 and 2.1.5). */
const TABLES = `
  CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
    organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
  CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
    description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
    min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER REFERENCES gpkg_spatial_ref_sys(srs_id));
  CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL UNIQUE REFERENCES gpkg_contents(table_name),
    column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
    srs_id INTEGER NOT NULL REFERENCES gpkg_spatial_ref_sys(srs_id), z TINYINT NOT NULL, m TINYINT NOT NULL,
    PRIMARY KEY (table_name, column_name));
  INSERT INTO gpkg_spatial_ref_sys VALUES
    ('Undefined cartesian', -1, 'NONE', -1, 'undefined', NULL), ('Undefined geographic', 0, 'NONE', 0, 'undefined', NULL),
    ('WGS 84', ${WGS84}, 'EPSG', ${WGS84}, '${WGS84_WKT}', NULL);`;

/** Writes a GeoPackage with one layer of points, which QGIS, ArcGIS and GDAL open. Reads the rows twice: once for the types. */
export async function writeGeopackage(table: Table, path: string): Promise<void> {
  // Loaded here: most results are not GeoPackages.
  const { default: Database } = await import('libsql');
  const types = await columnTypes(table);
  const names = sqlNames(table.columns.map(({ name }) => name));
  const database = new Database(path);
  try {
    // A new file needs no journal: it gets its name only once it is complete.
    database.exec(
      `PRAGMA journal_mode = OFF; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${USER_VERSION}`,
    );
    const columns = names.map((name, i) => `${name} ${SQL_TYPES[types[i]]}`);
    database.exec(
      `BEGIN; ${TABLES} CREATE TABLE ${LAYER} (fid INTEGER PRIMARY KEY, geom POINT, ${columns.join(', ')})`,
    );
    const insert = database.prepare(`INSERT INTO ${LAYER} (geom, ${names}) VALUES (${['?', ...names.map(() => '?')]})`);
    const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
    for await (const cells of cellRows(table.lines())) {
      const lat = table.point === null ? null : cells[table.point.lat];
      const lon = table.point === null ? null : cells[table.point.lon];
      const isPoint = typeof lat === 'number' && typeof lon === 'number';
      if (isPoint) {
        box.west = Math.min(box.west, lon);
        box.east = Math.max(box.east, lon);
        box.south = Math.min(box.south, lat);
        box.north = Math.max(box.north, lat);
      }
      insert.run(isPoint ? pointBlob(lon, lat) : null, ...names.map((_, i) => sqlValue(cells[i] ?? null, types[i])));
    }
    const extent = [box.west, box.south, box.east, box.north].map((degrees) =>
      Number.isFinite(degrees) ? degrees : null,
    );
    database
      .prepare(
        `INSERT INTO gpkg_contents (table_name, data_type, identifier, min_x, min_y, max_x, max_y, srs_id)
         VALUES ('${LAYER}', 'features', ?, ?, ?, ?, ?, ${WGS84})`,
      )
      .run(table.title, ...extent);
    database.exec(`INSERT INTO gpkg_geometry_columns VALUES ('${LAYER}', 'geom', 'POINT', ${WGS84}, 0, 0); COMMIT`);
  } finally {
    database.close();
  }
}

/** A point as a GeoPackage has it: its header, then well-known binary, both little-endian (OGC 12-128r17, 2.1.3). */
function pointBlob(lon: number, lat: number): Buffer {
  const blob = Buffer.alloc(29);
  blob.write('GP');
  blob.writeUInt8(1, 3);
  blob.writeInt32LE(WGS84, 4);
  blob.writeUInt8(1, 8);
  blob.writeUInt32LE(1, 9);
  blob.writeDoubleLE(lon, 13);
  blob.writeDoubleLE(lat, 21);
  return blob;
}

function sqlValue(cell: PlainCell, type: ColumnType): string | number | null {
  if (cell === null || (cell === '' && type !== 'text')) return null;
  if (cell instanceof Date) return type === 'date' ? cell.toISOString() : cellText(cell);
  if (typeof cell === 'boolean') return type === 'boolean' ? Number(cell) : cellText(cell);
  return type === 'text' ? cellText(cell) : cell;
}

/** Names in double quotes, all different even when case is ignored, and none of them one of the layer's own. */
function sqlNames(names: readonly string[]): string[] {
  const taken = new Set(['fid', 'geom']);
  return names.map((name) => {
    let unused = name;
    for (let n = 2; taken.has(unused.toLowerCase()); n++) unused = `${name}_${n}`;
    taken.add(unused.toLowerCase());
    return `"${unused.replaceAll('"', '""')}"`;
  });
}
