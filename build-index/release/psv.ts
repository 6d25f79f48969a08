import type { Row } from './fields.ts';
import { type Rejects, type TableAccount, WRONG_FIELD_COUNT } from './rejects.ts';
import type { TableFile } from './release.ts';
import { ReleaseError } from './release-error.ts';

/** The columns wanted of a table, by header name: a row's fields come in this order, required ones first. */
export interface Columns {
  readonly required: readonly string[];
  /** Always empty where the file does not have them. */
  readonly optional?: readonly string[];
}

/** A longer line is not a row: the file is something else than a table. */
const LONGEST_LINE = 64 * 1024 * 1024;

const LF = 0x0a;
const CR = 0x0d;
const PIPE = 0x7c;

/**
 * Reads a table in one pass and calls `onRow` for each row that has as many fields as the header. Others are dropped
 * into `rejects` (null on a second reading of the same file, whose rows are already accounted for). `onProgress` hears
 * the bytes of each chunk done.
 *
 * G-NAF's form: fields separated by `|`, no quoting, a header row, CRLF or LF, with or without a byte order mark and a
 * last line end; empty lines at the end are ignored (G-NAF Data Product Description, "Data format").
 *
 * @returns rows read, dropped ones included
 * @throws ReleaseError when there is no header or a required column is missing
 */
export async function readRows(
  file: TableFile,
  columns: Columns,
  rejects: Rejects | null,
  onRow: (row: Row) => void,
  onProgress?: (bytes: number) => void,
): Promise<number> {
  const reader = new RowReader(file.path, columns, rejects === null ? null : rejects.of(file), onRow);
  for await (const chunk of file.open()) {
    reader.feed(chunk);
    onProgress?.(chunk.length);
  }
  return reader.finish();
}

/** Cuts a table into rows as its bytes arrive. Complete lines of a chunk are never copied. */
class RowReader {
  readonly #path: string;
  readonly #columns: Columns;
  readonly #account: TableAccount | null;
  readonly #onRow: (row: Row) => void;
  readonly #row: Row;
  /** By column of the file: the place in the row of a wanted one, or one place past them all. */
  #placeOf: Int32Array | null = null;
  /** Columns up to and including the last wanted one. */
  #placed = 0;
  /** An unfinished line, kept until the next chunk. */
  #carry: Buffer = Buffer.alloc(4096);
  #carried = 0;
  /** Lines before the one that is being read. */
  #lines = 0;
  #rows = 0;
  /** Empty lines just before the one that is being read. */
  #blank = 0;

