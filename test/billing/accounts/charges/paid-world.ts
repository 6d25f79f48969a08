import { onTestFinished } from 'vitest';
import type { Accounts } from '../../../../src/billing/accounts/accounts.ts';
import type { AccountsTransaction } from '../../../../src/billing/accounts/accounts-store.ts';
import { chargeFirst } from '../../../../src/billing/accounts/charges/charged-change.ts';
import { openPayments } from '../../../../src/billing/accounts/charges/open-payments.ts';
import { applyReport, type ReportOutcome } from '../../../../src/billing/accounts/invoices/reports.ts';
import { stripeReports } from '../../../../src/billing/accounts/invoices/stripe.ts';
import { createOrganization } from '../../../../src/billing/accounts/organizations.ts';
import { offerChange } from '../../../../src/billing/accounts/plan-changes.ts';
import type { LedgerPlace } from '../../../../src/billing/ledger/ledger.ts';
import { ACTOR, type Books, openBooks } from '../books.ts';
import { at, CATALOGUE } from '../world.ts';
import { StripeStandIn } from './stripe-stand-in.ts';

const START = at('2026-03-10T12:00:00Z');

/** Accounts on a ledger, charged by a local Stripe. */
export interface PaidWorld {
  readonly books: Books;
  readonly accounts: Accounts;
  readonly stripe: StripeStandIn;
  /** An organization whose verified method Stripe knows. */
  organization(id: string, method?: string): Promise<void>;
  /** The token of a previewed change. */
  offer(id: string, plan?: string): Promise<string>;
  confirm(id: string, token: string, accounts?: Accounts): ReturnType<typeof chargeFirst>;
  /** Delivers an event of Stripe's about an object. */
  tell(type: string, object: object): Promise<ReportOutcome>;
  read<T>(work: (tx: AccountsTransaction) => Promise<T>): Promise<T>;
  /** What matters of an organization: its plan, invoices, payments, and the changes that it was told of. */
  state(id: string): Promise<{ plan: string; pending: boolean; invoices: string[]; changes: number; granted: number }>;
}

/** Opens accounts on a place, to be closed with the test. */
export async function openPaidWorld(place: LedgerPlace, patience = 400): Promise<PaidWorld> {
  const clock = { now: START };
  const stripe = await new StripeStandIn(() => clock.now).start();
  onTestFinished(() => stripe.stop());
  const { secretKey, origin } = stripe;
  const settings = { stripe: { secretKey, origin, consoleOrigin: 'https://console.example' }, linkSecret: null };
  const payments = await openPayments(settings, CATALOGUE, () => clock.now, patience);
  const books = await openBooks(place, START, { payments, now: () => clock.now });
  const accounts = books.accounts;
  const { store } = books;
  const reports = stripeReports(stripe.webhookSecret);
  async function tell(type: string, object: object): Promise<ReportOutcome> {
    const { payload, headers } = stripe.event(type, object);
    const read = reports.read(Buffer.from(payload), { 'stripe-signature': headers['Stripe-Signature'] }, clock.now);
    if ('refused' in read) throw new Error(read.refused);
    return applyReport('stripe', read.event, read.report, accounts);
  }
  return {
    books: { ...books, clock },
    accounts,
    stripe,
    async organization(id, method = 'pm_good') {
      await store.transaction((tx) => createOrganization(tx, id, `${id} Pty Ltd`, ACTOR, accounts));
      const metadata = { letterbox_organization: id };
      await tell('setup_intent.succeeded', { customer: `cus_${id}`, payment_method: method, metadata });
    },
    async offer(id, plan = 'small') {
      const offered = await store.transaction(async (tx) =>
        offerChange(tx, (await tx.lockAccount(id))!, { kind: 'change-plan', plan }, accounts),
      );
      if (!offered.accepted) throw new Error(offered.refusal.message);
      return offered.value.token;
    },
    confirm: (id, token, by = accounts) => chargeFirst(id, token, ACTOR, by),
    tell,
    read: (work) => store.transaction(work),
    state: (id) =>
      store.transaction(async (tx) => {
        const account = (await tx.account(id))!;
        const window = account.windows.at(-1)!;
        const events = await tx.events(id, 100);
        return {
          plan: window.plan.id,
          pending: account.pending !== null,
          invoices: (await tx.invoices(id)).map(({ status, totalCents }) => `${status} ${totalCents}`),
          changes: events.filter(({ type }) => type === 'plan.changed').length,
          granted: window.granted,
        };
      }),
  };
}
