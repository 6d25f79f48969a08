import type { AddressIndex } from '../../../../src/address/index/open.ts';
import { findBest } from '../../../../src/address/search/find-best.ts';
import type { NumberRules } from '../../../../src/address/search/parse/numbers/number-parse.ts';
import { type Policy, TYPING, WHOLE } from '../../../../src/address/search/policy.ts';
import type { Source, Trace } from '../../../../src/address/search/sources/source.ts';
import { suggest } from '../../../../src/address/search/suggest.ts';
import { watchedRules } from '../../accuracy/rules/policies.ts';

/*
 * What the search does for queries of a class, in counts that no noise of the machine touches.
 */

/** What is counted, in the order in which it is shown. */
export const COUNTED = {
  texts: 'texts that sources were opened in',
  rules: 'rules for numbers that were called',
  vain: 'of them, in vain',
  numbers: 'parses of the numbers that were followed',
  names: 'parses of the names beside them',
  opened: 'sources opened',
  needless: 'sources that were needless when their turn came',
  made: 'candidates that sources brought',
  kept: 'candidates to choose from',
  unled: 'whole lines that their words did not lead to a street by their hash, for which all of this is spared',
} as const;

/** Counts of one query, or means of several. */
export type Work = Readonly<Record<keyof typeof COUNTED, number>>;

/** Queries of a class: whole lines, or texts that are still being typed. */
export interface Counted {
  readonly name: string;
  readonly typing: boolean;
  readonly queries: readonly string[];
}

/** Calls of rules for numbers. */
export interface RuleCalls {
  made: number;
  vain: number;
}

/** The rules for numbers, each counted when it is called, and when it takes nothing. */
export function countedRules(calls: RuleCalls): NumberRules {
  return watchedRules((_, isVain) => {
    calls.made++;
    if (isVain) calls.vain++;
  });
}

/** Counts what each query of a class takes. */
export function worksOf(index: AddressIndex, { typing, queries }: Counted): Work[] {
  const calls: RuleCalls = { made: 0, vain: 0 };
  const policy: Policy = { ...(typing ? TYPING : WHOLE), rules: countedRules(calls) };
  return queries.map((q) => {
    calls.made = 0;
    calls.vain = 0;
    const texts = new Set<Source['text']>();
    const parsed = new Set<Source['named']>();
    const work = { numbers: 0, names: 0, opened: 0, needless: 0, made: 0, kept: 0 };
    const trace: Trace = {
      source({ kind, text, named }, brought) {
        if (brought === null) {
          work.needless++;
          return;
        }
        texts.add(text);
        work.opened++;
        work.made += brought;
        if (kind === 'numbers') work.numbers++;
        if (named !== null && !parsed.has(named)) work.names += named.names.length;
        parsed.add(named);
      },
      candidates(candidates) {
        work.kept += candidates.length;
      },
    };
    let unled = typing ? 0 : 1;
    if (typing) suggest(index, q, { limit: 5, state: -1, near: null, policy }, trace);
    else {
      findBest(index, q, trace, policy);
      findBest(index, q, {
        line() {
          unled = 0;
        },
      });
    }
    return { texts: texts.size, rules: calls.made, vain: calls.vain, ...work, unled };
  });
}

/** Means over the queries of a class. */
export function meanWork(works: readonly Work[]): Work {
  const mean = (of: keyof Work) => works.reduce((sum, work) => sum + work[of], 0) / works.length;
  const names = Object.keys(COUNTED) as (keyof Work)[];
  return Object.fromEntries(names.map((name) => [name, mean(name)])) as Work;
}

/** Calls between two looks at the heap. */
const A_LOOK = 50;

/**
 * Bytes that a call allocates: the median of how much the heap grows in some calls, where no garbage is collected among
 * them. To be asked once everything is compiled.
 */
export function bytesAllocated(count: number, call: (i: number) => void): number {
  const grown: number[] = [];
  for (let from = 0; from + A_LOOK <= count; from += A_LOOK) {
    const before = process.memoryUsage().heapUsed;
    for (let i = from; i < from + A_LOOK; i++) call(i);
    const more = process.memoryUsage().heapUsed - before;
    if (more >= 0) grown.push(more / A_LOOK);
  }
  grown.sort((a, b) => a - b);
  return grown[Math.floor(grown.length / 2)] ?? Number.NaN;
}
