import {
  ABSENT,
  CAPS,
  type Cap,
  type Component,
  EXACT,
  FUZZY,
  type Grade,
  type GradeRow,
  LOCALITY_ABSENT,
  LOCALITY_ALIAS,
  LOCALITY_EXACT,
  LOCALITY_FUZZY,
  LOCALITY_NEIGHBOUR,
  LOCALITY_OTHER,
  LOCALITY_PREFIX,
  LOCALITY_UNKNOWN,
  NONE,
  NUMBER_ACROSS,
  NUMBER_EXACT,
  NUMBER_PREFIX,
  PREFIX,
  TABLE,
  WEIGHTS,
  WORDS_INSIDE,
  WORDS_OUTSIDE,
} from '../query/grades.ts';
import { type Candidate, isOtherStreet } from './candidates.ts';

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

/** What the search knows of a candidate besides its components. */
export interface Circumstances {
  /** A record in another place answers the query as well. */
  readonly ambiguous: boolean;
  /** The street given is in the place given but lacks the number: this record is on another street. */
  readonly elsewhere: boolean;
  /** A whole address was expected (validate). */
  readonly whole: boolean;
  /** Caps that do not hold (policy.ts). */
  readonly lifted?: Pick<ReadonlySet<string>, 'has'> | undefined;
}

/** A component that the query has, how a candidate answers it, and the share of its weight that is met. */
export type Met = readonly [Component, Exclude<Grade, typeof ABSENT>, number];

/**
 * Scores a candidate: the share that it meets of the weights of the components in the query, then the caps.
 * Deterministic, and the same for autocomplete and validate. A component that the query lacks neither helps nor hurts.
 */
export function scoreOf(c: Candidate, circumstances: Circumstances): Score {
  const caps: Cap[] = [];
  const score = Math.min(shareMet(c), flawLimit(c, circumstances, caps), unsaidLimit(c, circumstances, caps));
  return { score, quality: qualityOf(score), caps };
}

