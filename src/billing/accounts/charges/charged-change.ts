import { hash } from 'node:crypto';
import type { Accounts } from '../accounts.ts';
import type { AccountsTransaction, Actor } from '../accounts-store.ts';
import { applyTrigger } from '../apply.ts';
import { type ConfirmationFault, checkConfirmation } from '../plan-changes.ts';
import type { PendingChange } from '../transitions/account.ts';
import type { Refusal } from '../transitions/effect.ts';
import type { Payment } from './payment.ts';
import { type ChargeOutcome, chargedPayer } from './provider.ts';
import { settle } from './settle-payment.ts';

/**
 * What came of the payment for a confirmed change, if it was begun; null if the change takes none.
 */
export type Charged = Payment | { readonly refusal: Refusal } | ConfirmationFault | null;

/** The code of a payment that failed because the provider took no request for it. */
export const UNAVAILABLE = 'provider_unavailable';

/** The id of the payment for the change that a token confirms: one token, one payment. */
export function paymentOf(token: string): string {
  return `pay_${hash('sha256', `payment ${token}`).slice(0, 40)}`;
}

/**
 * Charges the price of a confirmed change before it is made, in three steps, each of which may be
 * the last of a process: the change is noted as pending, the provider is asked, and what it says is
 * written. Repeated with the same token, by a retry or at the same moment, it is the same payment;
 * what an earlier attempt left pending is asked for again. Runs outside any transaction.
 */
export async function chargeFirst(
  organization: string,
  token: string,
  actor: Actor,
  accounts: Accounts,
): Promise<Charged> {
  const { charges } = accounts.payments;
  if (charges === null) return null;
  const begun = await accounts.store.transaction((tx) => beginPayment(tx, organization, token, actor, accounts));
  if (begun === null || !('payment' in begun)) return begun;
  const { payment, isNew } = begun;
  if (payment.state !== 'pending') return payment;
  const outcome = (isNew ? null : await charges.find(payment)) ?? (await charges.charge(payment));
  return settle(payment, isNew ? givenUp(outcome) : outcome, actor, accounts);
}

/** A provider that did not take the first request has begun nothing, so nothing waits for it. */
function givenUp(outcome: ChargeOutcome): ChargeOutcome {
  return outcome.state === 'unavailable' ? { state: 'declined', code: UNAVAILABLE } : outcome;
}

async function beginPayment(
  tx: AccountsTransaction,
  organization: string,
  token: string,
  actor: Actor,
  accounts: Accounts,
): Promise<{ payment: Payment; isNew: boolean } | Exclude<Charged, Payment>> {
  const account = await tx.lockAccount(organization);
  if (account === null) return null;
  const known = await tx.payment(paymentOf(token));
  if (known !== null)
    return known.organization === organization ? { payment: known, isNew: false } : { fault: 'unknown-token' };
  const offered = await tx.preview(hash('sha256', token));
  if (offered?.organization !== organization || offered.preview.payment !== 'charged') return null;
  const confirmed = await checkConfirmation(tx, account, { kind: 'change-plan', token }, accounts);
  if ('fault' in confirmed) return confirmed;
  const payer = chargedPayer(accounts.payments, await tx.payer(organization));
  if (payer === null) return { fault: 'stale-preview', message: 'The payment method was withdrawn meanwhile.' };
  const trigger = { kind: 'begin-payment', plan: offered.preview.plan, payment: paymentOf(token), payer } as const;
  const begun = await applyTrigger(tx, account, trigger, actor, accounts.catalogue, accounts.now());
  if (!begun.accepted) return { refusal: begun.refusal };
  const payment = newPayment(organization, begun.value.account.pending!, accounts);
  await tx.addPayment(payment);
  return { payment, isNew: true };
}

function newPayment(organization: string, pending: PendingChange, { catalogue }: Accounts): Payment {
  const { payment, plan, payer, confirmedAt } = pending;
  return {
    id: payment,
    organization,
    state: 'pending',
    plan: plan.id,
    cents: plan.priceCents,
    currency: catalogue.currency,
    payer,
    begunAt: confirmedAt,
    askedAt: confirmedAt,
    endedAt: null,
    invoice: null,
    code: null,
  };
}
