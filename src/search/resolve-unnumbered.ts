import { endOf, lowerBound, lowerBoundNear } from '../index/address.ts';
import { IS_ALIAS } from '../index/address-flags.ts';
import type { AddressIndex } from '../index/open.ts';
import { NO_FIRST } from '../index/street-record.ts';
import { ABSENT, EXACT, NONE, NUMBER_ABSENT, PREFIX } from './grades.ts';
import type { NumberQuery } from './number-query.ts';
import { numberBegins } from './number-text.ts';
import { group, type OnResolved, resolved } from './resolve-group.ts';

/** Addresses without a number, or lots, that are looked at on one street. */
const MOST_NAMED = 64;

/** Answers the lot that was said, and those that it begins. O(log addresses of the street). */
export function resolveLot(index: AddressIndex, street: number, query: NumberQuery, onResolved: OnResolved): void {
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
    if (code !== query.lot && numberBegins(index, code, text))
      if (!group(index, at, end, NUMBER_ABSENT, query, onResolved)) return;
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
  query: NumberQuery,
  onResolved: OnResolved,
): void {
  const { addressNumber } = index.columns;
  const asksUnit = query.reading.unit !== null || query.reading.level !== null;
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
  if (asksUnit && firstUnits(index, numbered, end, query, onResolved)) return;
  for (
    let at = Math.max(from, numbered);
    at < end;
    at = lowerBoundNear(addressNumber, addressNumber[at] + 1, at + 1, end)
  )
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
    const next = lowerBoundNear(addressNumber, addressNumber[at] + 1, at + 1, end);
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
