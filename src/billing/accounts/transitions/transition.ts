import type { Catalogue } from '../plans/catalogue.ts';
import { firstPeriod, type Instant } from '../plans/period.ts';
import type { Plan } from '../plans/plan.ts';
import { type Account, freshWindow, type PaymentMethod, stateOf, type UnusedCredits } from './account.ts';
import {
  type ChangePayment,
  cancelPlan,
  cancelScheduledChange,
  changePlan,
  endPending,
  rollOver,
  setPlan,
} from './change.ts';
import { type Draft, openingEffects } from './draft.ts';
import { accept, type Effect, type Refusal, refuse, type Transition } from './effect.ts';
import { settleWindow } from './settlement.ts';
import { beginClosure, completeClosure, resume, suspend } from './status.ts';

/** What can happen to an account (§9.1 to §9.5). */
export type Trigger =
  | { readonly kind: 'change-plan'; readonly plan: string }
  /** A change whose price a payment provider is asked for: it takes effect with `complete-payment`. */
  | ({ readonly kind: 'begin-payment'; readonly plan: string } & ChangePayment)
  | { readonly kind: 'complete-payment'; readonly payment: string }
  /** The payment was declined, or never made. */
  | { readonly kind: 'fail-payment'; readonly payment: string }
  /** An operator puts the account on terms that were agreed, which need not be in the catalogue. */
  | { readonly kind: 'set-plan'; readonly plan: Plan; readonly unused: UnusedCredits }
  | { readonly kind: 'cancel-plan' }
  | { readonly kind: 'cancel-scheduled-change' }
  | { readonly kind: 'roll-over' }
  /** The ledger knows all that was used in a closed window: `used` credits. */
  | { readonly kind: 'settle-window'; readonly window: number; readonly used: number }
  | { readonly kind: 'set-payment-method'; readonly status: PaymentMethod }
  /** An operator or the overdue policy suspends an account, and resumes it. */
  | { readonly kind: 'suspend' /** The unpaid invoice that caused it, if one did. */; readonly unpaid?: string }
  | { readonly kind: 'resume' }
  | { readonly kind: 'close'; readonly unpaidInvoices: readonly string[] }
  | { readonly kind: 'complete-closure'; readonly unpaidInvoices: readonly string[] };

/**
 * A new account on a plan, its first period beginning now. No invoice is issued: customers begin on
 * Free, and for other plans that is up to operators.
 */
export function openAccount(id: string, plan: Plan, now: Instant): { account: Account; effects: readonly Effect[] } {
  const window = freshWindow(1, plan, firstPeriod(now, plan.period));
  const account: Account = {
    id,
    status: 'active',
    suspendedAt: null,
    version: 1,
    paymentMethod: 'none',
    scheduled: null,
    pending: null,
    waiting: [],
    windows: [window],
  };
  return { account, effects: openingEffects(window) };
}

/**
 * Applies a trigger to an account: the next account and what else happens, or a refusal. Pure;
 * `now` is the only clock. Periods that have ended are rolled over first, so that the outcome does
 * not depend on whether a change or the rollover comes first.
 */
export function transition(account: Account, trigger: Trigger, catalogue: Catalogue, now: Instant): Transition {
  const draft: Draft = { account, effects: [] };
  const refusal = apply(draft, trigger, catalogue, now);
  if (refusal) return refuse(refusal.reason, refusal.message);
  const concernsPlan = trigger.kind !== 'settle-window' && trigger.kind !== 'set-payment-method';
  return accept(concernsPlan ? { ...draft.account, version: account.version + 1 } : draft.account, draft.effects);
}

function apply(draft: Draft, trigger: Trigger, catalogue: Catalogue, now: Instant): Refusal | null {
  switch (trigger.kind) {
    case 'settle-window':
      return settleWindow(draft, trigger, catalogue, now);
    case 'set-payment-method':
      draft.account = { ...draft.account, paymentMethod: trigger.status };
      return null;
    default:
  }
  if (draft.account.status === 'closed') {
    return { reason: 'organization-closed', message: 'The organization is closed.' };
  }
  // The period of a suspended account stands still, unless it is closing: then it ends as planned.
  const isSuspended = stateOf(draft.account) === 'suspended';
  const ended = isSuspended ? 0 : rollOver(draft, catalogue, now);
  switch (trigger.kind) {
    case 'roll-over':
      return ended > 0 ? null : { reason: 'no-period-ended', message: 'The period has not ended yet.' };
    case 'complete-closure':
      return complete(draft, trigger.unpaidInvoices);
    case 'complete-payment':
      return endPending(draft, trigger.payment, 'completed', catalogue, now);
    case 'fail-payment':
      return endPending(draft, trigger.payment, 'failed', catalogue, now);
    default:
  }
  if (draft.account.status === 'closing') {
    return { reason: 'organization-closing', message: 'The organization is being closed.' };
  }
  const { pending } = draft.account;
  if (pending !== null && trigger.kind !== 'suspend' && trigger.kind !== 'resume') {
    const message = `The change to ${pending.plan.name} waits for its payment: nothing else can change until that is decided.`;
    return { reason: 'change-pending', message };
  }
  if (isSuspended && (trigger.kind === 'change-plan' || trigger.kind === 'begin-payment')) {
    const message = 'The organization is suspended: its plan can be cancelled, not changed.';
    return { reason: 'organization-suspended', message };
  }
  switch (trigger.kind) {
    case 'suspend':
      return suspend(draft, trigger.unpaid ?? null, now);
    case 'resume':
      return resume(draft, now);
    case 'change-plan':
      return changePlan(draft, trigger.plan, catalogue, now);
    case 'begin-payment':
      return changePlan(draft, trigger.plan, catalogue, now, { payment: trigger.payment, payer: trigger.payer });
    case 'set-plan':
      setPlan(draft, trigger.plan, trigger.unused, catalogue, now);
      return null;
    case 'cancel-plan':
      return cancelPlan(draft, catalogue, now);
    case 'cancel-scheduled-change':
      return cancelScheduledChange(draft);
    case 'close':
      beginClosure(draft, trigger.unpaidInvoices, catalogue, now);
      return null;
  }
}

function complete(draft: Draft, unpaidInvoices: readonly string[]): Refusal | null {
  if (draft.account.status !== 'closing') {
    return { reason: 'organization-closing', message: 'The organization is not being closed.' };
  }
  const held = completeClosure(draft, unpaidInvoices);
  if (held.length === 0) return null;
  const reasons = held.map(({ reason }) => reason).join(', ');
  return { reason: 'organization-closing', message: `The closure is held back by: ${reasons}.` };
}
