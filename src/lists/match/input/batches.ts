import { crc32 } from 'node:zlib';
import { RecordScanner, type RecordSyntax } from '../format/csv-scan.ts';
import { edgeAfter, type Share } from './share.ts';
import { InputError } from './source.ts';

/** How far a list was read, at the end of a record. */
export interface Position {
  /** Bytes of UTF-8, and the CRC-32 of all of them. */
  readonly bytes: number;
  readonly crc32: number;
  /** The line that comes next, from 1. */
  readonly line: number;
}

/** The beginning of a list. */
export const START: Position = { bytes: 0, crc32: 0, line: 1 };

/** Records that are worked on together. */
export interface Batch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each record ends in `bytes`, its line end included. */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** The line that each begins at. */
  readonly lines: Uint32Array<ArrayBuffer>;
  /** How far the list is read before it, and with it. */
  readonly from: Position;
  readonly after: Position;
}

/** A batch is this long, or one record longer. */
const BATCH_BYTES = 1 << 15;

/**
 * A quote that is not closed within this many bytes is an ordinary character: else the record would be the rest of the
 * file.
 */
const LONGEST_QUOTED = 1 << 20;
/** A file with a longer line is not a list. */
const LONGEST_LINE = 1 << 24;

/**
 * Cuts a list into batches of whole records, from a position on, and also at the edges of a share. A record with a quote that is not closed within `LONGEST_QUOTED` ends with its line.
 * Throws an InputError where the list does not begin with what was read up to the position, or where a line is too long.
 */
export async function* cutBatches(
  chunks: AsyncIterable<Buffer>,
  syntax: RecordSyntax,
  from: Position,
  name: string,
  share: Share | null = null,
): AsyncGenerator<Batch> {
  const scanner = new RecordScanner(syntax, from.line);
  let after = from;
  let pending: Buffer = Buffer.alloc(0);
  /** In `pending`: up to where it was scanned, where the current record begins, and on which line. */
  let scanned = 0;
  let start = 0;
  let line = from.line;
  let ends: number[] = [];
  let lines: number[] = [];

  const nextEdge = () => (share === null ? Number.POSITIVE_INFINITY : edgeAfter(share, after));
  let edge = nextEdge();

  const isFull = () => start >= BATCH_BYTES || (share?.unit === 'line' ? line : after.bytes + start) >= edge;
  const endRecord = (end: number) => {
    ends.push(end);
    lines.push(line);
    start = end;
    scanned = end;
    line = scanner.line;
  };
  const cut = (): Batch => {
    const bytes = new Uint8Array(start);
    bytes.set(pending.subarray(0, start));
    const from = after;
    after = { bytes: after.bytes + start, crc32: crc32(bytes, after.crc32), line };
    const batch = { bytes, ends: Uint32Array.from(ends), lines: Uint32Array.from(lines), from, after };
    edge = nextEdge();
    pending = pending.subarray(start);
    scanned -= start;
    start = 0;
    ends = [];
    lines = [];
    return batch;
  };
  /** Ends a record whose quote is not closed with its line. False where it has one line only. */
  const endLine = (): boolean => {
    const end = pending.indexOf(syntax.terminator, start);
    if (end === -1) return false;
    scanner.restart(line + 1);
    endRecord(end + 1);
    return true;
  };

  for await (const chunk of skipTo(chunks, from, name)) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    while (scanned < pending.length) {
      const end = scanner.endOfRecord(pending, scanned);
      if (end !== -1) {
        endRecord(end);
        if (isFull()) yield cut();
        continue;
      }
      scanned = pending.length;
      if (scanned - start <= LONGEST_QUOTED || (scanner.quoteIsOpen && endLine())) continue;
      if (scanned - start > LONGEST_LINE)
        throw new InputError(
          `${name}, line ${line}, is longer than ${LONGEST_LINE} bytes: expected a list of one address a line`,
        );
    }
  }
  while (scanner.quoteIsOpen && start < pending.length && endLine()) {
    for (let end = scanner.endOfRecord(pending, scanned); end !== -1; end = scanner.endOfRecord(pending, scanned)) {
      endRecord(end);
      if (isFull()) yield cut();
    }
  }
  if (start < pending.length) {
    scanner.line++;
    endRecord(pending.length);
  }
  if (ends.length > 0) yield cut();
}

/** The chunks from a position on. */
async function* skipTo(
  chunks: AsyncIterable<Buffer>,
  { bytes, crc32: expected }: Position,
  name: string,
): AsyncGenerator<Buffer> {
  let left = bytes;
  let seen = 0;
  for await (const chunk of chunks) {
    if (left === 0) {
      yield chunk;
      continue;
    }
    const skipped = chunk.subarray(0, left);
    seen = crc32(skipped, seen);
    left -= skipped.length;
    if (left > 0) continue;
    if (seen !== expected) throw changed(name, bytes);
    if (skipped.length < chunk.length) yield chunk.subarray(skipped.length);
  }
  if (left > 0) throw changed(name, bytes);
}

function changed(name: string, bytes: number): InputError {
  return new InputError(`${name} has changed: its first ${bytes} bytes are not those that were worked on before`);
}

/** The batches of a share among those that are cut at its edges; where there are none, an empty one that says where it is. */
export async function* batchesIn(
  { unit, from, to }: Share,
  start: Position,
  batches: AsyncIterable<Batch>,
): AsyncGenerator<Batch> {
  let any = false;
  let at = start;
  for await (const batch of batches) {
    if (at[unit] >= to) break;
    if (at[unit] >= from) {
      any = true;
      yield batch;
    }
    at = batch.after;
  }
  const none = { bytes: new Uint8Array(0), ends: new Uint32Array(0), lines: new Uint32Array(0) };
  if (!any) yield { ...none, from: at, after: at };
}
