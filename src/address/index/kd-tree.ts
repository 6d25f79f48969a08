import type { IndexColumns } from './sections.ts';

/*
 * A KD-tree over the main geocodes of all records that reverse geocoding may find, in units of 1e-7
 * degrees. Its leaves stand side by side, LEAF_POINTS points each, the last one the rest. The tree
 * is implicit: of the leaves `from` to `to` the middle one, `middleOf`, begins the second half, and
 * `kdSplit` has at its place what parts the halves: no point before it lies farther east (or north,
 * in turns), none behind it farther west (south).
 *
 * A leaf is what its points have in common, then their ordinals and places by differences. Its
 * points are in the order of their ordinals.
 */

/** Units of the tree in a degree. */
export const TREE_UNITS = 1e7;

/** Points of a leaf. */
export const LEAF_POINTS = 64;

/** Where the elements of a leaf begin in `kdLeaf`. */
export const LEAF = {
  /** The least longitude and latitude, signed. */
  x: 0,
  y: 1,
  /** The first ordinal, and above its ORDINAL_BITS the class of the leaf. */
  first: 2,
  /** Four steps each, the lowest first: how much higher an ordinal is than the one before, or LEAF_JUMP. */
  steps: 3,
  /**
   * Of each point how far east and north of the least it lies: the low sixteen bits of each, the
   * lower ones east. Behind these, where the leaf is wider, as many elements as it takes for the
   * high bits of all points (`highBitsOf`), east and north in turns; then the ordinals whose steps
   * are LEAF_JUMP.
   */
  places: 3 + LEAF_POINTS / 4,
} as const;

/** Bits of an ordinal in a leaf. */
export const ORDINAL_BITS = 30;

/** High bits of a point's place in a leaf of a class from 0 to 3, half of them for each coordinate. */
export function highBitsOf(leafClass: number): number {
  return leafClass === 0 ? 0 : 4 << leafClass;
}

/** In place of a step: the ordinal stands behind the places. */
export const LEAF_JUMP = 0xff;

/** What the high bits of a place count. */
const LOW = 2 ** 16;

/** How many points the tree holds. */
export function pointsOf({ columns: { kdSplit } }: IndexColumns): number {
  return kdSplit.length === 0 ? 0 : kdSplit[0];
}

/** How many points stand before a leaf, of so many in all. */
export function pointsBefore(leaf: number, points: number): number {
  return Math.min(leaf * LEAF_POINTS, points);
}

/** Of the leaves from one up to another, at least two, the first of the second half. */
export function middleOf(from: number, to: number): number {
  return (from + to) >>> 1;
}

/**
 * Points of a leaf as `readLeaf` finds them: the first so many, in units of the tree, with their
 * positions in the tree.
 */
export interface LeafPoints {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly positions: Uint32Array;
}

/** Room for the points of a leaf. */
export function leafPoints(): LeafPoints {
  return {
    x: new Float64Array(LEAF_POINTS),
    y: new Float64Array(LEAF_POINTS),
    positions: new Uint32Array(LEAF_POINTS),
  };
}

/** A box, its sides included, in units of the tree. */
export interface TreeBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Holds every point. */
export const EVERYWHERE: TreeBox = { west: -Infinity, south: -Infinity, east: Infinity, north: Infinity };

