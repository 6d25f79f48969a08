import type { Catalogue } from '../plans/catalogue.ts';
import { type Instant, momentInWords } from '../plans/period.ts';
import { usagePrice } from '../plans/plan.ts';
import { type Account, activePlan, openWindow } from './account.ts';
import { cancelPlan } from './change.ts';
import { type Draft, putWindow, splitWindow } from './draft.ts';
import type { Refusal } from './effect.ts';

/** Something that holds the closure of an organization back (§10.3). */
export type HeldBackBy =
  | { readonly reason: 'unpaid-invoices'; readonly invoices: readonly string[] }
  /**
   * `until` is the end of the period after which the plan is Free; null when nothing is scheduled.
   */
  | { readonly reason: 'active-paid-plan'; readonly plan: string; readonly until: Instant | null }
  | { readonly reason: 'unsettled-usage'; readonly windows: readonly number[] };

/** Everything that holds the closure of an account back now; empty when it can complete. */
export function closureHeldBackBy(account: Account, unpaidInvoices: readonly string[]): HeldBackBy[] {
  const held: HeldBackBy[] = [];
  if (unpaidInvoices.length > 0) held.push({ reason: 'unpaid-invoices', invoices: unpaidInvoices });
  const plan = activePlan(account);
  if (plan.shape !== 'free') {
    const until = account.scheduled?.plan.shape === 'free' ? account.scheduled.at : null;
    held.push({ reason: 'active-paid-plan', plan: plan.id, until });
  }
  const unsettled = account.windows.filter((window) => window.closedAt !== null && window.settledAt === null);
  if (unsettled.length > 0) held.push({ reason: 'unsettled-usage', windows: unsettled.map(({ number }) => number) });
  return held;
}

/**
 * Begins to close an account: its keys are disabled and usage stops at once, and the plan is
 * cancelled as its "cancel" row says, so that a closing organization never pays for another period.
 * Nothing is erased. The closure completes in the same step if nothing holds it back, otherwise by
 * `completeClosure`.
 */
export function beginClosure(
  draft: Draft,
  unpaidInvoices: readonly string[],
  catalogue: Catalogue,
  now: Instant,
): void {
  draft.account = { ...draft.account, status: 'closing' };
  draft.effects.push({ kind: 'keys-disabled' });
  cancelPlan(draft, catalogue, now);
  completeClosure(draft, unpaidInvoices);
}

/** Completes the closure of a closing account if nothing holds it back; returns what does. */
export function completeClosure(draft: Draft, unpaidInvoices: readonly string[]): HeldBackBy[] {
  const held = closureHeldBackBy(draft.account, unpaidInvoices);
  if (held.length === 0) {
    draft.account = { ...draft.account, status: 'closed' };
    draft.effects.push({ kind: 'closed' });
  }
  return held;
}

/**
 * Suspends an active account: its keys stop, and with them its usage and its period. Nothing renews
 * and no scheduled change takes effect until it is resumed. On a plan that bills usage, the window
 * is closed so that what has accrued is billed, and unused credits are carried into the next one.
 */
export function suspend(draft: Draft, unpaid: string | null, now: Instant): Refusal | null {
  const { suspendedAt } = draft.account;
  if (suspendedAt !== null) {
    const since = momentInWords(suspendedAt);
    return { reason: 'organization-suspended', message: `The organization is suspended already, since ${since}.` };
  }
  const window = openWindow(draft.account);
  if (usagePrice(window.plan) !== null) splitWindow(draft, Math.max(now, window.period.start));
  draft.account = { ...draft.account, suspendedAt: now };
  draft.effects.push({ kind: 'suspended', at: now, ...(unpaid !== null && { unpaid }) });
  return null;
}

/**
 * Resumes a suspended account: its keys work again, and its period continues where it stopped, so
 * its end moves by the time that the account was suspended. A scheduled change moves with it.
 */
export function resume(draft: Draft, now: Instant): Refusal | null {
  const { suspendedAt, scheduled } = draft.account;
  if (suspendedAt === null) return { reason: 'not-suspended', message: 'The organization is not suspended.' };
  const window = openWindow(draft.account);
  const { period } = window;
  const stood = Math.max(0, now - Math.max(suspendedAt, period.start));
  const end = period.end + stood;
  // Later periods are counted from the new end: the next is the first since then.
  if (stood > 0) putWindow(draft, { ...window, period: { anchor: end, index: -1, start: period.start, end } });
  draft.account = { ...draft.account, suspendedAt: null, scheduled: scheduled && { ...scheduled, at: end } };
  draft.effects.push({ kind: 'resumed', at: now, periodEnd: end });
  return null;
}
