import type { Instant } from '../schema.ts';

/** An account, whose credits are metered by window. */
export interface MeteredAccount {
  readonly kind: 'account';
  readonly account: string;
  readonly window: number;
}

/** A key, whose credits are metered by day if it has caps of its own. */
export interface MeteredKey {
  readonly kind: 'key';
  readonly account: string;
  readonly key: string;
  /** The UTC day, `2026-02-28`; null for a key without caps. */
  readonly day: string | null;
}

/** Whose credits are metered. */
export type Metered = MeteredAccount | MeteredKey;

/**
 * What the leases of somebody's credits take from, and return them to, in one transaction: an
 * account's window, or a key's own caps.
 */
export interface Pool {
  /** What errors call it. */
  readonly name: string;
  /** Locks it until the transaction ends. False if nothing can be leased from it any more. */
  lock(): Promise<boolean>;
  /** Credits of the locked pool that nobody holds, and what is used of each cap of a key. */
  available(): Promise<{ readonly credits: number; readonly used: readonly number[] }>;
  /** Takes credits for a lease. */
  take(credits: number): Promise<void>;
  /** Takes credits back that a lease did not use; fewer than none, if it used more than it held. */
  takeBack(credits: number): Promise<void>;
  /**
   * Notes that a machine wants more credits than were available, for others to see; null withdraws
   * what it wanted.
   */
  want(machine: string, at: Instant | null): Promise<void>;
}
