import { MEANING } from '../../../index/lexicon.ts';
import type { NameTrie } from '../../../index/name-trie.ts';
import { LOCALITY_COST, LOCALITY_PREFIX } from '../../query/grades.ts';
import { bitsOf, codeOf, completionsOf, sharesCode, type Words, wordMeans } from '../../text/lexicon.ts';
import {
  COMMA,
  hasToken,
  isWord,
  lengthOf,
  type NameRows,
  NO_TOKENS,
  type TokenSet,
  type Tokens,
  tokenRange,
} from '../../text/tokens.ts';
import { isNonAddress, type NumberParse } from '../numbers/number-parse.ts';
import { completeParse } from './complete-parse.ts';
import { type NameParse, namesOf, type Span, spanOf, walkExact } from './name-parse.ts';
import { addSpans, EXPLAINS, explainable, type NamedText, STATES } from './parse-names.ts';

/** Meanings of words that stand beside a name. */
const BESIDE = bitsOf(MEANING.state, MEANING.country, MEANING.abroad);
const CAPITAL = bitsOf(MEANING.capital);
const SUFFIX = bitsOf(MEANING.streetSuffix);
const STATE = bitsOf(MEANING.state);
const TYPE = bitsOf(MEANING.streetType);

/**
 * The parses of the words after the street number, or of all if there is none, as a street, its type, perhaps its suffix,
 * a place, and perhaps a state: two if HIGH ST is a name as HIGH is, the longer name first. Null unless all other parses
 * of all words come later in `parseNames`.
 */
export function plainNames(text: NamedText, numbers: NumberParse): NameParse[] | null {
  const { index, tokens, words, streets, localities } = text;
  const from = beginOfNames(tokens, numbers);
  if (from < 0) return null;
  const end = endOfNames(tokens, numbers);
  const named = namesFrom(streets, tokens, from, end);
  const row = longest(named);
  if (row < 0 || named.end[row] >= end) return null;
  /** Where the name ends: its type, or the place if the name has none. */
  const last = named.end[row];
  const street = spanOf(from, last, named.node[row], true);
  const isTyped = wordMeans(words, last, MEANING.streetType);
  if (!isTyped && (numbers.number === null || isShort(tokens, street) || (meant(words, last) & SUFFIX) !== 0))
    return null;
  let shorter: Span | null = null;
  for (let i = 0; i < named.count; i++) {
    const at = named.end[i];
    if (at >= last) continue;
    if (!isTyped && at + 1 === last && named.spaces[i] === 0 && isType(words, at))
      shorter = spanOf(from, at, named.node[i], true);
    else if (
      isTyped ? mayEndSooner(text, at, last) : words.longEntry[at] >= 0 || (words.meanings[at] & (TYPE | SUFFIX)) !== 0
    )
      return null;
  }
  const streetEnds = endsOf(named);
  const at = isTyped ? endOfSuffix(text, last + 1, end) : last;
  const hasSuffix = isTyped && at > last + 1;
  if (at >= end || (isTyped && !hasSuffix && wordMeans(words, last, MEANING.streetSuffix))) return null;
  if ((meant(words, at) & BESIDE) !== 0) return null;
  const places = namesFrom(localities, tokens, at, end);
  const placeRow = longest(places);
  if (placeRow < 0) return null;
  const place = spanOf(at, places.end[placeRow], places.node[placeRow], true);
  // `WEST PERTH WESTERN AUSTRALIA`: a place without the suffix may have more words.
  if (isTyped && !hasSuffix && (meant(words, at) & SUFFIX) !== 0 && place.end + 1 < end) return null;
  const isApart = (tokens.before[isTyped ? last + 1 : last] & COMMA) !== 0 && (meant(words, at) & CAPITAL) === 0;
  if (!isApart || !isTyped) {
    const most = isTyped ? last : last - 1;
    const begun = namesFrom(localities, tokens, from, end);
    if (passes(begun, most)) return null;
    const placeEnds = endsOf(begun);
    const division = { from, last, most, end, hasSuffix, placeEnd: place.end, streetEnds, placeEnds };
    if (!isApart && mayDivide(text, division)) return null;
  }
  const hasState = place.end < end;
  if (hasState && !isState(words, place.end, end)) return null;
  const state = hasState ? codeOf(index, entryAt(words, place.end, STATE), MEANING.state) : -1;
  const names = namesOf(street, place, place.end - from);
  if (isTyped) names.type = words.entry[last];
  if (hasSuffix) names.suffix = entryAt(words, last + 1, SUFFIX);
  names.state = state;
  if (shorter === null) return [names];
  const other = namesOf(shorter, place, place.end - from);
  other.type = words.entry[last - 1];
  other.state = state;
  return [names, other];
}

