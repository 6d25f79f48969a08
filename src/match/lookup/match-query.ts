import type { AddressIndex } from '../../index/open.ts';
import { findBest, whyNothing } from '../../search/find-best.ts';
import type { Candidate } from '../../search/score/candidates.ts';
import type { Score } from '../../search/score/score.ts';
import type { Asked } from '../../search/text/parts.ts';
import { type Answer, noAnswer } from './job.ts';
import { LONGEST_QUERY } from './query-text.ts';

/** A matched address, and what else was considered. */
export interface Match {
  readonly answer: Answer;
  /** How the address's score comes about; null where none was found. */
  readonly score: Score | null;
  /** The candidates, best first; valid until the next query. */
  readonly candidates: readonly Candidate[];
}

let considered: readonly Candidate[] = [];
const trace = {
  candidates: (candidates: readonly Candidate[]) => {
    considered = candidates;
  },
};

/** Matches an address as `GET /v1/address/validate` does; `asked` where it is in parts. */
export function matchQuery(index: AddressIndex, query: string, asked: Asked = query): Match {
  considered = [];
  if (query === '') return { answer: noAnswer('none', 'no address'), score: null, candidates: [] };
  if (query.length > LONGEST_QUERY && [...query].length > LONGEST_QUERY)
    return { answer: noAnswer('bad line', `longer than ${LONGEST_QUERY} characters`), score: null, candidates: [] };
  const found = findBest(index, asked, trace);
  if (found === null) {
    const answer = { ...noAnswer('none'), score: 0, reason: whyNothing(index, asked) };
    return { answer, score: null, candidates: [] };
  }
  const { score, quality, caps } = found.score;
  const { ordinal } = found.candidate;
  const answer = { outcome: quality, score, caps, reason: null, ordinal, distance: null, problem: null };
  return { answer, score: found.score, candidates: considered };
}
