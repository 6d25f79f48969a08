import { endOf, lowerBound } from '../index/address.ts';
import { POSTING_MASK } from '../index/name-trie.ts';
import type { AddressIndex } from '../index/open.ts';
import { HIGHEST_UNIT } from '../index/sections.ts';
import { ANY_NUMBER } from '../index/street-card.ts';
import { STREET_RECORD, weightOf } from '../index/street-record.ts';
import type { Matcher } from './matcher.ts';
import { type OnPosting, visitRanked } from './ranked-walk.ts';
import type { NumberReading } from './typed-numbers.ts';

/** Streets of one number that are sorted when they are asked for. */
const MOST_SORTED = 64;

/** Street numbers, each with streets that have it: by the entry of their name, and the best known first. */
interface NumberTable {
  readonly number: Uint32Array;
  readonly start: Uint32Array;
  readonly street: Uint32Array;
  readonly ranked: Uint32Array;
  /** Beside `street` and `ranked`: the highest unit that a street has at the number; empty where nobody asks for units. */
  readonly highest: Uint16Array;
  readonly rankedHighest: Uint16Array;
}

const NO_UNITS = new Uint16Array(0);

function rareNumbers({ columns: c }: AddressIndex): NumberTable {
  return {
    number: c.rareNumber,
    start: c.rareStart,
    street: c.rareStreet,
    ranked: c.rareRanked,
    highest: NO_UNITS,
    rankedHighest: NO_UNITS,
  };
}

function multiUnits({ columns: c }: AddressIndex): NumberTable {
  return {
    number: c.multiUnitNumber,
    start: c.multiUnitStart,
    street: c.multiUnitStreet,
    ranked: c.multiUnitRanked,
    highest: c.multiUnitHighest,
    rankedHighest: c.multiUnitRankedHighest,
  };
}

/**
 * Visits the streets whose names begin with what leads to a node, those in the largest places first: at once those that a unit or a
 * rare number leads to. `number` may also be ANY_NUMBER or ANY_LOT. Not all streets that cannot have it are visited.
 */
export function streetsBelow(m: Matcher, node: number, number: number, said: NumberReading, visit: OnPosting): void {
  const { streetRecord } = m.index.columns;
  const { low, high } = m.streets;
  if (!visitByNumber(m, number, said, low[node], high[node], visit)) return;
  visitRanked(m.streets, node, (street) => weightOf(streetRecord, street * STREET_RECORD), number, visit);
}

/** Whether few streets have the number, so that it leads to them. O(log rare numbers). */
export function isRareNumber({ columns: { rareNumber } }: AddressIndex, number: number): boolean {
  return rareNumber[lowerBound(rareNumber, number)] === number;
}

/**
 * Visits the streets that what was said leads to, whose names are the entries from `low` to `high`: with a unit, those that have units
 * at the number, one of them as high; and those of a number that few streets have. The best known first, until `visit` answers false.
 * Answers whether it went through to the end.
 */
export function visitByNumber(
  m: Matcher,
  number: number,
  { unit, level }: NumberReading,
  low: number,
  high: number,
  visit: OnPosting,
): boolean {
  if (number < 0) return true;
  const units = unit !== null || level !== null;
  if (units && !visitNumber(m, multiUnits(m.index), number, unit?.number?.value ?? 0, low, high, visit)) return false;
  return visitNumber(m, rareNumbers(m.index), number, 0, low, high, visit);
}

/**
 * Visits the streets that a table has for a number. O(log streets of the number + streets of these names), or where these are many,
 * O(visited × streets of the number / streets of these names).
 */
function visitNumber(
  m: Matcher,
  table: NumberTable,
  number: number,
  unit: number,
  low: number,
  high: number,
  visit: OnPosting,
): boolean {
  const { start, street, ranked, highest, rankedHighest } = table;
  const { streetEntry, streetRecord } = m.index.columns;
  const at = lowerBound(table.number, number);
  if (table.number[at] !== number) return true;
  const end = endOf(start, at, street);
  const first = firstOfEntry(street, streetEntry, start[at], end, low);
  const last = firstOfEntry(street, streetEntry, first, end, high);
  if (last - first <= MOST_SORTED) {
    const weight = (ordinal: number) => weightOf(streetRecord, ordinal * STREET_RECORD);
    const found: number[] = [];
    for (let i = first; i < last; i++) if (unit === 0 || reaches(highest[i], unit)) found.push(street[i]);
    if (found.length > 1) found.sort((a, b) => weight(b) - weight(a) || a - b);
    return found.every(visit);
  }
  for (let i = start[at]; i < end; i++) {
    if (unit > 0 && !reaches(rankedHighest[i], unit)) continue;
    const entry = streetEntry[ranked[i]];
    if (entry >= low && entry < high && !visit(ranked[i])) return false;
  }
  return true;
}

function reaches(highest: number, unit: number): boolean {
  return highest >= unit || highest === HIGHEST_UNIT;
}

/** The first of some streets, in the order of their entries, whose entry is not before one. */
function firstOfEntry(street: Uint32Array, streetEntry: Uint32Array, from: number, end: number, entry: number): number {
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (streetEntry[street[middle]] < entry) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Localities whose names begin with what leads to a node, the largest first; at most `wanted`. */
export function placesBelow(m: Matcher, node: number, wanted: number): number[] {
  const found: number[] = [];
  const { localityCount } = m.index.columns;
  visitRanked(
    m.localities,
    node,
    (locality) => localityCount[locality],
    ANY_NUMBER,
    (posting) => {
      const ordinal = posting & POSTING_MASK;
      if (!found.includes(ordinal)) found.push(ordinal);
      return found.length < wanted;
    },
  );
  return found;
}
