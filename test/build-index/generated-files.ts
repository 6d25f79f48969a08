import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Row } from '../oracle/naive-tables.ts';

/** Every file below `folder` with its SHA-256, by relative path in order. */
export function hashTree(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(
    paths.map((path) => [path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

/** The PSV files of a release: path, table, state and the rows as the naive reading of their text gives them. */
export function readRelease(folder: string): readonly PsvFile[] {
  return readdirSync(join(folder, 'G-NAF'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readPsv(join(entry.parentPath, entry.name)));
}

export interface PsvFile {
  readonly name: string;
  readonly state: string;
  readonly table: string;
  readonly text: string;
  readonly columns: readonly string[];
  readonly fields: readonly (readonly string[])[];
}

function readPsv(path: string): PsvFile {
  const name = basename(path);
  const [, state, table] = /^(Authority_Code|[A-Z]+)_(.*)_psv\.psv$/.exec(name) ?? [];
  const text = readFileSync(path, 'latin1');
  const [header, ...lines] = text.split('\r\n').slice(0, -1);
  return {
    name,
    state,
    table,
    text,
    columns: header.split('|'),
    fields: lines.map((line) => line.split('|')),
  };
}

/** Rings of every polygon of a `.shp` file, read straight from the bytes (ESRI Shapefile Technical Description). */
export function readPolygons(path: string): [number, number][][][] {
  const bytes = readFileSync(path);
  const polygons: [number, number][][][] = [];
  for (let at = 100; at < bytes.length; ) {
    const content = at + 8;
    const parts = bytes.readInt32LE(content + 36);
    const points = bytes.readInt32LE(content + 40);
    const start = (part: number) => (part < parts ? bytes.readInt32LE(content + 44 + part * 4) : points);
    const base = content + 44 + parts * 4;
    polygons.push(
      Array.from({ length: parts }, (_, part) =>
        Array.from({ length: start(part + 1) - start(part) }, (_, i): [number, number] => {
          const point = base + (start(part) + i) * 16;
          return [bytes.readDoubleLE(point), bytes.readDoubleLE(point + 8)];
        }),
      ),
    );
    at = content + bytes.readInt32BE(at + 4) * 2;
  }
  return polygons;
}

/** Rows of a dBASE table of character columns. */
export function readDbf(path: string): Row[] {
  const bytes = readFileSync(path);
  const header = bytes.readUInt16LE(8);
  const length = bytes.readUInt16LE(10);
  const columns = Array.from({ length: (header - 33) / 32 }, (_, i) => ({
    name: bytes.toString('latin1', 32 + i * 32, 43 + i * 32).replace(/\0.*/, ''),
    width: bytes[48 + i * 32],
  }));
  return Array.from({ length: bytes.readUInt32LE(4) }, (_, row) => {
    let at = header + row * length + 1;
    const value = (width: number) => {
      at += width;
      return bytes.toString('latin1', at - width, at).trimEnd();
    };
    return Object.fromEntries(columns.map(({ name, width }) => [name, value(width)]));
  });
}
