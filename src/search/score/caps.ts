import {
  ABSENT,
  EXACT,
  FUZZY,
  LOCALITY_ABSENT,
  LOCALITY_ALIAS,
  LOCALITY_EXACT,
  LOCALITY_FUZZY,
  LOCALITY_NEIGHBOUR,
  LOCALITY_OTHER,
  LOCALITY_PREFIX,
  NONE,
  NUMBER_ACROSS,
  NUMBER_EXACT,
  NUMBER_IN_RANGE,
  NUMBER_OVERLAPS,
  NUMBER_PREFIX,
  PREFIX,
  WORDS_INSIDE,
  WORDS_OUTSIDE,
} from '../query/grades.ts';
import { type Candidate, isOtherStreet } from './candidates.ts';

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
  unit_missing: 66,
  not_an_address: 0,
} as const;

export type Cap = keyof typeof CAPS;

/** Where two flaws meet, or where nothing of the place bears a flawed record out: `medium` at best, and `low`. */
const MEDIUM = 66;
const DOUBTED = 33;

/** What the search knows of a candidate besides its components. */
export interface Circumstances {
  /** Another record in another place answers the query as well. */
  readonly ambiguous: boolean;
  /** The street that was given is where it was given to be, and has not the number: this record is on another one. */
  readonly elsewhere: boolean;
  /** Validate: a whole address was expected. */
  readonly whole: boolean;
  /** Caps that do not hold (policy.ts). */
  readonly lifted?: Pick<ReadonlySet<string>, 'has'> | undefined;
}

/** The most that the caps leave of a candidate's score, 100 where none holds; their names are added to `caps`. Allocates nothing. */
export function limitOf(c: Candidate, circumstances: Circumstances, caps: Cap[] | null): number {
  return Math.min(flawLimit(c, circumstances, caps), unsaidLimit(c, circumstances, caps));
}

/**
 * The most that a candidate's flaws leave of its score. One flaw leaves what its cap says. Of two, and of one that the place does not bear out, most
 * records are something else than what was meant: they leave less.
 */
export function flawLimit(c: Candidate, known: Circumstances, caps: Cap[] | null): number {
  const { ambiguous, elsewhere, whole } = known;
  let left = 100;
  const placed = isPlaced(c);
  if (c.nonAddress) left = Math.min(left, held(known, caps, 'not_an_address'));
  if (c.number > NUMBER_ACROSS || c.lot === NONE || elsewhere)
    left = Math.min(left, held(known, caps, 'street_number_mismatch'));
  if (c.number === NUMBER_IN_RANGE || c.number === NUMBER_OVERLAPS)
    left = Math.min(left, held(known, caps, 'street_number_in_range'));
  if (c.number === NUMBER_ACROSS) left = Math.min(left, held(known, caps, 'street_number_in_range', MEDIUM));
  if (c.unit === NONE || c.level === NONE)
    left = Math.min(left, held(known, caps, 'unit_mismatch', whole && !c.numbered ? DOUBTED : undefined));
  if (c.postcode === NONE && c.state === NONE) left = Math.min(left, held(known, caps, 'postcode_and_state_mismatch'));
  else if (c.postcode === NONE) {
    const most = isNamed(c) && (c.state === EXACT || !c.postcodeAway) ? undefined : DOUBTED;
    left = Math.min(left, held(known, caps, 'postcode_mismatch', most));
  } else if (c.state === NONE) left = Math.min(left, held(known, caps, 'state_mismatch', placed ? undefined : DOUBTED));
  if (c.locality === LOCALITY_NEIGHBOUR) {
    const most = !placed || c.nameEdits > 0 || !explainsWords(c) ? DOUBTED : undefined;
    left = Math.min(left, held(known, caps, 'locality_neighbour', most));
  }
  if (c.locality === LOCALITY_OTHER) left = Math.min(left, held(known, caps, 'locality_mismatch'));
  if (whole && c.locality === LOCALITY_ABSENT && c.postcode === ABSENT)
    left = Math.min(left, held(known, caps, 'ambiguous', !ambiguous && isToTheLetter(c) ? undefined : DOUBTED));
  else if (ambiguous || (c.units && c.level !== ABSENT)) left = Math.min(left, held(known, caps, 'ambiguous'));
  if (!explainsWords(c))
    left = Math.min(left, held(known, caps, 'unmatched_words', isCertainOtherwise(c) ? undefined : DOUBTED));
  if (whole && !c.numbered && !c.sole && c.unmatched > 0 && c.postcode === ABSENT && c.state === ABSENT)
    left = Math.min(left, DOUBTED);
  return left;
}

/**
 * The most that is left of a score by what was not said of the record: its number or lot, its unit where the number has several, its street. The name of
 * a building that no other record of the place has says it all.
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

/** The most that a cap leaves, which is added to `caps`. */
function held({ lifted }: Circumstances, caps: Cap[] | null, cap: Cap, most: number = CAPS[cap]): number {
  if (lifted?.has(cap)) return 100;
  if (caps !== null) caps.push(cap);
  return most;
}

/** Whether the place that was given is the record's: its postcode, or its locality. A misspelled one needs all else to fit. */
function isPlaced(c: Candidate): boolean {
  if (c.postcode === EXACT || c.postcode === PREFIX) return true;
  if (c.postcode === NONE) return false;
  if (isNamed(c)) return true;
  return c.locality === LOCALITY_FUZZY && (c.postcode === FUZZY || (c.unmatched === 0 && c.state !== NONE));
}

function isNamed({ locality }: Candidate): boolean {
  return locality === LOCALITY_EXACT || locality === LOCALITY_ALIAS || locality === LOCALITY_PREFIX;
}

/** Whether no word is left over. That of another street type or suffix is one. */
function explainsWords(c: Candidate): boolean {
  return (c.unmatched === 0 || (c.outside === WORDS_OUTSIDE && isAsTyped(c))) && !isOtherStreet(c);
}

/** Whether words that nothing explains stand outside an address of which number, street and place are all as typed. */
export function leavesWordsOutside(c: Candidate): boolean {
  return c.unmatched > 0 && c.outside !== WORDS_INSIDE && isAsTyped(c);
}

/** Whether number, street and place are all as typed. */
function isAsTyped(c: Candidate): boolean {
  return (
    (c.number === NUMBER_EXACT || c.lot === EXACT) &&
    c.name === EXACT &&
    c.nameEdits === 0 &&
    !isOtherStreet(c) &&
    (c.locality === LOCALITY_EXACT || c.locality === LOCALITY_ALIAS) &&
    c.postcode !== NONE &&
    c.state !== NONE
  );
}

/** Whether a record that leaves words over answers all else that was given. */
function isCertainOtherwise(c: Candidate): boolean {
  if (leavesWordsOutside(c)) return true;
  if (!isPlaced(c) || c.name === ABSENT || c.gap || c.unmatched * 2 > c.words) return false;
  return (
    !isOtherStreet(c) ||
    (c.unmatched === 0 && c.nameEdits === 0 && c.numbered && c.postcode !== NONE && c.state !== NONE)
  );
}

/** Whether the street and its number, or its lot where it has no number, are exactly what was given. */
function isToTheLetter(c: Candidate): boolean {
  return (c.number === NUMBER_EXACT || c.lot === EXACT) && c.name === EXACT && explainsWords(c);
}
