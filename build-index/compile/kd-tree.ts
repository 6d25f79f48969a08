import { highBitsOf, LEAF, LEAF_JUMP, LEAF_POINTS, middleOf, ORDINAL_BITS } from '../../src/address/index/kd-tree.ts';
import type { Columns } from '../../src/address/index/sections.ts';

/** The sections of `kd-tree.ts`. */
export type KdTreeSections = Pick<Columns, 'kdSplit' | 'kdLeafStart' | 'kdLeaf'>;

/** The most elements of a leaf. */
const MOST_WORDS = LEAF.places + 3 * LEAF_POINTS;

/** Points that are being put in the order of the tree: ordinals, and coordinates in turns. */
interface Points {
  readonly ordinals: Uint32Array;
  readonly coordinates: Int32Array;
}

/**
 * The KD-tree of addresses. `lon` and `lat` answer an address's main geocode in 1e-8 degrees, NaN for a record that
 * reverse geocoding must not find. O(n log n).
 */
export function kdTreeSections(
  count: number,
  lon: (ordinal: number) => number,
  lat: (ordinal: number) => number,
): KdTreeSections {
  const points = pointsOf(count, lon, lat);
  const { length } = points.ordinals;
  const leaves = Math.ceil(length / LEAF_POINTS);
  const kdSplit = new Int32Array(leaves);
  if (leaves > 0) kdSplit[0] = length;
  split(points, kdSplit, 0, leaves, 0);
  const kdLeafStart = new Uint32Array(leaves + 1);
  // Pages that are not written to take no memory.
  const kdLeaf = new Uint32Array(leaves * MOST_WORDS);
  for (let leaf = 0; leaf < leaves; leaf++)
    kdLeafStart[leaf + 1] = kdLeafStart[leaf] + writeLeaf(points, leaf, kdLeaf.subarray(kdLeafStart[leaf]));
  return { kdSplit, kdLeafStart, kdLeaf: kdLeaf.slice(0, kdLeafStart[leaves]) };
}

function pointsOf(count: number, lon: (ordinal: number) => number, lat: (ordinal: number) => number): Points {
  const ordinals = new Uint32Array(count);
  const coordinates = new Int32Array(2 * count);
  let length = 0;
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const x = lon(ordinal);
    if (Number.isNaN(x)) continue;
    coordinates[2 * length] = Math.round(x / 10);
    coordinates[2 * length + 1] = Math.round(lat(ordinal) / 10);
    ordinals[length++] = ordinal;
  }
  return { ordinals: ordinals.subarray(0, length), coordinates: coordinates.subarray(0, 2 * length) };
}

/** Parts the points of the leaves from one up to another, by longitude (axis 0) or latitude, then each half. */
function split(points: Points, kdSplit: Int32Array, from: number, to: number, axis: 0 | 1): void {
  if (to - from < 2) return;
  const middle = middleOf(from, to);
  const first = middle * LEAF_POINTS;
  select(points, first, from * LEAF_POINTS, Math.min(to * LEAF_POINTS, points.ordinals.length) - 1, axis);
  kdSplit[middle] = points.coordinates[2 * first + axis];
  const other = axis === 0 ? 1 : 0;
  split(points, kdSplit, from, middle, other);
  split(points, kdSplit, middle, to, other);
}

/** Of longer runs a sample is looked at first. */
const SAMPLED = 600;

/**
 * Puts the points `left` to `right` so that none before `k` has a higher coordinate than the one there, and none behind
 * it a lower one: by Floyd and Rivest's SELECT (1975).
 */
function select(points: Points, k: number, left: number, right: number, axis: 0 | 1): void {
  const { coordinates } = points;
  while (right > left) {
    if (right - left > SAMPLED) {
      const n = right - left + 1;
      const share = (k - left + 1) / n;
      const log = Math.log(n);
      const size = 0.5 * Math.exp((2 * log) / 3);
      const deviation = 0.5 * Math.sqrt((log * size * (n - size)) / n) * (share < 0.5 ? -1 : 1);
      const lower = Math.max(left, Math.floor(k - share * size + deviation));
      const upper = Math.min(right, Math.floor(k + (1 - share) * size + deviation));
      select(points, k, lower, upper, axis);
    }
    const pivot = coordinates[2 * k + axis];
    let i = left;
    let j = right;
    while (i <= j) {
      while (coordinates[2 * i + axis] < pivot) i++;
      while (coordinates[2 * j + axis] > pivot) j--;
      if (i <= j) swap(points, i++, j--);
    }
    if (j < k) left = i;
    if (i > k) right = j;
  }
}

function swap({ ordinals, coordinates }: Points, i: number, j: number): void {
  const ordinal = ordinals[i];
  const x = coordinates[2 * i];
  const y = coordinates[2 * i + 1];
  ordinals[i] = ordinals[j];
  coordinates[2 * i] = coordinates[2 * j];
  coordinates[2 * i + 1] = coordinates[2 * j + 1];
  ordinals[j] = ordinal;
  coordinates[2 * j] = x;
  coordinates[2 * j + 1] = y;
}

/** Writes a leaf; answers how many elements it takes. */
function writeLeaf({ ordinals, coordinates }: Points, leaf: number, out: Uint32Array): number {
  const from = leaf * LEAF_POINTS;
  const count = Math.min(LEAF_POINTS, ordinals.length - from);
  const order = Float64Array.from({ length: count }, (_, i) => ordinals[from + i] * LEAF_POINTS + i)
    .sort()
    .map((item) => from + (item % LEAF_POINTS));
  const extent = (axis: 0 | 1) => {
    let least = coordinates[2 * from + axis];
    let most = least;
    for (let i = from + 1; i < from + count; i++) {
      least = Math.min(least, coordinates[2 * i + axis]);
      most = Math.max(most, coordinates[2 * i + axis]);
    }
    return { least, length: most - least };
  };
  const [x, y] = [extent(0), extent(1)];
  const longest = Math.max(x.length, y.length);
  const leafClass = [0, 1, 2, 3].find((each) => longest < 2 ** (16 + highBitsOf(each) / 2))!;
  const high = highBitsOf(leafClass);
  const highs = LEAF.places + count;
  out[LEAF.x] = x.least;
  out[LEAF.y] = y.least;
  out[LEAF.first] = ordinals[order[0]] + leafClass * 2 ** ORDINAL_BITS;
  let end = highs + Math.ceil((count * high) / 32);
  let last = ordinals[order[0]];
  for (let i = 0; i < count; i++) {
    const point = order[i];
    const step = Math.min(LEAF_JUMP, ordinals[point] - last);
    last = ordinals[point];
    out[LEAF.steps + (i >>> 2)] |= step << (8 * (i & 3));
    if (step === LEAF_JUMP) out[end++] = last;
    const east = coordinates[2 * point] - x.least;
    const north = coordinates[2 * point + 1] - y.least;
    out[LEAF.places + i] = (east & 0xffff) | (north << 16);
    if (high > 0)
      out[highs + ((i * high) >>> 5)] |= ((east >>> 16) | ((north >>> 16) << (high / 2))) << ((i * high) & 31);
  }
  return end;
}
