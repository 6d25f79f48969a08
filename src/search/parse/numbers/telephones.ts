import { COMMA, NUMBER, SLASH, type Tokens, textOfLetters } from '../../text/tokens.ts';
import { consume, type NumberParse } from './number-parse.ts';

/** Digits of a number that a word says is a telephone's, or a business's, at least. */
const SAID = 8;

/** How the digits of telephones are grouped, behind what they begin with (Australian Communications and Media Authority, numbering plan). */
const GROUPINGS: readonly (readonly [begin: RegExp, groups: readonly number[]])[] = [
  [/^0[23478]$/, [4, 4]],
  [/^0[23478]$/, [8]],
  [/^04\d\d$/, [3, 3]],
  [/^1[38]00$/, [3, 3]],
  [/^0[23478]\d{8}$/, []],
  [/^61$/, [1, 4, 4]],
  [/^61$/, [3, 3, 3]],
  [/^61[23478]\d{8}$/, []],
];

/** `PH 03 9123 4567`: the numbers behind the word up to a comma, eight digits at least. Answers the token after them, else t. */
export function parseSaidTelephone(tokens: Tokens, parse: NumberParse, t: number, from: number): number {
  const { count, kind, before } = tokens;
  let end = from;
  let digits = 0;
  while (end < count && kind[end] === NUMBER && (digits < SAID || (before[end] & COMMA) === 0)) {
    digits += sizeOf(tokens, end);
    end++;
  }
  return digits >= SAID ? consume(parse, t, end) : t;
}

/**
 * `0412 345 678`, `(03) 9123 4567`, `+61 3 9123 4567`, `T 03 9123 4567`: numbers that are a telephone's by their groups, and the letter before
 * them. Answers the token after them, else t.
 */
export function parseTelephone(tokens: Tokens, parse: NumberParse, t: number): number {
  const number = isInitial(tokens, t) && t + 1 < tokens.count ? t + 1 : t;
  const end = endOfTelephone(tokens, number);
  return end > number ? consume(parse, t, end) : t;
}

function endOfTelephone(tokens: Tokens, t: number): number {
  if (!mayBegin(tokens, t)) return t;
  const begin = textOfLetters(tokens, tokens.start[t], tokens.end[t]);
  for (const [form, groups] of GROUPINGS)
    if (form.test(begin) && isGrouped(tokens, t + 1, groups)) return t + 1 + groups.length;
  return t;
}

/** `T`, `M`, `P`, `F` before a number: telephone, mobile, phone, fax. */
function isInitial(tokens: Tokens, t: number): boolean {
  return sizeOf(tokens, t) === 1 && INITIALS.has(tokens.letters[tokens.start[t]]);
}

const INITIALS = new Set([...'TMPF'].map((letter) => letter.charCodeAt(0)));

function mayBegin(tokens: Tokens, t: number): boolean {
  if (tokens.kind[t] !== NUMBER) return false;
  const { letters, start } = tokens;
  const first = letters[start[t]];
  if (first === ZERO) return true;
  const digits = sizeOf(tokens, t);
  if (digits === 4) return tokens.value[t] === 1300 || tokens.value[t] === 1800;
  return (digits === 2 || digits === 11) && first === ZERO + 6 && letters[start[t] + 1] === ZERO + 1;
}

const ZERO = 0x30;

function isGrouped(tokens: Tokens, from: number, groups: readonly number[]): boolean {
  const { count, kind, before } = tokens;
  if (from + groups.length > count) return false;
  return groups.every((digits, i) => {
    const t = from + i;
    return kind[t] === NUMBER && sizeOf(tokens, t) === digits && (before[t] & (COMMA | SLASH)) === 0;
  });
}

function sizeOf({ start, end }: Tokens, t: number): number {
  return end[t] - start[t];
}
