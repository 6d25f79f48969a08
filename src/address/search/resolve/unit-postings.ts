import type { AddressIndex } from '../../index/open.ts';
import { textBegins } from '../../index/text.ts';
import { UNIT_ADDRESS, UNIT_ENTRY, UNIT_RANK, UNIT_ROW, UNIT_STREET } from '../../index/unit-row.ts';
import type { NumberParse, TypedUnit } from '../parse/numbers/number-parse.ts';
import { COSTS } from '../query/costs.ts';
import { ABSENT, EXACT, type Grade, NONE, NUMBER_ABSENT, PREFIX } from '../query/grades.ts';
import { MOST_CANDIDATES, MOST_ROWS, MOST_UNITS } from '../query/limits.ts';
import type { UnitMatch, UnitMatches } from '../query/workspace.ts';
import type { StreetFilter } from '../retrieve/places/regions.ts';
import type { Query } from '../retrieve/query.ts';
import { hasCodeIn } from '../text/lexicon.ts';
import { firstUnit, flatGrade, levelGradeOf, typeGrade, unitCost } from './unit.ts';

/** Units on a level are mostly numbered from the level times this. */
const PER_LEVEL = 100;

/** Weight of cost, a multiple of a quarter, in sort keys: cost precedes rank, which is less than 2³². */
const PER_COST = 2 ** 34;

/** What units are looked up for. */
interface Lookup {
  readonly index: AddressIndex;
  readonly matches: UnitMatches;
  readonly parse: NumberParse;
  readonly streets: StreetFilter;
  rowsLeft: number;
}

function lookupOf({ index, work }: Query, parse: NumberParse, streets: StreetFilter): Lookup {
  return { index, matches: work.unitMatches, parse, streets, rowsLeft: MOST_ROWS };
}

/**
 * Lists in the workspace's matches at most `most` addresses that a unit alone leads to: those of the type and level
 * typed first, then by how well known the street is. O(units of the number + rows of those that fit).
 */
export function findUnits(query: Query, parse: NumberParse, streets: StreetFilter, most: number): void {
  const { index } = query;
  const matches = query.work.unitMatches;
  beginMatches(matches, most);
  const { unit } = parse;
  if (unit === null || unit.number === null) return;
  const { unitFlatNumber, unitFlatText } = index.columns;
  const { value, text } = unit.number;
  const lookup = lookupOf(query, parse, streets);
  const last = unitFlatNumber.length;
  let code = Math.max(1, firstUnit(index, value));
  let lastText = -1;
  let flat: Grade = NONE;
  for (const end = firstUnit(index, value + 1); code < end; code++) {
    if (unitFlatText[code] !== lastText) {
      lastText = unitFlatText[code];
      flat = flatGrade(index, code, unit, unit.number);
    }
    if (flat !== NONE) collect(lookup, unit, code, flat);
  }
  if (!unit.open) return;
  if (value === 0) {
    for (; code < last && code < MOST_UNITS; code++) {
      if (isFull(matches) && unitFlatText[code] !== lastText) return;
      lastText = unitFlatText[code];
      if (textBegins(index, unitFlatText[code], text) && typeGrade(index, code, unit) === EXACT)
        collect(lookup, unit, code, PREFIX);
    }
    return;
  }
  for (let scale = 10; value * scale <= unitFlatNumber[last - 1] && !isFull(matches); scale *= 10) {
    const end = firstUnit(index, (value + 1) * scale);
    for (code = firstUnit(index, value * scale); code < end; code++) {
      if (!hasRoomFor(matches, COSTS.digitsToCome * PER_COST)) return;
      if (textBegins(index, unitFlatText[code], text)) collect(lookup, unit, code, PREFIX);
    }
  }
}

/**
 * Lists in the workspace's matches at most `most` addresses that a unit's type alone, or a prefix of it, leads to:
 * units without a number, then the lowest numbers, the best-known streets of each first. O(units scanned + rows of
 * those that fit), at most MOST_UNITS units.
 */
export function findUnitsOfType(query: Query, parse: NumberParse, streets: StreetFilter, most: number): void {
  const { index } = query;
  const matches = query.work.unitMatches;
  beginMatches(matches, most);
  const { unit } = parse;
  if (unit === null || unit.partialTypes === null) return;
  const { unitFlatNumber, unitFlatText, unitFlatType } = index.columns;
  const types = unit.partialTypes;
  const lookup = lookupOf(query, parse, streets);
  const last = unitFlatNumber.length;
  let code = 1;
  for (; code < last && unitFlatText[code] === 0; code++)
    if (hasCodeIn(types, unitFlatType[code])) collect(lookup, unit, code, PREFIX);
  code = Math.max(code, firstUnit(index, 1));
  const end = Math.min(last, code + MOST_UNITS);
  for (let number = 1; code < end; code++) {
    if (isFull(matches) && unitFlatNumber[code] !== number) return;
    number = unitFlatNumber[code];
    if (hasCodeIn(types, unitFlatType[code])) collect(lookup, unit, code, PREFIX);
  }
}

