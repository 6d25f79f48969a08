import type { Answer } from './asker.ts';
import type { Question } from './question.ts';

/** One question and its answers. */
export interface Outcome {
  readonly question: Question;
  /** Of validate. */
  readonly match: Answer | null;
  /** Of autocomplete: the first suggestion, and whether an accepted one is among the first five. */
  readonly first: Answer | null;
  readonly inFive: boolean;
  /** False if the verdict says something else than the question expects. */
  readonly told?: boolean;
}

/** Counts of one class, or of several together. */
export interface Counts {
  asked: number;
  /**
   * Right answers of validate: accepted records; for `ambiguous` and `absent` also not `high`; for
   * `nothing` low or none.
   */
  right: number;
  /** Accepted records first in autocomplete, and among its first five. */
  first: number;
  five: number;
  /** Answers of validate scored 90 or more, `high`, and `low` or `none`. */
  ninety: number;
  high: number;
  poor: number;
  /** Of the `high` ones, those with an accepted record, if one was to be found. */
  highRight: number;
  /** First suggestions of autocomplete that are `high`, and those of them that are right. */
  listHigh: number;
  listHighRight: number;
}

/** Nothing counted yet. */
export function noCounts(): Counts {
  return {
    asked: 0,
    right: 0,
    first: 0,
    five: 0,
    ninety: 0,
    high: 0,
    poor: 0,
    highRight: 0,
    listHigh: 0,
    listHighRight: 0,
  };
}

/** Adds an outcome to counts. */
export function count(counts: Counts, { question, match, first, inFive, told }: Outcome): void {
  const high = match?.serviceMatchQuality === 'high';
  const accepted = isAccepted(question, match);
  counts.asked++;
  if (told !== false && isRight(question, match)) counts.right++;
  if (isAccepted(question, first)) counts.first++;
  if (inFive) counts.five++;
  if (match !== null && match.serviceMatchScore >= 90) counts.ninety++;
  if (isPoor(match)) counts.poor++;
  if (high) counts.high++;
  if (high && accepted && mayBeHigh(question)) counts.highRight++;
  if (first?.serviceMatchQuality !== 'high') return;
  counts.listHigh++;
  if (isAccepted(question, first) && mayBeHigh(question)) counts.listHighRight++;
}

/** Adds counts to counts. */
export function addCounts(to: Counts, more: Counts): void {
  for (const key of Object.keys(to) as (keyof Counts)[]) to[key] += more[key];
}

/** True if validate's answer is what the question expects. */
export function isRight(question: Question, match: Answer | null): boolean {
  const high = match?.serviceMatchQuality === 'high';
  switch (question.expect) {
    case 'record':
      return isAccepted(question, match);
    case 'ambiguous':
      return !high && isAccepted(question, match);
    case 'absent':
      return !high && (question.accept.length === 0 || isAccepted(question, match));
    case 'nothing':
      return isPoor(match);
  }
}

/** True if the answer is one of the accepted records. */
export function isAccepted(question: Question, answer: Answer | null): boolean {
  return answer !== null && question.accept.includes(answer.text);
}

function mayBeHigh({ expect }: Question): boolean {
  return expect === 'record';
}

function isPoor(match: Answer | null): boolean {
  return match === null || match.serviceMatchQuality === 'low' || match.serviceMatchQuality === 'none';
}
