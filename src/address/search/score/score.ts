import {
  ABSENT,
  EXACT,
  FUZZY,
  type Grade,
  LOCALITY_ABSENT,
  LOCALITY_ALIAS,
  LOCALITY_EXACT,
  LOCALITY_FUZZY,
  LOCALITY_NEIGHBOUR,
  LOCALITY_PREFIX,
  NONE,
  NUMBER_ABSENT,
  NUMBER_ACROSS,
  NUMBER_EXACT,
  NUMBER_IN_RANGE,
  NUMBER_OVERLAPS,
  NUMBER_PREFIX,
  PREFIX,
} from '../query/grades.ts';
import type { Candidate } from './candidates.ts';
import { type Cap, type Circumstances, flawLimit, leavesWordsOutside, limitOf } from './caps.ts';

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
  /** Components that the query has, each with the share of its weight that is met. */
  readonly components: readonly (readonly [Component, Exclude<Grade, typeof ABSENT>, number])[];
}

type Part = Score['components'][number];

/**
 * Scores a candidate: the share that it meets of the weights of the components in the query, then the caps.
 * Deterministic, and the same for autocomplete and validate. A component that the query lacks neither helps nor hurts.
 */
export function scoreOf(c: Candidate, circumstances: Circumstances): Score {
  const components: Part[] = [];
  const caps: Cap[] = [];
  const score = Math.min(shareMet(c, components), limitOf(c, circumstances, caps));
  return { score, quality: qualityOf(score), caps, components };
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

/** The weights of the components in the query, how much of them is met, and how many components were counted. */
interface Tally {
  asked: number;
  met: number;
  counted: number;
  readonly parts: Part[] | null;
}

/** The components in the order in which they are counted. */
const COUNTED: readonly Component[] =
  'unit level street_number street_name street_type street_suffix locality postcode state building'.split(
    ' ',
  ) as Component[];

function count(tally: Tally, weight: number, grade: Grade, share: number): void {
  const component = tally.counted++;
  if (grade === ABSENT) return;
  tally.parts?.push([COUNTED[component], grade, share]);
  tally.asked += weight;
  tally.met += weight * share;
}

/**
 * The share of the weights that a candidate meets, 1 to 100, before the caps: it does not depend on other candidates.
 * Adds the components that the query has to `parts`.
 */
export function shareMet(c: Candidate, parts: Part[] | null): number {
  const tally: Tally = { asked: 0, met: 0, counted: 0, parts };
  const number = c.lot === ABSENT ? numberGrade(c.number) : c.lot;
  const name = c.nameEdits > 0 ? Math.max(0.5, 1 - 0.15 * c.nameEdits) : shareOf(c.name);
  count(tally, WEIGHTS.unit, c.unit, shareOf(c.unit));
  count(tally, WEIGHTS.level, c.level, shareOf(c.level));
  count(tally, WEIGHTS.street_number, number, numberShare(c));
  count(tally, WEIGHTS.street_name, c.name, name);
  count(tally, WEIGHTS.street_type, c.type, shareOf(c.type));
  count(tally, WEIGHTS.street_suffix, c.suffix, shareOf(c.suffix));
  count(tally, WEIGHTS.locality, localityGrade(c.locality), localityShare(c));
  count(tally, WEIGHTS.postcode, c.postcode, shareOf(c.postcode));
  count(tally, WEIGHTS.state, c.state, shareOf(c.state));
  count(tally, WEIGHTS.building, c.building, shareOf(c.building));
  let share = tally.asked === 0 ? 0 : Math.round((100 * tally.met) / tally.asked);
  if (c.unmatched > 0) share = Math.round(share * (1 - costOfWords(c)));
  return Math.max(1, share);
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

function numberGrade(number: number): Grade {
  if (number === NUMBER_ABSENT) return ABSENT;
  if (number === NUMBER_EXACT) return EXACT;
  if (number === NUMBER_PREFIX) return PREFIX;
  return number <= NUMBER_ACROSS ? FUZZY : NONE;
}

function numberShare(c: Candidate): number {
  if (c.lot !== ABSENT) return shareOf(c.lot);
  if (c.number === NUMBER_EXACT) return 1;
  if (c.number === NUMBER_PREFIX) return 0.95;
  if (c.number === NUMBER_IN_RANGE) return 0.9;
  if (c.number === NUMBER_OVERLAPS) return 0.7;
  return 0;
}

function localityGrade(locality: number): Grade {
  if (locality === LOCALITY_ABSENT) return ABSENT;
  if (locality === LOCALITY_EXACT || locality === LOCALITY_ALIAS) return EXACT;
  if (locality === LOCALITY_PREFIX) return PREFIX;
  return locality === LOCALITY_FUZZY || locality === LOCALITY_NEIGHBOUR ? FUZZY : NONE;
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
      return 0.5;
    default:
      return 0;
  }
}
