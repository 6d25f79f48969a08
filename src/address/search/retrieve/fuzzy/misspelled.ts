import { endOf } from '../../../index/address.ts';
import { mayBegin, mayBeNear } from '../../../index/letters.ts';
import { type NameTrie, NO_ENTRY } from '../../../index/name-trie.ts';
import { endOfRows, localityOfPlace, POSTING_ROW, ROW_CARD, ROW_PLACE } from '../../../index/posting-row.ts';
import { mayHave } from '../../../index/street-card.ts';
import { editsOf, type Span } from '../../parse/names/name-parse.ts';
import type { Run } from '../../parse/names/runs.ts';
import { FEW, LEAST_NAME, MOST_SPANS } from '../../query/limits.ts';
import type { EditColumns, FuzzyList, Phrase } from '../../query/workspace.ts';
import { addPosting, streetsInAny, streetsInNamed } from '../name-postings.ts';
import { isOfRun } from '../places/regions.ts';
import { COMPARE_WORK, FUZZY_WORK, type FuzzySpans, type Query, spend, spendRows } from '../query.ts';
import {
  computeColumns,
  distanceAt,
  editsToBeginning,
  hasOtherInitial,
  isMeant,
  phraseOf,
  setPattern,
} from './edits.ts';
import { fuzzyNames } from './fuzzy-names.ts';

/** Street names that a run of tokens is a misspelling of. Looked up once per text. */
export function fuzzyStreets(query: Query, run: Run): readonly Span[] {
  return fuzzyOnce(query, query.streets, query.fuzzyStreets, run);
}

/** Locality names that a run of tokens is a misspelling of. Looked up once per text. */
function fuzzyLocalities(query: Query, run: Run): readonly Span[] {
  return fuzzyOnce(query, query.localities, query.fuzzyLocalities, run);
}

function fuzzyOnce(query: Query, trie: NameTrie, known: FuzzySpans[], run: Run): readonly Span[] {
  for (const spans of known) if (spans.from === run.from && spans.end === run.end) return spans.spans;
  const spans = spend(query, FUZZY_WORK) ? fuzzyNames(query.work, trie, query.tokens, run) : [];
  if (spans.length > MOST_SPANS) spans.length = MOST_SPANS;
  known.push({ from: run.from, end: run.end, spans });
  return spans;
}

function add(list: FuzzyList, posting: number, edits: number, placeEdits: number): void {
  list.edits[list.count] = edits;
  list.placeEdits[list.count] = placeEdits;
  addPosting(list, posting);
}

/**
 * The streets of a locality that a run of tokens is a misspelling of, in a list that the next call reuses; if `typed`,
 * a street type follows, and two letters may be a name of three: `48 BO ST`. O(streets of the locality).
 */
export function fuzzyStreetsIn(query: Query, run: Run, locality: number, typed: boolean): FuzzyList {
  const list = query.work.fuzzy;
  list.count = 0;
  const { localityStreetStart, streetEntry, streetLetters } = query.index.columns;
  const phrase = phraseOf(query.work.phrase, query.tokens, run);
  if (typed && phrase.length === LEAST_NAME - 1) phrase.edits = 1;
  if (phrase.edits + phrase.openEdits === 0) return list;
  setPattern(query.work.columns, phrase.text, phrase.length);
  const first = localityStreetStart[locality];
  const last = endOf(localityStreetStart, locality, streetEntry);
  if (!spendRows(query, last - first)) return list;
  for (let street = first; street < last; street++) {
    if (!mayMean(phrase, streetLetters[street])) continue;
    if (!spend(query, COMPARE_WORK)) return list;
    const edits = editsTo(query.work.columns, phrase, query.streets, streetEntry[street]);
    if (edits > 0) add(list, street, edits, 0);
  }
  return list;
}

/**
 * The streets with a name, in localities that a run of tokens is a misspelling of, in a list that the next call reuses;
 * those that cannot have `number` (street-card.ts) may be left out. O(FEW places, or near names × places of the name).
 */