  constructor(path: string, columns: Columns, account: TableAccount | null, onRow: (row: Row) => void) {
    this.#path = path;
    this.#columns = columns;
    this.#account = account;
    this.#onRow = onRow;
    const wanted = columns.required.length + (columns.optional?.length ?? 0);
    this.#row = {
      bytes: this.#carry,
      start: new Int32Array(wanted + 1),
      end: new Int32Array(wanted + 1),
      line: 0,
    };
  }

  feed(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let from = 0;
    if (this.#carried > 0) {
      from = bytes.indexOf(LF) + 1;
      this.#keep(bytes, 0, from === 0 ? bytes.length : from);
      if (from === 0) return;
      this.#lineOfCarry();
    }
    if (this.#placeOf === null && from < bytes.length) {
      const end = bytes.indexOf(LF, from) + 1;
      if (end > 0) {
        this.#readHeader(bytes, from, end);
        from = end;
      }
    }
    if (this.#placeOf !== null) from = this.#scan(bytes, from, bytes.length);
    this.#keep(bytes, from, bytes.length);
  }

  finish(): number {
    if (this.#carried > 0) {
      this.#keep(Buffer.of(LF), 0, 1);
      this.#lineOfCarry();
    }
    if (this.#placeOf === null) {
      throw new ReleaseError(`${this.#path} is empty: expected a header line with ${this.#columns.required.join('|')}`);
    }
    if (this.#account !== null) this.#account.read += this.#rows;
    return this.#rows;
  }

  #lineOfCarry(): void {
    const length = this.#carried;
    this.#carried = 0;
    if (this.#placeOf === null) this.#readHeader(this.#carry, 0, length);
    else this.#scan(this.#carry, 0, length);
  }

  #keep(bytes: Buffer, from: number, to: number): void {
    const length = this.#carried + to - from;
    if (length > LONGEST_LINE) {
      throw new ReleaseError(
        `${this.#path} line ${this.#lines + 1} is longer than ${LONGEST_LINE / 1024 / 1024} MiB: expected a table of lines`,
      );
    }
    if (length > this.#carry.length) {
      const larger = Buffer.alloc(Math.max(length, 2 * this.#carry.length));
      this.#carry.copy(larger, 0, 0, this.#carried);
      this.#carry = larger;
    }
    bytes.copy(this.#carry, this.#carried, from, to);
    this.#carried = length;
  }

  #readHeader(bytes: Buffer, from: number, to: number): void {
    const path = this.#path;
    if ((bytes[from] === 0xff && bytes[from + 1] === 0xfe) || (bytes[from] === 0xfe && bytes[from + 1] === 0xff)) {
      throw new ReleaseError(`${path} is UTF-16: expected UTF-8`);
    }
    const header = bytes
      .toString('utf8', from, to)
      .replace(/^\uFEFF/, '')
      .replace(/\r?\n$/, '');
    if (header.trim() === '') {
      throw new ReleaseError(
        `${path} has no header: expected ${this.#columns.required.join('|')} in line 1, found an empty line`,
      );
    }
    const names = header.split('|').map((name) => name.trim().toUpperCase());
    const { required, optional = [] } = this.#columns;
    const wanted = [...required, ...optional];
    const placeOf = new Int32Array(names.length).fill(wanted.length);
    wanted.forEach((name, place) => {
      const column = names.indexOf(name);
      if (column === -1) {
        if (place >= required.length) return;
        throw new ReleaseError(`${path} has no column ${name}: found ${shortened(names.join('|'))}`);
      }
      if (names.indexOf(name, column + 1) !== -1) {
        throw new ReleaseError(`${path} has column ${name} twice: expected it once`);
      }
      placeOf[column] = place;
      this.#placed = Math.max(this.#placed, column + 1);
    });
    this.#placeOf = placeOf;
    this.#lines = 1;
  }

  /** Reads the complete lines of `bytes[from, to)`; returns where the unfinished one starts. */
  #scan(bytes: Buffer, from: number, to: number): number {
    const row = this.#row;
    const { start, end } = row;
    const placeOf = this.#placeOf!;
    const placed = this.#placed;
    const last = placeOf.length - 1;
    const onRow = this.#onRow;
    let lines = this.#lines;
    let lineStart = from;
    let fieldStart = from;
    let column = 0;
    row.bytes = bytes;
    for (let p = from; p < to; p++) {
      const byte = bytes[p];
      if (byte === PIPE) {
        if (column < placed) {
          const place = placeOf[column];
          start[place] = fieldStart;
          end[place] = p;
        }
        column++;
        fieldStart = p + 1;
      } else if (byte === LF) {
        lines++;
        const lineEnd = p > lineStart && bytes[p - 1] === CR ? p - 1 : p;
        if (lineEnd === lineStart) {
          this.#blank++;
        } else {
          if (this.#blank > 0) this.#rejectBlank(lines);
          this.#rows++;
          if (column === last) {
            if (column < placed) {
              const place = placeOf[column];
              start[place] = fieldStart;
              end[place] = lineEnd;
            }
            row.line = lines;
            onRow(row);
          } else {
            this.#account?.drop(WRONG_FIELD_COUNT, lines, fieldCount(last + 1), `${column + 1}`);
          }
        }
        column = 0;
        fieldStart = p + 1;
        lineStart = fieldStart;
      }
    }
    this.#lines = lines;
    return lineStart;
  }

  /** Empty lines that turned out to stand between rows. */
  #rejectBlank(line: number): void {
    for (let empty = line - this.#blank; empty < line; empty++) {
      this.#rows++;
      this.#account?.drop(WRONG_FIELD_COUNT, empty, fieldCount(this.#placeOf!.length), 'an empty line');
    }
    this.#blank = 0;
  }
}

function fieldCount(count: number): string {
  return count === 1 ? '1 field' : `${count} fields`;
}

function shortened(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
