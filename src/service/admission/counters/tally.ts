import { crc32 } from 'node:zlib';
import { COSTS, OPERATIONS } from '../costs.ts';
import { type CounterFile, offsetOf, segmentOf } from './counter-file.ts';
import type { RecordView } from './directory.ts';
import { HEADER, KEY, TALLY, TALLY_STATE } from './layout.ts';
import { creditsOf, MOVED, REFUSED, type SlotCounts } from './slot.ts';

/**
 * A tally of the counter file, as seen by one thread: the words around it, and where it begins in
 * them.
 */
export interface Tally {
  readonly file: CounterFile;
  readonly record: number;
  readonly i32: Int32Array;
  readonly i64: BigInt64Array;
  readonly at32: number;
  readonly at64: number;
  /**
   * The serial that the tally had when this was made: if it has changed, it is a different tally
   * now.
   */
  readonly serial: number;
}

/** The sign bit of `TALLY.USED`, and the bits that hold the credits. */
const CLOSED = 0x8000_0000 | 0;
const CREDITS = 0x7fff_ffff;

/** A view of a tally. */
export function tallyAt(file: CounterFile, record: number): Tally {
  const { i32, i64 } = segmentOf(file, 'tallies', record);
  const at32 = offsetOf('tallies', record) / 4;
  return { file, record, i32, i64, at32, at64: at32 / 2, serial: Atomics.load(i32, at32 + TALLY.SERIAL) };
}

/** Whether a record number can be a tally's: in a damaged file it may not be. */
function tallyExists(file: CounterFile, record: number): boolean {
  return record >= 0 && record < Atomics.load(file.header.i32, HEADER.TALLIES);
}

/**
 * Takes the credits of a request of an operation from what the key may use of its own caps. Returns
 * the credits used so far, or `REFUSED`, or `MOVED`. Then count the request (`countTally`) once it
 * is charged to its account too, or release the credits (`letGo`).
 */
export function reserve({ i32, at32, serial }: Tally, operation: number): number {
  const cost = COSTS[operation]!;
  let used = i32[at32 + TALLY.USED]!;
  for (;;) {
    if (used < 0) return MOVED;
    if (used + cost > i32[at32 + TALLY.ALLOWANCE]!) {
      // Both again, in order: plain reads may be of different moments.
      const now = Atomics.load(i32, at32 + TALLY.USED);
      if (now !== used) {
        used = now;
        continue;
      }
      if (used + cost > Atomics.load(i32, at32 + TALLY.ALLOWANCE)) {
        if (Atomics.load(i32, at32 + TALLY.SERIAL) !== serial) return MOVED;
        Atomics.add(i32, at32 + TALLY.REFUSALS, 1);
        return REFUSED;
      }
    }
    const found = Atomics.compareExchange(i32, at32 + TALLY.USED, used, used + cost);
    if (found === used) break;
    used = found;
  }
  if (i32[at32 + TALLY.SERIAL] === serial) return used + cost;
  Atomics.sub(i32, at32 + TALLY.USED, cost);
  return MOVED;
}

/**
 * Whether a tally has room for a request of an operation: what `reserve` would answer, without
 * taking credits.
 */
export function tallyHasRoom({ i32, at32, serial }: Tally, operation: number): number {
  const used = Atomics.load(i32, at32 + TALLY.USED);
  if (used < 0 || Atomics.load(i32, at32 + TALLY.SERIAL) !== serial) return MOVED;
  if (used + COSTS[operation]! <= Atomics.load(i32, at32 + TALLY.ALLOWANCE)) return used;
  Atomics.add(i32, at32 + TALLY.REFUSALS, 1);
  return REFUSED;
}

/** Counts the request whose credits were taken. */
export function countTally({ i32, at32 }: Tally, operation: number): void {
  Atomics.add(i32, at32 + TALLY.CHARGED + operation, 1);
}

/** Releases credits that were reserved for a request which its account refused. */
export function letGo({ i32, at32 }: Tally, operation: number): void {
  Atomics.sub(i32, at32 + TALLY.USED, COSTS[operation]!);
}

/**
 * Gives the credits of a counted request back, whether the tally is closed or not; does nothing if
 * the record has been reused.
 */
export function giveBackToTally({ i32, at32, serial }: Tally, operation: number): void {
  if (Atomics.load(i32, at32 + TALLY.SERIAL) !== serial) return;
  // In this order, a process killed between the two leaves the used credits too high, never too
  // low.
  Atomics.add(i32, at32 + TALLY.GIVEN_BACK + operation, 1);
  Atomics.sub(i32, at32 + TALLY.USED, COSTS[operation]!);
}

