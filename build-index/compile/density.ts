import { DENSITY_LEVEL, DENSITY_STEP, MOST_IN_LEAF } from '../../src/address/index/density.ts';
import { worldX, worldY } from '../../src/address/index/mercator.ts';
import type { Columns } from '../../src/address/index/sections.ts';

/** The sections of `density.ts`. */
export type DensitySections = Pick<Columns, 'densityMask' | 'densityFirst' | 'densityCount' | 'densityLeaf'>;

/** Squares of one level that hold addresses, by place, ascending. */
interface Level {
  readonly places: Float64Array;
  readonly counts: Uint32Array;
  /** For each, which children it has; empty for the leaves. */
  readonly masks: Uint16Array;
}

const CHILDREN = 4 ** DENSITY_STEP;
const SIDE = 2 ** DENSITY_LEVEL;

/** The density of addresses. `lon` and `lat` are as for `kdTreeSections`. */
export function densitySections(
  count: number,
  lon: (ordinal: number) => number,
  lat: (ordinal: number) => number,
): DensitySections {
  const levels = [leavesOf(count, lon, lat)];
  for (let level = DENSITY_LEVEL; level > 0; level -= DENSITY_STEP) levels.unshift(parentsOf(levels[0]));
  // Without any address there is the root alone.
  const root = { places: new Float64Array(1), counts: new Uint32Array(1), masks: new Uint16Array(1) };
  const inner = count === 0 || levels[0].places.length === 0 ? [root] : levels.slice(0, -1);
  const length = inner.reduce((sum, { places }) => sum + places.length, 0);
  const densityMask = new Uint16Array(length);
  const densityCount = new Uint32Array(length);
  const densityFirst = new Uint32Array(length + 1);
  let at = 0;
  for (const { masks, counts } of inner) {
    densityMask.set(masks, at);
    densityCount.set(counts, at);
    at += masks.length;
  }
  for (let i = 0; i < length; i++) densityFirst[i + 1] = densityFirst[i] + bitsOf(densityMask[i]);
  const densityLeaf = Uint16Array.from(levels.at(-1)!.counts, (n) => Math.min(n, MOST_IN_LEAF));
  return { densityMask, densityFirst, densityCount, densityLeaf };
}

/** How many bits of 16 are set. */
export function bitsOf(mask: number): number {
  let bits = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits++;
  return bits;
}

/**
 * The square of the last level that a point lies in, coordinates in 1e-8 degrees: the bits of its
 * row and column in turn.
 */
export function densityPlace(lon: number, lat: number): number {
  const column = within(worldX(lon / 1e8));
  const row = within(worldY(lat / 1e8));
  return interleaved(row >> 9, column >> 9) * SIDE + interleaved(row & 511, column & 511);
}

function within(part: number): number {
  return Math.max(0, Math.min(SIDE - 1, Math.floor(part * SIDE)));
}

/** Nine bits of each in turn. */
function interleaved(row: number, column: number): number {
  let place = 0;
  for (let bit = 0; bit < 9; bit++)
    place |= (((column >> bit) & 1) << (2 * bit)) | (((row >> bit) & 1) << (2 * bit + 1));
  return place;
}

function leavesOf(count: number, lon: (ordinal: number) => number, lat: (ordinal: number) => number): Level {
  // Neighbours in the order of the index often share a square: each run of them is sorted as one item.
  let runs = new Float64Array(1024);
  let length = 0;
  // Runs with how many addresses each has, in the low bits: a square's place has 36 of 53.
  const LONGEST = 2 ** 16;
  let last = -1;
  let run = 0;
  const end = () => {
    if (run === 0) return;
    if (length === runs.length) {
      const longer = new Float64Array(2 * length);
      longer.set(runs);
      runs = longer;
    }
    runs[length++] = last * LONGEST + run;
    run = 0;
  };
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const x = lon(ordinal);
    if (Number.isNaN(x)) continue;
    const place = densityPlace(x, lat(ordinal));
    if (place !== last || run === LONGEST - 1) end();
    last = place;
    run++;
  }
  end();
  const sorted = runs.subarray(0, length).sort();
  const places = new Float64Array(length);
  const counts = new Uint32Array(length);
  let at = -1;
  for (const each of sorted) {
    const place = Math.floor(each / LONGEST);
    if (at < 0 || places[at] !== place) places[++at] = place;
    counts[at] += each - place * LONGEST;
  }
  return { places: places.slice(0, at + 1), counts: counts.slice(0, at + 1), masks: new Uint16Array(0) };
}

function parentsOf({ places, counts }: Level): Level {
  const { length } = places;
  const parents = { places: new Float64Array(length), counts: new Uint32Array(length), masks: new Uint16Array(length) };
  let at = -1;
  for (let i = 0; i < places.length; i++) {
    const place = Math.floor(places[i] / CHILDREN);
    if (at < 0 || parents.places[at] !== place) parents.places[++at] = place;
    parents.counts[at] += counts[i];
    parents.masks[at] |= 1 << (places[i] - place * CHILDREN);
  }
  const end = at + 1;
  return {
    places: parents.places.slice(0, end),
    counts: parents.counts.slice(0, end),
    masks: parents.masks.slice(0, end),
  };
}
