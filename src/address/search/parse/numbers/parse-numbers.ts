import { MEANING } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { bitsOf, type Words, wordMeans } from '../../text/lexicon.ts';
import {
  beginsPart,
  isNumberLike,
  isPostcode,
  MIXED,
  NUMBER,
  type Tokens,
  tokenRange,
  WORD,
} from '../../text/tokens.ts';
import {
  parseAddressee,
  parseCompany,
  parseDescription,
  parseHeading,
  parseMapReference,
  parseMonth,
  parsePostcodeWord,
  parseSaidTelephone,
  parseStamp,
  parseTelephone,
  parseWay,
  parseWithin,
} from './asides.ts';
import {
  emptyParse,
  HAS,
  hasOf,
  mayBeDialled,
  type NumberParse,
  type NumberRules,
  type ParseRule,
  type Reading,
  type Rule,
  SIGNS,
  type TokenRule,
  typed,
  unitOf,
  type WordRule,
} from './number-parse.ts';
import {
  addNamedByNumber,
  addRangeAfterPlace,
  addUnitBeforeHyphen,
  assignRoles,
  existsPostcode,
  mayBePostcode,
} from './number-roles.ts';
import { parseBlock, parseCrown, parseLotOfPlan, parsePlan } from './parcels.ts';
import {
  addSpelledNumber,
  parseBox,
  parseCorner,
  parseLevelAlone,
  parseLongLevel,
  parseLongUnit,
  parseOrdinal,
  parseRural,
  parseSpelled,
  parseSpelledFloor,
  passBegunOrdinal,
} from './phrases.ts';
import {
  addHouse,
  addLetterOfNumber,
  addLotByLetter,
  addTurned,
  addUnitAsNumber,
  parseJoined,
  parseRange,
  parseUnitOf,
  readLotAsUnit,
  readStreetBeside,
} from './street-number.ts';
import { addLetterOfLevel, addLetterOfUnit, addPartialUnit, openNumbers } from './unit-letters.ts';
import {
  parseLevelWord,
  parseLot,
  parseMixed,
  parseNumberWord,
  parsePointed,
  parseSide,
  parseSign,
  parseSlashedUnit,
  parseUnitNo,
  parseUnitWord,
  passNote,
  skipStructure,
} from './units.ts';

const FLAT = bitsOf(MEANING.flatType);
const LEVEL = bitsOf(MEANING.levelType);
const LOT = bitsOf(MEANING.lot);

const word = (name: string, example: string, meanings: number, read: WordRule['read']): WordRule => ({
  name,
  example,
  meanings,
  read,
});

/** A rule that is called only in a query that has one of what it needs. */
const token = (name: string, example: string, needs: number, read: TokenRule['read']): TokenRule => ({
  name,
  example,
  needs,
  read,
});
const whole = (name: string, example: string, needs: number, add: ParseRule['add']): ParseRule => ({
  name,
  example,
  needs,
  add,
});

const { mixed, letter, meant, slash, hyphen, point, hash, adjacent, parted } = HAS;

const ANY: readonly TokenRule[] = [
  token('plan', 'Lot 7 DP 12345, Smith Road', mixed | meant, parsePlan),
  token('telephone', '12 Smith Street, Ayr, 0412 345 678', HAS.dialled, parseTelephone),
];

