import { MEANING } from '../../../index/lexicon.ts';
import { nameTries } from '../../../index/name-trie.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { endOfRows, POSTING_ROW, ROW_CARD } from '../../../index/posting-row.ts';
import { suffixOnCard, typeOnCard } from '../../../index/street-card.ts';
import { OTHER_TERRITORIES } from '../../../index/territories.ts';
import { COSTS } from '../../query/costs.ts';
import { FEW } from '../../query/limits.ts';
import {
  type CodeSet,
  codeOf,
  completionsOf,
  firstCodeIn,
  hasCode,
  means,
  sharesCode,
  type Text,
  wordMeans,
} from '../../text/lexicon.ts';
import {
  COMMA,
  firstToken,
  hasToken,
  isWord,
  NO_TOKENS,
  SLASH,
  sizeOf,
  type TokenSet,
  type Tokens,
  tokenRange,
  WORD,
} from '../../text/tokens.ts';
import { type NameParse, namesOf, type Span } from './name-parse.ts';

/** `SURRY HILLS, SYDNEY`: after a suburb, the capital stands for the state. */
const CAPITAL = 1 << MEANING.capital;

/** What `completeParse` needs to parse the words that a street and a locality leave over. */
export interface ParseContext extends Text {
  readonly index: AddressIndex;
  /** The last token if it may go on, else -1. */
  readonly openAt: number;
  /** The tokens that the numbers do not explain. */
  readonly free: TokenSet;
  readonly tail: Tail;
}

/** What follows the street's name, and what the other words mean, in the current parse; the next reuses it. */
interface Tail {
  type: number;
  suffix: number;
  /** The types and suffixes that the last word begins. */
  typesOpen: CodeSet | null;
  suffixesOpen: CodeSet | null;
  /** The token after the type. */
  end: number;
  /** The tokens that neither the tail nor the rest of the parse explains. */
  left: TokenSet;
  /** Fields of NameParse: `over` are the words that nothing explains, `words` all but states and countries. */
  state: number;
  statesOpen: number;
  countryOpen: boolean;
  abroad: boolean;
  penalty: number;
  localityUnknown: boolean;
  and: boolean;
  over: TokenSet;
  words: number;
}

/** An empty tail. */
export function newTail(): Tail {
  return {
    type: -1,
    suffix: -1,
    typesOpen: null,
    suffixesOpen: null,
    end: 0,
    left: NO_TOKENS,
    state: -1,
    statesOpen: 0,
    countryOpen: false,
    abroad: false,
    penalty: 0,
    localityUnknown: false,
    and: false,
    over: NO_TOKENS,
    words: 0,
  };
}

/**
 * The parse of the words as a street and a locality, with type, suffix, state and country, and what is left over.
 * `repeats` are the tokens where the locality is given again. O(tokens).
 */
export function completeParse(
  context: ParseContext,
  street: Span | null,
  locality: Span | null,
  repeats: TokenSet,
): NameParse {
  const { free, tail } = context;
  tail.left = free;
  tail.words = sizeOf(free);
  if (street !== null) tail.left &= ~(tokenRange(street.from, street.end) | repeats);
  if (locality !== null) tail.left &= ~tokenRange(locality.from, locality.end);
  parseTail(context, street);
  tail.penalty = parseSuffixBefore(context, street) ? COSTS.suffixFirst : 0;
  const article = parseArticle(context, street);
  parseOpenState(context, (street ?? locality) !== null);
  parseRest(context, street, locality);
  if (article) tail.penalty += COSTS.extraPart;
  const parse = namesOf(street, locality, tail.words);
  parse.type = tail.type;
  parse.suffix = tail.suffix;
  parse.typesOpen = tail.typesOpen;
  parse.suffixesOpen = tail.suffixesOpen;
  parse.state = tail.state;
  parse.statesOpen = tail.state >= 0 ? 0 : tail.statesOpen;
  parse.countryOpen = tail.countryOpen;
  parse.abroad = tail.abroad;
  parse.unmatched = sizeOf(tail.over);
  parse.left = tail.over;
  parse.localityUnknown = tail.localityUnknown;
  // A word for another country does not explain an address here.
  parse.penalty = tail.penalty + (tail.abroad ? COSTS.unmatchedWord : 0);
  parse.article = article;
  parse.and = tail.and;
  return parse;
}

