import { endOf } from '../index/address.ts';
import { type NameTrie, POSTING_MASK } from '../index/name-trie.ts';
import { editDistance, editsAllowed } from './edits.ts';
import {
  EXACT,
  FUZZY,
  LOCALITY_ABSENT,
  LOCALITY_ALIAS,
  LOCALITY_EXACT,
  LOCALITY_FUZZY,
  LOCALITY_NEIGHBOUR,
  LOCALITY_OTHER,
} from './grades.ts';
import { addStreet, bestOf, isOther, localitiesOfPostcode, type Matcher, streetsIn } from './matcher.ts';
import type { NameReading } from './name-readings.ts';
import { hasNumber, type NumberQuery } from './resolve.ts';
import { COMMA, WORD } from './tokens.ts';
import { walkFuzzy } from './trie-fuzzy.ts';
import type { Span } from './trie-walk.ts';

/** Streets of a name that are looked at when nothing says where. */
const MOST_STREETS = 3000;
/** Of these, how many addresses are kept: enough to see that they are several. */
const ENOUGH = 6;

/** Adds what a reading with a street means: in the locality that was said, its neighbours, the postcode, or anywhere. */
export function exploreReading(m: Matcher, reading: NameReading, numbers: NumberQuery): void {
  const { street, locality } = reading;
  if (street === null || !street.whole) return;
  const entry = m.streets.low[street.node];
  if (locality?.whole === true) {
    const localities = localitiesNamed(m, locality);
    let found = 0;
    for (const { ordinal, alias } of localities)
      streetsIn(m, entry, ordinal, (at, other) => {
        found += add(
          m,
          reading,
          numbers,
          at,
          other,
          street.edits,
          alias ? LOCALITY_ALIAS : LOCALITY_EXACT,
          locality.edits,
        );
      });
    if (found === 0 || (bestOf(m)?.cost ?? 99) > 8) exploreAround(m, reading, numbers, entry, localities);
    return;
  }
  const { postcode } = numbers.reading;
  if (postcode !== null && !numbers.reading.postcodeOpen) {
    let found = 0;
    for (const ordinal of localitiesOfPostcode(m.index, postcode.value))
      streetsIn(m, entry, ordinal, (at, other) => {
        found += add(m, reading, numbers, at, other, street.edits, LOCALITY_ABSENT, 0);
      });
    if (found > 0) return;
  }
  exploreEverywhere(m, reading, numbers, entry, LOCALITY_ABSENT);
}

/** Adds the street in the neighbours of the localities, else in the postcode, else anywhere. */
function exploreAround(
  m: Matcher,
  reading: NameReading,
  numbers: NumberQuery,
  entry: number,
  localities: readonly { ordinal: number }[],
): void {
  const { localityNeighbour, localityNeighbourStart } = m.index.columns;
  let found = 0;
  for (const { ordinal } of localities)
    for (let i = localityNeighbourStart[ordinal]; i < endOf(localityNeighbourStart, ordinal, localityNeighbour); i++)
      streetsIn(m, entry, localityNeighbour[i], (at, other) => {
        if (hasNumber(m.index, at, numbers))
          found += add(m, reading, numbers, at, other, reading.street?.edits ?? 0, LOCALITY_NEIGHBOUR, 0);
      });
  if (found > 0) return;
  const { postcode } = numbers.reading;
  if (postcode !== null)
    for (const ordinal of localitiesOfPostcode(m.index, postcode.value))
      streetsIn(m, entry, ordinal, (at, other) => {
        found += add(m, reading, numbers, at, other, reading.street?.edits ?? 0, LOCALITY_OTHER, 0);
      });
  if (found === 0 && m.candidates.length === 0) exploreEverywhere(m, reading, numbers, entry, LOCALITY_OTHER);
}

/** Adds the street wherever it exists, the largest places first, where it has the number; a few where none has. */
function exploreEverywhere(
  m: Matcher,
  reading: NameReading,
  numbers: NumberQuery,
  entry: number,
  locality: number,
): void {
  const { ranked, start } = m.streets;
  const { streetLocality, localityState } = m.index.columns;
  const end = Math.min(endOf(start, entry, ranked), start[entry] + MOST_STREETS);
  const state = m.onlyState >= 0 ? m.onlyState : reading.state;
  let found = 0;
  for (let pass = 0; pass < 2 && found === 0; pass++) {
    for (let i = start[entry]; i < end && found < ENOUGH; i++) {
      const at = ranked[i] & POSTING_MASK;
      if (state >= 0 && pass === 0 && localityState[streetLocality[at]] !== state) continue;
      if (!plausibleType(m, reading, at) && pass === 0) continue;
      if (m.budget-- <= 0) return;
      if (pass === 0 && !hasNumber(m.index, at, numbers)) continue;
      if (pass === 1 && i - start[entry] > 200) break;
      found += add(m, reading, numbers, at, isOther(ranked[i]), reading.street?.edits ?? 0, locality, 0) > 0 ? 1 : 0;
    }
  }
}

