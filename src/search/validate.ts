import { postcodeOf } from '../index/address-record.ts';
import type { AddressIndex } from '../index/open.ts';
import { ANY_NUMBER } from '../index/street-card.ts';
import { findBuildings } from './building-names.ts';
import { explained, withoutType } from './explained.ts';
import { addFound, exploreReading } from './explore.ts';
import { followMisspelled } from './follow-misspelled.ts';
import {
  type Candidate,
  EXACT,
  LOCALITY_ALIAS,
  LOCALITY_EXACT,
  LOCALITY_NEIGHBOUR,
  NONE,
  NUMBER_EXACT,
  NUMBER_OTHER,
  NUMBER_OVERLAPS,
  NUMBER_SUFFIX,
} from './grades.ts';
import { explainAll } from './leftovers.ts';
import { bestOf, isAnswered, type Matcher, matcherOf, sortCandidates } from './matcher.ts';
import { nearStreets } from './misspelled.ts';
import { type NameReading, readNames, spansOf } from './name-readings.ts';
import { type NumberQuery, numberQuery } from './number-query.ts';
import { readNumbers } from './numbers-reading.ts';
import { mayBeStreet, runsOf } from './runs.ts';
import { type Score, scoreOf } from './score.ts';
import { type Span, walkExact } from './trie-walk.ts';
import { isNowhere, type NumberReading } from './typed-numbers.ts';

/** The best record for a query, and its score. */
export interface Found {
  readonly candidate: Candidate;
  readonly score: Score;
}

/** A candidate at or below this cost answers everything that was said. */
const PERFECT = 0.7;
/** Candidates whose costs differ by less answer a query equally well. */
const EQUAL = 0.75;
/** Above this cost, spelling mistakes are looked for. */
const DOUBTFUL = 8.5;
/** Readings with words that nothing explains: how many are followed. */
const MOST_UNEXPLAINED = 12;
/** Names that a misspelled one may stand for, where nothing says in which place. */
const MOST_MEANT = 4;

/** Every step of a search, for those who want to see it. */
export interface Steps {
  numbers?: (reading: NumberReading) => void;
  names?: (reading: NameReading) => void;
  candidates?: (candidates: readonly Candidate[]) => void;
}

/** Finds the one best record for a whole address; null where nothing fits. Bounded: see the limits in explore.ts. */
export function findBest(index: AddressIndex, query: string, steps: Steps = {}): Found | null {
  const m = matcherOf(index, query, -1, null, false);
  if (m.tokens.count === 0) return null;
  const readings = readNumbers(index, m.tokens, m.words);
  if (isNowhere(readings[0])) return null;
  for (const numbers of readings) {
    steps.numbers?.(numbers);
    matchReading(m, numbers, steps);
    const best = bestOf(m);
    if (best === null || best.unmatched > 0 || best.number >= NUMBER_SUFFIX || best.cost >= DOUBTFUL + 8) continue;
    if (best.number === NUMBER_OVERLAPS || (numbers.strict && best.level === NONE)) continue;
    if (best.unit !== NONE || (best.number === NUMBER_EXACT && !numbers.strict)) break;
  }
  return choose(m, steps);
}

/**
 * Matches one way to read the numbers with all ways to read the words: exactly, then with spelling mistakes. Where a reading explains
 * all words as they are, others are followed only as far as they do too.
 */
