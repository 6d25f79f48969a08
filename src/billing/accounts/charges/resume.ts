import type { Accounts } from '../accounts.ts';
import type { Actor } from '../accounts-store.ts';
import { UNAVAILABLE } from './charged-change.ts';
import type { Payment } from './payment.ts';
import type { ChargeOutcome, Charges } from './provider.ts';
import { settle } from './settle-payment.ts';

/** How long a payment is left to the request that began it, and then between two questions, ms. */
const ASK_AGAIN = 30_000;
/** From when on the provider is asked less often, and how often then, ms: a bank may take days. */
const OLD = 3_600_000;
const ASK_AGAIN_WHEN_OLD = 600_000;

/**
 * How long a payment that the provider knows nothing of is asked for again, ms. Stripe keeps
 * idempotency keys for a day at least, so none of these can become a second charge.
 */
const GIVE_UP = 3_600_000;

/**
 * Asks the provider about payments whose process died or whose answer did not come, and writes what
 * it says. May run on several machines at once. Returns what was not decided, by payment: reasons
 * for the log.
 */
export async function resumePayments(accounts: Accounts): Promise<ReadonlyMap<string, string>> {
  const { charges, name } = accounts.payments;
  const undecided = new Map<string, string>();
  if (charges === null) return undecided;
  const now = accounts.now();
  const actor: Actor = { kind: 'system', subject: name };
  const waiting = await accounts.store.transaction((tx) =>
    tx.paymentsToResume(now - ASK_AGAIN, now - OLD, now - ASK_AGAIN_WHEN_OLD),
  );
  for (const payment of waiting) {
    if (!(await accounts.store.transaction((tx) => tx.claimPayment(payment, now)))) continue;
    const outcome = await ask(charges, payment, now);
    const settled = await settle(payment, outcome, actor, accounts);
    if (settled.state !== 'pending') continue;
    undecided.set(
      payment.id,
      'reason' in outcome ? outcome.reason : 'the provider took another amount: an operator has to look into it',
    );
  }
  return undecided;
}

async function ask(charges: Charges, payment: Payment, now: number): Promise<ChargeOutcome> {
  const found = await charges.find(payment);
  if (found !== null) return found;
  if (now - payment.begunAt < GIVE_UP) return charges.charge(payment);
  return { state: 'declined', code: UNAVAILABLE };
}
