import { COSTS } from '../../../../service/admission/costs.ts';
import { TALLY } from '../../../../service/admission/counters/layout.ts';
import { addToTally, setCaps, type Tally, takeBack, tallyUsed } from '../../../../service/admission/counters/tally.ts';
import { dayOf } from '../../../ledger/days.ts';
import {
  extendKeyLease,
  type OpenKeyLease,
  returnKeyCredits,
  type WantedKey,
  wantedKeys,
} from '../../../ledger/key-leases.ts';
import { recordedCredits } from '../holding.ts';
import { capsOf, type KeyHolding } from './key-book.ts';
import { type KeyWork, LEAST_BLOCK } from './key-tallies.ts';

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
/** The dearest operation, credits. */
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
  const watches = new WeakMap<KeyHolding, Watch>();

  return {
    async tick(work) {
      const { book, ledger, machines, now, setAside } = work;
      const keys = machines === null ? book.short : book.capped;
      const wanted =
        machines === null || book.capped.size === 0 ? [] : await wantedKeys(ledger, book.file.identity, dayOf(now));
      const wants = new Map(wanted.map((want) => [want.key, want]));
      let gaveUp = false;
      for (const key of [...keys]) {
        const holding = book.current.get(key);
        if (holding === undefined || holding.day === null) {
          book.short.delete(key);
          continue;
        }
        const watch = watches.get(holding) ?? newWatch(now);
        watches.set(holding, watch);
        const lease = { lease: holding.lease, key, day: holding.day };
        const want = wants.get(key);
        await setAside.attempt(holding.account, 'lease', async () => {
          gaveUp = (await balance(work, { holding, lease, watch, want })) || gaveUp;
        });
      }
      return gaveUp;
    },
  };

  async function balance(work: KeyWork, turn: Turn): Promise<boolean> {
    const { holding, lease, watch, want } = turn;
    const { ledger, now } = work;
    const sight = look(holding, watch, now);
    if (want !== undefined && want.at !== watch.answered && sight.left > 0) {
      const idle = now - watch.activeAt >= leaseTime;
      const keep = idle || watch.refused || sight.left < SMALLEST_SHARE ? 0 : Math.floor(sight.left / 2);
      watch.answered = want.at;
      watch.retryAt = now + LEFT_TO_OTHERS;
      await returnKeyCredits(ledger, lease, takeBack(holding.tally, keep));
      return true;
    }
    const isLow = sight.left < sight.low && sight.left < sight.remaining && now >= watch.retryAt;
    if (isLow || work.book.short.has(lease.key)) await extend(work, turn, sight);
    return false;
  }
}

/** One holding in one round. */
interface Turn {
  readonly holding: KeyHolding;
  readonly lease: OpenKeyLease;
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

function look({ tally }: KeyHolding, watch: Watch, now: number): Sight {
  const { i32, at32 } = tally;
  const used = tallyUsed(tally);
  const refusals = Atomics.load(i32, at32 + TALLY.REFUSALS);
  if (refusals !== watch.refusals) watch.refused = true;
  if (refusals !== watch.refusals || used !== watch.used) Object.assign(watch, { activeAt: now, retry: FIRST_RETRY });
  const low = Math.max(LEAST_BLOCK, ROUNDS_AHEAD * (used - watch.used));
  Object.assign(watch, { used, refusals });
  const left = Atomics.load(i32, at32 + TALLY.ALLOWANCE) - Atomics.load(i32, at32 + TALLY.RETURNED) - used;
  return { left, low, remaining: remainingOf(tally, used) };
}

function remainingOf({ i32, at32 }: Tally, used: number): number {
  const of = (cap: number, elsewhere: number) => {
    const limit = Atomics.load(i32, at32 + cap);
    return limit < 0 ? Number.POSITIVE_INFINITY : limit - used - Atomics.load(i32, at32 + elsewhere);
  };
  return Math.min(of(TALLY.DAY_CAP, TALLY.DAY_ELSEWHERE), of(TALLY.MONTH_CAP, TALLY.MONTH_ELSEWHERE));
}

/** Extends a lease, and updates the usage of the caps on other machines. */
async function extend({ book, ledger, machines, now }: KeyWork, turn: Turn, { left, low }: Sight): Promise<void> {
  const { holding, lease, watch } = turn;
  const needed = watch.refused ? DEAREST - Math.min(left, 0) : 0;
  const machine = book.file.identity;
  const share = { machines, least: Math.max(LEAST_BLOCK, low - left) };
  const { granted, use } = await extendKeyLease(ledger, { ...lease, ...share, machine, needed, now });
  if (granted) addToTally(holding.tally, granted);
  book.short.delete(lease.key);
  const recorded = recordedCredits(holding);
  const caps = capsOf(holding.tally);
  setCaps(holding.tally, {
    dayCap: caps.day,
    dayElsewhere: Math.max(0, use.day - recorded),
    monthCap: caps.month,
    monthElsewhere: Math.max(0, use.month - recorded),
  });
  if (granted !== null && granted >= Math.max(1, low - left)) {
    Object.assign(watch, { refused: false, retry: FIRST_RETRY, retryAt: now });
    return;
  }
  if (granted) watch.refused = false;
  watch.retryAt = now + watch.retry;
  watch.retry = Math.min(LAST_RETRY, 2 * watch.retry);
}
