import { BOX, levelsOf, PLACE_NODE } from '../../../index/place-tree.ts';
import type { Query } from '../query.ts';
import { push, takeNearest } from './distance-heap.ts';
import { type Near, squareToBox, squareToPlace } from './near.ts';

/** Behind the last place. */
export const NO_PLACE = -1;

/**
 * The i-th nearest locality of the matcher's state to its point, from 0, or NO_PLACE; those before it were asked for. One query at a time. Best first
 * through the tree of their boxes (place-tree.ts; Hjaltason and Samet 1999): O(log localities) each where boxes hardly overlap.
 */
export function placeAround(query: Query, i: number): number {
  const { near } = query;
  if (near === null) return NO_PLACE;
  const { places } = near;
  const ahead = query.work.placesAhead;
  if (!near.begun) begin(query, near);
  while (places.length <= i && ahead.count > 0) {
    const member = takeNearest(ahead);
    if (member >= 0) places.push(member);
    else open(query, near, -member);
  }
  return i < places.length ? places[i] : NO_PLACE;
}

function begin(query: Query, near: Near): void {
  const { placeTreeLocality } = query.index.columns;
  const items = placeTreeLocality.length;
  const levels = levelsOf(items);
  near.levels = levels;
  near.begun = true;
  query.work.placesAhead.count = 0;
  const top = levels.length - 2;
  if (items > 0) addBoxes(query, near, top, levels[top], levels[top + 1]);
}

/** Puts what is below a box of the tree into the heap. */
function open(query: Query, near: Near, box: number): void {
  const { levels } = near;
  let level = 1;
  while (box >= levels[level + 1]) level++;
  const from = levels[level - 1] + (box - levels[level]) * PLACE_NODE;
  addBoxes(query, near, level - 1, from, Math.min(from + PLACE_NODE, levels[level]));
}

/** Puts boxes of a level into the heap, or the localities that they are of; of a damaged file, no others than there are. */
function addBoxes(query: Query, near: Near, level: number, from: number, to: number): void {
  const { placeTreeLocality, placeTreeBox, localityState } = query.index.columns;
  const ahead = query.work.placesAhead;
  const state = query.onlyState;
  for (let box = from; box < to; box++) {
    if (level > 0) {
      if (state < 0 || mayHoldState(query, near.levels, level, box))
        push(ahead, -box, squareToBox(placeTreeBox, box * BOX, near));
      continue;
    }
    const locality = placeTreeLocality[box];
    if (locality < localityState.length && (state < 0 || localityState[locality] === state))
      push(ahead, locality, squareToPlace(placeTreeBox, box * BOX, near));
  }
}

/** Whether a box may hold localities of the matcher's state: those below it are in the order of their states. */
function mayHoldState({ index, onlyState }: Query, levels: readonly number[], level: number, box: number): boolean {
  const { placeTreeLocality, localityState } = index.columns;
  const from = (box - levels[level]) * PLACE_NODE ** level;
  const last = Math.min(from + PLACE_NODE ** level, levels[1]) - 1;
  return localityState[placeTreeLocality[from]] <= onlyState && onlyState <= localityState[placeTreeLocality[last]];
}
