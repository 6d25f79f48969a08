import { firstNotBefore, lowerBound, streetOf } from '../../../index/address.ts';
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
import type { Names, StreetFilter, StreetRun } from '../places/regions.ts';
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
 * Fills the workspace's rows with those of a pair that pass a filter; answers how many. If a list is long
 * and the names narrow it little, only the MOST_RANKED_UNITS best-known rows are used, unless fewer than
 * `least` of them pass. O(rows that have the names), or O(rows) in a short list.
 */
export function findUnitRows(query: Query, pair: number, filter: RowFilter, least: number): number {
  const { numberedUnit, numberedUnitStart, rankedUnitPair, rankedUnitStart, rankedUnit } = query.index.columns;
  const { names } = filter;
  const start = numberedUnitStart[pair];
  const end = numberedUnitStart[pair + 1];
  const found = query.work.unitRows;
  found.count = 0;
  if (end - start <= MOST_RANKED_UNITS) {
    addRows(query, numberedUnit, { from: start, to: end }, filter);
    return found.count;
  }
  const entryAt = (row: number) => numberedUnit[row * NUMBERED_UNIT_ROW + NUMBERED_ENTRY];
  const from = firstNotBefore(start, end, (row) => entryAt(row) < names.low);
  const to = firstNotBefore(from, end, (row) => entryAt(row) < names.high);
  if ((to - from) ** 2 > MOST_OFFERED * (end - start)) {
    const ranked = lowerBound(rankedUnitPair, pair);
    addRows(query, rankedUnit, { from: rankedUnitStart[ranked], to: rankedUnitStart[ranked + 1] }, filter);
    if (found.count >= least) return found.count;
    found.count = 0;
  }
  addRows(query, numberedUnit, { from, to }, filter);
  sortFound(query);
  return found.count;
}

/** Adds the rows that pass a filter. */
function addRows(query: Query, rows: Uint32Array, { from, to }: AddressRun, filter: RowFilter): void {
  const { names, run, range } = filter;
  const { low, high } = names;
  const found = query.work.unitRows;
  if (!spendRows(query, to - from)) return;
  for (let at = from * NUMBERED_UNIT_ROW; at < to * NUMBERED_UNIT_ROW; at += NUMBERED_UNIT_ROW) {
    const entry = rows[at + NUMBERED_ENTRY];
    if (entry < low || entry >= high) continue;
    const address = rows[at + NUMBERED_ADDRESS];
    if (address < run.from || address >= run.to) continue;
    const unit = rows[at + NUMBERED_UNIT];
    if (!filter.fits(unit) || (range !== null && !hasRange(query.index, address, range))) continue;
    if (found.count === MOST_SORTED) return;
    found.address[found.count] = address;
    found.unit[found.count++] = unit;
  }
}

function hasRange(index: AddressIndex, address: number, { exact, begins }: RangeFilter): boolean {
  const code = index.columns.addressNumber[address];
  return code === exact || (begins !== null && numberBegins(index, code, begins));
}

/** Sorts the rows found, the best-known streets first. */
function sortFound({ index, work }: Query): void {
  const { streetRecord } = index.columns;
  const { byWeight, unitRows } = work;
  const { count } = unitRows;
  if (count < 2) return;
  const addresses = unitRows.address.slice(0, count);
  const units = unitRows.unit.slice(0, count);
  for (let i = 0; i < count; i++)
    byWeight[i] = i - weightOf(streetRecord, streetOf(index, addresses[i]) * STREET_RECORD) * MOST_SORTED;
  byWeight.subarray(0, count).sort();
  for (let i = 0; i < count; i++) {
    const before = byWeight[i] & (MOST_SORTED - 1);
    unitRows.address[i] = addresses[before];
    unitRows.unit[i] = units[before];
  }
}

/** The streets of the rows found last (in the workspace): first of those with a range, then of all. */
export interface UnitStreets {
  readonly kind: 'unit';
  readonly query: Query;
  readonly count: number;
  /** The code of the range typed; other addresses are skipped while `ofRange`. */
  readonly range: number;
  ofRange: boolean;
  at: number;
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
  const count = findUnitRows(query, pair, filter, MOST_OFFERED);
  return { kind: 'unit', query, count, range: exact, ofRange: last !== null && exact >= 0, at: 0, before: -1 };
}

/** Accepts every unit. */
export function anyUnit(): boolean {
  return true;
}

/** The next street of a unit, or NO_POSTING at the end or once no work is left. */
export function nextOfUnit(streets: UnitStreets): number {
  const { query, count, range } = streets;
  const { addressNumber } = query.index.columns;
  for (;;) {
    while (streets.at < count) {
      const address = query.work.unitRows.address[streets.at++];
      if (streets.ofRange && addressNumber[address] !== range) continue;
      const street = streetOf(query.index, address);
      if (street === streets.before) continue;
      streets.before = street;
      return spend(query, NUMBER_WORK) ? street : NO_POSTING;
    }
    if (!streets.ofRange) return NO_POSTING;
    streets.ofRange = false;
    streets.at = 0;
    streets.before = -1;
  }
}
