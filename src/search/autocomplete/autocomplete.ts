import { MEANING } from '../../index/lexicon.ts';
import type { AddressIndex } from '../../index/open.ts';
import type { NameParse } from '../parse/names/name-parse.ts';
import { type NameSpans, nameSpans, parseNames, parseOneName } from '../parse/names/parse-names.ts';
import type { Span } from '../parse/names/spans.ts';
import { isNonAddress, type NumberParse } from '../parse/numbers/number-parse.ts';
import { parseNumbers } from '../parse/numbers/parse-numbers.ts';
import { COSTS, DOUBTFUL, LOCALITY_COST, NUMBER_COST, TWO_EDITS } from '../query/costs.ts';
import { ABSENT, FUZZY, LOCALITY_PREFIX, NONE, NUMBER_IN_RANGE, NUMBER_OVERLAPS } from '../query/grades.ts';
import { isAway } from '../resolve/place-grades.ts';
import { isCompoundTyped, numberCodes } from '../retrieve/numbers/number-codes.ts';
import { isRareNumber } from '../retrieve/numbers/number-streets.ts';
import { nearTo } from '../retrieve/places/near.ts';
import { isSpent, isThereAsTyped, queryOf } from '../retrieve/query.ts';
import { findBuildings } from '../score/buildings.ts';
import { contradicts, type Trace } from '../score/candidate.ts';
import { isAnswered, leastCost, type Search, searchFor } from '../score/candidates.ts';
import { explainAll } from '../score/leftovers.ts';
import type { Point } from '../score/near.ts';
import { withTypesApart } from '../text/joined-type.ts';
import { wordMeans } from '../text/lexicon.ts';
import { hasToken } from '../text/token-set.ts';
import { choose, type Suggestion } from './choose.ts';
import { suggestMisspelled, suggestMisspelledAnywhere } from './misspelled.ts';
import { suggestOtherNumbers } from './other-numbers.ts';
import { suggestLocality, suggestNumber, suggestWithoutUnit } from './places.ts';
import {
  cheaperThan,
  GATHERED_ALONE,
  GATHERED_LEAST,
  MOST_SCANNED,
  MOST_SHALLOW,
  type Retrieval,
} from './retrieval.ts';
import { suggestStreet } from './streets.ts';
import { leadsByUnit } from './units.ts';

/** What to suggest for. */
export interface SuggestOptions {
  readonly limit: number;
  /** Position in STATE_ORDER, -1 for any. */
  readonly state: number;
  readonly near: Point | null;
}

/** So many units are gathered, however few are asked for: they do not come in the order of what they answer. */
const GATHERED_OF_UNITS = 20;
/** With a point to prefer, so many candidates are gathered before the nearest are chosen. */
const GATHERED_NEAR = 40;
/** Parses with words that nothing explains: how many are followed. */
const MOST_UNEXPLAINED = 5;
/** A number that few streets have, or none, leads to them: the others are scanned for ranges and longer numbers alone. */
const MOST_SCANNED_FOR_RARE = 200;
/** A number with a letter, a range and a lot lead to their streets too: the others have what is like it, or go by another name. */
const MOST_SCANNED_FOR_COMPOUND = 100;
/** Looking for a unit costs more; with a number, those that have units there come first. */
const MOST_SCANNED_FOR_UNIT = 48;

/**
 * Suggests addresses for what is typed so far, the best first. Nothing in it grows with the number of addresses. Where nothing has all that was typed,
 * and a street's type may be written together with its name, what is suggested for both apart, if that is better.
 */
export function suggest(index: AddressIndex, query: string, options: SuggestOptions, trace: Trace = {}): Suggestion[] {
  const suggestions = suggestText(index, query, options, trace);
  if (suggestions.length > 0 && suggestions[0].candidate.cost <= DOUBTFUL) return suggestions;
  const apart = withTypesApart(query);
  if (apart === null) return suggestions;
  const others = suggestText(index, apart, options, trace);
  return (others[0]?.score ?? 0) > (suggestions[0]?.score ?? 0) ? others : suggestions;
}

