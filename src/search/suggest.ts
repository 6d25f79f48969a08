import type { AddressIndex } from '../index/open.ts';
import {
  type Asking,
  cheaperThan,
  cheapest,
  GATHERED_ALONE,
  GATHERED_LEAST,
  MOST_GLANCED,
  MOST_LOOKED,
} from './asking.ts';
import { isRareNumber } from './below.ts';
import { findBuildings } from './building-names.ts';
import type { Circumstances } from './caps.ts';
import { ABSENT, type Candidate, LOCALITY_ABSENT, NONE, NUMBER_OVERLAPS } from './grades.ts';
import { explainAll } from './leftovers.ts';
import { isAnswered, type Matcher, matcherOf, sortCandidates } from './matcher.ts';
import { readNames, spansOf } from './name-readings.ts';
import { sortNear } from './near.ts';
import { nearTo } from './near-places.ts';
import { isCompoundTyped, numberQuery } from './number-query.ts';
import { readNumbers } from './numbers-reading.ts';
import { capped, scoresAlike, shareMet } from './score.ts';
import { suggestMisspelled } from './suggest-misspelled.ts';
import { NUMBER_IN_SUBURB, suggestLocality, suggestNumber } from './suggest-place.ts';
import { suggestOtherNumbers, suggestStreet } from './suggest-street.ts';
import { isNowhere, type NumberReading } from './typed-numbers.ts';
import { elsewhere, type Steps } from './validate.ts';

/** What to suggest for. */
export interface SuggestOptions {
  readonly limit: number;
  /** Position in STATE_ORDER, -1 for any. */
  readonly state: number;
  readonly near: { readonly lat: number; readonly lon: number } | null;
}

/** A suggestion, and how well it matches what was typed: its score, 0–100, and what `scoreOf` explains it by. */
export interface Suggestion {
  readonly candidate: Candidate;
  readonly score: number;
  readonly circumstances: Circumstances;
}

/** Above this cost, spelling mistakes are looked for. */
const DOUBTFUL = 8.5;
/** Candidates whose costs differ by less answer a query equally well. */
const EQUAL = 0.75;
/** So many units are gathered, however few are asked for: they do not come in the order of what they answer. */
const GATHERED_OF_UNITS = 20;
/** With a point to prefer, so many candidates are gathered before the nearest are chosen. */
const GATHERED_NEAR = 40;
/** Readings with words that nothing explains: how many are followed. */
const MOST_UNEXPLAINED = 5;
/** A number that few streets have leads to them: the others are looked at for ranges and longer numbers alone. */
const MOST_LOOKED_FOR_RARE = 200;
/** A number with a letter or a range leads to its streets too: the others have what is like it. */
const MOST_LOOKED_FOR_COMPOUND = 100;
/** Looking for a unit costs more; with a number, those that have units there come first. */
const MOST_LOOKED_FOR_UNIT = 48;
/** Streets that have a lot at all are few: these are those among many more. */
const MOST_LOOKED_FOR_LOT = 100;
/** Candidates that are scored, the cheapest ones: more than the longest list has. */
const MOST_SCORED = 40;
/** What it costs to read words as a state alone where they begin a name too: `10 WA`. */
const NUMBER_IN_STATE = 4;

/** Suggests addresses for what is typed so far, the best first. Nothing in it grows with the number of addresses. */
export function suggest(index: AddressIndex, query: string, options: SuggestOptions, steps: Steps = {}): Suggestion[] {
  const m = matcherOf(index, query, options.state, options.near === null ? null : nearTo(options.near), true);
  const { tokens } = m;
  if (tokens.count === 0) return [];
  const readings = readNumbers(index, tokens, m.words);
  if (isNowhere(readings[0])) return [];
  for (let i = 0; i < readings.length; i++) {
    steps.numbers?.(readings[i]);
    suggestReading(m, askingOf(m, readings[i], options), readings[i], steps);
    if (answers(m, readings[i], readings[i + 1])) break;
  }
  return choose(m, options, steps);
}

function askingOf({ index, tokens }: Matcher, numbers: NumberReading, { limit, near }: SuggestOptions): Asking {
  const { unit, level, number } = numbers;
  const least = near === null ? Math.max(limit, GATHERED_LEAST) : GATHERED_NEAR;
  const last = numbers.last ?? number ?? numbers.lot;
  const growing = tokens.open && last !== null && last.token === tokens.count - 1;
  const units = unit !== null || level !== null;
  const few = number !== null && isRareNumber(index, number.value);
  const compound = number !== null && isCompoundTyped(number, numbers.last);
  const lots = numbers.lot !== null && number === null;
  const looked = units ? MOST_LOOKED_FOR_UNIT : lots ? MOST_LOOKED_FOR_LOT : MOST_LOOKED;
  return {
    numbers: numberQuery(index, numbers, growing),
    wanted: units ? Math.max(least, GATHERED_OF_UNITS) : least,
    shown: least,
    mostLooked: compound ? MOST_LOOKED_FOR_COMPOUND : few ? Math.min(looked, MOST_LOOKED_FOR_RARE) : looked,
    others: false,
  };
}

