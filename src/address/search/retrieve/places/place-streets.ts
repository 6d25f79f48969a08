import { endOf, lowerBound } from '../../../index/address.ts';
import { POSTING_MASK } from '../../../index/name-trie.ts';
import { localityOfPlace, POSTING_ROW, ROW_CARD, ROW_PLACE } from '../../../index/posting-row.ts';
import { ANY_NUMBER, BLANK_CARD, cardOf, mayHave } from '../../../index/street-card.ts';
import { RECORD_COUNT, STREET_RECORD } from '../../../index/street-record.ts';
import { FEW, MOST_SCANNED } from '../../query/limits.ts';
import { streetsIn } from '../name-postings.ts';
import { isOfState, type Query, ROW_WORK, STREET_WORK, spend, spendRows } from '../query.ts';
import { beginRanked, NO_POSTING, nextRanked } from '../ranked-walk.ts';
import { NO_PLACE, placeAround, push, takeNearest } from './near-places.ts';
import { isOfRun, localitiesOfState, type Names, type Near, type StreetRun, squareTo } from './regions.ts';

/** The streets of some names, place by place. */
export interface PlaceStreets {
  readonly kind: 'place';
  readonly query: Query;
  readonly names: Names;
  readonly number: number;
  /** Whether aliases and other spellings count too; only for a single name. */
  readonly anyName: boolean;
  /** The places to scan; null for those around the point. */
  readonly places: ArrayLike<number> | null;
  /** The next place, and the one after the last. */
  place: number;
  readonly end: number;
  /** The streets of the last place, of which those from `at` to `count` are left. */
  streets: ArrayLike<number>;
  at: number;
  count: number;
}

/**
 * The streets of some names in the FEW places nearest to the query's point; with `anyName`, for a single name, also by
 * alias. Without `anyName`, not those that cannot have `number` (street-card.ts).
 */
function streetsAround(query: Query, names: Names, number: number, anyName: boolean): PlaceStreets {
  return streetsOfPlaces({ query, names, number, anyName, places: null, place: 0, end: FEW });
}

/**
 * The streets of a state by their own names, those in the largest places first, without those that cannot have
 * `number`. Only the MOST_SCANNED largest places are scanned, unless records must be in this state.
 */
export function streetsOfLargest(query: Query, state: number, names: Names, number: number): PlaceStreets {
  const { from, to } = localitiesOfState(query.index, state);
  const end = query.onlyState >= 0 ? to : Math.min(to, from + MOST_SCANNED);
  const places = query.index.columns.localityBySize;
  return streetsOfPlaces({ query, names, number, anyName: false, places, place: from, end });
}

function streetsOfPlaces(of: Omit<PlaceStreets, 'kind' | 'streets' | 'at' | 'count'>): PlaceStreets {
  return { kind: 'place', ...of, streets: of.query.work.placeStreets, at: 0, count: 0 };
}

/** The next street, or NO_POSTING at the end or once no work is left. O(streets of the places scanned). */
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

/** Looking up names among the streets of a place costs as much as scanning this many rows. */
const HALVING = 8;

/**
 * Lists in the workspace the streets of a locality by their own names, those with most principals first, without those
 * that cannot have `number`; for any name, only the LARGEST_STREETS. Answers whether work is left. An insertion sort.
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

/** The streets of a locality whose own names are in a run of entries, after those without one. O(log streets). */
export function streetsNamed({ index }: Query, locality: number, { low, high }: Names): StreetRun {
  const { localityStreetStart, streetEntry } = index.columns;
  const end = endOf(localityStreetStart, locality, streetEntry);
  const from = lowerBound(streetEntry, low, localityStreetStart[locality], end);
  return { from, to: lowerBound(streetEntry, high, from, end) };
}

/** Sorts localities by distance from the query's point, if it has one; those without addresses last. */
export function sortByDistance<Place extends { readonly ordinal: number }>({ index, near }: Query, places: Place[]) {
  if (near === null) return;
  const squares = new Map(places.map(({ ordinal }) => [ordinal, squareTo(index, ordinal, near)]));
  const square = ({ ordinal }: Place) => squares.get(ordinal) ?? Number.POSITIVE_INFINITY;
  places.sort((a, b) => (square(a) === square(b) ? 0 : square(a) - square(b)));
}

