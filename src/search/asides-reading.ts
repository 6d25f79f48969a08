import { MEANING } from '../index/lexicon.ts';
import type { AddressIndex } from '../index/open.ts';
import { means, type Words } from './lexicon.ts';
import { isNumberLike, isPostcode, numberAfter } from './number-tokens.ts';
import { COMMA, NUMBER, SLASH, type Tokens, WORD } from './tokens.ts';
import { type NumberReading, take } from './typed-numbers.ts';

/**
 * Takes words that stand beside an address and say nothing of it: whom it is for, that it follows, a telephone. Answers the token after those
 * that were taken, else t.
 */
export function takeAside(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  reading: NumberReading,
  t: number,
): number {
  const long = words.longEntry[t];
  const end = long >= 0 ? words.longEnd[t] : t + 1;
  const entry = long >= 0 ? long : words.entry[t];
  if (entry < 0) return t;
  if (means(index, entry, MEANING.company)) return takeCompany(tokens, reading, t, end);
  if (end >= tokens.count) return t;
  if (means(index, entry, MEANING.addressee)) return takeAddressee(index, tokens, words, reading, t, end);
  if (means(index, entry, MEANING.telephone)) return takeTelephone(tokens, reading, t, end);
  if (means(index, entry, MEANING.postcode) && isPostcode(tokens, end)) return take(reading, t, end);
  if (means(index, entry, MEANING.heading) && beginsPart(tokens, t) && isAddressNext(index, tokens, words, end))
    return take(reading, t, end);
  const within = means(index, entry, MEANING.within) && t > 0 && reading.taken[t - 1] === 1;
  return within && reading.number === null && isAddressNext(index, tokens, words, end) ? take(reading, t, end) : t;
}

/** `ACME PTY LTD, 12 SMITH STREET`: the words of the part before it too. */
function takeCompany(tokens: Tokens, reading: NumberReading, t: number, end: number): number {
  const isWord = (at: number) => tokens.kind[at] === WORD && reading.taken[at] === 0;
  let from = t;
  while (!beginsPart(tokens, from) && isWord(from - 1)) from--;
  const named = from < t && (beginsPart(tokens, from) || reading.taken[from - 1] === 1);
  return named ? take(reading, from, end) : t;
}

/** `C/- JANE BROWN, 12 SMITH STREET`: words up to the next comma, number or unit, where a street number follows. */
function takeAddressee(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  reading: NumberReading,
  t: number,
  name: number,
): number {
  if (!beginsPart(tokens, t) || reading.number !== null) return t;
  const careOf = (tokens.before[t + 1] & SLASH) !== 0;
  const initial = name === t + 1 && tokens.end[t] - tokens.start[t] === 1;
  const mailService = name === t + 1 && isNumberLike(tokens, name);
  if ((initial || mailService) && !careOf) return t;
  let end = name;
  while (end < tokens.count && (tokens.before[end] & COMMA) === 0 && !isAddressNext(index, tokens, words, end)) end++;
  return numberAfter(tokens, end) ? take(reading, t, end) : t;
}

/** `PH 03 9123 4567`: the numbers behind it, eight digits at least. */
function takeTelephone(tokens: Tokens, reading: NumberReading, t: number, from: number): number {
  let end = from;
  let digits = 0;
  while (end < tokens.count && tokens.kind[end] === NUMBER) {
    digits += tokens.end[end] - tokens.start[end];
    end++;
  }
  return digits >= LEAST_TELEPHONE ? take(reading, t, end) : t;
}

const LEAST_TELEPHONE = 8;

function beginsPart(tokens: Tokens, t: number): boolean {
  return t === 0 || (tokens.before[t] & COMMA) !== 0;
}

/** Whether a number, or a type of unit or level with a number behind it, stands at t. */
function isAddressNext(index: AddressIndex, tokens: Tokens, words: Words, t: number): boolean {
  if (isNumberLike(tokens, t)) return true;
  const entry = words.entry[t];
  const typed =
    means(index, entry, MEANING.flatType) ||
    means(index, entry, MEANING.levelType) ||
    means(index, entry, MEANING.lot) ||
    means(index, entry, MEANING.number);
  return typed && t + 1 < tokens.count && isNumberLike(tokens, t + 1);
}
