import type { Random } from '../../../build-index/generate/random.ts';
import type { AddressPartsGiven } from '../../../src/address/operations/table/rows/validate.ts';
import type { Verdict } from '../../../src/address/operations/table/verdict.ts';
import type { Surroundings } from './universe/fitting.ts';
import type { NameWords } from './universe/name-words.ts';
import type { SimilarStreets } from './universe/similar-streets.ts';
import type { Universe } from './universe/universe.ts';

/** What a right answer to a question is. */
export type Expectation =
  /** One of the accepted records, first. */
  | 'record'
  /** One of the accepted records, and not `high`: another in another place fits as well. */
  | 'ambiguous'
  /** Nothing may be `high`; `accept` is what would be a sensible answer, if any. */
  | 'absent'
  /** Nothing, or `low`. */
  | 'nothing';

/** One query with its expected answer. */
export interface Question {
  readonly q: string;
  /** The address in parts, which validate is given instead of `q`. */
  readonly parts?: AddressPartsGiven;
  readonly expect: Expectation;
  /** Full texts (see `fullText`) that count as right. */
  readonly accept: readonly string[];
  /** Whether validate's verdict (`include=verdict`) says what it should; absent if any will do. */
  readonly told?: (verdict: Verdict) => boolean;
}

/** What a class draws its questions from. */
export interface Setting {
  readonly universe: Universe;
  readonly surroundings: Surroundings;
  readonly similarStreets: SimilarStreets;
  readonly nameWords: NameWords;
  readonly random: Random;
}

/** Shares that a class has to reach; absent if there is no goal. */
export interface Goals {
  /** At least this share right, and first in autocomplete unless `first` says otherwise. */
  readonly right?: number;
  /** At least this share first in autocomplete. */
  readonly first?: number;
  /** At least this share with a score of 90 or more. */
  readonly ninety?: number;
  /** At least this share `high`. */
  readonly high?: number;
  /** At most this share `high`. */
  readonly mostHigh?: number;
  /** At least this share `low` or `none`. */
  readonly poor?: number;
  /** At most this share `low` or `none`. */
  readonly mostPoor?: number;
}

/** A class of queries: which rows it is asked of, and how. */
export interface QueryClass {
  readonly name: string;
  readonly goals: Goals;
  /** The class whose questions this one asks in another form. */
  readonly like?: string;
  /** True if the goals are this benchmark's own and no requirement names them. */
  readonly ownGoals?: boolean;
  /** Whether a row may be asked for; null for a class that asks for no record. */
  readonly rows: ((setting: Setting, row: number) => boolean) | null;
  /**
   * The question for a row (-1 if the class has no rows); null if no question for the row has one
   * right answer.
   */
  ask(setting: Setting, row: number): Question | null;
}
