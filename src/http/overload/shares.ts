/** What has asked for nothing during this time, ms, takes no share. */
const ACTIVE_MS = 1000;

/** How often it is looked who still asks, ms. */
const LOOK_MS = 100;

/** One operation of one account: what it may use of the processor while there is too little of it. */
export interface Share {
  /** Milliseconds of its own that are left; less than 0 where it has used more. */
  credit: number;
  /** Whether it has used nothing of its part. */
  isWhole: boolean;
  /** Where the account's clock of shares was when `credit` was brought up to date. */
  clock: number;
  askedAt: number;
}

interface Account {
  readonly operations: Map<number, Share>;
  askedAt: number;
}

/** Who takes part in the processor. */
export interface Shares {
  /** The share of an account's operation that asks now; its credit is up to date. */
  of(account: string, operation: number, now: number): Share;
  /** Divides so many milliseconds evenly among the accounts that ask, and what is an account's among its operations. */
  divide(milliseconds: number, now: number): void;
}

/**
 * Divides processor time among accounts, and each part among the operations that the account asks for: deficit round robin, by time that was measured. Whoever asks for less than
 * its part has credit when it comes, however much others ask for. Credit is kept for one division only.
 */
export function divideShares(): Shares {
  const accounts = new Map<string, Account>();
  /** What an account was given, had it been there from the beginning. */
  let clock = 0;
  /** What an account was given last. */
  let part = 0;
  let lookedAt = 0;

  const look = (now: number) => {
    lookedAt = now;
    for (const [id, account] of accounts) {
      if (now - account.askedAt > ACTIVE_MS) accounts.delete(id);
      else if (account.operations.size > 1)
        for (const [operation, share] of account.operations)
          if (now - share.askedAt > ACTIVE_MS) account.operations.delete(operation);
    }
  };
  return {
    of(id, operation, now) {
      let account = accounts.get(id);
      if (account === undefined) {
        account = { operations: new Map(), askedAt: now };
        accounts.set(id, account);
      }
      account.askedAt = now;
      let share = account.operations.get(operation);
      if (share === undefined) {
        share = { credit: Number.MAX_VALUE, isWhole: true, clock, askedAt: now };
        account.operations.set(operation, share);
      }
      share.askedAt = now;
      const { size } = account.operations;
      const most = part / size;
      const credit = share.credit + (clock - share.clock) / size;
      share.clock = clock;
      share.isWhole = credit >= most;
      share.credit = Math.min(most, credit);
      return share;
    },
    divide(milliseconds, now) {
      if (now - lookedAt > LOOK_MS) look(now);
      part = milliseconds / Math.max(1, accounts.size);
      clock += part;
    },
  };
}
