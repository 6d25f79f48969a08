import { COSTS, OPERATIONS } from '../costs.ts';
import { type CounterFile, offsetOf, segmentOf, type WordViews } from './counter-file.ts';
import { CLOSED_BIT, HEADER, METER } from './layout.ts';
import { numberOf, readWord, wordOf } from './wide-words.ts';

/**
 * A meter of the counter file, of an account or of a key, as seen by one thread: the words around
 * it, and where it begins in them.
 */
export interface Meter {
  readonly file: CounterFile;
  readonly record: number;
  readonly i32: Int32Array;
  readonly i64: BigInt64Array;
  /** Where the meter begins in `i32`, and in `i64`. */
  readonly at32: number;
  readonly at64: number;
  /**
   * The serial that the meter had when this was made: if it has changed, it is a different meter
   * now.
   */
  readonly serial: number;
  readonly mode: number;
}

/** Credits of each operation as BigInt, so that the request path creates none. */
const CREDITS: readonly bigint[] = COSTS.map(BigInt);

/** A view of a meter. */
export function meterAt(file: CounterFile, record: number): Meter {
  const words: WordViews = segmentOf(file, 'meters', record);
  const at32 = offsetOf('meters', record) / 4;
  return {
    file,
    record,
    i32: words.i32,
    i64: words.i64,
    at32,
    at64: at32 / 2,
    serial: Atomics.load(words.i32, at32 + METER.SERIAL),
    mode: Atomics.load(words.i32, at32 + METER.MODE),
  };
}

/** The meter of a record number; null where there is none: in a damaged file any number may stand. */
export function meterOf(file: CounterFile, record: number): Meter | null {
  return record >= 0 && record < Atomics.load(file.header.i32, HEADER.METERS) ? meterAt(file, record) : null;
}

/** The allowance has no room for the cost of a request. */
export const REFUSED = -1;
/** The meter is closed, or is a different one now: nothing was charged. */
export const MOVED = -2;

/**
 * Takes the credits of a request of an operation from what a meter allows. Returns the credits used
 * so far, or `REFUSED`, or `MOVED`. Then count the request (`count`), or release the credits
 * (`release`). Never lets the allowance be exceeded, whatever other threads and processes do
 * meanwhile. Lock-free: a lost race means that another request was charged.
 */
export function reserve(meter: Meter, operation: number): number {
  const { i32, i64, at32, at64, serial } = meter;
  const cost = COSTS[operation]!;
  const returned = readWord(i64, at64 + METER.RETURNED);
  let word = i64[at64 + METER.USED]!;
  let next: number;
  for (;;) {
    const used = numberOf(word);
    if (used < 0) return MOVED;
    next = used + cost;
    if (next > exact(readWord(i64, at64 + METER.ALLOWANCE))) {
      // Both again, in order: plain reads may be of different moments.
      const now = Atomics.load(i64, at64 + METER.USED);
      if (now !== word) {
        word = now;
        continue;
      }
      if (next > exact(Number(Atomics.load(i64, at64 + METER.ALLOWANCE)))) return refuse(meter);
    }
    const found = Atomics.compareExchange(i64, at64 + METER.USED, word, wordOf(next));
    if (found === word) break;
    word = found;
  }
  if (i32[at32 + METER.SERIAL] !== serial) {
    Atomics.sub(i64, at64 + METER.USED, CREDITS[operation]!);
    return MOVED;
  }
  const quiet = readWord(i64, at64 + METER.TAKING) === 0 && readWord(i64, at64 + METER.RETURNED) === returned;
  // Never negative, as a damaged file could have it: the request is charged.
  return Math.max(0, quiet ? next - returned : usedCredits(meter, cost));
}

/** An allowance, no more than is exact as a number: more can only have been used in a damaged file. */
function exact(allowance: number): number {
  return Math.min(allowance, Number.MAX_SAFE_INTEGER);
}

function refuse({ i32, at32, serial }: Meter): number {
  if (Atomics.load(i32, at32 + METER.SERIAL) !== serial) return MOVED;
  Atomics.add(i32, at32 + METER.REFUSALS, 1);
  return REFUSED;
}

/**
 * Whether a meter has room for a request of an operation: what `reserve` would answer, without
 * taking credits. A refusal is counted.
 */
export function hasRoom(meter: Meter, operation: number): number {
  const { i32, i64, at32, at64 } = meter;
  const used = Atomics.load(i64, at64 + METER.USED);
  if (used < 0n || Atomics.load(i32, at32 + METER.SERIAL) !== meter.serial) return MOVED;
  return used + CREDITS[operation]! <= Atomics.load(i64, at64 + METER.ALLOWANCE) ? usedCredits(meter) : refuse(meter);
}

/** Counts a request whose credits were taken. */
export function count({ i64, at64 }: Meter, operation: number): void {
  Atomics.add(i64, at64 + METER.CHARGED + operation, 1n);
}

/** Takes the credits of a request and counts it; what `reserve` returns. */
export function charge(meter: Meter, operation: number): number {
  const used = reserve(meter, operation);
  if (used >= 0) count(meter, operation);
  return used;
}

/** Releases credits that were taken for a request which was refused then. */
export function release({ i64, at64 }: Meter, operation: number): void {
  Atomics.sub(i64, at64 + METER.USED, CREDITS[operation]!);
}

/**
 * Gives the credits of a counted request back to its meter, closed or not; does nothing if the
 * record has been reused.
 */
