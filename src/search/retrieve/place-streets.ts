import { endOf } from '../../index/address.ts';
import { cardOf, mayHave } from '../../index/street-card.ts';
import { RECORD_COUNT, STREET_RECORD } from '../../index/street-record.ts';
import { type Query, spendRows } from './query.ts';
import type { OnPosting } from './ranked-walk.ts';
import { localitiesOfState } from './state-streets.ts';

/** Names of streets: the entries from `low` to `high`. */
export interface Names {
  readonly low: number;
  readonly high: number;
}

/** Places of a state that are gone through where streets of other states will do too. */
const MOST_PLACES = 400;

/**
 * Visits the streets of a state that go by their own names, those in the largest places first, until `visit` answers false; not those that
 * cannot have `number` (street-card.ts). Where records of other states will do too, only the largest places are gone through. Answers whether
 * `visit` asked for more. O(streets of the places).
 */
export function visitByPlace(query: Query, state: number, names: Names, number: number, visit: OnPosting): boolean {
  const { localityBySize } = query.index.columns;
  const { from, to } = localitiesOfState(query.index, state);
  const last = query.onlyState >= 0 ? to : Math.min(to, from + MOST_PLACES);
  for (let i = from; i < last; i++) if (!visitStreetsOf(query, localityBySize[i], names, number, visit)) return false;
  return true;
}

/** Streets of one place, those with most principals first. */
const streets: number[] = [];

/**
 * Visits the streets of a locality that go by their own names, those with most principals first; not those that cannot have `number`.
 * Answers whether `visit` asked for more. Where all names will do, only the LARGEST_STREETS are visited. O(streets of the locality).
 */
export function visitStreetsOf(
  query: Query,
  locality: number,
  names: Names,
  number: number,
  visit: OnPosting,
): boolean {
  const { localityStreetStart, localityLargest, localityLargestStart, streetEntry, streetRecord } = query.index.columns;
  const { low, high } = names;
  const every = low === 0 && high === query.streets.start.length - 1;
  const list = every ? localityLargest : null;
  const start = every ? localityLargestStart : localityStreetStart;
  const from = start[locality];
  const to = endOf(start, locality, list ?? streetEntry);
  if (!spendRows(query, to - from)) return false;
  streets.length = 0;
  for (let i = from; i < to; i++) {
    const street = list === null ? i : list[i];
    const entry = streetEntry[street];
    if (entry < low || entry >= high) continue;
    const row = street * STREET_RECORD;
    if (!mayHave(cardOf(streetRecord, row), number)) continue;
    const count = streetRecord[row + RECORD_COUNT];
    let at = streets.length;
    streets.push(street);
    if (every) continue;
    for (; at > 0 && streetRecord[streets[at - 1] * STREET_RECORD + RECORD_COUNT] < count; at--)
      streets[at] = streets[at - 1];
    streets[at] = street;
  }
  for (let i = 0; i < streets.length; i++) if (!visit(streets[i])) return false;
  return true;
}
