import { MEANING } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { codeOf, completionsOf, means, sharesCode, type Words, wordMeans } from '../../text/lexicon.ts';
import { COMMA, SLASH, type Tokens, WORD } from '../../text/tokens.ts';
import type { NameParse } from './name-parse.ts';
import type { Span } from './spans.ts';
import { isStreetOf } from './street-of-name.ts';

/** A state or country before the street, whose words begin a name more likely; and one whose last word may become a suburb's name. */
const STATE_FIRST = 4;
const STATE_BEGUN = 1.5;

/** A suffix before the street's name. */
const SUFFIX_FIRST = 1;

/** `SURRY HILLS, SYDNEY`: behind a suburb, the capital says the state. */
const CAPITAL = 1 << MEANING.capital;

/** What a street and a locality leave over is read by these. */
export interface ParseContext {
  readonly index: AddressIndex;
  readonly tokens: Tokens;
  readonly words: Words;
  /** The last token where it may go on, else -1. */
  readonly openAt: number;
  /** 1 for every token that the numbers do not explain, and how many they are. */
  readonly free: readonly number[];
  readonly count: number;
}

/** Street type and suffix behind a name, and what the last word may become of them. */
interface Tail {
  type: number;
  suffix: number;
  typesOpen: ReadonlySet<number> | null;
  suffixesOpen: ReadonlySet<number> | null;
  /** The token behind the type. */
  end: number;
}

const tail: Tail = { type: -1, suffix: -1, typesOpen: null, suffixesOpen: null, end: 0 };

/**
 * The parse of the words as a street and a locality: what stands behind the street, state and country, and what is left over. `again`
 * are other places where the locality is said.
 */
export function completeParse(
  { index, tokens, words, openAt, free, count }: ParseContext,
  street: Span | null,
  locality: Span | null,
  again: readonly Span[],
): NameParse {
  const left = free.slice();
  let all = count;
  if (street !== null) clear(left, street.from, street.end);
  if (locality !== null) clear(left, locality.from, locality.end);
  if (street !== null) for (const { from, end } of again) clear(left, from, end);
  parseTail(index, tokens, words, left, street, openAt);
  let state = -1;
  let penalty = parseSuffixBefore(index, tokens, words, left, street, openAt) ? SUFFIX_FIRST : 0;
  if (openAt >= 0 && left[openAt] === 1 && tokens.kind[openAt] === WORD && (street ?? locality) !== null) {
    const { states, country } = completionsOf(index, tokens, words);
    if (states.size > 0 || country) {
      left[openAt] = 0;
      all--;
      penalty = STATE_BEGUN;
      if (states.size === 1) [state] = states;
    }
  }
  let abroad = false;
  let unmatched = 0;
  let localityUnknown = false;
  let and = false;
  for (let t = 0; t < tokens.count; t++) {
    if (left[t] === 0) continue;
    const isLong = words.longEntry[t] >= 0 && allLeft(left, t, words.longEnd[t]);
    const meanings = isLong ? words.longMeanings[t] : words.meanings[t];
    const end = isLong ? words.longEnd[t] : t + 1;
    const meaning =
      locality !== null && t >= locality.end && (meanings & CAPITAL) !== 0 ? MEANING.capital : MEANING.state;
    const said =
      (meanings & (1 << meaning)) === 0 ? -1 : codeOf(index, isLong ? words.longEntry[t] : words.entry[t], meaning);
    const isState = said >= 0 && (state < 0 || said === state);
    if (isState || (meanings & (1 << MEANING.country)) !== 0) {
      if (isState) state = said;
      if (street !== null && t < street.from) penalty = STATE_FIRST;
      all -= end - t;
      clear(left, t, end);
    } else if ((meanings & (1 << MEANING.abroad)) !== 0 && (street === null || t >= street.end)) {
      abroad = true;
      clear(left, t, end);
    } else {
      unmatched++;
      if (street !== null && t >= street.end && locality === null) localityUnknown = true;
      if (isAnd(tokens, t) || wordMeans(words, t, MEANING.corner)) and = true;
      continue;
    }
    t = end - 1;
  }
  if (unmatched > 0 && (means(index, tail.type, MEANING.corner) || slashesWords(tokens))) and = true;
  return {
    street,
    type: tail.type,
    suffix: tail.suffix,
    typesOpen: tail.typesOpen,
    suffixesOpen: tail.suffixesOpen,
    locality,
    state,
    abroad,
    unmatched,
    left,
    words: all,
    localityUnknown,
    penalty,
    and,
  };
}

