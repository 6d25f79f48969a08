import { FUZZY, NONE, PREFIX } from '../retrieve/grades.ts';
import { LOCALITY_COST, NUMBER_COST } from '../retrieve/penalties.ts';
import type { Candidate } from './candidate.ts';

/** What a record lacks of a perfect answer, for ranking: 0 is perfect. Smaller is better; ties go by the place. */
export function costOf(c: Candidate): number {
  return (
    c.penalty +
    c.unmatched * 30 +
    c.nameEdits * 10 +
    (c.nameOther ? 0.8 : 0) +
    (c.type === NONE ? 9 : 0) +
    (c.suffix === NONE ? 14 : 0) +
    c.extraParts * 0.8 +
    NUMBER_COST[c.number] +
    (c.unit === NONE ? (c.numbered ? 6 : 10) : c.unit === FUZZY ? 1 : c.unit === PREFIX ? 0.25 : 0) +
    (c.gap ? 6 : 0) +
    (c.level === NONE ? 3 : c.level === FUZZY ? 0.5 : 0) +
    (c.lot === NONE ? 20 : c.lot === PREFIX ? 3 : 0) +
    LOCALITY_COST[c.locality] +
    c.localityEdits * 9 +
    (c.postcode === NONE ? 12 : c.postcode === FUZZY ? 0.5 : c.postcode === PREFIX ? 0.25 : 0) +
    (c.postcodeAway ? 2 : 0) +
    (c.state === NONE ? 12 : 0) +
    (c.building === FUZZY ? 2 : c.building === PREFIX ? 3 : 0)
  );
}
