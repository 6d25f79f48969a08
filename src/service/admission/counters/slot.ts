import { crc32 } from 'node:zlib';
import { COSTS, OPERATIONS } from '../costs.ts';
import { type CounterFile, offsetOf, segmentOf, type Words } from './counter-file.ts';
import { CLOSED_BIT, HEADER, isCapped, PENDING, SLOT, SLOT_STATE } from './layout.ts';
import { numberOf, readWord, wordOf } from './wide-words.ts';

/**
 * A slot of the counter file, as seen by one thread: the words around it, and where it begins in
 * them.
 */
export interface Slot {
  readonly file: CounterFile;
  readonly record: number;
  readonly i32: Int32Array;
  readonly i64: BigInt64Array;
  /** Where the slot begins in `i32`, and in `i64`. */
  readonly at32: number;
  readonly at64: number;
  /**
   * The serial that the slot had when this was made: if it has changed, it is a different slot now.
   */
  readonly serial: number;
  readonly mode: number;
}

/**
 * How many credits too high killed processes may leave a slot's used credits: those of one request
 * for each of their threads.
 */
export const MOST_AHEAD = 65_536;

/** Credits of each operation as BigInt, so that the request path creates none. */
const CREDITS: readonly bigint[] = COSTS.map(BigInt);

/** A view of a slot. */
export function slotAt(file: CounterFile, record: number): Slot {
  const words: Words = segmentOf(file, 'slots', record);
  const at = offsetOf('slots', record);
  const at32 = at / 4;
  return {
    file,
    record,
    i32: words.i32,
    i64: words.i64,
    at32,
    at64: at / 8,
    serial: Atomics.load(words.i32, at32 + SLOT.SERIAL),
    mode: Atomics.load(words.i32, at32 + SLOT.MODE),
  };
}

/** The hard cap has no room for the cost of a request. */
export const REFUSED = -1;
/** The slot is closed, or is a different one now: nothing was charged. */
export const MOVED = -2;

/**
 * Charges one request of an operation to a slot. Returns the credits used in it so far, or
 * `REFUSED`, or `MOVED`. Never lets a hard cap be exceeded, whatever other threads and processes do
 * meanwhile. Lock-free: a lost race means that another request was charged.
 */
export function charge(slot: Slot, operation: number): number {
  const { i32, i64, at32, at64 } = slot;
  const cost = COSTS[operation]!;
  const allowance = isCapped(slot.mode) ? roomIn(slot) : Number.MAX_SAFE_INTEGER;
  let word = i64[at64 + SLOT.USED]!;
  let next: number;
  for (;;) {
    const used = numberOf(word);
    if (used < 0) return MOVED;
    next = used + cost;
    if (next > allowance) {
      Atomics.add(i32, at32 + SLOT.REFUSALS, 1);
      return REFUSED;
    }
    const found = Atomics.compareExchange(i64, at64 + SLOT.USED, word, wordOf(next));
    if (found === word) break;
    word = found;
  }
  if (i32[at32 + SLOT.SERIAL] !== slot.serial) {
    Atomics.sub(i64, at64 + SLOT.USED, CREDITS[operation]!);
    return MOVED;
  }
  Atomics.add(i64, at64 + SLOT.CHARGED + operation, 1n);
  return next;
}

/** `allowanceOf` as a number, no more than is exact: as without a cap, more can only have been used in a damaged file. */
function roomIn(slot: Slot): number {
  const allowance = readWord(slot.i64, slot.at64 + SLOT.ALLOWANCE);
  return Math.min(allowance < 0 ? numberOf(allowanceOf(slot)) : allowance, Number.MAX_SAFE_INTEGER);
}

/**
 * Whether a slot has room for one request of an operation: what `charge` would answer, without
 * charging. A refusal is counted.
 */
export function hasRoom(slot: Slot, operation: number): number {
  const { i64, at64 } = slot;
  const used = Atomics.load(i64, at64 + SLOT.USED);
  if (used < 0n || Atomics.load(slot.i32, slot.at32 + SLOT.SERIAL) !== slot.serial) return MOVED;
  if (!isCapped(slot.mode) || used + CREDITS[operation]! <= allowanceOf(slot)) return Number(used);
  Atomics.add(slot.i32, slot.at32 + SLOT.REFUSALS, 1);
  return REFUSED;
}

/**
 * Gives the credits of a charged request back to the slot that it was charged to, closed or not;
 * does nothing if the record has been reused.
 */
export function giveBack(slot: Slot, operation: number): void {
  const { i64, at64 } = slot;
  if (Atomics.load(slot.i32, slot.at32 + SLOT.SERIAL) !== slot.serial) return;
  // In this order, a process killed between the two leaves the used credits too high, never too
  // low.
  Atomics.add(i64, at64 + SLOT.GIVEN_BACK + operation, 1n);
  Atomics.sub(i64, at64 + SLOT.USED, CREDITS[operation]!);
}

