import { beginsAsTyped } from '../accuracy/real/agreement.ts';
import type { AnsweredQuery, AnswerRecord } from './record-file.ts';

/** The kinds of differences, the gravest first: a difference is of the first kind that fits. */
export const DIFFERENCES = [
  'became empty',
  'no longer empty',
  'first: right before, wrong after',
  'first: wrong before, right after',
  'first: another, both right',
  'first: another, neither right',
  'score or quality of the first',
  'members of the list',
  'order of the list',
  'scores below the first',
] as const;

type Difference = (typeof DIFFERENCES)[number];

/** Answers to a query that differ between two records. */
export interface Differing {
  readonly kind: Difference;
  readonly query: Pick<AnsweredQuery, 'operation' | 'source' | 'q' | 'truth'>;
  readonly before: Side;
  readonly after: Side;
}

/** One side of a difference. */
export interface Side {
  readonly answers: readonly { readonly text: string; readonly score: number; readonly quality: string }[];
  /** Position of the first right answer; -1 if none is right. */
  readonly right: number;
  /** The first answer's line begins with what was typed. */
  readonly beginsAsTyped: boolean;
}

/**
 * Every query whose answers differ, in the order of the queries.
 *
 * @throws Error saying so if the records are of different releases or of different queries
 */
export function differences(before: AnswerRecord, after: AnswerRecord): Differing[] {
  if (before.addresses !== after.addresses || before.release !== after.release)
    throw new Error(`the records are of different releases: ${releaseOf(before)} and ${releaseOf(after)}`);
  if (before.queries.length !== after.queries.length)
    throw new Error(
      `the records are of ${before.queries.length} and ${after.queries.length} queries: record the second with --like`,
    );
  return before.queries.flatMap((query, i) => {
    const other = after.queries[i];
    if (query.q !== other.q || query.operation !== other.operation)
      throw new Error(
        `query ${i + 1} is ${JSON.stringify(query.q)} before and ${JSON.stringify(other.q)} after: record the second with --like`,
      );
    const kind = differenceOf(before, query, after, other);
    if (kind === null) return [];
    return [{ kind, query, before: sideOf(before, query), after: sideOf(after, other) }];
  });
}

function differenceOf(
  before: AnswerRecord,
  { answers: old, right: oldRight }: AnsweredQuery,
  after: AnswerRecord,
  { answers: now, right: nowRight }: AnsweredQuery,
): Difference | null {
  if (old.length === 0 && now.length === 0) return null;
  if (now.length === 0) return 'became empty';
  if (old.length === 0) return 'no longer empty';
  const oldIds = old.map(([record]) => before.records[record][0]);
  const nowIds = now.map(([record]) => after.records[record][0]);
  const scored = (i: number) => old[i][1] === now[i][1] && old[i][2] === now[i][2];
  if (oldIds[0] !== nowIds[0]) {
    if (oldRight === 0) return nowRight === 0 ? 'first: another, both right' : 'first: right before, wrong after';
    return nowRight === 0 ? 'first: wrong before, right after' : 'first: another, neither right';
  }
  if (!scored(0)) return 'score or quality of the first';
  if ([...oldIds].sort().join() !== [...nowIds].sort().join()) return 'members of the list';
  if (oldIds.join() !== nowIds.join()) return 'order of the list';
  return old.every((_, i) => scored(i)) ? null : 'scores below the first';
}

function sideOf({ records }: AnswerRecord, { q, answers, right }: AnsweredQuery): Side {
  const shown = answers.map(([record, score, quality]) => ({ text: records[record][1], score, quality }));
  return { answers: shown, right, beginsAsTyped: shown.length > 0 && beginsAsTyped(shown[0].text, q) };
}

function releaseOf({ release, addresses }: AnswerRecord): string {
  return `${release} with ${addresses} addresses`;
}
