/** An account or operation without requests for this long, ms, gets no share. */
const ACTIVE_MS = 1000;

/** How often inactive ones are removed, ms. */
const LOOK_MS = 100;

/**
 * The share of the processor of one operation of an account, or of an account, while there is too
 * little of it.
 */
interface Share {
  /** Milliseconds of its own that are left; negative if it has used more. */
  credit: number;
  /** The clock of shares when `credit` was last updated. */
  clock: number;
  askedAt: number;
}

/** An active account, and its operations. */
interface Account extends Share {
  readonly operations: Map<number, Share>;
  /** When a request of it was last refused. */
  refusedAt: number;
}

/** How the processor is shared. */
export interface Shares {
  /**
   * Chooses the operation of an account that the following calls are about, and notes that it is
   * active.
   */
  choose(account: string, operation: number, now: number): void;
  /** Milliseconds that it has left, as an operation and as an account; 0 or less for none. */
  credit(): number;
  /** Whether its account has used less than half of its share. */
  isLittle(): boolean;
  /** Notes that a request of it is refused. */
  refuse(now: number): void;
  /** Whether a request of its account was refused a moment ago. */
  isRefused(now: number): boolean;
  /** Charges it. */
  charge(milliseconds: number): void;
  /** Divides time evenly among the active accounts, and each account's among its operations. */
  divide(milliseconds: number, now: number): void;
}

/**
 * Divides processor time among accounts, and each share among the account's operations: deficit
 * round robin, by measured time. One that uses less than its share always has credit, however much
 * others request. Credit is kept for one division only.
 */
export function divideShares(): Shares {
  const accounts = new Map<string, Account>();
  /**
   * What an account would have been given in all, had it been active from the beginning; and what
   * it was last given.
   */
  let clock = 0;
  let part = 0;
  let lookedAt = 0;
  let account: Account = { ...whole(0), operations: new Map(), refusedAt: Number.NEGATIVE_INFINITY };
  let share: Share = account;

  const update = (each: Share, among: number, now: number) => {
    each.credit = Math.min(part / among, each.credit + (clock - each.clock) / among);
    each.clock = clock;
    each.askedAt = now;
  };
  const look = (now: number) => {
    lookedAt = now;
    for (const [id, { askedAt, operations }] of accounts) {
      if (now - askedAt > ACTIVE_MS) accounts.delete(id);
      for (const [operation, each] of operations) if (now - each.askedAt > ACTIVE_MS) operations.delete(operation);
    }
  };
  return {
    choose(id, operation, now) {
      let found = accounts.get(id);
      if (found === undefined) {
        found = { ...whole(clock), operations: new Map(), refusedAt: Number.NEGATIVE_INFINITY };
        accounts.set(id, found);
      }
      account = found;
      const { operations } = account;
      let one = operations.get(operation);
      if (one === undefined) {
        one = whole(clock);
        operations.set(operation, one);
      }
      share = one;
      update(account, 1, now);
      update(share, operations.size, now);
    },
    credit: () => Math.min(share.credit, account.credit),
    isLittle: () => account.credit > part / 2,
    refuse(now) {
      account.refusedAt = now;
    },
    isRefused: (now) => now - account.refusedAt < LOOK_MS,
    charge(milliseconds) {
      account.credit -= milliseconds;
      share.credit -= milliseconds;
    },
    divide(milliseconds, now) {
      if (now - lookedAt > LOOK_MS) look(now);
      part = milliseconds / Math.max(1, accounts.size);
      clock += part;
    },
  };
}

/** The share of one that has used nothing. */
function whole(clock: number): Share {
  return { credit: Number.MAX_VALUE, clock, askedAt: 0 };
}
