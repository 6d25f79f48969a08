import { setCurrentSlot } from '../../admission/directory.ts';
import { MODE, SLOT } from '../../admission/layout.ts';
import { allowanceOf, closeSlot, takeSlot, usedCredits } from '../../admission/slot.ts';
import { type BlockSize, extendLease, openLease, wantedWindows } from '../ledger/leases.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { noCounts } from '../ledger/usage.ts';
import { accountRecord, type Book } from './book.ts';
import type { Holding } from './holding.ts';
import { addAllowance } from './publish.ts';

/** Credits that a machine holds of an account that nobody asks it for, so that a first request is not refused while a block is fetched. */
const SMALLEST_BLOCK = 30;

/** Seconds of use, at the rate of late, that a block is meant to last. */
const BLOCK_SECONDS = 1;

/** Shortest time between two attempts to get credits that were not to be had, nanoseconds of the steady clock. */
const RETRY = 200e6;

/** Shares the credits of capped accounts among the machines of a fleet. */
export interface Leasing {
  /** The first block of a lease. */
  readonly firstBlock: BlockSize;
  /** How many machines share an account's credits. */
  machines: number;
  /** Extends leases that run low, and returns what others want or what nobody has used for the lease time. Call it often. */
  tick(book: Book, now: number): Promise<void>;
  /** Returns all that is not used: nobody will use it here. Settling the leases that this closes brings it back to the windows. */
  returnAll(book: Book, now: number): Promise<void>;
}

/** What leasing watches of one holding. */
interface Watch {
  /** At the last tick. */
  used: number;
  refusals: bigint;
  /** Steady clock, nanoseconds: when credits were last used or refused here, when they were last asked for in vain, and the last tick. */
  activeAt: number;
  deniedAt: number;
  tickAt: number;
  /** Credits per second of late. */
  rate: number;
  /** The want of another machine that was answered last. */
  answered: number;
}

/**
 * Leases of capped accounts on a ledger that machines share. A machine takes blocks: enough for a second at its rate of late, an eighth of its
 * even share of what is left, at least `SMALLEST_BLOCK`. It asks for more when half of that is gone. What it holds and has not used for `leaseTime`
 * (nanoseconds) it returns: all of it when another machine asked in vain, else all but a smallest block. A busy machine returns half when asked.
 * Nothing is ever taken from a machine that does not answer, so no clock and no cut cable can let a cap be passed.
 */
export function createLeasing(ledger: Ledger, leaseTime: number, steady: () => number): Leasing {
  const watches = new WeakMap<Holding, Watch>();

  const blockFor =
    (rate: number): BlockSize =>
    (available) =>
      Math.max(SMALLEST_BLOCK, rate * BLOCK_SECONDS, available / (8 * Math.max(1, leasing.machines)));

  function watch(holding: Holding, at: number): Watch {
    const used = Number(usedCredits(holding.slot));
    const refusals = Atomics.load(holding.slot.i64, holding.slot.at64 + SLOT.REFUSALS);
    const known = watches.get(holding);
    if (known === undefined) {
      const fresh = { used, refusals, activeAt: at, deniedAt: 0, tickAt: at, rate: 0, answered: 0 };
      watches.set(holding, fresh);
      return fresh;
    }
    const seconds = (at - known.tickAt) / 1e9;
    if (seconds > 0) {
      const late = Math.max(0, used - known.used) / seconds;
      // Follows a rise at once, and a fall within a second or so.
      known.rate = Math.max(late, known.rate + (late - known.rate) * Math.min(1, seconds));
    }
    if (used !== known.used || refusals !== known.refusals) known.activeAt = at;
    return known;
  }

  async function extend(book: Book, holding: Holding, seen: Watch, now: number, at: number): Promise<void> {
    const { slot } = holding;
    const left = Number(allowanceOf(slot)) - Number(usedCredits(slot));
    const refusals = Atomics.load(slot.i64, slot.at64 + SLOT.REFUSALS);
    const refused = refusals !== seen.refusals;
    const enough = Math.max(SMALLEST_BLOCK / 2, (seen.rate * BLOCK_SECONDS) / 2);
    const used = Number(usedCredits(slot));
    const quiet = used === seen.used && !refused;
    seen.used = used;
    seen.tickAt = at;
    if (left >= enough || quiet || at - seen.deniedAt < RETRY) {
      if (!refused || left >= enough) seen.refusals = refusals;
      return;
    }
    seen.refusals = refusals;
    const machine = book.file.identity;
    const { granted } = await extendLease(ledger, { ...holding, id: holding.lease, machine, now }, blockFor(seen.rate));
    if (granted) addAllowance(holding, granted);
    else seen.deniedAt = at;
  }

  /** Moves an account to a fresh slot of the same window that takes over at most `keep` of what is left; the rest returns when the old one is settled. */
  async function returnAllBut(book: Book, holding: Holding, keep: number, now: number): Promise<void> {
    const { account, window } = holding;
    const machine = book.file.identity;
    const grant = await openLease(ledger, { account, window, machine, now }, () => 0);
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
        limit: Number(Atomics.load(i64, at64 + SLOT.LIMIT)),
        elsewhere: Number(Atomics.load(i64, at64 + SLOT.ELSEWHERE)) + Number(usedCredits(holding.slot)),
        resetsAt: Number(Atomics.load(i64, at64 + SLOT.RESETS)),
      },
      book.free.pop(),
    );
    const heir: Holding = {
      lease: grant.lease,
      account,
      window,
      slot,
      recorded: noCounts(),
      heir: null,
      inherits: true,
      settledAt: null,
    };
    book.holdings.add(heir);
    closeSlot(holding.slot, slot, now);
    setCurrentSlot(accountRecord(book, account), slot.record);
    holding.heir = heir;
    book.current.set(account, heir);
    const seen = watches.get(holding);
    if (seen !== undefined) watches.set(heir, { ...seen, used: 0, refusals: 0n });
  }

  const leasing: Leasing = {
    machines: 1,
    firstBlock: (available) => blockFor(0)(available),
    async tick(book, now) {
      const wanted = new Map((await wantedWindows(ledger, book.file.identity)).map((want) => [want.account, want]));
      const at = steady();
      for (const holding of [...book.current.values()]) {
        if (holding.slot.mode !== MODE.HARD_CAP || holding.inherits) continue;
        const seen = watch(holding, at);
        const left = Number(allowanceOf(holding.slot)) - Number(usedCredits(holding.slot));
        const idle = at - seen.activeAt >= leaseTime;
        const want = wanted.get(holding.account);
        if (want?.window === holding.window && want.at !== seen.answered && left > 0) {
          const keep = idle ? 0 : Math.floor(left / 2);
          // What a busy machine would use within a moment is not worth the move.
          if (idle || left > seen.rate * 0.2) {
            seen.answered = want.at;
            await returnAllBut(book, holding, keep, now);
            continue;
          }
        } else if (idle && left > 2 * SMALLEST_BLOCK) {
          seen.activeAt = at;
          await returnAllBut(book, holding, SMALLEST_BLOCK, now);
          continue;
        }
        await extend(book, holding, seen, now, at);
      }
    },
    async returnAll(book, now) {
      for (const holding of [...book.current.values()]) {
        if (holding.slot.mode === MODE.HARD_CAP && !holding.inherits) await returnAllBut(book, holding, 0, now);
      }
    },
  };
  return leasing;
}
