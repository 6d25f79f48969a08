import { COSTS } from '../../../../service/admission/costs.ts';
import { METER } from '../../../../service/admission/counters/layout.ts';
import {
  CAP_PERIODS,
  creditsLeft,
  limitOf,
  type Meter,
  usedCredits,
  usedElsewhere,
} from '../../../../service/admission/counters/meter.ts';
import { addAllowance, setLimits } from '../../../../service/admission/counters/meter-upkeep.ts';
import { dayOf } from '../../../ledger/days.ts';
import { type WantedKey, wantedKeys } from '../../../ledger/leases/key-pool.ts';
import { extendLease } from '../../../ledger/leases/leases.ts';
import type { MeteredKey } from '../../../ledger/leases/pool.ts';
import { giveUp, type Holding, recordedCredits, tellReturned } from '../holding.ts';
import { capLimits, capsOf, type KeyWork, keyShare, LEAST_BLOCK } from './publish-keys.ts';

/** The number of rounds that a lease should last, at the rate of the last round. */
const ROUNDS_AHEAD = 10;
/**
 * A machine with fewer credits left than this gives all of them away when another machine wants
 * some.
 */
const SMALLEST_SHARE = 12;
/**
 * The backoff between attempts to get credits that were not available, ms: doubled each time while
 * the key is not in use, from the first to the last.
 */
const FIRST_RETRY = 50;
const LAST_RETRY = 60_000;
/** How long credits that were given up are reserved for the machine that wanted them, ms. */
const LEFT_TO_OTHERS = 1_000;
/** The most expensive operation, credits. */
const DEAREST = Math.max(...COSTS);

/** What is remembered of a holding from one round to the next; times in ms. */
interface Watch {
  used: number;
  refusals: number;
  /** Requests were refused for lack of credits, and no credits have been granted since. */
  refused: boolean;
  activeAt: number;
  retryAt: number;
  retry: number;
  /** The last request of another machine that was answered. */
  answered: number;
}

/**
 * Maintains the leases of keys with caps: extends those that run low and, if machines share the
 * caps, gives up credits that another one wants.
 */
export interface KeyLeasing {
  /**
   * One round. True if credits were given up: usage should then be drained soon, for the other
   * machines.
   */
  tick(work: KeyWork): Promise<boolean>;
}

/** Leases of keys; `leaseTime` is in ms. */
export function createKeyLeasing(leaseTime: number): KeyLeasing {
  const watches = new WeakMap<Holding, Watch>();

  return {
    async tick(work) {
      const { book, ledger, machines, now, setAside } = work;
      const keys = machines === null ? book.short : book.capped;
      const wanted =
        machines === null || book.capped.size === 0 ? [] : await wantedKeys(ledger, book.file.identity, dayOf(now));
      const wants = new Map(wanted.map((want) => [want.key, want]));
      let gaveUp = false;
      for (const key of [...keys]) {
        const holding = book.current.key.get(key);
        if (holding === undefined || holding.of.day === null) {
          book.short.delete(key);
          continue;
        }
        const watch = watches.get(holding) ?? newWatch(now);
        watches.set(holding, watch);
        const want = wants.get(key);
        await setAside.attempt(holding.of.account, 'lease', async () => {
          gaveUp = (await balance(work, { holding, watch, want })) || gaveUp;
        });
      }
      return gaveUp;
    },
  };

  async function balance(work: KeyWork, turn: Turn): Promise<boolean> {
    const { holding, watch, want } = turn;
    const { ledger, now } = work;
    await tellReturned(ledger, holding);
    const sight = look(holding, watch, now);
    if (want !== undefined && want.at !== watch.answered && sight.left > 0) {
      const idle = now - watch.activeAt >= leaseTime;
      const keep = idle || watch.refused || sight.left < SMALLEST_SHARE ? 0 : Math.floor(sight.left / 2);
      watch.answered = want.at;
      watch.retryAt = now + LEFT_TO_OTHERS;
      await giveUp(ledger, holding, keep);
      return true;
    }
    const isLow = sight.left < sight.low && sight.left < sight.remaining && now >= watch.retryAt;
    if (isLow || work.book.short.has(holding.of.key)) await extend(work, turn, sight);
    return false;
  }
}

/** One holding in one round. */
interface Turn {
  readonly holding: Holding<MeteredKey>;
  readonly watch: Watch;
  readonly want: WantedKey | undefined;
}

interface Sight {
  /** Credits that may still be used here, and the amount below which the lease is extended. */
  readonly left: number;
  readonly low: number;
  /** What is left of the caps on all machines, as far as this one knows. */
  readonly remaining: number;
}

function newWatch(now: number): Watch {
  return { used: 0, refusals: 0, refused: false, activeAt: now, retryAt: now, retry: FIRST_RETRY, answered: 0 };
}

function look({ meter }: Holding, watch: Watch, now: number): Sight {
  const { i32, at32 } = meter;
  const used = usedCredits(meter);
  const refusals = Atomics.load(i32, at32 + METER.REFUSALS);
  if (refusals !== watch.refusals) watch.refused = true;
  if (refusals !== watch.refusals || used !== watch.used) Object.assign(watch, { activeAt: now, retry: FIRST_RETRY });
  const low = Math.max(LEAST_BLOCK, ROUNDS_AHEAD * (used - watch.used));
  Object.assign(watch, { used, refusals });
  return { left: creditsLeft(meter), low, remaining: remainingOf(meter, used) };
}

function remainingOf(meter: Meter, used: number): number {
  const left = CAP_PERIODS.map((_, i) => {
    const limit = limitOf(meter, i);
    return limit < 0 ? Number.POSITIVE_INFINITY : limit - used - usedElsewhere(meter, i);
  });
  return Math.min(...left);
}

/** Extends a lease, and updates the usage of the caps on other machines. */
async function extend({ book, ledger, machines, now }: KeyWork, turn: Turn, { left, low }: Sight): Promise<void> {
  const { holding, watch } = turn;
  const { meter, of } = holding;
  const needed = watch.refused ? DEAREST - Math.min(left, 0) : 0;
  const machine = book.file.identity;
  const share = keyShare(machines, Math.max(LEAST_BLOCK, low - left));
  const { granted, used } = await extendLease(ledger, { ...holding, share, machine, needed, now });
  addAllowance(meter, granted);
  book.short.delete(of.key);
  const recorded = recordedCredits(holding);
  const elsewhere = used.map((credits) => Math.max(0, credits - recorded));
  setLimits(meter, capLimits(capsOf(meter), elsewhere, Date.parse(of.day!)));
  if (granted >= Math.max(1, low - left)) {
    Object.assign(watch, { refused: false, retry: FIRST_RETRY, retryAt: now });
    return;
  }
  if (granted > 0) watch.refused = false;
  watch.retryAt = now + watch.retry;
  watch.retry = Math.min(LAST_RETRY, 2 * watch.retry);
}
