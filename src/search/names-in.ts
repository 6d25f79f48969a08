import { endOf } from '../index/address.ts';
import { BY_ALIAS, BY_VARIANT, POSTING_MASK } from '../index/name-trie.ts';
import type { Matcher } from './matcher.ts';
import type { Span } from './trie-walk.ts';

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
  const end = endOf(start, entry, posting);
  let low = start[entry];
  for (let size = end - low; size > 1; ) {
    const half = size >>> 1;
    low += half & -(((posting[low + half - 1] & POSTING_MASK) - first) >>> 31);
    size -= half;
  }
  if (low < end && (posting[low] & POSTING_MASK) < first) low++;
  for (let i = low; i < end && (posting[i] & POSTING_MASK) < last; i++)
    visit(posting[i] & POSTING_MASK, isOther(posting[i]));
}

/** Localities that go by the name of a whole span. */
export function localitiesNamed(m: Matcher, span: Span): { ordinal: number; alias: boolean }[] {
  const { start, ranked, low } = m.localities;
  const entry = low[span.node];
  const named: { ordinal: number; alias: boolean }[] = [];
  for (let i = start[entry]; i < endOf(start, entry, ranked); i++)
    named.push({ ordinal: ranked[i] & POSTING_MASK, alias: ranked[i] >= BY_ALIAS });
  return named;
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
