import { MEANING } from '../index/lexicon.ts';
import type { AddressIndex } from '../index/open.ts';
import { run } from './engine.ts';
import type { NameParse } from './parse/names/name-parse.ts';
import { nameSpans, parseNames } from './parse/names/parse-names.ts';
import { fitting, type NumberParse } from './parse/numbers/number-parse.ts';
import { existsPostcode } from './parse/numbers/number-roles.ts';
import { parseNumbers } from './parse/numbers/parse-numbers.ts';
import { type Policy, WHOLE, WITH_OTHERS } from './policy.ts';
import { EQUALS } from './query/costs.ts';
import {
  EXACT,
  FUZZY,
  LOCALITY_ALIAS,
  LOCALITY_EXACT,
  LOCALITY_NEIGHBOUR,
  NONE,
  NUMBER_OTHER,
} from './query/grades.ts';
import { type Query, queryOf } from './retrieve/query.ts';
import {
  type Candidate,
  elsewhere,
  isOtherStreet,
  type Search,
  searchFor,
  sortCandidates,
} from './score/candidates.ts';
import { type Score, scoreOf } from './score/score.ts';
import type { Trace } from './sources/source.ts';
import { wordMeans } from './text/lexicon.ts';
import { type Asked, lineOf } from './text/parts.ts';
import { COMMA, isPostcode, isWord } from './text/tokens.ts';

/** The best record for a query, and its score. */
export interface Found {
  readonly candidate: Candidate;
  readonly score: Score;
}

/** Finds the one best record for a whole address; null if nothing fits. */
export function findBest(index: AddressIndex, asked: Asked, trace: Trace = {}, policy: Policy = WHOLE): Found | null {
  return choose(searchBy(policy, index, asked, trace), trace, policy.lifted);
}

/** The records that a whole address may mean, the best first, however much worse than the best. */
export function findOthers(index: AddressIndex, asked: Asked): readonly Candidate[] {
  const { candidates } = searchBy(WITH_OTHERS, index, asked);
  sortCandidates(candidates);
  return candidates;
}

function searchBy(policy: Policy, index: AddressIndex, asked: Asked, trace: Trace = {}): Search {
  const { typing, budget, spread, straight } = policy;
  const asking = { typing, budget, state: -1, near: null, wordless: straight };
  const search = searchFor(queryOf(index, asked, asking), spread);
  run({ search, policy, trace, waiting: [], named: null, tried: null }, asked);
  return search;
}

