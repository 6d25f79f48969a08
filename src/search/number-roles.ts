import { MEANING } from '../index/lexicon.ts';
import type { AddressIndex } from '../index/open.ts';
import { means, type Words } from './lexicon.ts';
import { isNumberLike, isPostcode } from './number-tokens.ts';
import { takePostcode } from './postcode-reading.ts';
import { streetNumberAmong } from './street-number-reading.ts';
import { HASH, type Tokens, WORD } from './tokens.ts';
import { copy, type NumberReading, take, typed } from './typed-numbers.ts';

/** Two numbers that a slash or a hyphen joins, by the first's token; -1 where there are none. */
export interface Pairs {
  readonly slash: number;
  readonly hyphen: number;
}

/** Gives the plain numbers their roles, and adds other readings where there is doubt: the likeliest first. */
export function assignRoles(
  tokens: Tokens,
  reading: NumberReading,
  plain: readonly number[],
  pairs: Pairs,
): NumberReading[] {
  const others: NumberReading[] = [];
  const rest = takePostcode(tokens, reading, plain, others);
  const pair = takeStreetNumber(tokens, reading, rest);
  takeFreePostcode(tokens, reading, rest, others);
  if (pairs.slash >= 0 || pair) addRange(reading, others);
  const unit = pairs.hyphen < 0 ? null : unitBeforeHyphen(reading);
  if (unit === null) return [reading, ...others];
  return isUnitRather(tokens, reading, pairs.hyphen) ? [unit, reading, ...others] : [reading, ...others, unit];
}

/** The street number among numbers that stand alone, and a unit's before it: `3 12 SMITH STREET`. Answers whether there is such a unit. */
function takeStreetNumber(tokens: Tokens, reading: NumberReading, rest: readonly number[]): boolean {
  let unit = -1;
  if (reading.number === null && rest.length > 0) {
    const at = streetNumberAmong(tokens, rest);
    const token = rest[at];
    reading.number = typed(tokens, token);
    take(reading, token, token + 1);
    if (at > 0 && rest[at - 1] === token - 1 && !endsPlace(tokens, token - 1)) unit = token - 1;
  } else if (reading.number !== null && rest.length === 1) {
    const [alone] = rest;
    if (alone === (reading.unit?.number?.token ?? reading.number.token) - 1) unit = alone;
  }
  if (unit < 0 || reading.unit !== null) return false;
  reading.unit = { type: -1, number: typed(tokens, unit) };
  take(reading, unit, unit + 1);
  return true;
}

/** `HORNSBY NSW 2077, 9 MURIEL STREET`: a postcode behind a name, before the street. */
function endsPlace(tokens: Tokens, t: number): boolean {
  return t > 0 && tokens.kind[t - 1] === WORD && isPostcode(tokens, t);
}

/** A postcode that does not stand at the end: one that is left, or `3121 RICHMOND 12 CHURCH STREET`. */
function takeFreePostcode(
  tokens: Tokens,
  reading: NumberReading,
  rest: readonly number[],
  others: NumberReading[],
): void {
  if (reading.postcode !== null) return;
  const free = rest.find((t) => reading.taken[t] === 0 && isPostcode(tokens, t));
  if (free !== undefined) {
    reading.postcode = typed(tokens, free);
    take(reading, free, free + 1);
  } else if (rest.length === 2 && reading.number?.token === rest[0] && isPostcode(tokens, rest[0])) {
    const around = copy(reading);
    around.postcode = reading.number;
    around.number = typed(tokens, rest[1]);
    around.unit = null;
    take(around, rest[1], rest[1] + 1);
    others.push(around);
  }
}

/** `12/14`, `12 + 14` where it can only be a range. */
function addRange(reading: NumberReading, others: NumberReading[]): void {
  if (reading.number === null || reading.unit?.type !== -1 || reading.last !== null) return;
  const first = reading.unit.number;
  if (first === null || first.value >= reading.number.value || first.value <= 0) return;
  const range = copy(reading);
  range.unit = null;
  range.number = first;
  range.last = reading.number;
  range.strict = true;
  others.push(range);
}

/** `3-12` as unit 3 of number 12. */
function unitBeforeHyphen(reading: NumberReading): NumberReading | null {
  if (reading.unit !== null || reading.number === null || reading.last === null) return null;
  return {
    ...copy(reading),
    unit: { type: -1, number: reading.number },
    number: reading.last,
    last: null,
    strict: true,
  };
}

/** `#3-12`, `3-12`: a sign before it, or two sides of a street, which a range has in few places. A number being typed may become either. */
function isUnitRather(tokens: Tokens, { number, last }: NumberReading, hyphen: number): boolean {
  if (number === null || last === null || (tokens.open && last.token === tokens.count - 1)) return false;
  return (tokens.before[hyphen] & HASH) !== 0 || (number.value - last.value) % 2 !== 0;
}

/** `7 NUMBER 5 WAY`: the reading with NUMBER and what follows it as a name, where a number stands before it; else null. */
export function namedByNumber(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  reading: NumberReading,
): NumberReading | null {
  const { number, unit, last } = reading;
  if (number === null || last !== null || number.token < 2) return null;
  const t = number.token - 1;
  if (reading.taken[t] === 0 || !means(index, words.entry[t], MEANING.number) || !isNumberLike(tokens, t - 1))
    return null;
  if (unit !== null && (unit.type >= 0 || unit.number?.token !== t - 1)) return null;
  const named = copy(reading);
  named.unit = null;
  named.number = typed(tokens, t - 1);
  named.taken.fill(0, t, t + 2);
  take(named, t - 1, t);
  return named;
}
