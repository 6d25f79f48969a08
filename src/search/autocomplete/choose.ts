import { EQUALS } from '../query/costs.ts';
import { ABSENT, FUZZY, LOCALITY_ABSENT } from '../query/grades.ts';
import type { Candidate, Trace } from '../score/candidate.ts';
import { elsewhere, type Search, sortCandidates } from '../score/candidates.ts';
import { type Circumstances, unsaidLimit } from '../score/caps.ts';
import { explainAll } from '../score/leftovers.ts';
import { keepNearest, type Point } from '../score/near.ts';
import { capped, scoresAlike, shareMet } from '../score/score.ts';

/** A suggestion, and how well it matches what was typed: its score, 0–100, and what `scoreOf` explains it by. */
export interface Suggestion {
  readonly candidate: Candidate;
  readonly score: number;
  readonly circumstances: Circumstances;
}

/** Candidates that are scored, the cheapest ones: more than the longest list has. */
const MOST_SCORED = 64;

/**
 * The best of the candidates, at most `limit`, in a total and stable order: score, cost, nearness to a point, null for none, place, then the order
 * of the index. Cuts the candidates short.
 */
export function choose(search: Search, limit: number, near: Point | null, trace: Trace): Suggestion[] {
  const { candidates } = search;
  explainAll(search);
  sortCandidates(candidates);
  if (near !== null) keepNearest(search.index, candidates, near, EQUALS, MOST_SCORED);
  trace.candidates?.(candidates);
  if (candidates.length > MOST_SCORED) candidates.length = MOST_SCORED;
  const chosen: Suggestion[] = [];
  /** Rejected: candidates with the same grades score too little, even where they are certain. */
  let rejected: Candidate | null = null;
  for (let i = 0; i < candidates.length; i++) {
    const candidate = candidates[i];
    if (rejected !== null && scoresAlike(rejected, candidate)) continue;
    const least = chosen.length < limit ? 0 : chosen[limit - 1].score;
    const share = shareMet(candidate, null);
    let score = capped(share, candidate, CERTAIN);
    if (score <= least) {
      rejected = candidate;
      continue;
    }
    const doubtful = search.lacksNumber && candidate.name === FUZZY;
    const circumstances = doubtful || isAmbiguous(search, i) ? AMBIGUOUS : CERTAIN;
    if (circumstances === AMBIGUOUS) score = capped(share, candidate, AMBIGUOUS);
    if (score <= least) continue;
    let at = chosen.length < limit ? chosen.length : limit - 1;
    for (; at > 0 && chosen[at - 1].score < score; at--) chosen[at] = chosen[at - 1];
    chosen[at] = { candidate, score, circumstances };
  }
  return withUnsaid(chosen);
}

/**
 * What was not typed yet holds scores back, and changes no order: none behind such a suggestion is surer than it. Changes the list.
 */
function withUnsaid(chosen: Suggestion[]): Suggestion[] {
  let most = 100;
  for (let i = 0; i < chosen.length; i++) {
    const { candidate, score, circumstances } = chosen[i];
    const limit = unsaidLimit(candidate, null);
    if (score > Math.min(limit, most))
      chosen[i] = {
        candidate,
        score: Math.min(score, limit, most),
        circumstances: limit > most ? AMBIGUOUS : circumstances,
      };
    most = Math.min(most, limit);
  }
  return chosen;
}

const CERTAIN: Circumstances = { ambiguous: false, elsewhere: false, whole: false };
const AMBIGUOUS: Circumstances = { ambiguous: true, elsewhere: false, whole: false };

/** Whether another candidate, in another place, answers as well as the i-th; or nothing of a place was given, but a number alone. */
function isAmbiguous(search: Search, i: number): boolean {
  const { candidates } = search;
  const candidate = candidates[i];
  const { name, locality, postcode, building } = candidate;
  if (name === ABSENT && locality === LOCALITY_ABSENT && postcode === ABSENT && building === ABSENT) return true;
  for (let j = 0; j < candidates.length; j++)
    if (j !== i && candidates[j].cost - candidate.cost < EQUALS && elsewhere(search, candidate, candidates[j]))
      return true;
  return false;
}
