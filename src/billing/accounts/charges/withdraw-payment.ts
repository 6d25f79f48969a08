import type { Accounts } from '../accounts.ts';
import type { Actor } from '../accounts-store.ts';
import type { Payment } from './payment.ts';
import { settle } from './settle-payment.ts';

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
