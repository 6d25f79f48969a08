import {
  ABSENT,
  type Cap,
  type Component,
  type Grade,
  type GradeRow,
  LOCALITY_FUZZY,
  TABLE,
  WEIGHTS,
} from '../query/grades.ts';
import type { Candidate } from './candidates.ts';
import { type Circumstances, flawLimit, leavesWordsOutside, limitOf, wordsLeftOver } from './caps.ts';

/** Version of the scorer (§5.3). */
export const SCORING_VERSION = 'address-match-v1';

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
  asked += askedOf(WEIGHTS.street_number, numberRow(c).grade) + askedOf(WEIGHTS.street_name, name);
  asked += askedOf(WEIGHTS.street_type, type) + askedOf(WEIGHTS.street_suffix, suffix);
  asked += askedOf(WEIGHTS.locality, locality) + askedOf(WEIGHTS.postcode, postcode);
  asked += askedOf(WEIGHTS.state, state) + askedOf(WEIGHTS.building, building);
  let met = WEIGHTS.unit * TABLE.unit[unit].share + WEIGHTS.level * TABLE.level[level].share;
  met = met + WEIGHTS.street_number * numberRow(c).share + WEIGHTS.street_name * nameShare(c);
  met = met + WEIGHTS.street_type * TABLE.street_type[type].share;
  met = met + WEIGHTS.street_suffix * TABLE.street_suffix[suffix].share;
  met = met + WEIGHTS.locality * localityShare(c) + WEIGHTS.postcode * TABLE.postcode[postcode].share;
  met = met + WEIGHTS.state * TABLE.state[state].share + WEIGHTS.building * TABLE.building[building].share;
  let share = asked === 0 ? 0 : Math.round((100 * met) / asked);
  if (wordsLeftOver(c) > 0) share = Math.round(share * (1 - costOfWords(c)));
  return Math.max(1, share);
}

/** What the share of a candidate is made of: the components that the query has. */
export function componentsMet(c: Candidate): Met[] {
  const plain = (component: Component, { grade, share }: GradeRow) => [component, grade, share] as const;
  return [
    plain('unit', TABLE.unit[c.unit]),
    plain('level', TABLE.level[c.level]),
    plain('street_number', numberRow(c)),
    plain('street_name', { ...TABLE.street_name[c.name], share: nameShare(c) }),
    plain('street_type', TABLE.street_type[c.type]),
    plain('street_suffix', TABLE.street_suffix[c.suffix]),
    plain('locality', { ...TABLE.locality[c.locality], share: localityShare(c) }),
    plain('postcode', TABLE.postcode[c.postcode]),
    plain('state', TABLE.state[c.state]),
    plain('building', TABLE.building[c.building]),
  ].filter((component): component is Met => component[1] !== ABSENT);
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

/** The row of the lot, or of the number where no lot was given. */
function numberRow({ lot, number }: Candidate): GradeRow {
  return lot === ABSENT ? TABLE.street_number[number] : TABLE.lot[lot];
}

function nameShare({ name, nameEdits }: Candidate): number {
  return nameEdits > 0 && name !== ABSENT ? withEdits(nameEdits) : TABLE.street_name[name].share;
}

function localityShare({ locality, localityEdits }: Candidate): number {
  return locality === LOCALITY_FUZZY ? withEdits(localityEdits) : TABLE.locality[locality].share;
}

/** The share of a name's weight that it meets with so many mistakes. */
function withEdits(edits: number): number {
  return Math.max(0.5, 1 - 0.15 * edits);
}
