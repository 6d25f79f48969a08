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
 * Bytes that are cut into rows at once, a longer line apart: few enough to stay in the processor's
 * nearer caches until their rows are worked on.
 */
const BLOCK_BYTES = 32 * 1024;

/** The most rows that are shown ahead of the first of them. */
export const MOST_ROWS_AHEAD = 256;

/** 1 for the bytes that end a field. */
const ENDS_FIELD = new Uint8Array(256);
ENDS_FIELD[PIPE] = 1;
ENDS_FIELD[LF] = 1;

/**
 * Is shown the next rows, `rows[0]` to `rows[count - 1]`, before `onRow` is called for the first of
 * them: what all of them need from memory can then be asked for in one go.
 */
export type OnRowsAhead = (rows: readonly Row[], count: number) => void;

/**
 * Reads a table in one pass and calls `onRow` for each row that has as many fields as the header;
 * `place` is the row's among those that `onAhead` was shown. Others are dropped into `rejects`
 * (null on a second reading of the same file, whose rows are already accounted for). `onProgress`
 * hears the bytes of each chunk done.
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
  onRow: (row: Row, place: number) => void,
  onProgress?: (bytes: number) => void,
  onAhead?: OnRowsAhead,
): Promise<number> {
  const reader = new RowReader(file.path, columns, rejects === null ? null : rejects.of(file), onRow, onAhead ?? null);
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
  readonly #onRow: (row: Row, place: number) => void;
  readonly #onAhead: OnRowsAhead | null;
  readonly #rows: readonly Row[];
  /** By place in the row: the column of the file; null before the header. */
  #columnOf: Int32Array | null = null;
  /** Columns of the file. */
  #width = 0;
  /** Where the fields of a block end. */
  #ends = new Int32Array(BLOCK_BYTES);
  /** An unfinished line, kept until the next chunk. */
  #carry: Buffer = Buffer.alloc(4096);
  #carried = 0;
  /** Lines before the one that is being read. */
  #lines = 0;
  #read = 0;
  /** Empty lines just before the one that is being read. */
  #blank = 0;

  constructor(
    path: string,
    columns: Columns,
    account: TableAccount | null,
    onRow: (row: Row, place: number) => void,
    onAhead: OnRowsAhead | null,
  ) {
    this.#path = path;
    this.#columns = columns;
    this.#account = account;
    this.#onRow = onRow;
    this.#onAhead = onAhead;
    const wanted = columns.required.length + (columns.optional?.length ?? 0);
    this.#rows = Array.from({ length: MOST_ROWS_AHEAD }, () => ({
      bytes: this.#carry,
      start: new Int32Array(wanted),
      end: new Int32Array(wanted),
      line: 0,
    }));
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
    if (this.#columnOf === null && from < bytes.length) {
      const end = bytes.indexOf(LF, from) + 1;
      if (end > 0) {
        this.#readHeader(bytes, from, end);
        from = end;
      }
    }
    if (this.#columnOf !== null) from = this.#scan(bytes, from, bytes.length);
    this.#keep(bytes, from, bytes.length);
  }

  finish(): number {
    if (this.#carried > 0) {
      this.#keep(Buffer.of(LF), 0, 1);
      this.#lineOfCarry();
    }
    if (this.#columnOf === null) {
      throw new ReleaseError(`${this.#path} is empty: expected a header line with ${this.#columns.required.join('|')}`);
    }
    if (this.#account !== null) this.#account.read += this.#read;
    return this.#read;
  }

  #lineOfCarry(): void {
    const length = this.#carried;
    this.#carried = 0;
    if (this.#columnOf === null) this.#readHeader(this.#carry, 0, length);
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
    const columnOf = new Int32Array(wanted.length).fill(-1);
    wanted.forEach((name, place) => {
      const column = names.indexOf(name);
      if (column === -1) {
        if (place >= required.length) return;
        throw new ReleaseError(`${path} has no column ${name}: found ${shortened(names.join('|'))}`);
      }
      if (names.indexOf(name, column + 1) !== -1) {
        throw new ReleaseError(`${path} has column ${name} twice: expected it once`);
      }
      columnOf[place] = column;
    });
    this.#columnOf = columnOf;
    this.#width = names.length;
    this.#lines = 1;
  }

  /** Reads the complete lines of `bytes[from, to)`; returns where the unfinished one starts. */
  #scan(bytes: Buffer, from: number, to: number): number {
    let lineStart = from;
    let length = BLOCK_BYTES;
    while (lineStart < to) {
      const end = Math.min(lineStart + length, to);
      const next = this.#cut(bytes, lineStart, this.#separate(bytes, lineStart, end));
      if (next > lineStart) length = BLOCK_BYTES;
      else if (end < to) length *= 2;
      else break;
      lineStart = next;
    }
    return lineStart;
  }

  /**
   * Leaves in `#ends` where the fields of `bytes[from, to)` end; returns how many do. Without
   * branches, which could not be foreseen, and eight bytes a turn: one a turn takes four times as
   * long.
   */
  #separate(bytes: Buffer, from: number, to: number): number {
    if (to - from > this.#ends.length) this.#ends = new Int32Array(to - from);
    const ends = this.#ends;
    let count = 0;
    let p = from;
    for (; p < to - 7; p += 8) {
      ends[count] = p;
      count += ENDS_FIELD[bytes[p]];
      ends[count] = p + 1;
      count += ENDS_FIELD[bytes[p + 1]];
      ends[count] = p + 2;
      count += ENDS_FIELD[bytes[p + 2]];
      ends[count] = p + 3;
      count += ENDS_FIELD[bytes[p + 3]];
      ends[count] = p + 4;
      count += ENDS_FIELD[bytes[p + 4]];
      ends[count] = p + 5;
      count += ENDS_FIELD[bytes[p + 5]];
      ends[count] = p + 6;
      count += ENDS_FIELD[bytes[p + 6]];
      ends[count] = p + 7;
      count += ENDS_FIELD[bytes[p + 7]];
    }
    for (; p < to; p++) {
      ends[count] = p;
      count += ENDS_FIELD[bytes[p]];
    }
    return count;
  }

  /**
   * Makes rows of the first `count` fields in `#ends`, the first of which begins at `from`; returns
   * where the unfinished line starts.
   */
  #cut(bytes: Buffer, from: number, count: number): number {
    const ends = this.#ends;
    const width = this.#width;
    let lineStart = from;
    let first = 0;
    let waiting = 0;
    for (let i = 0; i < count; i++) {
      const p = ends[i];
      if (bytes[p] !== LF) continue;
      const lineEnd = p > lineStart && bytes[p - 1] === CR ? p - 1 : p;
      this.#lines++;
      if (lineEnd === lineStart) {
        this.#blank++;
      } else {
        const fields = i - first + 1;
        if (this.#blank > 0 || fields !== width) {
          this.#work(waiting);
          waiting = 0;
          if (this.#blank > 0) this.#rejectBlank(this.#lines);
        }
        this.#read++;
        if (fields === width) {
          this.#place(this.#rows[waiting++], bytes, first, lineStart, lineEnd);
          if (waiting === MOST_ROWS_AHEAD) {
            this.#work(waiting);
            waiting = 0;
          }
        } else {
          this.#account?.drop(WRONG_FIELD_COUNT, this.#lines, fieldCount(width), `${fields}`);
        }
      }
      first = i + 1;
      lineStart = p + 1;
    }
    this.#work(waiting);
    return lineStart;
  }

  /** Makes `row` the line whose fields end at `#ends[first]` and after it. */
  #place(row: Row, bytes: Buffer, first: number, lineStart: number, lineEnd: number): void {
    const { start, end } = row;
    const ends = this.#ends;
    const columnOf = this.#columnOf!;
    const last = this.#width - 1;
    for (let place = 0; place < columnOf.length; place++) {
      const column = columnOf[place];
      if (column < 0) continue;
      start[place] = column === 0 ? lineStart : ends[first + column - 1] + 1;
      end[place] = column === last ? lineEnd : ends[first + column];
    }
    row.bytes = bytes;
    row.line = this.#lines;
  }

  #work(count: number): void {
    if (count === 0) return;
    this.#onAhead?.(this.#rows, count);
    for (let place = 0; place < count; place++) this.#onRow(this.#rows[place], place);
  }

  /** Empty lines that turned out to stand between rows. */
  #rejectBlank(line: number): void {
    for (let empty = line - this.#blank; empty < line; empty++) {
      this.#read++;
      this.#account?.drop(WRONG_FIELD_COUNT, empty, fieldCount(this.#width), 'an empty line');
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
