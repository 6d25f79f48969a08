import { endOf, lowerBound } from '../index/address.ts';
import { POSTING_MASK } from '../index/name-trie.ts';
import type { AddressIndex } from '../index/open.ts';
import { STREET_RECORD, weightOf } from '../index/street-record.ts';
import type { Matcher } from './matcher.ts';
import { visitRanked } from './ranked-walk.ts';

/** Called with a posting; answers false to stop. */
export type StreetVisit = (posting: number) => boolean;

/** Streets of a rare number that one query may look at. */
const MOST_RARE = 64;

/**
 * Visits the streets whose names begin with what leads to a node, those in the largest places first. A number that few streets have
 * leads to them at once; `number` is -1 without one.
 */
export function streetsBelow(m: Matcher, node: number, number: number, visit: StreetVisit): void {
  const { streetRecord } = m.index.columns;
  const { low, high } = m.streets;
  if (number >= 0)
    for (const street of streetsOfRareNumber(m, number, low[node], high[node])) if (!visit(street)) return;
  visitRanked(m.streets, node, (street) => weightOf(streetRecord, street * STREET_RECORD), visit);
}

/** Whether few streets have the number, so that it leads to them. O(log rare numbers). */
export function isRareNumber({ columns: { rareNumber } }: AddressIndex, number: number): boolean {
  return rareNumber[lowerBound(rareNumber, number)] === number;
}

/**
 * The streets of a number that few streets have, whose names are the entries from `low` to `high`: the best known first, at most
 * MOST_RARE; none for a number that many have. O(log streets of the number + those found).
 */
export function streetsOfRareNumber(m: Matcher, number: number, low: number, high: number): Uint32Array {
  const { rareNumber, rareStart, rareStreet, streetEntry, streetRecord } = m.index.columns;
  const rare = lowerBound(rareNumber, number);
  if (rareNumber[rare] !== number) return rareStreet.subarray(0, 0);
  const end = endOf(rareStart, rare, rareStreet);
  const at = (entry: number) => {
    let from = rareStart[rare];
    let to = end;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (streetEntry[rareStreet[middle]] < entry) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const found = rareStreet.slice(at(low), at(high));
  const weight = (street: number) => weightOf(streetRecord, street * STREET_RECORD);
  return found.sort((a, b) => weight(b) - weight(a) || a - b).subarray(0, MOST_RARE);
}

/** Localities whose names begin with what leads to a node, the largest first; at most `wanted`. */
export function placesBelow(m: Matcher, node: number, wanted: number): number[] {
  const found: number[] = [];
  const { localityCount } = m.index.columns;
  visitRanked(
    m.localities,
    node,
    (locality) => localityCount[locality],
    (posting) => {
      const ordinal = posting & POSTING_MASK;
      if (!found.includes(ordinal)) found.push(ordinal);
      return found.length < wanted;
    },
  );
  return found;
}
