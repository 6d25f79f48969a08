import { visitNear } from '../retrieve/near-places.ts';
import type { Names } from '../retrieve/place-streets.ts';
import { streetsBelow } from '../retrieve/prefix-postings.ts';
import type { OnPosting } from '../retrieve/ranked-walk.ts';
import type { Search } from '../score/candidates.ts';
import { areUnitsAsTyped, type Retrieval, wantedNumber } from './retrieval.ts';

/** Around a point, so many streets are looked at, and so many that have what is asked for are enough. */
const MOST_LOOKED_NEAR = 200;
const ENOUGH_NEAR = 20;

/**
 * Looks at streets below a node of the names' trie, in a state, -1 for any, the best known first; answers how many of them, at most
 * `wanted`, `see` took.
 */
export function lookBelow(
  search: Search,
  retrieval: Retrieval,
  node: number,
  state: number,
  wanted: number,
  see: OnPosting,
): number {
  let found = 0;
  let looked = 0;
  if (wanted <= 0) return 0;
  const { unit, level } = retrieval.numbers.parse;
  const units = unit !== null || level !== null;
  streetsBelow(search, node, wantedNumber(retrieval), retrieval.numbers, state, (posting) => {
    if (see(posting) && ++found >= retrieval.shown && units && areUnitsAsTyped(search, retrieval)) return false;
    return found < wanted && ++looked < retrieval.mostLooked;
  });
  return found;
}

/**
 * Looks at streets with names of a run of entries around the point whose surroundings are preferred; answers how many `see` took, as many as
 * are wanted where there are enough around the point.
 */
export function lookNear(search: Search, retrieval: Retrieval, names: Names, see: OnPosting): number {
  let found = 0;
  let looked = 0;
  visitNear(search, names, wantedNumber(retrieval), (posting) => {
    if (see(posting)) found++;
    return found < ENOUGH_NEAR && ++looked < MOST_LOOKED_NEAR;
  });
  return found < ENOUGH_NEAR ? found : Math.max(found, retrieval.wanted);
}
