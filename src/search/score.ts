import {
  ABSENT,
  type Candidate,
  EXACT,
  FUZZY,
  type Grade,
  LOCALITY_ABSENT,
  LOCALITY_ALIAS,
  LOCALITY_EXACT,
  LOCALITY_FUZZY,
  LOCALITY_NEIGHBOUR,
  LOCALITY_OTHER,
  LOCALITY_PREFIX,
  NONE,
  NUMBER_ABSENT,
  NUMBER_ACROSS,
  NUMBER_EXACT,
  NUMBER_IN_RANGE,
  NUMBER_OVERLAPS,
  NUMBER_PREFIX,
  PREFIX,
} from './grades.ts';

/** Version of the scorer (specification, "DebugInfo"). */
export const SCORING_VERSION = 'address-match-v1';

/** What each component weighs when the query says something of it. */
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

/** The most that a score may be, by reason. */
export const CAPS = {
  street_number_mismatch: 33,
  street_number_in_range: 90,
  unit_mismatch: 66,
  postcode_mismatch: 66,
  state_mismatch: 66,
  postcode_and_state_mismatch: 33,
  locality_neighbour: 80,
  locality_mismatch: 33,
  ambiguous: 66,
  unmatched_words: 66,
  no_street_number: 66,
  not_an_address: 0,
} as const;

export type Cap = keyof typeof CAPS;

/** `serviceMatchQuality` (specification, "Match-quality fields"). */
export type Quality = 'high' | 'medium' | 'low' | 'none';

/** A candidate's score, and how it came about. */
export interface Score {
  /** 0–100. */
  readonly score: number;
  readonly quality: Quality;
  readonly caps: readonly Cap[];
  /** Components that the query spoke of. */
  readonly components: readonly (readonly [Component, Exclude<Grade, typeof ABSENT>])[];
}

/** What the search knows of a candidate besides its components. */
export interface Circumstances {
  /** Another record in another place answers the query as well. */
  readonly ambiguous: boolean;
  /** Validate: a whole address was expected. */
  readonly whole: boolean;
}

/**
 * Scores a candidate: the share of the weights of the components that were spoken of, each exact, prefix, fuzzy or none; then the
 * caps. Deterministic, and the same for autocomplete and validate. An absent component neither helps nor hurts.
 */
export function scoreOf(c: Candidate, circumstances: Circumstances): Score {
  const components: [Component, Exclude<Grade, typeof ABSENT>][] = [];
  let said = 0;
  let met = 0;
  const count = (component: Component, grade: Grade, share: number) => {
    if (grade === ABSENT) return;
    components.push([component, grade]);
    said += WEIGHTS[component];
    met += WEIGHTS[component] * share;
  };
  count('unit', c.unit, shareOf(c.unit));
  count('level', c.level, shareOf(c.level));
  count('street_number', c.lot === ABSENT ? numberGrade(c.number) : c.lot, numberShare(c));
  count('street_name', c.name, c.nameEdits > 0 ? Math.max(0.5, 1 - 0.15 * c.nameEdits) : shareOf(c.name));
  count('street_type', c.type, shareOf(c.type));
  count('street_suffix', c.suffix, shareOf(c.suffix));
  count('locality', localityGrade(c.locality), localityShare(c));
  count('postcode', c.postcode, shareOf(c.postcode));
  count('state', c.state, shareOf(c.state));
  count('building', c.building, shareOf(c.building));
  const caps = capsOf(c, circumstances);
  let score = said === 0 ? 0 : Math.round((100 * met) / said);
  if (c.unmatched > 0) score = Math.round(score * (1 - c.unmatched / (c.words + 1)));
  for (const cap of caps) score = Math.min(score, mostFor(cap, c));
  score = Math.max(caps.includes('not_an_address') ? 0 : 1, Math.min(100, score));
  return { score, quality: qualityOf(score), caps, components };
}

/** The quality of a score: the boundaries are fixed for this version of the scorer. */
export function qualityOf(score: number): Quality {
  if (score >= 67) return 'high';
  if (score >= 34) return 'medium';
  return score >= 1 ? 'low' : 'none';
}

function capsOf(c: Candidate, { ambiguous, whole }: Circumstances): Cap[] {
  const caps: Cap[] = [];
  if (c.nowhere) caps.push('not_an_address');
  if (c.number > NUMBER_ACROSS || c.lot === NONE) caps.push('street_number_mismatch');
  if (c.number === NUMBER_IN_RANGE || c.number === NUMBER_OVERLAPS || c.number === NUMBER_ACROSS)
    caps.push('street_number_in_range');
  if (c.unit === NONE || c.level === NONE) caps.push('unit_mismatch');
  if (c.postcode === NONE && c.state === NONE) caps.push('postcode_and_state_mismatch');
  else if (c.postcode === NONE) caps.push('postcode_mismatch');
  else if (c.state === NONE) caps.push('state_mismatch');
  if (c.locality === LOCALITY_NEIGHBOUR) caps.push('locality_neighbour');
  if (c.locality === LOCALITY_OTHER) caps.push('locality_mismatch');
  if (ambiguous || c.units) caps.push('ambiguous');
  if (c.unmatched > 0) caps.push('unmatched_words');
  if (whole && !c.numbered && c.several && c.building !== EXACT) caps.push('no_street_number');
  return caps;
}

/** A cap's most: lower where more than half of the words are unexplained, and where no locality makes up for the postcode. */
function mostFor(cap: Cap, c: Candidate): number {
  if (cap === 'unmatched_words' && c.unmatched * 2 > c.words) return 33;
  if (cap === 'postcode_mismatch' && (c.locality === LOCALITY_ABSENT || c.locality === LOCALITY_NEIGHBOUR)) return 33;
  return CAPS[cap];
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
  return c.number === NUMBER_ACROSS ? 0 : 0;
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
