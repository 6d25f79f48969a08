import { endOf, lowerBound, lowerBoundNear, principalOf, streetOf } from '../../index/address.ts';
import { firstHead, hasUnit, isAlias, nextHead, numberIn } from '../../index/address-head.ts';
import { NO_NUMBER } from '../../index/number-kinds.ts';
import type { AddressIndex } from '../../index/open.ts';
import { NO_FIRST } from '../../index/street-record.ts';
import {
  ABSENT,
  EXACT,
  type Grade,
  NONE,
  NUMBER_ABSENT,
  NUMBER_EXACT,
  NUMBER_OTHER,
  NUMBER_PREFIX,
  PREFIX,
} from '../query/grades.ts';
import { FEW, MOST_RESOLVED } from '../query/limits.ts';
import type { Resolved } from '../query/workspace.ts';
import { type NumberCodes, numberBegins } from '../retrieve/numbers/number-codes.ts';
import type { Query } from '../retrieve/query.ts';
import { findUnit, type Run } from './unit.ts';

/**
 * Adds to `resolved`, of the addresses that share the number of `ordinal`, the unit that was asked for, or else the
 * building. If the address has no number and no unit was asked for, only itself: others without one are other places.
 */
export function resolveAtPlace(query: Query, street: number, ordinal: number, numbers: NumberCodes): void {
  const { index, work } = query;
  const { addressHead, numberKind, streetAddressStart } = index.columns;
  const code = numberIn(addressHead[ordinal]);
  const { number, unit, level } = numbers.parse;
  if (numberKind[code] === NO_NUMBER && unit === null && level === null) {
    const principal = principalOf(index, ordinal);
    clearUnitGrades(work.resolved);
    const grade = number === null ? NUMBER_ABSENT : NUMBER_OTHER;
    if (principal >= 0) addResolved(work.resolved, principal, grade, aliasOf(ordinal, principal));
    return;
  }
  const end = endOf(streetAddressStart, street, addressHead);
  const at = lowerBound(addressHead, firstHead(code), streetAddressStart[street], end);
  const grade = number === null ? NUMBER_ABSENT : code === numbers.exact ? NUMBER_EXACT : NUMBER_OTHER;
  group(query, at, end, grade, numbers);
}

/**
 * Adds to `resolved` one address for all that share the number code at `at`: the unit that was asked for, or else the
 * building; none if the number only has the prefix typed and the unit is not found. Answers whether to go on.
 */
export function group(query: Query, at: number, streetEnd: number, number: number, numbers: NumberCodes): boolean {
  const { index } = query;
  const { resolved } = query.work;
  const { unitGrades } = resolved;
  const { unit, level } = numbers.parse;
  clearUnitGrades(resolved);
  let found = -1;
  const asksUnit = unit !== null || level !== null;
  if (asksUnit) {
    found = findUnit(index, { from: at, end: groupEnd(index, at, streetEnd) }, numbers.parse, unitGrades);
    if (found < 0 && number === NUMBER_PREFIX) return true;
  }
  if (found < 0) {
    unitGrades.unit = unit === null || unit.optional ? ABSENT : NONE;
    unitGrades.level = level === null ? ABSENT : NONE;
    found = buildingAt(index, at, streetEnd);
  }
  const principal = principalOf(index, found);
  if (principal < 0) return true;
  const answer = asksUnit || principal === found ? principal : buildingOf(index, principal);
  if (unitGrades.unit === ABSENT && unitGrades.level === ABSENT)
    unitGrades.several = hasUnit(index.columns.addressHead[answer]);
  return addResolved(resolved, answer, number, answer === principal ? aliasOf(found, principal) : -1);
}

/** The record by which a principal was found; -1 if by itself. */
function aliasOf(found: number, principal: number): number {
  return found === principal ? -1 : found;
}

/** The address after the last one that shares the number of `at`, up to `streetEnd`. */
export function groupEnd({ columns: { addressHead } }: AddressIndex, at: number, streetEnd: number): number {
  return lowerBoundNear(addressHead, nextHead(addressHead[at]), at + 1, streetEnd);
}

/**
 * Of the addresses that share the number of `at`, the first without a unit that is no alias; if all are units, the
 * first of these that is no alias; else `at`.
 */
export function buildingAt(index: AddressIndex, at: number, streetEnd: number): number {
  const { addressHead } = index.columns;
  const next = nextHead(addressHead[at]);
  const building = !hasUnit(addressHead[at]);
  for (let i = at; i < streetEnd && addressHead[i] < next; i++) {
    if (building && hasUnit(addressHead[i])) return at;
    if (!isAlias(addressHead[i])) return i;
  }
  return at;
}

/** The building that a unit belongs to, if it has a record of its own; else the unit. */
function buildingOf(index: AddressIndex, ordinal: number): number {
  const { addressHead, streetAddressStart } = index.columns;
  const head = addressHead[ordinal];
  if (!hasUnit(head)) return ordinal;
  const street = streetOf(index, ordinal);
  const first = lowerBound(addressHead, firstHead(numberIn(head)), streetAddressStart[street], ordinal);
  for (let i = first; !hasUnit(addressHead[i]); i++) if (!isAlias(addressHead[i])) return i;
  return ordinal;
}

/** Begins a list of `most` principals, with ordinals from `from` up to, not including, `to`. */
export function beginResolved(resolved: Resolved, most: number, from: number, to: number): void {
  const { wanted } = resolved;
  resolved.count = 0;
  wanted.most = Math.min(most, MOST_RESOLVED);
  wanted.from = from;
  wanted.to = to;
  wanted.lot = ABSENT;
  wanted.withUnit = false;
}

