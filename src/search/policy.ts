import type { NumberRules } from './parse/numbers/number-parse.ts';
import { DOUBTFUL, EQUALS } from './query/costs.ts';

/** A way to read the query's text or its numbers, which leads to others; or streets, by what such a reading says. */
export type SourceKind =
  /** The query with some of its letters read differently. */
  | 'text'
  /** A way to read the numbers, and with it those to read the words. */
  | 'numbers'
  /** The street that was named: in the place that was, or anywhere. */
  | 'street'
  /** The same in the neighbours of that place; in any place. */
  | 'nextDoor'
  | 'otherPlace'
  /** The streets of a place, of a number alone. */
  | 'place'
  | 'number'
  /** Ways to read the words that leave some over, where others do not. */
  | 'leftOver'
  /** Buildings whose name the words begin with. */
  | 'building'
  /** Misspelled streets of the place, and misspelled places of the street, that were named; misspelled streets anywhere. */
  | 'misspelled'
  | 'misspelledAnywhere'
  /** The street that was named, wherever it is, though the last word begins another place. */
  | 'unplaced'
  /** Other numbers of the street. */
  | 'otherNumber'
  /** The best-known addresses, for a type of unit that none has. */
  | 'bestKnown';

/** How one operation searches. The engine is the same: this is what it tries, and when it has enough. */
export interface Policy {
  /** Whether the last word may go on: what was typed is the beginning of more. */
  readonly typing: boolean;
  /** Work that one query may spend (query.ts). */
  readonly budget: number;
  /** What is tried. */
  readonly sources: ReadonlySet<SourceKind>;
  /** How numbers are read: by every rule, except to see what each contributes. */
  readonly rules?: NumberRules;
  /** Caps that do not hold: none, except to see what each contributes. */
  readonly lifted?: Pick<ReadonlySet<string>, 'has'> | undefined;
  /** A source is needless, unless it says otherwise, once this many records cost no more than its bound. */
  readonly wanted: number;
  /** How many records are gathered from one source: enough to see what is ambiguous. */
  readonly gathered: number;
  /** A record counts as costing no more than a bound if it exceeds it by less than this, as records that answer equally well may. */
  readonly margin: number;
  /** A record that costs no more than this is without a mistake: sources whose records all have one are needless. */
  readonly sure: number;
  /** Records that cost this much more than the best are not kept. */
  readonly spread: number;
  /** Addresses of each street that are gathered. */
  readonly perStreet: { readonly numbered: number; readonly bare: number };
  /** Whether a street that lacks the number answers with another. */
  readonly others: boolean;
  /** Whether a street may be a bare name that a suburb has too, one or two letters, or a word of another name. */
  readonly bareNames: boolean;
  /** Ways to read the words that are followed though they leave some over. */
  readonly unexplained: number;
}

const kindsOf = (names: string): ReadonlySet<SourceKind> => new Set(names.split(' ') as SourceKind[]);

/**
 * For an address being typed. However few suggestions are asked for, five are looked for, in order of weight, so
 * that a shorter list is the beginning of a longer one. About one keystroke in ten thousand exceeds the budget.
 */
export const TYPING: Policy = {
  typing: true,
  budget: 18_000,
  sources: kindsOf(
    'text numbers street nextDoor place number building misspelled misspelledAnywhere unplaced otherNumber bestKnown',
  ),
  wanted: 5,
  gathered: 5,
  margin: 0,
  sure: DOUBTFUL,
  spread: Number.POSITIVE_INFINITY,
  perStreet: { numbered: 3, bare: 1 },
  others: false,
  bareNames: true,
  unexplained: 5,
};

/** A whole address, of which the one best record is wanted. The budget is twice what the costliest of 50 545 real addresses needs. */
export const WHOLE: Policy = {
  typing: false,
  budget: 12_000,
  sources: kindsOf(
    'text numbers street nextDoor otherPlace leftOver building misspelled misspelledAnywhere otherNumber',
  ),
  wanted: 1,
  gathered: 3,
  margin: EQUALS,
  sure: DOUBTFUL,
  spread: EQUALS,
  perStreet: { numbered: 6, bare: 6 },
  others: true,
  bareNames: false,
  unexplained: 12,
};

/** A whole address, for which everything that it may mean is wanted: records that cost more than the best are kept. */
export const WITH_OTHERS: Policy = { ...WHOLE, spread: Number.POSITIVE_INFINITY, gathered: 6 };
