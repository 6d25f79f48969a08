import type { Accounts } from '../../accounts.ts';
import type { AccountsTransaction } from '../../accounts-store.ts';
import { type Applied, applyTrigger, type Outcome } from '../../apply.ts';
import { type Charged, chargeFirst, UNAVAILABLE } from '../../charges/charged-change.ts';
import { isOverdue } from '../../invoices/billing.ts';
import {
  type ConfirmationFault,
  confirmChange,
  knownUsage,
  offerChange,
  outlook,
  type WantedChange,
} from '../../plan-changes.ts';
import { type Account, openWindow } from '../../transitions/account.ts';
import { settledAsKnown } from '../../transitions/preview.ts';
import { type ConsoleAnswer, ConsoleError, changeRefused } from '../answer.ts';
import { LONGEST_ID } from '../fields/fields.ts';
import type { ConsoleRequest, ConsoleRoute } from './route.ts';
import { invoiceView, iso, outlookView, planStateView, planView, previewView } from './views.ts';

const TOKEN = { kind: 'text', required: true, min: 1, max: 200, description: 'Token of the preview.' } as const;

/** The plan: what there is, what a change would do, preview, confirm, cancel. */
export const PLAN_ROUTES: readonly ConsoleRoute[] = [
  {
    operationId: 'listCatalogue',
    summary: 'List the plans that an organization can be created on',
    method: 'GET',
    path: '/plans',
    role: 'operator',
    query: {},
    answer: { status: 200, schema: 'Catalogue' },
    async list(_tx, _request, { catalogue }) {
      return { status: 200, body: { currency: catalogue.currency, plans: catalogue.plans.map(planView) } };
    },
  },
  {
    operationId: 'listPlans',
    summary: 'List the plans, with what changing to each would do now',
    method: 'GET',
    path: '/organizations/{organization}/plans',
    role: 'member',
    query: {},
    answer: { status: 200, schema: 'PlanList' },
    async read(tx, account, _request, accounts) {
      const plans = await outlook(tx, account, accounts);
      return { status: 200, body: { currency: accounts.catalogue.currency, plans: plans.map(outlookView) } };
    },
  },
  {
    operationId: 'getPlan',
    summary: 'Read the active plan, its credits and the scheduled change',
    method: 'GET',
    path: '/organizations/{organization}/plan',
    role: 'member',
    query: {},
    answer: { status: 200, schema: 'PlanState' },
    async read(tx, account, _request, accounts) {
      return { status: 200, body: await planState(tx, account, accounts) };
    },
  },
  {
    operationId: 'previewPlanChange',
    summary: 'Preview a plan change; the token in the answer confirms it',
    method: 'POST',
    path: '/organizations/{organization}/plan/previews',
    role: 'admin',
    repeatable: true,
    body: {
      plan: { kind: 'text', required: true, min: 1, max: LONGEST_ID, description: 'Id of the plan to change to.' },
    },
    answer: { status: 201, schema: 'OfferedChange' },
    change: (tx, account, { body }, accounts) =>
      offer(tx, account, { kind: 'change-plan', plan: String(body.plan) }, accounts),
  },
  {
    operationId: 'confirmPlanChange',
    summary: "Confirm a previewed plan change with the preview's token",
    method: 'POST',
    path: '/organizations/{organization}/plan/changes',
    role: 'admin',
    body: { token: TOKEN },
    answer: { status: 200, schema: 'AppliedChange' },
    prepare: ({ path, body, actor }, accounts) => chargeFirst(path.organization, String(body.token), actor, accounts),
    change: (tx, account, request, accounts, charged) =>
      charged === null
        ? confirm(tx, account, 'change-plan', request, accounts)
        : chargedChange(tx, account, charged as Exclude<Charged, null>, accounts),
  },
  {
    operationId: 'previewCancellation',
    summary: 'Preview what cancelling the plan does; the token in the answer confirms it',
    method: 'POST',
    path: '/organizations/{organization}/plan/cancel/previews',
    role: 'admin',
    repeatable: true,
    body: {},
    answer: { status: 201, schema: 'OfferedChange' },
    change: (tx, account, _request, accounts) => offer(tx, account, { kind: 'cancel-plan' }, accounts),
  },
  {
    operationId: 'cancelPlan',
    summary: "Cancel the plan with the preview's token: Free at the end of the period, or at once for PAYG",
    method: 'POST',
    path: '/organizations/{organization}/plan/cancel',
    role: 'admin',
    body: { token: TOKEN },
    answer: { status: 200, schema: 'AppliedChange' },
    change: (tx, account, request, accounts) => confirm(tx, account, 'cancel-plan', request, accounts),
  },
  {
    operationId: 'cancelScheduledChange',
    summary: 'Cancel the scheduled change: the current plan goes on',
    method: 'DELETE',
    path: '/organizations/{organization}/plan/scheduled-change',
    role: 'admin',
    body: {},
    answer: { status: 200, schema: 'AppliedChange' },
    async change(tx, account, { actor }, accounts) {
      const trigger = { kind: 'cancel-scheduled-change' } as const;
      return applied(tx, await applyTrigger(tx, account, trigger, actor, accounts.catalogue, accounts.now()), accounts);
    },
  },
];

