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
 * Work, in units of the budget: scanning a row of a list, comparing two names, grading an address of a unit, scanning
 * a street and its addresses, and looking up what a run of words may be a misspelling of.
 */
export const ROW_WORK = 1;
export const COMPARE_WORK = 2;
export const NUMBER_WORK = 4;
export const STREET_WORK = 8;
export const FUZZY_WORK = 64;
/** Consecutive rows, of which hardly any fits, cost this many times less. */
const ROWS_IN_SEQUENCE = 8;

/** A query being answered: its current text, what records must have, and how much work is left. */
export interface Query extends TextRead {
  readonly work: Workspace;
  readonly index: AddressIndex;
  readonly streets: NameTrie;
  readonly localities: NameTrie;
  /** The state that records must have, a position in STATE_ORDER; -1 for any. */
  readonly onlyState: number;
  /** The streets of that state. */
  readonly only: StreetRun;
  /** The point whose surroundings are preferred, or null. */
  readonly near: Near | null;
  readonly policy: Asking;
  /** Work left, which bounds the worst query. */
  budget: number;
}

/** A text as it was read, and what is known of it so far. */
export interface TextRead extends Text {
  tokens: Tokens;
  words: Words;
  roles: Roles | null;
  /**
   * The fewest words left over by a parse whose street was found, by its name, in the place given:
   * spelling mistakes are then unlikely, whatever the numbers. NOT_PLACED if there is none.
   */
  placedUnmatched: number;
  /** Tokens that name a place which has the street given: they do not misspell another place. */
  confirmed: TokenSet;
  /** Misspelled names that were looked up before. */
  fuzzyStreets: FuzzySpans[];
  fuzzyLocalities: FuzzySpans[];
}

/** The names that the tokens from `from` up to `end` are a misspelling of. */
export interface FuzzySpans {
  readonly from: number;
  readonly end: number;
  readonly spans: readonly Span[];
}

const NOT_PLACED = MOST_TOKENS + 1;

/** What reading a query asks of its policy (policy.ts). */
interface Asking {
  readonly mayGoOn: boolean;
  readonly straight: string | null;
  readonly budget: number;
}

/** No state that records must have, a position in STATE_ORDER, and no point whose surroundings are preferred. */
const ANYWHERE: { readonly state: number; readonly near: Near | null } = { state: -1, near: null };

/** Reads a query. One at a time: the next reuses its buffers. */
export function queryOf<P extends Asking>(
  index: AddressIndex,
  asked: Asked,
  policy: P,
  { state, near } = ANYWHERE,
): Query & { readonly policy: P } {
  const work = workerWorkspace();
  const { street, locality } = nameTries(index);
  const tokens = readTokens(lineOf(asked), policy.mayGoOn, work.texts[0].tokens);
  const { words } = work.texts[0];
  if (policy.straight === null) readWords(index, tokens, words);
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
    policy,
    budget: policy.budget,
    placedUnmatched: NOT_PLACED,
    confirmed: NO_TOKENS,
    fuzzyStreets: [],
    fuzzyLocalities: [],
    // The fields that a search adds (candidates.ts), so that all queries have one hidden class.
    candidates: [],
    atCost: work.slots.atCost,
    costLimit: Number.POSITIVE_INFINITY,
    shown: 0,
    best: [],
    last: null,
    lacksNumber: false,
    first: null,
  } as Query & { readonly policy: P };
}

/** Reads another text for a query, into the i-th of its buffers. */
export function readText({ work, index, policy }: Query, asked: Asked, i: number): TextRead {
  const tokens = readTokens(lineOf(asked), policy.mayGoOn, work.texts[i].tokens);
  const words = readWords(index, tokens, work.texts[i].words);
  return {
    tokens,
    words,
    roles: rolesOf(asked),
    placedUnmatched: NOT_PLACED,
    confirmed: NO_TOKENS,
    fuzzyStreets: [],
    fuzzyLocalities: [],
  };
}

/** The fields of the query that belong to its current text. */
export function textOf(query: Query): TextRead {
  const { tokens, words, roles, placedUnmatched, confirmed, fuzzyStreets, fuzzyLocalities } = query;
  return { tokens, words, roles, placedUnmatched, confirmed, fuzzyStreets, fuzzyLocalities };
}

/** Switches from one text to another, and saves what is known of the first. */
export function goToText(query: Query, from: TextRead, to: TextRead): void {
  Object.assign(from, textOf(query));
  Object.assign(query, to);
}

/** Spends work; answers whether any is left. If none is, the best so far is the answer. */
export function spend(query: Query, work: number): boolean {
  query.budget -= work;
  return query.budget > 0;
}

/** Spends the work of scanning consecutive rows; answers whether any is left. */
export function spendRows(query: Query, rows: number): boolean {
  return spend(query, Math.ceil(rows / ROWS_IN_SEQUENCE) * ROW_WORK);
}

/** Whether no work is left. */
export function isSpent({ budget }: Query): boolean {
  return budget <= 0;
}

/** Whether a locality is in the state that records must have. */
export function isOfState({ onlyState, index }: Query, locality: number): boolean {
  return onlyState < 0 || index.columns.localityState[locality] === onlyState;
}

/** Whether a street was found, by its name, in the place given. */
export function isPlaced({ placedUnmatched }: Query): boolean {
  return placedUnmatched !== NOT_PLACED;
}

/** Notes that a street was found, by its name, in the place that a parse gives. */
export function markPlaced(query: Query, { unmatched }: NameParse): void {
  if (unmatched < query.placedUnmatched) query.placedUnmatched = unmatched;
}

/** Notes that the street given is in a locality with the name of a whole span, if records may be in its state. */
export function confirmPlace(query: Query, { from, end }: Span, locality: number): void {
  if (isOfState(query, locality)) query.confirmed |= tokenRange(from, end);
}

/** The same for a street, by its posting, in a place that a span is a prefix of. */
export function confirmBegunPlace(query: Query, { from, end }: Span, posting: number): void {
  const { tokens, only } = query;
  if (tokens.end[end - 1] - tokens.start[from] >= LEAST_NAME && isOfRun(only, posting))
    query.confirmed |= tokenRange(from, end);
}

/** Whether a parse explains all words and its place has a street of that name: a misspelling is then unlikely. */
export function isThereAsTyped(query: Query, { street, locality, unmatched }: NameParse): boolean {
  if (unmatched > 0 || street === null || locality === null) return false;
  return isConfirmed(query, tokenRange(locality.from, locality.end));
}

/** Whether the tokens all name places that have the street given. */
export function isConfirmed({ confirmed }: Query, tokens: TokenSet): boolean {
  return (tokens & ~confirmed) === 0;
}