function clear(left: number[], from: number, end: number): void {
  for (let t = from; t < end; t++) left[t] = 0;
}

/** Fills `tail` by what stands behind a street's name. Explains these words in `left`. */
function parseTail(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  left: number[],
  street: Span | null,
  openAt: number,
): void {
  tail.type = -1;
  tail.suffix = -1;
  tail.typesOpen = null;
  tail.suffixesOpen = null;
  if (street?.whole !== true) return;
  let t = street.end;
  if (t >= tokens.count || left[t] === 0) return;
  if (t !== openAt && wordMeans(words, t, MEANING.streetType)) {
    const next = t + 1 < tokens.count && left[t + 1] === 1 && wordMeans(words, t + 1, MEANING.streetSuffix);
    if (next || !wordMeans(words, t, MEANING.streetSuffix)) {
      tail.type = words.entry[t];
      left[t++] = 0;
      if (t !== openAt && isTypeAgain(index, tokens, words, tail.type, left, t)) left[t++] = 0;
      tail.end = t;
      if (t === tokens.count || left[t] === 0) return;
    }
  }
  if (t === openAt) {
    if (tokens.kind[t] !== WORD) return;
    const { types, suffixes } = completionsOf(index, tokens, words);
    if ((tail.type < 0 ? types.size : 0) + suffixes.size === 0) return;
    left[t] = 0;
    if (tail.type < 0) tail.typesOpen = types;
    tail.suffixesOpen = suffixes;
    return;
  }
  if (t + 1 === openAt && left[openAt] === 1 && (tokens.before[openAt] & COMMA) === 0) {
    const { longSuffixes } = completionsOf(index, tokens, words);
    if (longSuffixes.size > 0) {
      clear(left, t, openAt + 1);
      tail.suffixesOpen = longSuffixes;
      return;
    }
  }
  if ((tokens.before[t] & COMMA) !== 0) return;
  if ((words.longMeanings[t] & (1 << MEANING.streetSuffix)) !== 0) {
    tail.suffix = words.longEntry[t];
    clear(left, t, words.longEnd[t]);
  } else if (wordMeans(words, t, MEANING.streetSuffix)) {
    tail.suffix = words.entry[t];
    left[t] = 0;
  }
}

/**
 * `12 NORTH ASCOT STREET` for ASCOT STREET NORTH, where there is one: a suffix between the number and the name, with the type behind it. Fills
 * `tail`; explains the word in `left`, and leaves the last words, which may become a suffix, to be something else.
 */
function parseSuffixBefore(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  left: number[],
  street: Span | null,
  openAt: number,
): boolean {
  if (street === null || street.from < 2 || tail.type < 0 || tail.suffix >= 0) return false;
  const t = street.from - 1;
  if (left[t] === 0 || tokens.kind[t] !== WORD || tokens.kind[t - 1] === WORD) return false;
  if (((tokens.before[t] | tokens.before[street.from]) & COMMA) !== 0) return false;
  if (!wordMeans(words, t, MEANING.streetSuffix) || !isStreetOf(index, street, tail.type, words.entry[t])) return false;
  tail.suffix = words.entry[t];
  left[t] = 0;
  if (tail.suffixesOpen !== null) {
    tail.suffixesOpen = null;
    left.fill(1, tail.end, openAt + 1);
  }
  return true;
}

/** `SMITH STREET ST`: the type once more, from a list that keeps it gap from the name; no word is left behind it, as in `SMITH STREET ST KLIDA`. */
function isTypeAgain(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  type: number,
  left: readonly number[],
  t: number,
): boolean {
  if (t >= tokens.count || left[t] === 0 || (tokens.before[t] & COMMA) !== 0) return false;
  const goesOn = t + 1 < tokens.count && left[t + 1] === 1 && (tokens.before[t + 1] & COMMA) === 0;
  if (goesOn || !wordMeans(words, t, MEANING.streetType)) return false;
  return sharesCode(index, type, words.entry[t], MEANING.streetType);
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

function allLeft(left: readonly number[], from: number, end: number): boolean {
  for (let t = from; t < end; t++) if (left[t] === 0) return false;
  return true;
}
