import { aligned, percent } from '../../equipment/figures.ts';
import type { ClassResult } from './ask-classes.ts';
import type { Goals, QueryClass } from './question.ts';
import type { Counts } from './tally.ts';

/** Least share of the `high` answers of all classes together that must be the right record. */
const HIGH_RIGHT_GOAL = 0.998;

/** A goal and what was reached. */
export interface Verdict {
  readonly what: keyof Goals;
  readonly goal: number;
  readonly reached: number;
  readonly passed: boolean;
}

/**
 * What a class reached of its goals. A share to be right in validate has to be first in
 * autocomplete too.
 */
export function verdicts(goals: Goals, counts: Counts): Verdict[] {
  const shares: Record<Verdict['what'], number> = {
    right: counts.right,
    first: counts.first,
    ninety: counts.ninety,
    high: counts.high,
    mostHigh: counts.high,
    poor: counts.poor,
    mostPoor: counts.poor,
  };
  const held = goals.right === undefined ? goals : { ...goals, first: goals.first ?? goals.right };
  return (Object.entries(held) as [Verdict['what'], number][]).map(([what, goal]) => {
    const reached = counts.asked === 0 ? Number.NaN : shares[what] / counts.asked;
    const passed = counts.asked === 0 || (what.startsWith('most') ? reached <= goal : reached >= goal);
    return { what, goal, reached, passed };
  });
}

const HEAD = [
  ['class', '', 'asked', 'right', 'goal', '≥ 90', 'goal', 'high', 'goal', 'low/none', 'goal'],
  [
    'high right',
    'list first',
    'goal',
    'list five',
    'list high',
    'list high right',
    'skipped',
    'validate µs',
    'list µs',
  ],
].flat();

/** The table of all classes, with the goal beside each number. `~` marks goals of this benchmark's own. */
export function classTable(
  classes: readonly QueryClass[],
  results: readonly ClassResult[],
  all: Counts,
): { text: string; passed: boolean } {
  let passed = true;
  const rows = results.map((result, i) => {
    const { goals, ownGoals } = classes[i];
    const failed = verdicts(goals, result.counts).filter((verdict) => !verdict.passed);
    if (failed.length > 0) passed = false;
    const misses = failed.map(({ what }) => what).join(', ');
    const verdict = result.counts.asked === 0 ? 'NONE' : failed.length > 0 ? `FAIL ${misses}` : 'PASS';
    return [
      ...classRow(result.name, verdict, result.counts, goals, ownGoals === true ? '~' : ''),
      String(result.skipped),
      result.validateTime.toFixed(0),
      result.autocompleteTime.toFixed(0),
    ];
  });
  const together = all.high === 0 || all.highRight / all.high >= HIGH_RIGHT_GOAL;
  const total = classRow('all together', together ? 'PASS' : 'FAIL high', all, {}, '');
  const listed = all.listHigh === 0 || all.listHighRight / all.listHigh >= HIGH_RIGHT_GOAL;
  const line = [
    `Of everything answered high, the right record: validate ${percent(all.highRight, all.high)} %, `,
    `autocomplete's first ${percent(all.listHighRight, all.listHigh)} %, goal ${percent(HIGH_RIGHT_GOAL, 1)} %: `,
    together && listed ? 'PASS' : 'FAIL',
  ].join('');
  return { text: `${aligned([HEAD, ...rows, total], 2)}\n\n${line}`, passed: passed && together && listed };
}

function classRow(name: string, verdict: string, counts: Counts, goals: Goals, mark: string): string[] {
  const share = (part: number) => percent(part, counts.asked);
  const goal = (sign: string, value: number | undefined) =>
    value === undefined ? '' : `${mark}${sign}${percent(value, 1)}`;
  return [
    name,
    verdict,
    String(counts.asked),
    share(counts.right),
    goal('≥', goals.right),
    share(counts.ninety),
    goal('≥', goals.ninety),
    share(counts.high),
    goals.mostHigh === undefined ? goal('≥', goals.high) : goal('≤', goals.mostHigh),
    share(counts.poor),
    goals.mostPoor === undefined ? goal('≥', goals.poor) : goal('≤', goals.mostPoor),
    percent(counts.highRight, counts.high),
    share(counts.first),
    goal('≥', goals.first),
    share(counts.five),
    share(counts.listHigh),
    percent(counts.listHighRight, counts.listHigh),
  ];
}

/** The failures kept of each class, as text. */
export function failureText(results: readonly ClassResult[]): string {
  return results
    .filter(({ failures }) => failures.length > 0)
    .map(({ name, failures }) =>
      [
        `\n── ${name}`,
        ...failures.map(
          ({ q, expected, answered, listed, explained }) =>
            `  q         ${JSON.stringify(q)}\n  expected  ${expected}\n  validate  ${answered}\n            ${explained}\n  listed    ${listed}`,
        ),
      ].join('\n'),
    )
    .join('\n');
}