/** At most `wanted` localities with the prefix of a node, the nearest first, or without a point the largest. */
export function placesWithPrefix(query: Query, node: number, wanted: number): number[] {
  if (query.near !== null) return nearestNamed(query, query.near, node, wanted);
  const found: number[] = [];
  const walk = beginRanked(query.work, query.localities, node, ANY_NUMBER);
  while (found.length < wanted) {
    const posting = nextRanked(walk);
    if (posting === NO_POSTING) break;
    const ordinal = posting & POSTING_MASK;
    if (isOfState(query, ordinal) && !found.includes(ordinal)) found.push(ordinal);
  }
  return found;
}

/** At most `wanted` localities with the prefix of a node and in the query's state, the nearest first. O(localities). */
function nearestNamed(query: Query, near: Near, node: number, wanted: number): number[] {
  const { start, low, high, posting } = query.localities;
  const nearest: Nearest = { places: [], wanted };
  const end = Math.min(start[high[node]], posting.length);
  for (let i = start[low[node]]; i < end; i++) consider(query, near, posting[i] & POSTING_MASK, nearest);
  return nearest.places;
}

/** The nearest localities so far, at most `wanted`. */
interface Nearest {
  readonly places: number[];
  readonly wanted: number;
}

/** Adds a locality if it is among the nearest, in the query's state, and not there yet. */
function consider(query: Query, near: Near, locality: number, { places, wanted }: Nearest): void {
  const { squares } = query.work;
  const square = squareTo(query.index, locality, near);
  const least = places.length < wanted ? Number.POSITIVE_INFINITY : squares[wanted - 1];
  if (!(square < least) || !isOfState(query, locality) || places.includes(locality)) return;
  let at = Math.min(places.length, wanted - 1);
  for (; at > 0 && (squares[at - 1] > square || (squares[at - 1] === square && places[at - 1] > locality)); at--) {
    squares[at] = squares[at - 1];
    places[at] = places[at - 1];
  }
  squares[at] = square;
  places[at] = locality;
}

/** Streets around a point, the nearest first. */
export interface NearStreets {
  readonly query: Query;
  /** The streets of the nearest places; null if all streets of the names are listed. */
  readonly places: PlaceStreets | null;
  /** The card (street-card.ts) of the last street taken, if known without another memory access; else BLANK_CARD. */
  card: number;
}

/**
 * Streets with names in a run of entries around the query's point, the nearest first: all if there are few, else those
 * in the nearest localities, for several names by their own only. Those that cannot have `number` may be left out. Null
 * without a point, a street or work left. One at a time. O(postings) if there are few.
 */
export function streetsNear(query: Query, names: Names, number: number): NearStreets | null {
  const { near } = query;
  if (near === null) return null;
  const { start, ranked } = query.streets;
  const first = start[names.low];
  const last = Math.min(start[names.high], ranked.length / POSTING_ROW);
  if (last <= first || !spend(query, Math.min(FEW * STREET_WORK, (last - first) * ROW_WORK))) return null;
  if (last - first > MOST_SCANNED) {
    const isOneName = names.high - names.low === 1;
    return { query, places: streetsAround(query, names, number, isOneName), card: BLANK_CARD };
  }
  const listed = query.work.streetsAhead;
  listed.count = 0;
  for (let row = first * POSTING_ROW; row < last * POSTING_ROW; row += POSTING_ROW) {
    if (!isOfRun(query.only, ranked[row]) || !mayHave(ranked[row + ROW_CARD], number)) continue;
    push(listed, row, squareTo(query.index, localityOfPlace(ranked[row + ROW_PLACE]), near));
  }
  return { query, places: null, card: BLANK_CARD };
}

/** The posting of the next street, or NO_POSTING. O(log streets) if there are few. */
export function nextNear(found: NearStreets): number {
  if (found.places !== null) return nextOfPlaces(found.places);
  const listed = found.query.work.streetsAhead;
  if (listed.count === 0) return NO_POSTING;
  const { ranked } = found.query.streets;
  const row = takeNearest(listed);
  found.card = ranked[row + ROW_CARD];
  return ranked[row];
}
