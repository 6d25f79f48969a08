import { closeSync, openSync, writeSync } from 'node:fs';
import type { Random } from './random.ts';

const PIPE = 0x7c;
const ZERO = 0x30;
const LONGEST_ROW = 4096;

/**
 * Writes one PSV table (G-NAF product description, "Data format": pipes, CRLF, no quoting) as
 * bytes.
 *
 * Rows of a chunk are written in a random order, because those of a real release are not in the
 * order of addresses either. Memory is two chunks; text must be ASCII.
 */
export class TableWriter {
  private readonly file: number;
  private readonly random: Random;
  /** Rows as they come, in the first half; in their random order, in the second. */
  private readonly chunk: Uint8Array;
  private readonly limit: number;
  private readonly starts: Uint32Array;
  private readonly order: Uint32Array;
  private position = 0;
  private rowsInChunk = 0;
  private rowsWritten = 0;

  constructor(path: string, columns: string, random: Random, chunkBytes: number) {
    this.file = openSync(path, 'wx');
    this.random = random;
    this.chunk = new Uint8Array(2 * (chunkBytes + LONGEST_ROW));
    this.limit = chunkBytes;
    this.starts = new Uint32Array(Math.floor(chunkBytes / 16) + 2);
    this.order = new Uint32Array(Math.floor(chunkBytes / 16) + 2);
    writeSync(this.file, `${columns}\r\n`);
  }

  /** Rows so far, not counting the header. */
  get rows(): number {
    return this.rowsWritten + this.rowsInChunk;
  }

  /** One field of ASCII text. */
  text(value: string): void {
    const bytes = this.chunk;
    let at = this.position;
    for (let i = 0; i < value.length; i++) bytes[at++] = value.charCodeAt(i);
    bytes[at++] = PIPE;
    this.position = at;
  }

  /** One field: a text followed by a whole number. */
  numbered(prefix: string, value: number): void {
    this.text(prefix);
    this.position--;
    this.integer(value);
  }

  /** `count` empty fields. */
  empty(count: number): void {
    for (let i = 0; i < count; i++) this.chunk[this.position++] = PIPE;
  }

  /** One field: a whole number from 0 to 2^53. */
  integer(value: number): void {
    if (value >= 100_000_000) {
      const high = Math.floor(value / 100_000_000);
      this.digits(high);
      this.eightDigits(value - high * 100_000_000);
    } else {
      this.digits(value);
    }
    this.chunk[this.position++] = PIPE;
  }

  /** One field: a whole number; empty if it is negative. */
  integerOrEmpty(value: number): void {
    if (value < 0) this.chunk[this.position++] = PIPE;
    else this.integer(value);
  }

  /** One field: a coordinate given in units of 10^-8 degrees, written with 8 decimals. */
  coordinate(units: number): void {
    let magnitude = units;
    if (units < 0) {
      this.chunk[this.position++] = 0x2d;
      magnitude = -units;
    }
    const degrees = Math.floor(magnitude / 100_000_000);
    this.digits(degrees);
    this.chunk[this.position++] = 0x2e;
    this.eightDigits(magnitude - degrees * 100_000_000);
    this.chunk[this.position++] = PIPE;
  }

  /** Ends the row after its last field. */
  endRow(): void {
    this.chunk[this.position - 1] = 0x0d;
    this.chunk[this.position++] = 0x0a;
    this.rowsInChunk++;
    this.starts[this.rowsInChunk] = this.position;
    if (this.position >= this.limit || this.rowsInChunk === this.starts.length - 1) this.flush();
  }

  close(): void {
    this.flush();
    closeSync(this.file);
  }

  private digits(value: number): void {
    let rest = value | 0;
    let width = 1;
    for (let power = 10; power <= rest && width < 10; power *= 10) width++;
    let at = this.position + width;
    this.position = at;
    for (let i = 0; i < width; i++) {
      const tenth = (rest / 10) | 0;
      this.chunk[--at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
  }

  private eightDigits(value: number): void {
    let rest = value | 0;
    let at = this.position + 8;
    this.position = at;
    for (let i = 0; i < 8; i++) {
      const tenth = (rest / 10) | 0;
      this.chunk[--at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
  }

  private flush(): void {
    const rows = this.rowsInChunk;
    if (rows === 0) return;
    for (let i = 0; i < rows; i++) this.order[i] = i;
    this.random.shuffle(this.order, rows);
    const half = this.chunk.length / 2;
    let at = half;
    for (let i = 0; i < rows; i++) {
      const row = this.order[i];
      const start = this.starts[row];
      const end = this.starts[row + 1];
      this.chunk.copyWithin(at, start, end);
      at += end - start;
    }
    writeFully(this.file, this.chunk, half, at);
    this.rowsWritten += rows;
    this.rowsInChunk = 0;
    this.position = 0;
  }
}

function writeFully(file: number, bytes: Uint8Array, start: number, end: number): void {
  let from = start;
  while (from < end) from += writeSync(file, bytes, from, end - from);
}
