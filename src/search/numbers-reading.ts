import { MEANING } from '../index/lexicon.ts';
import type { AddressIndex } from '../index/open.ts';
import { textOf } from '../index/text.ts';
import { codeOf, means, type Words } from './lexicon.ts';
import { COMMA, HYPHEN, MIXED, MOST_TOKENS, NUMBER, SLASH, type Tokens, WORD } from './tokens.ts';

/** A number as typed: its value, and its letters and digits. */
export interface TypedNumber {
  readonly value: number;
  readonly text: string;
  /** The token it was read from. */
  readonly token: number;
}

/** A unit or level as typed. */
export interface TypedUnit {
  /** Lexicon entry of its type word, -1 without one. */
  readonly type: number;
  /** Null for a type without a number: GROUND FLOOR. */
  readonly number: TypedNumber | null;
  /** What was said may be something else than a unit (a lot): a building without such a unit is no mismatch. */
  readonly optional?: boolean;
}

/** One way to read the numbers of a query. Tokens that it explains are marked in `taken`. */
export interface NumberReading {
  unit: TypedUnit | null;
  level: TypedUnit | null;
  number: TypedNumber | null;
  /** Last number of a range. */
  last: TypedNumber | null;
  lot: TypedNumber | null;
  postcode: TypedNumber | null;
  /** The postcode's digits are still being typed. */
  postcodeOpen: boolean;
  /** Only a record of exactly this number will do: the reading is far-fetched otherwise. */
  strict: boolean;
  /** 1 for every token that the reading explains. */
  readonly taken: Uint8Array;
  /** A rural delivery number, a corner, a post box, another country. */
  rural: boolean;
  corner: boolean;
  postal: boolean;
  abroad: boolean;
}

/**
 * The ways to read the numbers of a query, the likeliest first, at most four: which are unit, level, street number or range, lot and
 * postcode. Words stay for the names.
 */
export function readNumbers(index: AddressIndex, tokens: Tokens, words: Words): NumberReading[] {
  const reading = emptyReading();
  const plain: number[] = [];
  const { count, kind, before } = tokens;
  let slashPair = -1;
  let hyphenPair = -1;
  let letter = -1;
  for (let t = 0; t < count; t++) {
    const entry = words.entry[t];
    if (kind[t] === WORD) {
      const phrase = takePhrase(index, tokens, words, reading, t);
      if (phrase > t) {
        t = phrase - 1;
        continue;
      }
      if (entry < 0 || t + 1 >= count) continue;
      if (isTypeOfStreet(index, tokens, words, t)) continue;
      if (isNumberLike(tokens, t + 1) && (before[t + 1] & (SLASH | COMMA)) === 0) {
        if (means(index, entry, MEANING.lot)) {
          reading.lot = typed(tokens, t + 1);
          take(reading, t, t + 2);
          t++;
        } else if (reading.level === null && takesLevel(index, entry, reading, tokens, words, t)) {
          const counted = numbersLevels(index, entry) || numberAfter(tokens, t + 2);
          reading.level = { type: entry, number: counted ? typed(tokens, t + 1) : null };
          take(reading, t, t + (counted ? 2 : 1));
          if (counted) t++;
        } else if (reading.unit === null && means(index, entry, MEANING.flatType) && !endsName(tokens, t)) {
          reading.unit = { type: entry, number: typed(tokens, t + 1) };
          take(reading, t, t + 2);
          t++;
        } else if (means(index, entry, MEANING.number)) take(reading, t, t + 1);
      } else if (
        reading.unit === null &&
        means(index, entry, MEANING.flatType) &&
        tokens.end[t] - tokens.start[t] > 1 &&
        isUnitLetter(tokens, t + 1)
      ) {
        reading.unit = { type: entry, number: typed(tokens, t + 1) };
        take(reading, t, t + 2);
        t++;
      }
      continue;
    }
    if (isOrdinal(tokens, t) && t + 1 < count && means(index, words.entry[t + 1], MEANING.levelType)) {
      reading.level = { type: words.entry[t + 1], number: digitsOf(tokens, t) };
      take(reading, t, t + 2);
      t++;
      continue;
    }
    if (isOrdinal(tokens, t)) continue;
    if (joinsLetter(tokens, t)) letter = t;
    let chain = t + 1;
    while (chain < count && (before[chain] & (SLASH | HYPHEN)) !== 0 && isNumberLike(tokens, chain)) chain++;
    if (chain - t === 1) {
      if (kind[t] === MIXED && takeMixed(index, tokens, reading, t)) continue;
      plain.push(t);
      continue;
    }
    takeChain(index, tokens, reading, t, chain);
    if (chain - t === 2) {
      if ((before[t + 1] & SLASH) !== 0) slashPair = t;
      else hyphenPair = t;
    }
    t = chain - 1;
  }
  const readings = assign(tokens, reading, plain, slashPair, hyphenPair);
  for (const each of readings)
    if (each.lot !== null && each.number !== null && each.unit === null) lotAsUnit(index, each);
  if (letter >= 0) {
    const joined = joinLetter(tokens, readings[0], letter);
    if (joined !== null) readings.unshift(joined);
  }
  return readings;
}

