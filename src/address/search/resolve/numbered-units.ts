import { streetOf } from '../../index/address.ts';
import { numberIn } from '../../index/address-head.ts';
import type { AddressIndex } from '../../index/open.ts';
import { STREET_RECORD, WEIGHT_LIMIT, weightOf } from '../../index/street-record.ts';
import { MOST_RANKED_UNITS, NUMBERED_ADDRESS, NUMBERED_UNIT } from '../../index/unit-row.ts';
import type { TypedNumber, TypedUnit } from '../parse/numbers/number-parse.ts';
import {
  EXACT,
  FUZZY,
  type Grade,
  NONE,
  NUMBER_COST,
  NUMBER_EXACT,
  NUMBER_IN_RANGE,
  NUMBER_OTHER,
  NUMBER_PREFIX,
  OTHER_FAMILY,
  PREFIX,
} from '../query/grades.ts';
import { ENOUGH, MOST_ROWS } from '../query/limits.ts';
import { type NumberCodes, numberBegins } from '../retrieve/numbers/number-codes.ts';
import {
  addressesOf,
  anyUnit,
  beginUnitRows,
  nextUnitRow,
  pairsOf,
  type RangeFilter,
  type RowFilter,
  unitRowsOf,
} from '../retrieve/numbers/numbered-units.ts';
import type { StreetFilter } from '../retrieve/places/regions.ts';
import { isSpent, NUMBER_WORK, type Query, spend } from '../retrieve/query.ts';
import { firstUnit, flatGrade, levelGradeOf, typeGrade, unitCost } from './unit.ts';
import { addMatch, beginMatches, hasRoomFor, isFull } from './unit-postings.ts';

/** What units at a street number are looked up for. */
interface Lookup {
  readonly query: Query;
  readonly numbers: NumberCodes;
  readonly unit: TypedUnit;
  readonly flat: TypedNumber;
  readonly number: number;
  /** Its `fits` changes from step to step. */
  readonly rows: RowFilter;
  /** Of long lists, only the best-known streets are used if these have this many. */
  least: number;
  /** Rows that may still be looked at. */
  rowsLeft: number;
}

/**
 * Lists in the workspace's matches at most `most` addresses of a unit at a street number or a longer one, by cost, then
 * by how well known the street is. O(addresses of the unit at the number; if few, of longer units and numbers too).
 */
export function findNumberedUnits(
  query: Query,
  numbers: NumberCodes,
  { run, names }: StreetFilter,
  most: number,
): void {
  beginMatches(query.work.unitMatches, most);
  const { unit, number } = numbers.parse;
  if (unit === null || unit.number === null || number === null) return;
  const lookup: Lookup = {
    query,
    numbers,
    unit,
    flat: unit.number,
    number: number.value,
    rows: { names, run: addressesOf(query.index, run), range: rangeOf(numbers), fits: anyUnit },
    least: ENOUGH,
    rowsLeft: MOST_ROWS,
  };
  setUnits(lookup);
  collectAll(lookup);
}

/** The range that was typed or begun; null for a single number. */
function rangeOf({ parse: { number, last, rangeOpen }, exact }: NumberCodes): RangeFilter | null {
  if (last === null && !rangeOpen) return null;
  return { exact, begins: rangeOpen ? `${number?.text}-${last?.text ?? ''}` : null };
}

/**
 * Collects the addresses that have the unit, of the type and on the level typed, at the street number and at longer
 * ones; if there are any at the number itself, also those there that leave the level out. If there are none, those that
 * leave the level out; if still none, units of other types at the number itself, those of another family last.
 */
function collectAll(lookup: Lookup): void {
  const { numbers, unit } = lookup;
  const isLeveled = numbers.parse.level !== null;
  const { list } = lookup.query.work.unitMatches;
  const isOfType = (code: number) => isTyped(lookup, code);
  const isOnNoLevel = (code: number) => isTyped(lookup, code) && levelGrade(lookup, code) === FUZZY;
  const isOnLevel = (code: number) => isTyped(lookup, code) && levelGrade(lookup, code) !== FUZZY;
  const isOfOtherType = (code: number) => unitGrade(lookup, code) === FUZZY;
  const isOfOtherFamily = (code: number) => unitGrade(lookup, code) === OTHER_FAMILY;
  const fits = isLeveled ? isOnLevel : isOfType;
  collectExact(lookup, fits, ENOUGH);
  if (isLeveled && list.length > 0) collectExact(lookup, isOnNoLevel, ENOUGH);
  collectGrown(lookup, fits);
  if (isLeveled && list.length === 0) {
    collectExact(lookup, isOnNoLevel, ENOUGH);
    collectGrown(lookup, isOnNoLevel);
  }
  if (unit.type >= 0 && list.length === 0) collectExact(lookup, isOfOtherType, 0);
  if (list.length === 0) collectExact(lookup, isOfOtherFamily, 0);
}

/** Collects the addresses of the unit at the street number. */
function collectExact(lookup: Lookup, fits: RowFilter['fits'], least: number): void {
  lookup.rows.fits = fits;
  lookup.least = least;
  collectNumbers(lookup, lookup.number, lookup.number + 1);
}

/** Collects the addresses of the unit at longer street numbers with the prefix typed. */
function collectGrown(lookup: Lookup, fits: RowFilter['fits']): void {
  const { number, numbers } = lookup;
  lookup.rows.fits = fits;
  lookup.least = 0;
  const { grown } = numbers;
  if (numbers.parse.exactOnly || grown.length === 0) return;
  const highest = lookup.query.index.columns.numberFirst[grown[grown.length - 1] - 1];
  for (let scale = 10; number * scale <= highest && !isFull(lookup.query.work.unitMatches); scale *= 10)
    collectNumbers(lookup, number * scale, (number + 1) * scale);
}

