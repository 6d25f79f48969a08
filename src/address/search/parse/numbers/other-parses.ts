import { MEANING, type Meaning } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { MOST_UNIT_LETTERS } from '../../query/limits.ts';
import { codesBeginning, entryOf, isEntry, means, type Words, wordMeans } from '../../text/lexicon.ts';
import {
  BRACKET,
  beginsPart,
  COMMA,
  HASH,
  HYPHEN,
  hasToken,
  isNumberLike,
  lengthOf,
  NUMBER,
  SLASH,
  type Tokens,
  textOfLetters,
  tokenRange,
  WORD,
} from '../../text/tokens.ts';
import { isBlock } from './guards.ts';
import {
  changed,
  HAS,
  joined,
  type NumberParse,
  type ParseRule,
  type Reading,
  typed,
  unitOf,
  unitOfTypes,
} from './number-parse.ts';
import { numberOf, SPELLED } from './parts.ts';

/*
 * Other parses than the one that the numbers were read as: before it where they are likelier, else behind the others.
 */

/** Another parse, made of the one that was read or of the likeliest so far; null for none. */
type Other = (reading: Reading, first: NumberParse) => NumberParse | null;

/** Whether a parse that was made is likelier than those that are there. */
type Rank = (reading: Reading, made: NumberParse) => boolean;

const LIKELIER: Rank = () => true;
const LATER: Rank = () => false;

function other(name: string, example: string, needs: number, [rank, make]: readonly [Rank, Other]): ParseRule {
  return {
    name,
    example,
    needs,
    add(reading, parses) {
      const made = make(reading, parses[0]);
      if (made === null) return false;
      if (rank(reading, made)) parses.unshift(made);
      else parses.push(made);
      return true;
    },
  };
}

/** `3-12` as unit 3 of number 12. */
const unitBeforeHyphen: Other = ({ parse, hyphen }) => {
  const { unit, number, last } = parse;
  if (hyphen < 0 || unit !== null || number === null || last === null) return null;
  return changed(parse, { unit: unitOf(-1, number), number: last, last: null, exactOnly: true });
};

/** `#3-12`, `3-12`: a sign precedes, or the numbers are on two sides of the street; not while being typed. */
const isUnitRather: Rank = ({ tokens, hyphen, parse: { number, last } }) => {
  if (number === null || last === null || last.token === tokens.openAt) return false;
  return (tokens.before[hyphen] & HASH) !== 0 || (number.value - last.value) % 2 !== 0;
};

/** `NARRABRI 2390 - 2394 FISHER ROAD`: the postcode and the street number, joined by a hyphen, as a range. */
const rangeAfterPlace: Other = ({ tokens, parse }) => {
  const { postcode, number, last } = parse;
  if (postcode === null || number === null || last !== null || number.token !== postcode.token + 1) return null;
  if ((tokens.before[number.token] & HYPHEN) === 0 || number.value <= postcode.value) return null;
  return changed(parse, { number: postcode, last: number, postcode: null, exactOnly: true });
};

/** `2/3/12` with the unit before the level, if both are bare numbers. */
const turned: Other = ({ parse }) => {
  const { unit, level } = parse;
  if (unit?.type !== -1 || level?.type !== -1 || unit.number === null || level.number === null) return null;
  return changed(parse, { unit: level, level: unit, exactOnly: true });
};

/** `G 4/12`, `G-4/12`: the letter before a unit's number as part of it. */
const letterOfUnit: Other = ({ tokens, parse }) => {
  const { unit, consumed } = parse;
  if (unit === null || unit.type >= 0 || unit.number === null || unit.number.token === 0) return null;
  const t = unit.number.token - 1;
  if (!isLetter(tokens, t) || (tokens.before[t + 1] & COMMA) !== 0) return null;
  return changed(parse, {
    unit: unitOf(-1, joined(tokens, t, t + 2)),
    level: hasToken(consumed, t) ? null : parse.level,
    exactOnly: true,
    consumed: consumed | tokenRange(t, t + 1),
  });
};

/**
 * `UNIT 2 B, 45 SMITH STREET`: the letter of a level as part of the unit's number; a record of that is meant before one of
 * unit 2 that leaves the level out.
 */
