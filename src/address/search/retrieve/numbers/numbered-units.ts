import { lowerBound, streetOf } from '../../../index/address.ts';
import { numberIn } from '../../../index/address-head.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { STREET_RECORD, weightOf } from '../../../index/street-record.ts';
import {
  ANY_LEVEL,
  MOST_RANKED_UNITS,
  NUMBERED_ADDRESS,
  NUMBERED_ENTRY,
  NUMBERED_UNIT,
  NUMBERED_UNIT_ROW,
} from '../../../index/unit-row.ts';
import { MOST_OFFERED, MOST_SORTED } from '../../query/limits.ts';
import type { UnitRows } from '../../query/workspace.ts';
import { ANY_NAME, type Names, type StreetFilter, type StreetRun } from '../places/regions.ts';
import { NUMBER_WORK, type Query, spend, spendRows } from '../query.ts';
import { NO_POSTING } from '../ranked-walk.ts';
import { type NumberCodes, numberBegins } from './number-codes.ts';

/** Consecutive addresses of the index: the first, and the one after the last. */
export interface AddressRun {
  readonly from: number;
  readonly to: number;
}

/** The addresses of a run of streets. */
export function addressesOf({ columns: { streetAddressStart } }: AddressIndex, { from, to }: StreetRun): AddressRun {
  const last = streetAddressStart.length - 1;
  return { from: streetAddressStart[Math.min(from, last)], to: streetAddressStart[Math.min(to, last)] };
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

/** Which rows of a pair are wanted. */
export interface RowFilter {
  readonly names: Names;
  readonly run: AddressRun;
  /** Whether a unit and level (`addressUnit`) fit. */
  fits(unit: number): boolean;
  /** The range that addresses must have; null for any number. */
  readonly range: RangeFilter | null;
}

/** A street range by its code, -1 if no address has it; and the prefix of other ranges that fit, null for none. */
export interface RangeFilter {
  readonly exact: number;
  readonly begins: string | null;
}

/**
 * Begins a scan of the rows of a pair that pass a filter, the best-known streets first (`nextUnitRow`). If a list is long
 * and the names narrow it little, only the MOST_RANKED_UNITS best-known rows are scanned, unless fewer than `least` of
 * them pass. O(1) in a short list; else O(rows that have the names), or until `least` pass.
 */
export function beginUnitRows(query: Query, pair: number, filter: RowFilter, least: number): void {
  const { numberedUnit, numberedUnitStart, rankedUnitPair, rankedUnitStart } = query.index.columns;
  const { names } = filter;
  const start = numberedUnitStart[pair];
  const end = numberedUnitStart[pair + 1];
  const scan = query.work.unitRows;
  if (end - start <= MOST_RANKED_UNITS) {
    begin(query, 'numberedUnit', { from: start, to: end });
    return;
  }
  const from = firstWith(numberedUnit, names.low, start, end);
  const to = firstWith(numberedUnit, names.high, from, end);
  if ((to - from) ** 2 > MOST_OFFERED * (end - start)) {
    const ranked = lowerBound(rankedUnitPair, pair);
    begin(query, 'rankedUnit', { from: rankedUnitStart[ranked], to: rankedUnitStart[ranked + 1] });
    const first = scan.at;
    let passed = 0;
    while (passed < least && nextUnitRow(query, filter) >= 0) passed++;
    scan.at = first;
    if (passed === least) return;
  }
  begin(query, 'numberedUnit', { from, to });
  if (to - from > 1 && numberedUnit[entryAt(from)] !== numberedUnit[entryAt(to - 1)]) sortRows(query, filter);
}

/** Where a row has its entry. */
function entryAt(row: number): number {
  return row * NUMBERED_UNIT_ROW + NUMBERED_ENTRY;
}

/** The first row of a long list, from one up to another, whose entry is at least `entry`. */
function firstWith(rows: Uint32Array, entry: number, from: number, to: number): number {
  if (entry === ANY_NAME.low) return from;
  if (entry === ANY_NAME.high) return to;
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[entryAt(middle)] < entry) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Begins a scan of the rows from one to another of a list; of none if no work is left. */
function begin(query: Query, rows: UnitRows['rows'], { from, to }: AddressRun): void {
  const { unitRows } = query.work;
  unitRows.rows = rows;
  unitRows.at = from * NUMBERED_UNIT_ROW;
  unitRows.end = (spendRows(query, to - from) ? to : from) * NUMBERED_UNIT_ROW;
}

/** The rows of the scan. */
export function unitRowsOf({ index, work: { unitRows } }: Query): Uint32Array {
  return unitRows.rows === 'sorted' ? unitRows.sorted : index.columns[unitRows.rows];
}

/** The place in the rows of the scan of the next that passes the filter of the scan; -1 at its end. */
export function nextUnitRow(query: Query, { names, run, range, fits }: RowFilter): number {
  const { unitRows } = query.work;
  const rows = unitRowsOf(query);
  const { end } = unitRows;
  const { low, high } = names;
  for (let at = unitRows.at; at < end; at += NUMBERED_UNIT_ROW) {
    const entry = rows[at + NUMBERED_ENTRY];
    if (entry < low || entry >= high) continue;
    const address = rows[at + NUMBERED_ADDRESS];
    if (address < run.from || address >= run.to || !fits(rows[at + NUMBERED_UNIT])) continue;
    if (range !== null && !hasRange(query.index, address, range)) continue;
    unitRows.at = at + NUMBERED_UNIT_ROW;
    return at;
  }
  unitRows.at = end;
  return -1;
}

function hasRange(index: AddressIndex, address: number, { exact, begins }: RangeFilter): boolean {
  const code = numberIn(index.columns.addressHead[address]);
  return code === exact || (begins !== null && numberBegins(index, code, begins));
}

/** Replaces the rows of the scan with at most MOST_SORTED that pass the filter, the best-known streets first. */
function sortRows(query: Query, filter: RowFilter): void {
  const { index, work } = query;
  const { streetRecord } = index.columns;
  const { byWeight, unitRows } = work;
  const { passed, sorted } = unitRows;
  const rows = unitRowsOf(query);
  let count = 0;
  for (let at = nextUnitRow(query, filter); at >= 0 && count < MOST_SORTED; at = nextUnitRow(query, filter)) {
    const weight = weightOf(streetRecord, streetOf(index, rows[at + NUMBERED_ADDRESS]) * STREET_RECORD);
    byWeight[count] = count - weight * MOST_SORTED;
    for (let i = 0; i < NUMBERED_UNIT_ROW; i++) passed[count * NUMBERED_UNIT_ROW + i] = rows[at + i];
    count++;
  }
  byWeight.subarray(0, count).sort();
  for (let i = 0; i < count; i++) {
    const before = (byWeight[i] & (MOST_SORTED - 1)) * NUMBERED_UNIT_ROW;
    for (let j = 0; j < NUMBERED_UNIT_ROW; j++) sorted[i * NUMBERED_UNIT_ROW + j] = passed[before + j];
  }
  unitRows.rows = 'sorted';
  unitRows.at = 0;
  unitRows.end = count * NUMBERED_UNIT_ROW;
}

/** The streets of the rows of a scan: first of those with a range, then of all. */
export interface UnitStreets {
  readonly kind: 'unit';
  readonly query: Query;
  readonly filter: RowFilter;
  /** Where the scan began. */
  readonly from: number;
  /** The code of the range typed; other addresses are skipped while `ofRange`. */
  readonly range: number;
  ofRange: boolean;
  before: number;
}

/**
 * The streets that pass the filter and have the unit typed at the number typed, or, without a unit's number,
 * any level there; those at exactly this range first, then the best known; null if no address has it. Valid
 * until units are looked up again. O(addresses of the unit at the number).
 */
export function streetsOfUnit(
  query: Query,
  { parse, exact }: NumberCodes,
  { run, names }: StreetFilter,
): UnitStreets | null {
  const { unit, level, number, last } = parse;
  if (number === null || (unit?.number == null && level === null)) return null;
  const { numberedUnitAt } = query.index.columns;
  const { from: pair, end } = pairsOf(query.index, unit?.number?.value ?? ANY_LEVEL, number.value);
  if (pair === end || numberedUnitAt[pair] !== number.value) return null;
  const filter = { names, run: addressesOf(query.index, run), range: null, fits: anyUnit };
  beginUnitRows(query, pair, filter, MOST_OFFERED);
  const { at } = query.work.unitRows;
  return { kind: 'unit', query, filter, from: at, range: exact, ofRange: last !== null && exact >= 0, before: -1 };
}

/** Accepts every unit. */
export function anyUnit(): boolean {
  return true;
}

/** The next street of a unit, or NO_POSTING at the end or once no work is left. */
export function nextOfUnit(streets: UnitStreets): number {
  const { query, filter, from, range } = streets;
  const { addressHead } = query.index.columns;
  const { unitRows } = query.work;
  for (;;) {
    for (let at = nextUnitRow(query, filter); at >= 0; at = nextUnitRow(query, filter)) {
      const address = unitRowsOf(query)[at + NUMBERED_ADDRESS];
      if (streets.ofRange && numberIn(addressHead[address]) !== range) continue;
      const street = streetOf(query.index, address);
      if (street === streets.before) continue;
      streets.before = street;
      return spend(query, NUMBER_WORK) ? street : NO_POSTING;
    }
    if (!streets.ofRange) return NO_POSTING;
    streets.ofRange = false;
    unitRows.at = from;
    streets.before = -1;
  }
}
