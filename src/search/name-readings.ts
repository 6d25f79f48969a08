import { MEANING } from '../index/lexicon.ts';
import type { NameTrie } from '../index/name-trie.ts';
import type { AddressIndex } from '../index/open.ts';
import { codeOf, codesBeginning, means, type Words } from './lexicon.ts';
import { COMMA, SLASH, type Tokens, WORD } from './tokens.ts';
import { type Span, walkExact } from './trie-walk.ts';

/** One way to read the words of a query as street and locality. */
export interface NameReading {
  readonly street: Span | null;
  /** Lexicon entry of the street type and of the suffix, -1 without. */
  readonly type: number;
  readonly suffix: number;
  /** Types and suffixes that the open last word may become; null where it is none of them. */
  readonly typesOpen: ReadonlySet<number> | null;
  readonly suffixesOpen: ReadonlySet<number> | null;
  readonly locality: Span | null;
  /** Position in STATE_ORDER, -1 without. */
  readonly state: number;
  readonly abroad: boolean;
  /** Words that this reading leaves unexplained: how many, and a mark for each token. */
  readonly unmatched: number;
  readonly left: Uint8Array;
  /** Words in all, numbers apart. */
  readonly words: number;
  /** Unexplained words stand where a locality would: behind the street, and none was found. */
  readonly placeUnknown: boolean;
  /** What is far-fetched in how a state or country is read: a cost, as in grades.ts. */
  readonly farFetched: number;
  /** Words are left over, and an AND, a CNR or a slash is among the words: two streets, perhaps. */
  readonly and: boolean;
}

const MOST_READINGS = 40;
const NONE_AGAIN: readonly Span[] = [];
const MOST_SPANS = 20;
/** A state or country before the street, whose words begin a name more likely; and one whose last word may become a suburb's name. */
const STATE_FIRST = 4;
const STATE_BEGUN = 1.5;

/** Spans of names among the tokens that are not taken, whole ones, and with `open` those that the last word may go on from. */
export function spansOf(trie: NameTrie, tokens: Tokens, taken: Uint8Array, open: boolean): Span[] {
  const found: Span[] = [];
  for (let from = 0; from < tokens.count; from++) {
    if (taken[from] === 1) continue;
    let limit = from + 1;
    while (limit < tokens.count && taken[limit] === 0 && (tokens.before[limit] & COMMA) === 0) limit++;
    walkExact(trie, tokens, from, limit, open && limit === tokens.count, found);
  }
  return found;
}

/**
 * All ways to read the words as at most one street and one locality, those that leave the fewest words unexplained first; of
 * equals, the one whose names are longest. A locality that is named twice is the later one: the earlier is of a building's name
 * (`CHAPEL HILL STATE SCHOOL, 20 IRONBARK ROAD, CHAPEL HILL`).
 */
export function readNames(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  taken: Uint8Array,
  streets: readonly Span[],
  localities: readonly Span[],
  open: boolean,
): NameReading[] {
  const readings: NameReading[] = [];
  const places = longest(localities);
  for (const street of [...longest(streets), null])
    for (const locality of [...places, null]) {
      if (locality !== null && overlap(street, locality)) continue;
      const others =
        places.length < 2
          ? NONE_AGAIN
          : places.filter(
              (other) =>
                isAgain(other, locality) && !overlap(street, other) && !isStreetName(index, tokens, words, other),
            );
      if (others.some((other) => locality !== null && other.from >= locality.end)) continue;
      readings.push(complete(index, tokens, words, taken, street, locality, others, open));
    }
  readings.sort((a, b) => a.unmatched - b.unmatched || looseness(a) - looseness(b));
  return readings.length <= MOST_READINGS
    ? readings
    : readings.filter((reading, i) => i < MOST_READINGS || reading.street === null);
}

function overlap(a: Span | null, b: Span): boolean {
  return a !== null && a.from < b.end && b.from < a.end;
}

/** Whether a locality is said a second time. The first time it is in the name of a building: `WEST END DOWNS, …, WEST END`. */
function isAgain(other: Span, locality: Span | null): boolean {
  return locality !== null && other !== locality && other.node === locality.node;
}

/** Whether a street type stands behind a name: that is a street's. */
function isStreetName(index: AddressIndex, tokens: Tokens, words: Words, { end }: Span): boolean {
  return end < tokens.count && (tokens.before[end] & COMMA) === 0 && means(index, words.entry[end], MEANING.streetType);
}

