import type { Accounts } from '../../accounts.ts';
import type { AccountsTransaction } from '../../accounts-store.ts';
import { type Applied, applyTrigger, type Outcome } from '../../apply.ts';
import { isOverdue } from '../../invoices/billing.ts';
import { confirmChange, knownUsage, offerChange, outlook } from '../../plan-changes.ts';
import { type Account, openWindow } from '../../transitions/account.ts';
import { settledAsKnown } from '../../transitions/preview.ts';
import { type ConsoleAnswer, ConsoleError, changeRefused } from '../answer.ts';
import { LONGEST_ID } from './fields.ts';
import type { ConsoleRoute } from './route.ts';
import { invoiceView, iso, outlookView, planStateView, previewView } from './views.ts';

/** The plan: what there is, what a change would do, preview, confirm, cancel. */
export const PLAN_ROUTES: readonly ConsoleRoute[] = [
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
    async change(tx, account, { body }, accounts) {
      const offered = await offerChange(tx, account, String(body.plan), accounts);
      if (!offered.accepted) throw changeRefused(offered.refusal);
      const { preview, token, expiresAt } = offered.value;
      return {
        status: 201,
        body: { ...previewView(preview), currency: accounts.catalogue.currency, token, expiresAt: iso(expiresAt) },
      };
    },
  },
  {
    operationId: 'confirmPlanChange',
    summary: "Confirm a previewed plan change with the preview's token",
    method: 'POST',
    path: '/organizations/{organization}/plan/changes',
    role: 'admin',
    body: { token: { kind: 'text', required: true, min: 1, max: 200, description: 'Token of the preview.' } },
    answer: { status: 200, schema: 'AppliedChange' },
    async change(tx, account, { actor, body }, accounts) {
      const confirmed = await confirmChange(tx, account, String(body.token), actor, accounts);
      if ('fault' in confirmed) {
        if (confirmed.fault === 'stale-preview') throw new ConsoleError('PREVIEW_STALE', confirmed.message);
        throw new ConsoleError('PREVIEW_UNKNOWN', 'This preview is unknown, expired or used already.');
      }
      return applied(tx, confirmed, accounts);
    },
  },
  {
    operationId: 'cancelPlan',
    summary: 'Cancel the plan: Free at the end of the period, or at once for PAYG',
    method: 'POST',
    path: '/organizations/{organization}/plan/cancel',
    role: 'admin',
    body: {},
    answer: { status: 200, schema: 'AppliedChange' },
    async change(tx, account, { actor }, accounts) {
      const trigger = { kind: 'cancel-plan' } as const;
      return applied(tx, await applyTrigger(tx, account, trigger, actor, accounts.catalogue, accounts.now()), accounts);
    },
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

async function applied(tx: AccountsTransaction, outcome: Outcome<Applied>, accounts: Accounts): Promise<ConsoleAnswer> {
  if (!outcome.accepted) throw changeRefused(outcome.refusal);
  const { account, invoices } = outcome.value;
  return {
    status: 200,
    body: {
      ...(await planState(tx, account, accounts)),
      invoices: invoices.map((invoice) => invoiceView(invoice, accounts.catalogue.currency)),
    },
  };
}

async function planState(tx: AccountsTransaction, account: Account, { catalogue, now }: Accounts) {
  const usage = await knownUsage(tx, account);
  const { windows } = settledAsKnown(account, usage, catalogue, now()).account;
  return planStateView(account, openWindow({ windows }), usage, await isOverdue(tx, account.id));
}
