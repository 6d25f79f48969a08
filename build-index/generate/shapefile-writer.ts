import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';

/** A polygon's closed rings of `[longitude, latitude]` in degrees: outer rings clockwise, holes counter-clockwise. */
export type PolygonRings = readonly (readonly (readonly [number, number])[])[];

/** A character column of a dBASE table. */
export interface DbfField {
  readonly name: string;
  readonly length: number;
}

const POLYGON = 5;
const HEADER_BYTES = 100;
const GDA2020 =
  'GEOGCS["GDA2020",DATUM["Geocentric_Datum_of_Australia_2020",SPHEROID["GRS 1980",6378137,298.257222101,AUTHORITY["EPSG","7019"]],AUTHORITY["EPSG","1168"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","7844"]]';

/**
 * Writes `path` + `.shp`, `.shx`, `.dbf`, `.prj` and `.cpg` (ESRI Shapefile Technical Description,
 * July 1998): one polygon and one row of character fields for each record, in GDA2020.
 */
export function writeShapefile(
  path: string,
  fields: readonly DbfField[],
  records: readonly { readonly rings: PolygonRings; readonly values: readonly string[] }[],
): void {
  const shapes = openSync(`${path}.shp`, 'wx');
  const index = openSync(`${path}.shx`, 'wx');
  const bounds = [Infinity, Infinity, -Infinity, -Infinity];
  const entries = Buffer.alloc(records.length * 8);
  let offset = HEADER_BYTES;
  writeSync(shapes, Buffer.alloc(HEADER_BYTES));
  records.forEach(({ rings }, i) => {
    const record = polygonRecord(i + 1, rings, bounds);
    writeSync(shapes, record);
    entries.writeInt32BE(offset / 2, i * 8);
    entries.writeInt32BE((record.length - 8) / 2, i * 8 + 4);
    offset += record.length;
  });
  writeSync(shapes, fileHeader(offset, bounds), 0, HEADER_BYTES, 0);
  closeSync(shapes);
  writeSync(index, fileHeader(HEADER_BYTES + entries.length, bounds));
  writeSync(index, entries);
  closeSync(index);
  writeDbf(
    `${path}.dbf`,
    fields,
    records.map(({ values }) => values),
  );
  writeFileSync(`${path}.prj`, GDA2020);
  writeFileSync(`${path}.cpg`, 'UTF-8');
}

/** Writes a dBASE III table of character columns. */
export function writeDbf(path: string, fields: readonly DbfField[], rows: readonly (readonly string[])[]): void {
  const headerLength = 32 + fields.length * 32 + 1;
  const rowLength = 1 + fields.reduce((sum, field) => sum + field.length, 0);
  const bytes = Buffer.alloc(headerLength + rows.length * rowLength + 1, ' ');
  bytes.fill(0, 0, headerLength);
  bytes.set([3, 126, 2, 1]);
  bytes.writeUInt32LE(rows.length, 4);
  bytes.writeUInt16LE(headerLength, 8);
  bytes.writeUInt16LE(rowLength, 10);
  fields.forEach((field, i) => {
    bytes.write(field.name, 32 + i * 32, 'latin1');
    bytes.write('C', 32 + i * 32 + 11, 'latin1');
    bytes[32 + i * 32 + 16] = field.length;
  });
  bytes[headerLength - 1] = 0x0d;
  rows.forEach((values, row) => {
    let at = headerLength + row * rowLength + 1;
    fields.forEach((field, i) => {
      bytes.write(values[i].slice(0, field.length), at, 'latin1');
      at += field.length;
    });
  });
  bytes[bytes.length - 1] = 0x1a;
  writeFileSync(path, bytes, { flag: 'wx' });
}

function polygonRecord(number: number, rings: PolygonRings, bounds: number[]): Buffer {
  const points = rings.reduce((sum, ring) => sum + ring.length, 0);
  const content = 44 + rings.length * 4 + points * 16;
  const record = Buffer.alloc(8 + content);
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  record.writeInt32BE(number, 0);
  record.writeInt32BE(content / 2, 4);
  record.writeInt32LE(POLYGON, 8);
  record.writeInt32LE(rings.length, 44);
  record.writeInt32LE(points, 48);
  let at = 52 + rings.length * 4;
  let first = 0;
  rings.forEach((ring, i) => {
    record.writeInt32LE(first, 52 + i * 4);
    first += ring.length;
    for (const [x, y] of ring) {
      record.writeDoubleLE(x, at);
      record.writeDoubleLE(y, at + 8);
      at += 16;
      extend(box, x, y);
    }
  });
  box.forEach((value, i) => {
    record.writeDoubleLE(value, 12 + i * 8);
  });
  if (points > 0) {
    extend(bounds, box[0], box[1]);
    extend(bounds, box[2], box[3]);
  }
  return record;
}

function extend(box: number[], x: number, y: number): void {
  box[0] = Math.min(box[0], x);
  box[1] = Math.min(box[1], y);
  box[2] = Math.max(box[2], x);
  box[3] = Math.max(box[3], y);
}

function fileHeader(length: number, bounds: readonly number[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE(length / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(POLYGON, 32);
  bounds.forEach((value, i) => {
    header.writeDoubleLE(Number.isFinite(value) ? value : 0, 36 + i * 8);
  });
  return header;
}
