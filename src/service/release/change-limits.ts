import type { Option } from 'commander';
import { flag, wholeNumber } from '../../system/flags.ts';

/** What of a state's addresses may differ in a release that is activated without force, percent of those it had. */
export interface ChangeLimits {
  /** Moved by more than a kilometre. */
  readonly moved: number;
  readonly renamed: number;
  /** There no more. */
  readonly ended: number;
}

/** The limits where nothing else is said. */
export const CHANGE_LIMITS: ChangeLimits = { moved: 1, renamed: 5, ended: 2 };

/** The flags of the limits: `--most-moved` and so on. */
export function changeLimitFlags(): Option[] {
  return LIMITED_CHANGES.map((what) =>
    flag(
      `--most-${what} <percent>`,
      `refuse to activate a release in which more of a state's addresses are ${WORDS[what]}`,
    )
      .default(CHANGE_LIMITS[what])
      .argParser(wholeNumber(0, 100)),
  );
}

/** The limits in the values of these flags. */
export function changeLimitsOf({ mostMoved, mostRenamed, mostEnded }: ChangeLimitOptions): ChangeLimits {
  return { moved: mostMoved, renamed: mostRenamed, ended: mostEnded };
}

/** The values of these flags. */
export interface ChangeLimitOptions {
  readonly mostMoved: number;
  readonly mostRenamed: number;
  readonly mostEnded: number;
}

/** What any state may have of each, whatever percentage that is. */
const NEVER_TOO_MANY = 25;

/** How many reasons a refusal names. */
const MOST_REASONS = 10;

/** The differences that have limits, in the order that they are told, and their words. */
const WORDS = { moved: 'moved by more than 1 km', renamed: 'renamed', ended: 'ended' } as const;
/** One of them. */
type LimitedChange = keyof ChangeLimits;
const LIMITED_CHANGES = Object.keys(WORDS) as readonly LimitedChange[];

/** How many addresses a place had, and how many of them differ in each way. */
export interface ChangeCounts extends Readonly<Record<LimitedChange, number>> {
  readonly name: string;
  readonly state: string;
  readonly before: number;
}

/** What a comparison of the release that is served with another has found. */
export interface ComparedRelease {
  /** The release that is served. */
  readonly release: string;
  readonly seconds: number;
  readonly localities: readonly ChangeCounts[];
}

/** What a comparison came to: shares as a sentence, and why the release is not to be activated, or null. */
interface ChangeVerdict {
  readonly sentence: string;
  readonly refusal: string | null;
}

/** Holds the differences of two releases against limits, state by state. */
export function judgeChanges({ release, seconds, localities }: ComparedRelease, limits: ChangeLimits): ChangeVerdict {
  const all = sumOf(localities);
  const shares = LIMITED_CHANGES.map((what) => `${percent(all[what], all.before)} ${WORDS[what]}`);
  const sentence = `Compared with release ${release} in ${seconds.toFixed(1)} s: of ${all.before} addresses ${shares.join(', ')}.`;
  const states = [...new Set(localities.map(({ state }) => state))];
  const beyond = states.flatMap((state) => {
    const rows = localities.filter((row) => row.state === state);
    const counts = sumOf(rows);
    return LIMITED_CHANGES.filter(
      (what) => counts[what] > NEVER_TOO_MANY && counts[what] * 100 > limits[what] * counts.before,
    ).map((what) => ({ what, state, rows, ...counts }));
  });
  if (beyond.length === 0) return { sentence, refusal: null };
  const faults = beyond.map(
    ({ what, state, before, ...counts }) =>
      `of ${before} addresses in ${state} ${counts[what]} ${WORDS[what]} (${percent(counts[what], before)}, at most ${limits[what]} %)`,
  );
  const reasons = beyond
    .flatMap(({ what, rows }) => rows.map((row) => ({ what, ...row, count: row[what] })))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .slice(0, MOST_REASONS)
    .map(({ what, name, state, count, before }) => `  ${name} ${state}: ${count} of ${before} ${WORDS[what]}`);
  return {
    sentence,
    refusal: `too much differs from release ${release}: ${faults.join('; ')}. Most of it:\n${reasons.join('\n')}\nActivate it with --force where that is right.`,
  };
}

function sumOf(rows: readonly ChangeCounts[]): Omit<ChangeCounts, 'name' | 'state'> {
  const sum = { before: 0, moved: 0, renamed: 0, ended: 0 };
  for (const row of rows) for (const each of ['before', ...LIMITED_CHANGES] as const) sum[each] += row[each];
  return sum;
}

function percent(count: number, of: number): string {
  if (count === 0 || of === 0) return '0 %';
  const share = (100 * count) / of;
  return share < 0.01 ? 'less than 0.01 %' : `${share.toFixed(2)} %`;
}
