import { type NameTrie, nameTries } from '../../index/name-trie.ts';
import type { AddressIndex } from '../../index/open.ts';
import type { NameParse, Span } from '../parse/names/name-parse.ts';
import { LEAST_NAME, MOST_TOKENS } from '../query/limits.ts';
import { type Workspace, workerWorkspace } from '../query/workspace.ts';
import { readWords, type Text, type Words } from '../text/lexicon.ts';
import { type Asked, lineOf, rolesOf } from '../text/parts.ts';
import { readTokens } from '../text/tokenize.ts';
import { NO_TOKENS, type Roles, type TokenSet, type Tokens, tokenRange } from '../text/tokens.ts';
import { isOfRun, type Near, type StreetRun, streetsOfState } from './places/regions.ts';

/**
 * What it costs to look at a row of a list, to compare two names, to look for a number on a street, to look at a street and
 * its addresses, and to look for misspellings of a run of words, in units of the budget.
 */
export const ROW_WORK = 1;
export const COMPARE_WORK = 2;
export const NUMBER_WORK = 4;
export const STREET_WORK = 8;
export const FUZZY_WORK = 64;
/** Consecutive rows, of which hardly one is meant, cost this many times less. */
const ROWS_IN_SEQUENCE = 8;

/** A query being answered: what was read of it, what records must have, and how much work is left. */
export interface Query extends TextRead {
  readonly work: Workspace;
  readonly index: AddressIndex;
  readonly streets: NameTrie;
  readonly localities: NameTrie;
  /** Position in STATE_ORDER that records must have, -1 for any. */
  readonly onlyState: number;
  /** The streets of that state. */
  readonly only: StreetRun;
  /** Tie-break point, or null. */
  readonly near: Near | null;
  /** Work left: bounds the worst query. */
  budget: number;
}

/** What a text was read as, and what is known of that reading so far. */
export interface TextRead extends Text {
  tokens: Tokens;
  words: Words;
  roles: Roles | null;
  /**
   * The fewest words left unmatched by a parse whose street was found, by its name, in the place that
   * was given: spelling mistakes are then unlikely, whatever the numbers. NOT_PLACED without one.
   */
  placedUnmatched: number;
  /** Tokens that spell the name of a place that has the street that was given: they are no misspelling of another place. */
  confirmed: TokenSet;
  /** Misspelled names that were looked up already. */
  fuzzyStreets: FuzzySpans[];
  fuzzyLocalities: FuzzySpans[];
}

/** The names that the tokens from one up to another are a misspelling of. */
export interface FuzzySpans {
  readonly from: number;
  readonly end: number;
  readonly spans: readonly Span[];
}

const NOT_PLACED = MOST_TOKENS + 1;

/** How a query is asked: as a whole or while it is typed, and what is wanted besides. */
export interface Asking {
  readonly typing: boolean;
  /** Work that it may spend. */
  readonly budget: number;
  /** Position in STATE_ORDER that records must have, -1 for any. */
  readonly state: number;
  readonly near: Near | null;
}

/** Reads a query. One at a time: its tokens are reused. */
export function queryOf(index: AddressIndex, asked: Asked, { typing, budget, state, near }: Asking): Query {
  const work = workerWorkspace();
  const { street, locality } = nameTries(index);
  const tokens = readTokens(lineOf(asked), typing, work.texts[0].tokens);
  const words = readWords(index, tokens, work.texts[0].words);
  return {
    work,
    index,
    tokens,
    words,
    roles: rolesOf(asked),
    streets: street,
    localities: locality,
    onlyState: state,
    only: streetsOfState(index, state),
    near,
    budget,
    placedUnmatched: NOT_PLACED,
    confirmed: NO_TOKENS,
    fuzzyStreets: [],
    fuzzyLocalities: [],
    // What a search adds (candidates.ts): from the beginning, so that every query has one shape.
    candidates: [],
    atCost: work.slots.atCost,
    costLimit: Number.POSITIVE_INFINITY,
    spread: Number.POSITIVE_INFINITY,
    lacksNumber: false,
  } as Query;
}

/** Reads another text for a query, the i-th of its buffers; what was known of the others stays. */
export function readText({ work, index, tokens: { typing } }: Query, asked: Asked, i: number): TextRead {
  const tokens = readTokens(lineOf(asked), typing, work.texts[i].tokens);
  const words = readWords(index, tokens, work.texts[i].words);
  const known = { placedUnmatched: NOT_PLACED, confirmed: NO_TOKENS, fuzzyStreets: [], fuzzyLocalities: [] };
  return { tokens, words, roles: rolesOf(asked), ...known };
}

/** The fields of the query that belong to its current text. */
export function textOf(query: Query): TextRead {
  const { tokens, words, roles, placedUnmatched, confirmed, fuzzyStreets, fuzzyLocalities } = query;
  return { tokens, words, roles, placedUnmatched, confirmed, fuzzyStreets, fuzzyLocalities };
}

/** Switches from one text to another: what is known of the first is kept with it. */
export function goToText(query: Query, from: TextRead, to: TextRead): void {
  Object.assign(from, textOf(query));
  Object.assign(query, to);
}

/** Spends work; answers whether there was any left. Where there is none, the best so far is the answer. */
export function spend(query: Query, work: number): boolean {
  query.budget -= work;
  return query.budget > 0;
}

/** Spends the work of passing over rows that stand in sequence; answers whether there was any left. */
export function spendRows(query: Query, rows: number): boolean {
  return spend(query, Math.ceil(rows / ROWS_IN_SEQUENCE) * ROW_WORK);
}

/** Whether no work is left. */
export function isSpent({ budget }: Query): boolean {
  return budget <= 0;
}

/** Whether a locality is of the state that records must have. */
export function isOfState({ onlyState, index }: Query, locality: number): boolean {
  return onlyState < 0 || index.columns.localityState[locality] === onlyState;
}

/** Whether a street was found, by its name, in the place that was given. */
export function isPlaced({ placedUnmatched }: Query): boolean {
  return placedUnmatched !== NOT_PLACED;
}

/** Notes that a street was found, by its name, in the place that a parse gives. */
export function markPlaced(query: Query, { unmatched }: NameParse): void {
  if (unmatched < query.placedUnmatched) query.placedUnmatched = unmatched;
}

/** Notes that the street that was given is in a locality that goes by the name of a whole span, unless it is of another state than records must have. */
export function confirmPlace(query: Query, { from, end }: Span, locality: number): void {
  if (isOfState(query, locality)) query.confirmed |= tokenRange(from, end);
}

/** The same for a street, by its posting, in a place whose name begins with a span. */
export function confirmBegunPlace(query: Query, { from, end }: Span, posting: number): void {
  const { tokens, only } = query;
  if (tokens.end[end - 1] - tokens.start[from] >= LEAST_NAME && isOfRun(only, posting))
    query.confirmed |= tokenRange(from, end);
}

/** Whether a parse explains all words, and its place has a street by the name that was given: then a misspelling of another is unlikely, whatever its numbers. */
export function isThereAsTyped(query: Query, { street, locality, unmatched }: NameParse): boolean {
  if (unmatched > 0 || street === null || locality === null) return false;
  return isConfirmed(query, tokenRange(locality.from, locality.end));
}

/** Whether some tokens are a place that has the street that was given. */
export function isConfirmed({ confirmed }: Query, tokens: TokenSet): boolean {
  return (tokens & ~confirmed) === 0;
}
