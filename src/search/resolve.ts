import { endOf, lowerBound, streetOf } from '../index/address.ts';
import { IS_ALIAS } from '../index/address-flags.ts';
import { STREET_NUMBER } from '../index/number-kinds.ts';
import type { AddressIndex } from '../index/open.ts';
import { RECORD_END, RECORD_HIGHEST, RECORD_RANGE, RECORD_START, STREET_RECORD } from '../index/street-record.ts';
import {
  ABSENT,
  EXACT,
  type Grade,
  NONE,
  NUMBER_ABSENT,
  NUMBER_ACROSS,
  NUMBER_EXACT,
  NUMBER_IN_RANGE,
  NUMBER_OTHER,
  NUMBER_OVERLAPS,
  NUMBER_PREFIX,
  NUMBER_SUFFIX,
  PREFIX,
} from './grades.ts';
import { firstCode, type NumberQuery } from './number-query.ts';
import { findUnit, type UnitGrades } from './resolve-unit.ts';
import type { NumberReading } from './typed-numbers.ts';

/** Addresses without a number that are looked at on one street. */
const MOST_NAMED = 64;

/** An address found for a number, and how it answers it. Reused: copy what you keep. */
export interface Resolved extends UnitGrades {
  ordinal: number;
  number: number;
  lot: Grade;
}

/** Called with each address found on a street. Answers false to stop. */
export type OnResolved = (resolved: Readonly<Resolved>) => boolean;

const resolved: Resolved = {
  ordinal: 0,
  number: NUMBER_ABSENT,
  unit: ABSENT,
  level: ABSENT,
  lot: ABSENT,
  several: false,
};

/**
 * Finds the addresses of a street that answer a number query, the best first: the exact number, ranges that contain it, and, where
 * `loose`, numbers that it begins and the same number with another suffix. A building stands for its units unless a unit was
 * asked for. O(log addresses of the street + its ranges). Without a number, the first addresses of the street; with `named`,
 * those without a number first, which a building's name may tell apart.
 */
export function resolveOnStreet(
  index: AddressIndex,
  street: number,
  query: NumberQuery,
  loose: boolean,
  named: boolean,
  onResolved: OnResolved,
): void {
  const { streetRecord, addressNumber } = index.columns;
  const row = street * STREET_RECORD;
  const start = streetRecord[row + RECORD_START];
  const end = Math.min(streetRecord[row + RECORD_END], addressNumber.length);
  const { reading } = query;
  if (reading.number === null) {
    if (reading.lot !== null) resolveLot(index, street, query, onResolved);
    else {
      if (named) namedAddresses(index, start, end, onResolved);
      firstAddresses(index, start, end, query, onResolved);
    }
    return;
  }
  const first = query.to > query.from ? lowerBound(addressNumber, query.from, start, end) : end;
  const isThere = first < end && addressNumber[first] < query.to;
  if (query.exact >= 0 && isThere) {
    const at = lowerBound(addressNumber, query.exact, first, end);
    if (at < end && addressNumber[at] === query.exact)
      if (!group(index, at, end, NUMBER_EXACT, query, onResolved)) return;
  }
  if (reading.rangeOpen && !rangesBegun(index, start, end, query, onResolved)) return;
  if (reading.strict || !ranges(index, street, end, query, onResolved)) return;
  if (isThere) {
    let at = first;
    while (at < end && addressNumber[at] < query.to) {
      const code = addressNumber[at];
      if (code !== query.exact && !isRange(index, code)) {
        const grade = suffixGrade(index, code, query);
        if ((loose || grade !== NUMBER_SUFFIX) && !group(index, at, end, grade, query, onResolved)) return;
      }
      at = lowerBound(addressNumber, code + 1, at + 1, end);
    }
  }
  if (loose) grown(index, start, end, streetRecord[row + RECORD_HIGHEST], query, onResolved);
}

/** Whether any address of the street has the number, or a range around it. */
export function hasNumber(index: AddressIndex, street: number, query: NumberQuery): boolean {
  const { number } = query.reading;
  if (number !== null && number.value > index.columns.streetRecord[street * STREET_RECORD + RECORD_HIGHEST])
    return false;
  let found = false;
  resolveOnStreet(index, street, query, false, false, () => {
    found = true;
    return false;
  });
  return found;
}

function isRange(index: AddressIndex, code: number): boolean {
  return index.columns.numberLast[code] > index.columns.numberFirst[code];
}

/** `12` begins `12A` while it is being typed; `12-14` typed meets `12`. */
function suffixGrade(index: AddressIndex, code: number, query: NumberQuery): number {
  const { number, last } = query.reading;
  if (last !== null || query.reading.rangeOpen) return overlapOf(query.reading);
  return query.open && number !== null && textBegins(index, code, number.text) ? NUMBER_PREFIX : NUMBER_SUFFIX;
}

