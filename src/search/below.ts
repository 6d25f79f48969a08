import { endOf, lowerBound } from '../index/address.ts';
import { POSTING_MASK } from '../index/name-trie.ts';
import type { AddressIndex } from '../index/open.ts';
import { ANY_NUMBER } from '../index/street-card.ts';
import { STREET_RECORD, weightOf } from '../index/street-record.ts';
import type { Matcher } from './matcher.ts';
import { type OnPosting, visitRanked } from './ranked-walk.ts';

/** Streets of a rare number that are sorted when they are asked for. */
const MOST_RARE = 64;

/**
 * Visits the streets whose names begin with what leads to a node, those in the largest places first. A number that few streets have
 * leads to them at once; `number` may also be ANY_NUMBER or ANY_LOT. Not all streets that cannot have it are visited.
 */
export function streetsBelow(m: Matcher, node: number, number: number, visit: OnPosting): void {
  const { streetRecord } = m.index.columns;
  const { low, high } = m.streets;
  if (number >= 0 && !visitRareNumber(m, number, low[node], high[node], visit)) return;
  visitRanked(m.streets, node, (street) => weightOf(streetRecord, street * STREET_RECORD), number, visit);
}

/** Whether few streets have the number, so that it leads to them. O(log rare numbers). */
export function isRareNumber({ columns: { rareNumber } }: AddressIndex, number: number): boolean {
  return rareNumber[lowerBound(rareNumber, number)] === number;
}

/**
 * Visits the streets of a number that few streets have, whose names are the entries from `low` to `high`: the best known first, until
 * `visit` answers false; none for a number that many have. Answers whether it went through to the end. O(log streets of the number +
 * streets of these names), or where these are many, O(visited × streets of the number / streets of these names).
 */
export function visitRareNumber(m: Matcher, number: number, low: number, high: number, visit: OnPosting): boolean {
  const { rareNumber, rareStart, rareStreet, rareRanked, streetEntry, streetRecord } = m.index.columns;
  const rare = lowerBound(rareNumber, number);
  if (rareNumber[rare] !== number) return true;
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
  const first = at(low);
  const last = at(high);
  if (last - first <= MOST_RARE) {
    const weight = (street: number) => weightOf(streetRecord, street * STREET_RECORD);
    const found = rareStreet.slice(first, last).sort((a, b) => weight(b) - weight(a) || a - b);
    return found.every((street) => visit(street));
  }
  for (let i = rareStart[rare]; i < end; i++) {
    const entry = streetEntry[rareRanked[i]];
    if (entry >= low && entry < high && !visit(rareRanked[i])) return false;
  }
  return true;
}

/** Localities whose names begin with what leads to a node, the largest first; at most `wanted`. */
export function placesBelow(m: Matcher, node: number, wanted: number): number[] {
  const found: number[] = [];
  const { localityCount } = m.index.columns;
  visitRanked(
    m.localities,
    node,
    (locality) => localityCount[locality],
    ANY_NUMBER,
    (posting) => {
      const ordinal = posting & POSTING_MASK;
      if (!found.includes(ordinal)) found.push(ordinal);
      return found.length < wanted;
    },
  );
  return found;
}