/**
 * Credits that may be used in a slot under a hard cap. A slot that took over from another one may
 * use what that one left over, at most `INHERITS`; whoever asks first works it out, and everyone
 * arrives at the same result, since the other slot is closed.
 */
export function allowanceOf(slot: Slot, depth = 0): bigint {
  const { i64, i32, at64, at32, file } = slot;
  const allowance = Atomics.load(i64, at64 + SLOT.ALLOWANCE);
  if (allowance !== PENDING) return allowance;
  const record = Atomics.load(i32, at32 + SLOT.BEFORE) - 1;
  // Only in a damaged file: the sidecar will detect it.
  if (depth > MOST_BEFORE || !slotExists(file, record)) return 0n;
  const before = slotAt(file, record);
  const left = allowanceOf(before, depth + 1) - usedCredits(before);
  const most = Atomics.load(i64, at64 + SLOT.INHERITS);
  // biome-ignore lint/complexity/useMathMinMax: Math.min does not take BigInt
  Atomics.compareExchange(i64, at64 + SLOT.ALLOWANCE, PENDING, left < most ? left : most);
  return Atomics.load(i64, at64 + SLOT.ALLOWANCE);
}

/** Slots that may take over from each other before anyone works out what is left. */
const MOST_BEFORE = 1000;

/** Whether a record number can be a slot's: in a damaged file it may not be. */
export function slotExists(file: CounterFile, record: number): boolean {
  return record >= 0 && record < Atomics.load(file.header.i32, HEADER.SLOTS);
}

/** Credits used in a slot, closed or not. */
export function usedCredits(slot: Slot): bigint {
  const used = Atomics.load(slot.i64, slot.at64 + SLOT.USED);
  return used < 0n ? used - CLOSED_BIT : used;
}

/**
 * Credits of the slot's window that were used in earlier slots or on other machines, as far as is
 * known here.
 */
export function usedElsewhere(slot: Slot): number {
  return Number(Atomics.load(slot.i64, slot.at64 + SLOT.ELSEWHERE));
}

/** Included credits of the slot's window; -1 where no limit is reported and no cap applies. */
export function includedCredits(slot: Slot): number {
  return Number(Atomics.load(slot.i64, slot.at64 + SLOT.LIMIT));
}

/** Credits that may be used in the slot's window in all, where a cap applies. */
export function totalCredits(slot: Slot): number {
  return includedCredits(slot) + (creditsBeyond(slot) ?? 0);
}

/** Those of them beyond the included ones; null without a cap on spending. */
export function creditsBeyond(slot: Slot): number | null {
  const beyond = Number(Atomics.load(slot.i64, slot.at64 + SLOT.BEYOND));
  return beyond < 0 ? null : beyond;
}

/**
 * The slot that took over from a closed one; null when there is none, or when the record was
 * reused.
 */
export function slotAfter(slot: Slot): Slot | null {
  const after = Atomics.load(slot.i32, slot.at32 + SLOT.AFTER);
  const same = Atomics.load(slot.i32, slot.at32 + SLOT.SERIAL) === slot.serial;
  return !same || !slotExists(slot.file, after - 1) ? null : slotAt(slot.file, after - 1);
}

/** Requests charged and given back in a slot, by operation. */
export interface SlotCounts {
  readonly charged: readonly number[];
  readonly givenBack: readonly number[];
}

/**
 * What was counted in a slot so far. A request that is just being counted may or may not be
 * included, but is never given back without being charged.
 */
export function slotCounts(slot: Slot): SlotCounts {
  const { i64, at64 } = slot;
  const givenBack = OPERATIONS.map((_, i) => Number(Atomics.load(i64, at64 + SLOT.GIVEN_BACK + i)));
  const charged = OPERATIONS.map((_, i) => Number(Atomics.load(i64, at64 + SLOT.CHARGED + i)));
  return { charged, givenBack };
}

/** The credits that counts amount to. */
export function creditsOf(counts: SlotCounts): number {
  return COSTS.reduce((sum, cost, i) => sum + cost * (counts.charged[i]! - counts.givenBack[i]!), 0);
}

/** What a new slot begins with. */
export interface SlotTerms {
  readonly account: number;
  readonly lease: number;
  readonly window: number;
  readonly mode: number;
  /** Null for what the slot before it leaves over, at most `inherits`. */
  readonly allowance: bigint | null;
  readonly inherits: bigint;
  readonly limit: number;
  /** The credits beyond the included ones under a cap on spending; null without one. */
  readonly beyond?: number | null;
  readonly elsewhere: number;
  readonly resetsAt: number;
}

/**
 * Takes a free slot for an account, growing the file when there is none. For the sidecar alone.
 * Throws the file system's error.
 */
