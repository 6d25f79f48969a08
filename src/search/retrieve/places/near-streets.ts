import { localityOfPlace, POSTING_ROW, ROW_CARD, ROW_PLACE } from '../../../index/posting-row.ts';
import { BLANK_CARD, mayHave } from '../../../index/street-card.ts';
import { type Query, ROW_WORK, STREET_WORK, spend } from '../query.ts';
import { NO_POSTING } from '../ranked-walk.ts';
import { push, takeNearest } from './distance-heap.ts';
import { squareTo } from './near.ts';
import { type Names, nextOfPlaces, type PlaceStreets, streetsAround } from './place-streets.ts';
import { isOfRun } from './state-streets.ts';

/** Streets of so few postings are ordered by their distance; of the others those in the nearest localities are visited. */
const FEW_POSTINGS = 256;

/** Localities around a point whose streets are scanned. */
const MOST_PLACES = 64;

/** Streets around a point, the nearest first. */
export interface NearStreets {
  readonly query: Query;
  /** The nearest places, whose streets are gone through; null where all streets of the names are listed. */
  readonly places: PlaceStreets | null;
  /** The card (street-card.ts) of the street that was answered last, where it is known without another access to memory, else BLANK_CARD. */
  card: number;
}

/**
 * Streets with names of a run of entries around the matcher's point, those in the nearest places first: all where they are few, else those in the
 * nearest localities, of several names those that go by their own. Streets that cannot have `number` (street-card.ts) may be left out. Null without
 * a point, without a street, or where no work is left. One at a time. O(postings) where they are few.
 */
export function streetsNear(query: Query, names: Names, number: number): NearStreets | null {
  const { near } = query;
  if (near === null) return null;
  const { start, ranked } = query.streets;
  const first = start[names.low];
  const last = Math.min(start[names.high], ranked.length / POSTING_ROW);
  if (last <= first || !spend(query, Math.min(MOST_PLACES * STREET_WORK, (last - first) * ROW_WORK))) return null;
  if (last - first > FEW_POSTINGS) {
    const isOneName = names.high - names.low === 1;
    return { query, places: streetsAround(query, names, number, isOneName, MOST_PLACES), card: BLANK_CARD };
  }
  const listed = query.work.streetsAhead;
  listed.count = 0;
  for (let row = first * POSTING_ROW; row < last * POSTING_ROW; row += POSTING_ROW) {
    if (!isOfRun(query.only, ranked[row]) || !mayHave(ranked[row + ROW_CARD], number)) continue;
    push(listed, row, squareTo(query.index, localityOfPlace(ranked[row + ROW_PLACE]), near));
  }
  return { query, places: null, card: BLANK_CARD };
}

/** The posting of the next street, or NO_POSTING. O(log streets) where they are few. */
export function nextNear(found: NearStreets): number {
  if (found.places !== null) return nextOfPlaces(found.places);
  const listed = found.query.work.streetsAhead;
  if (listed.count === 0) return NO_POSTING;
  const { ranked } = found.query.streets;
  const row = takeNearest(listed);
  found.card = ranked[row + ROW_CARD];
  return ranked[row];
}
