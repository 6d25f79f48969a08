import { MEANING } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { bitsOf, type Words, wordMeans } from '../../text/lexicon.ts';
import {
  beginsPart,
  isNumberLike,
  isPostcode,
  lengthOf,
  MIXED,
  NUMBER,
  type Tokens,
  tokenRange,
  WORD,
} from '../../text/tokens.ts';
import {
  emptyParse,
  HAS,
  hasOf,
  mayBeDialled,
  type NumberParse,
  type NumberRules,
  type Reading,
  type ReadRule,
  SIGNS,
  typed,
  unitOf,
} from './number-parse.ts';
import { assignRoles, existsPostcode, mayBePostcode } from './number-roles.ts';
import { NUMBER_RULES } from './rules.ts';

const FLAT = bitsOf(MEANING.flatType);
const LEVEL = bitsOf(MEANING.levelType);

/**
 * The number parses of a query, the likeliest first, a handful at most: which numbers are unit, level,
 * street number or range, lot and postcode. Other words are left for names.
 */
export function parseNumbers(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  rules: NumberRules = NUMBER_RULES,
): NumberParse[] {
  const has = hasOf(tokens, words, rules.meanings);
  const alone = (has & ~HAS.whole) === 0 ? readPlain(index, tokens, words, 0) : null;
  if (alone !== null) return [alone];
  const reading: Reading = { index, tokens, words, has, parse: emptyParse(), plain: [], hyphen: -1, at: [] };
  for (let t = 0; t < tokens.count; )
    t = saysNothing(reading, rules, t) ? t + 1 : Math.max(t + 1, readAt(reading, rules, t));
  const parses = assignRoles(reading);
  for (const { needs, add } of rules.parses) if ((has & needs) !== 0) add(reading, parses);
  return parses;
}

/**
 * The likeliest parse of a query that has nothing that a rule needs, but perhaps a unit and a level before the street
 * number: `UNIT 3, LEVEL 2, 12 SMITH STREET, RICHMOND 3121`. Null if it takes the rules to tell.
 */
export function plainNumbers(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  { meanings }: NumberRules = NUMBER_RULES,
): NumberParse | null {
  const isUnit = isNumbered(tokens, words, 0) && (words.meanings[0] & meanings) === FLAT;
  const isLevel = isUnit && isNumbered(tokens, words, 2) && (words.meanings[2] & meanings) === LEVEL;
  const first = isLevel ? 4 : isUnit ? 2 : 0;
  const has = hasOf(tokens, words, meanings);
  if ((has & ~(isUnit ? BESIDE_UNIT : HAS.whole)) !== 0 || (isUnit && tokens.kind[first] !== NUMBER)) return null;
  for (let t = isUnit ? first + 1 : tokens.count; t < tokens.count; t++)
    if (((words.meanings[t] | words.longMeanings[t]) & meanings) !== 0) return null;
  const parse = readPlain(index, tokens, words, first);
  if (parse === null || !isUnit) return parse;
  parse.unit = unitOf(words.entry[0], typed(tokens, 1));
  if (isLevel) parse.level = unitOf(words.entry[2], typed(tokens, 3));
  parse.consumed |= tokenRange(0, first);
  return parse;
}

/**
 * The likeliest parse of a line that begins with a street number, and has no other number but perhaps a postcode at its
 * end, if none of its words says anything of numbers. Null if other roles are plausible.
 */
export function bareNumbers(index: AddressIndex, tokens: Tokens): NumberParse | null {
  const { count, kind, before, after } = tokens;
  const last = count - 1;
  // A number, one word and a number may be a range.
  if (count < 3 || kind[0] !== NUMBER || kind[2] !== WORD || kind[last] === MIXED) return null;
  if (mayBeDialled(tokens, 0)) return null;
  if (((before[0] | before[1] | before[last] | after) & SIGNS) !== 0) return null;
  return kind[last] === NUMBER && mayBeDialled(tokens, last) ? null : readPlain(index, tokens, null, 0);
}