/** Whether what was found by a reading makes the next needless. A far-fetched one needs another beside it. */
function answers(m: Matcher, { begun, strict, rangeOpen }: NumberReading, next: NumberReading | undefined): boolean {
  if (strict) return false;
  const most = next?.begun === true ? DOUBTFUL : DOUBTFUL + 12;
  let fitting = 0;
  for (const { cost, unmatched, unit, name, number } of m.candidates)
    if (
      cost <= most &&
      unmatched === 0 &&
      (unit !== NONE || name === ABSENT) &&
      (rangeOpen || number !== NUMBER_OVERLAPS)
    )
      fitting++;
  return fitting >= (begun || next?.begun === true ? GATHERED_LEAST : 1);
}

function suggestReading(m: Matcher, asking: Asking, numbers: NumberReading, steps: Steps): void {
  const { tokens } = m;
  const streets = spansOf(m.streets, tokens, numbers.taken, true);
  const localities = spansOf(m.localities, tokens, numbers.taken, true);
  const names = readNames(m.index, tokens, m.words, numbers.taken, streets, localities, true);
  const suburb = names.some(
    ({ street, locality, unmatched }) => street === null && locality?.whole === true && unmatched === 0,
  );
  const glancing: Asking = {
    numbers: asking.numbers,
    wanted: Math.max(asking.wanted, GATHERED_ALONE),
    shown: asking.shown,
    mostLooked: MOST_GLANCED,
    others: false,
  };
  let unexplained = 0;
  const numbered = numbers.number !== null || numbers.lot !== null;
  for (const reading of names) {
    if (reading.unmatched > 0) {
      if (names[0].unmatched === 0 || (m.candidates.length > 0 && cheapest(m) < reading.unmatched * 30)) break;
      if (unexplained++ === MOST_UNEXPLAINED) break;
    }
    steps.names?.(reading);
    const looking = reading.unmatched > 0 ? glancing : asking;
    if (reading.street !== null) suggestStreet(m, looking, reading, suburb);
    else if (reading.locality !== null) {
      if (!numbered || cheaperThan(m, NUMBER_IN_SUBURB) < asking.shown) suggestLocality(m, looking, reading);
    } else if (reading.unmatched === 0) suggestNumber(m, asking, reading, names.length > 1 ? NUMBER_IN_STATE : 0);
  }
  explainAll(m);
  if (isAnswered(m, DOUBTFUL)) return;
  if (m.placedLeaves > 0) {
    findBuildings(m, asking.numbers, names, true);
    if (cheapest(m) <= DOUBTFUL) return;
    for (const reading of names) suggestMisspelled(m, asking, reading, names[0].unmatched);
  }
  if (m.candidates.length === 0) suggestOtherNumbers(m, asking, names[0]);
}

/** The best of the candidates, in a total and stable order: score, cost, nearness, place, then the order of the index. */
function choose(m: Matcher, { limit, near }: SuggestOptions, steps: Steps): Suggestion[] {
  const { candidates } = m;
  explainAll(m);
  sortCandidates(candidates);
  if (near !== null) sortNear(m.index, candidates, near, EQUAL);
  steps.candidates?.(candidates);
  if (candidates.length > MOST_SCORED) candidates.length = MOST_SCORED;
  const chosen: Suggestion[] = [];
  /** One whose like need not be looked at: they score too little even where they are certain. */
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
    const circumstances = isAmbiguous(m, i) ? AMBIGUOUS : CERTAIN;
    if (circumstances === AMBIGUOUS) score = capped(share, candidate, AMBIGUOUS);
    if (score <= least) continue;
    let at = chosen.length < limit ? chosen.length : limit - 1;
    for (; at > 0 && chosen[at - 1].score < score; at--) chosen[at] = chosen[at - 1];
    chosen[at] = { candidate, score, circumstances };
  }
  return chosen;
}

const CERTAIN: Circumstances = { ambiguous: false, elsewhere: false, whole: false };
const AMBIGUOUS: Circumstances = { ambiguous: true, elsewhere: false, whole: false };

/** Whether another candidate, in another place, answers as well as the i-th; or nothing of a place was said, but a number alone. */
function isAmbiguous(m: Matcher, i: number): boolean {
  const { candidates } = m;
  const candidate = candidates[i];
  const { name, locality, postcode, building } = candidate;
  if (name === ABSENT && locality === LOCALITY_ABSENT && postcode === ABSENT && building === ABSENT) return true;
  for (let j = 0; j < candidates.length; j++)
    if (j !== i && candidates[j].cost - candidate.cost < EQUAL && elsewhere(m, candidate, candidates[j])) return true;
  return false;
}
