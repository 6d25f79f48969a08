import type { Accounts } from '../../accounts.ts';
import type { AccountsTransaction, Actor } from '../../accounts-store.ts';
import { applyTrigger } from '../../apply.ts';
import { chargedPayer, type PaymentSetup } from '../../charges/provider.ts';
import { withdrawPayment } from '../../charges/settle-payment.ts';
import { type Account, type PaymentMethod, stateOf } from '../../transitions/account.ts';
import { type ConsoleAnswer, ConsoleError, changeRefused, notFound } from '../answer.ts';
import { PAY_PAGE, PAYMENT_METHOD } from '../resources/billing.ts';
import { PLAN_STATE } from '../resources/plans.ts';
import { shownPlanOf } from './plan-routes.ts';
import type { ChangeRoute, ConsoleRequest, ConsoleRoute } from './route.ts';

/**
 * Payment methods, and pages on which invoices are paid. Where no provider verifies payment methods,
 * operators do.
 */
export const PAYMENT_ROUTES: readonly ConsoleRoute[] = [
  {
    operationId: 'getPaymentMethod',
    summary: 'Read whether a payment method is set up and verified, and how one is set up',
    method: 'GET',
    path: '/organizations/{organization}/payment-method',
    role: 'member',
    query: {},
    answer: { status: 200, schema: PAYMENT_METHOD },
    read: (tx, account, _request, accounts) => answer(tx, account, NOTHING_NEXT, accounts),
  },
  {
    operationId: 'setUpPaymentMethod',
    summary: 'Begin to set up a payment method; the answer says where to go on',
    method: 'POST',
    path: '/organizations/{organization}/payment-method',
    role: 'admin',
    repeatable: true,
    body: {},
    answer: { status: 200, schema: PAYMENT_METHOD },
    async prepare({ path, session }, accounts) {
      const account = await accounts.store.transaction((tx) => tx.account(path.organization));
      if (account !== null) refuseToSetUp(account, accounts);
      return account && reachable(accounts.payments.setUp({ id: account.id, subject: session.subject }));
    },
    async change(tx, account, { actor }, accounts, prepared) {
      refuseToSetUp(account, accounts);
      const next = prepared as PaymentSetup;
      // A verified method stays until another one takes its place.
      if (account.paymentMethod === 'verified') return answer(tx, account, next, accounts);
      return answer(tx, await setMethod(tx, account, next.status, actor, accounts), next, accounts);
    },
  },
  ...(['verify', 'remove'] as const).map(
    (verb): ChangeRoute => ({
      operationId: `${verb}PaymentMethod`,
      summary:
        verb === 'verify'
          ? 'Note that the payment method is verified'
          : 'Note that there is no payment method any more',
      method: 'POST',
      path: `/organizations/{organization}/payment-method/${verb}`,
      role: 'operator',
      body: {},
      answer: { status: 200, schema: PAYMENT_METHOD },
      async change(tx, account, { actor }, accounts) {
        if (verb === 'remove') await tx.savePayer(account.id, null);
        const status = verb === 'verify' ? 'verified' : 'none';
        return answer(tx, await setMethod(tx, account, status, actor, accounts), NOTHING_NEXT, accounts);
      },
    }),
  ),
  {
    operationId: 'withdrawPendingChange',
    summary: 'Give up the change that waits for its payment, if the payment provider lets that be given up',
    method: 'POST',
    path: '/organizations/{organization}/plan/pending-change/withdraw',
    role: 'operator',
    body: {},
    answer: { status: 200, schema: PLAN_STATE },
    prepare: ({ path, actor }, accounts) => withdrawPayment(path.organization, actor, accounts),
    async change(tx, account, _request, accounts, withdrawn) {
      if (withdrawn === null) throw new ConsoleError('CONFLICT', 'No change waits for its payment.');
      if (withdrawn === 'undecided')
        throw new ConsoleError('CONFLICT', 'The bank is still deciding about this payment: it cannot be given up now.');
      return { status: 200, body: PLAN_STATE.write(await shownPlanOf(tx, account, accounts)) };
    },
  },
  {
    operationId: 'makePayPage',
    summary: 'Make a page of the payment provider on which an open invoice is paid',
    method: 'POST',
    path: '/organizations/{organization}/invoices/{invoice}/pay-page',
    role: 'admin',
    repeatable: true,
    body: {},
    answer: { status: 201, schema: PAY_PAGE },
    prepare: payPage,
    change: async (_tx, _account, _request, _accounts, url) => ({
      status: 201,
      body: PAY_PAGE.write({ url: url as string }),
    }),
  },
];

const NOTHING_NEXT = { message: null, url: null };

async function answer(
  tx: AccountsTransaction,
  { id, paymentMethod }: Account,
  { message, url }: Pick<PaymentSetup, 'url'> & { readonly message: string | null },
  { payments, catalogue }: Accounts,
): Promise<ConsoleAnswer> {
  const { setUp, contact } = catalogue.payment;
  const payer = chargedPayer(payments, await tx.payer(id));
  const body = PAYMENT_METHOD.write({
    status: paymentMethod,
    provider: payments.name,
    setUp: setUp ?? (payments.charges === null ? 'ask' : 'stripe'),
    contact,
    charged: paymentMethod === 'verified' && payer !== null,
    message,
    url,
  });
  return { status: 200, body };
}

async function setMethod(
  tx: AccountsTransaction,
  account: Account,
  status: PaymentMethod,
  actor: Actor,
  accounts: Accounts,
): Promise<Account> {
  const trigger = { kind: 'set-payment-method', status } as const;
  const set = await applyTrigger(tx, account, trigger, actor, accounts.catalogue, accounts.now());
  if (!set.accepted) throw changeRefused(set.refusal);
  return set.value.account;
}

/** A method is set up once, unless there is a page on which another one can be. */
function refuseToSetUp(account: Account, { catalogue, payments }: Accounts): void {
  const state = stateOf(account);
  if (state === 'closing' || state === 'closed')
    throw new ConsoleError('CONFLICT', `The organization is ${state}: it needs no payment method.`);
  const hasPage =
    catalogue.payment.setUp === 'page' || (catalogue.payment.setUp !== 'ask' && payments.charges !== null);
  if (account.paymentMethod === 'verified' && !hasPage)
    throw new ConsoleError('CONFLICT', 'The payment method is verified already.');
}

async function payPage({ path }: ConsoleRequest, { store, payments, catalogue }: Accounts): Promise<string | null> {
  const { organization, invoice: number } = path;
  const invoice = await store.transaction((tx) => tx.invoice(organization, number));
  if (invoice === null) throw notFound('Invoice', number);
  if (invoice.status !== 'open') throw new ConsoleError('CONFLICT', `Invoice ${number} is ${invoice.status}.`);
  if (payments.payPage === null)
    throw new ConsoleError('CONFLICT', 'There is no page for payments here: the invoice says how it is paid.');
  return reachable(payments.payPage(invoice, catalogue.currency));
}

/** What the provider makes, or a refusal that says so; the log has what went wrong. */
function reachable<T>(made: Promise<T>): Promise<T> {
  return made.catch((error: unknown) => {
    const { type = 'error', code = '' } = error as { type?: string; code?: string };
    const details = { reason: `${type} ${code}`.trim() };
    throw new ConsoleError('SERVICE_UNAVAILABLE', 'The payment provider cannot be reached; try again', details);
  });
}