/** Sets the grade of the lots that are added from now on. */
export function setLotGrade({ wanted }: Resolved, lot: Grade): void {
  wanted.lot = lot;
}

/** Sets whether addresses that lack the unit or the level are left out from now on. */
function requireUnit({ wanted }: Resolved, withUnit: boolean): void {
  wanted.withUnit = withUnit;
}

/**
 * Adds a principal that is wanted, with the grade of its number, its `unitGrades` and the alias by which it was found,
 * -1 for none; answers whether to go on. One that is added beyond `most` is kept while there is room.
 */
export function addResolved(resolved: Resolved, ordinal: number, number: number, alias = -1): boolean {
  const { count, wanted, unitGrades } = resolved;
  if (ordinal < wanted.from || ordinal >= wanted.to || count === MOST_RESOLVED) return count < wanted.most;
  if (wanted.withUnit && (unitGrades.unit === NONE || unitGrades.level === NONE)) return true;
  resolved.ordinal[count] = ordinal;
  resolved.number[count] = number;
  resolved.unit[count] = unitGrades.unit;
  resolved.level[count] = unitGrades.level;
  resolved.lot[count] = wanted.lot;
  resolved.several[count] = unitGrades.several ? 1 : 0;
  resolved.alias[count] = alias;
  resolved.count = count + 1;
  return resolved.count < wanted.most;
}

/** Sets the grades of a unit and level that were not asked for. */
export function clearUnitGrades({ unitGrades }: Resolved): void {
  unitGrades.unit = ABSENT;
  unitGrades.level = ABSENT;
  unitGrades.several = false;
}

/** Adds the lot that was given, then lots with it as a prefix. O(log addresses of the street). */
export function resolveLot(query: Query, street: number, numbers: NumberCodes): void {
  const { index, work } = query;
  const { streetAddressStart, addressHead } = index.columns;
  const start = streetAddressStart[street];
  const end = endOf(streetAddressStart, street, addressHead);
  setLotGrade(work.resolved, EXACT);
  let goesOn = true;
  if (numbers.lot >= 0) {
    const at = lowerBound(addressHead, firstHead(numbers.lot), start, end);
    if (at < end && numberIn(addressHead[at]) === numbers.lot) goesOn = group(query, at, end, NUMBER_ABSENT, numbers);
  }
  if (goesOn) lotsWithPrefix(query, start, end, numbers);
  setLotGrade(work.resolved, ABSENT);
}

/** Adds lots with the prefix typed so far. */
function lotsWithPrefix(query: Query, start: number, end: number, numbers: NumberCodes): void {
  const { index, work } = query;
  const { addressHead } = index.columns;
  const { grownLots } = numbers;
  const text = numbers.parse.lot?.text ?? '';
  setLotGrade(work.resolved, PREFIX);
  for (let i = 0; i < grownLots.length; i += 2) {
    let at = lowerBound(addressHead, firstHead(grownLots[i]), start, end);
    for (let scanned = 0; at < end && numberIn(addressHead[at]) < grownLots[i + 1] && scanned < FEW; scanned++) {
      const code = numberIn(addressHead[at]);
      if (code !== numbers.lot && numberBegins(index, code, text))
        if (!group(query, at, end, NUMBER_ABSENT, numbers)) return;
      at = groupEnd(index, at, end);
    }
  }
}

/** Adds the first addresses without a number, which go by their building's name. */
export function namedAddresses({ index, work }: Pick<Query, 'index' | 'work'>, start: number, end: number): void {
  const { addressHead } = index.columns;
  const numbered = Math.min(lowerBoundNear(addressHead, firstHead(1), start, end), start + FEW);
  clearUnitGrades(work.resolved);
  for (let i = start; i < numbered; i++) if (!isAlias(addressHead[i])) addResolved(work.resolved, i, NUMBER_ABSENT);
}

/**
 * Adds the first addresses of a street, one per number, then one without a number. `first` is the very first, or
 * NO_FIRST (street-record.ts): most callers need no more.
 */
export function firstAddresses(query: Query, run: Run, first: number, numbers: NumberCodes): void {
  const { index, work } = query;
  const { from: start, end } = run;
  const { addressHead } = index.columns;
  const asksUnit = numbers.parse.unit !== null || numbers.parse.level !== null;
  let from = start;
  if (!asksUnit && first !== NO_FIRST) {
    clearUnitGrades(work.resolved);
    if (!addResolved(work.resolved, first, NUMBER_ABSENT)) return;
    from = lowerBoundNear(addressHead, nextHead(addressHead[first]), first, end);
  }
  const numbered = lowerBoundNear(addressHead, firstHead(1), start, end);
  if (asksUnit && firstUnits(query, numbered, end, numbers)) return;
  for (let at = Math.max(from, numbered); at < end; at = groupEnd(index, at, end))
    if (!group(query, at, end, NUMBER_ABSENT, numbers)) return;
  if (start < numbered) group(query, start, numbered, NUMBER_ABSENT, numbers);
}

/** Adds the unit that was asked for in the first buildings of the street that have it; answers whether any has. */
function firstUnits(query: Query, from: number, end: number, numbers: NumberCodes): boolean {
  const { index, work } = query;
  const { resolved } = work;
  const before = resolved.count;
  let goesOn = true;
  requireUnit(resolved, true);
  for (let at = from, scanned = 0; at < end && goesOn && scanned < FEW; scanned++) {
    const next = groupEnd(index, at, end);
    if (next - at > 1) goesOn = group(query, at, end, NUMBER_ABSENT, numbers);
    at = next;
  }
  requireUnit(resolved, false);
  return resolved.count > before;
}
