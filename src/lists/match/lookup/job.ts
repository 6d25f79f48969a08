import type { Reason } from '../../../address/operations/why-nothing.ts';

/** The part of an address that a column's cells are; `whole` where they may be all of it, or any part. */
export type Part = 'whole' | 'unit' | 'level' | 'number' | 'street' | 'type' | 'suburb' | 'state' | 'postcode';

/** A column of addresses. */
export interface AddressColumn {
  /** Its position. */
  readonly at: number;
  readonly part: Part;
  /** The word to put before a unit's bare number. */
  readonly unitType?: string;
}

/** Where a row has what is looked up. */
export type Wanted =
  /** An address in one or more columns, in the order in which they are written. */
  | { readonly kind: 'match'; readonly columns: readonly AddressColumn[] }
  /** The address nearest to a point, within `radius` metres. */
  | { readonly kind: 'reverse'; readonly lat: number; readonly lon: number; readonly radius: number }
  /** The address with an id. */
  | { readonly kind: 'enrich'; readonly id: number };

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
  /** Metres from the point that was asked for; null for none. */
  readonly distance: number | null;
  /** What is wrong with what was asked; null for nothing. */
  readonly problem: string | null;
  /** Whether a date stands where the street number does. */
  readonly dated: boolean;
}

/** An answer that names no address. */
export function noAnswer(outcome: Outcome, problem: string | null = null): Answer {
  return { outcome, score: null, caps: [], reason: null, ordinal: -1, distance: null, problem, dated: false };
}

/** A line that was not looked up, or that has something wrong with it. */
export interface BadLine {
  readonly line: number;
  readonly problem: string;
}