/** Sets the state and country of `tail` to those that the last word begins, if there is a name; else clears them. */
function parseOpenState({ index, tokens, words, openAt, tail }: ParseContext, named: boolean): void {
  tail.state = -1;
  tail.statesOpen = 0;
  tail.countryOpen = false;
  if (!named || openAt < 0 || !hasToken(tail.left, openAt) || tokens.kind[openAt] !== WORD) return;
  const { states, country } = completionsOf(index, tokens, words);
  if (states.size === 0 && !country) return;
  tail.left &= ~tokenRange(openAt, openAt + 1);
  tail.words--;
  tail.penalty = COSTS.statePrefix;
  if (states.size === 1 && !country) tail.state = firstCodeIn(states);
  else tail.statesOpen = states.bits[0];
  tail.countryOpen = country;
}

/** Divides what is left among state, country, other countries, and what nothing explains. */
function parseRest({ index, tokens, words, tail }: ParseContext, street: Span | null, locality: Span | null): void {
  tail.abroad = false;
  tail.localityUnknown = false;
  tail.and = false;
  tail.over = NO_TOKENS;
  while (tail.left !== NO_TOKENS) {
    const t = firstToken(tail.left);
    const isLong = words.longEntry[t] >= 0 && isLeft(tail, t, words.longEnd[t]);
    const meanings = isLong ? words.longMeanings[t] : words.meanings[t];
    const end = isLong ? words.longEnd[t] : t + 1;
    const meaning =
      locality !== null && t >= locality.end && (meanings & CAPITAL) !== 0 ? MEANING.capital : MEANING.state;
    const given =
      (meanings & (1 << meaning)) === 0 ? -1 : codeOf(index, isLong ? words.longEntry[t] : words.entry[t], meaning);
    // `COCOS ISLANDS WA`: a territory, and the state that its mail goes to.
    const isState = given >= 0 && (tail.state < 0 || tail.state === OTHER_TERRITORIES || given === tail.state);
    if (isState || (meanings & (1 << MEANING.country)) !== 0) {
      if (isState) tail.state = given;
      if (street !== null && t < street.from) tail.penalty = COSTS.stateFirst;
      tail.words -= end - t;
      tail.left &= ~tokenRange(t, end);
    } else if ((meanings & (1 << MEANING.abroad)) !== 0 && (street === null || t >= street.end)) {
      tail.abroad = true;
      tail.left &= ~tokenRange(t, end);
    } else {
      tail.over |= 1 << t;
      tail.left &= ~(1 << t);
      if (street !== null && t >= street.end && locality === null) tail.localityUnknown = true;
      if (isWord(tokens, t, 'AND') || wordMeans(words, t, MEANING.corner)) tail.and = true;
    }
  }
  if (tail.over !== NO_TOKENS && (means(index, tail.type, MEANING.corner) || slashesWords(tokens))) tail.and = true;
}

/** Whether all tokens of a range are left over. */
function isLeft({ left }: Tail, from: number, end: number): boolean {
  const range = tokenRange(from, end);
  return (left & range) === range;
}

/** Fills `tail` with the type and suffix after a street's name, and takes them out of `left`. */
function parseTail(context: ParseContext, street: Span | null): void {
  const { index, tokens, words, roles, openAt, tail } = context;
  tail.type = -1;
  tail.suffix = -1;
  tail.typesOpen = null;
  tail.suffixesOpen = null;
  if (street?.whole !== true) return;
  let t = street.end;
  if (t >= tokens.count || !hasToken(tail.left & (roles?.street ?? tail.left), t)) return;
  if (t !== openAt && wordMeans(words, t, MEANING.streetType)) {
    const next = t + 1 < tokens.count && hasToken(tail.left, t + 1) && wordMeans(words, t + 1, MEANING.streetSuffix);
    if (next || !wordMeans(words, t, MEANING.streetSuffix)) {
      tail.type = words.entry[t];
      tail.left &= ~(1 << t++);
      if (t !== openAt && isTypeAgain(context, t)) tail.left &= ~(1 << t++);
      tail.end = t;
      if (t === tokens.count || !hasToken(tail.left, t)) return;
    }
  }
  if (t === openAt) {
    if (tokens.kind[t] !== WORD) return;
    const { types, suffixes } = completionsOf(index, tokens, words);
    if ((tail.type < 0 ? types.size : 0) + suffixes.size === 0) return;
    tail.left &= ~(1 << t);
    if (tail.type < 0) tail.typesOpen = types;
    tail.suffixesOpen = suffixes;
    return;
  }
  if (t + 1 === openAt && hasToken(tail.left, openAt) && (tokens.before[openAt] & COMMA) === 0) {
    const { longSuffixes } = completionsOf(index, tokens, words);
    if (longSuffixes.size > 0) {
      tail.left &= ~tokenRange(t, openAt + 1);
      tail.suffixesOpen = longSuffixes;
      return;
    }
  }
  if ((tokens.before[t] & COMMA) !== 0) return;
  if ((words.longMeanings[t] & (1 << MEANING.streetSuffix)) !== 0) {
    tail.suffix = words.longEntry[t];
    tail.left &= ~tokenRange(t, words.longEnd[t]);
  } else if (wordMeans(words, t, MEANING.streetSuffix)) {
    tail.suffix = words.entry[t];
    tail.left &= ~(1 << t);
  }
}

