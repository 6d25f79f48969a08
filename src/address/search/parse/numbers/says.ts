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
import { ASIDES } from './asides.ts';
import { CHAINS } from './chains.ts';
import { PARCELS } from './corners-and-parcels.ts';
import { consume, type Reading, type TypedUnit, unitOf } from './number-parse.ts';
import { numberOf } from './parts.ts';
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

/** What is said whatever the parts are. */
const WHATEVER_PARTS = Object.fromEntries(
  Object.entries({ ...ASIDES, ...CHAINS, ...PARCELS }).map(([name, say]) => [name, () => say] as const),
);

/** What patterns say, by the numbers of their parts (pattern.ts). */
export const SAYS = {
  skip: () => skip,
  /** All that is left of the query. */
  rest: () => (reading, t) => skip(reading, t, reading.tokens.count),
  /** What is passed over is left over. */
  pass: () => (_, _t, end) => end,
  /** With the word before the pattern. */
  skipBehind: () => (reading, t, end) => skip(reading, t - 1, end),
  unit,
  level,
  /** The first of several. */
  units: (type, from, end) => withFurther(unit(type, from, end)),
  levels: (type, from, end) => withFurther(level(type, from, end)),
  /** The type of a unit whose number was given before. */
  unitAgain: () => (reading, t, end) => {
    const { parse } = reading;
    if (parse.unit !== null && parse.unit.type < 0) parse.unit = unitOf(entryAt(reading, 0), parse.unit.number);
    return skip(reading, t, end);
  },
  /** A lot; `LOTS 5-6 GIBBS ROAD`, `LOT 5 & 6`: a further one is left over. */
  lot: (from) => (reading, t, end) => {
    const { index, tokens, parse, at } = reading;
    parse.lot = numberOf(reading, at[from], at[from + 1]);
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
  ...WHATEVER_PARTS,
} satisfies Readonly<Record<string, (...parts: readonly number[]) => Say>>;
