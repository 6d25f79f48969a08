import { firstNotBefore, lowerBound, streetOf } from '../../../index/address.ts';
import { numberIn } from '../../../index/address-head.ts';
import type { AddressIndex } from '../../../index/open.ts';
import {
  ANY_LEVEL,
  MOST_RANKED_UNITS,
  NUMBERED_ADDRESS,
  NUMBERED_ENTRY,
  NUMBERED_UNIT,
  NUMBERED_UNIT_ROW,
  UNIT_ENTRY,
  UNIT_ROW,
} from '../../../index/unit-row.ts';
import { MOST_OFFERED, MOST_SORTED } from '../../query/limits.ts';
import { ANY_NAME, type Names, type StreetFilter, type StreetRun } from '../places/regions.ts';
import { NUMBER_WORK, type Query, spend, spendRows } from '../query.ts';
import { NO_POSTING, type Postings } from '../ranked-walk.ts';
import type { NumberCodes } from './number-codes.ts';
import { sortByWeight } from './number-streets.ts';

/** Consecutive addresses of the index: the first, and the one after the last. */
export interface AddressRun {
  readonly from: number;
  readonly to: number;
}

/** The addresses of a run of streets. */
function addressesOf({ columns: { streetAddressStart } }: AddressIndex, { from, to }: StreetRun): AddressRun {
  const isOpen = to >= streetAddressStart.length;
  return {
    from: from === 0 ? 0 : streetAddressStart[from],
    to: isOpen ? Number.POSITIVE_INFINITY : streetAddressStart[to],
  };
}

/** Which rows are wanted: of a run of addresses, with some names, and of units that fit. */
export interface RowFilter {
  readonly names: Names;
  readonly run: AddressRun;
  /** Whether a unit and level (`addressUnit`), and the address that has it, fit. Not asked in the rows of one unit. */
  fits(unit: number, address: number): boolean;
}

/** The filter for rows on some streets whose units fit. */
export function rowFilter(index: AddressIndex, { run, names }: StreetFilter, fits: RowFilter['fits']): RowFilter {
  return { names, run: addressesOf(index, run), fits };
}

/** A scan of rows of addresses that have units, the best-known streets first. */
export interface UnitRows {
  /** The unit and level of all rows (UNIT_ROW); -1 where each has its own (NUMBERED_UNIT_ROW). */
  readonly unit: number;
  readonly rows: Uint32Array;
  /** The rows that are scanned, in their order; null for all from one to another. */
  readonly order: readonly number[] | null;
  /** The next row, or its place in the order, and the end of them. */
  at: number;
  readonly end: number;
}

/** The rows of a unit and level on the best-known streets that have it, at most `most`. */
export function rowsOfUnit({ columns: { unitPosting, unitPostingStart } }: AddressIndex, unit: number, most: number) {
  const at = unitPostingStart[unit];
  return { unit, rows: unitPosting, order: null, at, end: Math.min(unitPostingStart[unit + 1], at + most) };
}

/** The pairs of `numberedUnitAt` of a unit's number, or ANY_LEVEL, and street numbers from `number` on. */
export function pairsOf(index: AddressIndex, unit: number, number: number): typeof NO_PAIRS {
  const { numberedUnitNumber, numberedUnitNumberStart, numberedUnitAt } = index.columns;
  const i = lowerUnit(numberedUnitNumber, unit);
  if (numberedUnitNumber[i] !== unit) return NO_PAIRS;
  const end = numberedUnitNumberStart[i + 1];
  return { from: lowerBound(numberedUnitAt, number, numberedUnitNumberStart[i], end), end };
}

const NO_PAIRS = { from: 0, end: 0 };

/** Like `lowerBound`, but also for ANY_LEVEL: `lowerBound` compares only numbers below 2³¹. */
function lowerUnit(units: Uint32Array, unit: number): number {
  return unit === ANY_LEVEL ? units.length - 1 : lowerBound(units, unit, 0, Math.max(0, units.length - 1));
}

/**
 * The rows of a pair that pass a filter (`nextRow`), the best-known streets first. If a list is long and the names
 * narrow it little, only the MOST_RANKED_UNITS best-known rows are scanned, unless fewer than `least` of them pass. O(1)
 * in a short list; else O(rows that have the names), or until `least` pass.
 */