/** The longest spans of many: noise of famous words must not cost more than an address. */
function longest(spans: readonly Span[]): readonly Span[] {
  if (spans.length <= MOST_SPANS) return spans;
  return [...spans].sort((a, b) => b.end - b.from - (a.end - a.from)).slice(0, MOST_SPANS);
}

function looseness(reading: NameReading): number {
  const { street, locality } = reading;
  return (
    (street === null ? 8 : street.spaces + (street.whole ? 0 : 2)) +
    (locality === null ? 4 : locality.spaces + (locality.whole ? 0 : 1)) -
    0.1 * ((street === null ? 0 : street.end - street.from) + (locality === null ? 0 : locality.end - locality.from))
  );
}

function complete(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  taken: Uint8Array,
  street: Span | null,
  locality: Span | null,
  again: readonly Span[],
  open: boolean,
): NameReading {
  const left = new Uint8Array(tokens.count);
  let all = 0;
  for (let t = 0; t < tokens.count; t++) {
    if (taken[t] === 0) all++;
    left[t] = taken[t] === 1 ? 0 : 1;
  }
  if (street !== null) left.fill(0, street.from, street.end);
  if (locality !== null) left.fill(0, locality.from, locality.end);
  if (street !== null) for (const { from, end } of again) left.fill(0, from, end);
  const { type, suffix, typesOpen, suffixesOpen } = readTail(index, tokens, words, left, street, open);
  let state = -1;
  let farFetched = 0;
  const lastOpen = open && tokens.open ? tokens.count - 1 : -1;
  if (lastOpen >= 0 && left[lastOpen] === 1 && tokens.kind[lastOpen] === WORD && (street ?? locality) !== null) {
    const states = codesBeginning(index, tokens, lastOpen, lastOpen + 1, MEANING.state);
    if (states.size > 0 || codesBeginning(index, tokens, lastOpen, lastOpen + 1, MEANING.country).size > 0) {
      left[lastOpen] = 0;
      all--;
      farFetched = STATE_BEGUN;
      if (states.size === 1) [state] = states;
    }
  }
  let abroad = false;
  let unmatched = 0;
  let placeUnknown = false;
  let and = false;
  for (let t = 0; t < tokens.count; t++) {
    if (left[t] === 0) continue;
    const long = words.longEntry[t];
    const entry = long >= 0 && allLeft(left, t, words.longEnd[t]) ? long : words.entry[t];
    const end = entry === long && long >= 0 ? words.longEnd[t] : t + 1;
    if (entry >= 0 && state < 0 && means(index, entry, MEANING.state)) {
      state = codeOf(index, entry, MEANING.state);
      if (street !== null && t < street.from) farFetched = STATE_FIRST;
      all -= end - t;
      left.fill(0, t, end);
    } else if (entry >= 0 && means(index, entry, MEANING.country)) {
      if (street !== null && t < street.from) farFetched = STATE_FIRST;
      all -= end - t;
      left.fill(0, t, end);
    } else if (entry >= 0 && means(index, entry, MEANING.abroad) && (street === null || t >= street.end)) {
      abroad = true;
      left.fill(0, t, end);
    } else {
      unmatched++;
      if (street !== null && t >= street.end && locality === null) placeUnknown = true;
      if (isAnd(tokens, t) || means(index, words.entry[t], MEANING.corner)) and = true;
    }
    t = Math.max(t, left[t] === 0 ? end - 1 : t);
  }
  if (unmatched > 0 && (means(index, type, MEANING.corner) || slashesWords(tokens))) and = true;
  return {
    street,
    type,
    suffix,
    typesOpen,
    suffixesOpen,
    locality,
    state,
    abroad,
    unmatched,
    left,
    words: all,
    placeUnknown,
    farFetched,
    and,
  };
}

