import { excerpt } from '../../../system/shown-text.ts';
import { type Catalogue, currentTerms, findPlan, freePlan } from '../plans/catalogue.ts';
import { firstPeriod, type Instant, momentInWords, nextPeriod } from '../plans/period.ts';
import { compareIncluded, type FreePlan, type IncludedPlan, type Plan, priceCentsOf } from '../plans/plan.ts';
import { openWindow, type PendingChange, type UnusedCredits } from './account.ts';
import { type Draft, moveToWindow, schedule } from './draft.ts';
import type { Refusal } from './effect.ts';

/**
 * How a move between two plans happens: at once, with what happens to unused credits, or at the end
 * of the period.
 */
type Move =
  | { readonly when: 'now'; readonly unused: UnusedCredits }
  | { readonly when: 'period-end' }
  | { readonly when: 'never'; readonly refusal: Refusal };

/**
 * Changes the plan to the one named, or refuses (§9.1 to §9.5, §9.7, §9.8). Periods that have ended
 * must be rolled over before. With a `payment`, the change is noted as pending until that is
 * completed. Returns the refusal, or null after changing the draft.
 */
export function changePlan(
  draft: Draft,
  planId: string,
  catalogue: Catalogue,
  now: Instant,
  payment: ChangePayment | null = null,
): Refusal | null {
  const target = findPlan(catalogue, planId);
  if (!target) {
    const known = catalogue.plans.filter((plan) => plan.offered).map((plan) => plan.id);
    return refusal('unknown-plan', `There is no plan '${excerpt(planId)}', expected one of ${known.join(', ')}.`);
  }
  if (target.id === openWindow(draft.account).plan.id) {
    return refusal('same-plan', `The plan is ${target.name} already.`);
  }
  if (!target.offered) return refusal('plan-not-offered', `Plan ${target.name} is not offered any more.`);
  return moveTo(draft, target, catalogue, now, payment);
}

/** A payment that a change waits for. */
export type ChangePayment = Pick<PendingChange, 'payment' | 'payer'>;

/**
 * Cancels a paid plan: Free at the end of the period, or at once for PAYG (the two "cancel" rows).
 */
export function cancelPlan(draft: Draft, catalogue: Catalogue, now: Instant): Refusal | null {
  const { plan } = openWindow(draft.account);
  if (plan.shape === 'free')
    return refusal('nothing-to-cancel', `The plan is ${plan.name}: there is nothing to cancel.`);
  return moveTo(draft, freePlan(catalogue), catalogue, now);
}

/** Removes the scheduled change; no money or credits move. */
export function cancelScheduledChange(draft: Draft): Refusal | null {
  if (draft.account.scheduled === null) return refusal('nothing-scheduled', 'No change is scheduled.');
  schedule(draft, null, 'change-removed');
  return null;
}

/**
 * Puts the account on terms that an operator and the customer agreed on: at once, with a new
 * period, whatever the table of changes says. A scheduled change is replaced. The period is not
 * invoiced; usage is billed on settlement as ever.
 */
export function setPlan(draft: Draft, plan: Plan, unused: UnusedCredits, catalogue: Catalogue, now: Instant): void {
  schedule(draft, null);
  const at = Math.max(now, openWindow(draft.account).period.start);
  const period = firstPeriod(at, plan.period);
  moveToWindow(draft, { plan, period, at, unused, invoice: null }, catalogue);
}

function moveTo(
  draft: Draft,
  target: Plan,
  catalogue: Catalogue,
  now: Instant,
  payment: ChangePayment | null = null,
): Refusal | null {
  const { account } = draft;
  const window = openWindow(account);
  const move = moveBetween(window.plan, target);
  if (move.when === 'never') return move.refusal;
  if (move.when === 'period-end' && account.scheduled?.plan.id === target.id) {
    const at = momentInWords(account.scheduled.at);
    return refusal('already-scheduled', `The change to ${target.name} is scheduled already, for ${at}.`);
  }
  if (target.shape !== 'free' && account.paymentMethod !== 'verified') {
    return refusal(
      'payment-method-needed',
      `A change to ${target.name} needs a verified payment method; this organization's is ${account.paymentMethod}.`,
    );
  }
  if (payment !== null) return awaitPayment(draft, target, move, payment, now);
  if (move.when === 'period-end') {
    schedule(draft, { plan: target, at: window.period.end, confirmedAt: now });
    return null;
  }
  moveNow(draft, target, move.unused, 'at-once', catalogue, now);
  return null;
}

