import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';
import { readCells } from '../format/cell-lines.ts';
import { type RowFormat, syntaxOf } from '../format/format.ts';
import { type Row, rowReader } from '../format/row.ts';
import { type Position, START } from './cut.ts';
import { findDialect, lineEndOf } from './dialect.ts';
import { type Encoding, EncodingFinder, MARK_BYTES, markedEncoding, toUtf8, unmarkedUtf16 } from './encoding.ts';
import { evenRows, farRows } from './far-rows.ts';
import { HEAD, headRows } from './head-rows.ts';
import { findHeader } from './header.ts';
import { isParquet, parquetLines, parquetRows } from './parquet-rows.ts';
import { type ListFile, type Pieces, piecesOfChunks, piecesOfFile } from './pieces.ts';
import { type Part, type Share, shareOf } from './share.ts';
import { listSheet, sheetsOf } from './sheets.ts';
import { InputError, openSource, quotedNames, readHead } from './source.ts';
import { isWorkbook, workbookLines } from './xlsx-rows.ts';

/** The formats that lists are read in. */
export const INPUT_KINDS = ['csv', 'ndjson', 'xlsx', 'parquet'] as const;
export type InputKind = (typeof INPUT_KINDS)[number];

/** What the caller says of a list; null for what is to be found out. */
export interface InputSettings {
  /** `-` for standard input. */
  readonly path: string;
  readonly format: InputKind | null;
  readonly encoding: Encoding | null;
  readonly delimiter: string | null;
  /** Whether the first row has the names of the columns. */
  readonly header: boolean | null;
  readonly sheet: string | null;
  /** Lines, or rows of a sheet, that come before the header, or before the first row where there is none; null to find titles. */
  readonly skip: number | null;
}

/** An open list. */
export interface Input {
  readonly name: string;
  readonly kind: InputKind;
  readonly encoding: Encoding;
  /** The names of a workbook's sheets. */
  readonly sheets: readonly string[];
  /** Those before the list's that have no table, or are hidden. */
  readonly passed: readonly string[];
  readonly format: RowFormat;
  readonly columns: readonly string[];
  /** Whether the columns have the file's own names. */
  readonly named: boolean;
  /** Rows near the beginning and, of a file of text, from all over it, to find columns by. */
  readonly sample: readonly Row[];
  /** Rows above the header that are no part of the list. */
  readonly titles: number;
  /** Where the rows begin. */
  readonly start: Position;
  /** The list from a position on, or what of it is in a share, for so many workers. To be called once. Throws an InputError. */
  pieces(from: Position, share: Share | null, workers: number): Pieces;
  /** The share of a part, which is the same wherever it is asked for. Throws an InputError where the list has no parts. */
  share(part: Part): Promise<Share>;
  /** Closes the list. */
  close(): void;
  /** The share of the file that was read, up to a position; null where its size is not known. */
  done(at: Position): number | null;
}

/** Rows of the beginning that are looked at, and those of them that columns are found by if there are others. */
const SAMPLE = 400;
const BESIDE_FAR = 60;

/**
 * Opens a list, and finds out what was not said about it. `isHeader` tells whether a first row has names of columns.
 * Throws an InputError where it cannot be read.
 */
