import type { AddressIndex } from '../index/open.ts';
import { BRACKET, HYPHEN, NUMBER, SLASH, type Tokens, WORD } from './tokens.ts';
import { copy, type NumberReading, take, textOfLetters, typed } from './typed-numbers.ts';
import { unitOfLetter } from './units-reading.ts';

/** Numbers joined by slashes and hyphens: `3/12`, `12-14`, `3/12-14`, `3-12-14`, `2/3/12`, `U3-12`. */
export function takeChain(
  index: AddressIndex,
  tokens: Tokens,
  reading: NumberReading,
  from: number,
  end: number,
): void {
  let part = end - 1;
  while (part > from && (tokens.before[part] & HYPHEN) !== 0) part--;
  if (part === from && (end - part === 3 || isLettered(tokens, part))) part++;
  reading.number = typed(tokens, part);
  reading.last = part + 1 < end ? typed(tokens, end - 1) : null;
  take(reading, from, end);
  if (part === from) return;
  const unitEnd = part;
  let unitFrom = part - 1;
  while (unitFrom > from && (tokens.before[unitFrom] & HYPHEN) !== 0) unitFrom--;
  if (reading.unit === null) {
    const text =
      unitEnd - unitFrom > 1
        ? `${textOfLetters(tokens, tokens.start[unitFrom], tokens.end[unitFrom])}-${textOfLetters(tokens, tokens.start[unitEnd - 1], tokens.end[unitEnd - 1])}`
        : textOfLetters(tokens, tokens.start[unitFrom], tokens.end[unitFrom]);
    const typedUnit = unitOfLetter(index, tokens, unitFrom);
    if (typedUnit?.level === true && reading.level === null) {
      reading.level = typedUnit.unit;
      if (unitFrom > from) reading.unit = { type: -1, number: typed(tokens, from) };
    } else
      reading.unit = typedUnit?.unit ?? { type: -1, number: { value: tokens.value[unitFrom], text, token: unitFrom } };
  }
  if (unitFrom > from && reading.level === null) {
    const lettered = unitOfLetter(index, tokens, from);
    reading.level = lettered?.level === true ? lettered.unit : { type: -1, number: typed(tokens, from) };
  }
}

/** `U3`, `G12`: a letter before the digits, which units have and the first number of a range has not. */
function isLettered(tokens: Tokens, t: number): boolean {
  return tokens.letters[tokens.start[t]] >= 0x41;
}

/** `2/3/12` with the unit before the level: the reading turned round; null where it has not both by numbers alone. */
export function turnChain(reading: NumberReading): NumberReading | null {
  const { unit, level } = reading;
  if (unit?.type !== -1 || level?.type !== -1 || unit.number === null || level.number === null) return null;
  return { ...copy(reading), unit: level, level: unit, strict: true };
}

/** Words between the ends of a range. */
const TO = new Set(['TO', 'AND', 'TILL', 'UNTIL', 'THRU', 'THROUGH']);

/**
 * `12 TO 14 SMITH STREET`, `12 & 14`, `3/12 TO 14`: a range from the number at t, which is the only street number so far, where the second is
 * the higher. Answers whether it is one.
 */
export function takeRange(tokens: Tokens, reading: NumberReading, t: number): boolean {
  const { kind, value } = tokens;
  if (reading.last !== null || (reading.number !== null && reading.number.token !== t)) return false;
  if (!joinsNumbers(tokens, t) || kind[t + 3] !== WORD) return false;
  if (kind[t] !== NUMBER || kind[t + 2] !== NUMBER) return false;
  if (value[t + 2] <= value[t] || !TO.has(textOfLetters(tokens, tokens.start[t + 1], tokens.end[t + 1]))) return false;
  reading.number = typed(tokens, t);
  reading.last = typed(tokens, t + 2);
  take(reading, t, t + 3);
  return true;
}

/** `3 OF 12 SMITH STREET`: a unit. Answers whether it is one. */
export function takeUnitOf(tokens: Tokens, reading: NumberReading, t: number): boolean {
  if (reading.number !== null || reading.unit !== null || !joinsNumbers(tokens, t)) return false;
  if (textOfLetters(tokens, tokens.start[t + 1], tokens.end[t + 1]) !== 'OF') return false;
  reading.unit = { type: -1, number: typed(tokens, t) };
  take(reading, t, t + 2);
  return true;
}

/** Whether a word stands between a number at t and another one, or a range, and something behind. */
function joinsNumbers({ count, kind }: Tokens, t: number): boolean {
  return t + 3 < count && kind[t + 1] === WORD && kind[t + 2] !== WORD;
}

/** Marks a range that is being typed: `18-`, and `18-2` on the way to `18-22`. */
export function openRange(tokens: Tokens, reading: NumberReading): void {
  const { number, last } = reading;
  const end = tokens.count - 1;
  if (!tokens.typing || number === null) return;
  reading.rangeOpen =
    last === null ? number.token === end && (tokens.after & HYPHEN) !== 0 : last.token === end && tokens.open;
}

/** Which of the plain numbers is the street's: the last that a word follows, else the last. */
export function streetNumberAmong(tokens: Tokens, rest: readonly number[]): number {
  for (let i = rest.length - 1; i >= 0; i--) {
    const next = rest[i] + 1;
    if (i > 0 && tokens.letters[tokens.start[rest[i]]] >= 0x41) continue;
    if (next < tokens.count && tokens.kind[next] === WORD && (tokens.before[next] & 1) === 0) return i;
  }
  return rest.length - 1;
}

/** `12 A SMITH STREET`, `12-A`, `12/A`: a number, and a letter that may be its suffix. */
export function joinsLetter(tokens: Tokens, t: number): boolean {
  return (
    tokens.kind[t] === NUMBER &&
    t + 2 < tokens.count &&
    tokens.kind[t + 1] === WORD &&
    tokens.end[t + 1] - tokens.start[t + 1] === 1 &&
    (tokens.before[t + 1] & ~(SLASH | HYPHEN | BRACKET)) === 0
  );
}

/** The reading with the letter behind its street number as a suffix of it: `12 A` as 12A, and nothing else. */
export function joinLetter(tokens: Tokens, reading: NumberReading, t: number): NumberReading | null {
  if (reading.number?.token !== t || reading.last !== null) return null;
  const joined = copy(reading);
  const { start, end } = tokens;
  joined.number = {
    value: tokens.value[t],
    text: textOfLetters(tokens, start[t], end[t]) + textOfLetters(tokens, start[t + 1], end[t + 1]),
    token: t,
  };
  joined.strict = true;
  take(joined, t, t + 2);
  return joined;
}
