import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';
import { cellText } from '../format/cell.ts';
import { RecordScanner } from '../format/csv-scan.ts';
import { type RowFormat, syntaxOf } from '../format/format.ts';
import { type Row, readCells, rowReader } from '../format/row.ts';
import { type Batch, cutBatches, type Position, START } from './batches.ts';
import { findDialect, recordsOf } from './dialect.ts';
import { type Encoding, EncodingFinder, markedEncoding, toUtf8 } from './encoding.ts';
import { InputError } from './input-error.ts';
import { openSource, readHead } from './source.ts';
import { isWorkbook, workbookLines } from './xlsx-rows.ts';

/** What the caller says of a list; null for what is to be found. */
export interface InputSettings {
  /** `-` for standard input. */
  readonly path: string;
  readonly format: 'csv' | 'ndjson' | 'xlsx' | null;
  readonly encoding: Encoding | null;
  readonly delimiter: string | null;
  /** Whether the first row has the names of the columns. */
  readonly header: boolean | null;
  readonly sheet: string | null;
}

/** An open list. */
export interface Input {
  readonly name: string;
  readonly kind: 'csv' | 'ndjson' | 'xlsx';
  readonly encoding: Encoding;
  readonly format: RowFormat;
  readonly columns: readonly string[];
  /** Whether the columns have the file's own names. */
  readonly named: boolean;
  /** Rows near the beginning, to find columns by. */
  readonly sample: readonly Row[];
  /** Where the rows begin. */
  readonly start: Position;
  /** All rows from a position on. To be called once. */
  batches(from: Position): AsyncGenerator<Batch>;
  /** The share of the file that was read; null where its size is not known. */
  done(): number | null;
}

/** Bytes of the beginning by which format, dialect and columns are found. */
const HEAD = 1 << 18;
/** Rows of the sample. */
const SAMPLE = 400;

/**
 * Opens a list, and finds out what was not said of it. `isHeader` tells whether a first row has names of columns, by it and the rows that follow. Throws an InputError in a
 * sentence where it cannot be read.
 */
export async function openInput(
  settings: InputSettings,
  isHeader: (first: readonly string[], rest: readonly (readonly string[])[]) => boolean,
): Promise<Input> {
  const source = openSource(settings.path);
  const raw = await readHead(source.chunks, HEAD);
  if (raw.head.length === 0) throw new InputError(`${source.name} is empty: expected a list of addresses`);
  const workbook = settings.format === 'xlsx' || (settings.format === null && isWorkbook(raw.head));
  const encoding = workbook
    ? 'utf-8'
    : (settings.encoding ?? markedEncoding(raw.head) ?? (await findEncoding(settings.path, raw.head)));
  const utf8 = workbook ? workbookLines(raw.all, settings.sheet, source.name) : toUtf8(raw.all, encoding);
  const { head, all } = await readHead(utf8, HEAD);
  const kind = workbook ? 'xlsx' : (settings.format ?? (isNdjson(head) ? 'ndjson' : 'csv'));
  const mark = markedEncoding(raw.head) !== null || encoding !== 'utf-8';
  const format: RowFormat =
    kind === 'xlsx'
      ? { kind: 'cells' }
      : kind === 'ndjson'
        ? { kind: 'ndjson' }
        : findDialect(head, settings.delimiter, mark);
  const found = kind === 'ndjson' ? objectColumns(head) : rowColumns(head, format, settings.header, isHeader);
  if (found.columns.length === 0) throw new InputError(`${source.name} has no rows: expected a list of addresses`);
  const { columns, named } = found;
  const start = named && kind !== 'ndjson' ? afterFirst(head, format) : START;
  const share = () => (source.size === null || source.size === 0 ? null : source.read() / source.size);
  return {
    ...{ name: source.name, kind, encoding, format, columns, named, start },
    sample: sampleOf(head, format, columns, start),
    batches: (from) => cutBatches(all, syntaxOf(format), from, source.name),
    done: share,
  };
}

/** Reads a file whole to tell its encoding; of standard input the beginning. */
async function findEncoding(path: string, head: Buffer): Promise<Encoding> {
  const finder = new EncodingFinder();
  if (path === '-') finder.add(head);
  else for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) finder.add(chunk);
  return finder.found();
}

function isNdjson(head: Buffer): boolean {
  const line = head.toString('utf8', 0, 4096).trimStart().split('\n')[0];
  return /^\{\s*(?:"|\}\s*$)/.test(line);
}

function linesOf(head: Buffer): string[] {
  const lines = head.toString('utf8').split('\n');
  if (head.length >= HEAD) lines.pop();
  return lines.filter((line) => line.trim() !== '');
}

function objectColumns(head: Buffer): { columns: string[]; named: boolean } {
  const names = new Set<string>();
  for (const line of linesOf(head)) {
    try {
      const value: unknown = JSON.parse(line);
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        for (const name of Object.keys(value)) names.add(name);
    } catch {
      // It will be reported with its number.
    }
  }
  return { columns: [...names], named: true };
}

function rowColumns(
  head: Buffer,
  format: RowFormat,
  given: boolean | null,
  isHeader: (first: readonly string[], rest: readonly (readonly string[])[]) => boolean,
): { columns: string[]; named: boolean } {
  const rows =
    format.kind === 'csv'
      ? recordsOf(head, format, SAMPLE)
      : linesOf(head)
          .slice(0, SAMPLE)
          .map((line) => readCells(line).cells.map(cellText));
  if (rows.length === 0) return { columns: [], named: false };
  const [first, ...rest] = rows;
  const named = given ?? isHeader(first, rest);
  const width = named || format.kind === 'csv' ? first.length : Math.max(...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, i) => (named && first[i]?.trim()) || `column_${i + 1}`);
  return { columns: distinct(columns), named };
}

/** Names of which no two are the same: the second `name` is `name_2`. */
function distinct(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.map((name) => {
    let unused = name;
    for (let n = 2; seen.has(unused); n++) unused = `${name}_${n}`;
    seen.add(unused);
    return unused;
  });
}

/** The position after the first record that is not empty. */
function afterFirst(head: Buffer, format: RowFormat): Position {
  const scanner = new RecordScanner(syntaxOf(format), 1);
  let end = 0;
  for (let from = 0; from < head.length; from = end) {
    const found = scanner.endOfRecord(head, from);
    end = found === -1 ? head.length : found;
    if (head.toString('utf8', from, end).trim() !== '') break;
  }
  return { bytes: end, crc32: crc32(head.subarray(0, end)), line: scanner.line };
}

function sampleOf(head: Buffer, format: RowFormat, columns: readonly string[], start: Position): Row[] {
  const read = rowReader(format, columns, true);
  if (format.kind !== 'csv') {
    const lines = linesOf(head.subarray(start.bytes));
    return lines.slice(0, SAMPLE).map((line, i) => read(line, start.line + i));
  }
  const rows = recordsOf(head.subarray(start.bytes), format, SAMPLE);
  return rows.map((cells, i) => ({
    line: start.line + i,
    cells,
    text: null,
    problem: null,
    usable: cells.length === columns.length,
  }));
}
