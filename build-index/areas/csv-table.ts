import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, type Info, parse } from 'csv-parse';
import { ReleaseError } from '../release/release-error.ts';
import type { TableReader } from './table-reader.ts';

const QUOTE = 0x22;
const LF = 0x0a;
/** Bytes handed to the parser at a time. */
const CHUNK_BYTES = 1 << 18;

/**
 * Reads a CSV file (RFC 4180, UTF-8 with or without BOM, CRLF or LF). A row of another width than
 * the header is an error.
 */
export async function readCsvTable(path: string, reader: TableReader): Promise<void> {
  const bytes = await readFile(path);
  const rows = rowsOf(path, reader);
  // The ABS writes no quotes. Without them a line is a row, and splitting it takes a tenth of the
  // parser's time.
  if (bytes.includes(QUOTE) || !bytes.includes(LF)) await parseRows(path, bytes, rows.take);
  else splitRows(bytes, rows.take);
  if (rows.width() === -1) throw new ReleaseError(`${path}: empty file, expected a header row`);
}

/** Takes the fields of a row, trimmed, and the number of its line. */
type TakeRow = (record: readonly string[], line: number) => void;

/**
 * Takes the rows of a file, the first of which is the header. `width` answers how many columns that
 * has, -1 before it was read.
 */
function rowsOf(path: string, reader: TableReader): { readonly take: TakeRow; width(): number } {
  let width = -1;
  let wanted: readonly number[] = [];
  let fields: string[] = [];
  const take = (record: readonly string[], line: number) => {
    if (width === -1) {
      width = record.length;
      wanted = reader.select(record);
      fields = new Array<string>(wanted.length).fill('');
      return;
    }
    if (record.length !== width)
      throw new ReleaseError(`${path}, line ${line}: ${record.length} fields where the header has ${width}`);
    for (let i = 0; i < wanted.length; i++) fields[i] = record[wanted[i]];
    reader.row(fields, line);
  };
  return { take, width: () => width };
}

/** Rows of a file that has no quotes. */
function splitRows(bytes: Buffer, take: TakeRow): void {
  let line = 0;
  let from = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (from < bytes.length) {
    const end = bytes.indexOf(LF, from);
    const to = end === -1 ? bytes.length : end;
    const text = bytes.toString('utf8', from, to);
    line++;
    from = to + 1;
    if (text === '' || text === '\r') continue;
    const record = text.split(',');
    for (let i = 0; i < record.length; i++) record[i] = record[i].trim();
    take(record, line);
  }
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: Info;
}

async function parseRows(path: string, bytes: Buffer, take: TakeRow): Promise<void> {
  const parser = parse({
    bom: true,
    info: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (({ record, info }: CsvRecord): null => {
      take(record, info.lines);
      return null;
    }) as never,
  });
  const chunks = function* () {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
  };
  try {
    await pipeline(Readable.from(chunks()), parser, async (records) => {
      for await (const _ of records);
    });
  } catch (error) {
    if (error instanceof CsvError) throw new ReleaseError(`${path}: not readable as CSV: ${error.message}`);
    throw error;
  }
}
