import { endOf } from '../index/address.ts';
import { BY_ALIAS, BY_VARIANT, POSTING_MASK } from '../index/name-trie.ts';
import type { Matcher } from './matcher.ts';

/** Calls `visit` for every street of a locality that goes by an entry's name. O(log postings). */
export function streetsIn(
  m: Matcher,
  entry: number,
  locality: number,
  visit: (street: number, other: boolean) => void,
): void {
  const { posting, start } = m.streets;
  const { localityStreetStart } = m.index.columns;
  const first = localityStreetStart[locality];
  const last = localityStreetStart[locality + 1];
  let low = start[entry];
  let high = endOf(start, entry, posting);
  const end = high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((posting[middle] & POSTING_MASK) < first) low = middle + 1;
    else high = middle;
  }
  for (let i = low; i < end && (posting[i] & POSTING_MASK) < last; i++)
    visit(posting[i] & POSTING_MASK, isOther(posting[i]));
}

/** Calls `visit` for every locality whose name begins with what leads to a node. O(localities). */
export function localityNamesBelow(m: Matcher, node: number, visit: (locality: number) => void): void {
  const { low, high, start, posting } = m.localities;
  const end = Math.min(start[high[node]], posting.length);
  for (let i = start[low[node]]; i < end; i++) visit(posting[i] & POSTING_MASK);
}

/** Whether a posting is by an alias or by another spelling. */
export function isOther(posting: number): boolean {
  return (posting & (BY_ALIAS | BY_VARIANT)) !== 0;
}
