import { crc32 } from 'node:zlib';
import { OPERATIONS } from '../costs.ts';
import { type CounterFile, offsetOf, segmentOf } from './counter-file.ts';
import { CLOSED_BIT, HEADER, METER, METER_STATE } from './layout.ts';
import { creditsOf, heldCredits, LIMITS, type Meter, meterAt, meterCounts, takenCredits } from './meter.ts';

/*
 * What the sidecar alone does to meters; a server that starts while no other one runs repairs them.
 */

/** Something that a meter's owner may use only so many credits of. */
export interface Limit {
  /** Credits; null for no limit. */
  readonly credits: number | null;
  /** How many of them were used in other meters or on other machines. */
  readonly elsewhere: number;
  /** When its period ends, ms by the wall clock. */
  readonly resetsAt: number;
}

/** What a new meter begins with. */
export interface MeterTerms {
  /** Whose it is: an account's record, or a key's. */
  readonly owner: { readonly kind: 'account' | 'key'; readonly record: number };
  readonly lease: number;
  /** The window's number within its account; 0 for a key. */
  readonly window: number;
  readonly mode: number;
  readonly allowance: bigint;
  /** At most `LIMITS`. */
  readonly limits: readonly Limit[];
  /** The credits beyond the included ones under a cap on spending; null without one. */
  readonly beyond: number | null;
}

/**
 * Takes a free meter, growing the file when there is none. Throws the file system's error.
 */
export function takeMeter(file: CounterFile, terms: MeterTerms, free: number | undefined): Meter {
  const known = Atomics.load(file.header.i32, HEADER.METERS);
  const record = free ?? known;
  if (record >= file.capacity('meters')) file.grow('meters');
  const { i32, i64 } = segmentOf(file, 'meters', record);
  const at32 = offsetOf('meters', record) / 4;
  const at64 = at32 / 2;
  const set = (field: number, value: number | bigint) => Atomics.store(i64, at64 + field, BigInt(value));
  const { kind, record: owner } = terms.owner;
  Atomics.add(i32, at32 + METER.SERIAL, 1);
  for (let i = 0; i < OPERATIONS.length; i++) {
    set(METER.CHARGED + i, 0);
    set(METER.GIVEN_BACK + i, 0);
  }
  Atomics.store(i32, at32 + METER.MODE, terms.mode);
  Atomics.store(i32, at32 + METER.ACCOUNT, kind === 'account' ? owner + 1 : 0);
  Atomics.store(i32, at32 + METER.KEY, kind === 'key' ? owner + 1 : 0);
  Atomics.store(i32, at32 + METER.AFTER, 0);
  Atomics.store(i32, at32 + METER.REFUSALS, 0);
  set(METER.BEYOND, terms.beyond ?? -1);
  set(METER.LEASE, terms.lease);
  set(METER.WINDOW, terms.window);
  set(METER.CLOSED, 0);
  set(METER.RETURNED, 0);
  set(METER.TAKING, 0);
  set(METER.ALLOWANCE, terms.allowance);
  set(METER.USED, 0);
  Atomics.store(i32, at32 + METER.CHECKSUM, checksumAt(i32, i64, at32));
  Atomics.store(i32, at32 + METER.STATE, METER_STATE.OPEN);
  if (record === known) Atomics.store(file.header.i32, HEADER.METERS, known + 1);
  const meter = meterAt(file, record);
  setLimits(meter, terms.limits);
  return meter;
}

/** Tells the workers a meter's limits, and how much of them was used elsewhere. */
export function setLimits({ i64, at64 }: Meter, limits: readonly Limit[]): void {
  for (let i = 0; i < LIMITS; i++) {
    Atomics.store(i64, at64 + METER.LIMIT + i, BigInt(limits[i]?.credits ?? -1));
    Atomics.store(i64, at64 + METER.ELSEWHERE + i, BigInt(limits[i]?.elsewhere ?? 0));
    Atomics.store(i64, at64 + METER.RESETS + i, BigInt(limits[i]?.resetsAt ?? 0));
  }
}

/** True when the parts of a meter that never change are as they were written. */
export function meterIsWhole({ i32, i64, at32 }: Meter): boolean {
  return Atomics.load(i32, at32 + METER.CHECKSUM) === checksumAt(i32, i64, at32);
}

function checksumAt(i32: Int32Array, i64: BigInt64Array, at32: number): number {
  const fixed = new BigInt64Array([
    ...[METER.ACCOUNT, METER.KEY, METER.MODE].map((field) => BigInt(i32[at32 + field]!)),
    i64[at32 / 2 + METER.LEASE]!,
    i64[at32 / 2 + METER.WINDOW]!,
  ]);
  return crc32(Buffer.from(fixed.buffer)) | 0;
}

