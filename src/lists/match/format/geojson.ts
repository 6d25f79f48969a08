import { open } from 'node:fs/promises';
import { cellText } from './cell.ts';
import { cellRows, type PlainCell } from './cell-lines.ts';
import type { Table } from './table.ts';

/** Bytes that are written at a time. */
const CHUNK = 1 << 18;

/** Writes a FeatureCollection (RFC 7946), one feature a line: a point for each row, or no geometry where the row has none. */
export async function writeGeojson(table: Table, path: string): Promise<void> {
  const name = JSON.stringify(table.title);
  await writeFeatures(table, path, `{"type":"FeatureCollection","name":${name},"features":[\n`, ',\n', '\n]}\n');
}

/** Writes one feature a line, and nothing else. */
export async function writeGeojsonLines(table: Table, path: string): Promise<void> {
  await writeFeatures(table, path, '', '\n', '\n');
}

async function writeFeatures(table: Table, path: string, head: string, between: string, end: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    let text = head;
    let isFirst = true;
    for await (const cells of cellRows(table.lines())) {
      text += (isFirst ? '' : between) + feature(table, cells);
      isFirst = false;
      if (text.length < CHUNK) continue;
      await file.writeFile(text);
      text = '';
    }
    await file.writeFile(text + end);
    await file.datasync();
  } finally {
    await file.close();
  }
}

function feature({ columns, point }: Table, cells: readonly PlainCell[]): string {
  const properties = Object.fromEntries(
    columns.map(({ name }, i) => {
      const cell = cells[i] ?? null;
      return [name, cell instanceof Date ? cellText(cell) : cell];
    }),
  );
  const lat = point === null ? null : cells[point.lat];
  const lon = point === null ? null : cells[point.lon];
  const hasPoint = typeof lat === 'number' && typeof lon === 'number';
  const geometry = hasPoint ? { type: 'Point', coordinates: [lon, lat] } : null;
  return JSON.stringify({ type: 'Feature', geometry, properties });
}