const PHRASES: readonly WordRule[] = [
  word('block', 'Block 12 Section 34, Ayr', bitsOf(MEANING.structure, MEANING.plan), parseBlock),
  word('crown', 'Crown Allotment 7 Section 3 Parish of Ayr', bitsOf(MEANING.crown), parseCrown),
  word('box', 'PO Box 60, Ayr', bitsOf(MEANING.postal), parseBox),
  word('rural', 'RMB 123 Smith Road', bitsOf(MEANING.rural), parseRural),
  word('corner', 'Cnr High Street and Smith Street', bitsOf(MEANING.corner), parseCorner),
  word('long-unit', 'Car Park 3, 12 Smith Street', FLAT, parseLongUnit),
  word('long-level', 'Lower Ground Floor, 12 Smith Street', LEVEL, parseLongLevel),
  word('level-alone', 'Basement, 12 Smith Street', LEVEL, parseLevelAlone),
  word('month', 'Dec-34, Smith Street', bitsOf(MEANING.month), parseMonth),
  word('company', 'Acme Pty Ltd, 12 Smith Street', bitsOf(MEANING.company), parseCompany),
  word('addressee', 'C/- Jane Brown, 12 Smith Street', bitsOf(MEANING.addressee), parseAddressee),
  word('said-telephone', '12 Smith Street, phone 9123 4567', bitsOf(MEANING.telephone), parseSaidTelephone),
  word('postcode-word', '12 Smith Street, Postcode 3121', bitsOf(MEANING.postcode), parsePostcodeWord),
  word('way', '210 Errol Street, access via Murphy Street, Ayr', bitsOf(MEANING.access), parseWay),
  word('description', '12 Smith Street (off High Street), Ayr', bitsOf(MEANING.bracketed), parseDescription),
  word('side', 'Rear of 12 Smith Street', bitsOf(MEANING.side), parseSide),
  word('heading', 'Located at 12 Smith Street', bitsOf(MEANING.heading), parseHeading),
  word('within', 'Unit 3 of 12 Smith Street', bitsOf(MEANING.within), parseWithin),
];

const WORDS: readonly WordRule[] = [
  word('note', '(shop) 12 Smith Street', FLAT | LEVEL | LOT, passNote),
  word('spelled-floor', 'Third floor, 12 Smith Street', bitsOf(MEANING.ordinal), parseSpelledFloor),
  word('structure', 'Tower 2, unit 3, 12 Smith Street', bitsOf(MEANING.structure), skipStructure),
  word('spelled', 'Unit three, 12 Smith Street', FLAT | LEVEL | LOT, parseSpelled),
  word('lot', 'Lot 5 Smith Road', LOT, parseLot),
  word('unit-no', 'Unit No. 3, 12 Smith Street', FLAT | LEVEL, parseUnitNo),
  word('slashed-unit', 'Unit/3 12 Smith Street', FLAT, parseSlashedUnit),
  word('level', 'Level 2, 12 Smith Street', LEVEL, parseLevelWord),
  word('unit', 'Unit 3, 12 Smith Street', FLAT, parseUnitWord),
  word('number-word', 'No. 12 Smith Street', bitsOf(MEANING.number), parseNumberWord),
];

const NUMBERS: readonly TokenRule[] = [
  token('map-reference', '121 Wheatley Road, Ormond 68 C9', mixed, parseMapReference),
  token('stamp', '12 Smith Street, Richmond 12/03/2024', adjacent | hyphen, parseStamp),
  token('ordinal', '12 1st Avenue', mixed, parseOrdinal),
  token('begun-ordinal', '12 1s', mixed, passBegunOrdinal),
  token('lot-of-plan', '7/DP12345 Smith Road', slash | mixed, parseLotOfPlan),
  token('pointed', '3.05/12 Smith Street', point, parsePointed),
  token('joined', '12-14 Smith Street', slash | hyphen, parseJoined),
  token('range', '12 to 14 Smith Street', parted, parseRange),
  token('unit-of', '3 of 12 Smith Street', parted, parseUnitOf),
  token('letter', 'U3 12 Smith Street', mixed, parseMixed),
  token('sign', '12 Smith Street #3', hash, parseSign),
];

const PARSES: readonly ParseRule[] = [
  whole('unit-or-range', '3-12 Smith Street', hyphen, addUnitBeforeHyphen),
  whole('range-behind-place', 'Sunnybank 4109 - 4113 Smith Street', hyphen, addRangeAfterPlace),
  whole('street-beside', 'PO Box 60, 3 Lincoln Drive', meant, readStreetBeside),
  whole('lot-as-unit', 'Lot 5, 12 Smith Street', meant | mixed, readLotAsUnit),
  whole('turned', '2/3/12 Smith Street', slash, addTurned),
  whole('letter-of-unit', 'G 4/12 Smith Street', letter, addLetterOfUnit),
  whole('letter-of-level', 'Unit 2 B, 45 Smith Street', letter, addLetterOfLevel),
  whole('house', 'House 12, Smith Street', meant, addHouse),
  whole('lot-by-letter', 'L 5 Smith Street', meant | mixed, addLotByLetter),
  whole('open', '12-', HAS.growing, openNumbers),
  whole('letter-of-number', '12 A Smith Street', letter, addLetterOfNumber),
  whole('unit-as-number', 'Unit 12 Smith Street', meant | mixed | hash | point | parted, addUnitAsNumber),
  whole('spelled-number', 'One Macquarie Place', HAS.cardinal, addSpelledNumber),
  whole('named-by-number', '7 Number 5 Way', meant, addNamedByNumber),
  whole('partial-unit', 'Unit 3, Lev', HAS.bare, addPartialUnit),
];