/** The tally of a key; null while it has none. */
export function tallyOfKey(file: CounterFile, { i32, at32 }: RecordView): Tally | null {
  const record = Atomics.load(i32, at32 + KEY.TALLY) - 1;
  return tallyExists(file, record) ? tallyAt(file, record) : null;
}

/**
 * The tally that took over from a closed one; null when there is none, or when the record was
 * reused.
 */
export function tallyAfter({ file, i32, at32, serial }: Tally): Tally | null {
  const after = Atomics.load(i32, at32 + TALLY.AFTER) - 1;
  const same = Atomics.load(i32, at32 + TALLY.SERIAL) === serial;
  return same && tallyExists(file, after) ? tallyAt(file, after) : null;
}

/** Credits used in a tally, closed or not, including those of requests that are being counted. */
export function tallyUsed({ i32, at32 }: Tally): number {
  const used = Atomics.load(i32, at32 + TALLY.USED) & CREDITS;
  return used - Atomics.load(i32, at32 + TALLY.RETURNED);
}

/** A cap of a key, in a day or a month. */
export interface KeyCap {
  readonly period: 'day' | 'month';
  readonly used: number;
  readonly limit: number;
  /** Wall clock, ms. */
  readonly resets: number;
}

/**
 * The first cap without room for the credits, as far as is known here; null if every cap has room:
 * then only this machine's lease is empty.
 */
export function capInTheWay(tally: Tally, required: number): KeyCap | null {
  const { i32, i64, at32, at64 } = tally;
  const here = tallyUsed(tally);
  for (const period of ['day', 'month'] as const) {
    const [cap, elsewhere, ends] =
      period === 'day'
        ? [TALLY.DAY_CAP, TALLY.DAY_ELSEWHERE, TALLY.DAY_ENDS]
        : [TALLY.MONTH_CAP, TALLY.MONTH_ELSEWHERE, TALLY.MONTH_ENDS];
    const limit = Atomics.load(i32, at32 + cap);
    const used = here + Atomics.load(i32, at32 + elsewhere);
    if (limit >= 0 && used + required > limit)
      return { period, used, limit, resets: Number(Atomics.load(i64, at64 + ends)) };
  }
  return null;
}

/** Requests charged and given back in a tally, by operation. */
export function tallyCounts({ i32, at32 }: Tally): SlotCounts {
  const givenBack = OPERATIONS.map((_, i) => Atomics.load(i32, at32 + TALLY.GIVEN_BACK + i));
  const charged = OPERATIONS.map((_, i) => Atomics.load(i32, at32 + TALLY.CHARGED + i));
  return { charged, givenBack };
}

/** A key's caps in a tally, and how much of each was used elsewhere. */
export interface CapTerms {
  /** Credits, or null for no cap. */
  readonly dayCap: number | null;
  readonly dayElsewhere: number;
  readonly monthCap: number | null;
  readonly monthElsewhere: number;
}

/** What a new tally begins with. */
export interface TallyTerms extends CapTerms {
  readonly key: number;
  readonly lease: number;
  readonly allowance: number;
  /** Wall clock, ms. */
  readonly dayEnds: number;
  readonly monthEnds: number;
}

/**
 * Takes a free tally for a key, growing the file when there is none. For the sidecar alone. Throws
 * the file system's error.
 */
export function takeTally(file: CounterFile, terms: TallyTerms, free: number | undefined): Tally {
  const known = Atomics.load(file.header.i32, HEADER.TALLIES);
  const record = free ?? known;
  if (record >= file.capacity('tallies')) file.grow('tallies');
  const { i32, i64 } = segmentOf(file, 'tallies', record);
  const at32 = offsetOf('tallies', record) / 4;
  const set = (field: number, value: number) => Atomics.store(i32, at32 + field, value);
  Atomics.add(i32, at32 + TALLY.SERIAL, 1);
  for (let i = 0; i < OPERATIONS.length; i++) {
    set(TALLY.CHARGED + i, 0);
    set(TALLY.GIVEN_BACK + i, 0);
  }
  set(TALLY.RETURNED, 0);
  set(TALLY.KEY, terms.key + 1);
  set(TALLY.AFTER, 0);
  set(TALLY.REFUSALS, 0);
  Atomics.store(i64, at32 / 2 + TALLY.LEASE, BigInt(terms.lease));
  Atomics.store(i64, at32 / 2 + TALLY.DAY_ENDS, BigInt(terms.dayEnds));
  Atomics.store(i64, at32 / 2 + TALLY.MONTH_ENDS, BigInt(terms.monthEnds));
  Atomics.store(i64, at32 / 2 + TALLY.CLOSED, 0n);
  set(TALLY.ALLOWANCE, terms.allowance);
  set(TALLY.USED, 0);
  set(TALLY.CHECKSUM, checksumOf(terms.key, terms.lease));
  set(TALLY.STATE, TALLY_STATE.OPEN);
  if (record === known) Atomics.store(file.header.i32, HEADER.TALLIES, known + 1);
  const tally = tallyAt(file, record);
  setCaps(tally, terms);
  return tally;
}