/** A range stands on one side of a street: one that was typed with an even end and an odd one may be something else, unit 3 of `3-12`. */
function overlapOf({ number, last, rangeOpen }: NumberReading): number {
  const sides = !rangeOpen && number !== null && last !== null && (last.value - number.value) % 2 !== 0;
  return sides ? NUMBER_ACROSS : NUMBER_OVERLAPS;
}

/** Ranges that the range typed so far begins. */
function rangesBegun(
  index: AddressIndex,
  start: number,
  end: number,
  query: NumberQuery,
  onResolved: OnResolved,
): boolean {
  const { addressNumber } = index.columns;
  const { number, last } = query.reading;
  const begun = `${number?.text}-${last?.text ?? ''}`;
  let at = lowerBound(addressNumber, query.from, start, end);
  while (at < end && addressNumber[at] < query.to) {
    const code = addressNumber[at];
    if (code !== query.exact && textBegins(index, code, begun))
      if (!group(index, at, end, NUMBER_PREFIX, query, onResolved)) return false;
    at = lowerBound(addressNumber, code + 1, at + 1, end);
  }
  return true;
}

function textBegins(index: AddressIndex, code: number, text: string): boolean {
  const { numberText, numberTextStart } = index.columns;
  const start = numberTextStart[code];
  if (numberTextStart[code + 1] - start < text.length) return false;
  for (let i = 0; i < text.length; i++) if (numberText[start + i] !== text.charCodeAt(i)) return false;
  return true;
}

function ranges(index: AddressIndex, street: number, end: number, query: NumberQuery, onResolved: OnResolved): boolean {
  const { streetRecord, streetRange, addressNumber, numberFirst, numberLast } = index.columns;
  const { number, last } = query.reading;
  if (number === null) return true;
  const low = number.value;
  const high = last === null ? low : Math.max(low, last.value);
  const row = street * STREET_RECORD;
  const rangeEnd = Math.min(streetRecord[row + STREET_RECORD + RECORD_RANGE], streetRange.length);
  for (let i = streetRecord[row + RECORD_RANGE]; i < rangeEnd; i++) {
    const at = streetRange[i];
    const code = addressNumber[at];
    if (code === query.exact || numberFirst[code] > high || numberLast[code] < low) continue;
    const side = (numberFirst[code] - low) % 2 === 0 || (numberLast[code] - numberFirst[code]) % 2 !== 0;
    const nested = (numberFirst[code] - low) * (numberLast[code] - high) <= 0;
    const within = last === null && !query.reading.rangeOpen ? NUMBER_IN_RANGE : overlapOf(query.reading);
    const grade = query.reading.rangeOpen || (side && nested) ? within : NUMBER_ACROSS;
    if (!group(index, at, end, grade, query, onResolved)) return false;
  }
  if (last !== null && last.value > low) {
    const { streetAddressStart } = index.columns;
    const code = firstCode(index, STREET_NUMBER, last.value);
    const at = lowerBound(addressNumber, code, streetAddressStart[street], end);
    if (at < end && numberFirst[addressNumber[at]] === last.value && !isRange(index, addressNumber[at]))
      return group(index, at, end, overlapOf(query.reading), query, onResolved);
  }
  return true;
}

/** Numbers that the digits typed begin, up to the street's highest. */
function grown(
  index: AddressIndex,
  start: number,
  end: number,
  highest: number,
  query: NumberQuery,
  onResolved: OnResolved,
): void {
  const { addressNumber, numberFirst } = index.columns;
  for (let i = 0; i < query.grown.length; i += 2) {
    if (numberFirst[query.grown[i]] > highest) return;
    const to = query.grown[i + 1];
    let at = lowerBound(addressNumber, query.grown[i], start, end);
    while (at < end && addressNumber[at] < to) {
      if (!group(index, at, end, NUMBER_PREFIX, query, onResolved)) return;
      at = lowerBound(addressNumber, addressNumber[at] + 1, at + 1, end);
    }
  }
}

function resolveLot(index: AddressIndex, street: number, query: NumberQuery, onResolved: OnResolved): void {
  const { streetAddressStart, addressNumber } = index.columns;
  const start = streetAddressStart[street];
  const end = endOf(streetAddressStart, street, addressNumber);
  resolved.lot = EXACT;
  let goesOn = true;
  if (query.lot >= 0) {
    const at = lowerBound(addressNumber, query.lot, start, end);
    if (at < end && addressNumber[at] === query.lot) goesOn = group(index, at, end, NUMBER_ABSENT, query, onResolved);
  }
  if (goesOn && query.lots >= 0) lotsBegun(index, start, end, query, onResolved);
  resolved.lot = ABSENT;
}

/** Lots that the digits typed so far begin. */
function lotsBegun(index: AddressIndex, start: number, end: number, query: NumberQuery, onResolved: OnResolved): void {
  const { addressNumber } = index.columns;
  const text = query.reading.lot?.text ?? '';
  resolved.lot = PREFIX;
  let at = lowerBound(addressNumber, query.lots, start, end);
  for (let looked = 0; at < end && looked < MOST_NAMED; looked++) {
    const code = addressNumber[at];
    if (code !== query.lot && textBegins(index, code, text))
      if (!group(index, at, end, NUMBER_ABSENT, query, onResolved)) return;
    at = lowerBound(addressNumber, code + 1, at + 1, end);
  }
}

