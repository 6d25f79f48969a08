import { endOf } from '../../../index/address.ts';
import { POSTING_MASK } from '../../../index/name-trie.ts';
import { eachCell } from '../../../index/place-cells.ts';
import { localityOfPlace, POSTING_ROW, ROW_CARD, ROW_PLACE } from '../../../index/posting-row.ts';
import { ANY_NUMBER, mayHave } from '../../../index/street-card.ts';
import { isOfState, type Query, ROW_WORK, STREET_WORK, spend } from '../query.ts';
import { beginRanked, NO_POSTING, nextRanked } from '../ranked-walk.ts';
import { type Near, squareTo, UNITS } from './near.ts';
import { type Names, type PlaceStreets, streetsOfPlaces } from './place-streets.ts';

/** Localities around a point whose streets are scanned. */
const MOST_PLACES = 64;
/** Streets of so few postings are ordered by their distance; of the others those in the nearest localities are visited. */
const FEW_POSTINGS = 256;

/** A street and the square of its place's distance. */
interface Distant {
  readonly posting: number;
  readonly square: number;
}

/**
 * Streets with names of a run of entries around the matcher's point, those in the nearest places first: all where they are few, else those in the
 * nearest localities, of several names those that go by their own. Streets that cannot have `number` (street-card.ts) may be left out. Null without
 * a point, or without a street. O(localities + streets that are asked for).
 */
export function streetsNear(query: Query, names: Names, number: number): PlaceStreets | null {
  const { near } = query;
  if (near === null) return null;
  const { start, ranked } = query.streets;
  const first = start[names.low];
  const last = Math.min(start[names.high], ranked.length / POSTING_ROW);
  if (last <= first || !spend(query, Math.min(MOST_PLACES * STREET_WORK, (last - first) * ROW_WORK))) return null;
  if (last - first > FEW_POSTINGS) {
    near.places ??= nearestPlaces(query, near);
    const isOneName = names.high - names.low === 1;
    return streetsOfPlaces(query, names, number, isOneName, near.places, 0, near.places.length);
  }
  const found: Distant[] = [];
  for (let i = first; i < last; i++) {
    const row = i * POSTING_ROW;
    const street = ranked[row] & POSTING_MASK;
    if (street < query.only.from || street >= query.only.to || !mayHave(ranked[row + ROW_CARD], number)) continue;
    const square = squareTo(query.index, localityOfPlace(ranked[row + ROW_PLACE]), near);
    found.push({ posting: ranked[row], square });
  }
  found.sort((a, b) => a.square - b.square);
  const listed = streetsOfPlaces(query, names, number, false, [], 0, 0);
  listed.list = found.map(({ posting }) => posting);
  listed.count = found.length;
  return listed;
}

/** Puts localities in the order of their distance from the matcher's point, where there is one; those without addresses last. */
export function sortByDistance<Place extends { readonly ordinal: number }>({ index, near }: Query, places: Place[]) {
  if (near === null) return;
  const squares = new Map(places.map(({ ordinal }) => [ordinal, squareTo(index, ordinal, near)]));
  const square = ({ ordinal }: Place) => squares.get(ordinal) ?? Number.POSITIVE_INFINITY;
  places.sort((a, b) => (square(a) === square(b) ? 0 : square(a) - square(b)));
}

/** Localities whose names begin with what leads to a node, the largest first, or the nearest; at most `wanted`. */
export function placesWithPrefix(query: Query, node: number, wanted: number): number[] {
  if (query.near !== null) return nearestNamed(query, query.near, node, wanted);
  const found: number[] = [];
  const walk = beginRanked(query.localities, node, ANY_NUMBER);
  while (found.length < wanted) {
    const posting = nextRanked(walk);
    if (posting === NO_POSTING) break;
    const ordinal = posting & POSTING_MASK;
    if (isOfState(query, ordinal) && !found.includes(ordinal)) found.push(ordinal);
  }
  return found;
}

/** Localities of the matcher's state whose names begin with what leads to a node, the nearest first; at most `wanted`, no more than MOST_PLACES. O(localities). */
function nearestNamed(query: Query, near: Near, node: number, wanted: number): number[] {
  const { start, low, high, posting } = query.localities;
  const nearest = nearestOf(wanted);
  const end = Math.min(start[high[node]], posting.length);
  for (let i = start[low[node]]; i < end; i++) consider(query, near, posting[i] & POSTING_MASK, nearest);
  return nearest.places;
}

/** Within these distances, one after another, enough places are looked for: in a city they are in few cells (place-cells.ts). */
const DISTANCES: readonly number[] = [0.1 * UNITS, 0.5 * UNITS, 2.5 * UNITS, Number.POSITIVE_INFINITY];

/** The nearest localities of the matcher's state, the nearest first. */
function nearestPlaces(query: Query, near: Near): number[] {
  let places: number[] = [];
  for (const distance of DISTANCES) {
    places = placesWithin(query, near, distance);
    if (places.length === MOST_PLACES) break;
  }
  return places;
}

function placesWithin(query: Query, near: Near, distance: number): number[] {
  const { localityCount, placeCell, placeCellStart } = query.index.columns;
  const nearest = nearestOf(MOST_PLACES, distance * distance);
  if (distance === Number.POSITIVE_INFINITY) {
    for (let locality = 0; locality < localityCount.length; locality++) consider(query, near, locality, nearest);
    return nearest.places;
  }
  const aside = distance / near.shrink;
  eachCell(near.lon - aside, near.lat - distance, near.lon + aside, near.lat + distance, (cell) => {
    const end = endOf(placeCellStart, cell, placeCell);
    for (let i = placeCellStart[cell]; i < end; i++) consider(query, near, placeCell[i], nearest);
  });
  return nearest.places;
}

/** The nearest localities so far, at most `wanted`, of those whose squares of distances are less than `below`. */
interface Nearest {
  readonly places: number[];
  readonly wanted: number;
  readonly below: number;
}

function nearestOf(wanted: number, below = Number.POSITIVE_INFINITY): Nearest {
  return { places: [], wanted, below };
}

/** The squares of the distances of the nearest, which are looked for one time after another. */
const squares = new Float64Array(MOST_PLACES);

/** Takes a locality in where it is among the nearest, of the matcher's state, and not there yet. */
function consider(query: Query, near: Near, locality: number, { places, wanted, below }: Nearest): void {
  const square = squareTo(query.index, locality, near);
  const least = places.length < wanted ? below : squares[wanted - 1];
  if (!(square < least) || !isOfState(query, locality) || places.includes(locality)) return;
  let at = Math.min(places.length, wanted - 1);
  for (; at > 0 && (squares[at - 1] > square || (squares[at - 1] === square && places[at - 1] > locality)); at--) {
    squares[at] = squares[at - 1];
    places[at] = places[at - 1];
  }
  squares[at] = square;
  places[at] = locality;
}
