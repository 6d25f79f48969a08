import { MEANING } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { bitsOf, type Words, wordMeans } from '../../text/lexicon.ts';
import { beginsPart, type Tokens, WORD } from '../../text/tokens.ts';
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
  type NumberParse,
  type NumberRules,
  type ParseRule,
  type Reading,
  type Rule,
  type TokenRule,
  type WordRule,
} from './number-parse.ts';
import { addNamedByNumber, addRange, addRangeAfterPlace, addUnitBeforeHyphen, assignRoles } from './number-roles.ts';
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

const ANY: readonly TokenRule[] = [
  { name: 'plan', example: 'Lot 7 DP 12345, Smith Road', read: parsePlan },
  { name: 'telephone', example: '12 Smith Street, Ayr, 0412 345 678', read: parseTelephone },
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
  { name: 'map-reference', example: '121 Wheatley Road, Ormond 68 C9', read: parseMapReference },
  { name: 'stamp', example: '12 Smith Street, Richmond 12/03/2024', read: parseStamp },
  { name: 'ordinal', example: '12 1st Avenue', read: parseOrdinal },
  { name: 'begun-ordinal', example: '12 1s', read: passBegunOrdinal },
  { name: 'lot-of-plan', example: '7/DP12345 Smith Road', read: parseLotOfPlan },
  { name: 'pointed', example: '3.05/12 Smith Street', read: parsePointed },
  { name: 'joined', example: '12-14 Smith Street', read: parseJoined },
  { name: 'range', example: '12 to 14 Smith Street', read: parseRange },
  { name: 'unit-of', example: '3 of 12 Smith Street', read: parseUnitOf },
  { name: 'letter', example: 'U3 12 Smith Street', read: parseMixed },
  { name: 'sign', example: '12 Smith Street #3', read: parseSign },
];

const PARSES: readonly ParseRule[] = [
  { name: 'range-or-unit', example: '12/14 Smith Street', add: addRange },
  { name: 'unit-or-range', example: '3-12 Smith Street', add: addUnitBeforeHyphen },
  { name: 'range-behind-place', example: 'Sunnybank 4109 - 4113 Smith Street', add: addRangeAfterPlace },
  { name: 'street-beside', example: 'PO Box 60, 3 Lincoln Drive', add: readStreetBeside },
  { name: 'lot-as-unit', example: 'Lot 5, 12 Smith Street', add: readLotAsUnit },
  { name: 'turned', example: '2/3/12 Smith Street', add: addTurned },
  { name: 'letter-of-unit', example: 'G 4/12 Smith Street', add: addLetterOfUnit },
  { name: 'letter-of-level', example: 'Unit 2 B, 45 Smith Street', add: addLetterOfLevel },
  { name: 'house', example: 'House 12, Smith Street', add: addHouse },
  { name: 'lot-by-letter', example: 'L 5 Smith Street', add: addLotByLetter },
  { name: 'open', example: '12-', add: openNumbers },
  { name: 'letter-of-number', example: '12 A Smith Street', add: addLetterOfNumber },
  { name: 'unit-as-number', example: 'Unit 12 Smith Street', add: addUnitAsNumber },
  { name: 'spelled-number', example: 'One Macquarie Place', add: addSpelledNumber },
  { name: 'named-by-number', example: '7 Number 5 Way', add: addNamedByNumber },
  { name: 'partial-unit', example: 'Unit 3, Lev', add: addPartialUnit },
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
  const reading: Reading = { index, tokens, words, parse: emptyParse(), plain: [], slash: -1, hyphen: -1 };
  for (let t = 0; t < tokens.count; )
    t = saysNothing(reading, rules, t) ? t + 1 : Math.max(t + 1, readAt(reading, rules, t));
  const parses = assignRoles(reading);
  for (const rule of rules.parses) rule.add(reading, parses);
  return parses;
}

/** Whether a token is a plain word, as most are: no letter, which may precede a telephone, and no word after a lot. */
function saysNothing({ tokens, words, parse }: Reading, { meanings }: NumberRules, t: number): boolean {
  if (tokens.kind[t] !== WORD || tokens.end[t] - tokens.start[t] === 1) return false;
  return parse.lot === null && ((words.meanings[t] | words.longMeanings[t]) & meanings) === 0;
}

/** The token after those that a rule takes at t; t if none does. */
function readAt(reading: Reading, rules: NumberRules, t: number): number {
  for (const { read } of rules.any) {
    const end = read(reading, t);
    if (end > t) return end;
  }
  if (reading.tokens.kind[t] === WORD) return readWord(reading, rules, t);
  for (const { read } of rules.numbers) {
    const end = read(reading, t);
    if (end > t) return end;
  }
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
