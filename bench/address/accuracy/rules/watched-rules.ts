import type { NumberRules } from '../../../../src/address/search/parse/numbers/number-parse.ts';
import { NUMBER_RULES } from '../../../../src/address/search/parse/numbers/rules.ts';

/** Hears of a rule for numbers that was called, and whether it took nothing. */
export type RuleListener = (name: string, isVain: boolean) => void;

interface ReadingRule {
  readonly name: string;
  readonly read: (...asked: never[]) => number;
}

/** The rules for numbers; each tells when it is called. */
export function watchedRules(heard: RuleListener): NumberRules {
  const reading = <R extends ReadingRule>(rule: R): R => ({
    ...rule,
    read: (...asked: [reading: unknown, t: number, end: number] & never[]) => {
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