/** What a query may have because of a unit before the street number. */
const BESIDE_UNIT = HAS.whole | HAS.meant | HAS.flat | HAS.adjacent | HAS.parted | HAS.mixed;

/** Whether a word stands at t, with its number, and more after it. */
function isNumbered(tokens: Tokens, { longEntry }: Words, t: number): boolean {
  if (t + 3 >= tokens.count || tokens.kind[t] !== WORD || longEntry[t] >= 0) return false;
  return tokens.before[t + 1] === 0 && isNumberLike(tokens, t + 1);
}

/**
 * The parse of numbers that no rule reads: the one at `first` is the street's, with a word after it, one at the end a
 * postcode that exists, after a state if it is the only one. Null if other roles are plausible.
 */
function readPlain(index: AddressIndex, tokens: Tokens, words: Words | null, first: number): NumberParse | null {
  const { count, kind } = tokens;
  const last = count - 1;
  if (last <= first || mayBePostcode(tokens, first)) return null;
  for (let t = first + 1; t < last; t++) if (kind[t] !== WORD) return null;
  const isCoded = kind[last] !== WORD;
  if (isCoded && (last === first + 1 || !isPostcode(tokens, last) || !existsPostcode(index, tokens.value[last])))
    return null;
  const isNumbered = kind[first] !== WORD;
  if (!isNumbered && !(isCoded && words !== null && wordMeans(words, last - 1, MEANING.state))) return null;
  const parse = emptyParse();
  if (isNumbered) parse.number = typed(tokens, first);
  if (isCoded) parse.postcode = typed(tokens, last);
  parse.consumed = (isNumbered ? tokenRange(first, first + 1) : 0) | (isCoded ? tokenRange(last, count) : 0);
  return parse;
}

/** Whether a token is a plain word, as most are: no letter, which may precede a telephone, and no word after a lot. */
function saysNothing({ tokens, words, parse }: Reading, { meanings }: NumberRules, t: number): boolean {
  if (tokens.kind[t] !== WORD || lengthOf(tokens, t) === 1) return false;
  return parse.lot === null && ((words.meanings[t] | words.longMeanings[t]) & meanings) === 0;
}

/** The token after those that a rule takes at t; t if none does. */
function readAt(reading: Reading, rules: NumberRules, t: number): number {
  const { has, tokens } = reading;
  const end = firstOf(rules.any, reading, has, t);
  if (end > t) return end;
  if (tokens.kind[t] === WORD) return readWord(reading, rules, t);
  const after = firstOf(rules.numbers, reading, has, t);
  if (after === t) reading.plain.push(t);
  return after;
}

function readWord(reading: Reading, rules: NumberRules, t: number): number {
  const { tokens, words } = reading;
  const meant = words.longEntry[t] >= 0 ? words.longMeanings[t] : words.meanings[t];
  const end = firstOf(rules.phrases, reading, meant, t);
  if (end > t || t + 1 >= tokens.count || isTypeOfStreet(tokens, words, t)) return end;
  return firstOf(rules.words, reading, words.meanings[t], t);
}

/** Reads by the first of the rules that takes something, of those whose needs are there. */
function firstOf(rules: readonly ReadRule[], reading: Reading, there: number, t: number): number {
  for (let i = 0; i < rules.length; i++) {
    const { needs, beside, read } = rules[i];
    const end = (there & needs) === 0 || (reading.has & beside) === 0 ? t : read(reading, t);
    if (end > t) return end;
  }
  return t;
}

/** Whether a word that may be a street type is one: after a name it is; after another street type it is a unit. */
function isTypeOfStreet(tokens: Tokens, words: Words, t: number): boolean {
  return (
    !beginsPart(tokens, t) &&
    tokens.kind[t - 1] === WORD &&
    wordMeans(words, t, MEANING.streetType) &&
    !wordMeans(words, t - 1, MEANING.streetType)
  );
}