/** Opens the first period of a plan at once, in place of a scheduled change. */
function moveNow(
  draft: Draft,
  plan: Plan,
  unused: UnusedCredits,
  due: 'at-once' | 'paid',
  catalogue: Catalogue,
  now: Instant,
): void {
  schedule(draft, null);
  // If the clock was set back, a window still never opens before the one it follows.
  const at = Math.max(now, openWindow(draft.account).period.start);
  const period = firstPeriod(at, plan.period);
  moveToWindow(draft, { plan, period, at, unused, invoice: { issuedAt: now, due } }, catalogue);
}

/** Notes a change at once that has a price as pending: it moves nothing until that is paid. */
function awaitPayment(draft: Draft, plan: Plan, move: Move, payment: ChangePayment, now: Instant): Refusal | null {
  if (move.when !== 'now' || plan.shape !== 'included' || plan.priceCents === 0)
    return refusal('no-payment-needed', `A change to ${plan.name} takes no payment now.`);
  draft.account = { ...draft.account, pending: { ...payment, plan, confirmedAt: now } };
  draft.effects.push({ kind: 'payment-begun', payment: payment.payment, plan: plan.id, cents: plan.priceCents });
  return null;
}

/** Ends the pending change: it takes effect now that it is paid, or was never made. */
export function endPending(
  draft: Draft,
  payment: string,
  outcome: 'completed' | 'failed',
  catalogue: Catalogue,
  now: Instant,
): Refusal | null {
  const { pending } = draft.account;
  if (pending?.payment !== payment)
    return refusal('no-payment-pending', `No change waits for the payment ${excerpt(payment)}.`);
  draft.account = { ...draft.account, pending: null };
  draft.effects.push({ kind: `payment-${outcome}`, payment });
  if (outcome === 'failed') return null;
  const unused = openWindow(draft.account).plan.shape === 'payg' ? 'expired' : 'carried';
  moveNow(draft, pending.plan, unused, 'paid', catalogue, now);
  return null;
}

/** The table of §9.1 to §9.5, by the shapes of the current and the wanted plan. */
function moveBetween(current: Plan, target: Plan): Move {
  if (current.shape === 'included' && target.shape === 'included') {
    switch (compareIncluded(current, target)) {
      case 'larger':
        return { when: 'now', unused: 'carried' };
      case 'smaller':
        return { when: 'period-end' };
      case 'equivalent':
        return never(
          'equivalent-plan',
          `${target.name} is equivalent to ${current.name}: both cost ${current.priceCents} cents for ${current.credits} credits.`,
        );
      default:
        return disagreement(current, target);
    }
  }
  if (current.shape === target.shape) {
    return never('same-plan', `There is no change from ${current.name} to ${target.name}: both are ${current.shape}.`);
  }
  if (current.shape === 'payg') return { when: 'now', unused: 'expired' };
  if (target.shape === 'free') return { when: 'period-end' };
  if (current.shape === 'free' && target.shape === 'included' && compareIncluded(current, target) === 'incomparable')
    return disagreement(current, target);
  return { when: 'now', unused: 'carried' };
}

function disagreement(current: FreePlan | IncludedPlan, target: IncludedPlan): Move {
  return never(
    'price-and-credits-disagree',
    `From ${current.name} to ${target.name}, price and credits do not move in the same direction: ` +
      `${priceCentsOf(current)} to ${target.priceCents} cents, ${current.credits} to ${target.credits} credits.`,
  );
}

function never(reason: Refusal['reason'], message: string): Move {
  return { when: 'never', refusal: refusal(reason, message) };
}

function refusal(reason: Refusal['reason'], message: string): Refusal {
  return { reason, message };
}

/**
 * Rolls an account over every period that ended by `now`, each with a window, a grant and an
 * invoice of its own; returns how many ended. A scheduled change takes effect on its agreed terms,
 * otherwise today's catalogue holds. Unused credits expire, except under PAYG, where they are used
 * before billing begins.
 */
export function rollOver(draft: Draft, catalogue: Catalogue, now: Instant): number {
  let ended = 0;
  for (;;) {
    const { account } = draft;
    const old = openWindow(account);
    const at = old.period.end;
    if (now < at) return ended;
    ended++;
    const plan = account.scheduled?.plan ?? currentTerms(catalogue, old.plan);
    draft.account = { ...account, scheduled: null };
    moveToWindow(
      draft,
      {
        plan,
        period: nextPeriod(old.period, old.plan.period, plan.period),
        at,
        unused: old.plan.shape === 'payg' && plan.shape === 'payg' ? 'carried' : 'expired',
        invoice: { issuedAt: now, due: 'in-term' },
      },
      catalogue,
    );
  }
}
