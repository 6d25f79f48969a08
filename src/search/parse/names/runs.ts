import { MEANING } from '../../../index/lexicon.ts';
import { type Text, wordMeans } from '../../text/lexicon.ts';
import { hasToken, NO_TOKENS, type TokenSet, tokenRange } from '../../text/token-set.ts';
import { COMMA, WORD } from '../../text/tokens.ts';
import type { NumberParse } from '../numbers/number-parse.ts';
import type { NameParse } from './name-parse.ts';
import type { Span } from './spans.ts';

/** Consecutive tokens that a parse leaves unexplained. */
export interface Run {
  readonly from: number;
  readonly end: number;
}

/** The runs of words that a parse leaves unexplained; a short number is no part of a name. */
export function runsOf(text: Text, parse: NameParse): Run[] {
  const runs: Run[] = [];
  const { count, before, kind } = text.tokens;
  const isName = (t: number) =>
    hasToken(parse.left, t) && (kind[t] === WORD || text.tokens.end[t] - text.tokens.start[t] >= 3);
  for (let t = 0; t < count; t++) {
    if (!isName(t)) continue;
    let end = t + 1;
    while (end < count && isName(end) && (before[end] & COMMA) === 0) end++;
    runs.push({ from: t, end });
    t = end - 1;
  }
  return runs;
}

/**
 * Whether a run of words is the name of a building or a site, which is no misspelled street or place: what it ends in says what it is,
 * and no number stands right before it. `LITTLE PEOPLE KINDERGARTEN, 12 SMITH STREET`.
 */
export function isVenue({ tokens, words }: Text, { from, end }: Run, { consumed }: NumberParse): boolean {
  if (!wordMeans(words, end - 1, MEANING.venue) || (tokens.open && end === tokens.count)) return false;
  return from === 0 || !hasToken(consumed, from - 1);
}

/**
 * Whether a run of words may be the street of the number that was given: it stands behind the number, or before one that nothing stands
 * behind. Other words beside an address are a building's, or a person's.
 */
export function mayBeStreet(text: Text, run: Run, numbers: NumberParse): boolean {
  const { from, end } = run;
  const { number, lot, consumed } = numbers;
  if (text.roles !== null) return isWithin(run, text.roles.street);
  if (isVenue(text, run, numbers)) return false;
  if (number === null && lot === null) return true;
  if (from > 0 && hasToken(consumed, from - 1)) return true;
  const { count, before } = text.tokens;
  let behind = end;
  while (behind < count && hasToken(consumed, behind)) behind++;
  return behind > end && (behind === count || (before[behind] & COMMA) !== 0);
}

/** Whether a run of words may be the place of a street: it stands behind it, or right before it. */
export function mayBePlace({ roles }: Text, run: Run, street: Span): boolean {
  const { from, end } = run;
  if (roles !== null) return isWithin(run, roles.locality);
  return from >= street.end || end === street.from;
}

function isWithin({ from, end }: Run, set: TokenSet): boolean {
  return (tokenRange(from, end) & ~set) === NO_TOKENS;
}
