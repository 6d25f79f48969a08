import { isCapped } from '../../../../service/admission/counters/layout.ts';
import { addAllowance } from '../../../../service/admission/counters/meter-upkeep.ts';
import { readBurstLimit } from '../../../../service/admission/limits/burst.ts';
import type { WantedWindow } from '../../../ledger/changes.ts';
import { extendLease } from '../../../ledger/leases/leases.ts';
import type { MeteredAccount } from '../../../ledger/leases/pool.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { liveMachines } from '../../../ledger/machines.ts';
import { accountRecord, type Book } from '../book.ts';
import { giveUp, type Holding, tellReturned } from '../holding.ts';
import type { SetAside } from '../set-aside.ts';
import { type BurstTerms, evenShare, type LeaseSize, leaseSize } from './lease-size.ts';
import { look, newWatch, type Sight, type Watch } from './watch.ts';

/**
 * A share of fewer credits is not worth keeping: a machine gives away all of it when another one
 * wants credits.
 */
const SMALLEST_SHARE = 12;

/** The least that a machine takes after it had to refuse a request, if available: credits. */
const BLOCK = 30;

/** A machine that was not seen for this long, ms, is not counted. */
export const MACHINE_SILENCE = 15_000;

/** How long another machine's request for credits stands, ms. */
const WANT_LASTS = 5_000;

/** How often machines are counted, nanoseconds, so that a new one soon gets its share. */
const COUNT_AGAIN = 1e9;

/**
 * The backoff between attempts to get credits that were not available, in nanoseconds: at least
 * `RETRY`, and at least `RETRY_OF_MACHINE` for each machine, so that together they make at most 200
 * attempts a second for an account. While the account is idle it doubles each time, up to
 * `LONGEST_RETRY`.
 */
const RETRY = 50e6;
const RETRY_OF_MACHINE = 5e6;
const LONGEST_RETRY = 60e9;

/** Milliseconds between rounds, and the shortest pace, while credits are scarce. */
export const PACE = 100;
const HASTE = 20;

/**
 * The shortest pace for each machine, ms, so that together they never make more than 500 rounds a
 * second.
 */
const HASTE_OF_MACHINE = 2;

/** Milliseconds between drains while credits are scarce, and the same for each machine. */
const DRAIN_SOON = 200;
const DRAIN_OF_MACHINE = 20;

/** Shares the credits of capped accounts among the machines of a fleet. */
export interface Leasing {
  /** Counts the machines that share an account's credits, before the first leases are opened. */
  countMachines(now: number): Promise<void>;
  /** The number of machines when they were last counted. */
  machines(): number;
  /** The first block of a lease, given the burst limit and the account's remaining credits. */
  firstBlock(burst: BurstTerms, remaining: number): number;
  /**
   * Extends leases that run low, and returns credits that are wanted elsewhere. Call it at `pace`.
   * An account whose rows are unusable or locked is set aside: only its lease waits. True if credits
   * were given up: usage should then be drained soon, for the other machines.
   */
  tick(book: Book, wanted: readonly WantedWindow[], now: number, setAside: SetAside): Promise<boolean>;
  /**
   * Milliseconds to the next round: fewer while an account in use has too few credits for all
   * machines.
   */
  pace(): number;
  /** The longest time between drains, ms: short while machines need to know soon what is left. */
  drainWithin(): number;
  /** Returns all unused credits. */
  returnAll(book: Book): Promise<void>;
}

/** What leasing knows between rounds. */
interface State {
  readonly ledger: Ledger;
  /** Nanoseconds after which unused credits are returned. */
  readonly leaseTime: number;
  readonly watches: WeakMap<Holding, Watch>;
  machines: number;
  countedAt: number;
  /** True while an account in use has too few credits for all machines. */
  scarce: boolean;
}

/** One holding in one round. */
interface Turn {
  readonly book: Book;
  readonly holding: Holding<MeteredAccount>;
  readonly seen: Watch;
  readonly sight: Sight;
  readonly size: LeaseSize;
  readonly now: number;
  /** Nanoseconds of the monotonic clock. */
  readonly at: number;
}

/**
 * Leases of capped accounts on a shared ledger; `leaseTime` is in nanoseconds. While there is
 * enough, a machine holds what the burst limit lets through (`leaseSize`), later its share
 * (`fairShare`), and returns the rest when another one is short. Nothing is taken from a machine
 * that does not answer, so no cap is exceeded.
 */
export function createLeasing(ledger: Ledger, leaseTime: number, steady: () => number): Leasing {
  const state: State = {
    ledger,
    leaseTime,
    watches: new WeakMap(),
    machines: 1,
    countedAt: Number.NEGATIVE_INFINITY,
    scarce: false,
  };

  async function countMachines(now: number): Promise<void> {
    state.countedAt = steady();
    state.machines = Math.max(1, await liveMachines(ledger, now - MACHINE_SILENCE));
  }

  return {
    countMachines,
    machines: () => state.machines,
    firstBlock: (burst, remaining) => Math.min(leaseSize(burst).full, evenShare(remaining, state.machines)),
    async tick(book, wanted, now, setAside) {
      const wants = new Map(wanted.map((want) => [want.account, want]));
      const at = steady();
      if (at - state.countedAt >= COUNT_AGAIN) await countMachines(now);
      const due = new Set(setAside.due('lease'));
      state.scarce = false;
      let gaveUp = false;
      for (const holding of [...book.current.account.values()]) {
        if (!isCapped(holding.meter.mode)) continue;
        const { account } = holding.of;
        await setAside.attempt(account, 'lease', async () => {
          gaveUp = (await balance(state, book, holding, wants.get(account), now, at)) || gaveUp;
        });
        due.delete(account);
      }
      // For accounts that no longer have a shared lease.
      for (const account of due) setAside.done(account, 'lease');
      return gaveUp;
    },
    pace: () => (state.scarce ? Math.min(PACE, Math.max(HASTE, HASTE_OF_MACHINE * state.machines)) : PACE),
    drainWithin: () =>
      state.scarce ? Math.max(DRAIN_SOON, DRAIN_OF_MACHINE * state.machines) : Number.POSITIVE_INFINITY,
    async returnAll(book) {
      for (const holding of book.current.account.values())
        if (isCapped(holding.meter.mode)) await giveUp(ledger, holding, 0);
    },
  };
}

