import type { Catalogue } from '../plans/catalogue.ts';
import { addDuration, type Instant, type Period } from '../plans/period.ts';
import { grantedCredits, type Plan } from '../plans/plan.ts';
import {
  type Account,
  type CreditWindow,
  freshWindow,
  openWindow,
  type ScheduledChange,
  type UnusedCredits,
} from './account.ts';
import type { Effect } from './effect.ts';
import { type InvoiceDraft, planInvoice, withCharges } from './invoice.ts';

/** The account during a transition, with the effects so far. */
export interface Draft {
  account: Account;
  readonly effects: Effect[];
}

/** When an invoice issued at a moment is due. */
export function dueAt(catalogue: Catalogue, issuedAt: Instant): Instant {
  return addDuration(issuedAt, { unit: 'day', count: 1 }, catalogue.paymentTermDays);
}

/** Replaces one window of the draft's account. */
export function putWindow(draft: Draft, window: CreditWindow): void {
  draft.account = {
    ...draft.account,
    windows: draft.account.windows.map((old) => (old.number === window.number ? window : old)),
  };
}

/** Sets or removes the scheduled change; `fate` is the effect for an earlier one. */
export function schedule(
  draft: Draft,
  change: ScheduledChange | null,
  fate: 'change-replaced' | 'change-removed' = 'change-replaced',
): void {
  const earlier = draft.account.scheduled;
  if (earlier !== null) draft.effects.push({ kind: fate, plan: earlier.plan.id });
  if (change !== null) draft.effects.push({ kind: 'change-scheduled', plan: change.plan.id, at: change.at });
  draft.account = { ...draft.account, scheduled: change };
}

/**
 * Closes the open window at a moment and opens the next one under `plan` for `period`, with a fresh
 * grant; a period of an included-credit plan is invoiced in advance. The old window's unused
 * credits are carried or expire when it is settled.
 */
export function moveToWindow(
  draft: Draft,
  next: {
    readonly plan: Plan;
    readonly period: Period;
    readonly at: Instant;
    readonly unused: UnusedCredits;
    /** The invoice of a period that has a price: when it is issued and has to be paid; null for none. */
    readonly invoice: { readonly issuedAt: Instant; readonly due: 'in-term' | 'at-once' | 'paid' } | null;
  },
  catalogue: Catalogue,
): void {
  const { plan, period, at, unused, invoice } = next;
  const old = openWindow(draft.account);
  putWindow(draft, { ...old, closedAt: at, unused });
  draft.effects.push({ kind: 'window-closed', window: old.number, at, unused });
  if (plan.id !== old.plan.id) draft.effects.push({ kind: 'plan-changed', from: old.plan.id, to: plan.id, at });
  const opened = freshWindow(old.number + 1, plan, period);
  draft.account = { ...draft.account, windows: [...draft.account.windows, opened] };
  draft.effects.push(...openingEffects(opened));
  if (invoice === null || plan.shape !== 'included' || plan.priceCents === 0) return;
  const { issuedAt, due } = invoice;
  const payBy = due === 'in-term' ? dueAt(catalogue, issuedAt) : issuedAt;
  const bill = planInvoice(plan, opened.number, period, issuedAt, payBy);
  // What was paid is the price alone, so charges that wait are invoiced as the old window is settled.
  if (due === 'paid') return void draft.effects.push({ kind: 'invoice-issued', invoice: bill, paid: true });
  issueInvoice(draft, withCharges(bill, draft.account.waiting));
  draft.account = { ...draft.account, waiting: [] };
}

/**
 * Closes the open window at a moment, so that its usage is billed, and carries its unused credits
 * into another one of the same period.
 */
export function splitWindow(draft: Draft, at: Instant): void {
  const old = openWindow(draft.account);
  putWindow(draft, { ...old, closedAt: at, unused: 'carried' });
  const opened = { ...freshWindow(old.number + 1, old.plan, old.period), granted: 0 };
  draft.account = { ...draft.account, windows: [...draft.account.windows, opened] };
  draft.effects.push({ kind: 'window-closed', window: old.number, at, unused: 'carried' });
  draft.effects.push({ kind: 'window-opened', window: opened.number, plan: opened.plan.id, period: opened.period });
}

/** What opening a window does: the window itself, and the credits it grants. */
export function openingEffects(window: CreditWindow): Effect[] {
  const { number, plan, period } = window;
  const opened: Effect = { kind: 'window-opened', window: number, plan: plan.id, period };
  const credits = grantedCredits(plan);
  return credits === 0 ? [opened] : [opened, { kind: 'credits-granted', window: number, credits }];
}

/** Adds an invoice to the effects. */
export function issueInvoice(draft: Draft, invoice: InvoiceDraft): void {
  draft.effects.push({ kind: 'invoice-issued', invoice });
}
