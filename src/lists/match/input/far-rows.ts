import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { RowFormat } from '../format/format.ts';
import { syntaxOf } from '../format/format.ts';
import { type Row, rowReader } from '../format/row.ts';
import { type Encoding, toUtf8 } from './encoding.ts';
import { HEAD } from './head-rows.ts';

/** Places of a file that are looked at besides its beginning, the bytes that are read at each, and the rows that are taken. */
const PLACES = 7;
const BYTES = 1 << 15;
const ROWS = 20;

/**
 * Rows from all over a file, beyond its beginning: lists are sorted by state or by name, and their first rows say little of the
 * rest. Records of more than one line may be misread: they are not usable. None of a file of no more than `HEAD` bytes.
 */
export async function farRows(
  path: string,
  encoding: Encoding,
  format: RowFormat,
  columns: readonly string[],
): Promise<Row[]> {
  const descriptor = openSync(path, 'r');
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size <= HEAD) return [];
    const read = rowReader(format, columns, false);
    const rows: Row[] = [];
    for (let place = 1; place <= PLACES; place++) {
      // Even, so that both bytes of a character of UTF-16 are read.
      const offset = 2 * Math.floor((HEAD + ((stats.size - HEAD) * place) / (PLACES + 1)) / 2);
      const bytes = Buffer.alloc(Math.min(BYTES, stats.size - offset));
      const length = readSync(descriptor, bytes, 0, bytes.length, offset);
      const lines = (await decoded(bytes.subarray(0, length), encoding)).split(terminatorOf(format));
      // The first and the last are cut off.
      for (const line of lines.slice(1, -1).slice(0, ROWS)) rows.push(read(line.replace(/\r$/, ''), 0));
    }
    return rows;
  } finally {
    closeSync(descriptor);
  }
}

/** Rows that are taken of a workbook, at least half as many of a long one. */
const MOST = 2 * PLACES * ROWS;

/** Rows from all over a list that is read as lines, evenly: every other one is left out whenever there are too many. */
export async function evenRows(
  lines: AsyncIterable<Buffer>,
  format: RowFormat,
  columns: readonly string[],
): Promise<Row[]> {
  const terminator = terminatorOf(format);
  let kept: string[] = [];
  let step = 1;
  let seen = 0;
  for await (const chunk of lines)
    for (const line of chunk.toString('utf8').split(terminator)) {
      if (line === '' || seen++ % step !== 0) continue;
      kept.push(line);
      if (kept.length < MOST) continue;
      kept = kept.filter((_, i) => i % 2 === 0);
      step *= 2;
    }
  const read = rowReader(format, columns, false);
  return kept.map((line) => read(line, 0));
}

function terminatorOf(format: RowFormat): string {
  return String.fromCharCode(syntaxOf(format).terminator);
}

async function decoded(bytes: Buffer, encoding: Encoding): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of toUtf8(once(bytes), encoding)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
