import { beginsInTerritory, beginsPostcode, isPostcode } from './number-tokens.ts';
import type { Tokens } from './tokens.ts';
import { copy, type NumberReading, take, typed } from './typed-numbers.ts';

/**
 * Takes the postcode among numbers that stand alone: whole at the end, or its first digits while they are typed. Where it may be
 * a street number too, the other reading is added to `others`. Answers the numbers that are left.
 */
export function takePostcode(
  tokens: Tokens,
  reading: NumberReading,
  plain: readonly number[],
  others: NumberReading[],
): readonly number[] {
  return takeDigits(tokens, reading, takeWhole(tokens, reading, plain, others), others);
}

/** Four digits at the end: a postcode, or the only number there is. */
function takeWhole(
  tokens: Tokens,
  reading: NumberReading,
  plain: readonly number[],
  others: NumberReading[],
): readonly number[] {
  const last = plain[plain.length - 1];
  if (last === undefined || !isPostcode(tokens, last)) return plain;
  const alone = plain.length === 1 && reading.number === null;
  if (last === 0 && (alone || tokens.count === 1) && !beginsInTerritory(tokens, last)) {
    const asPostcode = copy(reading);
    asPostcode.postcode = typed(tokens, last);
    take(asPostcode, last, last + 1);
    others.push(asPostcode);
    return plain;
  }
  if (alone) {
    const asNumber = copy(reading);
    asNumber.number = typed(tokens, last);
    take(asNumber, last, last + 1);
    others.push(asNumber);
  }
  reading.postcode = typed(tokens, last);
  take(reading, last, last + 1);
  return withoutAgain(tokens, reading, plain.slice(0, -1), last);
}

/** The numbers before a postcode without the same postcode, said before: `RICHMOND 3121, VIC 3121`. */
function withoutAgain(tokens: Tokens, reading: NumberReading, rest: number[], postcode: number): number[] {
  const again = rest.filter((t) => isPostcode(tokens, t) && tokens.value[t] === tokens.value[postcode]);
  if (again.length === 0 || (again.length === rest.length && reading.number === null && reading.lot === null))
    return rest;
  for (const t of again) take(reading, t, t + 1);
  return rest.filter((t) => !again.includes(t));
}

/** One to three digits at the end, still being typed. */
function takeDigits(
  tokens: Tokens,
  reading: NumberReading,
  rest: readonly number[],
  others: NumberReading[],
): readonly number[] {
  const open = rest[rest.length - 1];
  if (!tokens.open || open === undefined || open !== tokens.count - 1 || !beginsPostcode(tokens, open)) return rest;
  if (rest.length === 1 && reading.number === null && reading.lot === null && !beginsInTerritory(tokens, open)) {
    const asPostcode = copy(reading);
    takeOpen(tokens, asPostcode, open);
    others.push(asPostcode);
    return rest;
  }
  const turned = rest.find((t) => t !== open && isPostcode(tokens, t));
  if (turned !== undefined && reading.number === null) {
    const around = copy(reading);
    around.postcode = typed(tokens, turned);
    around.number = typed(tokens, open);
    take(around, turned, turned + 1);
    take(around, open, open + 1);
    others.push(around);
  }
  takeOpen(tokens, reading, open);
  return rest.slice(0, -1);
}

function takeOpen(tokens: Tokens, reading: NumberReading, t: number): void {
  reading.postcode = typed(tokens, t);
  reading.postcodeOpen = true;
  take(reading, t, t + 1);
}