/**
 * The parse of what is typed after the street number, if any, as a street, its type, perhaps its suffix, a place or the
 * beginning of it, perhaps a state; and the least bound of others that leave no word over. Null if one may be as low.
 */
export function typedNames(text: NamedText, numbers: NumberParse): readonly [NameParse, number] | null {
  const { index, tokens, words, roles, streets, localities } = text;
  const { consumed } = numbers;
  const from = beginOfNames(tokens, numbers);
  const end = endOfNames(tokens, numbers);
  if (from < 0 || from + 2 >= end) return null;
  const known = explainable(tokens, words);
  if (hasToken(known, from)) return null;
  const isLoose = ({ spaces }: Span) => spaces > 0;
  const spansAt = (trie: NameTrie, t: number) => addSpans([], { trie, tokens }, t, consumed);
  const named = spansAt(streets, from);
  const street = named.at(-1);
  const type = street?.end ?? end;
  if (type >= end || !street!.whole || !wordMeans(words, type, MEANING.streetType) || named.some(isLoose)) return null;
  const { openAt } = tokens;
  let at = type + 1;
  while (at < end && at !== openAt && (tokens.before[at] & COMMA) === 0 && hasToken(known, at)) at++;
  /** Whether the words from t on may be a state, or begin one or a suffix. */
  const mayBeTail = (t: number) => {
    if ((meant(words, t) & STATES) !== 0) return true;
    if (t < end - 2 || openAt !== end - 1) return false;
    const { states, countries, suffixes, longSuffixes } = completionsOf(index, tokens, words);
    return longSuffixes.size > 0 || (t === openAt && countries.size + states.size + suffixes.size > 0);
  };
  if (at >= end || mayBeTail(at)) return null;
  if (named.some((it) => it !== street && (hasToken(known, it.end) || spansAt(localities, it.end).length > 0)))
    return null;
  // A place before the type may have another street after it, with a type of its own that the open word begins.
  const most = hasToken(known, at) || at === openAt || (tokens.before[type] & COMMA) !== 0 ? type : at;
  if (spansAt(localities, from).some((it) => it.end !== type || spansAt(streets, type).some(({ end }) => end > most)))
    return null;
  if ((tokens.before[at] & COMMA) === 0)
    for (let t = type; t < at; t++) if (spansAt(localities, t).some((it) => it.end > at)) return null;
  const places = spansAt(localities, at);
  const place = places.find((it) => it.end === places.at(-1)!.end);
  if (place === undefined || places.some((it) => isLoose(it) || (it.end < place.end && mayBeTail(it.end)))) return null;
  const free = tokenRange(from, end);
  const names = completeParse({ index, tokens, words, roles, free }, street!, place, NO_TOKENS);
  // `RICHMOND `: also as the beginning of a longer name.
  const least = place === places.at(-1) ? Number.POSITIVE_INFINITY : LOCALITY_COST[LOCALITY_PREFIX];
  return names.unmatched > 0 ? null : [names, least];
}

/**
 * The token after the street number, 0 if there is no number, unit or lot; -1 if the words are not an address, or the
 * names do not stand together behind it.
 */
export function beginOfNames(tokens: Tokens, numbers: NumberParse): number {
  const { number, last, lot, unit, level, exactOnly, planned, consumed } = numbers;
  if (exactOnly || planned) return -1;
  const before = last ?? number ?? lot;
  if (before === null && (unit !== null || level !== null || isNonAddress(numbers))) return -1;
  const from = before === null ? 0 : before.token + 1;
  const end = endOfNames(tokens, numbers);
  return from < end && (tokenRange(0, tokens.count) & ~consumed) === tokenRange(from, end) ? from : -1;
}

/** The postcode, or the end of the line. */
export function endOfNames({ count }: Tokens, { postcode }: NumberParse): number {
  return postcode === null ? count : postcode.token;
}

/** The meanings of the words at t, alone and with those that follow. */
function meant({ meanings, longMeanings }: Words, t: number): number {
  return meanings[t] | longMeanings[t];
}

/** Whether a name is one or two letters, which say too little without a type. */
function isShort(tokens: Tokens, name: Span): boolean {
  return name.end - name.from === 1 && lengthOf(tokens, name.from) <= 2;
}

/** Whether the word at t is a street type and nothing else that may follow a street's name. */
function isType(words: Words, t: number): boolean {
  return words.longEntry[t] < 0 && (words.meanings[t] & (TYPE | SUFFIX)) === TYPE;
}

/** The entry of the words from t on if they have a meaning, else that of the word at t. */
function entryAt({ entry, longEntry, longMeanings }: Words, t: number, meaning: number): number {
  return (longMeanings[t] & meaning) !== 0 ? longEntry[t] : entry[t];
}

