import { endOf } from '../../index/address.ts';
import { numberIn } from '../../index/address-head.ts';
import { childOf, type NameTrie, NO_ENTRY, POSTING_MASK } from '../../index/name-trie.ts';
import { STREET_NUMBER } from '../../index/number-kinds.ts';
import { isMetropolis, regionsNamed } from '../../index/regions.ts';
import { localityOf } from '../../index/street-answer.ts';
import { BLANK_CARD } from '../../index/street-card.ts';
import { suffixIn, typeIn } from '../../index/street-codes.ts';
import { RECORD_CODES, STREET_RECORD } from '../../index/street-record.ts';
import { changedNames, isWholeName, type NameParse, spanOf } from '../parse/names/name-parse.ts';
import { placeRun, type Run } from '../parse/names/runs.ts';
import { COSTS } from '../query/costs.ts';
import { EXACT, LOCALITY_COUNCIL, LOCALITY_METROPOLIS, LOCALITY_SHORT } from '../query/grades.ts';
import { MOST_SCANNED } from '../query/limits.ts';
import type { StreetList } from '../query/workspace.ts';
import { addressOf } from '../resolve/street.ts';
import { streetsInAny, streetsInNamed } from '../retrieve/name-postings.ts';
import type { Candidate, Search } from '../score/candidates.ts';
import { sizeOf, tokenRange, tokenText } from '../text/tokens.ts';
import { collect, collectorOf, fitsType } from './collector.ts';
import { changedRetrieval, dearer, type Retrieval } from './retrieval.ts';

/**
 * Suggests the streets that were named where the words behind them are no locality: in localities whose names they
 * begin (`WAGGA`), or in the regions that they name. Answers the first parse that brought an address, those words being
 * its place; null for none.
 */
export function suggestCalled(
  search: Search,
  retrieval: Retrieval,
  parses: readonly NameParse[],
  kind: 'short' | 'region',
): NameParse | null {
  let called: NameParse | null = null;
  for (const parse of parses) {
    const run = parse.street?.whole === true && parse.locality === null ? placeRun(search, parse) : null;
    if (run === null) continue;
    const { from, end } = run;
    const left = parse.left & ~tokenRange(from, end);
    const locality = spanOf(from, end, 0, true);
    const placed = changedNames(parse, { locality, left, unmatched: sizeOf(left), localityUnknown: false });
    const before = search.candidates.length;
    const isName = isWholeName(search.localities, search.tokens, from, end);
    if (kind === 'short' && !isName) suggestShort(search, retrieval, placed, run);
    if (kind === 'region') {
      suggestInRegions(search, changedRetrieval(retrieval, { others: false }), placed, run);
      // A locality's own name may begin another's too.
      if (isName && !search.tokens.typing)
        suggestShort(search, dearer(retrieval, COSTS.localityRegion - COSTS.localityShort), placed, run);
    }
    if (search.candidates.length > before) called ??= placed;
  }
  return called;
}

/** Collects from the street in the localities whose official name begins with a run's words, and goes on. */
function suggestShort(search: Search, retrieval: Retrieval, parse: NameParse, run: Run): void {
  const trie = search.localities;
  const node = nodeAfter(trie, `${tokenText(search.tokens, run.from, run.end)} `);
  if (node < 0) return;
  const { localityEntry } = search.index.columns;
  const isBegun = (street: number) => {
    const entry = localityEntry[localityOf(search.index, street)];
    return entry >= trie.low[node] && entry < trie.high[node];
  };
  const list = streetsInNamed(search, entryOf(search, parse), node);
  collectOf(search, retrieval, parse, { list, grade: LOCALITY_SHORT, isThere: isBegun });
}

/** Collects from the street in the regions that a run names, councils first; while typing, in those that it begins. */
function suggestInRegions(search: Search, retrieval: Retrieval, parse: NameParse, { from, end }: Run): void {
  const { tokens, index } = search;
  const { regionLocality, regionLocalityStart } = index.columns;
  const key = tokenText(tokens, from, end);
  // One or two letters begin too many.
  const isOpen = tokens.open && end === tokens.count && key.length > 2;
  for (const region of regionsNamed(index, key, isOpen).sort((a, b) => b - a)) {
    const first = regionLocalityStart[region];
    const last = endOf(regionLocalityStart, region, regionLocality);
    const list = streetsInAny(search, entryOf(search, parse), regionLocality, first, last);
    const grade = isMetropolis(region) ? LOCALITY_METROPOLIS : LOCALITY_COUNCIL;
    collectOf(search, retrieval, parse, { list, grade, isThere: () => true });
  }
}

/** Streets to collect from, and how their places answer. */
interface Called {
  readonly list: StreetList;
  readonly grade: number;
  readonly isThere: (street: number) => boolean;
}

/** Collects from streets of the type given, at most MOST_SCANNED. */
function collectOf(search: Search, retrieval: Retrieval, parse: NameParse, { list, grade, isThere }: Called): void {
  const collector = collectorOf(search, retrieval, parse);
  for (let i = 0, left = MOST_SCANNED; i < list.count && left > 0; i++) {
    const street = list.posting[i] & POSTING_MASK;
    if (!isThere(street) || !fitsType(search, parse, street, BLANK_CARD)) continue;
    left--;
    collect(collector, list.posting[i], EXACT, grade);
  }
}

function entryOf(search: Search, { street }: NameParse): number {
  return street === null ? -1 : search.streets.low[street.node];
}

/** The node at which a text ends; -1 where no key begins with it. */
function nodeAfter(trie: NameTrie, text: string): number {
  let node = 0;
  for (let i = 0; i < text.length && node >= 0; i++) node = childOf(trie, node, text.charCodeAt(i));
  return node;
}

/** Whether the number is on another street of the name and type too, anywhere in Australia. O(streets of the name). */
export function isElsewhereToo({ index, streets }: Search, { street, ordinal }: Candidate): boolean {
  const { streetEntry, streetRecord, addressHead, numberFirst, numberKind } = index.columns;
  const code = numberIn(addressHead[ordinal]);
  const entry = streetEntry[street];
  if (entry === NO_ENTRY || numberKind[code] !== STREET_NUMBER) return true;
  const typeOf = (other: number) => streetRecord[other * STREET_RECORD + RECORD_CODES];
  const isAlike = (other: number) =>
    typeIn(typeOf(other)) === typeIn(typeOf(street)) && suffixIn(typeOf(other)) === suffixIn(typeOf(street));
  for (let i = streets.start[entry]; i < endOf(streets.start, entry, streets.posting); i++) {
    const other = streets.posting[i] & POSTING_MASK;
    if (other !== street && isAlike(other) && addressOf(index, other * STREET_RECORD, code, numberFirst[code]) >= 0)
      return true;
  }
  return false;
}