/**
 * Lists in the workspace's matches at most `most` addresses that a level without a unit leads to, `LEVEL 3`,
 * `BASEMENT`: units that are numbered by it, 300 to 399, then the lowest numbers, the best-known streets of each
 * first. O(units scanned + rows of those on the level).
 */
export function findUnitsOnLevel(query: Query, parse: NumberParse, streets: StreetFilter, most: number): void {
  const { index } = query;
  beginMatches(query.work.unitMatches, most);
  const { level } = parse;
  if (level === null) return;
  const lookup = lookupOf(query, parse, streets);
  const story = level.number?.value ?? 0;
  const from = firstUnit(index, story * PER_LEVEL);
  const end = firstUnit(index, (story + 1) * PER_LEVEL);
  for (const grade of LEVEL_GRADES) {
    if (story > 0) collectOnLevel(lookup, grade, from, end);
    collectOnLevel(lookup, grade, 1, Math.min(index.columns.unitFlatNumber.length, MOST_UNITS));
  }
}

const LEVEL_GRADES: readonly Grade[] = [EXACT, PREFIX];

/** Adds the rows of the units from one code to another whose level has a grade, until there are enough. */
function collectOnLevel(lookup: Lookup, grade: Grade, from: number, end: number): void {
  for (let code = from; code < end && !isFull(lookup.matches); code++)
    if (levelGradeOf(lookup.index, code, lookup.parse.level) === grade) collectRows(lookup, code, ABSENT, grade);
}

/** Adds the rows of a unit, unless it is on another level. */
function collect(lookup: Lookup, typed: TypedUnit, code: number, flat: Grade): void {
  const { index, parse } = lookup;
  const level = levelGradeOf(index, code, parse.level);
  if (parse.level !== null && level === NONE) return;
  const type = typeGrade(index, code, typed);
  collectRows(lookup, code, type === EXACT ? flat : type, level);
}

/** Adds the rows of a unit on the streets that were asked for, with its grades. */
function collectRows(lookup: Lookup, code: number, unit: Grade, level: Grade): void {
  const { run, names } = lookup.streets;
  const { unitPosting, unitPostingStart } = lookup.index.columns;
  const least = unitCost(unit, level) * PER_COST;
  // Of most units of a number, none has room: their rows are not read.
  if (!hasRoomFor(lookup.matches, least)) return;
  const from = unitPostingStart[code] * UNIT_ROW;
  const end = Math.min(unitPostingStart[code + 1] * UNIT_ROW, from + lookup.rowsLeft * UNIT_ROW);
  let row = from;
  for (; row < end; row += UNIT_ROW) {
    const key = least + unitPosting[row + UNIT_RANK];
    if (!hasRoomFor(lookup.matches, key)) break;
    const street = unitPosting[row + UNIT_STREET];
    if (street < run.from || street >= run.to) continue;
    if (unitPosting[row + UNIT_ENTRY] < names.low || unitPosting[row + UNIT_ENTRY] >= names.high) continue;
    const address = unitPosting[row + UNIT_ADDRESS];
    addMatch(lookup.matches, key, { address, street, number: NUMBER_ABSENT, unit, level });
  }
  lookup.rowsLeft -= (row - from) / UNIT_ROW;
}

/** Empties the list, for at most `wanted` matches. */
export function beginMatches(matches: UnitMatches, wanted: number): void {
  matches.list.length = 0;
  matches.most = Math.min(wanted, MOST_CANDIDATES);
}

/** Whether the list is full. */
export function isFull({ list, most }: UnitMatches): boolean {
  return list.length >= most;
}

/** Whether there is room for a match with a key. */
export function hasRoomFor({ list, keys, most }: UnitMatches, key: number): boolean {
  return list.length < most || key < keys[most - 1];
}

/** Inserts a match by its key, after equal ones; there has to be room. */
export function addMatch({ list, keys, most }: UnitMatches, key: number, match: UnitMatch): void {
  let at = list.length < most ? list.length : most - 1;
  for (; at > 0 && keys[at - 1] > key; at--) {
    keys[at] = keys[at - 1];
    list[at] = list[at - 1];
  }
  keys[at] = key;
  list[at] = match;
}