/** The share that a candidate meets (`shareMet`), capped by its flaws alone, not by what was not typed yet. */
export function capped(share: number, c: Candidate, circumstances: Circumstances): number {
  return Math.min(share, flawLimit(c, circumstances, null));
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

/** Lower caps for two flaws together, or a flaw in a record that no place confirms: at best `medium`, and `low`. */
const MEDIUM = 66;
const DOUBTED = 33;

/**
 * The highest score that a candidate's flaws allow, 100 without one; adds the names of caps to `caps`. One flaw has its
 * cap; two together, or one that the place does not make up for, have a lower one, as most such records are not what was
 * meant.
 */
function flawLimit(c: Candidate, known: Circumstances, caps: Cap[] | null): number {
  const { ambiguous, elsewhere, whole } = known;
  let left = 100;
  const placed = isPlaced(c);
  if (c.nonAddress) left = Math.min(left, held(known, caps, 'not_an_address'));
  const { cap } = TABLE.street_number[c.number];
  if (cap === 'street_number_mismatch' || c.lot === NONE || elsewhere) {
    const isLot = c.lot === FUZZY && !elsewhere;
    left = Math.min(left, held(known, caps, 'street_number_mismatch', isLot ? MEDIUM : undefined));
  }
  if (cap !== null && cap !== 'street_number_mismatch')
    left = Math.min(left, held(known, caps, cap, c.number === NUMBER_ACROSS ? MEDIUM : undefined));
  const unit = TABLE.unit[c.unit].cap;
  if (unit !== null) left = Math.min(left, held(known, caps, unit));
  if (c.level === NONE && c.unit !== NONE && c.unit !== ABSENT)
    left = Math.min(left, held(known, caps, 'level_mismatch'));
  else if (c.unit === NONE || c.level === NONE)
    left = Math.min(left, held(known, caps, 'unit_mismatch', whole && !c.numbered ? DOUBTED : undefined));
  if (c.postcode === NONE && c.state === NONE) left = Math.min(left, held(known, caps, 'postcode_and_state_mismatch'));
  else if (c.postcode === NONE) {
    const most = isNamed(c) && (c.state === EXACT || !c.postcodeAway) ? undefined : DOUBTED;
    left = Math.min(left, held(known, caps, 'postcode_mismatch', most));
  } else if (whole && c.postcode === FUZZY && c.locality === LOCALITY_ABSENT)
    left = Math.min(left, held(known, caps, 'postcode_mismatch'));
  else if (c.state === NONE) left = Math.min(left, held(known, caps, 'state_mismatch', placed ? undefined : DOUBTED));
  if (c.locality === LOCALITY_NEIGHBOUR) {
    const most = !placed || c.nameEdits > 0 || !explainsWords(c) ? DOUBTED : undefined;
    left = Math.min(left, held(known, caps, 'locality_neighbour', most));
  }
  const isCalled = c.locality > LOCALITY_OTHER && isOnlyCalled(c, known);
  if (isCalled) left = Math.min(left, held(known, caps, 'place_name'));
  else if (c.locality >= LOCALITY_OTHER) left = Math.min(left, held(known, caps, 'locality_mismatch'));
  if (whole && c.locality === LOCALITY_ABSENT && c.postcode === ABSENT)
    left = Math.min(left, held(known, caps, 'ambiguous', !ambiguous && isToTheLetter(c) ? undefined : DOUBTED));
  else if (ambiguous || c.dated || (c.units && c.level !== ABSENT))
    left = Math.min(left, held(known, caps, 'ambiguous'));
  if (!explainsWords(c))
    left = Math.min(left, held(known, caps, 'unmatched_words', isCertainOtherwise(c) ? undefined : DOUBTED));
  if (whole && !c.numbered && !c.sole && c.unmatched > 0 && c.postcode === ABSENT && c.state === ABSENT)
    left = Math.min(left, DOUBTED);
  return left;
}

/**
 * The highest score allowed by what was not said of the record: its number or lot, its unit if the number has several,
 * its street. The name of a building that no other record of the place has says it all.
 */
export function unsaidLimit(c: Candidate, known: Circumstances, caps: Cap[] | null): number {
  if (c.sole) return 100;
  let left = 100;
  if (!c.numbered || c.number === NUMBER_PREFIX || c.lot === PREFIX)
    left = Math.min(left, held(known, caps, 'no_street_number'));
  if ((c.units && c.level === ABSENT) || c.unit === PREFIX) left = Math.min(left, held(known, caps, 'unit_missing'));
  if (c.numbered && (c.name === ABSENT || c.name === PREFIX)) left = Math.min(left, held(known, caps, 'ambiguous'));
  return left;
}

/** The highest score that a cap allows, 100 if it is lifted; adds its name to `caps`. */
function held({ lifted }: Circumstances, caps: Cap[] | null, cap: Cap, most: number = CAPS[cap]): number {
  if (lifted?.has(cap)) return 100;
  if (caps !== null) caps.push(cap);
  return most;
}

/** Whether the postcode or locality given is the record's. A misspelled locality needs all else to fit. */
function isPlaced(c: Candidate): boolean {
  if (c.postcode === EXACT || c.postcode === PREFIX) return true;
  if (c.postcode === NONE) return false;
  if (isNamed(c)) return true;
  return c.locality === LOCALITY_FUZZY && (c.postcode === FUZZY || (c.unmatched === 0 && c.state !== NONE));
}

function isNamed({ locality }: Candidate): boolean {
  return locality === LOCALITY_EXACT || locality === LOCALITY_ALIAS || locality === LOCALITY_PREFIX;
}

/** Whether no word is left over. Another street type or suffix is one; a note outside an address as typed is none. */
function explainsWords(c: Candidate): boolean {
  return (wordsLeftOver(c) === 0 || (c.outside === WORDS_OUTSIDE && isAsTyped(c))) && !isOtherStreet(c);
}

/** Words that nothing explains: not those that name a place, though it is known for nothing. */
function wordsLeftOver({ unmatched, locality }: Candidate): number {
  return locality === LOCALITY_UNKNOWN ? 0 : unmatched;
}

/**
 * Whether number, street and its type are as given, and the place alone has another name: a region that the record is
 * in, the first words of its locality's; or a name known for nothing, with the record's own postcode or of the only
 * record of Australia. While typing, what is still to be typed is not known.
 */
function isOnlyCalled(c: Candidate, { ambiguous, whole }: Circumstances): boolean {
  if (!whole) return c.locality !== LOCALITY_UNKNOWN;
  if (!isAsTyped(c) || c.gap || c.extraParts > 0 || c.postcode === FUZZY) return false;
  if (c.locality === LOCALITY_UNKNOWN && c.postcode === EXACT) return true;
  return !ambiguous;
}

/** Whether the words left over stand outside an address whose number, street and place are all as typed. */
function leavesWordsOutside(c: Candidate): boolean {
  return c.unmatched > 0 && c.outside !== WORDS_INSIDE && isAsTyped(c);
}

/** Whether number, street and place are all as typed. */
function isAsTyped(c: Candidate): boolean {
  return (
    (c.number === NUMBER_EXACT || c.lot === EXACT) &&
    c.name === EXACT &&
    c.nameEdits === 0 &&
    !isOtherStreet(c) &&
    (c.locality === LOCALITY_EXACT || c.locality === LOCALITY_ALIAS || c.locality > LOCALITY_OTHER) &&
    c.postcode !== NONE &&
    c.state !== NONE
  );
}

/** Whether a record that leaves words over answers everything else. */
function isCertainOtherwise(c: Candidate): boolean {
  if (leavesWordsOutside(c)) return true;
  if (!isPlaced(c) || c.name === ABSENT || (c.gap && (c.otherStreet || !isAsTyped(c))) || c.unmatched * 2 > c.words)
    return false;
  return (
    !isOtherStreet(c) ||
    (c.unmatched === 0 && c.nameEdits === 0 && c.numbered && c.postcode !== NONE && c.state !== NONE)
  );
}

/** Whether the street and its number or lot are exactly what was given. */
function isToTheLetter(c: Candidate): boolean {
  return (c.number === NUMBER_EXACT || c.lot === EXACT) && c.name === EXACT && explainsWords(c);
}
