import { MEANING } from '../../../index/lexicon.ts';
import { nameTries } from '../../../index/name-trie.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { endOfRows, POSTING_ROW, ROW_CARD } from '../../../index/posting-row.ts';
import { suffixOnCard, typeOnCard } from '../../../index/street-card.ts';
import { OTHER_TERRITORIES } from '../../../index/territories.ts';
import { COSTS } from '../../query/costs.ts';
import { FEW } from '../../query/limits.ts';
import {
  codeOf,
  completionsOf,
  firstCodeIn,
  hasCode,
  means,
  sharesCode,
  type Text,
  type Words,
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
import { type Made, namesOf, type Span } from './name-parse.ts';

/** `SURRY HILLS, SYDNEY`: after a suburb, the capital stands for the state. */
const CAPITAL = 1 << MEANING.capital;

/** What `completeParse` needs to parse the words that a street and a locality leave over. */
export interface ParseContext extends Text {
  readonly index: AddressIndex;
  /** The tokens that the numbers do not explain. */
  readonly free: TokenSet;
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
): Made {
  const parse = namesOf(street, locality, sizeOf(context.free));
  parse.left = context.free;
  if (street !== null) parse.left &= ~(tokenRange(street.from, street.end) | repeats);
  if (locality !== null) parse.left &= ~tokenRange(locality.from, locality.end);
  const end = parseTail(context, parse);
  if (parseSuffixBefore(context, parse, end)) parse.penalty = COSTS.suffixFirst;
  parse.article = parseArticle(context, parse);
  parseOpenState(context, parse);
  parseRest(context, parse);
  if (parse.article) parse.penalty += COSTS.extraPart;
  // A word for another country does not explain an address here.
  if (parse.abroad) parse.penalty += COSTS.unmatchedWord;
  return parse;
}

/** Sets the state and country to those that the last word begins, if there is a name. */
function parseOpenState({ index, tokens, words }: ParseContext, parse: Made): void {
  const { openAt } = tokens;
  if (parse.street === null && parse.locality === null) return;
  if (openAt < 0 || !hasToken(parse.left, openAt) || tokens.kind[openAt] !== WORD) return;
  const { states, countries } = completionsOf(index, tokens, words);
  const country = countries.size > 0;
  if (states.size === 0 && !country) return;
  parse.left &= ~tokenRange(openAt, openAt + 1);
  parse.words--;
  parse.penalty = COSTS.statePrefix;
  if (states.size === 1 && !country) parse.state = firstCodeIn(states);
  else parse.statesOpen = states.bits[0];
  parse.countryOpen = country;
}

/** Divides what is left among state, country, other countries, and what nothing explains, which is left at the end. */
function parseRest({ index, tokens, words }: ParseContext, parse: Made): void {
  const { street, locality } = parse;
  let over = NO_TOKENS;
  while (parse.left !== NO_TOKENS) {
    const t = firstToken(parse.left);
    const isLong = words.longEntry[t] >= 0 && isLeft(parse, t, words.longEnd[t]);
    const meanings = isLong ? words.longMeanings[t] : words.meanings[t];
    const end = isLong ? words.longEnd[t] : t + 1;
    const meaning =
      locality !== null && t >= locality.end && (meanings & CAPITAL) !== 0 ? MEANING.capital : MEANING.state;
    const given =
      (meanings & (1 << meaning)) === 0 ? -1 : codeOf(index, isLong ? words.longEntry[t] : words.entry[t], meaning);
    // `COCOS ISLANDS WA`: a territory, and the state that its mail goes to.
    const isState = given >= 0 && (parse.state < 0 || parse.state === OTHER_TERRITORIES || given === parse.state);
    parse.left &= ~tokenRange(t, end);
    if (isState || (meanings & (1 << MEANING.country)) !== 0) {
      if (isState) parse.state = given;
      if (isState && meaning === MEANING.capital && isLikeStreet(words, parse)) parse.penalty += COSTS.capitalState;
      if (street !== null && t < street.from) parse.penalty = COSTS.stateFirst;
      parse.words -= end - t;
    } else if ((meanings & (1 << MEANING.abroad)) !== 0 && (street === null || t >= street.end)) parse.abroad = true;
    else {
      over |= 1 << t;
      parse.left |= tokenRange(t + 1, end);
      if (street !== null && t >= street.end && locality === null) parse.localityUnknown = true;
      if (isWord(tokens, t, 'AND') || wordMeans(words, t, MEANING.corner)) parse.and = true;
    }
  }
  if (over !== NO_TOKENS && (means(index, parse.type, MEANING.corner) || slashesWords(tokens))) parse.and = true;
  if (parse.state >= 0) parse.statesOpen = 0;
  parse.left = over;
  parse.unmatched = sizeOf(over);
}

/** Whether a parse has no street, and a place that is written like one: a name and a type. */
function isLikeStreet(words: Words, { street, locality }: Made): boolean {
  if (street !== null || locality === null || locality.end - locality.from < 2) return false;
  return wordMeans(words, locality.end - 1, MEANING.streetType);
}

/** Whether all tokens of a range are left over. */
function isLeft({ left }: Made, from: number, end: number): boolean {
  const range = tokenRange(from, end);
  return (left & range) === range;
}

/** Takes the type and suffix after a street's name out of what is left; answers the token after the type. */
function parseTail(context: ParseContext, parse: Made): number {
  const { index, tokens, words, roles } = context;
  const { openAt } = tokens;
  if (parse.street?.whole !== true) return 0;
  let t = parse.street.end;
  if (t >= tokens.count || !hasToken(parse.left & (roles?.street ?? parse.left), t)) return t;
  if (t !== openAt && wordMeans(words, t, MEANING.streetType)) {
    const next = t + 1 < tokens.count && hasToken(parse.left, t + 1) && wordMeans(words, t + 1, MEANING.streetSuffix);
    if (next || !wordMeans(words, t, MEANING.streetSuffix)) {
      parse.type = words.entry[t];
      parse.left &= ~(1 << t++);
      if (t !== openAt && isTypeAgain(context, parse, t)) parse.left &= ~(1 << t++);
      if (t === tokens.count || !hasToken(parse.left, t)) return t;
    }
  }
  if (t === openAt) {
    if (tokens.kind[t] !== WORD) return t;
    const { types, suffixes } = completionsOf(index, tokens, words);
    if ((parse.type < 0 ? types.size : 0) + suffixes.size === 0) return t;
    parse.left &= ~(1 << t);
    if (parse.type < 0) parse.typesOpen = types;
    parse.suffixesOpen = suffixes;
    return t;
  }
  if (t + 1 === openAt && hasToken(parse.left, openAt) && (tokens.before[openAt] & COMMA) === 0) {
    const { longSuffixes } = completionsOf(index, tokens, words);
    if (longSuffixes.size > 0) {
      parse.left &= ~tokenRange(t, openAt + 1);
      parse.suffixesOpen = longSuffixes;
      return t;
    }
  }
  if ((tokens.before[t] & COMMA) !== 0) return t;
  if ((words.longMeanings[t] & (1 << MEANING.streetSuffix)) !== 0) {
    parse.suffix = words.longEntry[t];
    parse.left &= ~tokenRange(t, words.longEnd[t]);
  } else if (wordMeans(words, t, MEANING.streetSuffix)) {
    parse.suffix = words.entry[t];
    parse.left &= ~(1 << t);
  }
  return t;
}

/**
 * `12 NORTH ASCOT STREET` for ASCOT STREET NORTH, if there is one: a suffix between the number and the name, with the
 * type after it. Takes the word out of `left`, and puts back last words read as the prefix of a suffix.
 */
function parseSuffixBefore({ index, tokens, words }: ParseContext, parse: Made, end: number): boolean {
  const { street } = parse;
  if (street === null || street.from < 2 || parse.type < 0 || parse.suffix >= 0) return false;
  const t = street.from - 1;
  if (!hasToken(parse.left, t) || tokens.kind[t] !== WORD || tokens.kind[t - 1] === WORD) return false;
  if (((tokens.before[t] | tokens.before[street.from]) & COMMA) !== 0) return false;
  if (!wordMeans(words, t, MEANING.streetSuffix) || !isStreetOf(index, street, parse.type, words.entry[t]))
    return false;
  parse.suffix = words.entry[t];
  parse.left &= ~(1 << t);
  if (parse.suffixesOpen !== null) {
    parse.suffixesOpen = null;
    parse.left |= tokenRange(end, tokens.openAt + 1);
  }
  return true;
}

/** `10 THE ESPLANADE` for ESPLANADE: an article before the street's name, which the record lacks. Takes it out of `left`. */
function parseArticle({ tokens }: ParseContext, parse: Made): boolean {
  const { street } = parse;
  if (street?.whole !== true || street.from === 0) return false;
  const t = street.from - 1;
  if (!hasToken(parse.left, t) || !isWord(tokens, t, 'THE') || (tokens.before[street.from] & COMMA) !== 0) return false;
  if (t > 0 && tokens.kind[t - 1] === WORD && (tokens.before[t] & COMMA) === 0) return false;
  parse.left &= ~(1 << t);
  parse.words--;
  return true;
}

/** `SMITH STREET ST`: the type again, from a field of its own; not if a word follows, as in `SMITH STREET ST KLIDA`. */
function isTypeAgain({ index, tokens, words }: ParseContext, parse: Made, t: number): boolean {
  if (t >= tokens.count || !hasToken(parse.left, t) || (tokens.before[t] & COMMA) !== 0) return false;
  const goesOn = t + 1 < tokens.count && hasToken(parse.left, t + 1) && (tokens.before[t + 1] & COMMA) === 0;
  if (goesOn || !wordMeans(words, t, MEANING.streetType)) return false;
  return sharesCode(index, parse.type, words.entry[t], MEANING.streetType);
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
