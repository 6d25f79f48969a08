import { crc32 } from 'node:zlib';
import { RecordScanner, type RecordSyntax } from '../format/csv-scan.ts';
import { edgeAfter, type Share } from './share.ts';

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

/** Bytes of a list from the beginning of a record on. They need not end with one. */
export interface Stretch {
  readonly from: Position;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where the chunks ended that the list was read in, in bytes of the list, in order. */
  readonly chunkEnds: readonly number[];
  /** Whether the list ends with it. */
  readonly isLast: boolean;
}

/** Whole records at the beginning of a stretch. */
export interface Records {
  /** Where each ends, its line end included. */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** The line that each begins at. */
  readonly lines: Uint32Array<ArrayBuffer>;
  /** How many records there are before the end of each batch. */
  readonly batches: readonly number[];
  /** The position after them, and in which chunk that was found: up to its end, what follows was looked at too. */
  readonly after: Position;
  readonly chunkEnd: number;
}

/** A list cannot be cut, as this line is longer than a list's may be. */
export class LineTooLong extends Error {
  constructor(readonly line: number) {
    super(`line ${line}, is longer than ${LONGEST_LINE} bytes: expected a list of one address a line`);
  }
}

/** A batch is this long, or one record longer. */
export const BATCH_BYTES = 1 << 15;

/**
 * A quote that is not closed within this many bytes, and then up to the end of the chunk, is an ordinary character: else
 * the record would be the rest of the file.
 */
const LONGEST_QUOTED = 1 << 20;
/** A file with a longer line is not a list. */
const LONGEST_LINE = 1 << 24;

/**
 * Finds the records of a stretch, in whole batches: those that begin before the next edge of a share, and not those
 * after the last batch that is full, if the list goes on. A record with a quote that is not closed within
 * `LONGEST_QUOTED` ends with its line. Throws LineTooLong.
 */
export function cutRecords(
  { from, bytes, chunkEnds, isLast }: Stretch,
  syntax: RecordSyntax,
  share: Share | null,
): Records {
  const pending = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const scanner = new RecordScanner(syntax, from.line);
  const edge = share === null ? Number.POSITIVE_INFINITY : edgeAfter(share, from);
  const ends: number[] = [];
  const lines: number[] = [];
  const batches: number[] = [];
  /** Up to where it was scanned, where the current record begins, and on which line. */
  let scanned = 0;
  let start = 0;
  let { line } = from;
  /** Where the current batch begins, on which line, and the end of the chunk that is looked at. */
  let batch = { start, line, chunkEnd: 0 };

  const endRecord = (end: number) => {
    ends.push(end);
    lines.push(line);
    start = end;
    scanned = end;
    line = scanner.line;
  };
  const endBatch = (chunkEnd: number) => {
    batches.push(ends.length);
    batch = { start, line, chunkEnd };
  };
  const isAtEdge = () => (share?.unit === 'line' ? line : from.bytes + start) >= edge;
  /** Ends a record whose quote is not closed with its line. False where it has one line only. */
  const endLine = (): boolean => {
    const end = pending.indexOf(syntax.terminator, start);
    if (end === -1 || end >= scanned) return false;
    scanner.restart(line + 1);
    endRecord(end + 1);
    return true;
  };
  /** Ends the records up to there. Whether the edge was reached. */
  const endRecords = (upTo: number): boolean => {
    while (scanned < upTo) {
      const end = scanner.endOfRecord(pending, scanned, upTo);
      if (end === -1) {
        scanned = upTo;
        return false;
      }
      endRecord(end);
      const isDone = isAtEdge();
      if (isDone || start - batch.start >= BATCH_BYTES) endBatch(upTo);
      if (isDone) return true;
    }
    return false;
  };
  const cut = (): Records => {
    const count = batches.at(-1) ?? 0;
    const taken = bytes.subarray(0, batch.start);
    return {
      ends: Uint32Array.from(ends.slice(0, count)),
      lines: Uint32Array.from(lines.slice(0, count)),
      batches,
      after: { bytes: from.bytes + taken.length, crc32: crc32(taken, from.crc32), line: batch.line },
      chunkEnd: from.bytes + batch.chunkEnd,
    };
  };

  for (const chunkEnd of chunkEnds) {
    const upTo = chunkEnd - from.bytes;
    if (upTo > bytes.length) break;
    do {
      if (endRecords(upTo)) return cut();
    } while (scanned - start > LONGEST_QUOTED && scanner.quoteIsOpen && endLine());
    if (scanned - start > LONGEST_LINE) throw new LineTooLong(line);
  }
  if (endRecords(bytes.length) || !isLast) return cut();
  while (scanner.quoteIsOpen && start < bytes.length && endLine()) if (endRecords(bytes.length)) return cut();
  if (start < bytes.length) {
    scanner.line++;
    endRecord(bytes.length);
  }
  if (start > batch.start) endBatch(bytes.length);
  return cut();
}