export function fuzzyPlacesOf(query: Query, street: Span, run: Run, number: number): FuzzyList {
  const list = query.work.fuzzy;
  list.count = 0;
  const { start, low } = query.streets;
  const name = low[street.node];
  if (start[name + 1] - start[name] <= FEW) {
    addOfFewPlaces(query, street, run, number);
    return list;
  }
  for (const near of fuzzyLocalities(query, run)) {
    const { posting, count } = streetsInNamed(query, name, near.node);
    for (let i = 0; i < count; i++) add(list, posting[i], editsOf(street), editsOf(near));
  }
  return list;
}

/**
 * The streets that a run of tokens is a misspelling of, in places that another run is a misspelling of,
 * in a list that the next call reuses. A prefix that many places share says too little to allow two
 * mistakes. O(names × places near the tokens × log places of a name).
 */
export function fuzzyPairs(query: Query, street: Run, place: Run): FuzzyList {
  const list = query.work.fuzzy;
  list.count = 0;
  const names = fuzzyStreets(query, street).filter(({ whole }) => whole);
  if (names.length === 0) return list;
  const { low, high, start, posting } = query.localities;
  for (const near of fuzzyLocalities(query, place)) {
    const { node } = near;
    const first = start[low[node]];
    const last = Math.min(
      posting.length,
      start[query.tokens.open && place.end === query.tokens.count ? high[node] : low[node] + 1],
    );
    if (last - first > MOST_SPANS) continue;
    for (const name of names) {
      const there = streetsInAny(query, query.streets.low[name.node], posting, first, last);
      for (let i = 0; i < there.count; i++) add(list, there.posting[i], editsOf(name), editsOf(near));
    }
  }
  return list;
}

/** Compares the names of all places of a street name that has few. */
function addOfFewPlaces(query: Query, street: Span, run: Run, number: number): void {
  const list = query.work.fuzzy;
  const { start, ranked, low } = query.streets;
  const name = low[street.node];
  const { localityEntry, localityLetters } = query.index.columns;
  const phrase = phraseOf(query.work.phrase, query.tokens, run);
  if (phrase.edits + phrase.openEdits === 0) return;
  setPattern(query.work.columns, phrase.text, phrase.length);
  const last = endOfRows(start, name, ranked) * POSTING_ROW;
  if (!spendRows(query, endOfRows(start, name, ranked) - start[name])) return;
  for (let row = start[name] * POSTING_ROW; row < last; row += POSTING_ROW) {
    if (!isOfRun(query.only, ranked[row]) || !mayHave(ranked[row + ROW_CARD], number)) continue;
    const locality = localityOfPlace(ranked[row + ROW_PLACE]);
    if (!mayMean(phrase, localityLetters[locality])) continue;
    if (!spend(query, COMPARE_WORK)) return;
    const placeEdits = editsTo(query.work.columns, phrase, query.localities, localityEntry[locality]);
    if (placeEdits > 0) add(list, ranked[row], editsOf(street), placeEdits);
  }
}

/** Whether a phrase may be a misspelling of a name or of its prefix, by the letters of both. */
function mayMean(phrase: Phrase, name: number): boolean {
  return (
    (phrase.edits > 0 && mayBeNear(phrase.letters, name, phrase.edits)) ||
    (phrase.openEdits > 0 && mayBegin(phrase.letters, name, phrase.openEdits))
  );
}

/**
 * Edits between a phrase, which is the pattern of `columns`, and an entry's name, or its nearest prefix
 * if the phrase may go on; 0 if there are none or too many.
 */
function editsTo(
  columns: EditColumns,
  { text, length, edits: most, openEdits }: Phrase,
  { key, keyStart }: NameTrie,
  entry: number,
): number {
  if (entry === NO_ENTRY) return 0;
  const begin = keyStart[entry];
  const size = keyStart[entry + 1] - begin;
  if (hasOtherInitial(text, length, key[begin])) return 0;
  let filled = 0;
  if (openEdits > 0 && size >= length - openEdits) {
    filled = Math.min(size, length + openEdits);
    computeColumns(columns, key, begin, 0, filled);
    const nearest = editsToBeginning(columns, filled, length, openEdits);
    if (nearest <= openEdits) return nearest;
  }
  if (Math.abs(size - length) > most) return 0;
  computeColumns(columns, key, begin, Math.min(filled, size), size);
  const edits = distanceAt(columns, size, length);
  return edits <= most && (isMeant(edits, size) || (length === LEAST_NAME - 1 && size > length)) ? edits : 0;
}
