import type { AddressIndex } from '../../../address/index/open.ts';
import type { Cell } from '../format/cell.ts';
import type { TableColumn } from '../format/table.ts';
import type { Answer } from '../lookup/job.ts';
import type { Match } from '../lookup/match-query.ts';
import { CHOICES, choicesOf } from './candidates.ts';
import { NONE } from './decisions.ts';

const NUMBERS = Array.from({ length: CHOICES }, (_, i) => `${i + 1}`);

/** The columns of a review file. `decision` is left empty, for whoever reads it. */
export const REVIEW_TABLE: readonly TableColumn[] = [
  { name: 'line', type: null, width: 8 },
  { name: 'address', type: null, width: 50 },
  { name: 'quality', type: null, width: 9 },
  { name: 'score', type: null, width: 7 },
  { name: 'caps', type: null, width: 24 },
  { name: 'decision', type: null, width: 18, choices: [...NUMBERS, NONE[0]] },
  ...NUMBERS.flatMap((n): TableColumn[] => [
    { name: `candidate_${n}`, type: null, width: 50 },
    { name: `candidate_${n}_differs`, type: null, width: 24 },
    { name: `candidate_${n}_score`, type: null, width: 17 },
    { name: `candidate_${n}_id`, type: null, width: 18 },
  ]),
];

/** Their names. */
export const REVIEW_COLUMNS: readonly string[] = REVIEW_TABLE.map(({ name }) => name);

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
