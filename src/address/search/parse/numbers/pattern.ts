import { POINT, SEPARATORS } from '../../text/tokens.ts';
import { HAS, type Reading, type ReadRule } from './number-parse.ts';

/** One place of a pattern: a token, or the words of a phrase. What is in the masks is tested before anything is called. */
export interface Part {
  /** The meanings of its word, a bit each; 0 where any word or number may stand. */
  readonly meanings: number;
  /** The kinds of its first token, a bit each (tokens.ts). */
  readonly kinds: number;
  /** The meanings of which the token has one by itself, not as a phrase; 0 for any or none. */
  readonly alone: number;
  /** The token after it where it stands at t, which exists and has what is in the masks; else t. Null for t + 1. */
  readonly endAt: ((reading: Reading, t: number) => number) | null;
}

/** What has to be so beside the pattern, which stands from t up to `end`. */
export type Guard = (reading: Reading, t: number, end: number) => boolean;

/** Writes what a pattern says into the parse. Returns the token to go on from; t if it says nothing after all. */
export type Say = (reading: Reading, t: number, end: number) => number;

/** The words of which rules are made: the parts of patterns, what patterns say (by numbers of parts), guards. */
export interface Terms {
  readonly parts: Readonly<Record<string, Part>>;
  readonly says: Readonly<Record<string, (...parts: readonly number[]) => Say>>;
  readonly guards: Readonly<Record<string, Guard>>;
}

interface PatternPart extends Part {
  /** It has to follow, and stays to be read. */
  readonly isAhead: boolean;
  /** The signs of which it needs one before it, and those that it has none of. */
  readonly signs: number;
  readonly noSigns: number;
}

interface Production {
  readonly pattern: readonly PatternPart[];
  readonly say: Say;
  readonly guards: readonly Guard[];
}

/**
 * Rules by their table: a line for each with its name, an example and what a query needs to have (HAS), then one for
 * each of its patterns, what that says and its guards; the first that fits is taken. Columns are divided by `|`.
 * In a pattern `>` is before what has to follow, and signs in brackets behind a part are those before it: one of them,
 * none of them after `^`, no others after `=`. Throws on a term that is not there, and on a rule that is never called:
 * one `at` words needs a word of the lexicon first (and what it needs beside), one at numbers a need.
 */
export function rulesOf(at: 'words' | 'numbers', table: string, terms: Terms): readonly ReadRule[] {
  const rules: { readonly heading: readonly string[]; readonly productions: Production[] }[] = [];
  for (const line of table.split('\n').filter((text) => text.trim() !== '')) {
    const cells = line.split('|').map((cell) => cell.trim());
    if (!line.startsWith('  ')) rules.push({ heading: cells, productions: [] });
    else {
      const { heading, productions } = rules[rules.length - 1];
      productions.push(productionOf(cells, terms, `rule ${heading[0]}`));
    }
  }
  return rules.map(({ heading: [name, example, need = ''], productions }) => {
    const asked = wordsOf(need).reduce((all, one) => all | termOf(HAS, one, `rule ${name}: need`), 0);
    const meanings = productions.reduce((all, { pattern: [first] }) => all | first.meanings, 0);
    const needs = at === 'words' ? meanings : asked;
    if (needs === 0) throw new Error(`rule ${name}: never called at ${at}`);
    return { name, example, needs, beside: at === 'words' && asked !== 0 ? asked : -1, read: readBy(productions) };
  });
}

function productionOf([pattern, say, guards = '']: readonly string[], terms: Terms, rule: string): Production {
  const parts = wordsOf(pattern);
  const [name, ...numbers] = wordsOf(say);
  const wrong = numbers.find((number) => !(Number.isInteger(Number(number)) && Number(number) <= parts.length));
  if (wrong !== undefined)
    throw new Error(`${rule}: say ${name} of part ${wrong}: expected a whole number to ${parts.length}`);
  return {
    pattern: parts.map((part) => partOf(part, terms, rule)),
    say: termOf(terms.says, name, `${rule}: say`)(...numbers.map(Number)),
    guards: wordsOf(guards).map((guard) => termOf(terms.guards, guard, `${rule}: guard`)),
  };
}

const wordsOf = (text: string) => text.split(' ').filter((word) => word !== '');

function termOf<T>(terms: Readonly<Record<string, T>>, name: string, what: string): T {
  if (!Object.hasOwn(terms, name)) throw new Error(`${what} ${name}: expected one of ${Object.keys(terms).join(' ')}`);
  return terms[name];
}

const PART = /^(?<ahead>>?)(?<name>\w+)(?:\[(?<how>[\^=]?)(?<signs>[^\]]*)\])?$/;
const SIGN = { ...SEPARATORS, '.': POINT };

function partOf(text: string, { parts }: Terms, rule: string): PatternPart {
  const { ahead = '', name = text, how = '', signs } = PART.exec(text)?.groups ?? {};
  const part = termOf(parts, name, `${rule}: part`);
  const bits = [...(signs ?? '')].reduce((all, sign) => all | termOf(SIGN, sign, `${rule}: sign`), 0);
  const [needed, refused] = how === '' ? [bits, 0] : [0, how === '=' ? ~bits : bits];
  const { meanings, kinds, alone, endAt } = part;
  return { meanings, kinds, alone, endAt, isAhead: ahead !== '', signs: needed, noSigns: refused };
}

/** Reads by the first production that fits. O(productions × parts). */
function readBy(productions: readonly Production[]): ReadRule['read'] {
  return (reading, t) => {
    for (let i = 0; i < productions.length; i++) {
      const end = readAs(productions[i], reading, t);
      if (end > t) return end;
    }
    return t;
  };
}

function readAs({ pattern, say, guards }: Production, reading: Reading, t: number): number {
  const { at, tokens, words } = reading;
  const { count, kind, before } = tokens;
  let next = t;
  let end = -1;
  for (let i = 0; i < pattern.length; i++) {
    const { isAhead, kinds, alone, signs, noSigns, endAt } = pattern[i];
    if (next >= count || ((kinds >>> kind[next]) & 1) === 0) return t;
    if ((before[next] & noSigns) !== 0 || (signs !== 0 && (before[next] & signs) === 0)) return t;
    if (alone !== 0 && (words.meanings[next] & alone) === 0) return t;
    if (isAhead && end < 0) end = next;
    at[i] = next;
    next = endAt === null ? next + 1 : endAt(reading, next);
    if (next === at[i]) return t;
  }
  at[pattern.length] = next;
  if (end < 0) end = next;
  for (let i = 0; i < guards.length; i++) if (!guards[i](reading, t, end)) return t;
  return say(reading, t, end);
}