/**
 * `12 NORTH ASCOT STREET` for ASCOT STREET NORTH, if there is one: a suffix between the number and the name, with the
 * type after it. Fills `tail`, takes the word out of `left`, and puts back last words read as the prefix of a suffix.
 */
function parseSuffixBefore({ index, tokens, words, openAt, tail }: ParseContext, street: Span | null): boolean {
  if (street === null || street.from < 2 || tail.type < 0 || tail.suffix >= 0) return false;
  const t = street.from - 1;
  if (!hasToken(tail.left, t) || tokens.kind[t] !== WORD || tokens.kind[t - 1] === WORD) return false;
  if (((tokens.before[t] | tokens.before[street.from]) & COMMA) !== 0) return false;
  if (!wordMeans(words, t, MEANING.streetSuffix) || !isStreetOf(index, street, tail.type, words.entry[t])) return false;
  tail.suffix = words.entry[t];
  tail.left &= ~(1 << t);
  if (tail.suffixesOpen !== null) {
    tail.suffixesOpen = null;
    tail.left |= tokenRange(tail.end, openAt + 1);
  }
  return true;
}

/** `10 THE ESPLANADE` for ESPLANADE: an article before the street's name, which the record lacks. Takes it out of `left`. */
function parseArticle({ tokens, tail }: ParseContext, street: Span | null): boolean {
  if (street?.whole !== true || street.from === 0) return false;
  const t = street.from - 1;
  if (!hasToken(tail.left, t) || !isWord(tokens, t, 'THE') || (tokens.before[street.from] & COMMA) !== 0) return false;
  if (t > 0 && tokens.kind[t - 1] === WORD && (tokens.before[t] & COMMA) === 0) return false;
  tail.left &= ~(1 << t);
  tail.words--;
  return true;
}

/** `SMITH STREET ST`: the type again, from a field of its own; not if a word follows, as in `SMITH STREET ST KLIDA`. */
function isTypeAgain({ index, tokens, words, tail }: ParseContext, t: number): boolean {
  if (t >= tokens.count || !hasToken(tail.left, t) || (tokens.before[t] & COMMA) !== 0) return false;
  const goesOn = t + 1 < tokens.count && hasToken(tail.left, t + 1) && (tokens.before[t + 1] & COMMA) === 0;
  if (goesOn || !wordMeans(words, t, MEANING.streetType)) return false;
  return sharesCode(index, tail.type, words.entry[t], MEANING.streetType);
}

/** `SMITH ST / HIGH ST`: a slash between words, not between letters as in `C/O`. */
function slashesWords({ count, kind, before, start, end }: Tokens): boolean {
  const isLong = (t: number) => kind[t] === WORD && end[t] - start[t] > 1;
  for (let t = 1; t < count; t++) if ((before[t] & SLASH) !== 0 && isLong(t) && isLong(t - 1)) return true;
  return false;
}

/** Whether any of the FEW first postings of a whole span has a type and a suffix (lexicon entries), by its card. */
function isStreetOf(index: AddressIndex, { node }: Span, type: number, suffix: number): boolean {
  const { low, start, ranked } = nameTries(index).street;
  const from = start[low[node]];
  const end = Math.min(endOfRows(start, low[node], ranked), from + FEW);
  for (let row = from * POSTING_ROW; row < end * POSTING_ROW; row += POSTING_ROW) {
    const card = ranked[row + ROW_CARD];
    if (
      hasCode(index, suffix, MEANING.streetSuffix, suffixOnCard(card)) &&
      hasCode(index, type, MEANING.streetType, typeOnCard(card))
    )
      return true;
  }
  return false;
}