/** Collects the addresses of the unit at the street numbers from one up to, not including, another. */
function collectNumbers(lookup: Lookup, from: number, last: number): void {
  const { index } = lookup.query;
  const { numberedUnitAt, numberedUnitStart } = index.columns;
  const pairs = pairsOf(index, lookup.flat.value, from);
  for (let pair = pairs.from; pair < pairs.end && numberedUnitAt[pair] < last; pair++) {
    if (lookup.rowsLeft <= 0 || isSpent(lookup.query)) return;
    collectRows(lookup, pair);
    lookup.rowsLeft -= Math.min(MOST_RANKED_UNITS, numberedUnitStart[pair + 1] - numberedUnitStart[pair]);
  }
}

/** Collects the addresses of a pair of unit and street number that pass the filter; see `beginUnitRows`. */
function collectRows(lookup: Lookup, pair: number): void {
  const { query, numbers, least } = lookup;
  const { unitMatches } = query.work;
  const { addressHead, streetRecord } = query.index.columns;
  beginUnitRows(query, pair, lookup.rows, Math.min(least, unitMatches.most));
  const rows = unitRowsOf(query);
  /** The weight of the last street: those that follow weigh no more. */
  let weight = WEIGHT_LIMIT;
  for (let at = nextUnitRow(query, lookup.rows); at >= 0; at = nextUnitRow(query, lookup.rows)) {
    const grades = gradesOf(lookup, rows[at + NUMBERED_UNIT]);
    const unit = unitOf(grades);
    const level = levelOf(grades);
    const cost = unitCost(unit, level);
    if (!hasRoomFor(unitMatches, keyOf(cost, weight))) {
      if (cost === 0) break;
      continue;
    }
    if (!spend(query, NUMBER_WORK)) break;
    const address = rows[at + NUMBERED_ADDRESS];
    const street = streetOf(query.index, address);
    weight = weightOf(streetRecord, street * STREET_RECORD);
    const number = numberGrade(query.index, numberIn(addressHead[address]), numbers);
    const key = keyOf(NUMBER_COST[number] + cost, weight);
    if (number !== NUMBER_OTHER && hasRoomFor(unitMatches, key))
      addMatch(unitMatches, key, { address, street, number, unit, level });
  }
}

/** The bit in `UnitRun` that says that grades are known. */
const MADE = 1 << 6;

/** Sets the workspace's run of units to those of the number typed, none of them graded. O(log units + units of it). */
function setUnits({ query: { index, work }, flat }: Lookup): void {
  const units = work.unitRun;
  units.from = Math.max(1, firstUnit(index, flat.value));
  units.end = Math.max(units.from, firstUnit(index, flat.value + 1));
  units.grades.fill(0, 0, units.end - units.from);
}

/** Whether a unit of the index has the number typed, or its prefix, and the type typed. */
function isTyped(lookup: Lookup, code: number): boolean {
  const grade = unitGrade(lookup, code);
  return grade === EXACT || grade === PREFIX;
}

/** How a unit of the index answers the one typed; NONE on another level. */
function unitGrade(lookup: Lookup, code: number): Grade {
  return unitOf(gradesOf(lookup, code));
}

function levelGrade(lookup: Lookup, code: number): Grade {
  return levelOf(gradesOf(lookup, code));
}

function unitOf(grades: number): Grade {
  return (grades & 7) as Grade;
}

function levelOf(grades: number): Grade {
  return ((grades >>> 3) & 7) as Grade;
}

function gradesOf(lookup: Lookup, code: number): number {
  const units = lookup.query.work.unitRun;
  if (code < units.from || code >= units.end) return NONE;
  const known = units.grades[code - units.from];
  if (known > 0) return known;
  const { query, unit, flat, numbers } = lookup;
  const typedLevel = numbers.parse.level;
  const level = levelGradeOf(query.index, code, typedLevel);
  let grade = typedLevel !== null && level === NONE ? NONE : flatGrade(query.index, code, unit, flat);
  const type = typeGrade(query.index, code, unit);
  if (grade !== NONE && type !== EXACT) grade = type;
  const grades = grade | (level << 3) | MADE;
  units.grades[code - units.from] = grades;
  return grades;
}

/** Orders matches: by cost, which is a multiple of a quarter, then by how well known their streets are. */
function keyOf(cost: number, weight: number): number {
  return (4 * cost + 1) * WEIGHT_LIMIT - weight;
}

/** How a number code answers the number typed: NUMBER_OTHER for another, also for the same with another suffix. */
function numberGrade(index: AddressIndex, code: number, { parse, exact, open, grown }: NumberCodes): number {
  const { number, last, rangeOpen, exactOnly } = parse;
  if (code === exact) return NUMBER_EXACT;
  if (number === null || exactOnly) return NUMBER_OTHER;
  if (rangeOpen) return numberBegins(index, code, `${number.text}-${last?.text ?? ''}`) ? NUMBER_PREFIX : NUMBER_OTHER;
  if (last !== null) return NUMBER_OTHER;
  for (let i = 0; i < grown.length; i += 2) if (code >= grown[i] && code < grown[i + 1]) return NUMBER_PREFIX;
  const { numberFirst, numberLast } = index.columns;
  if (numberLast[code] > numberFirst[code])
    return numberFirst[code] === number.value || numberLast[code] === number.value ? NUMBER_IN_RANGE : NUMBER_OTHER;
  return open && numberBegins(index, code, number.text) ? NUMBER_PREFIX : NUMBER_OTHER;
}
