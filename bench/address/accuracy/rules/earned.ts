import { Random } from '../../../../build-index/generate/random.ts';
import type { AddressIndex } from '../../../../src/address/index/open.ts';
import { findBest } from '../../../../src/address/search/find-best.ts';
import { WHOLE } from '../../../../src/address/search/policy.ts';
import { plainLines } from '../../search/inputs.ts';
import { askClasses } from '../ask-classes.ts';
import { type Answer, LONGEST_AUTOCOMPLETE, LONGEST_VALIDATE, localityReader } from '../asker.ts';
import type { QueryClass } from '../question.ts';
import type { RealString } from '../real/agreement.ts';
import { agrees } from '../real/agreement.ts';
import { isAccepted, isRight, type Outcome } from '../tally.ts';
import type { Universe } from '../universe/universe.ts';
import { noting, type Part, watchedRules, without } from './policies.ts';
import { SearchAsker } from './search-asker.ts';

/** Lines that are right with a part of the search and wrong without it, and vice versa. */
export interface Balance {
  won: number;
  lost: number;
}

/** What a part of the search earns. */
export interface Earned {
  readonly part: Part;
  /** Lines that reach the part. */
  readonly met: number;
  /** Calls of a rule in a plain line, on average. */
  readonly calls: number;
  /** For validate, for the first suggestion, and for strings that people wrote. */
  readonly validate: Balance;
  readonly first: Balance;
  readonly real: Balance;
  /** Classes by how many of their lines are won, most first, and example lines. */
  readonly classes: readonly (readonly [name: string, won: number])[];
  readonly examples: readonly string[];
}

/** What is asked. */
export interface Material {
  readonly index: AddressIndex;
  readonly universe: Universe;
  readonly classes: readonly QueryClass[];
  readonly perClass: number;
  readonly seed: number;
  readonly strings: readonly RealString[];
  readonly examples: number;
}

/** Lines of which those that are plain count calls. */
const PLAIN = 4000;

interface Asked {
  readonly className: string;
  readonly outcome: Outcome;
}

/**
 * A string that was asked, and the worth of its answer: elsewhere (0), none (1), in the string's
 * place (2).
 */
interface AskedString {
  readonly real: RealString;
  readonly worth: number;
}

/**
 * What each of some parts earns: every question is asked once with all parts, noting which it
 * reaches, then again without each of these. O(questions × parts reached).
 */
export function earned(material: Material, parts: readonly Part[], onDone: (one: Earned) => void): Earned[] {
  const { index, universe, classes, perClass, seed, strings } = material;
  const met = new Set<string>();
  const byPart = new Map<string, { validate: Asked[]; first: Asked[]; real: AskedString[] }>();
  const of = (name: string) => {
    const known = byPart.get(name) ?? { validate: [], first: [], real: [] };
    byPart.set(name, known);
    return known;
  };
  const calls = callsOf(index, plainLines(index, new Random(seed, 'plain'), PLAIN));
  const asker = new SearchAsker(index, noting(met));
  const seen = { validate: [...met], first: [...met] };
  const noted = {
    validate: (asked: Parameters<typeof asker.validate>[0]) =>
      noteOf(
        met,
        () => asker.validate(asked),
        (names) => (seen.validate = names),
      ),
    autocomplete: (q: string) =>
      noteOf(
        met,
        () => asker.autocomplete(q),
        (names) => (seen.first = names),
      ),
    explain: () => '',
  };
  askClasses(universe, noted, classes, { perClass, seed, keepFailures: 0, onOutcome }, () => {});
  function onOutcome(className: string, outcome: Outcome): void {
    for (const name of seen.validate) of(name).validate.push({ className, outcome });
    if (outcome.question.q.length > LONGEST_AUTOCOMPLETE) return;
    for (const name of seen.first) of(name).first.push({ className, outcome });
  }
  const worth = worthOf(index);
  for (const real of strings) {
    if (real.q.length > LONGEST_VALIDATE) continue;
    const asked = { real, worth: worth(real, noted.validate(real.q)) };
    for (const name of seen.validate) of(name).real.push(asked);
  }
  return parts.map((part) => {
    const { validate, first, real } = of(part.name);
    const other = new SearchAsker(index, without(part));
    const classWins = new Map<string, number>();
    const examples: string[] = [];
    const balance = (
      asked: readonly Asked[],
      right: (outcome: Outcome) => boolean,
      again: (one: Outcome) => Outcome,
    ) => {
      const result = { won: 0, lost: 0 };
      for (const { className, outcome } of asked) {
        const [was, is] = [right(outcome), right(again(outcome))];
        if (was === is) continue;
        result[was ? 'won' : 'lost']++;
        if (was) classWins.set(className, (classWins.get(className) ?? 0) + 1);
        if (examples.length < material.examples) examples.push(`${was ? 'won ' : 'lost'}  ${outcome.question.q}`);
      }
      return result;
    };
    const one = {
      part,
      met: new Set([...validate, ...first].map(({ outcome }) => outcome)).size + real.length,
      calls: calls(part.name),
      validate: balance(
        validate,
        ({ question, match }) => isRight(question, match),
        (one) => ({ ...one, match: other.validate(one.question.parts ?? one.question.q) }),
      ),
      first: balance(
        first,
        ({ question, first: head }) => question.expect !== 'record' || isAccepted(question, head),
        (one) => ({ ...one, first: other.autocomplete(one.question.q)[0] ?? null }),
      ),
      real: { won: 0, lost: 0 },
      classes: [] as [string, number][],
      examples,
    };
    for (const { real: string, worth: was } of real) {
      const is = worth(string, other.validate(string.q));
      if (is !== was) one.real[is < was ? 'won' : 'lost']++;
      if (is !== was && examples.length < material.examples)
        examples.push(`${is < was ? 'won ' : 'lost'}  ${string.q}`);
    }
    one.classes.push(...[...classWins].sort(([, a], [, b]) => b - a));
    onDone(one);
    return one;
  });
}

/** Mean calls of a rule, by its name, in lines that are there. */
function callsOf(index: AddressIndex, lines: readonly string[]): (name: string) => number {
  const made = new Map<string, number>();
  const rules = watchedRules((name) => made.set(name, (made.get(name) ?? 0) + 1));
  for (const line of lines) findBest(index, line, {}, { ...WHOLE, rules });
  return (name) => (made.get(name) ?? 0) / lines.length;
}

/** Asks, and passes the names of the parts reached to `tell`. */
function noteOf<T>(met: Set<string>, ask: () => T, tell: (names: string[]) => void): T {
  met.clear();
  const answer = ask();
  tell([...met]);
  return answer;
}

function worthOf(index: AddressIndex): (real: RealString, match: Answer | null) => number {
  const localityOf = localityReader(index);
  return (real, match) => {
    const quality = match?.serviceMatchQuality ?? 'none';
    if (match === null || quality === 'low' || quality === 'none') return 1;
    return agrees(real, match, []) || agrees(real, match, localityOf(match).aliases) ? 2 : 0;
  };
}
