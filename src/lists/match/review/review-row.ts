import type { AddressIndex } from '../../../address/index/open.ts';
import type { Cell } from '../format/cell.ts';
import type { Answer } from '../lookup/job.ts';
import type { Match } from '../lookup/match-query.ts';
import { CHOICES, choicesOf } from './candidates.ts';

/** The columns of a review file. `decision` is left empty, for whoever reads it. */
export const REVIEW_COLUMNS: readonly string[] = [
  ...['line', 'address', 'quality', 'score', 'caps', 'decision'],
  ...Array.from({ length: CHOICES }, (_, i) => i + 1).flatMap((n) => [
    `candidate_${n}`,
    `candidate_${n}_differs`,
    `candidate_${n}_score`,
    `candidate_${n}_id`,
  ]),
];

/** Whether somebody should look at an answer. */
export function isDoubtful({ outcome }: Answer): boolean {
  return outcome === 'medium' || outcome === 'low';
}

/** The row of a review file. */
export function reviewCells(index: AddressIndex, line: number, query: string, match: Match): Cell[] {
  const { outcome, score, caps } = match.answer;
  const choices = choicesOf(index, query, match);
  const cells: Cell[] = [line, query, outcome, score, caps.join(' '), null];
  for (let i = 0; i < CHOICES; i++) {
    const choice = choices[i];
    cells.push(choice?.address ?? null, choice?.differs ?? null, choice?.score ?? null, choice?.id ?? null);
  }
  return cells;
}