function suggestText(index: AddressIndex, query: string, options: SuggestOptions, trace: Trace): Suggestion[] {
  const search = searchFor(
    queryOf(index, query, options.state, options.near === null ? null : nearTo(options.near), true),
  );
  const { tokens } = search;
  if (tokens.count === 0) return [];
  const parses = parseNumbers(index, tokens, search.words);
  if (isNonAddress(parses[0])) return [];
  const retrieval = retrievalOf(search, parses[0], options);
  let names: readonly NameParse[] = [];
  for (let i = 0; i < parses.length; i++) {
    trace.numbers?.(parses[i]);
    if (i === 0) names = suggestParse(search, retrieval, parses[i], trace);
    else suggestParse(search, retrievalOf(search, parses[i], options), parses[i], trace);
    if (isSpent(search) || answers(search, parses[i], parses[i + 1])) break;
  }
  suggestOtherNumbers(search, retrieval, names);
  if (search.candidates.length === 0) suggestBestKnown(search, parses, options);
  return choose(search, options.limit, options.near, trace);
}

function retrievalOf({ index, tokens }: Search, numbers: NumberParse, { limit, near }: SuggestOptions): Retrieval {
  const { unit, level, number } = numbers;
  const least = near === null ? Math.max(limit, GATHERED_LEAST) : GATHERED_NEAR;
  const last = numbers.last ?? number ?? numbers.lot;
  const growing = tokens.open && last !== null && last.token === tokens.count - 1;
  const units = unit !== null || level !== null;
  const codes = numberCodes(index, numbers, growing);
  const few = number !== null && (codes.from === codes.to || isRareNumber(index, number.value));
  const compound = number !== null && isCompoundTyped(number, numbers.last, numbers.rangeOpen);
  const lots = numbers.lot !== null && number === null;
  const most = units ? MOST_SCANNED_FOR_UNIT : MOST_SCANNED;
  return {
    numbers: codes,
    wanted: units ? Math.max(least, GATHERED_OF_UNITS) : least,
    shown: least,
    leastElsewhere: near === null && (compound || few) ? leastElsewhere(numbers) : 0,
    mostScanned: compound || lots ? MOST_SCANNED_FOR_COMPOUND : few ? Math.min(most, MOST_SCANNED_FOR_RARE) : most,
    others: false,
    unitListed: false,
  };
}

/** `LOT`, `COOLROOM`: the best-known addresses where nothing of a type that was typed alone is known, and no name begins so. */
function suggestBestKnown(search: Search, parses: readonly NumberParse[], options: SuggestOptions): void {
  const numbers = parses.find(({ typePartial }) => typePartial);
  if (numbers === undefined) return;
  const parse = parseOneName(
    nameSpans(search.index, search, search.streets, search.localities, numbers.consumed, true),
  ).find(({ street, locality }) => street === null && locality === null);
  if (parse !== undefined) suggestWithoutUnit(search, retrievalOf(search, numbers, options), parse);
}

/** What a number or a range costs at least on streets that have others alone. */
function leastElsewhere({ last, rangeOpen }: NumberParse): number {
  return NUMBER_COST[last === null && !rangeOpen ? NUMBER_IN_RANGE : NUMBER_OVERLAPS];
}

/** Whether what was found by a parse makes the next needless. An implausible one needs another as well. */
function answers(
  search: Search,
  { typePartial, exactOnly, rangeOpen }: NumberParse,
  next: NumberParse | undefined,
): boolean {
  if (exactOnly) return false;
  const most = next?.typePartial === true ? DOUBTFUL : TWO_EDITS;
  let fitting = 0;
  for (const candidate of search.candidates)
    if (
      candidate.cost <= most &&
      candidate.unmatched === 0 &&
      (candidate.name !== FUZZY || next === undefined) &&
      !contradicts(candidate) &&
      (candidate.unit !== NONE || candidate.name === ABSENT) &&
      (rangeOpen || candidate.number !== NUMBER_OVERLAPS)
    )
      fitting++;
  return fitting >= (typePartial || next?.typePartial === true ? GATHERED_LEAST : 1);
}

