import { streetOf } from '../../index/address.ts';
import { numberIn } from '../../index/address-head.ts';
import type { AddressIndex } from '../../index/open.ts';
import { STREET_RECORD, WEIGHT_LIMIT, weightOf } from '../../index/street-record.ts';
import { MOST_RANKED_UNITS, NUMBERED_UNIT, UNIT_ADDRESS, UNIT_RANK, UNIT_STREET } from '../../index/unit-row.ts';
import type { TypedUnit } from '../parse/numbers/number-parse.ts';
import {
  ABSENT,
  EXACT,
  FUZZY,
  type Grade,
  NUMBER_ABSENT,
  NUMBER_COST,
  NUMBER_EXACT,
  NUMBER_IN_RANGE,
  NUMBER_OTHER,
  NUMBER_PREFIX,
  OTHER_FAMILY,
  PREFIX,
} from '../query/grades.ts';
import { ENOUGH, MOST_ROWS, MOST_UNITS } from '../query/limits.ts';
import { type NumberCodes, numberBegins } from '../retrieve/numbers/number-codes.ts';
import {
  nextRow,
  pairsOf,
  type RowFilter,
  rowFilter,
  rowsOfPair,
  rowsOfUnit,
  type UnitRows,
} from '../retrieve/numbers/unit-rows.ts';
import type { StreetFilter } from '../retrieve/places/regions.ts';
import { isSpent, NUMBER_WORK, type Query, spend } from '../retrieve/query.ts';
import { addMatch, beginMatches, hasRoomFor, isFull } from './best-matches.ts';
import { firstUnit, gradesOf, levelIn, unitCost, unitIn } from './unit.ts';

/** Grades that are wanted of units and of their levels, a bit each. */
interface Wanted {
  readonly units: number;
  readonly levels: number;
}

function wantedOf(units: readonly Grade[], levels: readonly Grade[]): Wanted {
  const setOf = (grades: readonly Grade[]) => grades.reduce<number>((set, grade) => set | (1 << grade), 0);
  return { units: setOf(units), levels: setOf(levels) };
}

const ANY_LEVEL = [ABSENT, EXACT, PREFIX, FUZZY] as const;
const OF_ANY_TYPE = wantedOf([EXACT, PREFIX, FUZZY, OTHER_FAMILY], ANY_LEVEL);
const OF_TYPE = wantedOf([EXACT, PREFIX], [ABSENT, EXACT, PREFIX]);
const OF_TYPE_NO_LEVEL = wantedOf([EXACT, PREFIX], [FUZZY]);
const OF_OTHER_TYPE = wantedOf([FUZZY], ANY_LEVEL);
const OF_OTHER_FAMILY = wantedOf([OTHER_FAMILY], ANY_LEVEL);
const BEGUN = wantedOf([PREFIX], ANY_LEVEL);
const ON_LEVEL = [wantedOf([ABSENT], [EXACT, PREFIX])];
const ON_OPEN_LEVEL = [wantedOf([ABSENT], [EXACT]), wantedOf([ABSENT], [PREFIX])];

/** Units on a level are mostly numbered from the level times this. */
const PER_LEVEL = 100;

/** What units are looked up for. */
interface Lookup {
  readonly query: Query;
  readonly numbers: NumberCodes;
  /** Which rows are wanted; at a street number, those whose units are `wanted`. */
  readonly filter: RowFilter;
  /** Changes from step to step. */
  wanted: Wanted;
  /** Rows that may still be looked at. */
  rowsLeft: number;
}

/**
 * Lists in the workspace's matches at most `most` addresses, on some streets, that a unit, its type alone or a level
 * alone leads to, at the street number typed, if any, or a longer one: by cost, then by how well known the street is.
 */
export function findUnits(query: Query, numbers: NumberCodes, streets: StreetFilter, most: number): void {
  const { index } = query;
  const { number, last, rangeOpen, unit } = numbers.parse;
  beginMatches(query.work.unitMatches, most, numbers.parse);
  const isRange = last !== null || rangeOpen;
  const fits = (code: number, address: number) =>
    isWanted(lookup, gradesAtNumber(lookup, code)) &&
    !(isRange && numberGrade(index, address, numbers) === NUMBER_OTHER);
  const filter = rowFilter(index, streets, fits);
  const lookup: Lookup = { query, numbers, filter, wanted: OF_TYPE, rowsLeft: MOST_ROWS };
  if (unit === null) findOnLevel(lookup);
  else if (unit.number === null) findOfType(lookup);
  else if (number === null) findOfNumber(lookup, unit.open, unit.number.value);
  else findAtNumber(lookup, unit, unit.number.value, number.value);
}

