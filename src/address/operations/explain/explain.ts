import { streetOf } from '../../index/address.ts';
import type { AddressIndex } from '../../index/open.ts';
import { findBest, likeliestReading } from '../../search/find-best.ts';
import { BY_SOURCES, type SourceKind, TYPING_BY_SOURCES } from '../../search/policy.ts';
import { type ABSENT, CAPS, EXACT, FUZZY, PREFIX, WEIGHTS } from '../../search/query/grades.ts';
import type { Candidate, Search } from '../../search/score/candidates.ts';
import { componentsMet, type Score, scoreOf, shareMet } from '../../search/score/score.ts';
import type { Source, Trace } from '../../search/sources/source.ts';
import { suggest } from '../../search/suggest.ts';
import { tokenText } from '../../search/text/tokens.ts';
import { JsonBytes } from '../json-bytes.ts';
import { linkOf, writeAddressHead } from '../standard-record.ts';
import { rolesOf, type TokenRole } from '../token-roles.ts';
import { nothingFound, type Reason } from '../why-nothing.ts';
import { namesText, numbersText } from './parse-text.ts';

/**
 * How a query is read and answered: for developers, not for callers. The shape may change at any
 * time.
 */
export interface Explanation {
  readonly query: string;
  readonly mode: 'autocomplete' | 'validate';
  /** The words of the query as the search reads them, each with what it is taken for in the best answer. */
  readonly tokens: readonly { readonly text: string; readonly role: TokenRole }[];
  /** What was tried, in order, and why the search ended there. */
  readonly road: readonly Step[];
  readonly ended: 'nothing waits' | 'the budget is spent';
  /** Why nothing was found, by validate; null where something was. */
  readonly reason: Reason | null;
  /** What is answered, best first. */
  readonly answers: readonly ExplainedCandidate[];
  /** What was considered, cheapest first: at most `MOST_CANDIDATES`. */
  readonly candidates: readonly ExplainedCandidate[];
  /** How many were considered in all. */
  readonly considered: number;
}

/** One source (see the README of `src/address/search`) whose turn came. */
interface Step {
  readonly source: SourceKind;
  /** No candidate of it costs less. */
  readonly bound: number;
  /** How it reads the numbers, or the words: `number 12`, `street SMITH, locality RICHMOND`. */
  readonly reads: string;
  /** How many candidates it brought; null where it was needless, as what was found costs no more. */
  readonly brought: number | null;
}

/** One record, and how its score comes about. */
export interface ExplainedCandidate {
  readonly id: string;
  readonly addressLabel: string | null;
  readonly localityName: string | null;
  readonly state: string | null;
  readonly postcode: string | null;
  /** The label of the alias by which it was found; null if by itself. */
  readonly alias: string | null;
  /** How far it falls short of a perfect answer, by which candidates are ranked; 0 is perfect. */
  readonly cost: number;
  /** The share of the weights that is met, 1–100, before the caps. */
  readonly share: number;
  /** 0–100. */
  readonly score: number;
  readonly quality: string;
  /** Components that the query mentions; `met` is the share of its weight that is met, 0 to 1. */
  readonly components: readonly {
    readonly name: string;
    readonly grade: 'exact' | 'prefix' | 'fuzzy' | 'none';
    readonly weight: number;
    readonly met: number;
  }[];
  /** How many of the query's `words` nothing explains. */
  readonly unexplained: number;
  readonly words: number;
  /** The caps that apply, and the most that each leaves by itself. */
  readonly caps: readonly { readonly name: string; readonly most: number }[];
}

const MOST_CANDIDATES = 8;
const MOST_ANSWERS = 8;

/** Explains a query as autocomplete (`typing`) or validate reads it. Allocates freely: not for the path of requests. */
export function explain(index: AddressIndex, query: string, typing: boolean): Explanation {
  const out = new JsonBytes();
  const shown = (candidate: Candidate, score: Score) => explained(index, out, candidate, score);
  const road: Step[] = [];
  const searches: Search[] = [];
  let candidates: ExplainedCandidate[] = [];
  let considered = 0;
  const trace: Trace = {
    source: (source, brought) => {
      road.push(stepOf(index, source, brought));
    },
    ended: (search) => searches.push(search),
    candidates: (all) => {
      considered = all.length;
      const circumstances = { ambiguous: false, elsewhere: false, whole: !typing };
      candidates = all.slice(0, MOST_CANDIDATES).map((c) => shown(c, scoreOf(c, circumstances)));
    },
  };
  const found = typing ? suggested(index, query, trace) : validated(index, query, trace);
  const [search] = searches;
  const best = found.length === 0 ? null : found[0][0];
  const reading = best?.reading ?? likeliestReading(search);
  const tokens = rolesOf(reading, best).map((role, t) => ({ text: tokenText(reading.tokens, t, t + 1), role }));
  const reason = typing || best !== null ? null : nothingFound(search, query).reason;
  const answers = found.map(([candidate, score]) => shown(candidate, score));
  const mode = typing ? 'autocomplete' : 'validate';
  const ended = search.budget <= 0 ? 'the budget is spent' : 'nothing waits';
  return { query, mode, tokens, road, ended, reason, answers, candidates, considered };
}

function stepOf(index: AddressIndex, { kind, bound, text, numbers, names }: Source, brought: number | null): Step {
  const reads = names === null ? (numbers === null ? '' : numbersText(numbers)) : namesText(index, text.tokens, names);
  return { source: kind, bound: Math.round(bound * 100) / 100, reads, brought };
}

type Answer = readonly [Candidate, Score];

function suggested(index: AddressIndex, query: string, trace: Trace): Answer[] {
  const options = { limit: MOST_ANSWERS, state: -1, near: null, policy: TYPING_BY_SOURCES };
  const suggestions = suggest(index, query, options, trace);
  return suggestions.map(({ candidate, circumstances }) => [candidate, scoreOf(candidate, circumstances)] as const);
}

function validated(index: AddressIndex, query: string, trace: Trace): Answer[] {
  const found = findBest(index, query, trace, BY_SOURCES);
  return found === null ? [] : [[found.candidate, found.score]];
}

function explained(
  index: AddressIndex,
  out: JsonBytes,
  candidate: Candidate,
  { score, quality, caps }: Score,
): ExplainedCandidate {
  out.reset();
  out.ascii('{');
  writeAddressHead(index, out, candidate.ordinal, streetOf(index, candidate.ordinal));
  out.ascii('}');
  return {
    ...JSON.parse(new TextDecoder().decode(out.view())),
    alias: candidate.alias < 0 ? null : linkOf(index, candidate.alias).addressLabel,
    cost: Math.round(candidate.cost * 100) / 100,
    share: shareMet(candidate),
    score,
    quality,
    components: componentsMet(candidate).map(([name, grade, met]) => ({
      name,
      grade: gradeName(grade),
      weight: WEIGHTS[name],
      met: Math.round(met * 100) / 100,
    })),
    unexplained: candidate.unmatched,
    words: candidate.words,
    caps: caps.map((name) => ({ name, most: CAPS[name] })),
  };
}

function gradeName(grade: Exclude<Candidate['unit'], typeof ABSENT>): 'exact' | 'prefix' | 'fuzzy' | 'none' {
  if (grade === EXACT) return 'exact';
  if (grade === PREFIX) return 'prefix';
  return grade === FUZZY ? 'fuzzy' : 'none';
}