const letterOfLevel: Other = ({ tokens, has, parse }) => {
  const { unit, level } = parse;
  if (unit === null || unit.number === null || level === null || level.number !== null) return null;
  const t = unit.number.token;
  if (tokens.kind[t] !== NUMBER || t + 1 >= tokens.count || tokens.before[t + 1] !== 0) return null;
  if (!isLetter(tokens, t + 1) || !hasToken(parse.consumed, t + 1)) return null;
  const made = changed(parse, { unit: unitOf(unit.type, joined(tokens, t, t + 2)), level: null, exactOnly: true });
  if ((has & HAS.whole) !== 0) parse.exactOnly = true;
  return made;
};

function isLetter({ kind, start, end }: Tokens, t: number): boolean {
  return kind[t] === WORD && end[t] - start[t] === 1;
}

/** `HOUSE 12, SMITH STREET`, `LOT 5 (HOUSE 12) …`: the house's number as the street number, if there is no other. */
const house: Other = ({ index, parse }) => {
  const { unit, number } = parse;
  if (number !== null || !unit?.number || !isEntry(index, unit.type, 'HOUSE')) return null;
  return changed(parse, { number: unit.number, unit: null, lot: null });
};

/** `L 5 SMITH STREET`: the level's number as the lot, if there is no unit, street number or lot. */
const lotByLetter: Other = ({ index, parse }) => {
  const { level, unit, number, lot } = parse;
  if (level === null || level.number === null || unit !== null || number !== null || lot !== null) return null;
  return isEntry(index, level.type, 'L') ? changed(parse, { lot: level.number, level: null }) : null;
};

/** `12 A SMITH STREET`, `12-A`, `12/A`: the letter after the street number as its suffix. */
const letterOfNumber: Other = ({ tokens }, first) => {
  const t = first.number?.token ?? -1;
  if (t < 0 || first.last !== null || !joinsLetter(tokens, t)) return null;
  const { value, text } = joined(tokens, t, t + 2);
  const number = { value, text, token: t };
  return changed(first, { number, exactOnly: true, consumed: first.consumed | tokenRange(t, t + 2) });
};

function joinsLetter(tokens: Tokens, t: number): boolean {
  return (
    tokens.kind[t] === NUMBER &&
    t + 2 < tokens.count &&
    tokens.kind[t + 1] === WORD &&
    lengthOf(tokens, t + 1) === 1 &&
    (tokens.before[t + 1] & ~(SLASH | HYPHEN | BRACKET)) === 0
  );
}

/** `UNIT 12 SMITH STREET`: the unit's number as the street number, if there is no other. */
const unitAsNumber: Other = ({ index, tokens, parse }) => {
  const { unit, number, lot } = parse;
  if (unit === null || unit.number === null || number !== null || lot !== null) return null;
  // The number of a building or a ward is no house's.
  if (means(index, unit.type, MEANING.structure) && !isBlock(tokens, unit.number.token - 1)) return null;
  return changed(parse, { number: unit.number, unit: unitOf(unit.type, null) });
};

/** `ONE MACQUARIE PLACE`: a number in words, at the beginning of a part, as the street number, if there is no other. */
const spelledNumber: Other = (reading, first) => {
  const { tokens, words } = reading;
  const { consumed } = first;
  if (first.number !== null || first.lot !== null) return null;
  for (let t = 0; t < tokens.count; t++) {
    if (hasToken(consumed, t)) continue;
    const isSaid = t > 0 && wordMeans(words, t - 1, MEANING.number);
    if (!beginsPart(tokens, t) && !hasToken(consumed, t - 1) && !isSaid) continue;
    const end = SPELLED.endAt(reading, t);
    if (end === t || end >= tokens.count || isNumberLike(tokens, end) || hasToken(consumed, end)) continue;
    return changed(first, {
      number: numberOf(reading, t, end),
      consumed: consumed | tokenRange(isSaid ? t - 1 : t, end),
    });
  }
  return null;
};

/** `7 NUMBER 5 WAY`: NUMBER and what follows it as a name, if a number stands before it. */
const namedByNumber: Other = ({ tokens, words }, first) => {
  const { number, unit, last } = first;
  if (number === null || last !== null || number.token < 2) return null;
  const t = number.token - 1;
  if (!hasToken(first.consumed, t) || !wordMeans(words, t, MEANING.number) || !isNumberLike(tokens, t - 1)) return null;
  if (unit !== null && (unit.type >= 0 || unit.number?.token !== t - 1)) return null;
  const consumed = (first.consumed & ~tokenRange(t, t + 2)) | tokenRange(t - 1, t);
  return changed(first, { unit: null, number: typed(tokens, t - 1), consumed });
};

/** The flat type LOT. */
const LOT = Buffer.from('LOT');

