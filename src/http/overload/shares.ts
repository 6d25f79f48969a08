/** What has asked for nothing during this time, ms, takes no share. */
const ACTIVE_MS = 1000;

/** How often it is looked who still asks, ms. */
const LOOK_MS = 100;

/** What one operation of an account, or all of an account, may use of the processor while there is too little of it. */
interface Share {
  /** Milliseconds of its own that are left; less than 0 where it has used more. */
  credit: number;
  /** Where the clock of shares was when `credit` was brought up to date. */
  clock: number;
  askedAt: number;
}

/** An account that asks, and its operations. */
interface Account extends Share {
  readonly operations: Map<number, Share>;
  /** When a request of it was refused last. */
  refusedAt: number;
}

/** Who takes part in the processor. */
export interface Shares {
  /** Chooses whom the next questions are about: an operation of an account, which asks now. */
  choose(account: string, operation: number, now: number): void;
  /** Milliseconds that it has left, as an operation and as an account; not above 0 for none. */
  credit(): number;
  /** Whether its account has used less than half of its part. */
  isLittle(): boolean;
  /** Notes that it is refused. */
  refuse(now: number): void;
  /** Whether a request of its account was, a moment ago. */
  isRefused(now: number): boolean;
  /** Charges it so many milliseconds. */
  charge(milliseconds: number): void;
  /** Divides so many milliseconds evenly among the accounts that ask, and what is an account's among its operations. */
  divide(milliseconds: number, now: number): void;
}

/**
 * Divides processor time among accounts, and each part among the operations that the account asks for: deficit round robin, by time that was measured. Whoever asks for less than
 * its part has credit when it comes, however much others ask for. Credit is kept for one division only.
 */
export function divideShares(): Shares {
  const accounts = new Map<string, Account>();
  /** What an account was given, had it been there from the beginning; and what it was given last. */
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

/** That of who has used nothing. */
function whole(clock: number): Share {
  return { credit: Number.MAX_VALUE, clock, askedAt: 0 };
}
