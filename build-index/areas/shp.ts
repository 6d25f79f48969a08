import { type FileHandle, open } from 'node:fs/promises';
import { ReleaseError } from '../release/release-error.ts';

/** The rings of one polygon record. Outer rings, holes and islands stand side by side: even-odd tells them apart. */
export interface ShpPolygon {
  /** x and y of every vertex, ring after ring; every ring is closed (its last vertex is its first). */
  readonly coordinates: Float64Array;
  /** Position of the first vertex of every ring, and the number of vertices at the end. */
  readonly ringStarts: Uint32Array;
}

const HEADER_SIZE = 100;
const RECORD_HEADER_SIZE = 8;
const NULL_SHAPE = 0;
/** Polygon, PolygonZ, PolygonM: their x and y lie in the same place (ESRI Shapefile Technical Description, 1998). */
const POLYGON_TYPES: readonly number[] = [5, 15, 25];
const TYPE_NAMES: Readonly<Record<number, string>> = { 1: 'points', 3: 'lines', 8: 'multipoints', 31: 'multipatches' };

/**
 * Reads the polygons of a .shp one record at a time, null for a null shape; memory is one record's. Throws a sentence
 * that names the file and the record when the file is truncated, holds anything but polygons, or is not in degrees.
 */
export async function* readShpPolygons(path: string): AsyncGenerator<ShpPolygon | null> {
  const file = await open(path);
  try {
    const size = (await file.stat()).size;
    const end = await readHeader(path, file, size);
    let content = Buffer.alloc(1 << 16);
    let record = 0;
    for (let at = HEADER_SIZE; at < end; ) {
      record++;
      const header = Buffer.alloc(RECORD_HEADER_SIZE);
      await file.read(header, 0, RECORD_HEADER_SIZE, at);
      const length = header.readInt32BE(4) * 2;
      if (length < 4 || at + RECORD_HEADER_SIZE + length > end)
        throw new ReleaseError(
          `${path}, record ${record}: ${length} bytes long by its header, ${end - at - RECORD_HEADER_SIZE} are left in the file`,
        );
      if (content.length < length) content = Buffer.alloc(Math.max(length, content.length * 2));
      await file.read(content, 0, length, at + RECORD_HEADER_SIZE);
      yield readRecord(path, record, content, length);
      at += RECORD_HEADER_SIZE + length;
    }
  } finally {
    await file.close();
  }
}

/** Checks the file's header and answers where its records end. */
async function readHeader(path: string, file: FileHandle, size: number): Promise<number> {
  const header = Buffer.alloc(HEADER_SIZE);
  await file.read(header, 0, HEADER_SIZE, 0);
  if (size < HEADER_SIZE)
    throw new ReleaseError(`${path}: truncated: ${size} bytes, a shapefile begins with a header of ${HEADER_SIZE}`);
  if (header.readInt32BE(0) !== 9994)
    throw new ReleaseError(`${path}: not a shapefile: found ${header.readInt32BE(0)} at its start, expected 9994`);
  const end = header.readInt32BE(24) * 2;
  if (size < end) throw new ReleaseError(`${path}: truncated: ${size} bytes, its header promises ${end}`);
  checkType(path, header.readInt32LE(32), 'the file');
  for (const [at, limit] of [
    [36, 180],
    [44, 90],
    [52, 180],
    [60, 90],
  ])
    if (Math.abs(header.readDoubleLE(at)) > limit)
      throw new ReleaseError(
        `${path}: not in degrees: found ${header.readDoubleLE(at)} in its bounding box, expected longitude and latitude`,
      );
  return end;
}

function readRecord(path: string, record: number, content: Buffer, length: number): ShpPolygon | null {
  const type = content.readInt32LE(0);
  if (type === NULL_SHAPE) return null;
  checkType(path, type, `record ${record}`);
  const parts = length < 44 ? -1 : content.readInt32LE(36);
  const points = length < 44 ? -1 : content.readInt32LE(40);
  const pointsAt = 44 + parts * 4;
  if (parts < 0 || points < 0 || pointsAt + points * 16 > length)
    throw new ReleaseError(
      `${path}, record ${record}: ${parts} rings of ${points} points do not fit its ${length} bytes`,
    );
  const starts: number[] = [];
  for (let i = 0; i < parts; i++) {
    const start = content.readInt32LE(44 + i * 4);
    if (i === 0 ? start !== 0 : start < starts[i - 1] || start > points)
      throw new ReleaseError(`${path}, record ${record}: ring ${i + 1} begins at point ${start} of ${points}`);
    starts.push(start);
  }
  starts.push(points);
  const raw = new Float64Array(points * 2);
  new Uint8Array(raw.buffer).set(content.subarray(pointsAt, pointsAt + points * 16));
  for (let i = 0; i < raw.length; i += 2)
    if (!(Math.abs(raw[i]) <= 180 && Math.abs(raw[i + 1]) <= 90))
      throw new ReleaseError(`${path}, record ${record}: found the point ${raw[i]} ${raw[i + 1]}, expected degrees`);
  return closeRings(raw, starts);
}

/** Repeats the first vertex at the end of rings that lack it. */
function closeRings(raw: Float64Array, starts: readonly number[]): ShpPolygon {
  const ringCount = starts.length - 1;
  const open: boolean[] = [];
  for (let i = 0; i < ringCount; i++) {
    const first = starts[i] * 2;
    const last = starts[i + 1] * 2 - 2;
    open.push(last > first && (raw[first] !== raw[last] || raw[first + 1] !== raw[last + 1]));
  }
  if (!open.includes(true)) return { coordinates: raw, ringStarts: Uint32Array.from(starts) };
  const coordinates: number[] = [];
  const ringStarts: number[] = [0];
  for (let i = 0; i < ringCount; i++) {
    for (let k = starts[i] * 2; k < starts[i + 1] * 2; k++) coordinates.push(raw[k]);
    if (open[i]) coordinates.push(raw[starts[i] * 2], raw[starts[i] * 2 + 1]);
    ringStarts.push(coordinates.length / 2);
  }
  return { coordinates: Float64Array.from(coordinates), ringStarts: Uint32Array.from(ringStarts) };
}

function checkType(path: string, type: number, where: string): void {
  if (type === NULL_SHAPE || POLYGON_TYPES.includes(type)) return;
  const name = TYPE_NAMES[type % 10 === 0 ? type : type % 10] ?? 'an unknown kind';
  throw new ReleaseError(`${path}: ${where} has shape type ${type} (${name}), expected polygons (5, 15 or 25)`);
}