/** A level alone, `LEVEL 3`, `BASEMENT`: units that are numbered by it, 300 to 399, then the lowest numbers. */
function findOnLevel(lookup: Lookup): void {
  const { index } = lookup.query;
  const { level } = lookup.numbers.parse;
  const story = level?.number?.value ?? 0;
  const from = firstUnit(index, story * PER_LEVEL);
  const end = firstUnit(index, (story + 1) * PER_LEVEL);
  for (const wanted of level?.open === true ? ON_OPEN_LEVEL : ON_LEVEL) {
    lookup.wanted = wanted;
    if (story > 0) collectUnits(lookup, from, end, () => true);
    collectUnits(lookup, 1, MOST_UNITS, () => true);
  }
}

/** A type of unit alone, or a prefix of it: units without a number, then the lowest numbers. */
function findOfType(lookup: Lookup): void {
  const { index } = lookup.query;
  const { unitFlatNumber, unitFlatText } = index.columns;
  let numbered = 1;
  while (numbered < unitFlatText.length && unitFlatText[numbered] === 0) numbered++;
  lookup.wanted = BEGUN;
  collectUnits(lookup, 1, numbered);
  const from = Math.max(numbered, firstUnit(index, 1));
  const isNext = (code: number) => unitFlatNumber[code] > 1 && unitFlatNumber[code] !== unitFlatNumber[code - 1];
  collectUnits(lookup, from, from + MOST_UNITS, isNext);
}

/** The number of a unit: those of any type, the type typed first; while it is typed, then longer ones. */
function findOfNumber(lookup: Lookup, open: boolean, value: number): void {
  const { index } = lookup.query;
  const { unitFlatNumber, unitFlatText } = index.columns;
  const end = firstUnit(index, value + 1);
  lookup.wanted = OF_ANY_TYPE;
  collectUnits(lookup, Math.max(1, firstUnit(index, value)), end);
  if (!open) return;
  const longer = (from: number, to: number) => collectUnits(lookup, firstUnit(index, from), firstUnit(index, to));
  if (value > 0) eachLonger(lookup, value, unitFlatNumber[unitFlatNumber.length - 1], longer);
  else {
    lookup.wanted = BEGUN;
    collectUnits(lookup, end, MOST_UNITS, (code) => unitFlatText[code] !== unitFlatText[code - 1]);
  }
}

/**
 * The number of a unit at a street number: those of the type and on the level typed, there and at longer numbers; if any
 * is there, also those that leave the level out. If there are none, those that leave the level out; if still none, units
 * of other types at the number itself, those of another family last.
 */
function findAtNumber(lookup: Lookup, { type }: TypedUnit, unit: number, number: number): void {
  const { query, numbers } = lookup;
  const { list } = query.work.unitMatches;
  const { grown, parse } = numbers;
  const isLeveled = parse.level !== null;
  const collect = (wanted: Wanted, from: number, end: number, least: number) => {
    lookup.wanted = wanted;
    collectNumbers(lookup, unit, { from, end, least });
  };
  const there = (wanted: Wanted, least: number) => collect(wanted, number, number + 1, least);
  const longer = (wanted: Wanted) => {
    if (parse.exactOnly || grown.length === 0) return;
    const highest = query.index.columns.numberFirst[grown[grown.length - 1] - 1];
    eachLonger(lookup, number, highest, (from, end) => collect(wanted, from, end, 0));
  };
  there(OF_TYPE, ENOUGH);
  if (isLeveled && list.length > 0) there(OF_TYPE_NO_LEVEL, ENOUGH);
  longer(OF_TYPE);
  if (isLeveled && list.length === 0) {
    there(OF_TYPE_NO_LEVEL, ENOUGH);
    longer(OF_TYPE_NO_LEVEL);
  }
  if (type >= 0 && list.length === 0) there(OF_OTHER_TYPE, 0);
  if (list.length === 0) there(OF_OTHER_FAMILY, 0);
}

type Collect = (from: number, end: number) => void;

/** Goes through the longer numbers with the digits of another, up to the highest, until the list is full. */
function eachLonger({ query }: Lookup, number: number, highest: number, collect: Collect): void {
  for (let scale = 10; number * scale <= highest && !isFull(query.work.unitMatches); scale *= 10)
    collect(number * scale, (number + 1) * scale);
}

/** Collects the rows of the wanted units from one to another, until the list is full and `isNext` ends a group. */
function collectUnits(lookup: Lookup, from: number, end: number, isNext = (_: number) => false): void {
  const { query, numbers } = lookup;
  const { index, work } = query;
  const last = Math.min(end, index.columns.unitFlatNumber.length);
  for (let code = from; code < last; code++) {
    if (isFull(work.unitMatches) && isNext(code)) return;
    const grades = gradesOf(index, code, numbers.parse);
    // Of most units of a number, none has room: their rows are not read.
    if (!isWanted(lookup, grades) || !hasRoomFor(work.unitMatches, keyOf(costIn(grades), 0))) continue;
    const rows = rowsOfUnit(index, code, lookup.rowsLeft);
    const first = rows.at;
    collectRows(lookup, rows, grades);
    lookup.rowsLeft -= rows.at - first;
  }
}

