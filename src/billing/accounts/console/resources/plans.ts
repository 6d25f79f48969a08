import { PLAN_SHAPES, type Plan, quotaMode } from '../../plans/plan.ts';
import { type Account, availableCredits, type CreditWindow } from '../../transitions/account.ts';
import type { Refusal } from '../../transitions/effect.ts';
import type { ChangePreview, KnownUsage } from '../../transitions/preview.ts';
import { INVOICE } from './invoices.ts';
import {
  as,
  cents,
  count,
  kind,
  listOf,
  moment,
  name,
  oneOf,
  orNull,
  position,
  resource,
  text,
  textOrNull,
  yes,
} from './kinds.ts';
import { currency, PERIOD, UNIT_PRICE } from './shared.ts';

const BURST = resource('BurstLimit', 'How fast requests may come.', {
  perSecond: kind({ type: 'number', exclusiveMinimum: 0, description: 'Sustained requests per second.' }, 50),
  size: position('Requests that may come at once.', 100),
});

const properties = {
  id: text('Id of the plan.', 'growth'),
  name: text('Display name.', 'Growth'),
  shape: oneOf(PLAN_SHAPES, 'Free, with included credits, or pay as you go.', 'included'),
  quotaMode: oneOf(['hard-cap', 'soft-overage', 'uncapped'], 'What happens once the credits are used.', 'soft-overage'),
  priceCents: cents('Price of a period.', 9900),
  includedCredits: count('Credits of a period.', 100_000),
  unitPrice: orNull(as(UNIT_PRICE, 'What credits beyond those included cost; null where there can be none.')),
  period: text('Length of a period, an ISO 8601 duration.', 'P1M'),
  products: listOf(text('An API family.', 'address'), 'API families that may be used.'),
  burst: as(BURST, 'How fast requests may come.'),
};

const PLAN = resource('Plan', 'The terms of a plan.', properties);

/** The catalogue. */
export const CATALOGUE = resource('Catalogue', 'The plans that there are.', {
  currency,
  plans: listOf(PLAN, 'In the order of the catalogue.'),
});

/** What the terms of a plan are shown from. */
export function shownPlan(plan: Plan) {
  return {
    ...plan,
    quotaMode: quotaMode(plan),
    priceCents: plan.shape === 'included' ? plan.priceCents : 0,
    includedCredits: plan.shape === 'payg' ? 0 : plan.credits,
    unitPrice: plan.shape === 'payg' ? plan.unitPrice : plan.shape === 'included' ? plan.overage : null,
  };
}

const preview = {
  kind: oneOf(['change-plan', 'cancel-plan'], 'A change to a plan, or that the plan is cancelled.'),
  plan: text('Id of the plan to change to.', 'growth'),
  effective: oneOf(['now', 'period-end'], 'When the change takes place.'),
  at: moment('The moment of the change.', '2026-05-01T00:00:00.000Z'),
  replaces: textOrNull('Plan of the scheduled change that this one would replace.'),
  planCents: cents('Price of the new period, to be paid now.', 9900),
  payment: oneOf(
    ['none', 'charged', 'invoiced'],
    'How that price is paid: `charged` to the payment method before the change takes effect, `invoiced` and due at once, or nothing to pay.',
    'charged',
  ),
  usageCents: cents('What accrued usage is invoiced with now.', 0),
  usageCredits: count('The credits of that usage.', 0),
  totalCents: cents('All that is invoiced now.', 9900),
  grantedCredits: count('Credits of the new period.', 100_000),
  carriedCredits: count('Unused credits that carry over.', 640),
  expiredCredits: count('Unused credits that are lost at once.', 0),
  expiringCredits: count(
    'Unused credits, as of now, that are lost when the period ends and the change takes place.',
    0,
  ),
  period: orNull(as(PERIOD, 'The new period; null where none begins now.')),
};

const PREVIEW = resource('ChangePreview', 'What a change would do.', preview);

/** A previewed change. */
export const OFFERED_CHANGE = resource('OfferedChange', 'A change that can be confirmed.', {
  ...preview,
  currency,
  token: text('Confirms the change, once.', 'preview-token'),
  expiresAt: moment('Until when the token is good.', '2026-05-01T00:10:00.000Z'),
});

/** What a change is shown from before it is made. */
export function shownPreview(preview: ChangePreview) {
  return { ...preview, totalCents: preview.planCents + preview.usageCents };
}

