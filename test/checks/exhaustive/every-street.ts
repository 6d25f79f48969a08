import { BY_ALIAS, BY_VARIANT, POSTING_MASK } from '../../../src/address/index/name-trie.ts';
import type { AddressIndex } from '../../../src/address/index/open.ts';
import { POSTING_ROW } from '../../../src/address/index/posting-row.ts';
import { localityOf } from '../../../src/address/index/street-answer.ts';
import type { NameParse, Span } from '../../../src/address/search/parse/names/name-parse.ts';
import { nameSpans, parseNames } from '../../../src/address/search/parse/names/parse-names.ts';
import type { NumberParse } from '../../../src/address/search/parse/numbers/number-parse.ts';
import { TYPING_BY_SOURCES } from '../../../src/address/search/policy.ts';
import { COSTS } from '../../../src/address/search/query/costs.ts';
import {
  ABSENT,
  EXACT,
  LOCALITY_ABSENT,
  LOCALITY_ALIAS,
  LOCALITY_EXACT,
  LOCALITY_PREFIX,
  PREFIX,
} from '../../../src/address/search/query/grades.ts';
import { localitiesNamed } from '../../../src/address/search/retrieve/name-postings.ts';
import { queryOf } from '../../../src/address/search/retrieve/query.ts';
import {
  type Candidate,
  type Search,
  searchFor,
  sortCandidates,
} from '../../../src/address/search/score/candidates.ts';
import { type Collector, collect, collectorOf } from '../../../src/address/search/sources/collector.ts';
import { dearer, type Retrieval, retrievalOf } from '../../../src/address/search/sources/retrieval.ts';

const UNLIMITED = { ...TYPING_BY_SOURCES, budget: Number.POSITIVE_INFINITY, gathered: Number.POSITIVE_INFINITY };

/**
 * What a search without limits finds for a text that is being typed, the best first: each parse of the numbers with each parse of the names that
 * leaves no word over, on every street of the index whose name fits. It shares with the search how a string is parsed and how a record
 * is graded, and nothing of how streets and units are looked up, which of them are scanned, and when a search ends. A street gives as many addresses as
 * in a search, and none that many are cheaper than. O(streets) for each parse.
 */
export function everyCandidate(index: AddressIndex, text: string, numberParses: readonly NumberParse[]): Candidate[] {
  const search = searchFor(queryOf(index, text, UNLIMITED));
  for (const numbers of numberParses) {
    const retrieval = retrievalWithoutLimits(search, numbers);
    const spans = nameSpans(search, numbers.consumed);
    const parses = parseNames(spans, true).filter(({ unmatched }) => unmatched === 0);
    const isSuburb = parses.some(({ street, locality }) => street === null && locality?.whole === true);
    const isName = spans.streets.found.length + spans.localities.found.length > 0;
    for (const parse of parses) addAll(search, retrieval, parse, implausibility(numbers, parse, isSuburb, isName));
  }
  sortCandidates(search.candidates);
  return search.candidates;
}

function retrievalWithoutLimits(search: Search, numbers: NumberParse): Retrieval {
  return { ...retrievalOf(search, numbers, 0), mostScanned: Number.POSITIVE_INFINITY, leastElsewhere: 0 };
}

/** What it costs to read the words as they are by a parse: a name that is a suburb's as a street, a number that is in a suburb or in a state alone. */
function implausibility(
  { number, lot }: NumberParse,
  { street, locality, type }: NameParse,
  isSuburb: boolean,
  isName: boolean,
): number {
  const isNumbered = number !== null || lot !== null;
  if (street !== null) return isSuburb && !isNumbered && type < 0 ? COSTS.streetLikeSuburb : 0;
  if (locality !== null) return isNumbered ? COSTS.numberInPlace : 0;
  return isName ? COSTS.numberInPlace : 0;
}

function addAll(search: Search, retrieval: Retrieval, parse: NameParse, penalty: number): void {
  const { street, locality } = parse;
  const collector = collectorOf(search, dearer(retrieval, penalty), parse);
  const places = locality === null ? null : gradesOfPlaces(search, locality);
  if (street !== null) addNamed(collector, street, places);
  else addInPlaces(collector, places);
}

/** Adds the streets that go by a name, or by one that it begins where it is the last that was typed. */
function addNamed(collector: Collector, street: Span, places: ReadonlyMap<number, number> | null): void {
  const { search } = collector;
  const { start, ranked, low, high } = search.streets;
  const first = low[street.node];
  const isLast = street.end === search.tokens.count && (search.tokens.open || !street.whole);
  if (!street.whole && !isLast) return;
  for (let entry = first; entry < (isLast ? high[street.node] : first + 1); entry++)
    for (let row = start[entry] * POSTING_ROW; row < start[entry + 1] * POSTING_ROW; row += POSTING_ROW) {
      const grade =
        places === null ? LOCALITY_ABSENT : places.get(localityOf(search.index, ranked[row] & POSTING_MASK));
      if (grade === undefined) continue;
      collect(collector, ranked[row], street.whole && entry === first ? EXACT : PREFIX, grade);
    }
}

/** Adds the streets of some places, or of all. */
function addInPlaces(collector: Collector, places: ReadonlyMap<number, number> | null): void {
  const { index } = collector.search;
  for (let street = 0; street < index.columns.streetName.length; street++) {
    const grade = places === null ? LOCALITY_ABSENT : places.get(localityOf(index, street));
    if (grade !== undefined) collect(collector, street, ABSENT, grade);
  }
}

/** The localities that go by a name, and those whose own names it begins where it is the last that was typed; with their grades. */
function gradesOfPlaces(search: Search, span: Span): Map<number, number> {
  const { node, whole, end } = span;
  const { low, high, start, posting } = search.localities;
  const places = new Map<number, number>();
  if (end === search.tokens.count && (search.tokens.open || !whole))
    for (let i = start[low[node]]; i < start[high[node]]; i++)
      if ((posting[i] & (BY_ALIAS | BY_VARIANT)) === 0) places.set(posting[i] & POSTING_MASK, LOCALITY_PREFIX);
  if (whole)
    for (const { ordinal, alias } of localitiesNamed(search, span))
      places.set(ordinal, alias ? LOCALITY_ALIAS : LOCALITY_EXACT);
  return places;
}
