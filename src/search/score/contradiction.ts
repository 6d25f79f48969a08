import { LOCALITY_NEIGHBOUR, NONE, NUMBER_SUFFIX } from '../retrieve/grades.ts';
import type { Candidate } from './candidate.ts';

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
