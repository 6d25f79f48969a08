import { RECORD_END, RECORD_GUIDE, RECORD_HIGHEST, RECORD_START } from './street-record.ts';

/**
 * Where among a street's addresses its numbers stand, in twelve bytes of its row in `streetRecord`,
 * from the lowest of each element: the numbers up to the highest are divided into thirteen equal
 * intervals, and a byte says how many of 255 parts of the addresses stand before the second
 * interval, the third, … So a number is looked for among a thirteenth of the street, which is
 * mostly one or two cache lines.
 */
const INTERVALS = 13;
const PARTS = 255;

/** The first number of an interval, by the highest number of the street. */
function firstOfInterval(interval: number, highest: number): number {
  return Math.ceil((interval * (highest + 1)) / INTERVALS);
}

/**
 * Writes the guide of a street: `before` says how many of its addresses stand before its first
 * street number from a number on.
 */
export function writeGuide(record: Uint32Array, row: number, before: (number: number) => number): void {
  const addresses = record[row + RECORD_END] - record[row + RECORD_START];
  if (addresses === 0) return;
  for (let interval = 1; interval < INTERVALS; interval++) {
    const part = Math.floor((before(firstOfInterval(interval, record[row + RECORD_HIGHEST])) * PARTS) / addresses);
    record[row + RECORD_GUIDE + ((interval - 1) >>> 2)] |= part << (8 * ((interval - 1) & 3));
  }
}

/** A position among a street's addresses at or before the first of those that have a number, or a higher one. */
export function guideFrom(record: Uint32Array, row: number, number: number): number {
  const start = record[row + RECORD_START];
  const interval = intervalOf(record, row, number);
  if (interval === 0) return start;
  return start + Math.floor((partBefore(record, row, interval) * (record[row + RECORD_END] - start)) / PARTS);
}

/** A position among a street's addresses at or after the first of those that have a number, or a higher one. */
export function guideTo(record: Uint32Array, row: number, number: number): number {
  const start = record[row + RECORD_START];
  const end = record[row + RECORD_END];
  const interval = intervalOf(record, row, number) + 1;
  if (interval >= INTERVALS) return end;
  return Math.min(end, start + Math.ceil(((partBefore(record, row, interval) + 1) * (end - start)) / PARTS));
}

function intervalOf(record: Uint32Array, row: number, number: number): number {
  return Math.floor((number * INTERVALS) / (record[row + RECORD_HIGHEST] + 1));
}

function partBefore(record: Uint32Array, row: number, interval: number): number {
  const at = Math.min(interval, INTERVALS - 1) - 1;
  return (record[row + RECORD_GUIDE + (at >>> 2)] >>> (8 * (at & 3))) & 0xff;
}
