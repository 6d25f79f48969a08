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
import { sizeOf, type Tokens, tokenRange, tokenText } from '../text/tokens.ts';
import { type Collector, collect, collectorOf, fitsType } from './collector.ts';
import { changedRetrieval, dearer, isInPlace, type Retrieval } from './retrieval.ts';

const SPACE = 0x20;

/**
 * Suggests the streets that were named where the words behind them are no locality: in localities whose names they
 * begin (`WAGGA`), or in the regions that they name. Most words name none, so that nothing is made until a street is
 * there.
 */
export function suggestCalled(
  search: Search,
  retrieval: Retrieval,
  parses: readonly NameParse[],
  kind: 'short' | 'region',
): void {
  const short = dearer(retrieval, kind === 'short' ? 0 : COSTS.localityRegion - COSTS.localityShort);
  let called: Called | null = null;
  for (const parse of parses) {
    const run = parse.street?.whole === true && parse.locality === null ? placeRun(search, parse) : null;
    if (run === null || isInPlace(search, parse.unmatched - (run.end - run.from))) continue;
    if (run.from !== called?.run.from || run.end !== called.run.end) called = calledBy(search, run, kind);
    if (called.regions.length > 0) suggestInRegions(search, retrieval, { parse, run }, called.regions);
    if (called.node >= 0) suggestShort(search, short, { parse, run }, called.node);
  }
}

/** What words in a locality's place may mean. */
interface Called {
  readonly run: Run;
  /** The node of the localities whose names they begin; -1 for none. */
  readonly node: number;
  /** The regions that they name, councils first; those that they begin, if they may go on. */
  readonly regions: readonly number[];
}

/** What a run of words may mean: a locality's own name may begin others' too, which then are a region. */
function calledBy({ localities, tokens, index, policy }: Search, run: Run, kind: 'short' | 'region'): Called {
  const { from, end } = run;
  const named = kind === 'region';
  const behind = policy.sources.has('short') ? nodeBehind(localities, tokens, run) : -1;
  const node = behind >= 0 && isWholeName(localities, tokens, from, end) === named ? behind : -1;
  const key = named ? tokenText(tokens, from, end) : '';
  // One or two letters begin too many.
  const isOpen = tokens.open && end === tokens.count && key.length > 2;
  return { run, node, regions: regionsNamed(index, key, isOpen).sort((a, b) => b - a) };
}

/** A parse without a place, and the words right behind its street that may name one. */
interface Place {
  readonly parse: NameParse;
  readonly run: Run;
}

/** The parse with these words as its place. */
function placedAt({ parse, run: { from, end } }: Place): NameParse {
  const left = parse.left & ~tokenRange(from, end);
  const locality = spanOf(from, end, 0, true);
  return changedNames(parse, { locality, left, unmatched: sizeOf(left), localityUnknown: false });
}

/** Collects from the street in the localities whose official name is one of those below a node. */
function suggestShort(search: Search, retrieval: Retrieval, place: Place, node: number): void {
  const { localities: trie, index } = search;
  const { localityEntry } = index.columns;
  const isThere = (street: number) => {
    const entry = localityEntry[localityOf(index, street)];
    return entry >= trie.low[node] && entry < trie.high[node];
  };
  const list = streetsInNamed(search, entryOf(search, place.parse), node);
  collectOf(search, retrieval, place, { list, grade: LOCALITY_SHORT, isThere });
}

/** Collects from the street in some regions. */
function suggestInRegions(search: Search, retrieval: Retrieval, place: Place, regions: readonly number[]): void {
  const { regionLocality, regionLocalityStart } = search.index.columns;
  for (const region of regions) {
    const first = regionLocalityStart[region];
    const last = endOf(regionLocalityStart, region, regionLocality);
    const list = streetsInAny(search, entryOf(search, place.parse), regionLocality, first, last);
    const grade = isMetropolis(region) ? LOCALITY_METROPOLIS : LOCALITY_COUNCIL;
    collectOf(search, changedRetrieval(retrieval, { others: false }), place, { list, grade, isThere: () => true });
  }
}

/** Streets to collect from, and how their places answer. */
interface Listed {
  readonly list: StreetList;
  readonly grade: number;
  readonly isThere: (street: number) => boolean;
}

/** Collects from streets of the type given, at most MOST_SCANNED. */
function collectOf(search: Search, retrieval: Retrieval, place: Place, { list, grade, isThere }: Listed): void {
  let collector: Collector | null = null;
  for (let i = 0, left = MOST_SCANNED; i < list.count && left > 0; i++) {
    const street = list.posting[i] & POSTING_MASK;
    if (!isThere(street) || !fitsType(search, place.parse, street, BLANK_CARD)) continue;
    left--;
    collector ??= collectorOf(search, retrieval, placedAt(place));
    collect(collector, list.posting[i], EXACT, grade);
  }
}

function entryOf(search: Search, { street }: NameParse): number {
  return street === null ? -1 : search.streets.low[street.node];
}

/** The node of the names that begin with the words of a run and go on behind a space; -1 where none does. */
function nodeBehind(trie: NameTrie, { letters, start, end }: Tokens, run: Run): number {
  let node = 0;
  for (let t = run.from; t < run.end && node >= 0; t++) {
    for (let i = start[t]; i < end[t] && node >= 0; i++) node = childOf(trie, node, letters[i]);
    if (node >= 0) node = childOf(trie, node, SPACE);
  }
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
