import { endOf, firstNotBefore, lowerBound } from '../../../index/address.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { STREET_RECORD, weightOf } from '../../../index/street-record.ts';
import { FEW, MOST_OFFERED, MOST_SORTED } from '../../query/limits.ts';
import type { StreetFilter } from '../places/regions.ts';
import { type Query, ROW_WORK, spend } from '../query.ts';
import { NO_POSTING } from '../ranked-walk.ts';

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

/** The streets of a number, `list[at, end)`, the best known first: if sorted, only those that pass the filter. */
export interface NumberStreets {
  readonly kind: 'number';
  readonly query: Query;
  readonly filter: StreetFilter;
  readonly isSorted: boolean;
  readonly list: ArrayLike<number>;
  at: number;
  readonly end: number;
}

/** The streets of a table for a number that pass the filter, the best known first; null if it lacks the number. */
export function streetsOfNumber(
  query: Query,
  table: NumberTable,
  number: number,
  filter: StreetFilter,
): NumberStreets | null {
  const at = lowerBound(table.number, number);
  return table.number[at] === number ? streetsOfRow(query, table, at, filter) : null;
}

/**
 * The same for a row of the table. For n streets of the number, m of them with the names: O(log n + m log m), or, if m
 * is large, O(n / m) for each one taken.
 */
export function streetsOfRow(query: Query, table: NumberTable, at: number, filter: StreetFilter): NumberStreets {
  const { run, names } = filter;
  const { start, street, ranked } = table;
  const { streetEntry, streetRecord } = query.index.columns;
  const end = endOf(start, at, street);
  const first = firstNotBefore(start[at], end, (i) => streetEntry[street[i]] < names.low);
  const last = firstNotBefore(first, end, (i) => streetEntry[street[i]] < names.high);
  if (!isSortedRather(last - first, end - start[at]))
    return { kind: 'number', query, filter, isSorted: false, list: ranked, at: start[at], end };
  const { byWeight } = query.work;
  const streets = street.subarray(first, last).filter((it) => it >= run.from && it < run.to);
  streets.sort();
  for (let i = 0; i < streets.length; i++)
    byWeight[i] = i - weightOf(streetRecord, streets[i] * STREET_RECORD) * MOST_SORTED;
  const sorted = byWeight.slice(0, streets.length).sort();
  const list = Array.from(sorted, (it) => streets[it & (MOST_SORTED - 1)]);
  return { kind: 'number', query, filter, isSorted: true, list, at: 0, end: list.length };
}

/** The next street of a number, or NO_POSTING at the end or once no work is left. */
export function nextOfNumber(streets: NumberStreets): number {
  const { query, list, end } = streets;
  if (streets.isSorted) return streets.at < end ? list[streets.at++] : NO_POSTING;
  const { run, names } = streets.filter;
  const { streetEntry } = query.index.columns;
  while (streets.at < end) {
    const street = list[streets.at++];
    if (street < run.from || street >= run.to) continue;
    if (!spend(query, ROW_WORK)) return NO_POSTING;
    const entry = streetEntry[street];
    if (entry >= names.low && entry < names.high) return street;
  }
  return NO_POSTING;
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
      const street = nextOfNumber(ofNumber);
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
