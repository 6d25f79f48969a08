import type { NameParse } from '../parse/names/name-parse.ts';
import { COSTS, LOCALITY_COST, NUMBER_COST } from '../query/costs.ts';
import { FUZZY, type Grade, LOCALITY_FUZZY, LOCALITY_OTHER, NONE, PREFIX } from '../query/grades.ts';
import type { Candidate } from './candidate.ts';

/** What a record lacks of a perfect answer, for ranking: 0 is perfect. Smaller is better; ties go by the place. */
export function costOf(c: Candidate): number {
  return (
    c.penalty +
    c.unmatched * COSTS.unmatchedWord +
    c.nameEdits * COSTS.nameEdit +
    (isOtherMisspelled(c) ? COSTS.otherMisspelled : 0) +
    (c.nameOther ? COSTS.otherName : 0) +
    (c.type === NONE ? COSTS.otherType : 0) +
    (c.suffix === NONE ? COSTS.otherSuffix : 0) +
    c.extraParts * COSTS.extraPart +
    NUMBER_COST[c.number] +
    by(c.unit, c.numbered ? COSTS.noUnit : COSTS.noUnitNorNumber, COSTS.unitType, COSTS.unitPrefix) +
    (c.gap ? COSTS.gapBeforeStreet : 0) +
    by(c.level, COSTS.noLevel, COSTS.levelLeftOut, 0) +
    by(c.lot, COSTS.otherLot, 0, COSTS.lotPrefix) +
    LOCALITY_COST[c.locality] +
    c.localityEdits * COSTS.localityEdit +
    by(c.postcode, COSTS.otherPostcode, COSTS.postcodeOfLocality, COSTS.postcodePrefix) +
    (c.postcodeAway ? COSTS.postcodeOfOtherState : 0) +
    (c.state === NONE ? COSTS.otherState : 0) +
    by(c.building, 0, COSTS.buildingPart, COSTS.buildingPrefix)
  );
}

/**
 * The least `costOf` a record that a parse leads to, unless it explains words that the parse leaves over. Where those say a place that is not
 * known, a street is in another.
 */
export function leastCostOf({ street, unmatched, localityUnknown }: NameParse): number {
  const elsewhere = street !== null && localityUnknown ? LOCALITY_COST[LOCALITY_OTHER] : 0;
  return unmatched * COSTS.unmatchedWord + elsewhere;
}

/** Whether what a misspelled name led to is of another kind, or elsewhere, by what was typed besides. */
function isOtherMisspelled({ name, locality, type, suffix, postcode, state }: Candidate): boolean {
  if (name === FUZZY) return type === NONE || suffix === NONE || postcode === NONE || state === NONE;
  return locality === LOCALITY_FUZZY && state === NONE;
}

/** A penalty by the grade of a component; none where it is exact, or was not typed. */
function by(grade: Grade, none: number, fuzzy: number, prefix: number): number {
  return grade === NONE ? none : grade === FUZZY ? fuzzy : grade === PREFIX ? prefix : 0;
}