/** Every rule by which numbers are read. */
export const NUMBER_RULES: NumberRules = {
  any: ANY,
  phrases: PHRASES,
  words: WORDS,
  numbers: NUMBERS,
  parses: PARSES,
  meanings: meaningsOf([...PHRASES, ...WORDS]),
};

/** The rules without those named, to measure what each contributes. */
export function rulesWithout(off: ReadonlySet<string>): NumberRules {
  const left = <R extends Rule>(rules: readonly R[]) => rules.filter(({ name }) => !off.has(name));
  const [phrases, words] = [left(PHRASES), left(WORDS)];
  return {
    any: left(ANY),
    phrases,
    words,
    numbers: left(NUMBERS),
    parses: left(PARSES),
    meanings: meaningsOf([...phrases, ...words]),
  };
}

function meaningsOf(rules: readonly WordRule[]): number {
  return rules.reduce((all, { meanings }) => all | meanings, bitsOf(MEANING.plan));
}

/**
 * The number parses of a query, the likeliest first, a handful at most: which numbers are unit, level,
 * street number or range, lot and postcode. Other words are left for names.
 */
export function parseNumbers(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  rules: NumberRules = NUMBER_RULES,
): NumberParse[] {
  const has = hasOf(tokens, words, rules.meanings);
  const alone = has === 0 ? readPlain(index, tokens, words, 0) : null;
  if (alone !== null) return [alone];
  const reading: Reading = { index, tokens, words, has, parse: emptyParse(), plain: [], hyphen: -1 };
  for (let t = 0; t < tokens.count; )
    t = saysNothing(reading, rules, t) ? t + 1 : Math.max(t + 1, readAt(reading, rules, t));
  const parses = assignRoles(reading);
  if (has !== 0) for (const { needs, add } of rules.parses) if ((has & needs) !== 0) add(reading, parses);
  return parses;
}

/**
 * The likeliest parse of a query that has nothing that a rule needs, but perhaps a unit and a level before the street
 * number: `UNIT 3, LEVEL 2, 12 SMITH STREET, RICHMOND 3121`. Null if it takes the rules to tell.
 */
export function plainNumbers(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  { meanings }: NumberRules = NUMBER_RULES,
): NumberParse | null {
  const isUnit = isNumbered(tokens, words, 0) && (words.meanings[0] & meanings) === FLAT;
  const isLevel = isUnit && isNumbered(tokens, words, 2) && (words.meanings[2] & meanings) === LEVEL;
  const first = isLevel ? 4 : isUnit ? 2 : 0;
  const has = hasOf(tokens, words, meanings);
  if ((has & ~(isUnit ? BESIDE_UNIT : 0)) !== 0 || (isUnit && tokens.kind[first] !== NUMBER)) return null;
  for (let t = isUnit ? first + 1 : tokens.count; t < tokens.count; t++)
    if (((words.meanings[t] | words.longMeanings[t]) & meanings) !== 0) return null;
  const parse = readPlain(index, tokens, words, first);
  if (parse === null || !isUnit) return parse;
  parse.unit = unitOf(words.entry[0], typed(tokens, 1));
  if (isLevel) parse.level = unitOf(words.entry[2], typed(tokens, 3));
  parse.consumed |= tokenRange(0, first);
  return parse;
}

/**
 * The likeliest parse of a line that begins with a street number, and has no other number but perhaps a postcode at its
 * end, if none of its words says anything of numbers. Null if other roles are plausible.
 */
