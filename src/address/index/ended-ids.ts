import { endOf, lowerBound } from './address.ts';
import type { IndexColumns } from './sections.ts';
import { textOfBytes } from './text.ts';

/** Most digits at the end of an id that are taken as its number. */
const MOST_DIGITS = 9;

/** An id as the table of ended ids has it: its beginning, and the count and value of the digits that follow. */
export interface SplitId {
  readonly prefix: string;
  readonly digits: number;
  readonly number: number;
}

/** Splits an id before its last digits, nine at most. */
export function splitId(id: string): SplitId {
  let at = id.length;
  while (at > 0 && id.length - at < MOST_DIGITS && id.charCodeAt(at - 1) >= 48 && id.charCodeAt(at - 1) <= 57) at--;
  return { prefix: id.slice(0, at), digits: id.length - at, number: at === id.length ? 0 : Number(id.slice(at)) };
}

/** The order of `endedPrefix`: by code units, then by digits. */
export function comparePrefixes(a: SplitId, b: SplitId): number {
  if (a.prefix !== b.prefix) return a.prefix < b.prefix ? -1 : 1;
  return a.digits - b.digits;
}

/**
 * The row in `endedNumber` of an id that a former release had and this one does not; -1 for any
 * other. O(log prefixes + log ended ids). Allocates: it is only called for ids that no address has.
 */
export function findEndedId(index: IndexColumns, id: string): number {
  const { endedNumber, endedStart, endedPrefixDigits } = index.columns;
  const wanted = splitId(id);
  let low = 0;
  let high = endedPrefixDigits.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comparePrefixes(prefixAt(index, middle), wanted) < 0) low = middle + 1;
    else high = middle;
  }
  if (low === endedPrefixDigits.length || comparePrefixes(prefixAt(index, low), wanted) !== 0) return -1;
  const end = endOf(endedStart, low, endedNumber);
  const row = lowerBound(endedNumber, wanted.number, endedStart[low], end);
  return row < end && endedNumber[row] === wanted.number ? row : -1;
}

/** All ended ids, in the order of the table. Allocates. */
export function* endedIds(index: IndexColumns): Generator<string> {
  const { endedNumber, endedStart, endedPrefixDigits } = index.columns;
  for (let prefix = 0; prefix < endedPrefixDigits.length; prefix++) {
    const { prefix: text, digits } = prefixAt(index, prefix);
    const end = endOf(endedStart, prefix, endedNumber);
    for (let row = endedStart[prefix]; row < end; row++)
      yield digits === 0 ? text : text + String(endedNumber[row]).padStart(digits, '0');
  }
}

function prefixAt({ columns }: IndexColumns, at: number): SplitId {
  const { endedPrefix, endedPrefixStart, endedPrefixDigits } = columns;
  const prefix = textOfBytes(endedPrefix, endedPrefixStart[at], endedPrefixStart[at + 1]);
  return { prefix, digits: endedPrefixDigits[at], number: 0 };
}
