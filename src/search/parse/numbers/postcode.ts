import { beginsInTerritory, beginsPostcode, isPostcode } from '../../text/number-tokens.ts';
import type { Tokens } from '../../text/tokens.ts';
import { consume, copy, type NumberParse, typed } from './number-parse.ts';

/**
 * Takes the postcode among numbers that stand alone: whole at the end, or its first digits while they are typed. Where it may be
 * a street number too, the other parse is added to `others`. Answers the numbers that are left.
 */
export function parsePostcode(
  tokens: Tokens,
  parse: NumberParse,
  plain: readonly number[],
  others: NumberParse[],
): readonly number[] {
  return parseDigits(tokens, parse, parseWhole(tokens, parse, plain, others), others);
}

/** Four digits at the end: a postcode, or the only number there is. */
function parseWhole(
  tokens: Tokens,
  parse: NumberParse,
  plain: readonly number[],
  others: NumberParse[],
): readonly number[] {
  const last = plain[plain.length - 1];
  if (last === undefined || !isPostcode(tokens, last)) return plain;
  const alone = plain.length === 1 && parse.number === null;
  if (last === 0 && (alone || tokens.count === 1) && !beginsInTerritory(tokens, last)) {
    const asPostcode = copy(parse);
    asPostcode.postcode = typed(tokens, last);
    consume(asPostcode, last, last + 1);
    others.push(asPostcode);
    return plain;
  }
  if (alone) {
    const asNumber = copy(parse);
    asNumber.number = typed(tokens, last);
    consume(asNumber, last, last + 1);
    others.push(asNumber);
  }
  parse.postcode = typed(tokens, last);
  consume(parse, last, last + 1);
  return withoutAgain(tokens, parse, plain.slice(0, -1), last);
}

/** The numbers before a postcode without the same postcode, said before: `RICHMOND 3121, VIC 3121`. */
function withoutAgain(tokens: Tokens, parse: NumberParse, rest: number[], postcode: number): number[] {
  const again = rest.filter((t) => isPostcode(tokens, t) && tokens.value[t] === tokens.value[postcode]);
  if (again.length === 0 || (again.length === rest.length && parse.number === null && parse.lot === null)) return rest;
  for (const t of again) consume(parse, t, t + 1);
  return rest.filter((t) => !again.includes(t));
}

/** One to three digits at the end, still being typed. */
function parseDigits(
  tokens: Tokens,
  parse: NumberParse,
  rest: readonly number[],
  others: NumberParse[],
): readonly number[] {
  const open = rest[rest.length - 1];
  if (!tokens.open || open === undefined || open !== tokens.count - 1 || !beginsPostcode(tokens, open)) return rest;
  if (rest.length === 1 && parse.number === null && parse.lot === null && !beginsInTerritory(tokens, open)) {
    const asPostcode = copy(parse);
    parseOpen(tokens, asPostcode, open);
    others.push(asPostcode);
    return rest;
  }
  const turned = rest.find((t) => t !== open && isPostcode(tokens, t));
  if (turned !== undefined && parse.number === null) {
    const around = copy(parse);
    around.postcode = typed(tokens, turned);
    around.number = typed(tokens, open);
    consume(around, turned, turned + 1);
    consume(around, open, open + 1);
    others.push(around);
  }
  parseOpen(tokens, parse, open);
  return rest.slice(0, -1);
}

function parseOpen(tokens: Tokens, parse: NumberParse, t: number): void {
  parse.postcode = typed(tokens, t);
  parse.postcodeOpen = true;
  consume(parse, t, t + 1);
}
