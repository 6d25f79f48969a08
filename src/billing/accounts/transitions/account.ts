import type { Instant, Period } from '../plans/period.ts';
import { grantedCredits, type IncludedPlan, type Plan } from '../plans/plan.ts';
import type { WaitingCharge } from './invoice.ts';

/** What becomes of the unused credits of a closed window. */
export type UnusedCredits = 'carried' | 'expired';

/**
 * A credit window: every credit used falls into exactly one. Windows are numbered from 1 without
 * gaps; a plan change or a rollover closes the open one and opens the next. A closed window is
 * settled (`settlement.ts`) once the ledger knows all of its usage.
 */
export interface CreditWindow {
  readonly number: number;
  /** The terms under which this window's usage is limited and billed. */
  readonly plan: Plan;
  readonly period: Period;
  /** Credits that the plan grants for the period. */
  readonly granted: number;
  /** Credits carried over from the window before; final once that one is settled. */
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

/** A change that was accepted and takes effect at the end of the period, on the terms agreed. */
export interface ScheduledChange {
  readonly plan: Plan;
  readonly at: Instant;
  readonly confirmedAt: Instant;
}

/** Whom a payment provider charges, by the provider's own ids. */
export interface Payer {
  readonly customer: string;
  readonly method: string;
}

/**
 * A change that was confirmed and takes effect once the price of its first period is paid, on the
 * terms agreed. While there is one, no other change of the plan is accepted.
 */
export interface PendingChange {
  /** Names the payment, which the provider takes once however often it is asked. */
  readonly payment: string;
  readonly plan: IncludedPlan;
  readonly payer: Payer;
  readonly confirmedAt: Instant;
}

/** `closing`: keys are disabled and usage has stopped, but something holds the closure back. */
type AccountStatus = 'active' | 'closing' | 'closed';

/** The state of an account as its customer sees it: `suspended` unless it is closing or closed. */
export type AccountState = AccountStatus | 'suspended';

/** Whether the payment provider has verified a payment method. */
export type PaymentMethod = 'none' | 'pending' | 'verified';

/**
 * The plan state of an organization. `version` grows by one with every accepted trigger other than
 * settlements and payment methods, so that a preview of an earlier state can be recognized.
 */
export interface Account {
  readonly id: string;
  readonly status: AccountStatus;
  /** When an operator or the overdue policy suspended it; null while it is not suspended. */
  readonly suspendedAt: Instant | null;
  readonly version: number;
  readonly paymentMethod: PaymentMethod;
  readonly scheduled: ScheduledChange | null;
  readonly pending: PendingChange | null;
  /** Charges below the minimum, which wait for the next invoice. */
  readonly waiting: readonly WaitingCharge[];
  /** Consecutive; the last one is open. Settled ones may be left out from the front. */
  readonly windows: readonly CreditWindow[];
}

/** The state of an account as its customer sees it. Keys work only while it is `active`. */
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
