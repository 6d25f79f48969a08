import type { AddressIndex } from '../../../address/index/open.ts';
import { nothingFound } from '../../../address/operations/why-nothing.ts';
import { type Found, findBest } from '../../../address/search/find-best.ts';
import type { Asked } from '../../../address/search/text/parts.ts';
import { type Answer, noAnswer } from './job.ts';
import { LONGEST_QUERY } from './query-text.ts';

/** A matched address, and how it was asked for. */
export interface Match {
  readonly answer: Answer;
  /** How the address answers, and its score; null where none was found. */
  readonly found: Found | null;
  readonly asked: Asked;
}

/** Matches an address as `GET /v1/address/validate` does; `asked` where it is in parts. */
export function matchQuery(index: AddressIndex, query: string, asked: Asked = query): Match {
  if (query === '') return { answer: noAnswer('none', 'no address'), found: null, asked };
  if (query.length > LONGEST_QUERY && [...query].length > LONGEST_QUERY)
    return { answer: noAnswer('bad line', `longer than ${LONGEST_QUERY} characters`), found: null, asked };
  const found = findBest(index, asked);
  if (found === null) {
    const answer = { ...noAnswer('none'), score: 0, ...nothingFound(index, asked) };
    return { answer, found: null, asked };
  }
  const { score, quality, caps } = found.score;
  const { ordinal, dated } = found.candidate;
  const answer = { outcome: quality, score, caps, reason: null, ordinal, distance: null, problem: null, dated };
  return { answer, found, asked };
}