/** `LOT 5, 12 SMITH STREET`: a lot beside a street number becomes an optional flat of type LOT, or none with a plan. */
function readLotAsUnit({ index }: Reading, parses: readonly NumberParse[]): boolean {
  let isRead = false;
  for (const parse of parses) {
    if (parse.lot === null || parse.number === null || parse.unit !== null) continue;
    if (!parse.planned) parse.unit = unitOf(entryOf(index, LOT, 0, LOT.length), parse.lot, true);
    parse.lot = null;
    isRead = true;
  }
  return isRead;
}

/** `PO BOX 60, 3 LINCOLN DRIVE`: marks parses that have a street number or lot, and a street type after it. */
function readStreetBeside({ tokens, words, parse: { postal } }: Reading, parses: readonly NumberParse[]): boolean {
  if (!postal) return false;
  for (const parse of parses) {
    const which = parse.last ?? parse.number ?? parse.lot;
    if (which === null) continue;
    for (let t = which.token + 1; t < tokens.count; t++)
      if (wordMeans(words, t, MEANING.streetType)) parse.streetBeside = true;
  }
  return true;
}

/** `18-`, `18-2`, `1104/`, `UNIT 3`: marks numbers that are being typed; one before a slash becomes the unit's. */
function openNumbers({ tokens }: Reading, parses: readonly NumberParse[]): boolean {
  for (const parse of parses) {
    openRange(tokens, parse);
    openUnit(tokens, parse);
  }
  return true;
}

/** Marks a range that is being typed: `18-`, and `18-2` on the way to `18-22`. */
function openRange(tokens: Tokens, parse: NumberParse): void {
  const { number, last } = parse;
  const end = tokens.count - 1;
  if (number === null) return;
  parse.rangeOpen =
    last === null ? number.token === end && (tokens.after & HYPHEN) !== 0 : last.token === tokens.openAt;
}

function openUnit(tokens: Tokens, parse: NumberParse): void {
  const { number, unit } = parse;
  if (number?.token === tokens.count - 1 && (tokens.after & SLASH) !== 0 && parse.last === null && unit === null) {
    parse.unit = unitOf(-1, number);
    parse.number = null;
  }
  for (const role of ['unit', 'level'] as const) {
    const said = parse[role];
    if (said?.number?.token === tokens.openAt) parse[role] = unitOf(said.type, said.number, said.optional, true);
  }
}

/**
 * `UN`, `UNIT 3, LEV`: the last words as a type of unit or level. Behind a street, `12 SMITH STREET, UN`, they ask for
 * nothing yet.
 */
const partialUnit: Other = ({ index, tokens, words }, first) =>
  (first.number === null ? parsePartialUnit(index, tokens, words, first) : null) ??
  parseBegunUnit(index, tokens, first);

/** They begin a name less likely. */
const isUnitBegun: Rank = ({ tokens, words, parse }, { typePartial }) =>
  typePartial && (parse.unit !== null || endsInType(tokens, words));

/** The parse of a unit whose type is begun behind a comma and the street. */
function parseBegunUnit(index: AddressIndex, tokens: Tokens, parse: NumberParse): NumberParse | null {
  const t = tokens.count - 1;
  if (parse.number === null || parse.unit !== null || parse.number.token >= t - 1) return null;
  if (!isFree(tokens, parse, t) || !beginsPart(tokens, t) || lengthOf(tokens, t) < 2) return null;
  if (codesBeginning(index, { tokens, from: t, end: t + 1 }, MEANING.flatType).size === 0) return null;
  return changed(parse, { consumed: parse.consumed | tokenRange(t, t + 1) });
}

/** A type of so many letters, being typed, is more likely whole than a street's prefix: `FLAT`, not `SH`. */
const WHOLE_TYPE = 4;

function endsInType(tokens: Tokens, words: Words): boolean {
  const t = tokens.count - 1;
  if (tokens.open && lengthOf(tokens, t) < WHOLE_TYPE) return false;
  return wordMeans(words, t, MEANING.flatType);
}

/**
 * The parse of a query being typed whose last words are the type of a unit or level, or a prefix of it, with its number
 * yet to come: `UN`, `STRATA UN`, `UNIT 3, LEV`; or the letters of a unit: `SHOP G`. Null if they cannot be.
 */
