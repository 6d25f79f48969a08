/** A moment: milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

/** The length of a billing period in calendar units, UTC. */
export interface Duration {
  readonly unit: 'day' | 'month';
  readonly count: number;
}

/**
 * A billing period: from `start` (included) to `end` (excluded). It is the `index`-th since
 * `anchor`, when billing began: periods are always counted from there, so that a short month does
 * not shift the day for good (31 January, 28 February, 31 March).
 */
export interface Period {
  readonly anchor: Instant;
  readonly index: number;
  readonly start: Instant;
  readonly end: Instant;
}

const PATTERN = /^P([1-9][0-9]{0,3})([DWMY])$/;
const LONGEST_DAYS = 3660;
const LONGEST_MONTHS = 120;

/**
 * Reads an ISO 8601 duration of one unit (`P30D`, `P2W`, `P1M`, `P1Y`), at most ten years; null if
 * it is not one.
 */
export function parseDuration(text: string): Duration | null {
  const match = PATTERN.exec(text);
  if (!match) return null;
  const count = Number(match[1]);
  switch (match[2]) {
    case 'D':
      return count <= LONGEST_DAYS ? { unit: 'day', count } : null;
    case 'W':
      return count * 7 <= LONGEST_DAYS ? { unit: 'day', count: count * 7 } : null;
    case 'M':
      return count <= LONGEST_MONTHS ? { unit: 'month', count } : null;
    default:
      return count * 12 <= LONGEST_MONTHS ? { unit: 'month', count: count * 12 } : null;
  }
}

/**
 * The moment `steps` durations after `anchor`, at the same time of day; in a shorter month, that
 * month's last day.
 */
export function addDuration(anchor: Instant, duration: Duration, steps: number): Instant {
  const date = new Date(anchor);
  if (duration.unit === 'day') return date.setUTCDate(date.getUTCDate() + duration.count * steps);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + duration.count * steps);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, last));
}

/** The first period of a plan of this duration (text as in the catalogue), beginning at `start`. */
export function firstPeriod(start: Instant, duration: string): Period {
  return periodAt(start, requireDuration(duration), 0);
}

/**
 * The period that begins when `previous` ends. It keeps the anchor while the length stays the same;
 * another length begins with a new anchor.
 */
export function nextPeriod(previous: Period, previousDuration: string, duration: string): Period {
  if (duration !== previousDuration) return firstPeriod(previous.end, duration);
  return periodAt(previous.anchor, requireDuration(duration), previous.index + 1);
}

function periodAt(anchor: Instant, duration: Duration, index: number): Period {
  return { anchor, index, start: addDuration(anchor, duration, index), end: addDuration(anchor, duration, index + 1) };
}

function requireDuration(text: string): Duration {
  const duration = parseDuration(text);
  if (!duration) throw new Error(`Got period '${text}', expected an ISO 8601 duration of one unit such as P1M.`);
  return duration;
}

const MOMENT = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** A moment as people write it: `25 December 2026 at 23:05 UTC`. */
export function momentInWords(at: Instant): string {
  return `${MOMENT.format(at)} UTC`;
}
