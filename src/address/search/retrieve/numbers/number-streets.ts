import { endOf, firstNotBefore, lowerBound } from '../../../index/address.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { STREET_RECORD, weightOf } from '../../../index/street-record.ts';
import { FEW, MOST_OFFERED, MOST_SORTED } from '../../query/limits.ts';
import type { StreetFilter } from '../places/regions.ts';
import { type Query, ROW_WORK, spend } from '../query.ts';
import { NO_POSTING, type Postings } from '../ranked-walk.ts';

/** Whether to sort the streets of some names that have a number, rather than scan those of all names by weight. */
function isSortedRather(streets: number, ofNumber: number): boolean {
  return streets <= FEW || (streets < MOST_SORTED && streets * streets < MOST_OFFERED * ofNumber);
}

/** Street numbers, or number codes, each with the streets that have it: by the entry of their name, and by rank. */
export interface NumberTable {
  readonly number: Uint32Array;
  readonly start: Uint32Array;
  readonly street: Uint32Array;
  readonly ranked: Uint32Array;
}

/** The table of numbers that few streets have. */
export function rareNumbers({ columns: c }: AddressIndex): NumberTable {
  return { number: c.rareNumber, start: c.rareStart, street: c.rareStreet, ranked: c.rareRanked };
}

/** The table of codes: numbers with letters, ranges and lots. */
export function compoundNumbers({ columns: c }: AddressIndex): NumberTable {
  return { number: c.compoundNumber, start: c.compoundStart, street: c.compoundStreet, ranked: c.compoundRanked };
}

/** The streets of a table for a number that pass the filter, the best known first; null if it lacks the number. */
export function streetsOfNumber(
  query: Query,
  table: NumberTable,
  number: number,
  filter: StreetFilter,
): Postings | null {
  const at = lowerBound(table.number, number);
  return table.number[at] === number ? streetsOfRow(query, table, at, filter) : null;
}

/**
 * The same for a row of the table. For n streets of the number, m of them with the names: O(log n + m log m), or, if m
 * is large, O(n / m) for each one taken.
 */
export function streetsOfRow(query: Query, table: NumberTable, row: number, { run, names }: StreetFilter): Postings {
  const { start, street, ranked } = table;
  const { streetEntry } = query.index.columns;
  const end = endOf(start, row, street);
  const first = firstNotBefore(start[row], end, (i) => streetEntry[street[i]] < names.low);
  const last = firstNotBefore(first, end, (i) => streetEntry[street[i]] < names.high);
  if (isSortedRather(last - first, end - start[row])) {
    const streets = street.subarray(first, last).filter((it) => it >= run.from && it < run.to);
    return streetsListed(sortByWeight(query, streets.sort(), (it) => it));
  }
  let at = start[row];
  return () => {
    while (at < end) {
      const next = ranked[at++];
      if (next < run.from || next >= run.to) continue;
      if (!spend(query, ROW_WORK)) return NO_POSTING;
      const entry = streetEntry[next];
      if (entry >= names.low && entry < names.high) return next;
    }
    return NO_POSTING;
  };
}

/** The streets of a list. */
export function streetsListed(list: readonly number[]): Postings {
  let at = 0;
  return () => (at < list.length ? list[at++] : NO_POSTING);
}

/** At most MOST_SORTED items by how well known their streets are, the best known first; else as they were. */
export function sortByWeight(
  { index, work: { byWeight } }: Query,
  items: ArrayLike<number>,
  streetOf: (item: number) => number,
): number[] {
  const { streetRecord } = index.columns;
  for (let i = 0; i < items.length; i++)
    byWeight[i] = i - weightOf(streetRecord, streetOf(items[i]) * STREET_RECORD) * MOST_SORTED;
  return Array.from(byWeight.subarray(0, items.length).sort(), (it) => items[it & (MOST_SORTED - 1)]);
}

/** The streets of a table for any of several numbers, the best known first, at most MOST_OFFERED of each number. */
export function streetsOfNumbers(
  query: Query,
  table: NumberTable,
  numbers: readonly number[],
  filter: StreetFilter,
): number[] {
  const { streetRecord } = query.index.columns;
  const streets: { readonly street: number; readonly weight: number }[] = [];
  for (const number of numbers) {
    const ofNumber = streetsOfNumber(query, table, number, filter);
    if (ofNumber === null) continue;
    for (let count = 0; count < MOST_OFFERED; count++) {
      const street = ofNumber();
      if (street === NO_POSTING) break;
      streets.push({ street, weight: weightOf(streetRecord, street * STREET_RECORD) });
    }
  }
  streets.sort((a, b) => b.weight - a.weight || a.street - b.street);
  const distinct: number[] = [];
  for (let i = 0; i < streets.length; i++)
    if (i === 0 || streets[i - 1].street !== streets[i].street) distinct.push(streets[i].street);
  return distinct;
}
