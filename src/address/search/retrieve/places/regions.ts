import { endOf, firstNotBefore, lowerBound } from '../../../index/address.ts';
import { postcodeOf } from '../../../index/address-record.ts';
import { POSTING_MASK } from '../../../index/name-trie.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { BOX } from '../../../index/place-tree.ts';
import { localitiesOfPostcode } from '../../../index/postcodes.ts';
import { STATE_ORDER } from '../../../index/sections.ts';
import { RECORD_COUNT, RECORD_START, STREET_RECORD } from '../../../index/street-record.ts';
import { MOST_ROWS } from '../../query/limits.ts';

/** First and last postcodes of each state's delivery areas and boxes (Australia Post). */
const RANGES: readonly (readonly [(typeof STATE_ORDER)[number], number, number])[] = [
  ['ACT', 200, 299],
  ['NT', 800, 999],
  ['NSW', 1000, 2599],
  ['ACT', 2600, 2618],
  ['NSW', 2619, 2899],
  ['ACT', 2900, 2920],
  ['NSW', 2921, 2999],
  ['VIC', 3000, 3999],
  ['QLD', 4000, 4999],
  ['SA', 5000, 5999],
  ['WA', 6000, 6999],
  ['TAS', 7000, 7999],
  ['VIC', 8000, 8999],
  ['QLD', 9000, 9999],
];

/** Localities with principals in the postcodes with a prefix of one to three digits, the largest first. O(n log n). */
export function localitiesWithPrefix(
  index: AddressIndex,
  { value, text }: { readonly value: number; readonly text: string },
): readonly number[] {
  const { postcode, localityCount } = index.columns;
  const scale = 10 ** (POSTCODE_DIGITS - text.length);
  const found = new Set<number>();
  for (let at = lowerBound(postcode, value * scale); at < postcode.length && postcode[at] < (value + 1) * scale; at++)
    for (const locality of localitiesOfPostcode(index, postcode[at])) found.add(locality);
  return [...found].sort((a, b) => localityCount[b] - localityCount[a] || a - b);
}

const POSTCODE_DIGITS = 4;

/**
 * The states of a postcode, a bit for each by its position in STATE_ORDER: those of the localities that
 * have it in the index, several for a postcode across a border; for a postcode that the index lacks, the
 * state whose range it is in. O(localities of the postcode).
 */
export function statesOfPostcode(index: AddressIndex, value: number): number {
  let states = 0;
  const { localityState } = index.columns;
  for (const locality of localitiesOfPostcode(index, value)) states |= 1 << localityState[locality];
  if (states !== 0) return states;
  for (const [state, first, last] of RANGES)
    if (value >= first && value <= last) states |= 1 << STATE_ORDER.indexOf(state);
  return states;
}

/**
 * Some streets of a locality. If it has several postcodes, those whose first address has the one typed come first, up
 * to `least` with the largest of its other streets that have it. O(n log n) for n streets, at most MOST_ROWS.
 */
export function streetsOfPostcodeFirst(
  index: AddressIndex,
  locality: number,
  value: number,
  some: Uint32Array,
  least: number,
): ArrayLike<number> {
  const { localityPostcodeStart, localityStreetStart, streetEntry, streetRecord } = index.columns;
  if (localityPostcodeStart[locality + 1] - localityPostcodeStart[locality] < 2) return some;
  const isOf = (street: number) =>
    postcodeOf(index, streetRecord[street * STREET_RECORD + RECORD_START], locality) === value;
  const first: number[] = [];
  for (const street of some) if (isOf(street)) first.push(street);
  if (first.length < least) {
    const from = localityStreetStart[locality];
    const end = Math.min(endOf(localityStreetStart, locality, streetEntry), from + MOST_ROWS);
    const others: number[] = [];
    for (let street = from; street < end; street++) if (isOf(street) && !first.includes(street)) others.push(street);
    others.sort((a, b) => countOf(streetRecord, b) - countOf(streetRecord, a) || a - b);
    first.push(...others.slice(0, least - first.length));
  }
  return [...first, ...some.filter((street) => !first.includes(street))];
}

function countOf(record: Uint32Array, street: number): number {
  return record[street * STREET_RECORD + RECORD_COUNT];
}