export function bareNumbers(index: AddressIndex, tokens: Tokens): NumberParse | null {
  const { count, kind, before, after } = tokens;
  const last = count - 1;
  // A number, one word and a number may be a range.
  if (count < 3 || kind[0] !== NUMBER || kind[2] !== WORD || kind[last] === MIXED) return null;
  if (mayBeDialled(tokens, 0)) return null;
  if (((before[0] | before[1] | before[last] | after) & SIGNS) !== 0) return null;
  return kind[last] === NUMBER && mayBeDialled(tokens, last) ? null : readPlain(index, tokens, null, 0);
}

/** What a query has because of a unit before the street number. */
const BESIDE_UNIT = meant | adjacent | parted | mixed;

/** Whether a word stands at t, with its number, and more after it. */
function isNumbered(tokens: Tokens, { longEntry }: Words, t: number): boolean {
  if (t + 3 >= tokens.count || tokens.kind[t] !== WORD || longEntry[t] >= 0) return false;
  return tokens.before[t + 1] === 0 && isNumberLike(tokens, t + 1);
}

/**
 * The parse of numbers that no rule reads: the one at `first` is the street's, with a word after it, one at the end a
 * postcode that exists, after a state if it is the only one. Null if other roles are plausible.
 */
function readPlain(index: AddressIndex, tokens: Tokens, words: Words | null, first: number): NumberParse | null {
  const { count, kind } = tokens;
  const last = count - 1;
  if (last <= first || mayBePostcode(tokens, first)) return null;
  for (let t = first + 1; t < last; t++) if (kind[t] !== WORD) return null;
  const isCoded = kind[last] !== WORD;
  if (isCoded && (last === first + 1 || !isPostcode(tokens, last) || !existsPostcode(index, tokens.value[last])))
    return null;
  const isNumbered = kind[first] !== WORD;
  if (!isNumbered && !(isCoded && words !== null && wordMeans(words, last - 1, MEANING.state))) return null;
  const parse = emptyParse();
  if (isNumbered) parse.number = typed(tokens, first);
  if (isCoded) parse.postcode = typed(tokens, last);
  parse.consumed = (isNumbered ? tokenRange(first, first + 1) : 0) | (isCoded ? tokenRange(last, count) : 0);
  return parse;
}

/** Whether a token is a plain word, as most are: no letter, which may precede a telephone, and no word after a lot. */
function saysNothing({ tokens, words, parse }: Reading, { meanings }: NumberRules, t: number): boolean {
  if (tokens.kind[t] !== WORD || tokens.end[t] - tokens.start[t] === 1) return false;
  return parse.lot === null && ((words.meanings[t] | words.longMeanings[t]) & meanings) === 0;
}

/** The token after those that a rule takes at t; t if none does. */
function readAt(reading: Reading, rules: NumberRules, t: number): number {
  const { has, tokens } = reading;
  if (has !== 0) {
    for (const { needs, read } of rules.any) {
      const end = (has & needs) === 0 ? t : read(reading, t);
      if (end > t) return end;
    }
    if (tokens.kind[t] !== WORD)
      for (const { needs, read } of rules.numbers) {
        const end = (has & needs) === 0 ? t : read(reading, t);
        if (end > t) return end;
      }
  }
  if (tokens.kind[t] === WORD) return readWord(reading, rules, t);
  reading.plain.push(t);
  return t;
}

function readWord(reading: Reading, rules: NumberRules, t: number): number {
  const { tokens, words } = reading;
  const isLong = words.longEntry[t] >= 0;
  const meant = isLong ? words.longMeanings[t] : words.meanings[t];
  const after = isLong ? words.longEnd[t] : t + 1;
  for (const { meanings, read } of rules.phrases) {
    const end = (meanings & meant) === 0 ? t : read(reading, t, after);
    if (end > t) return end;
  }
  if (t + 1 >= tokens.count || isTypeOfStreet(tokens, words, t)) return t;
  for (const { meanings, read } of rules.words) {
    const end = (meanings & words.meanings[t]) === 0 ? t : read(reading, t, t + 1);
    if (end > t) return end;
  }
  return t;
}

/** Whether a word that may be a street type is one: after a name it is; after another street type it is a unit. */
function isTypeOfStreet(tokens: Tokens, words: Words, t: number): boolean {
  return (
    !beginsPart(tokens, t) &&
    tokens.kind[t - 1] === WORD &&
    wordMeans(words, t, MEANING.streetType) &&
    !wordMeans(words, t - 1, MEANING.streetType)
  );
}
