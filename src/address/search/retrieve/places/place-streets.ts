import { endOf, lowerBound } from '../../../index/address.ts';
import { POSTING_MASK } from '../../../index/name-trie.ts';
import { localityOfPlace, POSTING_ROW, ROW_CARD, ROW_PLACE } from '../../../index/posting-row.ts';
import { ANY_NUMBER, BLANK_CARD, cardOf, mayHave } from '../../../index/street-card.ts';
import { RECORD_COUNT, STREET_RECORD } from '../../../index/street-record.ts';
import { FEW, MOST_SCANNED } from '../../query/limits.ts';
import { streetsIn } from '../name-postings.ts';
import { isOfState, type Query, ROW_WORK, STREET_WORK, spend, spendRows } from '../query.ts';
import { NO_POSTING, type Postings, rankedPostings } from '../ranked-walk.ts';
import { NO_PLACE, placeAround, push, takeNearest } from './near-places.ts';
import { isOfRun, localitiesOfState, type Names, type Near, type StreetRun, squareTo } from './regions.ts';

/** Places, and which of their streets are wanted. */
interface Places {
  readonly names: Names;
  readonly number: number;
  /** Whether aliases and other spellings count too; only for a single name. */
  readonly anyName: boolean;
  /** The place at a position, NO_PLACE for none; the first position, and the one after the last. */
  readonly placeAt: (i: number) => number;
  readonly from: number;
  readonly end: number;
}

/**
 * The streets of a state by their own names, those in the largest places first, without those that cannot have
 * `number`. Only the MOST_SCANNED largest places are scanned, unless records must be in this state.
 */
export function streetsOfLargest(query: Query, state: number, names: Names, number: number): Postings {
  const { from, to } = localitiesOfState(query.index, state);
  const end = query.onlyState >= 0 ? to : Math.min(to, from + MOST_SCANNED);
  const places = query.index.columns.localityBySize;
  return streetsOfPlaces(query, { names, number, anyName: false, placeAt: (i) => places[i], from, end });
}

/**
 * The streets of some names, place by place; without `anyName`, not those that cannot have `number` (street-card.ts).
 * O(streets of the places scanned).
 */
function streetsOfPlaces(query: Query, { names, number, anyName, placeAt, from, end }: Places): Postings {
  let next = from;
  let streets: ArrayLike<number> = query.work.placeStreets;
  let at = 0;
  let count = 0;
  return () => {
    while (at === count) {
      const place = next < end ? placeAt(next++) : NO_PLACE;
      if (place === NO_PLACE) return NO_POSTING;
      at = 0;
      if (anyName) {
        const there = streetsIn(query, names.low, place);
        streets = there.posting;
        count = there.count;
      } else {
        if (!listStreets(query, place, names, number)) return NO_POSTING;
        count = streets.length;
      }
    }
    return streets[at++];
  };
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
  const next = rankedPostings(query.work, query.localities, node, ANY_NUMBER);
  while (found.length < wanted) {
    const posting = next();
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
  readonly next: Postings;
  /** Whether these are all streets of the names, not only those of the nearest places. */
  readonly all: boolean;
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
    const anyName = names.high - names.low === 1;
    const placeAt = (i: number) => placeAround(query, i);
    const next = streetsOfPlaces(query, { names, number, anyName, placeAt, from: 0, end: FEW });
    return { next, all: false, card: BLANK_CARD };
  }
  const listed = query.work.streetsAhead;
  listed.count = 0;
  for (let row = first * POSTING_ROW; row < last * POSTING_ROW; row += POSTING_ROW) {
    if (!isOfRun(query.only, ranked[row]) || !mayHave(ranked[row + ROW_CARD], number)) continue;
    push(listed, row, squareTo(query.index, localityOfPlace(ranked[row + ROW_PLACE]), near));
  }
  const found: NearStreets = { next, all: true, card: BLANK_CARD };
  /** O(log streets). */
  function next(): number {
    if (listed.count === 0) return NO_POSTING;
    const row = takeNearest(listed);
    found.card = ranked[row + ROW_CARD];
    return ranked[row];
  }
  return found;
}
