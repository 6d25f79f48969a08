import {
  ABSENT,
  EXACT,
  FUZZY,
  type Grade,
  LOCALITY_ABSENT,
  LOCALITY_ALIAS,
  LOCALITY_COUNCIL,
  LOCALITY_EXACT,
  LOCALITY_FUZZY,
  LOCALITY_METROPOLIS,
  LOCALITY_NEIGHBOUR,
  LOCALITY_OTHER,
  LOCALITY_PREFIX,
  LOCALITY_SHORT,
  LOCALITY_UNKNOWN,
  NONE,
  NUMBER_ABSENT,
  NUMBER_ACROSS,
  NUMBER_EXACT,
  NUMBER_IN_RANGE,
  NUMBER_PREFIX,
  NUMBER_SUFFIX,
  OTHER_FAMILY,
  PREFIX,
} from '../query/grades.ts';
import type { Candidate } from './candidates.ts';
import { type Cap, type Circumstances, flawLimit, leavesWordsOutside, limitOf, wordsLeftOver } from './caps.ts';

/** Version of the scorer (§5.3). */
export const SCORING_VERSION = 'address-match-v1';

/** The weight of each component, if the query has it. */
export const WEIGHTS = {
  street_number: 22,
  street_name: 30,
  street_type: 8,
  street_suffix: 14,
  locality: 22,
  postcode: 8,
  state: 4,
  unit: 10,
  level: 4,
  building: 4,
} as const;

export type Component = keyof typeof WEIGHTS;

/** `serviceMatchQuality` (§5.1). */
export type Quality = 'high' | 'medium' | 'low' | 'none';

/** A candidate's score, and how it was computed. */
export interface Score {
  /** 0–100. */
  readonly score: number;
  readonly quality: Quality;
  readonly caps: readonly Cap[];
}

/** A component that the query has, how a candidate answers it, and the share of its weight that is met. */
export type Met = readonly [Component, Exclude<Grade, typeof ABSENT>, number];

/**
 * Scores a candidate: the share that it meets of the weights of the components in the query, then the caps.
 * Deterministic, and the same for autocomplete and validate. A component that the query lacks neither helps nor hurts.
 */
export function scoreOf(c: Candidate, circumstances: Circumstances): Score {
  const caps: Cap[] = [];
  const score = Math.min(shareMet(c), limitOf(c, circumstances, caps));
  return { score, quality: qualityOf(score), caps };
}

/** The share that a candidate meets (`shareMet`), capped by its flaws alone, not by what was not typed yet. */
export function capped(share: number, c: Candidate, circumstances: Circumstances): number {
  return Math.min(share, flawLimit(c, circumstances, null));
}

/** Whether two candidates have the same score, apart from circumstances: all that it depends on is equal. */
export function scoresAlike(a: Candidate, b: Candidate): boolean {
  return (
    a.number === b.number &&
    a.locality === b.locality &&
    a.postcode === b.postcode &&
    a.type === b.type &&
    a.suffix === b.suffix &&
    a.name === b.name &&
    a.nameEdits === b.nameEdits &&
    a.localityEdits === b.localityEdits &&
    a.unit === b.unit &&
    a.level === b.level &&
    a.lot === b.lot &&
    a.state === b.state &&
    a.postcodeAway === b.postcodeAway &&
    a.building === b.building &&
    a.unmatched === b.unmatched &&
    a.words === b.words &&
    a.outside === b.outside &&
    a.gap === b.gap &&
    a.otherStreet === b.otherStreet &&
    a.numbered === b.numbered &&
    a.sole === b.sole &&
    a.units === b.units &&
    a.dated === b.dated &&
    a.nonAddress === b.nonAddress
  );
}

/**
 * The share of the weights that a candidate meets, 1 to 100, before the caps: it does not depend on other candidates.
 * Allocates nothing; adds up in the order of `componentsMet`, as another would round otherwise.
 */
