import type { Accounts } from '../accounts.ts';
import type { AccountsTransaction, Actor } from '../accounts-store.ts';
import { applyTrigger } from '../apply.ts';
import type { Account } from '../transitions/account.ts';
import type { Payment } from './payment.ts';
import type { ChargeOutcome } from './provider.ts';

/** How long the request that began a payment may take to reach the provider, ms. */
const ON_ITS_WAY = 60_000;

/** The code of a payment that an operator gave up. */
const WITHDRAWN = 'withdrawn';

/**
 * Gives up the payment that an organization's change waits for, so that the account is free again:
 * for one that its provider does not decide, or that took another amount. Money that was taken is
 * for the operator to give back. `undecided`: it may still be paid. Null: nothing waits. Runs
 * outside any transaction.
 */
export async function withdrawPayment(
  organization: string,
  actor: Actor,
  accounts: Accounts,
): Promise<Payment | 'undecided' | null> {
  const { store, payments } = accounts;
  const waiting = await store.transaction(async (tx) => {
    const pending = (await tx.account(organization))?.pending;
    return pending ? tx.payment(pending.payment) : null;
  });
  if (waiting === null) return null;
  const found = (await payments.charges?.find(waiting)) ?? null;
  // The request that began it may still be on its way.
  if (found === null && accounts.now() - waiting.begunAt < ON_ITS_WAY) return 'undecided';
  if (found !== null) {
    const settled = await settle(waiting, found, actor, accounts);
    if (settled.state !== 'pending') return settled;
  }
  const isOver = (await payments.charges?.withdraw(waiting)) ?? true;
  return isOver ? settle(waiting, { state: 'declined', code: WITHDRAWN }, actor, accounts) : 'undecided';
}

/** The code of a pending payment for which another amount was taken: it waits for an operator. */
const MISMATCH = 'mismatch';

/** Writes what the provider said of a payment, in a transaction of its own. */
export function settle(payment: Payment, outcome: ChargeOutcome, actor: Actor, accounts: Accounts): Promise<Payment> {
  return accounts.store.transaction(async (tx) => {
    const account = await tx.lockAccount(payment.organization);
    const current = await tx.payment(payment.id);
    if (account === null || current === null) throw new Error(`Payment ${payment.id} is not in the ledger any more.`);
    return (await settlePayment(tx, account, current, outcome, actor, accounts)).payment;
  });
}

/** What became of a payment: `mismatch` is for an operator to look into, and in the audit log. */
export interface Settled {
  readonly payment: Payment;
  readonly told: 'applied' | 'mismatch' | 'not-pending' | 'undecided';
}

/**
 * Writes what the provider said of a payment of a locked account: the change takes effect, or was
 * never made. Only the first word on a payment counts, whoever brings it. Money that is not the
 * price, or that arrives for a payment that had failed, changes nothing and is written into the
 * audit log.
 */
export async function settlePayment(
  tx: AccountsTransaction,
  account: Account,
  payment: Payment,
  outcome: ChargeOutcome,
  actor: Actor,
  accounts: Accounts,
): Promise<Settled> {
  if (outcome.state !== 'succeeded' && outcome.state !== 'declined') return { payment, told: 'undecided' };
  const at = accounts.now();
  if (outcome.state === 'succeeded') {
    const isPrice = outcome.cents === payment.cents && outcome.currency === payment.currency;
    if (!isPrice || payment.state === 'declined') {
      if (payment.state === 'pending' && payment.code === MISMATCH) return { payment, told: 'mismatch' };
      const { cents, currency } = outcome;
      const details = { payment: payment.id, state: payment.state, expectedCents: payment.cents, cents, currency };
      await tx.addAudit({ organization: account.id, at, actor, action: 'payment-mismatch', details });
      const noted = payment.state === 'pending' ? { ...payment, code: MISMATCH } : payment;
      await tx.savePayment(noted);
      return { payment: noted, told: 'mismatch' };
    }
  }
  if (payment.state !== 'pending') return { payment, told: 'not-pending' };
  const kind = outcome.state === 'succeeded' ? 'complete-payment' : 'fail-payment';
  const trigger = { kind, payment: payment.id } as const;
  const applied = await applyTrigger(tx, account, trigger, actor, accounts.catalogue, at);
  if (!applied.accepted) throw new Error(applied.refusal.message);
  const ended: Payment = {
    ...payment,
    state: outcome.state,
    endedAt: at,
    invoice: applied.value.invoices[0]?.number ?? null,
    code: outcome.state === 'declined' ? outcome.code : null,
  };
  await tx.savePayment(ended);
  // Who asked for the change may have left with the answer that it is pending.
  if (ended.code !== null && actor.kind === 'system')
    await tx.addEvent({
      organization: account.id,
      at,
      type: 'plan.change_declined',
      data: { plan: payment.plan, cents: payment.cents, currency: payment.currency, code: ended.code },
    });
  return { payment: ended, told: 'applied' };
}
