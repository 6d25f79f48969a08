import { POSTING_MASK } from '../../../index/name-trie.ts';
import { ANY_NUMBER } from '../../../index/street-card.ts';
import { isOfState, type Query } from '../query.ts';
import { beginRanked, NO_POSTING, nextRanked } from '../ranked-walk.ts';
import { type Near, squareTo } from './near.ts';

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
  const walk = beginRanked(query.work, query.localities, node, ANY_NUMBER);
  while (found.length < wanted) {
    const posting = nextRanked(walk);
    if (posting === NO_POSTING) break;
    const ordinal = posting & POSTING_MASK;
    if (isOfState(query, ordinal) && !found.includes(ordinal)) found.push(ordinal);
  }
  return found;
}

/** Localities of the matcher's state whose names begin with what leads to a node, the nearest first; at most `wanted`, as many as there is room for. O(localities). */
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

/** Takes a locality in where it is among the nearest, of the matcher's state, and not there yet. */
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
