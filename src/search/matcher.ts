import { type NameTrie, nameTries } from '../index/name-trie.ts';
import type { AddressIndex } from '../index/open.ts';
import { ABSENT, type Candidate } from './grades.ts';
import { readWords, type Words } from './lexicon.ts';
import type { NameReading } from './name-readings.ts';
import type { Near } from './near-places.ts';
import { type StreetRun, streetsOfState } from './state-streets.ts';
import { MOST_TOKENS, readTokens, type Tokens } from './tokens.ts';
import type { Span } from './trie-walk.ts';

/** Units of `budget`: some milliseconds. */
const BUDGET = 60_000;
const TYPING_BUDGET = 20_000;

/** While a query is being typed, a flawed candidate is not kept beside so many that are as good. */
const PLENTY = 40;
/** Costs above are counted as this. */
const MOST_COST = 63;

/** A query being answered: what was read, and the candidates found so far. */
export interface Matcher {
  readonly index: AddressIndex;
  readonly tokens: Tokens;
  readonly words: Words;
  readonly streets: NameTrie;
  readonly localities: NameTrie;
  /** Position in STATE_ORDER that records must have, -1 for any. */
  readonly onlyState: number;
  /** The streets of that state. */
  readonly only: StreetRun;
  /** Where the near are preferred. */
  readonly near: Near | null;
  /** Best candidate of each principal. */
  readonly candidates: Candidate[];
  /** Where each principal's candidate is, until they are sorted. */
  readonly positions: Map<number, number>;
  /** What the search may still spend, about one unit per address run or trie node looked at: bounds the worst query. */
  budget: number;
  /** How many candidates were found at every cost, rounded down. */
  readonly atCost: Uint16Array;
  /** Candidates of this cost and above are not kept: there are plenty of better ones. */
  plentyAt: number;
  /**
   * The fewest words that a reading leaves unexplained whose street was found, by its name, in the place that was said: spelling mistakes are
   * unlikely then, whatever its numbers. NOT_PLACED without one.
   */
  placedLeaves: number;
  /** Spelling mistakes that were looked for, by the token they begin at. */
  readonly nearStreets: (readonly Span[] | undefined)[];
  readonly nearLocalities: (readonly Span[] | undefined)[];
}

/** Reused by every query: V8 allocates tables of this size outside its heap. */
const atCost = new Uint16Array(MOST_COST + 1);

/** Reads a query and makes a matcher for it. One at a time. */
export function matcherOf(
  index: AddressIndex,
  query: string,
  onlyState: number,
  near: Near | null,
  typing: boolean,
): Matcher {
  const tokens = readTokens(query, typing);
  const { street, locality } = nameTries(index);
  return {
    index,
    tokens,
    words: readWords(index, tokens),
    streets: street,
    localities: locality,
    onlyState,
    only: streetsOfState(index, onlyState),
    near,
    candidates: [],
    positions: new Map(),
    atCost: atCost.fill(0),
    plentyAt: Number.POSITIVE_INFINITY,
    budget: typing ? TYPING_BUDGET : BUDGET,
    placedLeaves: NOT_PLACED,
    nearStreets: [],
    nearLocalities: [],
  };
}

/** Whether a locality is of the state that records must have. */
export function isOfState({ onlyState, index }: Matcher, locality: number): boolean {
  return onlyState < 0 || index.columns.localityState[locality] === onlyState;
}

const NOT_PLACED = MOST_TOKENS + 1;

/** Whether a street was found, by its name, in the place that was said. */
export function isPlaced({ placedLeaves }: Matcher): boolean {
  return placedLeaves !== NOT_PLACED;
}

/** Notes that a street was found, by its name, in the place that a reading says. */
export function place(m: Matcher, { unmatched }: NameReading): void {
  if (unmatched < m.placedLeaves) m.placedLeaves = unmatched;
}

/** Keeps a candidate; of two for one record, the better. Answers whether the record is new. */
export function keep(m: Matcher, candidate: Candidate): boolean {
  const { candidates, positions } = m;
  const known = positions.get(candidate.ordinal);
  if (known !== undefined) {
    if (candidate.cost < candidates[known].cost) candidates[known] = candidate;
    return false;
  }
  const flaw = Math.min(MOST_COST, Math.floor(candidate.cost));
  if (flaw >= m.plentyAt) return false;
  m.atCost[flaw]++;
  positions.set(candidate.ordinal, candidates.length);
  candidates.push(candidate);
  if (m.tokens.typing && candidates.length >= PLENTY) m.plentyAt = plentyAt(m);
  return true;
}

/** The least cost, rounded down and above 0, up to which there are plenty of candidates. */
function plentyAt({ atCost }: Matcher): number {
  let count = atCost[0];
  for (let cost = 1; cost <= MOST_COST; cost++) {
    count += atCost[cost];
    if (count >= PLENTY) return cost;
  }
  return Number.POSITIVE_INFINITY;
}

/** The cheapest candidate so far, or null. */
export function bestOf(m: Matcher): Candidate | null {
  let best: Candidate | null = null;
  for (const candidate of m.candidates)
    if (best === null || candidate.cost < best.cost || (candidate.cost === best.cost && candidate.weight > best.weight))
      best = candidate;
  return best;
}

/**
 * Whether a candidate of at most some cost makes buildings needless: not one that answers by its own building's name, on a street that was
 * named by a word of it: `UNITING CHURCH` is not the one of CHURCH STREET alone.
 */
export function isAnswered(m: Matcher, most: number): boolean {
  for (const { cost, building, type, numbered } of m.candidates)
    if (cost <= most && (building === ABSENT || type !== ABSENT || numbered)) return true;
  return false;
}

/** With more candidates than these, a sort that calls a function is the faster. */
const FEW = 64;

/** Sorts candidates, the best first: a total order by cost, then the better known place, then the order of the index. */
export function sortCandidates(candidates: Candidate[]): void {
  if (candidates.length > FEW) {
    candidates.sort((a, b) => (precedes(a, b) ? -1 : 1));
    return;
  }
  for (let i = 1; i < candidates.length; i++) {
    const candidate = candidates[i];
    let at = i;
    for (; at > 0 && precedes(candidate, candidates[at - 1]); at--) candidates[at] = candidates[at - 1];
    candidates[at] = candidate;
  }
}

function precedes(a: Candidate, b: Candidate): boolean {
  if (a.cost !== b.cost) return a.cost < b.cost;
  return a.weight !== b.weight ? a.weight > b.weight : a.ordinal < b.ordinal;
}