function plausibleType(m: Matcher, reading: NameReading, street: number): boolean {
  if (reading.type < 0) return true;
  const { lexiconStart, lexiconMeaning, streetType } = m.index.columns;
  for (let i = lexiconStart[reading.type]; i < lexiconStart[reading.type + 1]; i++)
    if (lexiconMeaning[i] === (1 << 24) + streetType[street]) return true;
  return false;
}

function add(
  m: Matcher,
  reading: NameReading,
  numbers: NumberQuery,
  street: number,
  other: boolean,
  nameEdits: number,
  locality: number,
  localityEdits: number,
): number {
  const before = m.candidates.length;
  addStreet(
    m,
    {
      street,
      name: nameEdits > 0 ? FUZZY : EXACT,
      nameEdits: nameEdits + (reading.street?.spaces ?? 0) * 0.2,
      nameOther: other,
      locality: localityEdits > 0 && locality !== LOCALITY_OTHER ? LOCALITY_FUZZY : locality,
      localityEdits: localityEdits + (reading.locality?.spaces ?? 0) * 0.1,
      reading,
      numbers,
      detour: 0,
    },
    ENOUGH,
    true,
    true,
  );
  return m.candidates.length - before;
}

/** Localities that go by the name of a whole span. */
export function localitiesNamed(m: Matcher, span: Span): { ordinal: number; alias: boolean }[] {
  const { start, ranked, low } = m.localities;
  const entry = low[span.node];
  return Array.from(ranked.subarray(start[entry], start[entry + 1]), (posting) => ({
    ordinal: posting & POSTING_MASK,
    alias: posting >= 0x8000_0000,
  }));
}

/** Consecutive tokens that a reading leaves unexplained. */
export interface Run {
  readonly from: number;
  readonly end: number;
}

/** The runs of words that a reading leaves unexplained. */
export function runsOf(m: Matcher, reading: NameReading): Run[] {
  const runs: Run[] = [];
  const { count, before, kind } = m.tokens;
  for (let t = 0; t < count; t++) {
    if (reading.left[t] === 0 || (kind[t] !== WORD && m.tokens.end[t] - m.tokens.start[t] < 3)) continue;
    let end = t + 1;
    while (end < count && reading.left[end] === 1 && (before[end] & COMMA) === 0) end++;
    runs.push({ from: t, end });
    t = end - 1;
  }
  return runs;
}

const phrase = new Uint8Array(128);

/** Writes tokens into a phrase, a space between words; answers its length. */
export function phraseOf(m: Matcher, from: number, end: number): number {
  let length = 0;
  for (let t = from; t < end; t++) {
    if (t > from && length < phrase.length) phrase[length++] = 0x20;
    for (let i = m.tokens.start[t]; i < m.tokens.end[t] && length < phrase.length; i++)
      phrase[length++] = m.tokens.letters[i];
  }
  return length;
}

/** Edits that a phrase may be away from the name meant: the sum over its words, at most two; a dropped letter counts back in. */
export function phraseEdits(m: Matcher, from: number, end: number): number {
  let edits = 0;
  for (let t = from; t < end; t++) {
    const letters = m.tokens.end[t] - m.tokens.start[t];
    if (letters > 2 && !(end - from === 1 && isAndWord(m, t))) edits += editsAllowed(letters + (letters > 5 ? 2 : 1));
  }
  return Math.min(2, edits);
}

function isAndWord(m: Matcher, t: number): boolean {
  const { letters, start, end } = m.tokens;
  const at = start[t];
  return end[t] - at === 3 && letters[at] === 0x41 && letters[at + 1] === 0x4e && letters[at + 2] === 0x44;
}

/** Adds the streets of a locality whose names a phrase of tokens is some edits away from. O(streets of the locality). */
export function fuzzyStreets(
  m: Matcher,
  reading: NameReading,
  numbers: NumberQuery,
  from: number,
  end: number,
  locality: number,
  localityGrade: number,
  localityEdits: number,
): void {
  const { localityStreetStart, streetEntry } = m.index.columns;
  const { key, keyStart } = m.streets;
  const length = phraseOf(m, from, end);
  const most = phraseEdits(m, from, end);
  if (most === 0 || m.budget <= 0) return;
  m.budget -= (localityStreetStart[locality + 1] - localityStreetStart[locality]) >> 1;
  let last = -1;
  let edits = most + 1;
  for (
    let street = localityStreetStart[locality];
    street < endOf(localityStreetStart, locality, streetEntry);
    street++
  ) {
    const entry = streetEntry[street];
    if (entry === 0xffff_ffff) continue;
    if (entry !== last) {
      last = entry;
      const size = keyStart[entry + 1] - keyStart[entry];
      edits =
        Math.abs(size - length) > most
          ? most + 1
          : editDistance(
              phrase,
              0,
              length,
              key,
              keyStart[entry],
              keyStart[entry + 1],
              Math.min(most, size > 7 ? 2 : size > 3 ? 1 : 0),
            );
      if (size <= 3) edits = edits === 0 ? 0 : most + 1;
      else if (size <= 7 && edits > 1) edits = most + 1;
    }
    if (edits <= most) add(m, reading, numbers, street, false, edits, localityGrade, localityEdits);
  }
}

