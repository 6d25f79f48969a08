import type { AddressIndex } from '../../index/open.ts';
import { ANY_NUMBER } from '../../index/street-card.ts';
import { explained, withoutType } from '../parse/names/explain-run.ts';
import type { NameParse } from '../parse/names/name-parse.ts';
import { nameSpans, parseNames, parseOneName } from '../parse/names/parse-names.ts';
import { mayBeStreet, runsOf } from '../parse/names/runs.ts';
import { type Span, walkExact } from '../parse/names/spans.ts';
import { fitting, isNonAddress, type NumberParse } from '../parse/numbers/number-parse.ts';
import { parseNumbers } from '../parse/numbers/parse-numbers.ts';
import { COSTS, DOUBTFUL, EQUALS, MISSPELLED_NEXT_DOOR } from '../query/costs.ts';
import {
  EXACT,
  FUZZY,
  LOCALITY_ALIAS,
  LOCALITY_EXACT,
  LOCALITY_NEIGHBOUR,
  NONE,
  NUMBER_EXACT,
  NUMBER_OTHER,
  NUMBER_OVERLAPS,
} from '../query/grades.ts';
import { fuzzyStreets } from '../retrieve/fuzzy/misspelled.ts';
import { misspelledStreets } from '../retrieve/fuzzy/misspelled-parses.ts';
import { type NumberCodes, numberCodes } from '../retrieve/numbers/number-codes.ts';
import { isSpent, isThereAsTyped, queryOf } from '../retrieve/query.ts';
import { findBuildings } from '../score/buildings.ts';
import { type Candidate, contradicts, type Trace } from '../score/candidate.ts';
import {
  bestOf,
  elsewhere,
  isAnswered,
  leastCost,
  type Search,
  searchFor,
  sortCandidates,
} from '../score/candidates.ts';
import { leastCostOf } from '../score/cost.ts';
import { explainAll } from '../score/leftovers.ts';
import { type Score, scoreOf } from '../score/score.ts';
import { withTypesApart } from '../text/joined-type.ts';
import { withDigits } from '../text/misread-digits.ts';
import { type Asked, rewritten } from '../text/parts.ts';
import { addMatch, exploreParse } from './explore.ts';

/** The best record for a query, and its score. */
export interface Found {
  readonly candidate: Candidate;
  readonly score: Score;
}

/** Parses with words that nothing explains: how many are followed. */
const MOST_UNEXPLAINED = 12;
/** Names that a misspelled one may stand for, where nothing says in which place. */
const MOST_MEANT = 4;

/**
 * Finds the one best record for a whole address; null where nothing fits. Bounded: see the limits in explore.ts. Where it lacks something of what was
 * given, and a street's type may be written together with its name, or letters stand where a machine may have misread digits, the one for both apart, or
 * for the digits, if that is better.
 */
export function findBest(index: AddressIndex, query: Asked, trace: Trace = {}): Found | null {
  const read = findText(index, query, trace);
  const digits = read !== null && read.candidate.number === NUMBER_EXACT ? null : rewritten(query, withDigits);
  const found = digits === null ? read : readAgain(read, findText(index, digits, trace));
  if (found !== null && found.candidate.cost <= DOUBTFUL) return found;
  const apart = rewritten(query, withTypesApart);
  if (apart === null) return found;
  const other = findText(index, apart, trace);
  return (other?.score.score ?? 0) > (found?.score.score ?? 0) ? other : found;
}

/** What letters stand for as digits, where the number is there then, and better; where both are there, `l7` as lot 7 and as 17, neither is sure. */
function readAgain(read: Found | null, misread: Found | null): Found | null {
  if (misread?.candidate.number !== NUMBER_EXACT) return read;
  if (read === null || misread.score.score > read.score.score) return misread;
  if (read.candidate.lot !== EXACT || misread.score.score < read.score.score) return read;
  return { ...read, score: scoreOf(read.candidate, { ambiguous: true, elsewhere: false, whole: true }) };
}

function findText(index: AddressIndex, query: Asked, trace: Trace): Found | null {
  const search = searchFor(queryOf(index, query, -1, null, false));
  if (search.tokens.count === 0) return null;
  const parses = fitting(parseNumbers(index, search.tokens, search.words), search.roles);
  if (isNonAddress(parses[0])) return null;
  for (const numbers of parses) {
    trace.numbers?.(numbers);
    matchParse(search, numbers, trace);
    const best = bestOf(search);
    if (isSpent(search)) break;
    if (best === null || best.unmatched > 0 || contradicts(best) || best.cost > COSTS.localityNeighbour) continue;
    if (best.number === NUMBER_OVERLAPS || (numbers.exactOnly && best.level === NONE)) continue;
    if (best.unit !== NONE || (best.number === NUMBER_EXACT && !numbers.exactOnly)) break;
  }
  return choose(search, trace);
}

