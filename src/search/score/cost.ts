import type { NameParse } from '../parse/names/name-parse.ts';
import { FUZZY, type Grade, LOCALITY_FUZZY, LOCALITY_OTHER, NONE, PREFIX } from '../retrieve/grades.ts';
import { LOCALITY_COST, NUMBER_COST, PENALTY } from '../retrieve/penalties.ts';
import type { Candidate } from './candidate.ts';

/** What a record lacks of a perfect answer, for ranking: 0 is perfect. Smaller is better; ties go by the place. */
export function costOf(c: Candidate): number {
  return (
    c.penalty +
    c.unmatched * PENALTY.unmatchedWord +
    c.nameEdits * PENALTY.nameEdit +
    (isOtherMisspelled(c) ? PENALTY.otherMisspelled : 0) +
    (c.nameOther ? PENALTY.otherName : 0) +
    (c.type === NONE ? PENALTY.otherType : 0) +
    (c.suffix === NONE ? PENALTY.otherSuffix : 0) +
    c.extraParts * PENALTY.extraPart +
    NUMBER_COST[c.number] +
    by(c.unit, c.numbered ? PENALTY.noUnit : PENALTY.noUnitNorNumber, PENALTY.unitType, PENALTY.unitPrefix) +
    (c.gap ? PENALTY.gapBeforeStreet : 0) +
    by(c.level, PENALTY.noLevel, PENALTY.levelLeftOut, 0) +
    by(c.lot, PENALTY.otherLot, 0, PENALTY.lotPrefix) +
    LOCALITY_COST[c.locality] +
    c.localityEdits * PENALTY.localityEdit +
    by(c.postcode, PENALTY.otherPostcode, PENALTY.postcodeOfLocality, PENALTY.postcodePrefix) +
    (c.postcodeAway ? PENALTY.postcodeOfOtherState : 0) +
    (c.state === NONE ? PENALTY.otherState : 0) +
    by(c.building, 0, PENALTY.buildingPart, PENALTY.buildingPrefix)
  );
}

/**
 * The least `costOf` a record that a parse leads to, unless it explains words that the parse leaves over. Where those say a place that is not
 * known, a street is in another.
 */
export function leastCostOf({ street, unmatched, localityUnknown }: NameParse): number {
  const elsewhere = street !== null && localityUnknown ? LOCALITY_COST[LOCALITY_OTHER] : 0;
  return unmatched * PENALTY.unmatchedWord + elsewhere;
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
