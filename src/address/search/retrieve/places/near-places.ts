import { BOX, levelsOf, PLACE_NODE } from '../../../index/place-tree.ts';
import type { DistanceHeap } from '../../query/workspace.ts';
import type { Query } from '../query.ts';
import { type Near, squareToBox, squareToPlace } from './regions.ts';

/** The answer after the last place. */
export const NO_PLACE = -1;

/**
 * The i-th nearest locality, from 0, to the query's point and in its state, or NO_PLACE; ask for them in order, for one
 * query at a time. A best-first walk through the tree of boxes (place-tree.ts; Hjaltason and Samet 1999): O(log
 * localities) each if boxes hardly overlap.
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

/** Puts the children of a box of the tree into the heap. */
function open(query: Query, near: Near, box: number): void {
  const { levels } = near;
  let level = 1;
  while (box >= levels[level + 1]) level++;
  const from = levels[level - 1] + (box - levels[level]) * PLACE_NODE;
  addBoxes(query, near, level - 1, from, Math.min(from + PLACE_NODE, levels[level]));
}

/** Puts boxes of a level into the heap, at the lowest level localities, skipping those that a damaged file lacks. */
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

/** Whether a box may hold localities of the query's state: those below it are sorted by state. */
function mayHoldState({ index, onlyState }: Query, levels: readonly number[], level: number, box: number): boolean {
  const { placeTreeLocality, localityState } = index.columns;
  const from = (box - levels[level]) * PLACE_NODE ** level;
  const last = Math.min(from + PLACE_NODE ** level, levels[1]) - 1;
  return localityState[placeTreeLocality[from]] <= onlyState && onlyState <= localityState[placeTreeLocality[last]];
}

/** Adds a member. O(log members), mostly O(1). */
export function push(heap: DistanceHeap, member: number, square: number): void {
  if (heap.count === heap.member.length) grow(heap);
  const { member: members, square: squares } = heap;
  let at = heap.count++;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(member, square, members[parent], squares[parent])) break;
    members[at] = members[parent];
    squares[at] = squares[parent];
    at = parent;
  }
  members[at] = member;
  squares[at] = square;
}

/** Takes the nearest member; there has to be one. O(log members). */
export function takeNearest(heap: DistanceHeap): number {
  const { member: members, square: squares } = heap;
  const nearest = members[0];
  const count = --heap.count;
  const member = members[count];
  const square = squares[count];
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= count) break;
    if (child + 1 < count && isBefore(members[child + 1], squares[child + 1], members[child], squares[child])) child++;
    if (!isBefore(members[child], squares[child], member, square)) break;
    members[at] = members[child];
    squares[at] = squares[child];
    at = child;
  }
  members[at] = member;
  squares[at] = square;
  return nearest;
}

function isBefore(a: number, squareOfA: number, b: number, squareOfB: number): boolean {
  return squareOfA < squareOfB || (squareOfA === squareOfB && a < b);
}

function grow(heap: DistanceHeap): void {
  const { member, square } = heap;
  heap.member = new Int32Array(2 * member.length);
  heap.member.set(member);
  heap.square = new Float64Array(2 * square.length);
  heap.square.set(square);
}
