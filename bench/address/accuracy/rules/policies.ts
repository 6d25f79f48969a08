import type { NumberRules } from '../../../../src/address/search/parse/numbers/number-parse.ts';
import { NUMBER_RULES, rulesWithout } from '../../../../src/address/search/parse/numbers/rules.ts';
import { type Policy, TYPING, WHOLE } from '../../../../src/address/search/policy.ts';
import { CAPS } from '../../../../src/address/search/query/grades.ts';

/** The policies of autocomplete and validate. */
export interface Policies {
  readonly typing: Policy;
  readonly whole: Policy;
}

/** A part of the search that can be left out: a rule of reading, a kind of source, a cap. */
export interface Part {
  readonly name: string;
  readonly kind: 'rule' | 'source' | 'cap';
  /** A query for which the rule makes a difference. */
  readonly example?: string;
}

const { any, phrases, words, numbers, parses } = NUMBER_RULES;

/** Every part that can be left out, in the order of the report. */
export const PARTS: readonly Part[] = [
  ...[...any, ...phrases, ...words, ...numbers, ...parses].map(({ name, example }) => ({
    name,
    kind: 'rule' as const,
    example,
  })),
  ...[...new Set([...TYPING.sources, ...WHOLE.sources])].map((name) => ({ name, kind: 'source' as const })),
  ...Object.keys(CAPS).map((name) => ({ name, kind: 'cap' as const })),
];

/** The policies without a part. */
export function without({ name, kind }: Part): Policies {
  const left = (policy: Policy): Policy => {
    if (kind === 'rule') return { ...policy, rules: rulesWithout(new Set([name])) };
    if (kind === 'cap') return { ...policy, lifted: new Set([name]) };
    const sources = new Set([...policy.sources].filter((source) => source !== name));
    return { ...policy, straight: null, sources };
  };
  return { typing: left(TYPING), whole: left(WHOLE) };
}

/**
 * The policies, noting which parts a query reaches: the others make no difference to it, so that it
 * need not be asked without them. Of sources, those in line, whether their turn comes or not.
 */
export function noting(met: Set<string>): Policies {
  const lifted = { has: (name: string) => !met.add(name) };
  const note = (policy: Policy): Policy => ({
    ...policy,
    straight: null,
    rules: watchedRules((name, isVain) => isVain || met.add(name)),
    lifted,
    sources: Object.assign(new Set(policy.sources), {
      has: (source: Parameters<Policy['sources']['has']>[0]) => policy.sources.has(source) && met.add(source).size > 0,
    }),
  });
  return { typing: note(TYPING), whole: note(WHOLE) };
}

/** Hears of a rule for numbers that was called, and whether it took nothing. */
type RuleListener = (name: string, isVain: boolean) => void;

interface ReadingRule {
  readonly name: string;
  readonly read: (...asked: never[]) => number;
}

/** The rules for numbers; each tells when it is called. */
export function watchedRules(heard: RuleListener): NumberRules {
  const reading = <R extends ReadingRule>(rule: R): R => ({
    ...rule,
    read: (...asked: [reading: unknown, t: number] & never[]) => {
      const end = rule.read(...asked);
      heard(rule.name, end <= asked[1]);
      return end;
    },
  });
  const { any, phrases, words, numbers, parses, meanings } = NUMBER_RULES;
  return {
    any: any.map(reading),
    phrases: phrases.map(reading),
    words: words.map(reading),
    numbers: numbers.map(reading),
    parses: parses.map((rule) => ({
      ...rule,
      add: (read, all) => {
        const isMet = rule.add(read, all);
        heard(rule.name, !isMet);
        return isMet;
      },
    })),
    meanings,
  };
}