/** Whether the words from t on are a state and nothing else. */
function isState(words: Words, t: number, end: number): boolean {
  const isLong = words.longEntry[t] >= 0;
  const meanings = isLong ? words.longMeanings[t] : words.meanings[t];
  return (isLong ? words.longEnd[t] : t + 1) === end && (meanings & STATE) !== 0 && (meanings & CAPITAL) === 0;
}

/** The whole names that begin at a token, up to a comma or `end`. */
function namesFrom(trie: NameTrie, tokens: Tokens, from: number, end: number): NameRows {
  let limit = from + 1;
  while (limit < end && (tokens.before[limit] & COMMA) === 0) limit++;
  return walkExact({ trie, tokens, limit, open: false }, from);
}

/** The row of the longest name without a missing or additional space; -1 for none. */
function longest({ count, end, spaces }: NameRows): number {
  let best = -1;
  for (let i = 0; i < count; i++) if (spaces[i] === 0 && (best < 0 || end[i] > end[best])) best = i;
  return best;
}

/** The tokens that stand right after a name. */
function endsOf({ count, end }: NameRows): TokenSet {
  let ends: TokenSet = NO_TOKENS;
  for (let i = 0; i < count; i++) ends |= 1 << end[i];
  return ends;
}

/** `THE GROVE GROVE`: whether the words from the end of a shorter name up to the type may be its own type and suffix. */
function mayEndSooner({ index, words }: NamedText, end: number, type: number): boolean {
  if (words.longEntry[end] >= 0) return true;
  if (!wordMeans(words, end, MEANING.streetType)) return false;
  if (end + 1 < type || (meant(words, type) & SUFFIX) !== 0) return true;
  return sharesCode(index, words.entry[end], words.entry[type], MEANING.streetType);
}

/** The token after the suffix at t; t if there is none, or if it begins a place, which then has more of the words. */
function endOfSuffix({ tokens, words, localities }: NamedText, t: number, end: number): number {
  if (t >= end || (tokens.before[t] & COMMA) !== 0) return t;
  const isLong = (words.longMeanings[t] & SUFFIX) !== 0;
  if (!isLong && (words.meanings[t] & SUFFIX) === 0) return t;
  const after = isLong ? words.longEnd[t] : t + 1;
  const isApart = after < end && (tokens.before[after] & COMMA) !== 0;
  return isApart || namesFrom(localities, tokens, t, end).count === 0 ? after : t;
}

/** A parse as a street from `from` to `last` and a place, and where other names that begin with its words end. */
interface Division {
  readonly from: number;
  /** The type, or else the place. */
  readonly last: number;
  /** The last token where another name may begin, and the token after all words. */
  readonly most: number;
  readonly end: number;
  readonly hasSuffix: boolean;
  readonly placeEnd: number;
  readonly streetEnds: TokenSet;
  readonly placeEnds: TokenSet;
}

/**
 * Whether a street that begins after a place, or a place that begins after a shorter street or at the type, may go on
 * beyond `last`, with all other words explained.
 */
function mayDivide({ tokens, words, streets, localities }: NamedText, division: Division): boolean {
  const { from, end, most, streetEnds, placeEnds } = division;
  const isBefore = (meant(words, from) & EXPLAINS & ~TYPE) !== 0 || isWord(tokens, from, 'THE');
  const all = tokenRange(from + 1, most + 1);
  const afterPlace = isBefore ? all : reached(words, placeEnds, most);
  const afterStreet = isBefore || placeEnds !== NO_TOKENS ? all : reached(words, streetEnds, most);
  for (let t = from + 1; t <= most; t++) {
    if (hasToken(afterPlace, t) && goesOn(words, namesFrom(streets, tokens, t, end), division)) return true;
    if (hasToken(afterStreet, t) && goesOn(words, namesFrom(localities, tokens, t, end), division)) return true;
  }
  return false;
}

/** The tokens of a set, and those up to `most` that come after them with words that need no name between. */
function reached(words: Words, tokens: TokenSet, most: number): TokenSet {
  let all = tokens;
  for (let t = 0; t < most; t++)
    if (hasToken(all, t)) {
      if ((words.meanings[t] & EXPLAINS) !== 0) all |= 1 << (t + 1);
      if ((words.longMeanings[t] & EXPLAINS) !== 0) all |= 1 << words.longEnd[t];
    }
  return all;
}

/** Whether a name ends beyond `last`, and a word that needs no name, or no other word of the place, follows it. */
function goesOn(words: Words, { count, end, spaces }: NameRows, { last, placeEnd, hasSuffix }: Division): boolean {
  for (let i = 0; i < count; i++)
    if (end[i] > last && spaces[i] === 0)
      if (hasSuffix || end[i] >= placeEnd || (meant(words, end[i]) & EXPLAINS) !== 0) return true;
  return false;
}

/** Whether a name ends beyond a token. */
function passes({ count, end }: NameRows, t: number): boolean {
  for (let i = 0; i < count; i++) if (end[i] > t) return true;
  return false;
}