/**
 * Matches one way to read the numbers with all ways to read the words: exactly, then with spelling mistakes. Where a parse explains
 * all words as they are, others are followed only as far as they do too. Where a street stands in its place as typed, neither a misspelled place
 * nor a misspelled street elsewhere is looked for.
 */
function matchParse(search: Search, numbers: NumberParse, trace: Trace): void {
  const query = numberCodes(search.index, numbers, false);
  const spans = nameSpans(search.index, search, search.streets, search.localities, numbers.consumed, false);
  let names = parseNames(spans, true);
  let areAll = names[0].unmatched > 0;
  const least = names[0].unmatched;
  let unexplained = 0;
  let isThere = false;
  for (let i = 0; ; i++) {
    const best = bestOf(search);
    if (i === names.length && !areAll && best === null) {
      names = parseNames(spans, false);
      areAll = true;
    }
    if (i === names.length) break;
    const parse = names[i];
    if (best !== null && best.cost < EQUALS && (i === 0 || !isSameStreet(parse, names[i - 1]))) break;
    if (best !== null && leastCostOf(parse) > best.cost + COSTS.unmatchedWord) continue;
    if (parse.unmatched > 0 && ((least === 0 && best !== null) || unexplained++ === MOST_UNEXPLAINED)) break;
    trace.names?.(parse, search.tokens);
    if (saysTooLittle(search, parse, query)) continue;
    exploreParse(search, parse, query);
    isThere ||= isThereAsTyped(search, parse);
  }
  explainAll(search);
  if (isAnswered(search) || search.placedUnmatched === 0) return;
  if (!areAll) names = parseOneName(spans);
  findBuildings(search, query, names, false);
  if (leastCost(search) <= DOUBTFUL) return;
  for (const parse of names)
    if (parse.street === null || (parse.locality === null && !isThere)) {
      for (const found of misspelledStreets(search, parse, numbers, least, ANY_NUMBER))
        addMatch(search, found.parse, query, found.posting, found.edits, found.locality, found.placeEdits);
    }
  if (isThere) return;
  const best = bestOf(search);
  if (
    query.parse.number === null ||
    (best !== null && (best.cost <= MISSPELLED_NEXT_DOOR || (!contradicts(best) && !best.gap)))
  )
    return;
  for (const parse of names) if (parse.street === null) matchAnywhere(search, parse, query, least);
}

/** Whether two parses divide the same words otherwise between a street's name and its type: `THE GROVE`, THE of the type GROVE. */
function isSameStreet(a: NameParse, b: NameParse): boolean {
  return a.street?.from === b.street?.from && a.locality === b.locality && a.unmatched === b.unmatched;
}

/**
 * Whether a parse is too little to be a street: one or two letters without a type, or a bare name that a locality has too, with
 * neither number nor type.
 */
function saysTooLittle(search: Search, { street, type, locality }: NameParse, { parse }: NumberCodes): boolean {
  if (street === null || type >= 0) return false;
  const { start, end } = search.tokens;
  if (street.end - street.from === 1 && end[street.from] - start[street.from] <= 2) return true;
  if (parse.number !== null || parse.lot !== null || locality !== null) return false;
  const named: Span[] = [];
  walkExact(search.localities, search.tokens, street.from, street.end, false, named);
  return named.some((span) => span.end === street.end && span.whole);
}

/** Looks for a misspelled street anywhere, where that leaves no more than `least` words unexplained. */
function matchAnywhere(search: Search, parse: NameParse, query: NumberCodes, least: number): void {
  for (const run of runsOf(search, parse)) {
    if (parse.unmatched - (run.end - run.from) > least) continue;
    const bare = withoutType(search.words, run.from, run.end);
    if (bare.end === run.from || !mayBeStreet(search, run, query.parse)) continue;
    for (const street of fuzzyStreets(search, run.from, bare.end).slice(0, MOST_MEANT))
      exploreParse(search, explained(parse, run.from, run.end, bare, street), query);
  }
}

/** Chooses among the candidates, explains what words are left, and scores the best. */
function choose(search: Search, trace: Trace): Found | null {
  const { candidates } = search;
  if (candidates.length === 0) return null;
  explainAll(search);
  sortCandidates(candidates);
  trace.candidates?.(candidates);
  const [best] = candidates;
  const ambiguous = candidates.some(
    (other) => other !== best && other.cost - best.cost < EQUALS && elsewhere(search, best, other),
  );
  const score = scoreOf(best, { ambiguous, elsewhere: isElsewhere(candidates, best), whole: true });
  return score.score === 0 ? null : { candidate: best, score };
}

/** Whether the street that was given is where it was given to be, without the number, and a record stands on another one. */
function isElsewhere(candidates: readonly Candidate[], best: Candidate): boolean {
  if (best.name !== FUZZY && best.type !== NONE && best.suffix !== NONE && best.locality !== LOCALITY_NEIGHBOUR)
    return false;
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