/** Suggests by one way to read the numbers; answers the ways to read the names that were followed first. */
function suggestParse(search: Search, retrieval: Retrieval, numbers: NumberParse, trace: Trace): readonly NameParse[] {
  const spans = nameSpans(search.index, search, search.streets, search.localities, numbers.consumed, true);
  const names = parseNames(spans, true);
  const isName = spans.streets.length + spans.localities.length > 0;
  const suburb = names.some(
    ({ street, locality, unmatched }) => street === null && locality?.whole === true && unmatched === 0,
  );
  const shallow: Retrieval = {
    numbers: retrieval.numbers,
    wanted: Math.max(retrieval.wanted, GATHERED_ALONE),
    shown: retrieval.shown,
    leastElsewhere: 0,
    mostScanned: MOST_SHALLOW,
    others: false,
    unitListed: false,
  };
  let unexplained = 0;
  const numbered = numbers.number !== null || numbers.lot !== null;
  for (const parse of names) {
    if (parse.unmatched > 0) {
      if (
        names[0].unmatched === 0 ||
        (search.candidates.length > 0 && leastCost(search) < parse.unmatched * COSTS.unmatchedWord)
      )
        break;
      if (unexplained++ === MOST_UNEXPLAINED) break;
    }
    trace.names?.(parse, search.tokens);
    const depth = parse.unmatched > 0 ? shallow : retrieval;
    if (parse.street !== null) suggestStreet(search, depth, parse, suburb);
    else if (parse.locality !== null) {
      if (!numbered || maySuburbsAnswer(search, retrieval, parse.locality)) suggestLocality(search, depth, parse);
    } else if (parse.unmatched === 0) suggestNumber(search, retrieval, parse, isName ? COSTS.numberInState : 0);
  }
  explainAll(search);
  if (isAnswered(search)) return names;
  if (search.placedUnmatched > 0) {
    const partial = names[0].unmatched > 0 ? names : parseOneName(spans);
    findBuildings(search, retrieval.numbers, partial, true);
    if (leastCost(search) <= DOUBTFUL) return names;
    const isThere = names.some((parse) => isThereAsTyped(search, parse));
    search.lacksNumber ||= isThere || names.some(isStreetAlone);
    for (const parse of partial) {
      if (saysOtherState(search, retrieval, parse)) continue;
      suggestMisspelled(search, retrieval, parse, names[0].unmatched);
      if (!isThere) suggestMisspelledAnywhere(search, retrieval, parse, names[0].unmatched);
    }
  }
  if (search.candidates.length > 0 || isSpent(search)) return names;
  const { street, locality, unmatched } = names[0];
  if (unmatched === 0 && street !== null && locality?.whole === false) suggestUnplaced(search, shallow, spans);
  return names;
}

function isStreetAlone({ street, locality, unmatched }: NameParse): boolean {
  return street !== null && locality === null && unmatched === 0;
}

/**
 * Whether what was typed is of another state than records must have: a misspelled name in one of theirs is not what was meant. A state before a word that
 * nothing explains may begin a place: `VICTORIA PIONT` in Queensland.
 */
function saysOtherState(
  { onlyState, tokens, words }: Search,
  { numbers }: Retrieval,
  { state, left }: NameParse,
): boolean {
  if (onlyState < 0) return false;
  if (isAway(numbers.postcodeStates, onlyState)) return true;
  if (state < 0 || state === onlyState) return false;
  for (let t = 1; t < tokens.count; t++)
    if (hasToken(left, t) && !hasToken(left, t - 1) && wordMeans(words, t - 1, MEANING.state)) return false;
  return true;
}

/** `12 SMITH STREET, R`: the street that was named, wherever it has the number, where no place that begins so has such a street. */
function suggestUnplaced(search: Search, shallow: Retrieval, spans: NameSpans): void {
  let unexplained = 0;
  for (const parse of parseOneName(spans)) {
    if (parse.street?.whole !== true || parse.unmatched === 0) continue;
    if (unexplained++ === MOST_UNEXPLAINED) return;
    suggestStreet(search, shallow, parse, false);
  }
  explainAll(search);
}

/**
 * Whether addresses with the number in a suburb may be cheaper than what was found. Hardly one of them has a unit that was given too: where the
 * suburb's name is only begun, anything else is better.
 */
function maySuburbsAnswer(search: Search, retrieval: Retrieval, { whole }: Span): boolean {
  if (leadsByUnit(retrieval))
    return cheaperThan(search, COSTS.numberInSuburb + COSTS.noUnit) < (whole ? GATHERED_LEAST : 1);
  return cheaperThan(search, COSTS.numberInSuburb + (whole ? 0 : LOCALITY_COST[LOCALITY_PREFIX])) < retrieval.shown;
}
