import { MEANING } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { means, type Words } from '../../text/lexicon.ts';
import { isNumberLike, isPostcode } from '../../text/number-tokens.ts';
import { hasToken, tokenRange } from '../../text/token-set.ts';
import { HASH, type Tokens, WORD } from '../../text/tokens.ts';
import { consume, copy, type NumberParse, typed } from './number-parse.ts';
import { parsePostcode } from './postcode.ts';
import { streetNumberAmong } from './street-number.ts';

/** Two numbers that a slash or a hyphen joins, by the first's token; -1 where there are none. */
export interface Pairs {
  readonly slash: number;
  readonly hyphen: number;
}

/** Gives the plain numbers their roles, and adds other parses where there is doubt: the likeliest first. */
export function assignRoles(tokens: Tokens, parse: NumberParse, plain: readonly number[], pairs: Pairs): NumberParse[] {
  const others: NumberParse[] = [];
  const rest = parsePostcode(tokens, parse, plain, others);
  const pair = parseStreetNumber(tokens, parse, rest);
  parseFreePostcode(tokens, parse, rest, others);
  if (pairs.slash >= 0 || pair) addRange(parse, others);
  const unit = pairs.hyphen < 0 ? null : unitBeforeHyphen(parse);
  if (unit === null) return [parse, ...others];
  return isUnitRather(tokens, parse, pairs.hyphen) ? [unit, parse, ...others] : [parse, ...others, unit];
}

/** The street number among numbers that stand alone, and a unit's before it: `3 12 SMITH STREET`. Answers whether there is such a unit. */
function parseStreetNumber(tokens: Tokens, parse: NumberParse, rest: readonly number[]): boolean {
  let unit = -1;
  if (parse.number === null && rest.length > 0) {
    const at = streetNumberAmong(tokens, rest);
    const token = rest[at];
    parse.number = typed(tokens, token);
    consume(parse, token, token + 1);
    if (at > 0 && rest[at - 1] === token - 1 && !endsPlace(tokens, token - 1)) unit = token - 1;
  } else if (parse.number !== null && rest.length === 1) {
    const [alone] = rest;
    if (alone === (parse.unit?.number?.token ?? parse.number.token) - 1) unit = alone;
  }
  if (unit < 0 || parse.unit !== null) return false;
  parse.unit = { type: -1, number: typed(tokens, unit) };
  consume(parse, unit, unit + 1);
  return true;
}

/** `HORNSBY NSW 2077, 9 MURIEL STREET`: a postcode behind a name, before the street. */
function endsPlace(tokens: Tokens, t: number): boolean {
  return t > 0 && tokens.kind[t - 1] === WORD && isPostcode(tokens, t);
}

/** A postcode that does not stand at the end: one that is left, or `3121 RICHMOND 12 CHURCH STREET`. */
function parseFreePostcode(tokens: Tokens, parse: NumberParse, rest: readonly number[], others: NumberParse[]): void {
  if (parse.postcode !== null) return;
  const free = rest.find((t) => !hasToken(parse.consumed, t) && isPostcode(tokens, t));
  if (free !== undefined) {
    parse.postcode = typed(tokens, free);
    consume(parse, free, free + 1);
  } else if (rest.length === 2 && parse.number?.token === rest[0] && isPostcode(tokens, rest[0])) {
    const around = copy(parse);
    around.postcode = parse.number;
    around.number = typed(tokens, rest[1]);
    around.unit = null;
    consume(around, rest[1], rest[1] + 1);
    others.push(around);
  }
}

/** `12/14`, `12 + 14` where it can only be a range. */
function addRange(parse: NumberParse, others: NumberParse[]): void {
  if (parse.number === null || parse.unit?.type !== -1 || parse.last !== null) return;
  const first = parse.unit.number;
  if (first === null || first.value >= parse.number.value || first.value <= 0) return;
  const range = copy(parse);
  range.unit = null;
  range.number = first;
  range.last = parse.number;
  range.exactOnly = true;
  others.push(range);
}

/** `3-12` as unit 3 of number 12. */
function unitBeforeHyphen(parse: NumberParse): NumberParse | null {
  if (parse.unit !== null || parse.number === null || parse.last === null) return null;
  return {
    ...copy(parse),
    unit: { type: -1, number: parse.number },
    number: parse.last,
    last: null,
    exactOnly: true,
  };
}

/** `#3-12`, `3-12`: a sign before it, or two sides of a street, which a range has in few places. A number being typed may become either. */
function isUnitRather(tokens: Tokens, { number, last }: NumberParse, hyphen: number): boolean {
  if (number === null || last === null || (tokens.open && last.token === tokens.count - 1)) return false;
  return (tokens.before[hyphen] & HASH) !== 0 || (number.value - last.value) % 2 !== 0;
}

/** `7 NUMBER 5 WAY`: the parse with NUMBER and what follows it as a name, where a number stands before it; else null. */
export function namedByNumber(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  parse: NumberParse,
): NumberParse | null {
  const { number, unit, last } = parse;
  if (number === null || last !== null || number.token < 2) return null;
  const t = number.token - 1;
  if (!hasToken(parse.consumed, t) || !means(index, words.entry[t], MEANING.number) || !isNumberLike(tokens, t - 1))
    return null;
  if (unit !== null && (unit.type >= 0 || unit.number?.token !== t - 1)) return null;
  const named = copy(parse);
  named.unit = null;
  named.number = typed(tokens, t - 1);
  named.consumed &= ~tokenRange(t, t + 2);
  consume(named, t - 1, t);
  return named;
}
