import { open, readFile } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { ReleaseError } from '../release/release-error.ts';

/** A dBASE III table as shapefiles carry it, with every field as trimmed text. */
export interface DbfTable {
  readonly path: string;
  /** Column names in lower case. */
  readonly columns: readonly string[];
  readonly rowCount: number;
  /** Whether a row carries the deletion mark: it keeps its place beside its shape but is not to be used. */
  deleted(row: number): boolean;
  /** A field as trimmed text, empty for a null. `column` is a position in `columns`. */
  text(row: number, column: number): string;
}

interface Field {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
}

const HEADER_SIZE = 32;
const FIELD_SIZE = 32;

/** The column names of a .dbf in lower case, without reading its rows. Throws a sentence when the header is not one. */
export async function readDbfColumns(path: string): Promise<string[]> {
  const file = await open(path);
  try {
    const start = Buffer.alloc(HEADER_SIZE);
    const { bytesRead } = await file.read(start, 0, HEADER_SIZE, 0);
    if (bytesRead < HEADER_SIZE) throw new ReleaseError(`${path}: ${bytesRead} bytes, too short for a dBASE header`);
    const header = Buffer.alloc(start.readUInt16LE(8));
    const read = await file.read(header, 0, header.length, 0);
    return readFields(path, header.subarray(0, read.bytesRead)).map((field) => field.name);
  } finally {
    await file.close();
  }
}

/**
 * Reads a .dbf whole. `codePage` is the content of the .cpg beside it, or null: then UTF-8 is tried and Windows-1252
 * taken where it does not fit. Throws a sentence when the file is truncated or its code page unknown.
 */
export async function readDbf(path: string, codePage: string | null): Promise<DbfTable> {
  const bytes = await readFile(path);
  const fields = readFields(path, bytes);
  const rowCount = bytes.readUInt32LE(4);
  const start = bytes.readUInt16LE(8);
  const width = bytes.readUInt16LE(10);
  const expected = start + rowCount * width;
  if (bytes.length < expected)
    throw new ReleaseError(
      `${path}: truncated: ${bytes.length} bytes, its header promises ${rowCount} rows in ${expected} bytes`,
    );
  const decoder = decoderFor(path, codePage, bytes.subarray(start, expected));
  return {
    path,
    columns: fields.map((field) => field.name),
    rowCount,
    deleted: (row) => bytes[start + row * width] === 0x2a,
    text(row, column) {
      const at = start + row * width + fields[column].offset;
      return decoder
        .decode(bytes.subarray(at, at + fields[column].length))
        .replace(/\0.*$/s, '')
        .trim();
    },
  };
}

function readFields(path: string, bytes: Buffer): Field[] {
  const size = bytes.length < HEADER_SIZE ? 0 : bytes.readUInt16LE(8);
  const width = bytes.length < HEADER_SIZE ? 0 : bytes.readUInt16LE(10);
  if (size <= HEADER_SIZE || bytes.length < size)
    throw new ReleaseError(`${path}: not a dBASE table: its header is cut short`);
  const fields: Field[] = [];
  let offset = 1;
  for (let at = HEADER_SIZE; at + FIELD_SIZE <= size && bytes[at] !== 0x0d; at += FIELD_SIZE) {
    const name = bytes
      .toString('latin1', at, at + 11)
      .replace(/\0.*$/s, '')
      .trim()
      .toLowerCase();
    const length = bytes[at + 16];
    fields.push({ name, offset, length });
    offset += length;
  }
  if (fields.length === 0 || offset > width)
    throw new ReleaseError(
      `${path}: not a dBASE table: its ${fields.length} columns take ${offset} bytes, a row has ${width}`,
    );
  return fields;
}

function decoderFor(path: string, codePage: string | null, rows: Uint8Array): TextDecoder {
  if (codePage === null) {
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true });
      decoder.decode(rows);
      return decoder;
    } catch {
      return new TextDecoder('windows-1252');
    }
  }
  const label = codePage.trim().toLowerCase();
  const number = /^(?:ansi |cp|windows-|oem )?(\d+)$/.exec(label)?.[1];
  const encoding =
    number === undefined
      ? label
      : number === '65001'
        ? 'utf-8'
        : number.startsWith('8859')
          ? `iso-8859-${number.slice(4)}`
          : `windows-${number}`;
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new ReleaseError(`${path}: unknown code page "${codePage.trim()}" in its .cpg file`);
  }
}
