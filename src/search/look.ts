import { type Asking, soughtNumber } from './asking.ts';
import { streetsBelow } from './below.ts';
import type { Matcher } from './matcher.ts';
import { visitNear } from './near-places.ts';
import type { Names } from './place-streets.ts';
import type { OnPosting } from './ranked-walk.ts';

/** Around a point, so many streets are looked at, and so many that have what is asked for are enough. */
const MOST_LOOKED_NEAR = 200;
const ENOUGH_NEAR = 20;

/**
 * Looks at streets below a node of the names' trie, in a state, -1 for any, the best known first; answers how many of them, at most
 * `wanted`, `see` took.
 */
export function lookBelow(
  m: Matcher,
  asking: Asking,
  node: number,
  state: number,
  wanted: number,
  see: OnPosting,
): number {
  let found = 0;
  let looked = 0;
  if (wanted <= 0) return 0;
  streetsBelow(m, node, soughtNumber(asking), asking.numbers, state, (posting) => {
    if (see(posting)) found++;
    return found < wanted && ++looked < asking.mostLooked;
  });
  return found;
}

/**
 * Looks at streets with names of a run of entries around the point whose surroundings are preferred; answers how many `see` took, as many as
 * are wanted where there are enough around the point.
 */
export function lookNear(m: Matcher, asking: Asking, names: Names, see: OnPosting): number {
  let found = 0;
  let looked = 0;
  visitNear(m, names, soughtNumber(asking), (posting) => {
    if (see(posting)) found++;
    return found < ENOUGH_NEAR && ++looked < MOST_LOOKED_NEAR;
  });
  return found < ENOUGH_NEAR ? found : Math.max(found, asking.wanted);
}
