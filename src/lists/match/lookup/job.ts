import type { Reason } from '../../../address/operations/why-nothing.ts';

/** The part of an address that a column's cells are; `whole` where they may be all of it, or any part. */
export type Part =
  | 'whole'
  | 'unit'
  | 'level'
  | 'number'
  | 'street'
  | 'type'
  | 'suburb'
  | 'state'
  | 'postcode'
  | 'country';

/** A column of addresses, or a field of one whose cells are objects. */
export interface AddressColumn {
  /** Its position. */
  readonly at: number;
  /** The keys that lead to the field. */
  readonly path?: readonly string[];
  readonly part: Part;
  /** The word to put before a unit's bare number. */
  readonly unitType?: string;
  /** What joins it to the column before, where that has the same part: `12` and `A`, `12` and `14`. */
  readonly glue?: '' | ' ' | '-';
}

/** A column, or a field of one. */
export type Field = Pick<AddressColumn, 'at' | 'path'>;

/** Where a row has what is looked up. */
export type Wanted =
  /** An address in one or more columns, in the order in which they are written. */
  | {
      readonly kind: 'match';
      readonly columns: readonly AddressColumn[];
      /** Columns of the same address that are not looked up: what they say beyond it keeps a row from `high`. */
      readonly unused?: readonly AddressColumn[];
    }
  /** The address nearest to a point, within `radius` metres. */
  | { readonly kind: 'reverse'; readonly lat: Field; readonly lon: Field; readonly radius: number }
  /** The address with an id. */
  | { readonly kind: 'enrich'; readonly id: Field };

/** Caps of a row besides those of the scorer, with the highest score that they allow. */
export const ROW_CAPS = { column_not_used: 66, other_country: 66 } as const;

/** Qualities of a match, the best first. */
export const MATCH_QUALITIES = ['high', 'medium', 'low'] as const;
export type MatchQuality = (typeof MATCH_QUALITIES)[number];

/** How well an address was found: the scorer's qualities, and outcomes that the scorer does not give. */
export const OUTCOMES = ['high', 'medium', 'low', 'none', 'decided', 'found', 'not found', 'bad line'] as const;

/**
 * What became of a row. `decided`: by a person, in a review file. `found`, `not found`: for a point or an id, which are
 * not scored. `bad line`: not looked up.
 */
export type Outcome = (typeof OUTCOMES)[number];

/** A row that was looked up. */
export interface Answer {
  readonly outcome: Outcome;
  /** 0–100; null where nothing was scored. */
  readonly score: number | null;
  /** Why the score is not higher (`scoreCaps`). */
  readonly caps: readonly string[];
  /** Why nothing was found (`reason` of validate's diagnostics); null where something was, or nothing was looked for. */
  readonly reason: Reason | null;
  /** Position of the address in the index; -1 for none. */
  readonly ordinal: number;
  /** Position of the alias by which it was found; -1 for none. */
  readonly alias: number;
  /** Metres from the point that was asked for; null for none. */
  readonly distance: number | null;
  /** What is wrong with what was asked; null for nothing. */
  readonly problem: string | null;
  /** Whether a date stands where the street number does. */
  readonly dated: boolean;
}

const NO_CAPS: readonly string[] = [];

/** An answer that names no address. */
export function noAnswer(outcome: Outcome, problem: string | null = null): Answer {
  return {
    outcome,
    score: null,
    caps: NO_CAPS,
    reason: null,
    ordinal: -1,
    alias: -1,
    distance: null,
    problem,
    dated: false,
  };
}

/** What is wrong with a row, and with what it asked; null for nothing. */
export function problemsOf(row: string | null, answer: Answer): string | null {
  return row === null || row === answer.problem ? answer.problem : [row, answer.problem ?? []].flat().join('; ');
}

/** A line that was not looked up, or that has something wrong with it. */
export interface BadLine {
  readonly line: number;
  readonly problem: string;
}
