import { endOf, lowerBound, lowerBoundNear } from '../../index/address.ts';
import { IS_ALIAS } from '../../index/address-flags.ts';
import { NO_FIRST } from '../../index/street-record.ts';
import { ABSENT, EXACT, NUMBER_ABSENT, PREFIX } from '../query/grades.ts';
import { type NumberCodes, numberBegins } from '../retrieve/numbers/number-codes.ts';
import type { Query } from '../retrieve/query.ts';
import { group } from './group.ts';
import { addResolved, clearUnitGrades, requireUnit, setLotGrade } from './resolved.ts';
import type { Run } from './unit.ts';

/** Addresses without a number, or lots, that are scanned on one street. */
const MOST_NAMED = 64;

/** Adds the lot that was given, and those that it begins. O(log addresses of the street). */
export function resolveLot(query: Query, street: number, numbers: NumberCodes): void {
  const { index, work } = query;
  const { streetAddressStart, addressNumber } = index.columns;
  const start = streetAddressStart[street];
  const end = endOf(streetAddressStart, street, addressNumber);
  setLotGrade(work.resolved, EXACT);
  let goesOn = true;
  if (numbers.lot >= 0) {
    const at = lowerBound(addressNumber, numbers.lot, start, end);
    if (at < end && addressNumber[at] === numbers.lot) goesOn = group(query, at, end, NUMBER_ABSENT, numbers);
  }
  if (goesOn) lotsWithPrefix(query, start, end, numbers);
  setLotGrade(work.resolved, ABSENT);
}

/** Lots that the digits typed so far begin. */
function lotsWithPrefix(query: Query, start: number, end: number, numbers: NumberCodes): void {
  const { index, work } = query;
  const { addressNumber } = index.columns;
  const { grownLots } = numbers;
  const text = numbers.parse.lot?.text ?? '';
  setLotGrade(work.resolved, PREFIX);
  for (let i = 0; i < grownLots.length; i += 2) {
    let at = lowerBound(addressNumber, grownLots[i], start, end);
    for (let scanned = 0; at < end && addressNumber[at] < grownLots[i + 1] && scanned < MOST_NAMED; scanned++) {
      const code = addressNumber[at];
      if (code !== numbers.lot && numberBegins(index, code, text))
        if (!group(query, at, end, NUMBER_ABSENT, numbers)) return;
      at = lowerBoundNear(addressNumber, code + 1, at + 1, end);
    }
  }
}

/** Addresses without a number, which go by their building's name. */
export function namedAddresses({ index, work }: Pick<Query, 'index' | 'work'>, start: number, end: number): void {
  const { addressNumber, addressFlags } = index.columns;
  const numbered = Math.min(lowerBoundNear(addressNumber, 1, start, end), start + MOST_NAMED);
  clearUnitGrades(work.resolved);
  for (let i = start; i < numbered; i++) {
    if ((addressFlags[i] & IS_ALIAS) !== 0) continue;
    addResolved(work.resolved, i, NUMBER_ABSENT);
  }
}

/**
 * The first addresses of the street, one per number, numbered ones before those without a number. `first` is the very first, where it is
 * known (street-record.ts): most ask for no more.
 */
export function firstAddresses(query: Query, run: Run, first: number, numbers: NumberCodes): void {
  const { index, work } = query;
  const { from: start, end } = run;
  const { addressNumber } = index.columns;
  const asksUnit = numbers.parse.unit !== null || numbers.parse.level !== null;
  let from = start;
  if (!asksUnit && first !== NO_FIRST) {
    clearUnitGrades(work.resolved);
    if (!addResolved(work.resolved, first, NUMBER_ABSENT)) return;
    from = lowerBoundNear(addressNumber, addressNumber[first] + 1, first, end);
  }
  const numbered = lowerBoundNear(addressNumber, 1, start, end);
  if (asksUnit && firstUnits(query, numbered, end, numbers)) return;
  for (
    let at = Math.max(from, numbered);
    at < end;
    at = lowerBoundNear(addressNumber, addressNumber[at] + 1, at + 1, end)
  )
    if (!group(query, at, end, NUMBER_ABSENT, numbers)) return;
  if (start < numbered) group(query, start, numbered, NUMBER_ABSENT, numbers);
}

/** Numbers of one street in which a unit is searched for. */
const MOST_NUMBERS = 24;

/** The unit that was asked for in the first buildings of the street that have it. Answers whether any has it. */
function firstUnits(query: Query, from: number, end: number, numbers: NumberCodes): boolean {
  const { index, work } = query;
  const { resolved } = work;
  const { addressNumber } = index.columns;
  const before = resolved.count;
  let goesOn = true;
  requireUnit(resolved, true);
  for (let at = from, scanned = 0; at < end && goesOn && scanned < MOST_NUMBERS; scanned++) {
    const next = lowerBoundNear(addressNumber, addressNumber[at] + 1, at + 1, end);
    if (next - at > 1) goesOn = group(query, at, end, NUMBER_ABSENT, numbers);
    at = next;
  }
  requireUnit(resolved, false);
  return resolved.count > before;
}
