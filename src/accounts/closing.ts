import { type Account, activePlan } from './account.ts';
import type { Catalogue } from './catalogue.ts';
import { cancelPlan } from './change.ts';
import type { Draft } from './draft.ts';
import type { Instant } from './period.ts';

/** Something that holds the closure of an organization back (specification, "States and transitions", rule 5). */
export type HeldBackBy =
  | { readonly reason: 'unpaid-invoices'; readonly invoices: readonly string[] }
  /** `until` is the end of the period after which the plan is Free; null when nothing is scheduled. */
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
 * Begins to close an account: its keys are disabled and usage stops at once, and the plan is cancelled as its "cancel"
 * row says, so that a closing organization never pays for another period. Nothing is erased. The closure completes in
 * the same step when nothing holds it back, and otherwise with `completeClosure`.
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