function matchReading(m: Matcher, numbers: NumberReading, steps: Steps): void {
  const { tokens } = m;
  const query = numberQuery(m.index, numbers, false);
  const streets = spansOf(m.streets, tokens, numbers.taken, false);
  const localities = spansOf(m.localities, tokens, numbers.taken, false);
  const names = readNames(m.index, tokens, m.words, numbers.taken, streets, localities, false);
  const least = names[0].unmatched;
  let unexplained = 0;
  for (const reading of names) {
    const best = bestOf(m);
    if (best !== null && (best.cost <= PERFECT || reading.unmatched * 30 > best.cost + 30)) break;
    if (reading.unmatched > 0 && ((least === 0 && best !== null) || unexplained++ === MOST_UNEXPLAINED)) break;
    steps.names?.(reading);
    if (saysTooLittle(m, reading, query)) continue;
    exploreReading(m, reading, query);
  }
  explainAll(m);
  if (isAnswered(m, DOUBTFUL) || m.placedLeaves === 0) return;
  findBuildings(m, query, names, false);
  if ((bestOf(m)?.cost ?? 99) <= DOUBTFUL) return;
  for (const reading of names)
    if (reading.street === null || reading.locality === null)
      followMisspelled(m, reading, numbers, least, ANY_NUMBER, (followed, street, other, edits, locality, placeEdits) =>
        addFound(m, followed, query, street, other, edits, locality, placeEdits),
      );
  if ((bestOf(m)?.cost ?? 99) <= 26) return;
  for (const reading of names)
    if (m.candidates.length === 0 && reading.street === null && query.reading.number !== null)
      matchAnywhere(m, reading, query);
}

/**
 * Whether a reading is too little to be a street: one or two letters without a type, or a bare name that a locality has too, with
 * neither number nor type.
 */
function saysTooLittle(m: Matcher, { street, type, locality }: NameReading, { reading }: NumberQuery): boolean {
  if (street === null || type >= 0) return false;
  const { start, end } = m.tokens;
  if (street.end - street.from === 1 && end[street.from] - start[street.from] <= 2) return true;
  if (reading.number !== null || reading.lot !== null || locality !== null) return false;
  const named: Span[] = [];
  walkExact(m.localities, m.tokens, street.from, street.end, false, named);
  return named.some((span) => span.end === street.end && span.whole);
}

/** Looks for a misspelled street anywhere. */
function matchAnywhere(m: Matcher, reading: NameReading, query: NumberQuery): void {
  for (const run of runsOf(m, reading)) {
    const bare = withoutType(m.words, run.from, run.end);
    if (bare.end === run.from || !mayBeStreet(m, run, query.reading)) continue;
    for (const street of nearStreets(m, run.from, bare.end).slice(0, MOST_MEANT))
      exploreReading(m, explained(reading, run.from, run.end, bare, street), query);
  }
}

/** Chooses among the candidates, explains what words are left, and scores the best. */
function choose(m: Matcher, steps: Steps): Found | null {
  const { candidates } = m;
  if (candidates.length === 0) return null;
  explainAll(m);
  sortCandidates(candidates);
  steps.candidates?.(candidates);
  const [best] = candidates;
  const ambiguous = candidates.some(
    (other) => other !== best && other.cost - best.cost < EQUAL && elsewhere(m, best, other),
  );
  const score = scoreOf(best, { ambiguous, elsewhere: isElsewhere(candidates, best), whole: true });
  return score.score === 0 ? null : { candidate: best, score };
}

/** Whether the street that was said is where it was said to be, without the number, and a record stands on another one. */
function isElsewhere(candidates: readonly Candidate[], best: Candidate): boolean {
  if (best.type !== NONE && best.suffix !== NONE && best.locality !== LOCALITY_NEIGHBOUR) return false;
  return candidates.some(
    (c) =>
      c.number === NUMBER_OTHER &&
      c.name === EXACT &&
      c.unmatched <= best.unmatched &&
      c.type !== NONE &&
      c.suffix !== NONE &&
      (c.locality === LOCALITY_EXACT || c.locality === LOCALITY_ALIAS) &&
      c.postcode !== NONE,
  );
}

/** Whether two records stand in different places: on streets of another name, or in another locality or postcode. */
export function elsewhere(m: Matcher, a: Candidate, b: Candidate): boolean {
  if (a.street === b.street) return false;
  const { streetLabel, streetLocality, localityName, localityState } = m.index.columns;
  const x = streetLocality[a.street];
  const y = streetLocality[b.street];
  return (
    streetLabel[a.street] !== streetLabel[b.street] ||
    localityName[x] !== localityName[y] ||
    localityState[x] !== localityState[y] ||
    (x !== y && postcodeOf(m.index, a.ordinal, x) !== postcodeOf(m.index, b.ordinal, y))
  );
}
