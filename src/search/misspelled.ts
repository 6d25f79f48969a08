import { endOf } from '../index/address.ts';
import { mayBegin, mayBeNear } from '../index/letters.ts';
import { type NameTrie, POSTING_MASK } from '../index/name-trie.ts';
import { endOfRows, entryOfPlace, localityOfPlace, POSTING_ROW, ROW_CARD, ROW_PLACE } from '../index/posting-row.ts';
import { mayHave } from '../index/street-card.ts';
import { editDistance } from './edits.ts';
import type { Matcher } from './matcher.ts';
import { isOther, streetsInAny, streetsInNamed } from './names-in.ts';
import { isMeant, nearNames } from './near-names.ts';
import { hasOtherInitial, type Phrase, phraseOf } from './phrase.ts';
import type { Span } from './trie-walk.ts';

/** Names that one misspelling may stand for. */
const MOST_NAMES = 24;
/** Places of a street that are looked through for one whose name begins as typed. */
const MOST_PLACES = 400;

/** A street of so few places has them compared one by one. */
const FEW_PLACES = 64;

/** Street names that the tokens from `from` to `end` are a misspelling of. Looked for once per query. */
export function nearStreets(m: Matcher, from: number, end: number): Span[] {
  return ending(nearOnce(m, m.streets, m.nearStreets, from), end);
}

/** Locality names that the tokens from `from` to `end` are a misspelling of. Looked for once per query. */
export function nearLocalities(m: Matcher, from: number, end: number): Span[] {
  return ending(nearOnce(m, m.localities, m.nearLocalities, from), end);
}

function nearOnce(m: Matcher, trie: NameTrie, known: (readonly Span[] | undefined)[], from: number): readonly Span[] {
  let spans = known[from];
  if (spans === undefined) {
    spans = nearNames(trie, m.tokens, from);
    known[from] = spans;
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

/** Visits the streets of a locality that the tokens are a misspelling of. O(streets of the locality), a few instructions each. */
export function nearStreetsIn(m: Matcher, from: number, end: number, locality: number, visit: OnNear): void {
  const { localityStreetStart, streetEntry, streetLetters } = m.index.columns;
  const phrase = phraseOf(m.tokens, from, end);
  const last = endOf(localityStreetStart, locality, streetEntry);
  for (let street = localityStreetStart[locality]; street < last; street++) {
    if (!mayMean(phrase, streetLetters[street])) continue;
    const edits = editsTo(phrase, m.streets, streetEntry[street]);
    if (edits > 0) visit(street, false, edits);
  }
}

/**
 * Visits the streets of one name in localities that the tokens are a misspelling of; not all of those that cannot have `number` (as
 * street-card.ts has it). O(places of the name, at most MOST_PLACES).
 */
export function nearPlacesOf(m: Matcher, name: number, from: number, end: number, number: number, visit: OnNear): void {
  const { start } = m.streets;
  if (start[name + 1] - start[name] <= FEW_PLACES) {
    nearOfFewPlaces(m, name, from, end, number, visit);
    return;
  }
  const wide: Span[] = [];
  for (const near of nearLocalities(m, from, end)) {
    if (m.localities.high[near.node] - m.localities.low[near.node] > MOST_NAMES) wide.push(near);
    else streetsInNamed(m, name, near.node, (street, other) => visit(street, other, near.edits));
  }
  if (wide.length > 0) lookThroughPlaces(m, name, wide, number, visit);
}

/** Looks through the places of a name for those that begin as any of the spans do. */
function lookThroughPlaces(m: Matcher, name: number, wide: readonly Span[], number: number, visit: OnNear): void {
  const { start, ranked } = m.streets;
  const { low, high } = m.localities;
  const last = Math.min(endOfRows(start, name, ranked), start[name] + MOST_PLACES) * POSTING_ROW;
  for (let row = start[name] * POSTING_ROW; row < last; row += POSTING_ROW) {
    if (!mayHave(ranked[row + ROW_CARD], number)) continue;
    const entry = entryOfPlace(ranked[row + ROW_PLACE]);
    for (const { node, edits } of wide)
      if (entry >= low[node] && entry < high[node]) visit(ranked[row] & POSTING_MASK, isOther(ranked[row]), edits);
  }
}

/** Called with a street, whether by another name of it, and the edits between what was typed and both names. */
type OnNearPair = (street: number, other: boolean, edits: number, placeEdits: number) => void;

/**
 * Visits the streets that the tokens from `from` to `streetEnd` are a misspelling of, in places that those from `split` to `end` are a
 * misspelling of. Beginnings of many places say too little for two mistakes. O(names × places near the tokens × log places of a name).
 */
export function nearPairs(
  m: Matcher,
  from: number,
  streetEnd: number,
  split: number,
  end: number,
  visit: OnNearPair,
): void {
  const names = nearStreets(m, from, streetEnd).filter(({ whole }) => whole);
  if (names.length === 0) return;
  const { low, high, start, posting } = m.localities;
  for (const { node, edits: placeEdits } of nearLocalities(m, split, end)) {
    const first = start[low[node]];
    const last = Math.min(posting.length, start[m.tokens.open && end === m.tokens.count ? high[node] : low[node] + 1]);
    if (last - first > MOST_NAMES) continue;
    for (const name of names)
      streetsInAny(m, m.streets.low[name.node], posting, first, last, (street, other) =>
        visit(street, other, name.edits, placeEdits),
      );
  }
}

/** Compares the names of all places of a street, where they are few. */
function nearOfFewPlaces(m: Matcher, name: number, from: number, end: number, number: number, visit: OnNear): void {
  const { start, ranked } = m.streets;
  const { localityEntry, localityLetters } = m.index.columns;
  const phrase = phraseOf(m.tokens, from, end);
  if (phrase.edits + phrase.openEdits === 0) return;
  const last = endOfRows(start, name, ranked) * POSTING_ROW;
  for (let row = start[name] * POSTING_ROW; row < last; row += POSTING_ROW) {
    if (!mayHave(ranked[row + ROW_CARD], number)) continue;
    const locality = localityOfPlace(ranked[row + ROW_PLACE]);
    if (!mayMean(phrase, localityLetters[locality])) continue;
    const edits = editsTo(phrase, m.localities, localityEntry[locality]);
    if (edits > 0) visit(ranked[row] & POSTING_MASK, isOther(ranked[row]), edits);
  }
}

/** Whether a phrase may be a misspelling of a name, or of its beginning, by the letters of both. */
function mayMean(phrase: Phrase, name: number): boolean {
  return (
    (phrase.edits > 0 && mayBeNear(phrase.letters, name, phrase.edits)) ||
    (phrase.openEdits > 0 && mayBegin(phrase.letters, name, phrase.openEdits))
  );
}

/** Edits between a phrase and an entry's name, or its beginning where the phrase may go on; 0 where they are none or too many. */
function editsTo(phrase: Phrase, { key, keyStart }: NameTrie, entry: number): number {
  if (entry === 0xffff_ffff) return 0;
  const begin = keyStart[entry];
  const end = keyStart[entry + 1];
  if (hasOtherInitial(phrase.text, phrase.length, key[begin])) return 0;
  if (phrase.openEdits > 0) {
    const edits = editDistance(phrase.text, 0, phrase.length, key, begin, end, phrase.openEdits, true);
    if (edits <= phrase.openEdits) return edits;
  }
  const edits = editDistance(phrase.text, 0, phrase.length, key, begin, end, phrase.edits);
  return edits <= phrase.edits && isMeant(edits, end - begin) ? edits : 0;
}