export async function openInput(
  settings: InputSettings,
  isHeader: (first: readonly string[]) => boolean,
): Promise<Input> {
  const source = openSource(settings.path);
  const { name } = source;
  const raw = await readHead(source.chunks, HEAD);
  if (raw.head.length === 0) throw new InputError(`${name} is empty: expected a list of addresses`);
  const other = settings.format === null ? otherKind(raw.head) : null;
  if (other !== null) throw new InputError(`${name} is ${other}`);
  const { format } = settings;
  const binary =
    format === 'xlsx' || (format === null && isWorkbook(raw.head))
      ? 'xlsx'
      : format === 'parquet' || (format === null && isParquet(raw.head))
        ? 'parquet'
        : null;
  const encoding =
    binary !== null
      ? 'utf-8'
      : (settings.encoding ??
        markedEncoding(raw.head) ??
        unmarkedUtf16(raw.head) ??
        (await findEncoding(settings.path, raw.head)));
  const file = binary === null ? null : await whole(raw.all);
  const workbook = file === null || binary !== 'xlsx' ? [] : await sheetsOf(file, name);
  const sheets = workbook.map((sheet) => sheet.name);
  expectSheet(settings.sheet, sheets, name);
  const { sheet, passed } =
    file === null || settings.sheet !== null
      ? { sheet: settings.sheet, passed: [] }
      : await listSheet(file, workbook, name, isHeader);
  const binaryLines = (file: Buffer) =>
    binary === 'parquet' ? parquetLines(file, name) : workbookLines(file, sheet, name);
  const { head, all } = await readHead(file === null ? toUtf8(raw.all, encoding) : binaryLines(file), HEAD);
  const kind = binary ?? format ?? (isNdjson(head) ? 'ndjson' : 'csv');
  const mark = markedEncoding(raw.head) !== null || encoding !== 'utf-8';
  const found =
    kind === 'ndjson'
      ? objectTable(head, name, settings.skip)
      : rowTable(
          head,
          name,
          kind,
          kind === 'parquet' ? { ...settings, header: true, skip: 0 } : settings,
          mark,
          isHeader,
        );
  const far =
    head.length < HEAD || (file === null && settings.path === '-')
      ? []
      : file === null
        ? await farRows(settings.path, encoding, found.format, found.columns)
        : await evenRows(binaryLines(file), found.format, found.columns);
  const sample = far.length === 0 ? found.sample : [...found.sample.slice(0, BESIDE_FAR), ...far];
  if (found.columns.length === 0)
    throw new InputError(`${name} has no rows: expected a list of addresses${sheetsHint(sheets)}`);
  const { descriptor, size } = source;
  const ranged: ListFile | null =
    file === null && encoding === 'utf-8' && descriptor !== null && size !== null
      ? { descriptor, size, mark: markedEncoding(raw.head) === 'utf-8' ? MARK_BYTES : 0 }
      : null;
  return {
    name,
    kind,
    encoding,
    sheets,
    passed,
    ...found,
    sample,
    pieces: (from, part, workers) =>
      ranged === null ? piecesOfChunks(all, from, part, name) : piecesOfFile(ranged, from, part, workers, name),
    share: async (part) => {
      if (kind === 'xlsx')
        throw new InputError(`--part: ${name} is a workbook, which is unpacked from its beginning: save it as CSV`);
      if (source.size === null) throw new InputError(`--part: ${name} has no size: expected a file`);
      const { start } = found;
      if (file !== null) return shareOf(part, 'line', start, start.line + (await parquetRows(file)));
      return shareOf(part, 'bytes', start, encoding.startsWith('utf-16') ? source.size / 2 : source.size);
    },
    close: source.close,
    done: ({ bytes }) => {
      if (source.size === null || source.size === 0) return null;
      return (ranged === null ? source.read() : bytes) / source.size;
    },
  };
}

