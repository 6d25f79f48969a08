import { failureOf } from '../../ledger/database/failures.ts';

/** The part of the sidecar's work that an account was set aside from. */
type SetAsideWork = 'publish' | 'keys' | 'lease' | 'drain' | 'settle' | 'upkeep';

/**
 * What is logged when an account is set aside, and when its work succeeds again (then `reason` is
 * null).
 */
export interface SetAsideNews {
  readonly account: string;
  readonly work: SetAsideWork;
  readonly reason: string | null;
}

/**
 * The most locked rows in one round before the whole ledger counts as unreachable: each costs a
 * lock timeout.
 */
const MOST_LOCKED = 3;

/**
 * The backoff after failed work: doubles from the first to the last. Nanoseconds of the monotonic
 * clock.
 */
const FIRST_PAUSE = 1e9;
const LAST_PAUSE = 30e9;

/**
 * Accounts whose work cannot be done at the moment because a row is unusable or locked. They are
 * set aside and retried one by one, so that they do not hold up others.
 */
export interface SetAside {
  /** Begins a round, at a time of the monotonic clock. */
  begin(at: number): void;
  /**
   * Does work that concerns one account alone; false if it failed, or is not due to be retried yet.
   * Throws if the failure concerns the ledger as a whole.
   */
  attempt(account: string, work: SetAsideWork, task: () => Promise<void> | void): Promise<boolean>;
  /** Notes a failure caught by the caller, or with `done` a success. */
  note(account: string, work: SetAsideWork, error: unknown): void;
  done(account: string, work: SetAsideWork): void;
  /**
   * True while an account is set aside from a piece of work, due to be retried or not: it is then
   * attempted by itself.
   */
  has(account: string, work: SetAsideWork): boolean;
  /** True while an account is set aside from a piece of work and not due to be retried. */
  waits(account: string, work: SetAsideWork): boolean;
  /** Accounts set aside from a piece of work that are due to be retried. */
  due(work: SetAsideWork): string[];
  /** The number of accounts that are set aside from anything. */
  count(): number;
}

interface Entry {
  readonly account: string;
  readonly work: SetAsideWork;
  reason: string;
  pause: number;
  until: number;
}

/** Creates an empty SetAside; calls `tell` when an account is set aside, and when that ends. */
export function createSetAside(tell: (news: SetAsideNews) => void): SetAside {
  const entries = new Map<string, Entry>();
  let now = 0;
  let locked = 0;
  const keyOf = (account: string, work: SetAsideWork) => `${work} ${account}`;

  function note(account: string, work: SetAsideWork, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const key = keyOf(account, work);
    const known = entries.get(key);
    if (known?.reason !== reason) tell({ account, work, reason });
    const pause = known === undefined ? FIRST_PAUSE : Math.min(LAST_PAUSE, known.pause * 2);
    entries.set(key, { account, work, reason, pause, until: now + pause });
  }

  function done(account: string, work: SetAsideWork): void {
    if (entries.delete(keyOf(account, work))) tell({ account, work, reason: null });
  }

  function waits(account: string, work: SetAsideWork): boolean {
    return now < (entries.get(keyOf(account, work))?.until ?? Number.NEGATIVE_INFINITY);
  }

  return {
    begin(at) {
      now = at;
      locked = 0;
    },
    async attempt(account, work, task) {
      if (waits(account, work)) return false;
      try {
        await task();
      } catch (error) {
        const failure = failureOf(error);
        if (failure === 'away' || (failure === 'locked' && ++locked > MOST_LOCKED)) throw error;
        note(account, work, error);
        return false;
      }
      done(account, work);
      return true;
    },
    note,
    done,
    has: (account, work) => entries.has(keyOf(account, work)),
    waits,
    due: (work) =>
      [...entries.values()].filter((each) => each.work === work && now >= each.until).map((e) => e.account),
    count: () => new Set([...entries.values()].map(({ account }) => account)).size,
  };
}
