import type { AddressIndex } from '../../../address/index/open.ts';
import { nothingFound } from '../../../address/operations/why-nothing.ts';
import { bestMatch, type Found, searchWhole } from '../../../address/search/find-best.ts';
import { qualityOf } from '../../../address/search/score/score.ts';
import type { Asked } from '../../../address/search/text/parts.ts';
import type { Cell } from '../format/cell.ts';
import { type Answer, noAnswer, ROW_CAPS, type Wanted } from './job.ts';
import { askedOf, isInOtherCountry, isLeftOut, LONGEST_QUERY, queryText } from './query-text.ts';

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
  const search = searchWhole(index, asked);
  const found = bestMatch(search);
  if (found === null) {
    const answer = { ...noAnswer('none'), score: 0, ...nothingFound(search, asked) };
    return { answer, found: null, asked };
  }
  const { score, quality, caps } = found.score;
  const { ordinal, alias, dated } = found.candidate;
  const answer = { outcome: quality, score, caps, reason: null, ordinal, alias, distance: null, problem: null, dated };
  return { answer, found, asked };
}

/** Matches the address of a row, whose text is `query`: it is not `high` where a part of it was left out. */
export function matchRow(
  index: AddressIndex,
  cells: readonly Cell[],
  wanted: Extract<Wanted, { kind: 'match' }>,
  query: string = queryText(cells, wanted),
): Match {
  const match = matchQuery(index, query, askedOf(cells, wanted, query));
  const { columns, unused = [] } = wanted;
  const { answer } = match;
  if (answer.score === null || answer.ordinal < 0) return match;
  const flaws: (keyof typeof ROW_CAPS)[] = [];
  if (unused.length > 0 && isLeftOut(cells, unused, query)) flaws.push('column_not_used');
  if (isInOtherCountry(cells, columns)) flaws.push('other_country');
  if (flaws.length === 0) return match;
  const score = Math.min(answer.score, ...flaws.map((flaw) => ROW_CAPS[flaw]));
  const caps = [...answer.caps, ...flaws];
  return { ...match, answer: { ...answer, score, outcome: qualityOf(score), caps } };
}
