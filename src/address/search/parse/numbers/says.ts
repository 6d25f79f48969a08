import { isEntry } from '../../text/lexicon.ts';
import {
  BRACKET,
  COMMA,
  endsPart,
  HYPHEN,
  isNumberLike,
  isWord,
  NUMBER,
  numberAfter,
  type Tokens,
} from '../../text/tokens.ts';
import {
  parseAddressee,
  parseCompany,
  parseDescription,
  parseMapReference,
  parseMonth,
  parseSaidTelephone,
  parseSide,
  parseStamp,
  parseTelephone,
  parseWay,
} from './asides.ts';
import { parseBegunOrdinal, parseJoined, parseMixed, parseRange } from './chains.ts';
import { parseCorner, parseLotOfPlan, parsePlan } from './corners-and-parcels.ts';
import { consume, type Reading, type TypedNumber, type TypedUnit, typed, unitOf } from './number-parse.ts';
import { lettersEnd, numberOf } from './parts.ts';
import type { Say } from './pattern.ts';

/** Words and numbers that are consumed, and say nothing of the record. */
const skip: Say = ({ parse }, t, end) => consume(parse, t, end);

/** The lexicon's entry of a part of the pattern, a word or a phrase. */
function entryAt({ at, words }: Reading, part: number): number {
  return at[part + 1] - at[part] === 1 ? words.entry[at[part]] : words.longEntry[at[part]];
}

/** A unit or level by the parts of its type, -1 for none, and of its number, up to another part. */
function said(role: 'unit' | 'level') {
  return (type: number, from = -1, end = from + 1): Say =>
    (reading, t, next) => {
      reading.parse[role] = unitAt(reading, type, from, end);
      return consume(reading.parse, t, next);
    };
}

function unitAt(reading: Reading, type: number, from: number, end: number): TypedUnit {
  const { at } = reading;
  const number = from < 0 ? null : numberOf(reading, at[from], at[end]);
  return unitOf(type < 0 ? -1 : entryAt(reading, type), number);
}

const unit = said('unit');
const level = said('level');

function pointedNumber(tokens: Tokens, t: number): TypedNumber {
  const { value, letters, start } = tokens;
  const prefix = String.fromCharCode(...letters.subarray(start[t], lettersEnd(tokens, t)));
  const whole = value[t] * 100 + value[t + 1];
  return { value: whole, text: `${prefix}${whole}`, token: t + 1 };
}

/**
 * `SHOPS 3-4, 12 SMITH STREET`, `UNIT 3 & 4, …`: what is said of the first; further units or levels before a street
 * number are left over.
 */
function withFurther(say: Say): Say {
  return (reading, t, next) => {
    const { tokens } = reading;
    const first = say(reading, t, next);
    let end = first;
    while (end < tokens.count) {
      const joins = (tokens.before[end] & HYPHEN) !== 0 ? end : isJoining(tokens, end) ? end + 1 : tokens.count;
      if (joins >= tokens.count || !isNumberLike(tokens, joins)) break;
      end = joins + 1;
    }
    return endsPart(tokens, end - 1) && numberAfter(tokens, end) ? end : first;
  };
}

function isJoining(tokens: Tokens, t: number): boolean {
  return isWord(tokens, t, 'AND') || isWord(tokens, t, 'TO');
}

/** A number of five digits or more that no comma precedes. */
function isGroup({ kind, before, start, end, count }: Tokens, t: number): boolean {
  return t < count && kind[t] === NUMBER && (before[t] & COMMA) === 0 && end[t] - start[t] >= GROUP;
}

const GROUP = 5;

/** What patterns say, by the numbers of their parts (pattern.ts). */
export const SAYS = {
  skip: () => skip,
  /** What is passed over is left over. */
  pass: () => (_, _t, end) => end,
  /** With the word before the pattern. */
  skipBehind: () => (reading, t, end) => skip(reading, t - 1, end),
  unit,
  level,
  /** The first of several. */
  units: (type, from, end) => withFurther(unit(type, from, end)),
  levels: (type, from, end) => withFurther(level(type, from, end)),
  /** A unit whose number has a point: 305 for `3.05`. */
  pointed: (type, from) =>
    withFurther((reading, t, end) => {
      const number = pointedNumber(reading.tokens, reading.at[from]);
      reading.parse.unit = unitOf(type < 0 ? -1 : entryAt(reading, type), number);
      return skip(reading, t, end);
    }),
  /** The type of a unit whose number was given before. */
  unitAgain: () => (reading, t, end) => {
    const { parse } = reading;
    if (parse.unit !== null && parse.unit.type < 0) parse.unit = unitOf(entryAt(reading, 0), parse.unit.number);
    return skip(reading, t, end);
  },
  /** A unit, level or lot in words, unless there is one. */
  spelledUnit: () => (reading, t, end) => {
    reading.parse.unit ??= unitAt(reading, 0, 1, 2);
    return skip(reading, t, end);
  },
  spelledLevel: () => (reading, t, end) => {
    reading.parse.level ??= unitAt(reading, 0, 1, 2);
    return skip(reading, t, end);
  },
  spelledLot: () => (reading, t, end) => {
    reading.parse.lot ??= numberOf(reading, reading.at[1], end);
    return skip(reading, t, end);
  },
  /** A lot; `LOTS 5-6 GIBBS ROAD`, `LOT 5 & 6`: a further one is left over. */
  lot: (from) => (reading, t, end) => {
    const { index, tokens, parse, at } = reading;
    parse.lot = typed(tokens, at[from]);
    skip(reading, t, end);
    if (end + 1 >= tokens.count) return end;
    if (isEntry(index, entryAt(reading, 0), 'LOTS') && (tokens.before[end] & HYPHEN) !== 0 && isNumberLike(tokens, end))
      return end + 1;
    const joins = (tokens.before[end] & ~BRACKET) === 0 && isJoining(tokens, end) && isNumberLike(tokens, end + 1);
    return joins ? end + 2 : end;
  },
  /** Land by a plan, a title or the Crown's names. */
  land: () => (reading, t, end) => {
    reading.parse.planned = true;
    return skip(reading, t, end);
  },
  /** A post box; lockers and customers have two groups of digits. */
  box: () => (reading, t, end) => {
    const { parse, tokens } = reading;
    parse.postal = true;
    let at = end;
    while (isGroup(tokens, at - 1) && isGroup(tokens, at)) at++;
    return skip(reading, t, at);
  },
  plan: () => parsePlan,
  telephone: () => parseTelephone,
  saidTelephone: () => parseSaidTelephone,
  corner: () => parseCorner,
  month: () => parseMonth,
  company: () => parseCompany,
  addressee: () => parseAddressee,
  way: () => parseWay,
  description: () => parseDescription,
  side: () => parseSide,
  mapReference: () => parseMapReference,
  stamp: () => parseStamp,
  begunOrdinal: () => parseBegunOrdinal,
  lotOfPlan: () => parseLotOfPlan,
  joined: () => parseJoined,
  range: () => parseRange,
  letter: () => parseMixed,
} satisfies Readonly<Record<string, (...parts: readonly number[]) => Say>>;
