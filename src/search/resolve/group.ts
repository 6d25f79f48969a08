import { endOf, lowerBound, lowerBoundNear, streetOf } from '../../index/address.ts';
import { IS_ALIAS } from '../../index/address-flags.ts';
import { NO_NUMBER } from '../../index/number-kinds.ts';
import type { AddressIndex } from '../../index/open.ts';
import { ABSENT, NONE, NUMBER_ABSENT, NUMBER_EXACT, NUMBER_OTHER, NUMBER_PREFIX } from '../query/grades.ts';
import type { NumberCodes } from '../retrieve/numbers/number-codes.ts';
import type { Query } from '../retrieve/query.ts';
import { addResolved, clearUnitGrades } from './resolved.ts';
import { findUnit } from './unit.ts';

/**
 * Adds the unit that was asked for among the addresses that share the number of `ordinal`, or their building, to `resolved`; the address itself where it
 * has no number: others without one are other places.
 */
export function resolveAtPlace(query: Query, street: number, ordinal: number, numbers: NumberCodes): void {
  const { index, work } = query;
  const { addressNumber, numberKind, streetAddressStart } = index.columns;
  const code = addressNumber[ordinal];
  const { number, unit, level } = numbers.parse;
  if (numberKind[code] === NO_NUMBER && unit === null && level === null) {
    const principal = principalOf(index, ordinal);
    clearUnitGrades(work.resolved);
    if (principal >= 0) addResolved(work.resolved, principal, number === null ? NUMBER_ABSENT : NUMBER_OTHER);
    return;
  }
  const end = endOf(streetAddressStart, street, addressNumber);
  const at = lowerBound(addressNumber, code, streetAddressStart[street], end);
  const grade = number === null ? NUMBER_ABSENT : code === numbers.exact ? NUMBER_EXACT : NUMBER_OTHER;
  group(query, at, end, grade, numbers);
}

/**
 * Adds one address for all that share the number code at `at` to `resolved`: the unit that was asked for, or the building; none where the number
 * is only a prefix and the unit is not there. Answers whether to go on.
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
    found = findUnit(index, { from: at, end: groupEnd(index, at, streetEnd) }, unit, level, unitGrades);
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
    unitGrades.several = index.columns.addressUnit[answer] !== 0 && isOneOfSeveral(index, at, streetEnd);
  return addResolved(resolved, answer, number);
}

/** Whether several principals share the number of `at`. */
function isOneOfSeveral({ columns }: AddressIndex, at: number, streetEnd: number): boolean {
  const { addressNumber, addressFlags } = columns;
  let principals = 0;
  for (let i = at; i < streetEnd && addressNumber[i] === addressNumber[at] && principals < 2; i++)
    if ((addressFlags[i] & IS_ALIAS) === 0) principals++;
  return principals > 1;
}

/** The address behind the last that shares the number of `at`. */
function groupEnd({ columns: { addressNumber } }: AddressIndex, at: number, streetEnd: number): number {
  const code = addressNumber[at];
  const next = at + 1;
  return next < streetEnd && addressNumber[next] === code
    ? lowerBoundNear(addressNumber, code + 1, next, streetEnd)
    : next;
}

/**
 * Of the addresses that share the number of `at`, the first of the building that is no alias; where only units are there, the first of
 * these that is none; else `at`.
 */
function buildingAt(index: AddressIndex, at: number, streetEnd: number): number {
  const { addressNumber, addressUnit, addressFlags } = index.columns;
  const code = addressNumber[at];
  const building = addressUnit[at] === 0;
  for (let i = at; i < streetEnd && addressNumber[i] === code; i++) {
    if (building && addressUnit[i] !== 0) return at;
    if ((addressFlags[i] & IS_ALIAS) === 0) return i;
  }
  return at;
}

/** The building that a unit belongs to, where it has a record of its own; the record itself otherwise. */
function buildingOf(index: AddressIndex, ordinal: number): number {
  const { addressUnit, addressNumber, addressFlags, streetAddressStart } = index.columns;
  if (addressUnit[ordinal] === 0) return ordinal;
  const street = streetOf(index, ordinal);
  const first = lowerBound(addressNumber, addressNumber[ordinal], streetAddressStart[street], ordinal);
  for (let i = first; i < ordinal && addressUnit[i] === 0; i++) if ((addressFlags[i] & IS_ALIAS) === 0) return i;
  return ordinal;
}

/** The principal that a record stands for: itself, or its principal; -1 for an alias that none is known of. */
export function principalOf(index: AddressIndex, ordinal: number): number {
  const { addressFlags, aliasAddress, aliasPrincipal } = index.columns;
  if ((addressFlags[ordinal] & IS_ALIAS) === 0) return ordinal;
  const at = lowerBound(aliasAddress, ordinal);
  return aliasAddress[at] === ordinal ? aliasPrincipal[at] : -1;
}
