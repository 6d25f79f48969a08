import type { Accounts } from './accounts.ts';
import type { AccountsTransaction, Actor, SpendingState } from './accounts-store.ts';
import { charge, type UnitPrice } from './plans/money.ts';
import type { Instant } from './plans/period.ts';
import { creditsBeyond, usagePrice } from './plans/plan.ts';
import { type Account, availableCredits, openWindow } from './transitions/account.ts';

/** The largest cap on spending, in cents. */
export const MAX_SPENDING_CAP = 100_000_000;

/**
 * Shares of the credits, and of a cap on spending, at which an organization is alerted, in percent.
 */
export const ALERT_SHARES = [50, 80, 100] as const;

/**
 * What an organization may spend beyond its credits in a period, and what that comes to so far, in
 * cents.
 */
export interface Spending {
  readonly capCents: number | null;
  readonly spentCents: number;
  /** Null on a plan that bills no usage. */
  readonly unitPrice: UnitPrice | null;
}

/** The spending of an organization in its open window, by the usage that the ledger knows. */
export async function spendingOf(tx: AccountsTransaction, account: Account): Promise<Spending> {
  const window = openWindow(account);
  const price = usagePrice(window.plan);
  const { capCents } = await tx.spending(account.id);
  const used = (await tx.usedCredits(account.id, [window.number])).get(window.number) ?? 0;
  const spentCents = price === null ? 0 : charge(Math.max(0, used - availableCredits(window)), price);
  return { capCents, spentCents, unitPrice: price };
}

/**
 * Limits what an organization, whose account is locked, spends beyond its credits in each period;
 * null for no limit. It takes effect within a second; if more is spent already, nothing further can
 * be until the period ends.
 */
export async function setSpendingCap(
  tx: AccountsTransaction,
  account: Account,
  capCents: number | null,
  actor: Actor,
  now: Instant,
): Promise<void> {
  const { capCents: before } = await tx.spending(account.id);
  if (before === capCents) return;
  const window = openWindow(account);
  await tx.saveSpendingCap(account.id, capCents, window.number, creditsBeyond(window.plan, capCents));
  const details = { from: before, to: capCents };
  await tx.addAudit({ organization: account.id, at: now, actor, action: 'set-spending-cap', details });
}

/**
 * Alerts an organization whose account is locked that a share of its window's credits, or of its
 * cap on spending, is used: each share once in a window, and only the highest if several are
 * reached at once. A changed cap is alerted to anew.
 */
export async function tellAlerts(
  tx: AccountsTransaction,
  account: Account,
  { catalogue, now }: Pick<Accounts, 'catalogue' | 'now'>,
): Promise<void> {
  const window = openWindow(account);
  const used = (await tx.usedCredits(account.id, [window.number])).get(window.number) ?? 0;
  const state = await tx.spending(account.id);
  const available = availableCredits(window);
  const told = { credits: state.creditsAlert, spending: state.spendingAlert };
  const credits = reached(used, available, told.credits);
  const { spentCents } = await spendingOf(tx, account);
  const spending = state.beyond === null ? null : spendingShare(state, used - available, told.spending);
  if (credits === null && spending === null) return;
  const at = now();
  const base = { organization: account.id, at, type: 'alert.reached' } as const;
  if (credits !== null)
    await tx.addEvent({ ...base, data: { of: 'credits', percent: credits, usedCredits: used, credits: available } });
  if (spending !== null) {
    const { capCents } = state;
    const { currency } = catalogue;
    await tx.addEvent({ ...base, data: { of: 'spending', percent: spending, spentCents, capCents, currency } });
  }
  const { number } = window;
  await tx.saveAlerts(account.id, number, credits ?? told.credits, spending ?? told.spending);
}

/** The highest share that is reached, if it was not alerted to before; else null. */
function reached(used: number, of: number, told: number): number | null {
  if (of <= 0) return null;
  const share = ALERT_SHARES.filter((percent) => used * 100 >= of * percent).at(-1);
  return share !== undefined && share > told ? share : null;
}

/** A cap too small for a single credit is reached as soon as the available credits are used. */
function spendingShare({ beyond }: SpendingState, used: number, told: number): number | null {
  if (beyond === null || used < 0) return null;
  return beyond === 0 ? (told < 100 ? 100 : null) : reached(used, beyond, told);
}
