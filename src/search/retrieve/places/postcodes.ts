import { endOf, lowerBound } from '../../../index/address.ts';
import { postcodeOf } from '../../../index/address-record.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { STATE_ORDER } from '../../../index/sections.ts';
import { RECORD_COUNT, RECORD_START, STREET_RECORD } from '../../../index/street-record.ts';
import type { TypedNumber } from '../../parse/numbers/number-parse.ts';

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

/** Localities with principals in a postcode, most first. */
export function localitiesOfPostcode(index: AddressIndex, value: number): Uint32Array {
  const { postcode, postcodeStart, postcodeLocality } = index.columns;
  const at = lowerBound(postcode, value);
  return postcode[at] === value
    ? postcodeLocality.subarray(postcodeStart[at], postcodeStart[at + 1])
    : postcodeLocality.subarray(0, 0);
}

/** Localities with principals in the postcodes that one to three digits begin, the largest first. O(n log n) for n of them. */
export function localitiesWithPrefix(index: AddressIndex, { value, text }: TypedNumber): readonly number[] {
  const { postcode, localityCount } = index.columns;
  const scale = 10 ** (POSTCODE_DIGITS - text.length);
  const found = new Set<number>();
  for (let at = lowerBound(postcode, value * scale); at < postcode.length && postcode[at] < (value + 1) * scale; at++)
    for (const locality of localitiesOfPostcode(index, postcode[at])) found.add(locality);
  return [...found].sort((a, b) => localityCount[b] - localityCount[a] || a - b);
}

const POSTCODE_DIGITS = 4;

/**
 * The states that a postcode is of, a bit for each by its position in STATE_ORDER: those of the index's localities that have it,
 * which know of postcodes across a border; for a postcode that the index has not, the state whose range it is in. O(localities
 * of the postcode).
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

/** Streets of one locality that are looked through for a postcode. */
const MOST_STREETS = 512;

/**
 * Some streets of a locality, and where it has several postcodes, before them those of the one that was typed, by their first address: of some,
 * and where they are fewer than `least`, of the others, the largest first. O(streets of the locality), at most MOST_STREETS.
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
    const end = Math.min(endOf(localityStreetStart, locality, streetEntry), from + MOST_STREETS);
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