/** `12 A SMITH STREET`: a number, and a letter that may be its suffix. */
function joinsLetter(tokens: Tokens, t: number): boolean {
  return (
    tokens.kind[t] === NUMBER &&
    t + 2 < tokens.count &&
    tokens.kind[t + 1] === WORD &&
    tokens.end[t + 1] - tokens.start[t + 1] === 1 &&
    tokens.before[t + 1] === 0
  );
}

function joinLetter(tokens: Tokens, reading: NumberReading, t: number): NumberReading | null {
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

/** A lot before a street number may be a flat of the type LOT. */
function lotAsUnit(index: AddressIndex, reading: NumberReading): void {
  reading.unit = { type: entryOfWord(index, 'LOT'), number: reading.lot, optional: true };
  reading.lot = null;
}

/** Postal, corner, rural, country and level phrases that stand for themselves. Answers the token after one that was taken, else t. */
function takePhrase(index: AddressIndex, tokens: Tokens, words: Words, reading: NumberReading, t: number): number {
  const long = words.longEntry[t];
  const entry = long >= 0 ? long : words.entry[t];
  const end = long >= 0 ? words.longEnd[t] : t + 1;
  if (entry < 0) return t;
  const next = end < tokens.count && isNumberLike(tokens, end);
  if (means(index, entry, MEANING.postal) && (long >= 0 || next) && (t === 0 || next)) {
    reading.postal = true;
    take(reading, t, end + (next ? 1 : 0));
    return end + (next ? 1 : 0);
  }
  if (means(index, entry, MEANING.rural) && next) {
    reading.rural = true;
    take(reading, t, end + 1);
    return end + 1;
  }
  const begins = t === 0 || (tokens.before[t] & COMMA) !== 0;
  if (means(index, entry, MEANING.corner) && begins && end < tokens.count && !next) {
    reading.corner = true;
    take(reading, t, end);
    return end;
  }
  if (long >= 0 && next && reading.unit === null && means(index, long, MEANING.flatType)) {
    reading.unit = { type: long, number: typed(tokens, end) };
    take(reading, t, end + 1);
    return end + 1;
  }
  if (long >= 0 && means(index, long, MEANING.levelType) && reading.level === null) {
    reading.level = { type: long, number: next ? typed(tokens, end) : null };
    const last = nextIsStreetNumber(tokens, end) ? end : end + (next ? 1 : 0);
    if (last === end) reading.level = { type: long, number: null };
    take(reading, t, last);
    return last;
  }
  if (
    long < 0 &&
    means(index, entry, MEANING.levelType) &&
    !means(index, entry, MEANING.streetType) &&
    tokens.end[t] - tokens.start[t] > 3 &&
    reading.level === null &&
    end < tokens.count &&
    (tokens.before[end] & 1) !== 0
  ) {
    reading.level = { type: entry, number: null };
    take(reading, t, end);
    return end;
  }
  return t;
}

/** A ground floor takes no number: the one after it is the street's. */
function nextIsStreetNumber(tokens: Tokens, t: number): boolean {
  return t + 1 < tokens.count && isNumberLike(tokens, t) && tokens.kind[t + 1] === WORD;
}

/** A word that is a street type too is one behind a name; behind another street type it is a unit's. */
function isTypeOfStreet(index: AddressIndex, tokens: Tokens, words: Words, t: number): boolean {
  return (
    t > 0 &&
    (tokens.before[t] & COMMA) === 0 &&
    tokens.kind[t - 1] === WORD &&
    means(index, words.entry[t], MEANING.streetType) &&
    !means(index, words.entry[t - 1], MEANING.streetType)
  );
}

/** A word that is a flat type too is a level where a unit is known, or follows. */
function takesLevel(
  index: AddressIndex,
  entry: number,
  reading: NumberReading,
  tokens: Tokens,
  words: Words,
  t: number,
): boolean {
  if (!means(index, entry, MEANING.levelType)) return false;
  if (!means(index, entry, MEANING.flatType) || reading.unit !== null) return true;
  return (
    t + 3 < tokens.count &&
    means(index, words.entry[t + 2], MEANING.flatType) &&
    isNumberLike(tokens, t + 3) &&
    (tokens.before[t + 3] & COMMA) === 0
  );
}

/** Levels and floors are counted; a ground floor is not, and the number after it is the street's. */
function numbersLevels(index: AddressIndex, entry: number): boolean {
  const code = codeOf(index, entry, MEANING.levelType);
  const label = textOf(index, index.columns.levelTypeText[code]);
  return label === 'LEVEL' || label === 'FLOOR';
}

/** Whether a number follows that is not the postcode at the end. */
function numberAfter(tokens: Tokens, from: number): boolean {
  for (let t = from; t < tokens.count; t++)
    if (isNumberLike(tokens, t) && !(t === tokens.count - 1 && tokens.end[t] - tokens.start[t] === 4)) return true;
  return false;
}

/** `BOAT CLUB 203`, `HOUSE 12`: a flat type that ends a name is no unit where the number after it is the only one. */
function endsName(tokens: Tokens, t: number): boolean {
  if (t === 0 || tokens.kind[t - 1] !== WORD || (tokens.before[t] & COMMA) !== 0) return false;
  if (tokens.end[t] - tokens.start[t] < 4) return false;
  if (t + 1 === tokens.count - 1 && isPostcode(tokens, t + 1)) return true;
  for (let i = 0; i < t; i++) if (isNumberLike(tokens, i)) return false;
  return !numberAfter(tokens, t + 2);
}

/** `U3`, `L2`: a letter that is a type, and its number. `G4` stays plain: a number with a prefix. */
function takeMixed(index: AddressIndex, tokens: Tokens, reading: NumberReading, t: number): boolean {
  const start = tokens.start[t];
  const letter = tokens.letters[start];
  if (letter < 0x41) return false;
  if (tokens.letters[start + 1] >= 0x41) return takeMixedUnit(index, tokens, reading, t);
  const later = t + 1 < tokens.count && (isNumberLike(tokens, t + 1) || laterNumber(tokens, t + 1));
  const number = { value: tokens.value[t], text: textOfLetters(tokens, start + 1, tokens.end[t]), token: t };
  const entry = entryOfLetter(index, letter);
  if (letter === 0x55 && reading.unit === null && later) {
    reading.unit = { type: entry, number };
    take(reading, t, t + 1);
    return true;
  }
  if (letter === 0x4c) {
    if (later && reading.level === null) {
      reading.level = { type: entry, number };
      take(reading, t, t + 1);
      return true;
    }
    if (!later && reading.lot === null) {
      reading.lot = number;
      take(reading, t, t + 1);
      return true;
    }
  }
  if (letter === 0x46 && reading.unit === null && later) {
    reading.unit = { type: entry, number };
    take(reading, t, t + 1);
    return true;
  }
  return false;
}

/** `UG16`: unit G16. */
function takeMixedUnit(index: AddressIndex, tokens: Tokens, reading: NumberReading, t: number): boolean {
  const unit = unitOfLetter(index, tokens, t);
  if (unit === null || unit.level || reading.unit !== null || !laterNumber(tokens, t + 1)) return false;
  reading.unit = unit.unit;
  take(reading, t, t + 1);
  return true;
}

/** Whether a number that may be a street's follows. */
function laterNumber(tokens: Tokens, from: number): boolean {
  for (let t = from; t < tokens.count; t++)
    if (
      tokens.kind[t] !== WORD &&
      !isOrdinal(tokens, t) &&
      (tokens.end[t] - tokens.start[t] !== 4 || t + 1 < tokens.count)
    )
      return true;
  return false;
}

function entryOfWord(index: AddressIndex, word: string): number {
  const { lexiconKeyStart, lexiconKey } = index.columns;
  const key = Buffer.from(word, 'latin1');
  let low = 0;
  let high = lexiconKeyStart.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Buffer.compare(lexiconKey.subarray(lexiconKeyStart[middle], lexiconKeyStart[middle + 1]), key) < 0)
      low = middle + 1;
    else high = middle;
  }
  return low;
}