/** Reads the points of a leaf that lie in a box. Answers how many there are. */
export function readLeaf(
  { columns: { kdSplit, kdLeaf, kdLeafStart } }: IndexColumns,
  leaf: number,
  { west, south, east, north }: TreeBox,
  { x, y, positions }: LeafPoints,
): number {
  const count = Math.min(LEAF_POINTS, kdSplit[0] - leaf * LEAF_POINTS);
  const start = kdLeafStart[leaf];
  const leastX = kdLeaf[start + LEAF.x] | 0;
  const leastY = kdLeaf[start + LEAF.y] | 0;
  const fromX = west - leastX;
  const fromY = south - leastY;
  const toX = east - leastX;
  const toY = north - leastY;
  if (toX < 0 || toY < 0) return 0;
  const first = kdLeaf[start + LEAF.first];
  const places = start + LEAF.places;
  const high = highBitsOf(first >>> ORDINAL_BITS);
  let n = 0;
  if (high === 0) {
    // Most leaves: whole numbers of sixteen bits, which compare faster than the box's, which may be infinite.
    const lowX = Math.min(LOW, Math.max(0, Math.ceil(fromX))) | 0;
    const lowY = Math.min(LOW, Math.max(0, Math.ceil(fromY))) | 0;
    const highX = Math.min(LOW, Math.floor(toX)) | 0;
    const highY = Math.min(LOW, Math.floor(toY)) | 0;
    for (let i = 0; i < count; i++) {
      const place = kdLeaf[places + i];
      const pointX = place & 0xffff;
      const pointY = place >>> 16;
      if (pointX < lowX || pointX > highX || pointY < lowY || pointY > highY) continue;
      x[n] = leastX + pointX;
      y[n] = leastY + pointY;
      positions[n++] = leaf * LEAF_POINTS + i;
    }
    return n;
  }
  const half = high >>> 1;
  const mask = (1 << half) - 1;
  const highs = places + count;
  for (let i = 0; i < count; i++) {
    const place = kdLeaf[places + i];
    const bits = kdLeaf[highs + ((i * high) >>> 5)] >>> ((i * high) & 31);
    const pointX = (place & 0xffff) + (bits & mask) * LOW;
    const pointY = (place >>> 16) + ((bits >>> half) & mask) * LOW;
    if (pointX < fromX || pointX > toX || pointY < fromY || pointY > toY) continue;
    x[n] = leastX + pointX;
    y[n] = leastY + pointY;
    positions[n++] = leaf * LEAF_POINTS + i;
  }
  return n;
}

/**
 * Puts ordinals in the place of positions in the tree, the first so many. One pass over a leaf for
 * positions of it that ascend.
 */
export function toOrdinals({ columns }: IndexColumns, positions: Uint32Array, count: number): void {
  const { kdLeaf, kdLeafStart, kdSplit } = columns;
  let last = -1;
  let start = 0;
  let jump = 0;
  let ordinal = 0;
  for (let k = 0; k < count; k++) {
    const position = positions[k];
    let next = last + 1;
    if (position < last || position - (position % LEAF_POINTS) > last) {
      const leaf = Math.floor(position / LEAF_POINTS);
      next = leaf * LEAF_POINTS;
      start = kdLeafStart[leaf];
      const first = kdLeaf[start + LEAF.first];
      const points = Math.min(LEAF_POINTS, kdSplit[0] - next);
      jump = start + LEAF.places + points + ((points * highBitsOf(first >>> ORDINAL_BITS) + 31) >>> 5);
      ordinal = first & (2 ** ORDINAL_BITS - 1);
    }
    while (next <= position) {
      const i = next % LEAF_POINTS;
      const steps = kdLeaf[start + LEAF.steps + (i >>> 2)];
      if ((i & 3) === 0 && next + 3 <= position && !hasJump(steps)) {
        const pairs = (steps & 0xff00ff) + ((steps >>> 8) & 0xff00ff);
        ordinal += (pairs + (pairs >>> 16)) & 0xffff;
        next += 4;
        continue;
      }
      const step = (steps >>> (8 * (i & 3))) & 0xff;
      ordinal = step === LEAF_JUMP ? kdLeaf[jump++] : ordinal + step;
      next++;
    }
    last = position;
    positions[k] = ordinal;
  }
}

/** Whether one of four steps is LEAF_JUMP (Mycroft's test for a zero byte, of what is not there). */
function hasJump(steps: number): boolean {
  return ((~steps - 0x0101_0101) & steps & 0x8080_8080) !== 0;
}

/**
 * Calls `found` for every record of the tree in a box, with its place in units of the tree; yields
 * after each leaf, so that the thread can do other work.
 */
export function* pointsInBox(
  index: IndexColumns,
  box: TreeBox,
  found: (ordinal: number, x: number, y: number) => void,
): Generator<void, void> {
  const { kdSplit } = index.columns;
  const points = leafPoints();
  const stack = pointsOf(index) === 0 ? [] : [0, kdSplit.length, 0];
  while (stack.length > 0) {
    const axis = stack.pop()!;
    const to = stack.pop()!;
    const from = stack.pop()!;
    if (to - from === 1) {
      const count = readLeaf(index, from, box, points);
      toOrdinals(index, points.positions, count);
      for (let i = 0; i < count; i++) found(points.positions[i]!, points.x[i]!, points.y[i]!);
      yield;
      continue;
    }
    const middle = middleOf(from, to);
    const split = kdSplit[middle]!;
    if ((axis === 0 ? box.west : box.south) <= split) stack.push(from, middle, 1 - axis);
    if ((axis === 0 ? box.east : box.north) >= split) stack.push(middle, to, 1 - axis);
  }
}
