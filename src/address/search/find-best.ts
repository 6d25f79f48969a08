import type { AddressIndex } from '../index/open.ts';
import { run } from './engine.ts';
import { nameSpans, parseNames } from './parse/names/parse-names.ts';
import { fitting } from './parse/numbers/number-parse.ts';
import { parseNumbers } from './parse/numbers/parse-numbers.ts';
import { type Policy, WHOLE, WITH_OTHERS } from './policy.ts';
import { EQUALS } from './query/costs.ts';
import {
  ABSENT,
  EXACT,
  FUZZY,
  LOCALITY_ALIAS,
  LOCALITY_EXACT,
  LOCALITY_NEIGHBOUR,
  LOCALITY_UNKNOWN,
  NONE,
  NUMBER_OTHER,
} from './query/grades.ts';
import { queryOf } from './retrieve/query.ts';
import {
  type Candidate,
  elsewhere,
  isOtherStreet,
  type Reading,
  readingOf,
  type Search,
  searchFor,
  sortCandidates,
} from './score/candidates.ts';
import { type Score, scoreOf } from './score/score.ts';
import { isElsewhereToo } from './sources/called.ts';
import type { Trace } from './sources/source.ts';
import { readWords } from './text/lexicon.ts';
import type { Asked } from './text/parts.ts';

/** A record found for a query, and its score. */
export interface Found {
  readonly candidate: Candidate;
  readonly score: Score;
}

/** Finds the one best record for a whole address; null if nothing fits. */
export function findBest(index: AddressIndex, asked: Asked, trace: Trace = {}, policy: Policy = WHOLE): Found | null {
  return bestMatch(searchWhole(index, asked, trace, policy), trace, policy.lifted);
}

/** The records that a whole address may mean, the best first, however much worse than the best. */
export function findOthers(index: AddressIndex, asked: Asked): readonly Candidate[] {
  const { candidates } = searchWhole(index, asked, {}, WITH_OTHERS);
  sortCandidates(candidates);
  return candidates;
}

/** Searches for a whole address. */
export function searchWhole(index: AddressIndex, asked: Asked, trace: Trace = {}, policy: Policy = WHOLE): Search {
  const search = searchFor(queryOf(index, asked, policy));
  run({ search, trace, waiting: [], named: null, tried: null }, asked);
  return search;
}

/** The best record that a search for a whole address found, and its score; null if none fits. */
export function bestMatch(search: Search, trace: Trace = {}, lifted?: Policy['lifted']): Found | null {
  const { candidates } = search;
  if (candidates.length === 0) return null;
  sortCandidates(candidates);
  trace.candidates?.(candidates);
  const [best] = candidates;
  const ambiguous = candidates.some(
    (other) =>
      other !== best &&
      other.cost - best.cost < EQUALS &&
      // `l7`: a record may have as its lot what another has as its number, letters being read as digits.
      (elsewhere(search, best, other) || (best.lot === EXACT) !== (other.lot === EXACT)),
  );
  // The place has a name that is known for nothing, and nothing else says where it is.
  const isCalledAlone = best.locality === LOCALITY_UNKNOWN && best.postcode === ABSENT;
  const isAmbiguous = ambiguous || (isCalledAlone && isElsewhereToo(search, best));
  const score = scoreOf(best, {
    ambiguous: isAmbiguous,
    elsewhere: isElsewhere(candidates, best),
    whole: true,
    lifted,
  });
  return score.score === 0 ? null : { candidate: best, score };
}

/** Whether the street given is in the place given but lacks the number, and the best record is on another street. */
function isElsewhere(candidates: readonly Candidate[], best: Candidate): boolean {
  if (best.name !== FUZZY && !isOtherStreet(best) && best.locality !== LOCALITY_NEIGHBOUR) return false;
  return candidates.some(
    (c) =>
      c.number === NUMBER_OTHER &&
      c.name === EXACT &&
      c.unmatched <= best.unmatched &&
      !isOtherStreet(c) &&
      (c.locality === LOCALITY_EXACT || c.locality === LOCALITY_ALIAS) &&
      c.postcode !== NONE,
  );
}

/** The likeliest reading of a query as it was written, made now if the search went without (straight.ts). */
export function likeliestReading(search: Search): Reading {
  if (search.first !== null) return search.first;
  const { index, tokens, words, roles } = search;
  readWords(index, tokens, words);
  const [numbers] = fitting(parseNumbers(index, tokens, words), roles);
  const [names] = parseNames(nameSpans(search, numbers.consumed), true);
  search.first = readingOf(search, numbers, names);
  return search.first;
}
