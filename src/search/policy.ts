import type { NumberRules } from './parse/numbers/number-parse.ts';
import { DOUBTFUL, EQUALS } from './query/costs.ts';

/** A way to read the query as text, or its numbers, which leads to others; or streets, by what such a way says of them. */
export type SourceKind =
  /** The query with some of its letters read otherwise. */
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
  /** How numbers are read: by every rule, but to see what each earns. */
  readonly rules?: NumberRules;
  /** Caps that do not hold: none, but to see what each earns. */
  readonly lifted?: Pick<ReadonlySet<string>, 'has'> | undefined;
  /** A source is needless, unless it says otherwise, where so many records cost no more than it. */
  readonly wanted: number;
  /** So many records are gathered from one source, enough to see what is ambiguous. */
  readonly gathered: number;
  /** A record costs no more than a bound where it costs less than this above it: what tells apart records that answer equally well. */
  readonly margin: number;
  /** A record that costs no more is without a mistake: sources of which all records have one are needless. */
  readonly sure: number;
  /** Records that cost so much more than the best are not kept. */
  readonly spread: number;
  /** Addresses of each street that are gathered. */
  readonly perStreet: { readonly numbered: number; readonly bare: number };
  /** Whether a street that has not the number answers with another. */
  readonly others: boolean;
  /** Whether a name alone may be a street, where a suburb has it too, or one or two letters. */
  readonly bareNames: boolean;
  /** Ways to read the words that are followed though they leave some over. */
  readonly unexplained: number;
}

const kindsOf = (names: string): ReadonlySet<SourceKind> => new Set(names.split(' ') as SourceKind[]);

/**
 * While it is typed. However few suggestions are asked for, five are looked for, in the order of weight, so that a shorter list begins a longer one. The
 * budget is what about one keystroke in ten thousand goes beyond.
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

/** A whole address, of which the one best record is wanted. The budget is twice what the dearest of 50 545 real addresses needs. */
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

/** A whole address, of which all is wanted that it may mean: records that cost more than the best are kept. */
export const WITH_OTHERS: Policy = { ...WHOLE, spread: Number.POSITIVE_INFINITY, gathered: 6 };
