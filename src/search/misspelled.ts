import { endOf } from '../index/address.ts';
import { type NameTrie, POSTING_MASK } from '../index/name-trie.ts';
import { isOther, localityNamesBelow, type Matcher, streetsIn } from './matcher.ts';
import { nearNames } from './near-names.ts';
import type { Span } from './trie-walk.ts';

/** Names that one misspelling may stand for. */
const MOST_NAMES = 24;
/** Places of a street that are looked through for one whose name begins as typed. */
const MOST_PLACES = 400;

/** Street names that the tokens from `from` to `end` are a misspelling of. Looked for once per query. */
export function nearStreets(m: Matcher, from: number, end: number): Span[] {
  return ending(nearOnce(m, m.streets, m.nearStreets, from), end);
}

/** Locality names that the tokens from `from` to `end` are a misspelling of. Looked for once per query. */
export function nearLocalities(m: Matcher, from: number, end: number): Span[] {
  return ending(nearOnce(m, m.localities, m.nearLocalities, from), end);
}

function nearOnce(m: Matcher, trie: NameTrie, known: Map<number, readonly Span[]>, from: number): readonly Span[] {
  let spans = known.get(from);
  if (spans === undefined) {
    spans = nearNames(trie, m.tokens, from);
    known.set(from, spans);
  }
  return spans;
}

function ending(spans: readonly Span[], end: number): Span[] {
  const found: Span[] = [];
  for (const span of spans) if (span.end === end && found.push(span) === MOST_NAMES) break;
  return found;
}

/** Called with a street, whether by another name of it, and the edits between what was typed and the name. */
type OnNear = (street: number, other: boolean, edits: number) => void;

/** Visits the streets of a locality that the tokens are a misspelling of. O(names near the tokens). */
export function nearStreetsIn(m: Matcher, from: number, end: number, locality: number, visit: OnNear): void {
  const { localityStreetStart, streetEntry } = m.index.columns;
  for (const { node, whole, edits } of nearStreets(m, from, end)) {
    const low = m.streets.low[node];
    const high = m.streets.high[node];
    if (whole) streetsIn(m, low, locality, (street, other) => visit(street, other, edits));
    if (!m.tokens.open || end !== m.tokens.count || high - low === 1) continue;
    for (let at = localityStreetStart[locality]; at < endOf(localityStreetStart, locality, streetEntry); at++)
      if (streetEntry[at] >= low && streetEntry[at] < high && !(whole && streetEntry[at] === low))
        visit(at, false, edits);
  }
}

/** Visits the streets of one name in localities that the tokens are a misspelling of. O(localities near the tokens). */
export function nearPlacesOf(m: Matcher, name: number, from: number, end: number, visit: OnNear): void {
  const { start, ranked } = m.streets;
  const { streetLocality, localityEntry } = m.index.columns;
  for (const { node, edits } of nearLocalities(m, from, end)) {
    const low = m.localities.low[node];
    const high = m.localities.high[node];
    if (high - low <= MOST_NAMES) {
      localityNamesBelow(m, node, (locality) =>
        streetsIn(m, name, locality, (street, other) => visit(street, other, edits)),
      );
      continue;
    }
    const last = Math.min(endOf(start, name, ranked), start[name] + MOST_PLACES);
    for (let i = start[name]; i < last; i++) {
      const street = ranked[i] & POSTING_MASK;
      const entry = localityEntry[streetLocality[street]];
      if (entry >= low && entry < high) visit(street, isOther(ranked[i]), edits);
    }
  }
}
