import { POSTING_MASK } from '../../../index/name-trie.ts';
import { localityOfPlace, POSTING_ROW, ROW_CARD, ROW_PLACE } from '../../../index/posting-row.ts';
import { BLANK_CARD, mayHave } from '../../../index/street-card.ts';
import { type Query, ROW_WORK, STREET_WORK, spend } from '../query.ts';
import { NO_POSTING } from '../ranked-walk.ts';
import { squareTo } from './near.ts';
import { MOST_PLACES, nearestPlaces } from './near-places.ts';
import { type Names, nextOfPlaces, type PlaceStreets, streetsOfPlaces } from './place-streets.ts';

/** Streets of so few postings are ordered by their distance; of the others those in the nearest localities are visited. */
const FEW_POSTINGS = 256;

/** Streets around a point, the nearest first. */
export interface NearStreets {
  readonly query: Query;
  /** The nearest places, whose streets are gone through; null where all streets of the names are in the heap. */
  readonly places: PlaceStreets | null;
  /** Streets in the heap. */
  count: number;
  /** The card (street-card.ts) of the street that was answered last, where it is known without another access to memory, else BLANK_CARD. */
  card: number;
}

/** A binary heap of rows of postings, by the squares of their places' distances: the nearest first, of equals the best known. */
const rows = new Uint32Array(FEW_POSTINGS);
const squares = new Float64Array(FEW_POSTINGS);

/**
 * Streets with names of a run of entries around the matcher's point, those in the nearest places first: all where they are few, else those in the
 * nearest localities, of several names those that go by their own. Streets that cannot have `number` (street-card.ts) may be left out. Null without
 * a point, or without a street. One at a time. O(postings) where they are few.
 */
export function streetsNear(query: Query, names: Names, number: number): NearStreets | null {
  const { near } = query;
  if (near === null) return null;
  const { start, ranked } = query.streets;
  const first = start[names.low];
  const last = Math.min(start[names.high], ranked.length / POSTING_ROW);
  if (last <= first || !spend(query, Math.min(MOST_PLACES * STREET_WORK, (last - first) * ROW_WORK))) return null;
  if (last - first > FEW_POSTINGS) {
    near.places ??= nearestPlaces(query, near);
    const isOneName = names.high - names.low === 1;
    const places = streetsOfPlaces(query, names, number, isOneName, near.places, 0, near.places.length);
    return { query, places, count: 0, card: BLANK_CARD };
  }
  let count = 0;
  for (let row = first * POSTING_ROW; row < last * POSTING_ROW; row += POSTING_ROW) {
    const street = ranked[row] & POSTING_MASK;
    if (street < query.only.from || street >= query.only.to || !mayHave(ranked[row + ROW_CARD], number)) continue;
    rows[count] = row;
    squares[count++] = squareTo(query.index, localityOfPlace(ranked[row + ROW_PLACE]), near);
  }
  for (let at = (count >>> 1) - 1; at >= 0; at--) sink(at, count);
  return { query, places: null, count, card: BLANK_CARD };
}

/** The posting of the next street, or NO_POSTING: also where no work is left. O(log streets) where they are few. */
export function nextNear(found: NearStreets): number {
  if (found.places !== null) return nextOfPlaces(found.places);
  if (found.count === 0) return NO_POSTING;
  const { ranked } = found.query.streets;
  const row = rows[0];
  const last = --found.count;
  rows[0] = rows[last];
  squares[0] = squares[last];
  sink(0, last);
  found.card = ranked[row + ROW_CARD];
  return ranked[row];
}

/** Puts what is at a place of the heap behind all that come before it. */
function sink(from: number, count: number): void {
  const row = rows[from];
  const square = squares[from];
  let at = from;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= count) break;
    if (child + 1 < count && isBefore(child + 1, rows[child], squares[child])) child++;
    if (!isBefore(child, row, square)) break;
    rows[at] = rows[child];
    squares[at] = squares[child];
    at = child;
  }
  rows[at] = row;
  squares[at] = square;
}

function isBefore(at: number, row: number, square: number): boolean {
  return squares[at] < square || (squares[at] === square && rows[at] < row);
}