function retryOf({ machines }: State): number {
  return Math.max(RETRY, RETRY_OF_MACHINE * machines);
}

/** Extends the lease of one holding, or returns what exceeds its share: then true. */
async function balance(
  state: State,
  book: Book,
  holding: Holding<MeteredAccount>,
  want: WantedWindow | undefined,
  now: number,
  at: number,
): Promise<boolean> {
  await tellReturned(state.ledger, holding);
  const seen = state.watches.get(holding) ?? newWatch(retryOf(state));
  state.watches.set(holding, seen);
  const sight = look(holding, seen, at, state.leaseTime, state.machines);
  const size = leaseSize(burstOf(book, holding));
  const turn: Turn = { book, holding, seen, sight, size, now, at };
  if (!sight.fleetIdle && sight.remaining > 0 && isScarce(sight, size)) state.scarce = state.machines > 1;
  const isWanted = want?.window === holding.of.window && want.at !== seen.answered;
  const keep = isWanted ? kept(sight, state.machines) : isHoarding(sight, state.machines) ? sight.even : null;
  if (keep !== null) await giveBack(state, turn, keep, isWanted ? want.at : null);
  else if (!sight.idle || want === undefined || Math.abs(now - want.at) > WANT_LASTS) await extend(state, turn);
  return keep !== null;
}

/** True if not every machine can hold as much as the burst limit may let through. */
function isScarce({ even }: Sight, { full }: LeaseSize): boolean {
  return even < full;
}

/** What a holding keeps when another machine wants credits; null: all that it has. */
function kept({ left, share, even, idle }: Sight, machines: number): number | null {
  if (idle || even < SMALLEST_SHARE) return left > 0 ? 0 : null;
  return exceeds(left, share, machines) ? share : null;
}

/** True if a lease exceeds a share by so much that another machine may have too little. */
function exceeds(left: number, share: number, machines: number): boolean {
  return left - share > Math.max(1, share / (2 * machines));
}

/**
 * True if an idle machine holds credits that a new one, or one where the account is in use, could
 * need.
 */
function isHoarding({ left, even, idle }: Sight, machines: number): boolean {
  return idle && exceeds(left, even, machines) && left - even > BLOCK;
}

/** Returns all but `keep`; `wanted` is the request of another machine that this answers, if any. */
async function giveBack(state: State, turn: Turn, keep: number, wanted: number | null): Promise<void> {
  const { holding, seen, at } = turn;
  await giveUp(state.ledger, holding, keep);
  // The credits are for the machine that wants them, so this one does not take them back at once.
  if (wanted !== null)
    Object.assign(seen, { answered: wanted, deniedAt: at, retry: Math.max(seen.retry, state.leaseTime) });
}

/** Extends a lease that runs low: to its full size, or to its share while credits are scarce. */
async function extend(state: State, { book, holding, seen, sight, size, now, at }: Turn): Promise<void> {
  const { left, remaining, share, even, refused, idle } = sight;
  const scarce = isScarce(sight, size);
  const most = idle ? even : scarce ? Math.min(share, remaining) : remaining;
  const least = Math.min(size.low, idle ? even : scarce ? most / 2 : remaining);
  const low = refused ? Math.max(left + 1, least) : least;
  if (!idle) seen.retry = retryOf(state);
  if (left >= low || left >= remaining || at - seen.deniedAt < seen.retry) return;
  const full = Math.max(Math.min(size.full, most), refused ? Math.min(left + BLOCK, remaining) : 0);
  const wants = refused || (!idle && even >= SMALLEST_SHARE);
  const needed = wants ? Math.ceil(low - left) : 0;
  const machine = book.file.identity;
  const block = { ...holding, machine, share: () => full - left, needed, now };
  const { granted } = await extendLease(state.ledger, block);
  if (granted > 0) {
    addAllowance(holding.meter, granted);
    seen.refused = false;
  }
  if (granted >= low - left) return;
  seen.deniedAt = at;
  seen.retry = Math.min(2 * seen.retry, LONGEST_RETRY);
}

function burstOf(book: Book, { of }: Holding): BurstTerms {
  const { i64, at64 } = accountRecord(book, of.account);
  const { interval, tolerance } = readBurstLimit(i64, at64);
  if (interval === 0) return { perSecond: Number.POSITIVE_INFINITY, size: Number.POSITIVE_INFINITY };
  return { perSecond: 1e9 / interval, size: tolerance / interval + 1 };
}
