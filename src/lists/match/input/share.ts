import type { Batch, Position } from './batches.ts';

/** One of `of` parts of a list, from 1. */
export interface Part {
  readonly part: number;
  readonly of: number;
}

/** The records of a list that begin at `from` or after it, and before `to`: in bytes of UTF-8, or lines. */
export interface Share {
  readonly isFirst: boolean;
  readonly unit: 'bytes' | 'line';
  readonly from: number;
  readonly to: number;
}

/** The share of a part, of the bytes or lines after `start` and before `end`. The last part has what there is beyond. */
export function shareOf({ part, of }: Part, unit: Share['unit'], start: Position, end: number): Share {
  const edge = (parts: number) => start[unit] + Math.floor(((end - start[unit]) * parts) / of);
  return { isFirst: part === 1, unit, from: edge(part - 1), to: part === of ? Number.POSITIVE_INFINITY : edge(part) };
}

/** The next edge of a share after a position: a batch ends there. */
export function edgeAfter({ unit, from, to }: Share, position: Position): number {
  return position[unit] < from ? from : to;
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