export function rowsOfPair(query: Query, pair: number, filter: RowFilter, least: number): UnitRows {
  const { numberedUnit, numberedUnitStart, rankedUnit, rankedUnitPair, rankedUnitStart } = query.index.columns;
  const { names } = filter;
  const start = numberedUnitStart[pair];
  const end = numberedUnitStart[pair + 1];
  if (end - start <= MOST_RANKED_UNITS) return scanOf(query, numberedUnit, start, end);
  const from = firstWith(numberedUnit, names.low, start, end);
  const to = firstWith(numberedUnit, names.high, from, end);
  if ((to - from) ** 2 > MOST_OFFERED * (end - start)) {
    const row = lowerBound(rankedUnitPair, pair);
    const ranked = scanOf(query, rankedUnit, rankedUnitStart[row], rankedUnitStart[row + 1]);
    const { at } = ranked;
    let passed = 0;
    while (passed < least && nextRow(ranked, filter) >= 0) passed++;
    ranked.at = at;
    if (passed === least) return ranked;
  }
  const scan = scanOf(query, numberedUnit, from, to);
  const isOneName = to - from <= 1 || numberedUnit[entryAt(from)] === numberedUnit[entryAt(to - 1)];
  return isOneName ? scan : sorted(query, scan, filter);
}

/** Where a row has its entry. */
function entryAt(row: number): number {
  return row * NUMBERED_UNIT_ROW + NUMBERED_ENTRY;
}

/** The first row of a long list, from one up to another, whose entry is at least `entry`. */
function firstWith(rows: Uint32Array, entry: number, from: number, to: number): number {
  if (entry === ANY_NAME.low) return from;
  if (entry === ANY_NAME.high) return to;
  return firstNotBefore(from, to, (row) => rows[entryAt(row)] < entry);
}

/** A scan of the rows from one to another of a list; of none if no work is left. */
function scanOf(query: Query, rows: Uint32Array, from: number, to: number): UnitRows {
  return { unit: -1, rows, order: null, at: from, end: spendRows(query, to - from) ? to : from };
}

/** Where the next row of a scan is that passes its filter; -1 at the end. */
export function nextRow(scan: UnitRows, { names: { low, high }, run, fits }: RowFilter): number {
  const { unit, rows, order, end } = scan;
  const width = unit < 0 ? NUMBERED_UNIT_ROW : UNIT_ROW;
  const entryPlace = unit < 0 ? NUMBERED_ENTRY : UNIT_ENTRY;
  while (scan.at < end) {
    const at = (order === null ? scan.at : order[scan.at]) * width;
    scan.at++;
    const entry = rows[at + entryPlace];
    const address = rows[at + NUMBERED_ADDRESS];
    if (entry < low || entry >= high || address < run.from || address >= run.to) continue;
    if (unit >= 0 || fits(rows[at + NUMBERED_UNIT], address)) return at;
  }
  return -1;
}

/** A scan of at most MOST_SORTED rows of another that pass a filter, the best-known streets first. */
function sorted(query: Query, scan: UnitRows, filter: RowFilter): UnitRows {
  const { rows } = scan;
  const passed: number[] = [];
  for (let at = nextRow(scan, filter); at >= 0 && passed.length < MOST_SORTED; at = nextRow(scan, filter))
    passed.push(at / NUMBERED_UNIT_ROW);
  const streetAt = (row: number) => streetOf(query.index, rows[row * NUMBERED_UNIT_ROW + NUMBERED_ADDRESS]);
  return { unit: -1, rows, order: sortByWeight(query, passed, streetAt), at: 0, end: passed.length };
}

/**
 * The streets that pass the filter and have the unit typed at the number typed, or, without a unit's number,
 * any level there; those at exactly this range first, then the best known; null if no address has it.
 * O(addresses of the unit at the number).
 */
export function streetsOfUnit(query: Query, { parse, exact }: NumberCodes, streets: StreetFilter): Postings | null {
  const { unit, level, number, last } = parse;
  if (number === null || (unit?.number == null && level === null)) return null;
  const { addressHead, numberedUnitAt } = query.index.columns;
  const { from: pair, end } = pairsOf(query.index, unit?.number?.value ?? ANY_LEVEL, number.value);
  if (pair === end || numberedUnitAt[pair] !== number.value) return null;
  let range = -1;
  const fits = (_: number, address: number) => range < 0 || numberIn(addressHead[address]) === range;
  const filter = rowFilter(query.index, streets, fits);
  const scan = rowsOfPair(query, pair, filter, MOST_OFFERED);
  const first = scan.at;
  if (last !== null) range = exact;
  let before = -1;
  return () => {
    for (;;) {
      const at = nextRow(scan, filter);
      if (at < 0) {
        if (range < 0) return NO_POSTING;
        range = -1;
        before = -1;
        scan.at = first;
        continue;
      }
      const street = streetOf(query.index, scan.rows[at + NUMBERED_ADDRESS]);
      if (street === before) continue;
      before = street;
      return spend(query, NUMBER_WORK) ? street : NO_POSTING;
    }
  };
}