export function shareMet(c: Candidate): number {
  const { unit, level, name, type, suffix, locality, postcode, state, building } = c;
  let asked = askedOf(WEIGHTS.unit, unit) + askedOf(WEIGHTS.level, level);
  asked += askedOf(WEIGHTS.street_number, numberGrade(c)) + askedOf(WEIGHTS.street_name, name);
  asked += askedOf(WEIGHTS.street_type, type) + askedOf(WEIGHTS.street_suffix, suffix);
  asked += askedOf(WEIGHTS.locality, locality) + askedOf(WEIGHTS.postcode, postcode);
  asked += askedOf(WEIGHTS.state, state) + askedOf(WEIGHTS.building, building);
  let met = WEIGHTS.unit * shareOf(unit) + WEIGHTS.level * shareOf(level);
  met = met + WEIGHTS.street_number * numberShare(c) + WEIGHTS.street_name * nameShare(c);
  met = met + WEIGHTS.street_type * shareOf(type) + WEIGHTS.street_suffix * shareOf(suffix);
  met = met + WEIGHTS.locality * localityShare(c) + WEIGHTS.postcode * shareOf(postcode);
  met = met + WEIGHTS.state * shareOf(state) + WEIGHTS.building * shareOf(building);
  let share = asked === 0 ? 0 : Math.round((100 * met) / asked);
  if (wordsLeftOver(c) > 0) share = Math.round(share * (1 - costOfWords(c)));
  return Math.max(1, share);
}

/** What the share of a candidate is made of: the components that the query has. */
export function componentsMet(c: Candidate): Met[] {
  const components: readonly (readonly [Component, Grade, number])[] = [
    ['unit', c.unit === OTHER_FAMILY ? NONE : c.unit, shareOf(c.unit)],
    ['level', c.level, shareOf(c.level)],
    ['street_number', numberGrade(c), numberShare(c)],
    ['street_name', c.name, nameShare(c)],
    ['street_type', c.type, shareOf(c.type)],
    ['street_suffix', c.suffix, shareOf(c.suffix)],
    ['locality', localityGrade(c.locality), localityShare(c)],
    ['postcode', c.postcode, shareOf(c.postcode)],
    ['state', c.state, shareOf(c.state)],
    ['building', c.building, shareOf(c.building)],
  ];
  return components.filter((component): component is Met => component[1] !== ABSENT);
}

/** What a component weighs: nothing where the query lacks it. */
function askedOf(weight: number, grade: number): number {
  return grade === ABSENT ? 0 : weight;
}

/** The share of a score that a word outside an address costs, and the most that all of them cost. */
const OUTSIDE_WORD = 0.04;
const OUTSIDE_WORDS = 0.2;

/** The share of a score that the words left over cost. */
function costOfWords(c: Candidate): number {
  return leavesWordsOutside(c) ? Math.min(OUTSIDE_WORDS, c.unmatched * OUTSIDE_WORD) : c.unmatched / (c.words + 1);
}

/** The quality of a score: the boundaries are fixed for this version of the scorer. */
export function qualityOf(score: number): Quality {
  if (score >= 67) return 'high';
  if (score >= 34) return 'medium';
  return score >= 1 ? 'low' : 'none';
}

function shareOf(grade: Grade): number {
  return grade === EXACT ? 1 : grade === PREFIX ? 0.95 : grade === FUZZY ? 0.7 : 0;
}

function nameShare({ name, nameEdits }: Candidate): number {
  return nameEdits > 0 && name !== ABSENT ? Math.max(0.5, 1 - 0.15 * nameEdits) : shareOf(name);
}

/** The grade of the lot, or of the number where no lot was given. */
function numberGrade({ lot, number }: Candidate): Grade {
  if (lot !== ABSENT) return lot;
  if (number === NUMBER_ABSENT) return ABSENT;
  if (number === NUMBER_EXACT) return EXACT;
  if (number === NUMBER_PREFIX) return PREFIX;
  return number < NUMBER_SUFFIX ? FUZZY : NONE;
}

function numberShare(c: Candidate): number {
  if (c.lot === ABSENT && c.number === NUMBER_IN_RANGE) return 0.9;
  return c.lot === ABSENT && c.number === NUMBER_ACROSS ? 0 : shareOf(numberGrade(c));
}

function localityGrade(locality: number): Grade {
  if (locality === LOCALITY_ABSENT) return ABSENT;
  if (locality === LOCALITY_EXACT || locality === LOCALITY_ALIAS) return EXACT;
  if (locality === LOCALITY_PREFIX) return PREFIX;
  return locality === LOCALITY_OTHER || locality === LOCALITY_UNKNOWN ? NONE : FUZZY;
}

function localityShare(c: Candidate): number {
  switch (c.locality) {
    case LOCALITY_EXACT:
      return 1;
    case LOCALITY_ALIAS:
      return 0.97;
    case LOCALITY_PREFIX:
      return 0.95;
    case LOCALITY_FUZZY:
      return Math.max(0.5, 1 - 0.15 * c.localityEdits);
    case LOCALITY_NEIGHBOUR:
    case LOCALITY_COUNCIL:
    case LOCALITY_METROPOLIS:
    case LOCALITY_SHORT:
      return 0.5;
    default:
      return 0;
  }
}