/** Names of streets: the entries from `low` up to, not including, `high`. */
export interface Names {
  readonly low: number;
  readonly high: number;
}

/** Streets of a run with some names. */
export interface StreetFilter {
  readonly run: StreetRun;
  readonly names: Names;
}

/** Any name: no index has so many entries. */
export const ANY_NAME: Names = { low: 0, high: 2 ** 32 };

/** Consecutive streets of the index: the first, and the one after the last. */
export interface StreetRun {
  readonly from: number;
  readonly to: number;
}

/** Whether a posting's street is one of a run. */
export function isOfRun({ from, to }: StreetRun, posting: number): boolean {
  const street = posting & POSTING_MASK;
  return street >= from && street < to;
}

const EVERY_STREET: StreetRun = { from: 0, to: 0xffff_ffff };

/** The streets of a state, a position in STATE_ORDER; every street for -1. O(log localities). */
export function streetsOfState(index: AddressIndex, state: number): StreetRun {
  if (state < 0) return EVERY_STREET;
  const { localityStreetStart } = index.columns;
  const { from, to } = localitiesOfState(index, state);
  return { from: localityStreetStart[from], to: localityStreetStart[to] };
}

/** The localities of a state, a position in STATE_ORDER: the first, and the one after the last. O(log localities). */
export function localitiesOfState({ columns: { localityState } }: AddressIndex, state: number): StreetRun {
  const from = firstNotBefore(0, localityState.length, (locality) => localityState[locality] < state);
  return { from, to: firstNotBefore(from, localityState.length, (locality) => localityState[locality] <= state) };
}

/** A point whose surroundings are preferred, and what was found there. */
export interface Near {
  /** In units of 10⁻⁸ degrees. */
  readonly lat: number;
  readonly lon: number;
  /** The length of a degree of longitude there, in degrees of latitude. */
  readonly shrink: number;
  /** The nearest localities found so far, in order. */
  readonly places: number[];
  /** Whether the walk to them has begun (near-places.ts). */
  begun: boolean;
  /** The first box of every level of the tree of places, once the walk has begun. */
  levels: readonly number[];
}

/** The surroundings of a point in degrees. */
export function nearTo({ lat, lon }: { readonly lat: number; readonly lon: number }): Near {
  return {
    lat: lat * UNITS,
    lon: lon * UNITS,
    shrink: Math.cos((lat * Math.PI) / 180),
    places: [],
    begun: false,
    levels: [],
  };
}

/** Units of a degree. */
const UNITS = 1e8;

/** Weight of the distance to a box's middle, against that to the box: it decides between boxes that hold the point. */
const RANGE_COST = 1e-6;

/**
 * The squared distance from a point to the box of a locality's addresses, in 10⁻⁸ degrees of latitude, on a plane, good
 * enough to compare. Infinite for a locality without addresses.
 */
export function squareTo({ columns: { localityBounds } }: AddressIndex, locality: number, near: Near): number {
  const at = locality * BOX;
  return Number.isNaN(localityBounds[at]) ? Number.POSITIVE_INFINITY : squareToPlace(localityBounds, at, near);
}

/** The same for the box at an element of a list of boxes. */
export function squareToPlace(boxes: Float64Array, at: number, { lat, lon, shrink }: Near): number {
  const west = boxes[at] - lon;
  const south = boxes[at + 1] - lat;
  const east = boxes[at + 2] - lon;
  const north = boxes[at + 3] - lat;
  const x = Math.max(west, 0, -east) * shrink;
  const y = Math.max(south, 0, -north);
  const middleX = (west + east) * shrink;
  const middleY = south + north;
  return x * x + y * y + RANGE_COST * (middleX * middleX + middleY * middleY);
}

/** A lower bound of `squareToPlace` for every box within a box. */
export function squareToBox(boxes: Float64Array, at: number, { lat, lon, shrink }: Near): number {
  const x = Math.max(boxes[at] - lon, 0, lon - boxes[at + 2]) * shrink;
  const y = Math.max(boxes[at + 1] - lat, 0, lat - boxes[at + 3]);
  return x * x + y * y;
}