export function takeSlot(file: CounterFile, terms: SlotTerms, free: number | undefined): Slot {
  const known = Atomics.load(file.header.i32, HEADER.SLOTS);
  const record = free ?? known;
  if (record >= file.capacity('slots')) file.grow('slots');
  const { i32, i64 } = segmentOf(file, 'slots', record);
  const at32 = offsetOf('slots', record) / 4;
  const at64 = at32 / 2;
  const set = (field: number, value: bigint) => Atomics.store(i64, at64 + field, value);
  Atomics.add(i32, at32 + SLOT.SERIAL, 1);
  for (let i = 0; i < OPERATIONS.length; i++) {
    set(SLOT.CHARGED + i, 0n);
    set(SLOT.GIVEN_BACK + i, 0n);
  }
  Atomics.store(i32, at32 + SLOT.MODE, terms.mode);
  Atomics.store(i32, at32 + SLOT.ACCOUNT, terms.account + 1);
  Atomics.store(i32, at32 + SLOT.BEFORE, 0);
  Atomics.store(i32, at32 + SLOT.AFTER, 0);
  set(SLOT.LIMIT, BigInt(terms.limit));
  set(SLOT.BEYOND, BigInt(terms.beyond ?? -1));
  set(SLOT.ELSEWHERE, BigInt(terms.elsewhere));
  set(SLOT.RESETS, BigInt(terms.resetsAt));
  Atomics.store(i32, at32 + SLOT.REFUSALS, 0);
  set(SLOT.LEASE, BigInt(terms.lease));
  set(SLOT.WINDOW, BigInt(terms.window));
  set(SLOT.INHERITS, terms.inherits);
  set(SLOT.CLOSED, 0n);
  set(SLOT.ALLOWANCE, terms.allowance ?? PENDING);
  set(SLOT.USED, 0n);
  Atomics.store(i32, at32 + SLOT.CHECKSUM, checksumAt(i32, i64, at32));
  Atomics.store(i32, at32 + SLOT.STATE, SLOT_STATE.OPEN);
  if (record === known) Atomics.store(file.header.i32, HEADER.SLOTS, known + 1);
  return slotAt(file, record);
}

/** True when the parts of a slot that never change are as they were written. */
export function slotIsWhole(slot: Slot): boolean {
  return Atomics.load(slot.i32, slot.at32 + SLOT.CHECKSUM) === checksumAt(slot.i32, slot.i64, slot.at32);
}

function checksumAt(i32: Int32Array, i64: BigInt64Array, at32: number): number {
  const fixed = new BigInt64Array([
    BigInt(i32[at32 + SLOT.ACCOUNT]!),
    BigInt(i32[at32 + SLOT.MODE]!),
    i64[at32 / 2 + SLOT.LEASE]!,
    i64[at32 / 2 + SLOT.WINDOW]!,
    i64[at32 / 2 + SLOT.INHERITS]!,
  ]);
  return crc32(Buffer.from(fixed.buffer)) | 0;
}

/**
 * Makes `next` take over from `slot`, then closes `slot`: a request that finds it closed finds the
 * next one through it. From then on its used credits can only decrease, as credits are given back.
 * May be called again after an interruption. For the sidecar alone.
 */
export function closeSlot(slot: Slot, next: Slot, now: number): void {
  Atomics.store(next.i32, next.at32 + SLOT.BEFORE, slot.record + 1);
  Atomics.store(slot.i32, slot.at32 + SLOT.AFTER, next.record + 1);
  Atomics.compareExchange(slot.i64, slot.at64 + SLOT.CLOSED, 0n, BigInt(Math.max(1, Math.round(now))));
  Atomics.or(slot.i64, slot.at64 + SLOT.USED, CLOSED_BIT);
  allowanceOf(next);
}

/** True once a slot takes no more requests. */
export function isClosed(slot: Slot): boolean {
  return Atomics.load(slot.i64, slot.at64 + SLOT.USED) < 0n;
}

/**
 * Whether the used credits are what the operations amount to, or slightly more, as killed processes
 * leave them. Otherwise one of the two is damaged, and only the ledger can tell which.
 */
export function slotAgrees(slot: Slot): boolean {
  const ahead = Number(usedCredits(slot)) - creditsOf(slotCounts(slot));
  return ahead >= 0 && ahead <= MOST_AHEAD;
}

/**
 * Makes the used credits what the operations amount to. They differ only after a process was killed
 * between the two counts of one request, which was not answered then; so this may be called only
 * while no server has the file open.
 */
export function repairUsed(slot: Slot): void {
  const amount = BigInt(creditsOf(slotCounts(slot)));
  Atomics.store(slot.i64, slot.at64 + SLOT.USED, isClosed(slot) ? amount + CLOSED_BIT : amount);
}