/**
 * Makes `next` take over from `meter`, then closes `meter`: a request that finds it closed finds the
 * next one through it. From then on its used credits can only decrease, as credits are given back.
 * May be called again after an interruption.
 */
export function closeMeter({ i32, i64, at32, at64 }: Meter, next: Meter | null, now: number): void {
  Atomics.store(i32, at32 + METER.AFTER, next === null ? 0 : next.record + 1);
  Atomics.compareExchange(i64, at64 + METER.CLOSED, 0n, BigInt(Math.max(1, Math.round(now))));
  Atomics.or(i64, at64 + METER.USED, CLOSED_BIT);
}

/**
 * Takes back all but `keep` of the credits left in a meter, as a request would. Then tell the ledger
 * what the meter holds.
 */
export function takeBack({ i64, at64 }: Meter, keep: number): void {
  let used = Atomics.load(i64, at64 + METER.USED);
  while (used >= 0n) {
    const taken = Atomics.load(i64, at64 + METER.ALLOWANCE) - used - BigInt(keep);
    if (taken <= 0n) return;
    // Whoever is killed in between leaves `TAKING`, so that what `USED` says is not taken for use.
    Atomics.add(i64, at64 + METER.TAKING, taken);
    const found = Atomics.compareExchange(i64, at64 + METER.USED, used, used + taken);
    if (found === used) Atomics.add(i64, at64 + METER.RETURNED, taken);
    Atomics.sub(i64, at64 + METER.TAKING, taken);
    used = found === used ? -1n : found;
  }
}

/** Lets more credits be used in a meter. */
export function addAllowance({ i64, at64 }: Meter, credits: number): void {
  Atomics.add(i64, at64 + METER.ALLOWANCE, BigInt(credits));
}

/**
 * Makes a meter hold what the ledger says that its lease holds, where the two learnt of a grant or a
 * return at different times, or the file lost one.
 */
export function alignHeld(meter: Meter, held: number): void {
  const missed = BigInt(held - heldCredits(meter));
  const { i64, at64 } = meter;
  if (missed > 0n) Atomics.add(i64, at64 + METER.ALLOWANCE, missed);
  if (missed >= 0n) return;
  Atomics.sub(i64, at64 + METER.USED, missed);
  Atomics.sub(i64, at64 + METER.RETURNED, missed);
}

/**
 * How many credits too high killed processes may leave a meter's used credits: those of one request
 * for each of their threads. A sidecar may leave those that it was taking back, too.
 */
export const MOST_AHEAD = 65_536;

/** The most credits by which a meter's used credits may exceed those of counted requests. */
export function mostAhead({ i64, at64 }: Meter): number {
  return MOST_AHEAD + Number(Atomics.load(i64, at64 + METER.TAKING));
}

/**
 * Makes the used credits what the operations amount to. They differ only after a process was killed
 * between the two counts of one request, which was not answered then; so this may be called only
 * while no server has the file open.
 */
export function repairMeter(meter: Meter): void {
  Atomics.store(meter.i64, meter.at64 + METER.TAKING, 0n);
  repair(meter);
}

/** The same beside a sidecar, which may be taking credits back: then it is left to that. */
function repair(meter: Meter): void {
  const { i64, at64 } = meter;
  for (;;) {
    const returned = Atomics.load(i64, at64 + METER.RETURNED);
    const used = Atomics.load(i64, at64 + METER.USED);
    if (Atomics.load(i64, at64 + METER.TAKING) !== 0n) return;
    if (Atomics.load(i64, at64 + METER.RETURNED) !== returned) continue;
    const counted = BigInt(creditsOf(meterCounts(meter))) + returned;
    const repaired = used < 0n ? counted + CLOSED_BIT : counted;
    if (Atomics.compareExchange(i64, at64 + METER.USED, used, repaired) === used) return;
  }
}

/**
 * For a server while no other one runs: repairs all meters that are not damaged, as `repairMeter`
 * does. O(meters).
 */
export function repairMeters(file: CounterFile): void {
  const meters = Atomics.load(file.header.i32, HEADER.METERS);
  for (let record = 0; record < meters; record++) {
    const meter = meterAt(file, record);
    if (Atomics.load(meter.i32, meter.at32 + METER.STATE) !== METER_STATE.OPEN) continue;
    const ahead = takenCredits(meter) - creditsOf(meterCounts(meter));
    // Otherwise one of the two is damaged, and only the ledger can tell which.
    if (ahead > 0 && ahead <= MOST_AHEAD) repair(meter);
  }
}