export function giveBack(meter: Meter, operation: number): void {
  const { i32, i64, at32, at64, serial } = meter;
  if (Atomics.load(i32, at32 + METER.SERIAL) !== serial) return;
  // In this order, a process killed between the two leaves the used credits too high, never too
  // low.
  Atomics.add(i64, at64 + METER.GIVEN_BACK + operation, 1n);
  release(meter, operation);
}

/** What `METER.USED` says, without its sign bit. */
function usedAndReturned({ i64, at64 }: Meter): bigint {
  const used = Atomics.load(i64, at64 + METER.USED);
  return used < 0n ? used - CLOSED_BIT : used;
}

/**
 * Credits used in a meter, closed or not, with those of requests that are being counted. While the
 * sidecar is taking credits back, and after it was killed in that, those of counted requests, and
 * `uncounted` ones.
 */
export function usedCredits(meter: Meter, uncounted = 0): number {
  const { i64, at64 } = meter;
  for (;;) {
    const returned = Atomics.load(i64, at64 + METER.RETURNED);
    const taken = usedAndReturned(meter);
    if (Atomics.load(i64, at64 + METER.TAKING) !== 0n) return creditsOf(meterCounts(meter)) + uncounted;
    if (Atomics.load(i64, at64 + METER.RETURNED) === returned) return Number(taken - returned);
  }
}

/** Credits that may still be used in a meter. */
export function creditsLeft(meter: Meter): number {
  return Number(Atomics.load(meter.i64, meter.at64 + METER.ALLOWANCE) - usedAndReturned(meter));
}

/** Credits that a meter was given and has not returned: what its lease holds. */
export function heldCredits({ i64, at64 }: Meter): number {
  return Number(Atomics.load(i64, at64 + METER.ALLOWANCE) - Atomics.load(i64, at64 + METER.RETURNED));
}

/**
 * Credits that requests took: those that were counted, those that are being counted, and those of
 * processes that were killed in that. For the sidecar, which takes none back meanwhile.
 */
export function takenCredits(meter: Meter): number {
  const returned = Atomics.load(meter.i64, meter.at64 + METER.RETURNED);
  return Number(usedAndReturned(meter) - returned);
}

/** Limits that a meter can have: an account's window has one, a key's own caps are by day and month. */
export const LIMITS = 2;

/** Credits of a limit; -1 for none. */
export function limitOf({ i64, at64 }: Meter, limit = 0): number {
  return Number(Atomics.load(i64, at64 + METER.LIMIT + limit));
}

/** Credits of a limit that were used in other meters or on other machines, as far as is known here. */
export function usedElsewhere({ i64, at64 }: Meter, limit = 0): number {
  return Number(Atomics.load(i64, at64 + METER.ELSEWHERE + limit));
}

/** Wall clock at which the period of a limit ends, ms. */
export function resetsOf({ i64, at64 }: Meter, limit = 0): number {
  return Number(Atomics.load(i64, at64 + METER.RESETS + limit));
}

/** Credits that may be used in an account's window in all, where a cap applies. */
export function totalCredits(meter: Meter): number {
  return limitOf(meter) + (creditsBeyond(meter) ?? 0);
}

/** Those of them beyond the included ones; null without a cap on spending. */
export function creditsBeyond({ i64, at64 }: Meter): number | null {
  const beyond = Number(Atomics.load(i64, at64 + METER.BEYOND));
  return beyond < 0 ? null : beyond;
}

/** What a key's own caps are called, in the order of its meter's limits. */
export const CAP_PERIODS = ['day', 'month'] as const;

/** A cap of a key, in a day or a month. */
export interface KeyCap {
  readonly period: (typeof CAP_PERIODS)[number];
  readonly used: number;
  readonly limit: number;
  /** Wall clock, ms. */
  readonly resets: number;
}

/**
 * The first cap of a key without room for the credits, as far as is known here; null if every cap
 * has room: then only this machine's lease is empty.
 */
export function capInTheWay(meter: Meter, required: number): KeyCap | null {
  const here = usedCredits(meter);
  for (const [i, period] of CAP_PERIODS.entries()) {
    const limit = limitOf(meter, i);
    const used = here + usedElsewhere(meter, i);
    if (limit >= 0 && used + required > limit) return { period, used, limit, resets: resetsOf(meter, i) };
  }
  return null;
}

/**
 * The meter that took over from a closed one; null when there is none, or when the record was
 * reused.
 */
export function meterAfter({ file, i32, at32, serial }: Meter): Meter | null {
  const after = Atomics.load(i32, at32 + METER.AFTER) - 1;
  return Atomics.load(i32, at32 + METER.SERIAL) === serial ? meterOf(file, after) : null;
}

/** True once a meter takes no more requests. */
export function isClosed({ i64, at64 }: Meter): boolean {
  return Atomics.load(i64, at64 + METER.USED) < 0n;
}

/** Requests charged and given back in a meter, by operation. */
export interface MeterCounts {
  readonly charged: readonly number[];
  readonly givenBack: readonly number[];
}

/**
 * What was counted in a meter so far. A request that is just being counted may or may not be
 * included, but is never given back without being charged.
 */
export function meterCounts({ i64, at64 }: Meter): MeterCounts {
  const givenBack = OPERATIONS.map((_, i) => Number(Atomics.load(i64, at64 + METER.GIVEN_BACK + i)));
  const charged = OPERATIONS.map((_, i) => Number(Atomics.load(i64, at64 + METER.CHARGED + i)));
  return { charged, givenBack };
}

/** The credits that counts amount to. */
export function creditsOf(counts: MeterCounts): number {
  return COSTS.reduce((sum, cost, i) => sum + cost * (counts.charged[i]! - counts.givenBack[i]!), 0);
}