async function whole(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

function expectSheet(sheet: string | null, sheets: readonly string[], name: string): void {
  if (sheet !== null && sheets.length > 0 && !sheets.includes(sheet))
    throw new InputError(`--sheet ${sheet}: ${name} has no such sheet; there are ${quotedNames(sheets)}`);
}

/** The sheets that a list may be on, as the end of a message; empty where there are not several. */
export function sheetsHint(sheets: readonly string[]): string {
  return sheets.length > 1 ? `. Its sheets are ${quotedNames(sheets)}: name one with --sheet` : '';
}

/** Tells a list's encoding from the whole file, or from the beginning of standard input. */
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

type Table = Pick<Input, 'format' | 'columns' | 'named' | 'titles' | 'start' | 'sample'>;

function objectTable(head: Buffer, name: string, skip: number | null): Table {
  const format: RowFormat = { kind: 'ndjson' };
  const start = skip === null ? START : afterLines(head, format, skip, name);
  const lines = linesOf(head.subarray(start.bytes));
  const names = new Set<string>();
  for (const line of lines) {
    try {
      const value: unknown = JSON.parse(line);
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        for (const key of Object.keys(value)) names.add(key);
    } catch {
      // It will be reported with its number.
    }
  }
  const columns = [...names];
  const read = rowReader(format, columns, true);
  const sample = lines.slice(0, SAMPLE).map((line, i) => read(line, start.line + i));
  return { format, columns, named: true, titles: skip ?? 0, start, sample };
}

function rowTable(
  head: Buffer,
  name: string,
  kind: Exclude<InputKind, 'ndjson'>,
  { delimiter, header, skip }: InputSettings,
  mark: boolean,
  isHeader: (first: readonly string[]) => boolean,
): Table {
  const isSheet = kind !== 'csv';
  const lines: RowFormat = isSheet ? { kind: 'cells' } : { kind: 'csv', delimiter: '', lineEnd: lineEndOf(head), mark };
  const from = skip === null ? START : afterLines(head, lines, skip, name);
  const format: typeof lines = isSheet ? lines : findDialect(head.subarray(from.bytes), delimiter, mark);
  const rows = headRows(head, format, SAMPLE, from);
  const { columns, named, rowsAbove } = findHeader(rows, isSheet, header, isHeader);
  const last = rows[rowsAbove - 1];
  const start = last === undefined ? from : positionAt(head, last.end, last.nextLine);
  const sample = rows.slice(rowsAbove).map(({ cells, nextLine }) => ({
    line: nextLine - 1,
    cells,
    text: null,
    problem: null,
    usable: isSheet || cells.length === columns.length,
  }));
  return { format, columns, named, titles: (skip ?? 0) + Math.max(0, rowsAbove - 1), start, sample };
}

function positionAt(head: Buffer, bytes: number, line: number): Position {
  return { bytes, crc32: crc32(head.subarray(0, bytes)), line };
}

/**
 * The position after `count` lines, or after the rows of a sheet up to that number. Throws an InputError where the
 * beginning of the list does not have as many.
 */
function afterLines(head: Buffer, format: RowFormat, count: number, name: string): Position {
  const { terminator } = syntaxOf(format);
  let end = 0;
  let lines = 0;
  for (; end < head.length; lines++) {
    const found = head.indexOf(terminator, end);
    const next = found === -1 ? head.length : found + 1;
    const passed = format.kind === 'cells' ? readCells(head.toString('utf8', end, next)).line > count : lines === count;
    if (passed) break;
    end = next;
  }
  if (end === head.length) throw new InputError(`${name}: --skip ${count} leaves nothing of its first ${lines} lines`);
  return positionAt(head, end, lines + 1);
}

const MAGIC: readonly (readonly [Buffer, string])[] = [
  [
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    'a workbook of old Excel (.xls), or one with a password: save it as .xlsx without a password, or as CSV',
  ],
  [Buffer.from('1f8b', 'hex'), 'packed with gzip: unpack it, for instance with zcat'],
  [Buffer.from('%PDF-'), 'a PDF document'],
];

/**
 * What a file that does not look like a list is, and what to do about it, by its first bytes; null where it may be a
 * list.
 */
function otherKind(head: Buffer): string | null {
  for (const [magic, what] of MAGIC) if (head.subarray(0, magic.length).equals(magic)) return what;
  const text = head.toString('latin1', 0, 512);
  if (text.startsWith('PK') && text.includes('mimetypeapplication/vnd.oasis.opendocument'))
    return 'an OpenDocument file: save it as .xlsx or CSV';
  if (/^\s*<(?:!doctype html|html|table|\?xml)\b/i.test(text))
    return 'HTML or XML, whatever its name ends with: open it in a spreadsheet, and save it as .xlsx or CSV';
  if (/^(?:\xef\xbb\xbf)?\s*\[\s*\{/.test(text))
    return "a JSON array: expected one object a line, as jq -c '.[]' writes them";
  return null;
}
