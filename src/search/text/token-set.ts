import { bitCount } from '../../index/bits.ts';

/** A set of tokens of one query: a bit for each (MOST_TOKENS is below 32, so that a set is one small integer). */
export type TokenSet = number;

export const NO_TOKENS: TokenSet = 0;

/** The tokens from `from` up to, not including, `end`. */
export function tokenRange(from: number, end: number): TokenSet {
  return ((1 << end) - (1 << from)) | 0;
}

/** Whether a token is in a set. */
export function hasToken(set: TokenSet, t: number): boolean {
  return (set & (1 << t)) !== 0;
}

/** How many tokens are in a set. */
export function sizeOf(set: TokenSet): number {
  return bitCount(set);
}

/** The first token of a set that is not empty. */
export function firstToken(set: TokenSet): number {
  return 31 - Math.clz32(set & -set);
}

/** Which tokens may be what, where parts were given: a number in `unit` is a unit's, and the words in `suburb` are no street. */
export interface Roles {
  readonly unit: TokenSet;
  readonly level: TokenSet;
  readonly number: TokenSet;
  readonly lot: TokenSet;
  readonly street: TokenSet;
  readonly locality: TokenSet;
  readonly postcode: TokenSet;
  /** Whether the number of the unit, and that of the level, was given without a word for its type: any type will do. */
  readonly bareUnit: boolean;
  readonly bareLevel: boolean;
}
