import { setCurrentSlot } from '../../admission/counters/directory.ts';
import { MODE, SLOT } from '../../admission/counters/layout.ts';
import {
  allowanceOf,
  closeSlot,
  includedCredits,
  takeSlot,
  usedCredits,
  usedElsewhere,
} from '../../admission/counters/slot.ts';
import { readBurstLimit } from '../../admission/limits/burst.ts';
import { extendLease, openLease, type WantedWindow, wantedWindows } from '../../ledger/leases.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { liveMachines } from '../../ledger/machines.ts';
import { noCounts } from '../../ledger/usage.ts';
import { accountRecord, type Book } from './book.ts';
import type { Holding } from './holding.ts';
import { type BurstTerms, evenShare, leaseSize } from './lease-size.ts';
import { addAllowance } from './publish.ts';
import type { SetAside } from './set-aside.ts';

/** An even share of fewer credits than this is not worth keeping: a machine that is asked gives away all of it. */
const SMALLEST_SHARE = 30;

/** A machine that was not seen for so long, ms, is not counted. */
export const MACHINE_SILENCE = 15_000;

/** How long credits that return are left to the machine that wanted them, ms: nobody takes them up without need. */
const WANT_LASTS = 5_000;

/** How often machines are counted, nanoseconds of the steady clock: a new one gets its share soon after. */
const COUNT_AGAIN = 1e9;

/**
 * Shortest time between two attempts to get credits that were not available, nanoseconds of the steady clock; while nobody asks for any it doubles
 * each time, up to the longest.
 */
const RETRY = 200e6;
const LONGEST_RETRY = 60e9;

/** Shares the credits of capped accounts among the machines of a fleet. */
export interface Leasing {
  /** Counts the machines that share an account's credits, before the first leases are opened. */
  countMachines(now: number): Promise<void>;
  /** The first block of a lease, given the burst limit and what is left of the account's credits. */
  firstBlock(burst: BurstTerms, remaining: number): number;
  /**
   * Extends leases that run low, and returns what other machines want. Call it often. An account whose rows are unusable or locked
   * is set aside: its lease waits, the others' do not.
   */
  tick(book: Book, now: number, setAside: SetAside): Promise<void>;
  /** Returns all that is not used: nobody will use it here. Settling the leases that this closes brings it back to the windows. */
  returnAll(book: Book, now: number): Promise<void>;
}

/** What leasing watches of one holding. Times are nanoseconds of the steady clock. */
interface Watch {
  /** At the last tick. */
  used: number;
  refusals: bigint;
  /** Requests were refused for want of credits, and none have come since. */
  refused: boolean;
  /** When credits were last used or refused here, and when they were last requested without success. */
  activeAt: number;
  deniedAt: number;
  /** How long after that they are asked for again. */
  retry: number;
  /** The want of another machine that was answered last. */
  answered: number;
}

/** A holding at one tick, in credits. */
interface Sight {
  /** What may still be used here. */
  readonly left: number;
  /** What is left of the account's window on all machines, as far as is known here. */
  readonly remaining: number;
  /** An even share of that. */
  readonly share: number;
  readonly refused: boolean;
  /** Nothing was asked here for the lease time. */
  readonly idle: boolean;
}

/**
 * Leases of capped accounts on a ledger that machines share.
 *
 * A machine holds what the burst limit lets through until the lease can be extended (`leaseSize`), so that no request within that limit finds it
 * empty. A machine where the account is not in use holds at most an even share of what is left; one where it is takes as much as it needs. Where
 * nothing is left to take, it notes that it wants more: machines where the account was not used for `leaseTime` (nanoseconds) then return
 * all they hold, the others what exceeds an even share. Shares of less than `SMALLEST_SHARE` are wanted, and returned whole, only for a request
 * that was refused: such credits move to where they are asked for.
 *
 * Nothing is ever taken from a machine that does not answer, so no clock and no cut cable can let a cap be passed.
 */
