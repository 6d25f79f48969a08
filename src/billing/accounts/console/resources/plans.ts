import * as k from '../../kinds.ts';
import { CURRENCY as currency } from '../../plans/catalogue.ts';
import { UNIT_PRICE } from '../../plans/money.ts';
import { PLAN_FIELDS, type Plan, quotaMode, SHAPE_FIELDS } from '../../plans/plan.ts';
import { type Account, availableCredits, type CreditWindow } from '../../transitions/account.ts';
import type { Refusal } from '../../transitions/effect.ts';
import type { ChangePreview, KnownUsage } from '../../transitions/preview.ts';
import { INVOICE, PERIOD } from './invoices.ts';

const { id, name, shape, period, products, burst } = PLAN_FIELDS;

const properties = {
  id,
  name,
  shape,
  quotaMode: k.oneOf(
    ['hard-cap', 'soft-overage', 'uncapped'],
    'What happens once the credits are used.',
    'soft-overage',
  ),
  priceCents: SHAPE_FIELDS.included.priceCents,
  includedCredits: SHAPE_FIELDS.included.credits,
  unitPrice: k.orNull(k.as(UNIT_PRICE, 'What credits beyond those included cost; null where there can be none.')),
  period,
  products,
  burst,
};

const PLAN = k.resource('Plan', 'The terms of a plan.', properties);

/** The catalogue. */
export const CATALOGUE = k.resource('Catalogue', 'The plans that there are.', {
  currency,
  plans: k.listOf(PLAN, 'In the order of the catalogue.'),
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
  kind: k.oneOf(['change-plan', 'cancel-plan'], 'A change to a plan, or that the plan is cancelled.'),
  plan: k.text('Id of the plan to change to.', 'growth'),
  effective: k.oneOf(['now', 'period-end'], 'When the change takes place.'),
  at: k.moment('The moment of the change.', '2026-05-01T00:00:00.000Z'),
  replaces: k.textOrNull('Plan of the scheduled change that this one would replace.'),
  planCents: k.cents('Price of the new period, to be paid now.', 9900),
  payment: k.oneOf(
    ['none', 'charged', 'invoiced'],
    'How that price is paid: `charged` to the payment method before the change takes effect, `invoiced` and due at once, or nothing to pay.',
    'charged',
  ),
  usageCents: k.cents('What accrued usage is invoiced with now.', 0),
  usageCredits: k.count('The credits of that usage.', 0),
  totalCents: k.cents('All that is invoiced now.', 9900),
  grantedCredits: k.count('Credits of the new period.', 100_000),
  carriedCredits: k.count('Unused credits that carry over.', 640),
  expiredCredits: k.count('Unused credits that are lost at once.', 0),
  expiringCredits: k.count(
    'Unused credits, as of now, that are lost when the period ends and the change takes place.',
    0,
  ),
  period: k.orNull(k.as(PERIOD, 'The new period; null where none begins now.')),
};

const PREVIEW = k.resource('ChangePreview', 'What a change would do.', preview);

/** A previewed change. */
export const OFFERED_CHANGE = k.resource('OfferedChange', 'A change that can be confirmed.', {
  ...preview,
  currency,
  token: k.text('Confirms the change, once.', 'preview-token'),
  expiresAt: k.moment('Until when the token is good.', '2026-05-01T00:10:00.000Z'),
});

/** What a change is shown from before it is made. */
export function shownPreview(preview: ChangePreview) {
  return { ...preview, totalCents: preview.planCents + preview.usageCents };
}

const REFUSAL = k.resource('PlanRefusal', 'Why a change would be refused.', {
  reason: k.text('For programs.', 'same-plan'),
  message: k.text('A sentence for users.', 'The plan is active already.'),
});

const OUTLOOK = k.resource('PlanOutlook', 'A plan, and what changing to it would do now.', {
  ...properties,
  change: k.orNull(k.as(PREVIEW, 'What the change would do; null where it would be refused.')),
  refusal: k.orNull(k.as(REFUSAL, 'Why the change would be refused.'), null),
});

/** The plans, with what changing to each would do. */
export const PLAN_LIST = k.resource('PlanList', 'The plans that there are.', {
  currency,
  plans: k.listOf(OUTLOOK, 'In the order of the catalogue.'),
});

/** What a plan is shown from with what changing to it would do, or why that would be refused. */
export function shownOutlook({ plan, change }: { readonly plan: Plan; readonly change: ChangePreview | Refusal }) {
  return 'reason' in change
    ? { ...shownPlan(plan), change: null, refusal: change }
    : { ...shownPlan(plan), change: shownPreview(change), refusal: null };
}

const CREDITS = k.resource('Credits', 'The credits of a period.', {
  granted: k.count('Credits that the plan gives.', 100_000),
  carried: k.count('Credits carried over from before.', 640),
  used: k.count('Credits used, as far as the ledger knows.', 8210),
  remaining: k.count('Credits that remain.', 92_430),
  billable: k.count('Credits used beyond them, which are billed.', 0),
});

const SCHEDULED = k.resource('ScheduledChange', 'A change that is accepted and yet to come.', {
  plan: k.text('Id of the plan to change to.', 'starter'),
  at: k.moment('When it takes place.', PERIOD.example.end as string),
  confirmedAt: k.moment('When it was accepted.', '2026-05-12T09:00:00.000Z'),
});

const PENDING = k.resource('PendingChange', 'A change that is confirmed and takes effect once its price is paid.', {
  plan: k.text('Id of the plan to change to.', 'growth'),
  cents: k.cents('The price.', 9900),
  confirmedAt: k.moment('When it was confirmed.', '2026-05-12T09:00:00.000Z'),
});

/** Whether a payment method is set up. */
export const PAYMENT_METHOD_STATUS = k.name(
  'PaymentMethodStatus',
  k.oneOf(['none', 'pending', 'verified'], 'Whether a payment method is set up and verified.', 'verified'),
);

const state = {
  plan: k.as(PLAN, 'The active plan.'),
  period: k.as(PERIOD, 'The current period.'),
  credits: k.as(CREDITS, 'The credits of the current period.'),
  settlingWindows: k.listOf(
    k.position('Number of a credit window.', 1),
    'Earlier credit windows whose last usage is still on its way: what carries over from them is not final.',
    [],
  ),
  scheduledChange: k.orNull(k.as(SCHEDULED, 'The change that is accepted and yet to come.'), null),
  pendingChange: k.orNull(
    k.as(PENDING, 'The change that waits for its payment; until then nothing else can change.'),
    null,
  ),
  paymentMethod: k.as(PAYMENT_METHOD_STATUS, 'Whether a payment method is set up.'),
  paymentOverdue: k.yes('Whether an invoice is overdue.', false),
};

/** The plan of an organization. */
export const PLAN_STATE = k.resource('PlanState', 'What is active, left and pending.', state);

/** The plan of an organization after a change. */
export const APPLIED_CHANGE = k.resource('AppliedChange', 'The plan after a change.', {
  ...state,
  invoices: k.listOf(INVOICE, 'Invoices that the change issued.'),
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
