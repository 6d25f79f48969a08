import { endOf, lowerBound, lowerBoundNear } from '../../index/address.ts';
import { IS_ALIAS } from '../../index/address-flags.ts';
import type { AddressIndex } from '../../index/open.ts';
import { NO_FIRST } from '../../index/street-record.ts';
import { ABSENT, EXACT, NONE, NUMBER_ABSENT, PREFIX } from '../retrieve/grades.ts';
import type { NumberCodes } from '../retrieve/number-codes.ts';
import { numberBegins } from '../retrieve/number-text.ts';
import { group, type OnResolved, resolved } from './group.ts';

/** Addresses without a number, or lots, that are scanned on one street. */
const MOST_NAMED = 64;

/** Answers the lot that was given, and those that it begins. O(log addresses of the street). */
export function resolveLot(index: AddressIndex, street: number, numbers: NumberCodes, onResolved: OnResolved): void {
  const { streetAddressStart, addressNumber } = index.columns;
  const start = streetAddressStart[street];
  const end = endOf(streetAddressStart, street, addressNumber);
  resolved.lot = EXACT;
  let goesOn = true;
  if (numbers.lot >= 0) {
    const at = lowerBound(addressNumber, numbers.lot, start, end);
    if (at < end && addressNumber[at] === numbers.lot)
      goesOn = group(index, at, end, NUMBER_ABSENT, numbers, onResolved);
  }
  if (goesOn && numbers.lots >= 0) lotsWithPrefix(index, start, end, numbers, onResolved);
  resolved.lot = ABSENT;
}

/** Lots that the digits typed so far begin. */
function lotsWithPrefix(
  index: AddressIndex,
  start: number,
  end: number,
  numbers: NumberCodes,
  onResolved: OnResolved,
): void {
  const { addressNumber } = index.columns;
  const text = numbers.parse.lot?.text ?? '';
  resolved.lot = PREFIX;
  let at = lowerBound(addressNumber, numbers.lots, start, end);
  for (let scanned = 0; at < end && scanned < MOST_NAMED; scanned++) {
    const code = addressNumber[at];
    if (code !== numbers.lot && numberBegins(index, code, text))
      if (!group(index, at, end, NUMBER_ABSENT, numbers, onResolved)) return;
    at = lowerBoundNear(addressNumber, code + 1, at + 1, end);
  }
}

/** Addresses without a number, which go by their building's name. */
export function namedAddresses(index: AddressIndex, start: number, end: number, onResolved: OnResolved): void {
  const { addressNumber, addressFlags } = index.columns;
  const numbered = Math.min(lowerBoundNear(addressNumber, 1, start, end), start + MOST_NAMED);
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

/**
 * The first addresses of the street, one per number, numbered ones before those without a number. `first` is the very first, where it is
 * known (street-record.ts): most ask for no more.
 */
export function firstAddresses(
  index: AddressIndex,
  start: number,
  end: number,
  first: number,
  numbers: NumberCodes,
  onResolved: OnResolved,
): void {
  const { addressNumber } = index.columns;
  const asksUnit = numbers.parse.unit !== null || numbers.parse.level !== null;
  let from = start;
  if (!asksUnit && first !== NO_FIRST) {
    resolved.ordinal = first;
    resolved.number = NUMBER_ABSENT;
    resolved.unit = ABSENT;
    resolved.level = ABSENT;
    resolved.several = false;
    if (!onResolved(resolved)) return;
    from = lowerBoundNear(addressNumber, addressNumber[first] + 1, first, end);
  }
  const numbered = lowerBoundNear(addressNumber, 1, start, end);
  if (asksUnit && firstUnits(index, numbered, end, numbers, onResolved)) return;
  for (
    let at = Math.max(from, numbered);
    at < end;
    at = lowerBoundNear(addressNumber, addressNumber[at] + 1, at + 1, end)
  )
    if (!group(index, at, end, NUMBER_ABSENT, numbers, onResolved)) return;
  if (start < numbered) group(index, start, numbered, NUMBER_ABSENT, numbers, onResolved);
}

/** Numbers of one street in which a unit is searched for. */
const MOST_NUMBERS = 24;

/** The unit that was asked for in the first buildings of the street that have it. Answers whether any has. */
function firstUnits(
  index: AddressIndex,
  from: number,
  end: number,
  numbers: NumberCodes,
  onResolved: OnResolved,
): boolean {
  const { addressNumber } = index.columns;
  let found = false;
  for (let at = from, scanned = 0; at < end && scanned < MOST_NUMBERS; scanned++) {
    const next = lowerBoundNear(addressNumber, addressNumber[at] + 1, at + 1, end);
    if (next - at > 1) {
      let goesOn = true;
      group(index, at, end, NUMBER_ABSENT, numbers, (resolved) => {
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