const REFUSAL = resource('PlanRefusal', 'Why a change would be refused.', {
  reason: text('For programs.', 'same-plan'),
  message: text('A sentence for users.', 'The plan is active already.'),
});

const OUTLOOK = resource('PlanOutlook', 'A plan, and what changing to it would do now.', {
  ...properties,
  change: orNull(as(PREVIEW, 'What the change would do; null where it would be refused.')),
  refusal: orNull(as(REFUSAL, 'Why the change would be refused.'), null),
});

/** The plans, with what changing to each would do. */
export const PLAN_LIST = resource('PlanList', 'The plans that there are.', {
  currency,
  plans: listOf(OUTLOOK, 'In the order of the catalogue.'),
});

/** What a plan is shown from with what changing to it would do, or why that would be refused. */
export function shownOutlook({ plan, change }: { readonly plan: Plan; readonly change: ChangePreview | Refusal }) {
  return 'reason' in change
    ? { ...shownPlan(plan), change: null, refusal: change }
    : { ...shownPlan(plan), change: shownPreview(change), refusal: null };
}

const CREDITS = resource('Credits', 'The credits of a period.', {
  granted: count('Credits that the plan gives.', 100_000),
  carried: count('Credits carried over from before.', 640),
  used: count('Credits used, as far as the ledger knows.', 8210),
  remaining: count('Credits that remain.', 92_430),
  billable: count('Credits used beyond them, which are billed.', 0),
});

const SCHEDULED = resource('ScheduledChange', 'A change that is accepted and yet to come.', {
  plan: text('Id of the plan to change to.', 'starter'),
  at: moment('When it takes place.', PERIOD.example.end as string),
  confirmedAt: moment('When it was accepted.', '2026-05-12T09:00:00.000Z'),
});

const PENDING = resource('PendingChange', 'A change that is confirmed and takes effect once its price is paid.', {
  plan: text('Id of the plan to change to.', 'growth'),
  cents: cents('The price.', 9900),
  confirmedAt: moment('When it was confirmed.', '2026-05-12T09:00:00.000Z'),
});

/** Whether a payment method is set up. */
export const PAYMENT_METHOD_STATUS = name(
  'PaymentMethodStatus',
  oneOf(['none', 'pending', 'verified'], 'Whether a payment method is set up and verified.', 'verified'),
);

const state = {
  plan: as(PLAN, 'The active plan.'),
  period: as(PERIOD, 'The current period.'),
  credits: as(CREDITS, 'The credits of the current period.'),
  settlingWindows: listOf(
    position('Number of a credit window.', 1),
    'Earlier credit windows whose last usage is still on its way: what carries over from them is not final.',
    [],
  ),
  scheduledChange: orNull(as(SCHEDULED, 'The change that is accepted and yet to come.'), null),
  pendingChange: orNull(
    as(PENDING, 'The change that waits for its payment; until then nothing else can change.'),
    null,
  ),
  paymentMethod: as(PAYMENT_METHOD_STATUS, 'Whether a payment method is set up.'),
  paymentOverdue: yes('Whether an invoice is overdue.', false),
};

/** The plan of an organization. */
export const PLAN_STATE = resource('PlanState', 'What is active, left and pending.', state);

/** The plan of an organization after a change. */
export const APPLIED_CHANGE = resource('AppliedChange', 'The plan after a change.', {
  ...state,
  invoices: listOf(INVOICE, 'Invoices that the change issued.'),
});

/**
 * What the plan of an organization is shown from. `window` is its open window with the credits
 * carried into it from earlier ones, as far as their usage is known.
 */
export function shownState(account: Account, window: CreditWindow, usage: KnownUsage, paymentOverdue: boolean) {
  const used = usage.get(window.number) ?? 0;
  const available = availableCredits(window);
  const settling = account.windows.filter(({ closedAt, settledAt }) => closedAt !== null && settledAt === null);
  const { scheduled, pending, paymentMethod } = account;
  return {
    plan: shownPlan(window.plan),
    period: window.period,
    credits: {
      ...window,
      used,
      remaining: Math.max(0, available - used),
      billable: quotaMode(window.plan) === 'hard-cap' ? 0 : Math.max(0, used - available),
    },
    settlingWindows: settling.map(({ number }) => number),
    scheduledChange: scheduled && { ...scheduled, plan: scheduled.plan.id },
    pendingChange: pending && { ...pending, plan: pending.plan.id, cents: pending.plan.priceCents },
    paymentMethod,
    paymentOverdue,
  };
}