function parsePartialUnit(index: AddressIndex, tokens: Tokens, words: Words, parse: NumberParse): NumberParse | null {
  const t = tokens.count - 1;
  if (parse.number !== null || parse.lot !== null || !isFree(tokens, parse, t)) return null;
  const longer = longerLevel(index, tokens, parse);
  if (longer !== null) return longer;
  const follows = t > 0 && isFree(tokens, parse, t - 1) && (tokens.before[t] & COMMA) === 0;
  const from = follows && mayBegin(tokens, parse, t - 1) ? t - 1 : t;
  if (!mayBegin(tokens, parse, from)) return null;
  const partial = changed(parse, { typePartial: true, consumed: parse.consumed | tokenRange(from, t + 1) });
  const codes = (meaning: Meaning) => codesBeginning(index, { tokens, from, end: t + 1 }, meaning);
  const flats = codes(MEANING.flatType);
  if (parse.unit === null && flats.size > 0) {
    partial.unit = unitOfTypes(flats);
    return partial;
  }
  const letters = lengthOf(tokens, t);
  if (from < t && parse.unit === null && letters <= MOST_UNIT_LETTERS && wordMeans(words, from, MEANING.flatType)) {
    const number = { value: 0, text: textOfLetters(tokens, tokens.start[t], tokens.end[t]), token: t };
    partial.unit = unitOf(words.entry[from], number, false, tokens.open);
    return partial;
  }
  const levels = codes(MEANING.levelType);
  if (parse.level !== null || levels.size === 0) return null;
  partial.level = unitOfTypes(levels);
  return partial;
}

/** `LOWER GROUND FLO`: words that were read as a level, now as the prefix of a longer one. */
function longerLevel(index: AddressIndex, tokens: Tokens, parse: NumberParse): NumberParse | null {
  const t = tokens.count - 1;
  if (parse.level === null || parse.level.number !== null) return null;
  let from = t;
  while (!beginsPart(tokens, from) && tokens.kind[from - 1] === WORD && hasToken(parse.consumed, from - 1)) from--;
  const levels = from < t ? codesBeginning(index, { tokens, from, end: t + 1 }, MEANING.levelType) : null;
  if (levels === null || levels.size === 0) return null;
  const consumed = parse.consumed | tokenRange(from, t + 1);
  return changed(parse, { typePartial: true, level: unitOfTypes(levels), consumed });
}

function isFree(tokens: Tokens, parse: NumberParse, t: number): boolean {
  return tokens.kind[t] === WORD && !hasToken(parse.consumed, t);
}

/** Whether t begins a part, or follows a unit or a level. */
function mayBegin(tokens: Tokens, parse: NumberParse, t: number): boolean {
  return beginsPart(tokens, t) || hasToken(parse.consumed, t - 1);
}

const { mixed, letter, slash, hyphen, plan, flat, lot, postal } = HAS;

/** The rules for other parses, and those that change the parses, in the order in which they are tried. */
export const OTHERS: readonly ParseRule[] = [
  other('unit-or-range', '3-12 Smith Street', hyphen, [isUnitRather, unitBeforeHyphen]),
  other('range-behind-place', 'Sunnybank 4109 - 4113 Smith Street', hyphen, [LATER, rangeAfterPlace]),
  { name: 'street-beside', example: 'PO Box 60, 3 Lincoln Drive', needs: postal, add: readStreetBeside },
  { name: 'lot-as-unit', example: 'Lot 5, 12 Smith Street', needs: lot | plan | mixed, add: readLotAsUnit },
  other('turned', '2/3/12 Smith Street', slash, [LIKELIER, turned]),
  other('letter-of-unit', 'G 4/12 Smith Street', letter, [LIKELIER, letterOfUnit]),
  other('letter-of-level', 'Unit 2 B, 45 Smith Street', letter, [LIKELIER, letterOfLevel]),
  other('house', 'House 12, Smith Street', flat, [({ parse }) => parse.lot === null, house]),
  other('lot-by-letter', 'L 5 Smith Street', letter | mixed, [LIKELIER, lotByLetter]),
  { name: 'open', example: '12-', needs: HAS.growing, add: openNumbers },
  other('letter-of-number', '12 A Smith Street', letter, [LIKELIER, letterOfNumber]),
  other('unit-as-number', 'Unit 12 Smith Street', HAS.whole, [LATER, unitAsNumber]),
  other('spelled-number', 'One Macquarie Place', HAS.cardinal, [LATER, spelledNumber]),
  other('named-by-number', '7 Number 5 Way', HAS.number, [LATER, namedByNumber]),
  other('partial-unit', 'Unit 3, Lev', HAS.bare, [isUnitBegun, partialUnit]),
];