/** Street type and suffix behind a street's name, and what the open last word may become of them. Explains their words in `left`. */
function readTail(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  left: Uint8Array,
  street: Span | null,
  open: boolean,
): Pick<NameReading, 'type' | 'suffix' | 'typesOpen' | 'suffixesOpen'> {
  const tail = {
    type: -1,
    suffix: -1,
    typesOpen: null as Set<number> | null,
    suffixesOpen: null as Set<number> | null,
  };
  if (street?.whole !== true) return tail;
  const openAt = open && tokens.open ? tokens.count - 1 : -1;
  const isLeft = (t: number) => t < tokens.count && left[t] === 1;
  const isSuffix = (t: number) => means(index, words.entry[t], MEANING.streetSuffix);
  let t = street.end;
  if (isLeft(t) && t !== openAt && means(index, words.entry[t], MEANING.streetType)) {
    const direction = isSuffix(t) && !(isLeft(t + 1) && isSuffix(t + 1));
    if (!direction) {
      tail.type = words.entry[t];
      left[t++] = 0;
    }
  }
  if (isLeft(t) && t + 1 === openAt && isLeft(openAt) && (tokens.before[openAt] & COMMA) === 0) {
    const suffixes = codesBeginning(index, tokens, t, openAt + 1, MEANING.streetSuffix);
    if (suffixes.size > 0) {
      left.fill(0, t, openAt + 1);
      tail.suffixesOpen = suffixes;
      return tail;
    }
  }
  if (isLeft(t) && t !== openAt && (tokens.before[t] & COMMA) === 0) {
    const long = words.longEntry[t];
    if (long >= 0 && means(index, long, MEANING.streetSuffix)) {
      tail.suffix = long;
      left.fill(0, t, words.longEnd[t]);
    } else if (isSuffix(t)) {
      tail.suffix = words.entry[t];
      left[t] = 0;
    }
  } else if (t === openAt && isLeft(t) && tokens.kind[t] === WORD) {
    const types = tail.type < 0 ? codesBeginning(index, tokens, t, t + 1, MEANING.streetType) : null;
    const suffixes = codesBeginning(index, tokens, t, t + 1, MEANING.streetSuffix);
    if ((types?.size ?? 0) + suffixes.size > 0) {
      left[t] = 0;
      tail.typesOpen = types;
      tail.suffixesOpen = suffixes;
    }
  }
  return tail;
}

function isAnd(tokens: Tokens, t: number): boolean {
  const start = tokens.start[t];
  const { letters } = tokens;
  return (
    tokens.end[t] - start === 3 && letters[start] === 0x41 && letters[start + 1] === 0x4e && letters[start + 2] === 0x44
  );
}

/** `SMITH ST / HIGH ST`: a slash between words, not between letters as in `C/O`. */
function slashesWords({ count, kind, before, start, end }: Tokens): boolean {
  const isLong = (t: number) => kind[t] === WORD && end[t] - start[t] > 1;
  for (let t = 1; t < count; t++) if ((before[t] & SLASH) !== 0 && isLong(t) && isLong(t - 1)) return true;
  return false;
}

function allLeft(left: Uint8Array, from: number, end: number): boolean {
  for (let t = from; t < end; t++) if (left[t] === 0) return false;
  return true;
}

/** A run of words without the street type and suffix at its end. */
export function withoutType(
  index: AddressIndex,
  words: Words,
  from: number,
  end: number,
): { end: number; type: number; suffix: number } {
  const { entry } = words;
  let last = end;
  let type = -1;
  let suffix = -1;
  const isSuffix = (t: number) => means(index, entry[t], MEANING.streetSuffix);
  const isType = (t: number) => means(index, entry[t], MEANING.streetType);
  if (last - from > 2 && isSuffix(last - 1) && isType(last - 2)) {
    suffix = entry[--last];
    type = entry[--last];
  } else if (last - from > 1 && isType(last - 1)) type = entry[--last];
  else if (last - from > 1 && isSuffix(last - 1)) suffix = entry[--last];
  return { end: last, type, suffix };
}

/** A reading that is made when it is first asked for: most are made for streets that then are not there. */
export function lazily(make: () => NameReading): () => NameReading {
  let made: NameReading | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** The reading with a run of words explained. */
export function explained(reading: NameReading, from: number, end: number): NameReading {
  const left = reading.left.slice();
  let unmatched = reading.unmatched;
  for (let t = from; t < end; t++) {
    if (left[t] === 1) unmatched--;
    left[t] = 0;
  }
  return {
    ...reading,
    left,
    unmatched: Math.max(0, unmatched),
    placeUnknown: reading.locality === null && left.indexOf(1, reading.street?.end ?? end) >= 0,
  };
}
