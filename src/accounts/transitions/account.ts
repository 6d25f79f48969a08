import type { Instant, Period } from '../plans/period.ts';
import { grantedCredits, type Plan } from '../plans/plan.ts';
import type { WaitingCharge } from './invoice.ts';

/** Where the credits go that a closed window leaves unused: into the next window, or nowhere. */
export type UnusedCredits = 'carried' | 'expired';

/**
 * A credit window: every credit used falls into exactly one. Windows are numbered from 1 without
 * gaps; a plan change or a rollover closes the open one and opens the next. A closed window is
 * settled (`settlement.ts`) once the ledger knows all of its use.
 */
export interface CreditWindow {
  readonly number: number;
  /** The terms under which this window's usage is limited and billed. */
  readonly plan: Plan;
  readonly period: Period;
  /** Credits that the plan grants for the period. */
  readonly granted: number;
  /** Credits that came over from the window before; final when that one is settled. */
  readonly carried: number;
  readonly closedAt: Instant | null;
  /** Null while the window is open. */
  readonly unused: UnusedCredits | null;
  readonly settledAt: Instant | null;
  /** Credits used, as settled; 0 before. */
  readonly used: number;
  /** How many of those are on invoices. */
  readonly billed: number;
}

/**
 * A change that was accepted and waits for the end of the period, with the terms that were agreed
 * on.
 */
export interface ScheduledChange {
  readonly plan: Plan;
  readonly at: Instant;
  readonly confirmedAt: Instant;
}

/** `closing`: keys are disabled and usage has stopped, but something holds the closure back. */
export type AccountStatus = 'active' | 'closing' | 'closed';

/** What an account is to its customer. A suspended one is told so until it is being closed. */
export type AccountState = AccountStatus | 'suspended';

/** Whether the payment provider has verified a way to pay. */
export type PaymentMethod = 'none' | 'pending' | 'verified';

/**
 * The plan state of an organization. `version` grows by one with every accepted trigger that
 * concerns the plan (changes, rollovers, closing), so that a preview can be told from a later
 * state.
 */
export interface Account {
  readonly id: string;
  readonly status: AccountStatus;
  /** When an operator suspended it; null while it is not suspended. */
  readonly suspendedAt: Instant | null;
  readonly version: number;
  readonly paymentMethod: PaymentMethod;
  readonly scheduled: ScheduledChange | null;
  /** Charges under the minimum, which wait for the next invoice. */
  readonly waiting: readonly WaitingCharge[];
  /** Consecutive; the last one is open. Settled ones may be left out from the front. */
  readonly windows: readonly CreditWindow[];
}

/** What an account is to its customer. Keys work in the state `active` only. */
export function stateOf({ status, suspendedAt }: Pick<Account, 'status' | 'suspendedAt'>): AccountState {
  return status === 'active' && suspendedAt !== null ? 'suspended' : status;
}

/** The open window of an account. */
export function openWindow(account: Pick<Account, 'windows'>): CreditWindow {
  return account.windows[account.windows.length - 1]!;
}

/** The active plan of an account. */
export function activePlan(account: Account): Plan {
  return openWindow(account).plan;
}

/** Credits available in a window before its plan's cap, overage or unit price begins. */
export function availableCredits(window: CreditWindow): number {
  return window.granted + window.carried;
}

/** A window that opens with the full grant of its plan and nothing carried yet. */
export function freshWindow(number: number, plan: Plan, period: Period): CreditWindow {
  return {
    number,
    plan,
    period,
    granted: grantedCredits(plan),
    carried: 0,
    closedAt: null,
    unused: null,
    settledAt: null,
    used: 0,
    billed: 0,
  };
}