function entryOfLetter(index: AddressIndex, letter: number): number {
  const { lexiconKeyStart, lexiconKey } = index.columns;
  let low = 0;
  let high = lexiconKeyStart.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lexiconKey[lexiconKeyStart[middle]] < letter) low = middle + 1;
    else high = middle;
  }
  return lexiconKey[lexiconKeyStart[low]] === letter && lexiconKeyStart[low + 1] - lexiconKeyStart[low] === 1
    ? low
    : -1;
}

/** Numbers joined by slashes and hyphens: `3/12`, `12-14`, `3/12-14`, `2/3/12`. */
function takeChain(index: AddressIndex, tokens: Tokens, reading: NumberReading, from: number, end: number): void {
  let part = end - 1;
  while (part > from && (tokens.before[part] & HYPHEN) !== 0) part--;
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
    if (typedUnit?.level === true && reading.level === null) reading.level = typedUnit.unit;
    else
      reading.unit = typedUnit?.unit ?? { type: -1, number: { value: tokens.value[unitFrom], text, token: unitFrom } };
  }
  if (unitFrom > from && reading.level === null) reading.level = { type: -1, number: typed(tokens, from) };
}

/** `U3`, `F3`, `L2` before a slash: a unit or level whose type is its letter. */
function unitOfLetter(index: AddressIndex, tokens: Tokens, t: number): { unit: TypedUnit; level: boolean } | null {
  const start = tokens.start[t];
  const letter = tokens.letters[start];
  const prefixed = tokens.letters[start + 1] >= 0x41;
  if (tokens.kind[t] !== MIXED || (prefixed && (letter !== 0x55 || tokens.letters[start + 2] >= 0x41))) return null;
  if (letter !== 0x55 && letter !== 0x46 && letter !== 0x4c) return null;
  const number = { value: tokens.value[t], text: textOfLetters(tokens, start + 1, tokens.end[t]), token: t };
  return { unit: { type: entryOfLetter(index, letter), number }, level: letter === 0x4c };
}