/** Addresses without a number, which go by their building's name. */
function namedAddresses(index: AddressIndex, start: number, end: number, onResolved: OnResolved): void {
  const { addressNumber, addressFlags } = index.columns;
  const numbered = Math.min(lowerBound(addressNumber, 1, start, end), start + MOST_NAMED);
  resolved.number = NUMBER_ABSENT;
  resolved.unit = ABSENT;
  resolved.level = ABSENT;
  resolved.several = false;
  for (let i = start; i < numbered; i++) {
    if ((addressFlags[i] & IS_ALIAS) !== 0) continue;
    resolved.ordinal = i;
    onResolved(resolved);
  }
}

/** The first addresses of the street, one per number, numbered ones before those without a number. */
function firstAddresses(
  index: AddressIndex,
  start: number,
  end: number,
  query: NumberQuery,
  onResolved: OnResolved,
): void {
  const { addressNumber } = index.columns;
  const numbered = lowerBound(addressNumber, 1, start, end);
  if (query.reading.unit !== null || query.reading.level !== null) {
    if (firstUnits(index, numbered, end, query, onResolved)) return;
  }
  for (let at = numbered; at < end; at = lowerBound(addressNumber, addressNumber[at] + 1, at + 1, end))
    if (!group(index, at, end, NUMBER_ABSENT, query, onResolved)) return;
  if (start < numbered) group(index, start, numbered, NUMBER_ABSENT, query, onResolved);
}

/** Numbers of one street in which a unit is looked for. */
const MOST_NUMBERS = 24;

/** The unit that was asked for in the first buildings of the street that have it. Answers whether any has. */
function firstUnits(
  index: AddressIndex,
  from: number,
  end: number,
  query: NumberQuery,
  onResolved: OnResolved,
): boolean {
  const { addressNumber } = index.columns;
  let found = false;
  for (let at = from, looked = 0; at < end && looked < MOST_NUMBERS; looked++) {
    const next = lowerBound(addressNumber, addressNumber[at] + 1, at + 1, end);
    if (next - at > 1) {
      let goesOn = true;
      group(index, at, end, NUMBER_ABSENT, query, (resolved) => {
        if (resolved.unit === NONE || resolved.level === NONE) return true;
        found = true;
        goesOn = onResolved(resolved);
        return goesOn;
      });
      if (!goesOn) return true;
    }
    at = next;
  }
  return found;
}

/** Answers the unit that was asked for among the addresses that share the number of `ordinal`, or their building. */
export function resolveAtPlace(
  index: AddressIndex,
  street: number,
  ordinal: number,
  query: NumberQuery,
  onResolved: OnResolved,
): void {
  const { addressNumber, streetAddressStart } = index.columns;
  const code = addressNumber[ordinal];
  const end = endOf(streetAddressStart, street, addressNumber);
  const at = lowerBound(addressNumber, code, streetAddressStart[street], end);
  const { number } = query.reading;
  const grade = number === null ? NUMBER_ABSENT : code === query.exact ? NUMBER_EXACT : NUMBER_OTHER;
  group(index, at, end, grade, query, onResolved);
}

/**
 * Answers one address for all that share the number code at `at`: the unit that was asked for, or the building; none where the number
 * is only begun and the unit is not there.
 */
function group(
  index: AddressIndex,
  at: number,
  streetEnd: number,
  number: number,
  query: NumberQuery,
  onResolved: OnResolved,
): boolean {
  const { unit, level } = query.reading;
  resolved.number = number;
  resolved.unit = ABSENT;
  resolved.level = ABSENT;
  resolved.several = false;
  let found = -1;
  const asksUnit = unit !== null || level !== null;
  if (asksUnit) {
    found = findUnit(index, at, groupEnd(index, at, streetEnd), unit, level, resolved);
    if (found < 0 && number === NUMBER_PREFIX) return true;
  }
  if (found < 0) {
    resolved.unit = unit === null || unit.optional === true ? ABSENT : NONE;
    resolved.level = level === null ? ABSENT : NONE;
    found = buildingAt(index, at, streetEnd);
  }
  const principal = principalOf(index, found);
  if (principal < 0) return true;
  resolved.ordinal = asksUnit || principal === found ? principal : buildingOf(index, principal);
  return onResolved(resolved);
}

/** The address behind the last that shares the number of `at`. */
function groupEnd({ columns: { addressNumber } }: AddressIndex, at: number, streetEnd: number): number {
  const code = addressNumber[at];
  const next = at + 1;
  return next < streetEnd && addressNumber[next] === code ? lowerBound(addressNumber, code + 1, next, streetEnd) : next;
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
