import type { CodeSet } from '../../text/code-set.ts';
import type { TokenSet } from '../../text/token-set.ts';
import type { Span } from './spans.ts';

/** One way to read the words of a query as street and locality. */
export interface NameParse {
  readonly street: Span | null;
  /** Lexicon entry of the street type and of the suffix, -1 without. */
  readonly type: number;
  readonly suffix: number;
  /** Types and suffixes that the open last word may become; null where it is none of them. */
  readonly typesOpen: CodeSet | null;
  readonly suffixesOpen: CodeSet | null;
  readonly locality: Span | null;
  /** Position in STATE_ORDER, -1 without. */
  readonly state: number;
  /** The states that the open last word may become, where they are several, or it may become the country's name: bits by position; 0 for none. */
  readonly statesOpen: number;
  /** That word may become the country's name too, and then says nothing: `A`, `AUS`. */
  readonly countryOpen: boolean;
  readonly abroad: boolean;
  /** Words that this parse leaves unexplained: how many, and which. */
  readonly unmatched: number;
  readonly left: TokenSet;
  /** Words in all, without numbers. */
  readonly words: number;
  /** Unexplained words stand where a locality would: behind the street, and none was found. */
  readonly localityUnknown: boolean;
  /** What is implausible in how a state or country is read: a cost, as in grades.ts. */
  readonly penalty: number;
  /** Words are left over, and an AND, a CNR or a slash is among the words: two streets, perhaps. */
  readonly and: boolean;
  /** Its place among the parses: the lowest first. */
  rank: number;
}

/** The states that a parse gives, or may become: a bit for each by its position in STATE_ORDER; 0 without. */
export function statesOf({ state, statesOpen }: NameParse): number {
  return state >= 0 ? 1 << state : statesOpen;
}
