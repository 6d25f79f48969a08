import { readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { BATCH_BYTES, LineTooLong, type Position, type Records, type Stretch } from './cut.ts';
import type { Share } from './share.ts';
import { CHUNK, InputError } from './source.ts';

/** What a worker is given of a list, from the beginning of a record on: bytes of UTF-8, or where a file has them. */
export interface Piece extends Omit<Stretch, 'bytes' | 'isLast'> {
  readonly bytes: Uint8Array<ArrayBuffer> | FileRange;
  /** Whether the list ends with it; a file also does where it has fewer bytes. */
  readonly isLast: boolean;
  /** The share that is worked on, and whether the piece is before it: only to be cut. */
  readonly share: Share | null;
  readonly isPassed: boolean;
}

/** Bytes of an open file. */
interface FileRange {
  readonly descriptor: number;
  readonly offset: number;
  readonly length: number;
}

/** Where a piece ended: after its last whole batch. */
export interface PieceEnd extends Pick<Records, 'after' | 'chunkEnd'> {
  /** Its bytes after that, where they were not read from a file. */
  readonly rest: Uint8Array<ArrayBuffer>;
  /** Whether the list ends there. */
  readonly isEnd: boolean;
}

/** Hands out a list in pieces. */
export interface Pieces {
  readonly start: PieceEnd;
  /** Workers that it has pieces for at once, as far as is known. */
  readonly atLeast: number;
  /** The piece after one that ended there; null where the list, or the share of it, ends. */
  next(end: PieceEnd): Promise<Piece | null>;
}

const NOTHING = new Uint8Array(0);

/** A file that is cut where it lies. */
export interface ListFile {
  readonly descriptor: number;
  readonly size: number;
  /** Bytes of its mark (BOM), which are no part of the list. */
  readonly mark: number;
}

/** A piece of a file is about this long; towards the end of the list shorter, so that all workers have some. */
export const PIECE_BYTES = 8 * BATCH_BYTES;
const LEAST_BYTES = 2 * BATCH_BYTES;
const PIECES_LEFT = 4;

/** A file from a position on, in ranges that workers read themselves. Throws an InputError where it begins otherwise than before. */
export function piecesOfFile(
  { descriptor, size, mark }: ListFile,
  from: Position,
  share: Share | null,
  workers: number,
  name: string,
): Pieces {
  expectBeginning(descriptor, mark, from, name);
  const to = Math.min(size - mark, share?.unit === 'bytes' ? share.to : Number.POSITIVE_INFINITY);
  let last = -1;
  let length = 0;
  return {
    start: startAt(from),
    atLeast: Math.ceil(Math.max(1, to - from.bytes) / LEAST_BYTES),
    next: async ({ after, chunkEnd, isEnd }) => {
      if (isEnd || isBeyond(share, after)) return null;
      const fitting = Math.ceil((to - after.bytes) / (PIECES_LEFT * workers));
      // Where no batch ended, more of the list is needed.
      length = after.bytes === last ? 2 * length : Math.max(LEAST_BYTES, Math.min(PIECE_BYTES, fitting));
      last = after.bytes;
      const offset = after.bytes + mark;
      const chunkEnds: number[] = [];
      const first = Math.max(offset + 1, chunkEnd + mark);
      for (let end = Math.ceil(first / CHUNK) * CHUNK; end <= offset + length; end += CHUNK) chunkEnds.push(end - mark);
      return { ...shared(share, after), from: after, bytes: { descriptor, offset, length }, chunkEnds, isLast: false };
    },
  };
}

/** What comes in chunks of UTF-8, from a position on. Throws an InputError where it begins otherwise than before. */
export function piecesOfChunks(
  chunks: AsyncIterable<Buffer>,
  from: Position,
  share: Share | null,
  name: string,
): Pieces {
  const iterator = skipTo(chunks, from, name)[Symbol.asyncIterator]();
  let chunkEnds: number[] = [];
  let read = from.bytes;
  let isLast = false;
  return {
    start: startAt(from),
    atLeast: 1,
    next: async ({ after, chunkEnd, rest, isEnd }) => {
      if (isEnd || isBeyond(share, after)) return null;
      const parts: Uint8Array[] = [rest];
      let { length } = rest;
      const least = Math.max(BATCH_BYTES, 2 * length);
      while (!isLast && length < least) {
        const { done, value } = await iterator.next();
        if (done === true) isLast = true;
        else {
          parts.push(value);
          length += value.length;
          read += value.length;
          chunkEnds.push(read);
        }
      }
      if (length === 0) return null;
      chunkEnds = chunkEnds.filter((end) => end >= chunkEnd);
      const bytes = new Uint8Array(length);
      let at = 0;
      for (const part of parts) {
        bytes.set(part, at);
        at += part.length;
      }
      return { ...shared(share, after), from: after, bytes, chunkEnds, isLast };
    },
  };
}

/** The bytes of a piece; those of a file in `room`, where they fit. */
export function stretchOf(piece: Piece, room: Uint8Array<ArrayBuffer>): Stretch {
  const { bytes, chunkEnds, from } = piece;
  if (bytes instanceof Uint8Array) return { ...piece, bytes };
  const { descriptor, offset, length } = bytes;
  const target = room.length < length ? new Uint8Array(length) : room;
  let read = 0;
  while (read < length) {
    const more = readSync(descriptor, target, read, length - read, offset + read);
    if (more === 0) break;
    read += more;
  }
  const isLast = read < length;
  return {
    from,
    bytes: target.subarray(0, read),
    chunkEnds: isLast ? [...chunkEnds.filter((end) => end < from.bytes + read), from.bytes + read] : chunkEnds,
    isLast,
  };
}

/** Where a piece ends whose records these are. */
export function endOf(
  { bytes: given }: Piece,
  { from, bytes, isLast }: Stretch,
  { after, chunkEnd }: Records,
): PieceEnd {
  const taken = after.bytes - from.bytes;
  return {
    after,
    chunkEnd,
    rest: given instanceof Uint8Array ? bytes.slice(taken) : NOTHING,
    isEnd: isLast && taken === bytes.length,
  };
}

/** What `cut` makes; throws an InputError that names the list where it cannot be cut. */
export function orInputError<T>(name: string, cut: () => T): T {
  try {
    return cut();
  } catch (error) {
    throw error instanceof LineTooLong ? new InputError(`${name}, ${error.message}`) : error;
  }
}

function startAt(from: Position): PieceEnd {
  return { after: from, chunkEnd: 0, rest: NOTHING, isEnd: false };
}

function isBeyond(share: Share | null, at: Position): boolean {
  return share !== null && at[share.unit] >= share.to;
}

function shared(share: Share | null, at: Position): Pick<Piece, 'share' | 'isPassed'> {
  return { share, isPassed: share !== null && at[share.unit] < share.from };
}

function expectBeginning(descriptor: number, mark: number, { bytes, crc32: expected }: Position, name: string): void {
  const room = Buffer.alloc(Math.min(bytes, PIECE_BYTES));
  let seen = 0;
  for (let at = 0; at < bytes; ) {
    const read = readSync(descriptor, room, 0, Math.min(room.length, bytes - at), at + mark);
    if (read === 0) throw changed(name, bytes);
    seen = crc32(room.subarray(0, read), seen);
    at += read;
  }
  if (seen !== expected) throw changed(name, bytes);
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
