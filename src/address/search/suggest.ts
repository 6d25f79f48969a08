import { latOf, lonOf } from '../index/address.ts';
import { HAS_GEOCODE } from '../index/address-flags.ts';
import { flagsOf } from '../index/address-record.ts';
import { haversineSquare } from '../index/haversine.ts';
import type { AddressIndex } from '../index/open.ts';
import { localityOf } from '../index/street-answer.ts';
import { isInState, territoriesOf } from '../index/territories.ts';
import { run } from './engine.ts';
import { type Policy, TYPING } from './policy.ts';
import { DOUBTFUL, EQUALS } from './query/costs.ts';
import { ABSENT, FUZZY, LOCALITY_ABSENT } from './query/grades.ts';
import { MOST_CANDIDATES } from './query/limits.ts';
import { nearTo } from './retrieve/places/regions.ts';
import { queryOf } from './retrieve/query.ts';
import { type Candidate, elsewhere, type Search, searchFor, sortCandidates } from './score/candidates.ts';
import { type Circumstances, capped, shareMet, unsaidLimit } from './score/score.ts';
import type { Trace } from './sources/source.ts';

/** A suggestion and its score, 0–100, with the circumstances by which `scoreOf` explains it. */
export interface Suggestion {
  readonly candidate: Candidate;
  readonly score: number;
  readonly circumstances: Circumstances;
}

/** What to suggest for. */
export interface SuggestOptions {
  readonly limit: number;
  /** Position in STATE_ORDER, -1 for any. */
  readonly state: number;
  readonly near: Point | null;
  /** TYPING, except to measure what its parts contribute. */
  readonly policy?: Policy;
}

/**
 * Suggests addresses for what is typed so far, the best first. No step grows with the number of addresses. Territories
 * whose mail goes to the state asked for are looked at where that leaves room for a record without a mistake.
 */
export function suggest(index: AddressIndex, text: string, options: SuggestOptions, trace: Trace = {}): Suggestion[] {
  const { limit, state } = options;
  const found = suggestIn(index, text, options, trace);
  const territories = state < 0 ? -1 : territoriesOf(index, state);
  if (territories < 0 || (found.length === limit && found[limit - 1].candidate.cost < DOUBTFUL)) return found;
  const others = suggestIn(index, text, { ...options, state: territories }, trace).filter(({ candidate }) =>
    isInState(index, localityOf(index, candidate.street), state),
  );
  if (others.length === 0) return found;
  const all = [...found, ...others].sort((a, b) => b.score - a.score || a.candidate.cost - b.candidate.cost);
  return all.slice(0, limit);
}

function suggestIn(index: AddressIndex, text: string, options: SuggestOptions, trace: Trace): Suggestion[] {
  const { limit, state, near, policy: asGiven = TYPING } = options;
  const wanted = near === null ? Math.max(limit, asGiven.wanted) : MOST_CANDIDATES;
  const policy = wanted === asGiven.wanted ? asGiven : { ...asGiven, wanted, gathered: wanted };
  // Nearness, and caps that are lifted, may put a record before one that costs less.
  const shown = near === null && policy.lifted === undefined ? wanted : 0;
  const search = searchFor(queryOf(index, text, policy, { state, near: near === null ? null : nearTo(near) }), shown);
  run({ search, trace, waiting: [], named: null, tried: null }, text);
  return choose(search, policy, options, trace);
}

/**
 * The best candidates, at most `limit`, in a total order: score, cost, nearness to the point if there is one, how well
 * known the street is, then the order of the index. Sorts and truncates the candidates.
 */
function choose(search: Search, { lifted }: Policy, { limit, near }: SuggestOptions, trace: Trace): Suggestion[] {
  const { candidates } = search;
  const certain = lifted === undefined ? CERTAIN : { ...CERTAIN, lifted };
  const unsure = lifted === undefined ? AMBIGUOUS : { ...AMBIGUOUS, lifted };
  sortCandidates(candidates);
  if (near !== null) keepNearest(search.index, candidates, near);
  trace.candidates?.(candidates);
  if (candidates.length > MOST_CANDIDATES) candidates.length = MOST_CANDIDATES;
  const chosen: Suggestion[] = [];
  for (let i = 0; i < candidates.length; i++) {
    const candidate = candidates[i];
    const least = chosen.length < limit ? 0 : chosen[limit - 1].score;
    const share = shareMet(candidate);
    let score = capped(share, candidate, certain);
    if (score <= least) continue;
    const doubtful = search.lacksNumber && candidate.name === FUZZY;
    const circumstances = doubtful || isAmbiguous(search, i) ? unsure : certain;
    if (circumstances === unsure) score = capped(share, candidate, unsure);
    if (score <= least) continue;
    let at = chosen.length < limit ? chosen.length : limit - 1;
    for (; at > 0 && chosen[at - 1].score < score; at--) chosen[at] = chosen[at - 1];
    chosen[at] = { candidate, score, circumstances };
  }
  return withUnsaid(chosen, unsure);
}

/** Caps scores by what was not typed yet, and keeps the order: no later suggestion scores more. Changes the list. */
function withUnsaid(chosen: Suggestion[], unsure: Circumstances): Suggestion[] {
  let most = 100;
  for (let i = 0; i < chosen.length; i++) {
    const { candidate, score, circumstances } = chosen[i];
    const limit = unsaidLimit(candidate, unsure, null);
    if (score > Math.min(limit, most))
      chosen[i] = {
        candidate,
        score: Math.min(score, limit, most),
        circumstances: limit > most ? unsure : circumstances,
      };
    most = Math.min(most, limit);
  }
  return chosen;
}

const CERTAIN: Circumstances = { ambiguous: false, elsewhere: false, whole: false, lifted: undefined };
const AMBIGUOUS: Circumstances = { ambiguous: true, elsewhere: false, whole: false, lifted: undefined };

/** Whether a candidate elsewhere answers as well as the i-th, or neither a name nor a postcode was given. */
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

/** A point in degrees. */
export interface Point {
  readonly lat: number;
  readonly lon: number;
}

/**
 * Reorders the first MOST_CANDIDATES of sorted candidates: by nearness among those that answer equally well (costs
 * within EQUALS of the first of them). The rest is to be dropped. O(candidates × log candidates).
 */
function keepNearest(index: AddressIndex, candidates: Candidate[], near: Point): void {
  const cosLat = Math.cos((near.lat * Math.PI) / 180);
  for (let from = 0, end = 0; from < Math.min(candidates.length, MOST_CANDIDATES); from = end) {
    while (end < candidates.length && candidates[end].cost - candidates[from].cost < EQUALS) end++;
    const alike = candidates.slice(from, end);
    const distances = new Map(alike.map((candidate) => [candidate, distanceTo(index, candidate, near, cosLat)]));
    alike.sort((a, b) => distances.get(a)! - distances.get(b)!);
    for (let i = from; i < end; i++) candidates[i] = alike[i - from];
  }
}

/** Greater than any value of `haversineSquare`: a record without a geocode comes last. */
const NOWHERE = 2;

function distanceTo(index: AddressIndex, { ordinal, street }: Candidate, near: Point, cosLat: number): number {
  if ((flagsOf(index, ordinal) & HAS_GEOCODE) === 0) return NOWHERE;
  const locality = localityOf(index, street);
  const lat = latOf(index, ordinal, locality) / 1e8;
  const lon = lonOf(index, ordinal, locality) / 1e8;
  return haversineSquare(near.lat, near.lon, lat, lon, cosLat);
}