async function offer(
  tx: AccountsTransaction,
  account: Account,
  wanted: WantedChange,
  accounts: Accounts,
): Promise<ConsoleAnswer> {
  const offered = await offerChange(tx, account, wanted, accounts);
  if (!offered.accepted) throw changeRefused(offered.refusal);
  const { preview, token, expiresAt } = offered.value;
  const { currency } = accounts.catalogue;
  return { status: 201, body: { ...previewView(preview), currency, token, expiresAt: iso(expiresAt) } };
}

async function confirm(
  tx: AccountsTransaction,
  account: Account,
  kind: WantedChange['kind'],
  { actor, body }: ConsoleRequest,
  accounts: Accounts,
): Promise<ConsoleAnswer> {
  const confirmed = await confirmChange(tx, account, { kind, token: String(body.token) }, actor, accounts);
  if (!('fault' in confirmed)) return applied(tx, confirmed, accounts);
  throw confirmationRefused(confirmed);
}

function confirmationRefused(fault: ConfirmationFault): ConsoleError {
  if (fault.fault === 'stale-preview') return new ConsoleError('PREVIEW_STALE', fault.message);
  return new ConsoleError('PREVIEW_UNKNOWN', 'This preview is unknown, expired or used already.');
}

/** The answer to a change whose price was charged first: made, waiting for the payment, or refused. */
async function chargedChange(
  tx: AccountsTransaction,
  account: Account,
  charged: Exclude<Charged, null>,
  accounts: Accounts,
): Promise<ConsoleAnswer> {
  if ('fault' in charged) throw confirmationRefused(charged);
  if ('refusal' in charged) throw changeRefused(charged.refusal);
  // An event may have decided it since.
  const { state, code, invoice: number } = (await tx.payment(charged.id)) ?? charged;
  if (code === UNAVAILABLE)
    throw new ConsoleError('SERVICE_UNAVAILABLE', 'No payment can be taken at the moment, and nothing has changed.');
  if (state === 'declined')
    throw new ConsoleError('CHANGE_REFUSED', declinedInWords(code), { reason: 'payment-declined', code });
  const invoice = number === null ? null : await tx.invoice(account.id, number);
  const invoices = invoice === null ? [] : [invoiceView(invoice, accounts)];
  const body = { ...(await planState(tx, account, accounts)), invoices };
  return { status: 200, body, ...(state === 'pending' && { passing: true }) };
}

/** Why a payment was declined, for the person who pays. */
function declinedInWords(code: string | null): string {
  if (code === 'authentication_required')
    return 'The bank wants this payment to be confirmed by its owner. Nothing has changed; set up the payment method again, or another one.';
  const reason = code === null || code === 'declined' ? '' : ` (${code.replaceAll('_', ' ')})`;
  return `The payment was declined${reason}. Nothing has changed.`;
}

async function applied(tx: AccountsTransaction, outcome: Outcome<Applied>, accounts: Accounts): Promise<ConsoleAnswer> {
  if (!outcome.accepted) throw changeRefused(outcome.refusal);
  const { account, invoices } = outcome.value;
  return {
    status: 200,
    body: {
      ...(await planState(tx, account, accounts)),
      invoices: invoices.map((invoice) => invoiceView(invoice, accounts)),
    },
  };
}

/** The plan of an organization, with its credits as far as their usage is known. */
export async function planState(tx: AccountsTransaction, account: Account, { catalogue, now }: Accounts) {
  const usage = await knownUsage(tx, account);
  const { windows } = settledAsKnown(account, usage, catalogue, now()).account;
  return planStateView(account, openWindow({ windows }), usage, await isOverdue(tx, account.id));
}
