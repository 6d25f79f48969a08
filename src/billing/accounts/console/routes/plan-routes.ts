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
import { LONGEST_ID, required, textField } from '../fields/fields.ts';
import { shownInvoice } from '../resources/invoices.ts';
import {
  APPLIED_CHANGE,
  CATALOGUE,
  OFFERED_CHANGE,
  PLAN_LIST,
  PLAN_STATE,
  shownOutlook,
  shownPlan,
  shownPreview,
  shownState,
} from '../resources/plans.ts';
import type { ConsoleRequest, ConsoleRoute } from './route.ts';

const TOKEN = required(textField(1, 200, 'Token of the preview.'));

/** The plan: what there is, what a change would do, preview, confirm, cancel. */
export const PLAN_ROUTES: readonly ConsoleRoute[] = [
  {
    operationId: 'listCatalogue',
    summary: 'List the plans that an organization can be created on',
    method: 'GET',
    path: '/plans',
    role: 'operator',
    query: {},
    answer: { status: 200, schema: CATALOGUE },
    async list(_tx, _request, { catalogue: { currency, plans } }) {
      return { status: 200, body: CATALOGUE.write({ currency, plans: plans.map(shownPlan) }) };
    },
  },
  {
    operationId: 'listPlans',
    summary: 'List the plans, with what changing to each would do now',
    method: 'GET',
    path: '/organizations/{organization}/plans',
    role: 'member',
    query: {},
    answer: { status: 200, schema: PLAN_LIST },
    async read(tx, account, _request, accounts) {
      const plans = (await outlook(tx, account, accounts)).map(shownOutlook);
      return { status: 200, body: PLAN_LIST.write({ currency: accounts.catalogue.currency, plans }) };
    },
  },
  {
    operationId: 'getPlan',
    summary: 'Read the active plan, its credits and the scheduled change',
    method: 'GET',
    path: '/organizations/{organization}/plan',
    role: 'member',
    query: {},
    answer: { status: 200, schema: PLAN_STATE },
    async read(tx, account, _request, accounts) {
      return { status: 200, body: PLAN_STATE.write(await shownPlanOf(tx, account, accounts)) };
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
      plan: required(textField(1, LONGEST_ID, 'Id of the plan to change to.')),
    },
    example: { plan: 'growth' },
    answer: { status: 201, schema: OFFERED_CHANGE },
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
    example: { token: OFFERED_CHANGE.example.token },
    answer: { status: 200, schema: APPLIED_CHANGE },
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
    answer: { status: 201, schema: OFFERED_CHANGE },
    change: (tx, account, _request, accounts) => offer(tx, account, { kind: 'cancel-plan' }, accounts),
  },
  {
    operationId: 'cancelPlan',
    summary: "Cancel the plan with the preview's token: Free at the end of the period, or at once for PAYG",
    method: 'POST',
    path: '/organizations/{organization}/plan/cancel',
    role: 'admin',
    body: { token: TOKEN },
    example: { token: OFFERED_CHANGE.example.token },
    answer: { status: 200, schema: APPLIED_CHANGE },
    change: (tx, account, request, accounts) => confirm(tx, account, 'cancel-plan', request, accounts),
  },
  {
    operationId: 'cancelScheduledChange',
    summary: 'Cancel the scheduled change: the current plan goes on',
    method: 'DELETE',
    path: '/organizations/{organization}/plan/scheduled-change',
    role: 'admin',
    body: {},
    answer: { status: 200, schema: APPLIED_CHANGE },
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
  return { status: 201, body: OFFERED_CHANGE.write({ ...shownPreview(preview), currency, token, expiresAt }) };
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
  const invoices = invoice === null ? [] : [shownInvoice(invoice, accounts)];
  const body = APPLIED_CHANGE.write({ ...(await shownPlanOf(tx, account, accounts)), invoices });
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
  const { account } = outcome.value;
  const invoices = outcome.value.invoices.map((invoice) => shownInvoice(invoice, accounts));
  return { status: 200, body: APPLIED_CHANGE.write({ ...(await shownPlanOf(tx, account, accounts)), invoices }) };
}

/** What the plan of an organization is shown from, with its credits as far as their usage is known. */
export async function shownPlanOf(tx: AccountsTransaction, account: Account, { catalogue, now }: Accounts) {
  const usage = await knownUsage(tx, account);
  const { windows } = settledAsKnown(account, usage, catalogue, now()).account;
  return shownState(account, openWindow({ windows }), usage, await isOverdue(tx, account.id));
}
