import type { NameParse } from '../parse/names/name-parse.ts';
import type { NumberParse, TypedNumber } from '../parse/numbers/number-parse.ts';
import { type Grade, LOCALITY_NEIGHBOUR, NONE, NUMBER_SUFFIX } from '../query/grades.ts';
import type { Tokens } from '../text/tokens.ts';
import type { Outside } from './outside.ts';

/** One record, and how it answers a query. */
export interface Candidate {
  /** The principal record. */
  ordinal: number;
  /** The street that was found, which may be an alias record's. */
  street: number;
  number: number;
  unit: Grade;
  level: Grade;
  lot: Grade;
  name: Grade;
  nameEdits: number;
  /** The name was met by a spelling of it, or by an alias of the street. */
  nameOther: boolean;
  type: Grade;
  suffix: Grade;
  /** Parts of the street's name that were not given: 1 for its type, 2 for its suffix. */
  extraParts: number;
  locality: number;
  localityEdits: number;
  postcode: Grade;
  state: Grade;
  /** The postcode that was typed is another state's. */
  postcodeAway: boolean;
  building: Grade;
  /** Words that nothing explains, and all words. */
  unmatched: number;
  words: number;
  /** Where the unexplained words stand. */
  outside: Outside;
  /** Unexplained words stand between the number and the street. */
  gap: boolean;
  /** The query has a street number or lot. */
  numbered: boolean;
  /** The name of its building or site was given, and is of no other record of the place that was given. */
  sole: boolean;
  /** Several units answer equally well: none was given, or only their level. */
  units: boolean;
  /** The query is, or may be, something that no index of addresses holds. */
  nonAddress: boolean;
  /** What the way of parse itself costs: a less likely one. */
  penalty: number;
  /** The parse that left words unexplained, which the record itself may explain; null where that was tried, or cannot be. */
  parse: NameParse | null;
  /** How its numbers were read, where `parse` is there. */
  numbers: NumberParse | null;
  /** The number of a unit that the building has not, which may be of its own name; null where that was tried, or cannot be. */
  unitNumber: TypedNumber | null;
  cost: number;
  weight: number;
}

/**
 * Whether a record contradicts a number or a place that was given: then another parse, or one that needs a spelling mistake, may have what
 * was meant. Units are left to their building: many have no record of their own.
 */
export function contradicts(c: Candidate): boolean {
  return (
    c.number >= NUMBER_SUFFIX ||
    c.lot === NONE ||
    c.postcode === NONE ||
    c.state === NONE ||
    c.locality >= LOCALITY_NEIGHBOUR
  );
}

/** Every step of a search, for those who want to see it. */
export interface Trace {
  numbers?: (parse: NumberParse) => void;
  names?: (parse: NameParse, tokens: Tokens) => void;
  candidates?: (candidates: readonly Candidate[]) => void;
}
