import { endOf, lowerBound } from '../../../index/address.ts';
import { cardOf, mayHave } from '../../../index/street-card.ts';
import { RECORD_COUNT, STREET_RECORD } from '../../../index/street-record.ts';
import { streetsIn } from '../name-postings.ts';
import { type Query, spendRows } from '../query.ts';
import { NO_POSTING } from '../ranked-walk.ts';
import { NO_PLACE, placeAround } from './near-places.ts';
import { localitiesOfState, type StreetRun } from './state-streets.ts';

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
  /** The places that are gone through; null for those around the point. */
  readonly places: ArrayLike<number> | null;
  /** The next place, and the one behind the last. */
  place: number;
  readonly end: number;
  /** The streets of the place before, those from `at` to `count` left. */
  streets: ArrayLike<number>;
  at: number;
  count: number;
}

/**
 * The streets of some names in the `most` places around the matcher's point, the nearest first; with `anyName`, of one name, those that go by another
 * of theirs as well. Not those that cannot have `number` (street-card.ts), where they go by their own names.
 */
export function streetsAround(
  query: Query,
  names: Names,
  number: number,
  anyName: boolean,
  most: number,
): PlaceStreets {
  return streetsOfPlaces(query, names, number, anyName, null, 0, most);
}

/**
 * The streets of a state that go by their own names, those in the largest places first; not those that cannot have `number`. Where records of
 * other states will do too, only the largest places are gone through.
 */
export function streetsOfLargest(query: Query, state: number, names: Names, number: number): PlaceStreets {
  const { from, to } = localitiesOfState(query.index, state);
  const end = query.onlyState >= 0 ? to : Math.min(to, from + MOST_PLACES);
  return streetsOfPlaces(query, names, number, false, query.index.columns.localityBySize, from, end);
}

function streetsOfPlaces(
  query: Query,
  names: Names,
  number: number,
  anyName: boolean,
  places: ArrayLike<number> | null,
  place: number,
  end: number,
): PlaceStreets {
  return {
    kind: 'place',
    query,
    names,
    number,
    anyName,
    places,
    place,
    end,
    streets: query.work.placeStreets,
    at: 0,
    count: 0,
  };
}

/** The next of the streets of places, or NO_POSTING: also where no work is left. O(streets of the places that are gone through). */
export function nextOfPlaces(found: PlaceStreets): number {
  const { query, names, number } = found;
  while (found.at === found.count) {
    const place = nextPlace(found);
    if (place === NO_PLACE) return NO_POSTING;
    found.at = 0;
    if (found.anyName) {
      const { posting, count } = streetsIn(query, names.low, place);
      found.streets = posting;
      found.count = count;
    } else {
      if (!listStreets(query, place, names, number)) return NO_POSTING;
      found.streets = query.work.placeStreets;
      found.count = query.work.placeStreets.length;
    }
  }
  return found.streets[found.at++];
}

function nextPlace(found: PlaceStreets): number {
  if (found.place >= found.end) return NO_PLACE;
  const i = found.place++;
  return found.places === null ? placeAround(found.query, i) : found.places[i];
}

/** Looking names up among the streets of a place costs as much as to pass over so many rows. */
const HALVING = 8;

/**
 * Lists in the workspace those of a locality that go by their own names, those with most principals first; not those that cannot have `number`. Where
 * all names will do, only the LARGEST_STREETS are looked at. Answers whether any work was left. O(log streets of the locality + those that are looked at).
 */
function listStreets(query: Query, locality: number, names: Names, number: number): boolean {
  const { localityLargest, localityLargestStart, streetRecord } = query.index.columns;
  const streets = query.work.placeStreets;
  streets.length = 0;
  if (isEveryName(query, names)) {
    const from = localityLargestStart[locality];
    const to = endOf(localityLargestStart, locality, localityLargest);
    for (let i = from; i < to; i++) {
      const street = localityLargest[i];
      if (mayHave(cardOf(streetRecord, street * STREET_RECORD), number)) streets.push(street);
    }
    return spendRows(query, to - from);
  }
  const { from, to } = streetsNamed(query, locality, names);
  for (let street = from; street < to; street++) {
    const row = street * STREET_RECORD;
    if (!mayHave(cardOf(streetRecord, row), number)) continue;
    const count = streetRecord[row + RECORD_COUNT];
    let at = streets.length;
    streets.push(street);
    for (; at > 0 && streetRecord[streets[at - 1] * STREET_RECORD + RECORD_COUNT] < count; at--)
      streets[at] = streets[at - 1];
    streets[at] = street;
  }
  return spendRows(query, HALVING + to - from);
}

function isEveryName({ streets: { start } }: Query, { low, high }: Names): boolean {
  return low === 0 && high === start.length - 1;
}

/** The streets of a locality that go by names of a run of entries, as their own. Those without a name, NO_ENTRY, stand before the others. O(log streets of the locality). */
export function streetsNamed({ index }: Query, locality: number, { low, high }: Names): StreetRun {
  const { localityStreetStart, streetEntry } = index.columns;
  const end = endOf(localityStreetStart, locality, streetEntry);
  const from = lowerBound(streetEntry, low, localityStreetStart[locality], end);
  return { from, to: lowerBound(streetEntry, high, from, end) };
}
