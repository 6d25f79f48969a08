import { MEANING, type Meaning } from '../index/lexicon.ts';
import type { AddressIndex } from '../index/open.ts';
import { codesBeginning, means, type Words } from './lexicon.ts';
import { COMMA, SLASH, type Tokens, WORD } from './tokens.ts';
import { copy, type NumberReading, type TypedUnit, take, textOfLetters } from './typed-numbers.ts';

/** Letters that a unit may be named by: `SHOP G`, `UNIT AB`. */
const MOST_LETTERS = 2;

/** Marks a unit or level whose number is still being typed; takes a number before a slash as a unit: `1104/`. */
export function openUnit(tokens: Tokens, reading: NumberReading): void {
  if (!tokens.typing) return;
  const { number, last, unit } = reading;
  if (number?.token === tokens.count - 1 && (tokens.after & SLASH) !== 0 && last === null && unit === null) {
    reading.unit = { type: -1, number };
    reading.number = null;
  }
  if (!tokens.open) return;
  const opened = (said: TypedUnit | null) =>
    said?.number?.token === tokens.count - 1 ? { ...said, open: true } : said;
  reading.unit = opened(reading.unit);
  reading.level = opened(reading.level);
}

/**
 * The reading of a query being typed in which its last words are, or begin, the type of a unit or level whose number has yet to
 * come: `UN`, `STRATA UN`, `UNIT 3, LEV`; or the letters of a unit: `SHOP G`. Null where they cannot be.
 */
export function readBegunUnit(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  reading: NumberReading,
): NumberReading | null {
  const t = tokens.count - 1;
  if (!tokens.typing || t < 0 || reading.number !== null || reading.lot !== null || !isFree(tokens, reading, t))
    return null;
  const longer = longerLevel(index, tokens, reading);
  if (longer !== null) return longer;
  const follows = t > 0 && isFree(tokens, reading, t - 1) && (tokens.before[t] & COMMA) === 0;
  const from = follows && mayBegin(tokens, reading, t - 1) ? t - 1 : t;
  if (!mayBegin(tokens, reading, from)) return null;
  const begun = copy(reading);
  begun.begun = true;
  take(begun, from, t + 1);
  const codes = (meaning: Meaning) => codesBeginning(index, tokens, from, t + 1, meaning);
  const flats = codes(MEANING.flatType);
  if (reading.unit === null && flats.size > 0) {
    begun.unit = { type: -1, number: null, begun: flats };
    return begun;
  }
  const letters = tokens.end[t] - tokens.start[t];
  if (
    from < t &&
    reading.unit === null &&
    letters <= MOST_LETTERS &&
    means(index, words.entry[from], MEANING.flatType)
  ) {
    const number = { value: 0, text: textOfLetters(tokens, tokens.start[t], tokens.end[t]), token: t };
    begun.unit = { type: words.entry[from], number, open: tokens.open };
    return begun;
  }
  const levels = codes(MEANING.levelType);
  if (reading.level !== null || levels.size === 0) return null;
  begun.level = { type: -1, number: null, begun: levels };
  return begun;
}

/** `LOWER GROUND FLO`: words that were read as a level are the beginning of a longer one's. */
function longerLevel(index: AddressIndex, tokens: Tokens, reading: NumberReading): NumberReading | null {
  const t = tokens.count - 1;
  if (reading.level === null || reading.level.number !== null) return null;
  let from = t;
  while (
    from > 0 &&
    (tokens.before[from] & COMMA) === 0 &&
    tokens.kind[from - 1] === WORD &&
    reading.taken[from - 1] === 1
  )
    from--;
  const levels = from < t ? codesBeginning(index, tokens, from, t + 1, MEANING.levelType) : null;
  if (levels === null || levels.size === 0) return null;
  const longer = copy(reading);
  longer.begun = true;
  longer.level = { type: -1, number: null, begun: levels };
  take(longer, from, t + 1);
  return longer;
}

function isFree(tokens: Tokens, reading: NumberReading, t: number): boolean {
  return tokens.kind[t] === WORD && reading.taken[t] === 0;
}

/** At the beginning, behind a comma, or behind a unit or level. */
function mayBegin(tokens: Tokens, reading: NumberReading, t: number): boolean {
  return t === 0 || (tokens.before[t] & COMMA) !== 0 || reading.taken[t - 1] === 1;
}
