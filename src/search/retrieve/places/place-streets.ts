import { endOf } from '../../../index/address.ts';
import { cardOf, mayHave } from '../../../index/street-card.ts';
import { RECORD_COUNT, STREET_RECORD } from '../../../index/street-record.ts';
import { streetsIn } from '../name-postings.ts';
import { type Query, spendRows } from '../query.ts';
import { NO_POSTING } from '../ranked-walk.ts';
import { localitiesOfState } from './state-streets.ts';

/** Names of streets: the entries from `low` to `high`. */
export interface Names {
  readonly low: number;
  readonly high: number;
}

/** Places of a state that are gone through where streets of other states will do too. */
const MOST_PLACES = 400;

/** The streets of some names in places, one place after another. */
export interface PlaceStreets {
  readonly kind: 'place';
  readonly query: Query;
  readonly names: Names;
  readonly number: number;
  /** Whether a street may go by another name than its own; of one name alone. */
  readonly anyName: boolean;
  readonly places: ArrayLike<number>;
  /** The next place, and the one behind the last. */
  place: number;
  readonly end: number;
  /** The streets of the place before, those from `at` to `count` left. */
  list: ArrayLike<number>;
  at: number;
  count: number;
}

/** The streets of some names in some places, those from one to another, in their order; not those that cannot have `number` (street-card.ts). */
export function streetsOfPlaces(
  query: Query,
  names: Names,
  number: number,
  anyName: boolean,
  places: ArrayLike<number>,
  from: number,
  end: number,
): PlaceStreets {
  return { kind: 'place', query, names, number, anyName, places, place: from, end, list: streets, at: 0, count: 0 };
}

/**
 * The streets of a state that go by their own names, those in the largest places first; not those that cannot have `number`. Where records of
 * other states will do too, only the largest places are gone through.
 */
export function streetsOfLargest(query: Query, state: number, names: Names, number: number): PlaceStreets {
  const { localityBySize } = query.index.columns;
  const { from, to } = localitiesOfState(query.index, state);
  const end = query.onlyState >= 0 ? to : Math.min(to, from + MOST_PLACES);
  return streetsOfPlaces(query, names, number, false, localityBySize, from, end);
}

/** The next of the streets of places, or NO_POSTING: also where no work is left. O(streets of the places that are gone through). */
export function nextOfPlaces(found: PlaceStreets): number {
  const { query, names, number, places, end } = found;
  while (found.at === found.count) {
    if (found.place >= end) return NO_POSTING;
    const place = places[found.place++];
    found.at = 0;
    if (found.anyName) {
      const { posting, count } = streetsIn(query, names.low, place);
      found.list = posting;
      found.count = count;
    } else {
      if (!listStreets(query, place, names, number)) return NO_POSTING;
      found.list = streets;
      found.count = streets.length;
    }
  }
  return found.list[found.at++];
}

/** Streets of one place, those with most principals first. */
const streets: number[] = [];

/**
 * Lists in `streets` those of a locality that go by their own names, those with most principals first; not those that cannot have `number`. Where
 * all names will do, only the LARGEST_STREETS are looked at. Answers whether any work was left. O(streets of the locality).
 */
function listStreets(query: Query, locality: number, names: Names, number: number): boolean {
  const { localityStreetStart, localityLargest, localityLargestStart, streetEntry, streetRecord } = query.index.columns;
  const { low, high } = names;
  const every = low === 0 && high === query.streets.start.length - 1;
  const list = every ? localityLargest : null;
  const start = every ? localityLargestStart : localityStreetStart;
  const from = start[locality];
  const to = endOf(start, locality, list ?? streetEntry);
  streets.length = 0;
  if (!spendRows(query, to - from)) return false;
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
  return true;
}