/** Collects the addresses of the wanted units with a number, at the street numbers of a range; see `rowsOfPair`. */
function collectNumbers(
  lookup: Lookup,
  unit: number,
  { from, end, least }: { readonly from: number; readonly end: number; readonly least: number },
): void {
  const { query, filter } = lookup;
  const { index, work } = query;
  const { numberedUnitAt, numberedUnitStart } = index.columns;
  const pairs = pairsOf(index, unit, from);
  for (let pair = pairs.from; pair < pairs.end && numberedUnitAt[pair] < end; pair++) {
    if (lookup.rowsLeft <= 0 || isSpent(query)) return;
    collectRows(lookup, rowsOfPair(query, pair, filter, Math.min(least, work.unitMatches.most)));
    lookup.rowsLeft -= Math.min(MOST_RANKED_UNITS, numberedUnitStart[pair + 1] - numberedUnitStart[pair]);
  }
}

/** Collects the addresses of rows; `all` are the grades of all of them if they are of one unit, -1 if not. */
function collectRows({ query, numbers, filter }: Lookup, scan: UnitRows, all = -1): void {
  const { index, work } = query;
  const { unitMatches } = work;
  const { rows } = scan;
  /** No row that follows has a better-known street. */
  let rank = 0;
  for (let at = nextRow(scan, filter); at >= 0; at = nextRow(scan, filter)) {
    const grades = all < 0 ? (unitMatches.graded.get(rows[at + NUMBERED_UNIT]) ?? 0) : all;
    const cost = costIn(grades);
    if (all >= 0) rank = rows[at + UNIT_RANK];
    if (!hasRoomFor(unitMatches, keyOf(cost, rank))) {
      if (all >= 0 || cost === 0) break;
      continue;
    }
    if (all < 0 && !spend(query, NUMBER_WORK)) break;
    const address = rows[at + UNIT_ADDRESS];
    const street = all < 0 ? streetOf(index, address) : rows[at + UNIT_STREET];
    const number = all < 0 ? numberGrade(index, address, numbers) : NUMBER_ABSENT;
    if (all < 0) rank = WEIGHT_LIMIT - weightOf(index.columns.streetRecord, street * STREET_RECORD);
    const key = keyOf(NUMBER_COST[number] + cost, rank);
    if (number === NUMBER_OTHER || !hasRoomFor(unitMatches, key)) continue;
    addMatch(unitMatches, key, { address, street, number, unit: unitIn(grades), level: levelIn(grades) });
  }
}

/** The grades of a unit at a street number: the same few occur in many rows. */
function gradesAtNumber({ query, numbers }: Lookup, code: number): number {
  const { graded } = query.work.unitMatches;
  const known = graded.get(code);
  if (known !== undefined) return known;
  const grades = gradesOf(query.index, code, numbers.parse);
  graded.set(code, grades);
  return grades;
}

function isWanted({ wanted: { units, levels } }: Lookup, grades: number): boolean {
  return ((units >> unitIn(grades)) & (levels >> levelIn(grades)) & 1) === 1;
}

function costIn(grades: number): number {
  return unitCost(unitIn(grades), levelIn(grades));
}

/** How an address's number answers the one typed: NUMBER_OTHER for another, also for the same with another suffix. */
function numberGrade(index: AddressIndex, address: number, { parse, exact, open, grown }: NumberCodes): number {
  const { number, last, rangeOpen, exactOnly } = parse;
  const { addressHead, numberFirst, numberLast } = index.columns;
  const code = numberIn(addressHead[address]);
  if (code === exact) return NUMBER_EXACT;
  if (number === null || exactOnly) return NUMBER_OTHER;
  if (rangeOpen) return numberBegins(index, code, `${number.text}-${last?.text ?? ''}`) ? NUMBER_PREFIX : NUMBER_OTHER;
  if (last !== null) return NUMBER_OTHER;
  for (let i = 0; i < grown.length; i += 2) if (code >= grown[i] && code < grown[i + 1]) return NUMBER_PREFIX;
  if (numberLast[code] > numberFirst[code])
    return numberFirst[code] === number.value || numberLast[code] === number.value ? NUMBER_IN_RANGE : NUMBER_OTHER;
  return open && numberBegins(index, code, number.text) ? NUMBER_PREFIX : NUMBER_OTHER;
}

/** Orders matches: by cost, which is a multiple of a quarter, then by rank, WEIGHT_LIMIT at most. */
function keyOf(cost: number, rank: number): number {
  return 4 * cost * WEIGHT_LIMIT + rank;
}
