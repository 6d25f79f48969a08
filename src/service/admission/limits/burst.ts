import type { WordViews } from '../counters/counter-file.ts';
import { ACCOUNT } from '../counters/layout.ts';
import { numberOf, readWord, wordOf } from '../counters/wide-words.ts';

/**
 * How far beyond its greatest possible value the arrival time may lie before it is taken for that
 * of another clock: when the machine reboots, the steady clock starts again. Nanoseconds.
 */
const OTHER_CLOCK = 1e9;

/** How exactly a number can hold the nanoseconds of a clock that has run for years. */
const PRECISION = 64;

/** A burst limit, in nanoseconds. */
export interface BurstLimit {
  /** The time between requests at the sustained rate; 0 for no limit. */
  interval: number;
  /** How far requests may run ahead of that rate. */
  tolerance: number;
}

/** Requests per second that a plan can allow, sustained, and requests at once. */
export const BURST_RANGE = { perSecond: [0.000_001, 1e9], size: [1, 1e9] } as const;

/** The longest time that a used-up burst may take to refill, seconds: a year. */
const MOST_REFILL_SECONDS = 366 * 24 * 3600;

/**
 * More than any limit that `burstFault` accepts: larger values in the ledger are reduced to it, so
 * that nothing overflows.
 */
const MOST_NANOSECONDS = 1e18;

/**
 * What is wrong with a burst limit, as the end of a sentence; null when it is valid. Used
 * everywhere that a limit is accepted.
 */
export function burstFault(perSecond: number, size: number): string | null {
  const [slowest, fastest] = BURST_RANGE.perSecond;
  const [smallest, largest] = BURST_RANGE.size;
  if (!(perSecond >= slowest && perSecond <= fastest))
    return `${perSecond} requests per second, expected ${slowest} to ${fastest}`;
  if (!(Number.isInteger(size) && size >= smallest && size <= largest))
    return `${size} requests at once, expected a whole number from ${smallest} to ${largest}`;
  if (size / perSecond <= MOST_REFILL_SECONDS) return null;
  return `${size} requests at once and ${perSecond} per second, expected a burst that is there again within a year`;
}

/** No limit. */
export const NO_BURST_LIMIT: Readonly<BurstLimit> = { interval: 0, tolerance: 0 };

/** The limit of `perSecond` requests per second sustained, and `size` at once. */
export function burstLimit({ perSecond, size }: { readonly perSecond: number; readonly size: number }): BurstLimit {
  const interval = Math.min(MOST_NANOSECONDS, Math.max(1, Math.round(1e9 / perSecond)));
  return { interval, tolerance: Math.min(MOST_NANOSECONDS, interval * (size - 1)) };
}

/** Reads the burst limit of an account's record. */
export function readBurstLimit(i64: WordViews['i64'], at64: number): BurstLimit {
  return {
    interval: Number(Atomics.load(i64, at64 + ACCOUNT.INTERVAL)),
    tolerance: Number(Atomics.load(i64, at64 + ACCOUNT.TOLERANCE)),
  };
}

/**
 * Applies the burst limit of the account whose record begins at `at64`: the generic cell rate
 * algorithm (ITU-T I.371) on one shared word, the time at which the next request would arrive at
 * the sustained rate. When a request may pass at `now`, returns 0 and moves that time on; otherwise
 * returns the nanoseconds to wait.
 */
export function passBurst(
  i64: WordViews['i64'],
  at64: number,
  { interval, tolerance }: BurstLimit,
  now: number,
): number {
  let word = i64[at64 + ACCOUNT.ARRIVAL]!;
  for (;;) {
    let ahead = numberOf(word) - now;
    if (ahead < 0 || ahead > tolerance + interval + OTHER_CLOCK) ahead = 0;
    if (ahead > tolerance) return ahead - tolerance;
    const next = wordOf(Math.round(now + ahead + interval));
    const found = Atomics.compareExchange(i64, at64 + ACCOUNT.ARRIVAL, word, next);
    if (found === word) return 0;
    word = found;
  }
}

/** How much of a burst limit is left. */
export interface BurstLeft {
  /** Requests that may come at once now. */
  requests: number;
  /** Seconds until there is one more, rounded up; 0 when none are missing. */
  oneMoreIn: number;
}

/**
 * Notes in `left` how much of an account's burst limit is left at `now` (nanoseconds of the steady
 * clock).
 */
export function readBurstLeft(
  i64: WordViews['i64'],
  at64: number,
  { interval, tolerance }: BurstLimit,
  now: number,
  left: BurstLeft,
): void {
  let ahead = readWord(i64, at64 + ACCOUNT.ARRIVAL) - now;
  if (ahead < 0 || ahead > tolerance + interval + OTHER_CLOCK) ahead = 0;
  const room = tolerance - ahead + PRECISION;
  const all = Math.round(tolerance / interval) + 1;
  left.requests = room < 0 ? 0 : Math.min(Math.floor(room / interval) + 1, all);
  left.oneMoreIn = left.requests === all ? 0 : Math.ceil((left.requests * interval - room) / 1e9);
}

/** Undoes `passBurst` for a request that was refused afterwards. */
export function returnBurst(i64: WordViews['i64'], at64: number, { interval }: BurstLimit): void {
  Atomics.sub(i64, at64 + ACCOUNT.ARRIVAL, BigInt(interval));
}

/** Whole seconds to wait, at least 1, for a wait in nanoseconds (§6.5). */
export function retryAfter(nanoseconds: number): number {
  return Math.max(1, Math.ceil(nanoseconds / 1e9));
}
