import { MEANING } from '../../../index/lexicon.ts';
import { type Text, type Words, wordMeans } from '../../text/lexicon.ts';
import {
  COMMA,
  firstToken,
  hasToken,
  lengthOf,
  NO_TOKENS,
  sizeOf,
  type TokenSet,
  type Tokens,
  tokenRange,
  WORD,
} from '../../text/tokens.ts';
import type { NumberParse } from '../numbers/number-parse.ts';
import { changedNames, type NameParse, type Span } from './name-parse.ts';

/** Consecutive tokens. */
export interface Run {
  readonly from: number;
  readonly end: number;
}

/** The runs of tokens of a set, none of which but its first has one of some separators before it. */
export function runsIn({ before }: Tokens, set: TokenSet, separators: number): Run[] {
  const runs: Run[] = [];
  for (let rest = set; rest !== NO_TOKENS; ) {
    const from = firstToken(rest);
    let end = from + 1;
    while (hasToken(rest, end) && (before[end] & separators) === 0) end++;
    runs.push({ from, end });
    rest &= ~tokenRange(from, end);
  }
  return runs;
}

/** The words that are taken for a street and for a place. */
export interface Taken {
  readonly street: Run | null;
  readonly place: Run | null;
}

/** The runs of words that a parse leaves over; numbers of one or two characters are not part of a name. */
export function runsOf({ tokens }: Text, { left }: NameParse): Run[] {
  let names = left;
  for (let t = 0; t < tokens.count; t++)
    if (tokens.kind[t] !== WORD && lengthOf(tokens, t) < 3) names &= ~tokenRange(t, t + 1);
  return runsIn(tokens, names, COMMA);
}

/**
 * The words right behind a street, its type and suffix, that a parse leaves over or takes for its place: those that may
 * name one.
 */
export function placeRun({ tokens }: Pick<Text, 'tokens'>, parse: NameParse, street: Run | null = parse.street) {
  const { count, before, kind } = tokens;
  const { type, suffix } = parse;
  if (street === null) return null;
  const left = withPlace(parse);
  let from = street.end + (type < 0 ? 0 : 1) + (suffix < 0 ? 0 : 1);
  while (from > street.end && hasToken(left, from - 1)) from--;
  let end = from;
  while (end < count && hasToken(left, end) && kind[end] === WORD && (end === from || (before[end] & COMMA) === 0))
    end++;
  return end === from ? null : { from, end };
}

/** The words that a parse leaves over, and those of its place. */
export function withPlace({ left, locality }: NameParse): TokenSet {
  return locality === null ? left : left | tokenRange(locality.from, locality.end);
}

/**
 * Whether a run of words names a building or a site, rather than misspelling a street or place: its last
 * word says so, and no number stands right before it. `LITTLE PEOPLE KINDERGARTEN, 12 SMITH STREET`.
 */
export function isVenue({ tokens, words }: Text, { from, end }: Run, { consumed }: NumberParse): boolean {
  if (!wordMeans(words, end - 1, MEANING.venue) || (tokens.open && end === tokens.count)) return false;
  return from === 0 || !hasToken(consumed, from - 1);
}

/**
 * Whether a run of words may be the street of the number given: it follows the number, or precedes one
 * that ends a part. Other words beside an address name a building or a person.
 */
export function mayBeStreet(text: Text, run: Run, numbers: NumberParse): boolean {
  const { from, end } = run;
  const { number, lot, consumed } = numbers;
  if (text.roles !== null) return isWithin(run, text.roles.street);
  if (isVenue(text, run, numbers)) return false;
  if (number === null && lot === null) return true;
  if (from > 0 && hasToken(consumed, from - 1)) return true;
  const { count, before } = text.tokens;
  let after = end;
  while (after < count && hasToken(consumed, after)) after++;
  return after > end && (after === count || (before[after] & COMMA) !== 0);
}

/** Whether a run of words may be the place of a street: it stands after the street, or right before it. */
export function mayBePlace({ roles }: Text, run: Run, street: Span): boolean {
  const { from, end } = run;
  if (roles !== null) return isWithin(run, roles.locality);
  return from >= street.end || end === street.from;
}

function isWithin({ from, end }: Run, set: TokenSet): boolean {
  return (tokenRange(from, end) & ~set) === NO_TOKENS;
}

/** A street's name without the type and suffix after it: the token after the name, and lexicon entries, -1 for none. */
export interface Bare {
  readonly end: number;
  readonly type: number;
  readonly suffix: number;
}

/** A run of words without the street type and suffix at its end. */
export function withoutType(words: Words, from: number, end: number): Bare {
  const { entry, longEntry, longEnd, longMeanings } = words;
  let last = end;
  let type = -1;
  let suffix = -1;
  const isLongSuffix = (t: number) => longEnd[t] === end && (longMeanings[t] & (1 << MEANING.streetSuffix)) !== 0;
  const isSuffix = (t: number) => wordMeans(words, t, MEANING.streetSuffix);
  const isType = (t: number) => wordMeans(words, t, MEANING.streetType);
  if (last - from > 3 && isLongSuffix(last - 2) && isType(last - 3)) {
    suffix = longEntry[last - 2];
    last -= 3;
    type = entry[last];
  } else if (last - from > 2 && isSuffix(last - 1) && isType(last - 2)) {
    suffix = entry[--last];
    type = entry[--last];
  } else if (last - from > 1 && isType(last - 1)) type = entry[--last];
  else if (last - from > 1 && isSuffix(last - 1)) suffix = entry[--last];
  return { end: last, type, suffix };
}

/** The parse with a run of words explained: as a street with the type and suffix after it, or as something else. */
export function explained(
  parse: NameParse,
  { from, end }: Run,
  { type, suffix }: Pick<Bare, 'type' | 'suffix'> = parse,
  street: Span | null = parse.street,
): NameParse {
  const run = tokenRange(from, end);
  const left = parse.left & ~run;
  return changedNames(parse, {
    street,
    type,
    suffix,
    left,
    unmatched: parse.unmatched - sizeOf(parse.left & run),
    localityUnknown: parse.locality === null && left >>> (parse.street?.end ?? end) !== 0,
  });
}