/** Chooses among the candidates, and scores the best. */
function choose(search: Search, trace: Trace, lifted: Policy['lifted']): Found | null {
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
  const score = scoreOf(best, { ambiguous, elsewhere: isElsewhere(candidates, best), whole: true, lifted });
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

/** Why nothing was found, if the query shows it; else `none`. */
export type Reason = 'po_box' | 'intersection' | 'parcel' | 'overseas' | 'too_little' | 'none';

/** A query for which nothing was found, and the likeliest way to read it. */
interface Unanswered {
  readonly text: string;
  readonly query: Query;
  readonly numbers: NumberParse;
  readonly names: NameParse;
}

/** How each reason is recognised, the most certain first. */
const TOLD: readonly (readonly [Reason, (asked: Unanswered) => boolean])[] = [
  ['po_box', ({ numbers }) => numbers.postal],
  [
    'intersection',
    ({ numbers: { corner, number, planned }, names, query }) =>
      corner || (number === null && !planned && ((names.and && names.street !== null) || joinsStreets(query))),
  ],
  ['parcel', ({ numbers }) => numbers.planned],
  ['overseas', (asked) => !isAustralian(asked) && isForeign(asked)],
  ['too_little', ({ names, query }) => query.tokens.count < 3 || (names.street === null && names.unmatched === 0)],
];

/** `THOMAS ST & RUDD RD`: whether an AND stands after a street's type, and another in the same part, though neither street is known. */
function joinsStreets({ tokens, words }: Query): boolean {
  for (let t = 2; t + 2 < tokens.count; t++) {
    if (!isWord(tokens, t, 'AND') || !wordMeans(words, t - 1, MEANING.streetType)) continue;
    for (let at = t + 2; at < tokens.count && (tokens.before[at] & COMMA) === 0; at++)
      if (wordMeans(words, at, MEANING.streetType)) return true;
  }
  return false;
}

/**
 * Whether a line says a state, a place or a postcode of Australia in its place: a state at the end or beside a postcode, a
 * known postcode behind a word. `SEATTLE, WA 98101` has a state's letters before five digits.
 */
function isAustralian({ query, numbers, names }: Unanswered): boolean {
  const { tokens, words, index } = query;
  if (names.locality?.whole === true && !endsAbroad(query)) return true;
  for (let t = 1; t < tokens.count; t++) {
    const state = ((words.meanings[t] | words.longMeanings[t]) & (1 << MEANING.state)) !== 0;
    if (state && (isPostcode(tokens, t - 1) || t + 1 === tokens.count || isPostcode(tokens, t + 1))) return true;
  }
  const { postcode } = numbers;
  return postcode !== null && !endsAbroad(query) && postcode.token > 0 && existsPostcode(index, postcode.value);
}

/** Whether another country's name is the last word. */
function endsAbroad({ tokens, words }: Query): boolean {
  const last = tokens.count - 1;
  if (wordMeans(words, last, MEANING.abroad)) return true;
  for (let t = Math.max(0, last - 3); t < last; t++)
    if (words.longEnd[t] === tokens.count && (words.longMeanings[t] & (1 << MEANING.abroad)) !== 0) return true;
  return false;
}

/** Whether a line has another country, its form of postcode, or one of its cities at the end. */
function isForeign({ text, query, names }: Unanswered): boolean {
  return (
    names.abroad ||
    has(query, MEANING.abroad) ||
    FOREIGN.some((form) => form.test(text)) ||
    (names.locality === null && CITY_AT_END.test(text))
  );
}

/** Postcodes of Britain, Canada, the Netherlands and the United States, the Dutch ones only at the end. */
const FOREIGN = [
  /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/i,
  /\b[A-Z]\d[A-Z] \d[A-Z]\d\b/i,
  /\b\d{4} ?[A-Z]{2}\s*$/,
  /\b[A-Z]{2},? \d{5}(-\d{4})?\b/,
];

/** Foreign cities in Australian address lists, without those that are also Australian suburbs, as TORONTO is. */
const CITIES = `
Auckland Christchurch Tauranga Dunedin London Manchester Birmingham Leeds Glasgow Belfast Dublin Paris Lyon Berlin Munich
Hamburg Frankfurt Vienna Zurich Geneva Rome Milan Madrid Barcelona Lisbon Amsterdam Brussels Copenhagen Stockholm Oslo
Helsinki Athens New_York Los_Angeles San_Francisco Chicago Boston Seattle Houston Vancouver Montreal Singapore Kuala_Lumpur
Jakarta Bangkok Manila Hanoi Ho_Chi_Minh_City Hong_Kong Shanghai Beijing Shenzhen Taipei Seoul Tokyo Osaka Mumbai Delhi
Bangalore Chennai Colombo Dubai Johannesburg Cape_Town Suva`
  .trim()
  .split(/\s+/)
  .map((city) => city.replaceAll('_', ' '));
const CITY_AT_END = new RegExp(`\\b(?:${CITIES.join('|')})[\\s.,]*$`, 'i');

/** Why `findBest` finds nothing for a query. For diagnostics: parses the query again. */
export function whyNothing(index: AddressIndex, asked: Asked): Reason {
  const text = lineOf(asked);
  const query = wholeQuery(index, asked);
  if (query.tokens.count === 0) return 'too_little';
  const numbers = likeliestNumbers(query);
  const spans = nameSpans(query, numbers.consumed);
  const [names] = parseNames(spans, true);
  return TOLD.find(([, isTold]) => isTold({ text, query, numbers, names }))?.[0] ?? 'none';
}

/** Whether a date that a spreadsheet made of numbers stands in a query where the street number does: `DEC-34, MILLER ST`. */
export function isDated(index: AddressIndex, asked: Asked): boolean {
  return likeliestNumbers(wholeQuery(index, asked)).dated;
}

function wholeQuery(index: AddressIndex, asked: Asked): Query {
  return queryOf(index, asked, { typing: false, budget: WHOLE.budget, state: -1, near: null });
}

function likeliestNumbers({ index, tokens, words, roles }: Query): NumberParse {
  return fitting(parseNumbers(index, tokens, words), roles)[0];
}

function has({ tokens, words }: Query, meaning: typeof MEANING.abroad): boolean {
  for (let t = 0; t < tokens.count; t++)
    if (wordMeans(words, t, meaning) || (words.longMeanings[t] & (1 << meaning)) !== 0) return true;
  return false;
}