/**
 * Tells the workers a key's caps, and how much of them was used elsewhere. For the sidecar alone.
 */
export function setCaps({ i32, at32 }: Tally, terms: CapTerms): void {
  Atomics.store(i32, at32 + TALLY.DAY_CAP, terms.dayCap ?? -1);
  Atomics.store(i32, at32 + TALLY.DAY_ELSEWHERE, terms.dayElsewhere);
  Atomics.store(i32, at32 + TALLY.MONTH_CAP, terms.monthCap ?? -1);
  Atomics.store(i32, at32 + TALLY.MONTH_ELSEWHERE, terms.monthElsewhere);
}

/** True when the parts of a tally that never change are as they were written. */
export function tallyIsWhole({ i32, i64, at32, at64 }: Tally): boolean {
  const lease = Number(Atomics.load(i64, at64 + TALLY.LEASE));
  return Atomics.load(i32, at32 + TALLY.CHECKSUM) === checksumOf(Atomics.load(i32, at32 + TALLY.KEY) - 1, lease);
}

function checksumOf(key: number, lease: number): number {
  return crc32(`${key} ${lease}`) | 0;
}

/** Sends a key's requests to a tally from now on. For the sidecar alone. */
export function setTally({ i32, at32 }: RecordView, tally: Tally | null): void {
  Atomics.store(i32, at32 + KEY.TALLY, tally === null ? 0 : tally.record + 1);
}

/**
 * Makes `next` take over from `tally` and closes that, in this order: a request that finds it
 * closed finds the next one through it. May be called again after an interruption. For the sidecar
 * alone.
 */
export function closeTally(tally: Tally, next: Tally | null, now: number): void {
  const { i32, i64, at32, at64 } = tally;
  Atomics.store(i32, at32 + TALLY.AFTER, next === null ? 0 : next.record + 1);
  Atomics.compareExchange(i64, at64 + TALLY.CLOSED, 0n, BigInt(Math.max(1, Math.round(now))));
  Atomics.or(i32, at32 + TALLY.USED, CLOSED);
}

/** True once a tally takes no more requests. */
export function tallyIsClosed({ i32, at32 }: Tally): boolean {
  return Atomics.load(i32, at32 + TALLY.USED) < 0;
}

/**
 * Takes back all but `keep` of the credits left in a tally, for other machines; returns the total
 * taken back so far. For the sidecar alone.
 */
export function takeBack({ i32, at32 }: Tally, keep: number): number {
  let used = Atomics.load(i32, at32 + TALLY.USED);
  while (used >= 0) {
    const taken = Atomics.load(i32, at32 + TALLY.ALLOWANCE) - used - keep;
    if (taken <= 0) break;
    const found = Atomics.compareExchange(i32, at32 + TALLY.USED, used, used + taken);
    if (found === used) return Atomics.add(i32, at32 + TALLY.RETURNED, taken) + taken;
    used = found;
  }
  return Atomics.load(i32, at32 + TALLY.RETURNED);
}

/**
 * Makes the used credits what the operations amount to. They differ only after a process was killed
 * between the two counts of one request, which was not answered then; so this may be called only
 * while no server has the file open.
 */
export function repairTally(tally: Tally): void {
  const used = creditsOf(tallyCounts(tally)) + Atomics.load(tally.i32, tally.at32 + TALLY.RETURNED);
  Atomics.store(tally.i32, tally.at32 + TALLY.USED, tallyIsClosed(tally) ? used | CLOSED : used);
}

/** Lets more credits be used in a tally. For the sidecar alone. */
export function addToTally({ i32, at32 }: Tally, credits: number): void {
  Atomics.add(i32, at32 + TALLY.ALLOWANCE, credits);
}

/**
 * Brings a tally up to what its lease was granted and gave up in all, where that was lost. For the
 * sidecar alone.
 */
export function raiseTally({ i32, at32 }: Tally, granted: number, returned: number): void {
  const missed = returned - Atomics.load(i32, at32 + TALLY.RETURNED);
  if (missed > 0) {
    Atomics.add(i32, at32 + TALLY.USED, missed);
    Atomics.add(i32, at32 + TALLY.RETURNED, missed);
  }
  if (granted > Atomics.load(i32, at32 + TALLY.ALLOWANCE)) Atomics.store(i32, at32 + TALLY.ALLOWANCE, granted);
}