/** A street, and how far the name of its locality is from what was said. */
export interface PlaceOfStreet {
  readonly street: number;
  readonly other: boolean;
  readonly edits: number;
}

/**
 * The places of a street's name whose localities a phrase of tokens is some edits away from; with `open`, whose names begin so.
 * O(places of the name).
 */
export function fuzzyPlacesOf(m: Matcher, street: Span, from: number, end: number, open: boolean): PlaceOfStreet[] {
  const { streetLocality, localityEntry } = m.index.columns;
  const { start, ranked, low } = m.streets;
  const { key, keyStart } = m.localities;
  const length = phraseOf(m, from, end);
  const most = phraseEdits(m, from, end);
  const found: PlaceOfStreet[] = [];
  if (most === 0 || m.budget <= 0) return found;
  m.budget -= (start[low[street.node] + 1] - start[low[street.node]]) >> 1;
  const entry = low[street.node];
  for (let i = start[entry]; i < endOf(start, entry, ranked); i++) {
    const at = ranked[i] & POSTING_MASK;
    const name = localityEntry[streetLocality[at]];
    if (name === 0xffff_ffff) continue;
    const size = keyStart[name + 1] - keyStart[name];
    if (size < length - most || (!open && size > length + most)) continue;
    const edits = editDistance(phrase, 0, length, key, keyStart[name], keyStart[name + 1], most, open);
    if (edits > 0 && edits <= most && (edits === 1 || size > 7))
      found.push({ street: at, other: isOther(ranked[i]), edits });
  }
  return found;
}

/** Adds the places of an exact street whose locality names a phrase of tokens is some edits away from. O(places). */
export function fuzzyPlacesOfStreet(
  m: Matcher,
  reading: NameReading,
  numbers: NumberQuery,
  from: number,
  end: number,
): void {
  if (reading.street === null) return;
  for (const { street, other, edits } of fuzzyPlacesOf(m, reading.street, from, end, false))
    add(m, reading, numbers, street, other, reading.street.edits, LOCALITY_FUZZY, edits);
}

/** Longest run of words that is looked for as one misspelled name. */
const MOST_WORDS = 4;

/** Localities whose names a phrase of tokens is some edits away from, the nearest first. Looked for once per query. */
export function fuzzyLocalities(m: Matcher, from: number, end: number): readonly { ordinal: number; edits: number }[] {
  const found: { ordinal: number; edits: number }[] = [];
  const { start, ranked, low, keyStart } = m.localities;
  for (const span of fuzzySpans(m, m.localities, m.fuzzyLocalities, from, end, false)) {
    const entry = low[span.node];
    const size = keyStart[entry + 1] - keyStart[entry];
    if (span.edits > (size > 7 ? 2 : 1)) continue;
    for (let i = start[entry]; i < endOf(start, entry, ranked); i++) {
      const ordinal = ranked[i] & POSTING_MASK;
      if (!found.some((other) => other.ordinal === ordinal)) found.push({ ordinal, edits: span.edits });
    }
  }
  return found;
}

/** Street spans that a phrase of tokens is some edits away from, anywhere, the nearest first. Looked for once per query. */
export function fuzzyStreetSpans(m: Matcher, from: number, end: number, open: boolean): readonly Span[] {
  return fuzzySpans(m, m.streets, m.fuzzyStreets, from, end, open).filter((span) => span.edits > 0);
}

/** One edit first: two cost many times as much, and are looked for only where one finds nothing. */
function fuzzySpans(
  m: Matcher,
  trie: NameTrie,
  memo: Map<number, readonly Span[]>,
  from: number,
  end: number,
  open: boolean,
): readonly Span[] {
  const key = from * 128 + end * 2 + (open ? 1 : 0);
  const known = memo.get(key);
  if (known !== undefined) return known;
  const spans: Span[] = [];
  const most = end - from > MOST_WORDS ? 0 : phraseEdits(m, from, end);
  const length = phraseOf(m, from, end);
  for (let edits = 1; edits <= most && spans.length === 0 && m.budget > 0; edits++)
    m.budget -= walkFuzzy(trie, phrase, length, edits, open, from, end, m.budget, spans);
  spans.sort((a, b) => a.edits - b.edits);
  memo.set(key, spans);
  return spans;
}