/** Gives the plain numbers their roles, and adds other readings where there is doubt. */
function assign(
  tokens: Tokens,
  reading: NumberReading,
  plain: readonly number[],
  slashPair: number,
  hyphenPair: number,
): NumberReading[] {
  const others: NumberReading[] = [];
  let rest = plain.slice();
  const last = rest[rest.length - 1];
  if (last !== undefined && isPostcode(tokens, last)) {
    const alone = rest.length === 1 && reading.number === null;
    const first = last === 0;
    if (!first || (tokens.count > 1 && !alone)) {
      if (alone && !first) {
        const asNumber = copy(reading);
        asNumber.number = typed(tokens, last);
        take(asNumber, last, last + 1);
        others.push(asNumber);
      }
      reading.postcode = typed(tokens, last);
      take(reading, last, last + 1);
      rest = rest.slice(0, -1);
    } else if (first) {
      const asPostcode = copy(reading);
      asPostcode.postcode = typed(tokens, last);
      take(asPostcode, last, last + 1);
      others.push(asPostcode);
    }
  }
  const open = rest[rest.length - 1];
  if (tokens.open && open !== undefined && open === tokens.count - 1 && beginsPostcode(tokens, open)) {
    const alone = rest.length === 1 && reading.number === null && reading.lot === null;
    if (alone) {
      const asPostcode = copy(reading);
      takePostcodeDigits(tokens, asPostcode, open);
      others.push(asPostcode);
    } else {
      const turned = rest.find((t) => t !== open && isPostcode(tokens, t));
      if (turned !== undefined && reading.number === null) {
        const around = copy(reading);
        around.postcode = typed(tokens, turned);
        around.number = typed(tokens, open);
        take(around, turned, turned + 1);
        take(around, open, open + 1);
        others.push(around);
      }
      takePostcodeDigits(tokens, reading, open);
      rest = rest.slice(0, -1);
    }
  }
  if (reading.number === null && rest.length > 0) {
    const at = streetNumberAmong(tokens, rest);
    const token = rest[at];
    if (reading.lot === null || rest.length > 0) {
      reading.number = typed(tokens, token);
      take(reading, token, token + 1);
    }
    const unitToken = at > 0 && rest[at - 1] === token - 1 ? rest[at - 1] : -1;
    if (unitToken >= 0 && reading.unit === null) {
      reading.unit = { type: -1, number: typed(tokens, unitToken) };
      take(reading, unitToken, unitToken + 1);
    }
  } else if (
    reading.number !== null &&
    rest.length === 1 &&
    rest[0] === (reading.unit?.number?.token ?? reading.number.token) - 1
  ) {
    if (reading.unit === null) {
      reading.unit = { type: -1, number: typed(tokens, rest[0]) };
      take(reading, rest[0], rest[0] + 1);
    }
  }
  if (reading.postcode === null) {
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
  if (slashPair >= 0 && reading.number !== null && reading.unit?.type === -1 && reading.last === null) {
    const range = copy(reading);
    const first = reading.unit.number;
    if (first !== null && first.value < reading.number.value && first.value > 0) {
      range.unit = null;
      range.number = first;
      range.last = reading.number;
      range.strict = true;
      others.push(range);
    }
  }
  if (hyphenPair >= 0 && reading.unit === null && reading.number !== null && reading.last !== null) {
    const unit = copy(reading);
    unit.unit = { type: -1, number: reading.number };
    unit.number = reading.last;
    unit.last = null;
    unit.strict = true;
    others.push(unit);
  }
  return [reading, ...others];
}

/** One to three digits after words, still being typed. */
function beginsPostcode(tokens: Tokens, t: number): boolean {
  return t > 0 && tokens.kind[t] === NUMBER && tokens.end[t] - tokens.start[t] < 4;
}

function takePostcodeDigits(tokens: Tokens, reading: NumberReading, t: number): void {
  reading.postcode = typed(tokens, t);
  reading.postcodeOpen = true;
  take(reading, t, t + 1);
}

/** Which of the plain numbers is the street's: the last that a word follows, else the last. */
function streetNumberAmong(tokens: Tokens, rest: readonly number[]): number {
  for (let i = rest.length - 1; i >= 0; i--) {
    const next = rest[i] + 1;
    if (i > 0 && tokens.letters[tokens.start[rest[i]]] >= 0x41) continue;
    if (next < tokens.count && tokens.kind[next] === WORD && (tokens.before[next] & 1) === 0) return i;
  }
  return rest.length - 1;
}

/** Four digits; or three that begin with 8, as people write 0800. */
function isPostcode(tokens: Tokens, t: number): boolean {
  if (tokens.kind[t] !== NUMBER) return false;
  const length = tokens.end[t] - tokens.start[t];
  return length === 4 || (length === 3 && t > 0 && t === tokens.count - 1 && tokens.letters[tokens.start[t]] === 0x38);
}

function isNumberLike(tokens: Tokens, t: number): boolean {
  return tokens.kind[t] !== WORD && !isOrdinal(tokens, t);
}

/** A single letter that a unit may be named by, with a number or a comma after it: `SHOP G, 12 …`. */
function isUnitLetter(tokens: Tokens, t: number): boolean {
  return (
    tokens.kind[t] === WORD &&
    tokens.end[t] - tokens.start[t] === 1 &&
    t + 1 < tokens.count &&
    (isNumberLike(tokens, t + 1) || (tokens.before[t + 1] & 1) !== 0)
  );
}

/** `1ST`, `22ND`: a word, not a number. */
export function isOrdinal(tokens: Tokens, t: number): boolean {
  const { letters, start, end } = tokens;
  if (tokens.kind[t] !== MIXED || end[t] - start[t] < 3) return false;
  const last = letters[end[t] - 1];
  const before = letters[end[t] - 2];
  const digit = letters[end[t] - 3];
  if (digit >= 0x41 || letters[start[t]] >= 0x41) return false;
  if (last === 0x54) return before === 0x53 && digit === 0x31;
  if (last === 0x44) return (before === 0x4e && digit === 0x32) || (before === 0x52 && digit === 0x33);
  return last === 0x48 && before === 0x54;
}

function digitsOf(tokens: Tokens, t: number): TypedNumber {
  return { value: tokens.value[t], text: String(tokens.value[t]), token: t };
}

function typed(tokens: Tokens, t: number): TypedNumber {
  return { value: tokens.value[t], text: textOfLetters(tokens, tokens.start[t], tokens.end[t]), token: t };
}

function textOfLetters(tokens: Tokens, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(tokens.letters[i]);
  return text;
}

function take(reading: NumberReading, from: number, end: number): void {
  for (let t = from; t < end; t++) reading.taken[t] = 1;
}

function emptyReading(): NumberReading {
  return {
    unit: null,
    level: null,
    number: null,
    last: null,
    lot: null,
    postcode: null,
    postcodeOpen: false,
    strict: false,
    taken: new Uint8Array(MOST_TOKENS),
    rural: false,
    corner: false,
    postal: false,
    abroad: false,
  };
}

function copy(reading: NumberReading): NumberReading {
  return { ...reading, taken: reading.taken.slice() };
}