export function createLeasing(ledger: Ledger, leaseTime: number, steady: () => number): Leasing {
  const watches = new WeakMap<Holding, Watch>();
  let machines = 1;
  let countedAt = Number.NEGATIVE_INFINITY;

  async function countMachines(now: number): Promise<void> {
    countedAt = steady();
    machines = Math.max(1, await liveMachines(ledger, now - MACHINE_SILENCE));
  }

  function watchOf(holding: Holding): Watch {
    const known = watches.get(holding);
    if (known !== undefined) return known;
    const never = Number.NEGATIVE_INFINITY;
    const fresh = {
      used: 0,
      refusals: 0n,
      refused: false,
      activeAt: never,
      deniedAt: never,
      retry: RETRY,
      answered: 0,
    };
    watches.set(holding, fresh);
    return fresh;
  }

  /** Looks at a holding, and notes what happened since the last look. */
  function look({ slot }: Holding, seen: Watch, at: number): Sight {
    const used = Number(usedCredits(slot));
    const refusals = Atomics.load(slot.i64, slot.at64 + SLOT.REFUSALS);
    if (refusals !== seen.refusals) seen.refused = true;
    if (refusals !== seen.refusals || used !== seen.used) seen.activeAt = at;
    const idle = at - seen.activeAt >= leaseTime;
    if (idle) seen.refused = false;
    seen.used = used;
    seen.refusals = refusals;
    const remaining = Math.max(0, includedCredits(slot) - used - usedElsewhere(slot));
    return {
      left: Number(allowanceOf(slot)) - used,
      remaining,
      share: evenShare(remaining, machines),
      refused: seen.refused,
      idle,
    };
  }

  /** What a holding keeps when another machine wants some of it; null for all of it. */
  function kept({ left, share, idle }: Sight): number | null {
    if (idle || share < SMALLEST_SHARE) return left > 0 ? 0 : null;
    return exceeds(left, share) ? share : null;
  }

  /** True when a lease exceeds an even share by so much that another machine may have too little. */
  function exceeds(left: number, share: number): boolean {
    return left - share > share / (2 * machines);
  }

  /** True when an idle machine holds what a new one, or one where the account is in use, could need. */
  function isHoarding({ left, share, idle }: Sight): boolean {
    return idle && exceeds(left, share) && left - share > SMALLEST_SHARE;
  }

  async function extend(book: Book, holding: Holding, seen: Watch, sight: Sight, now: number, at: number) {
    const { left, remaining, share, refused, idle } = sight;
    const size = leaseSize(burstOf(book, holding));
    const most = idle ? share : remaining;
    const low = refused ? Math.max(left + 1, Math.min(size.low, most)) : Math.min(size.low, most);
    if (!idle) seen.retry = RETRY;
    if (left >= low || left >= remaining || at - seen.deniedAt < seen.retry) return;
    const full = Math.max(Math.min(size.full, most), refused ? SMALLEST_SHARE : 0);
    const wants = refused || (!idle && share >= SMALLEST_SHARE);
    const needed = wants ? low - left : 0;
    const machine = book.file.identity;
    const { granted } = await extendLease(ledger, { ...holding, machine, credits: full - left, needed, now });
    if (granted) {
      addAllowance(holding, granted);
      seen.refused = false;
    }
    if ((granted ?? 0) >= low - left) return;
    seen.deniedAt = at;
    seen.retry = Math.min(2 * seen.retry, LONGEST_RETRY);
  }

  /** Moves an account to a fresh slot of the same window that takes over at most `keep` of what is left; the rest returns when the old one is settled. */
  async function returnAllBut(book: Book, holding: Holding, keep: number, now: number): Promise<void> {
    const { account, window } = holding;
    const machine = book.file.identity;
    const grant = await openLease(ledger, { account, window, machine, credits: 0, now });
    if (grant === null) return;
    const { i64, at64 } = holding.slot;
    const slot = takeSlot(
      book.file,
      {
        account: accountRecord(book, account).record,
        lease: grant.lease,
        window,
        mode: holding.slot.mode,
        allowance: null,
        inherits: BigInt(keep),
        limit: includedCredits(holding.slot),
        elsewhere: usedElsewhere(holding.slot) + Number(usedCredits(holding.slot)),
        resetsAt: Number(Atomics.load(i64, at64 + SLOT.RESETS)),
      },
      book.free.pop(),
    );
    const successor: Holding = {
      lease: grant.lease,
      account,
      window,
      slot,
      recorded: noCounts(),
      successor: null,
      inherits: true,
      settledAt: null,
    };
    book.holdings.add(successor);
    closeSlot(holding.slot, slot, now);
    setCurrentSlot(accountRecord(book, account), slot.record);
    holding.successor = successor;
    book.current.set(account, successor);
    const seen = watches.get(holding);
    if (seen !== undefined) watches.set(successor, { ...seen, used: 0, refusals: 0n });
  }

  /** Extends the lease of one holding, or returns what exceeds its share. */
  async function balance(book: Book, holding: Holding, want: WantedWindow | undefined, now: number, at: number) {
    const seen = watchOf(holding);
    const isWanted = want?.window === holding.window && want.at !== seen.answered;
    const sight = look(holding, seen, at);
    const keep = isWanted ? kept(sight) : isHoarding(sight) ? sight.share : null;
    if (keep !== null) {
      await returnAllBut(book, holding, keep, now);
      if (!isWanted) return;
      // What was returned is for the machine that wants it: this one does not take it back at once.
      const answered = { answered: want.at, deniedAt: at, retry: Math.max(seen.retry, leaseTime) };
      Object.assign(seen, answered);
      if (holding.successor !== null) Object.assign(watchOf(holding.successor), answered);
    } else if (!sight.idle || want === undefined || Math.abs(now - want.at) > WANT_LASTS) {
      await extend(book, holding, seen, sight, now, at);
    }
  }

  return {
    countMachines,
    firstBlock: (burst, remaining) => Math.min(leaseSize(burst).full, evenShare(remaining, machines)),
    async tick(book, now, setAside) {
      const wanted = new Map((await wantedWindows(ledger, book.file.identity)).map((want) => [want.account, want]));
      const at = steady();
      if (at - countedAt >= COUNT_AGAIN) await countMachines(now);
      const due = new Set(setAside.due('lease'));
      for (const holding of [...book.current.values()]) {
        if (holding.slot.mode !== MODE.HARD_CAP || holding.inherits) continue;
        const want = wanted.get(holding.account);
        await setAside.attempt(holding.account, 'lease', () => balance(book, holding, want, now, at));
        due.delete(holding.account);
      }
      // Of accounts that have no lease to share any more.
      for (const account of due) setAside.done(account, 'lease');
    },
    async returnAll(book, now) {
      for (const holding of [...book.current.values()]) {
        if (holding.slot.mode === MODE.HARD_CAP && !holding.inherits) await returnAllBut(book, holding, 0, now);
      }
    },
  };
}

function burstOf(book: Book, { account }: Holding): BurstTerms {
  const { i64, at64 } = accountRecord(book, account);
  const { interval, tolerance } = readBurstLimit(i64, at64);
  if (interval === 0) return { perSecond: Number.POSITIVE_INFINITY, size: Number.POSITIVE_INFINITY };
  return { perSecond: 1e9 / interval, size: tolerance / interval + 1 };
}
