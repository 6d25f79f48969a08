import { visitNear } from '../retrieve/near-places.ts';
import type { Names } from '../retrieve/place-streets.ts';
import { streetsWithPrefix } from '../retrieve/prefix-postings.ts';
import type { OnPosting } from '../retrieve/ranked-walk.ts';
import type { Search } from '../score/candidates.ts';
import { asGoodAsAnyLeft, type Retrieval, wantedNumber } from './retrieval.ts';

/** Around a point, so many streets are scanned, and so many that have what is asked for are enough. */
const MOST_SCANNED_NEAR = 200;
const ENOUGH_NEAR = 20;

/**
 * Scans streets below a node of the names' trie, in a state, -1 for any, the best known first; answers how many of them, at most
 * `wanted`, `see` took.
 */
export function scanPrefix(
  search: Search,
  retrieval: Retrieval,
  node: number,
  state: number,
  wanted: number,
  see: OnPosting,
): number {
  let found = 0;
  let scanned = 0;
  let alike = 0;
  if (wanted <= 0) return 0;
  streetsWithPrefix(search, node, wantedNumber(retrieval), retrieval.numbers, state, (posting) => {
    const from = search.candidates.length;
    if (see(posting)) found++;
    else alike += asGoodAsAnyLeft(search, retrieval, from);
    return found < wanted && alike < retrieval.shown && ++scanned < retrieval.mostScanned;
  });
  return found;
}

/**
 * Scans streets with names of a run of entries around the point whose surroundings are preferred; answers how many `see` took, as many as
 * are wanted where there are enough around the point.
 */
export function scanNear(search: Search, retrieval: Retrieval, names: Names, see: OnPosting): number {
  let found = 0;
  let scanned = 0;
  visitNear(search, names, wantedNumber(retrieval), (posting) => {
    if (see(posting)) found++;
    return found < ENOUGH_NEAR && ++scanned < MOST_SCANNED_NEAR;
  });
  return found < ENOUGH_NEAR ? found : Math.max(found, retrieval.wanted);
}
