import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Accounts } from '../../../../src/billing/accounts/accounts.ts';
import { chargeFirst, paymentOf } from '../../../../src/billing/accounts/charges/charged-change.ts';
import { resumePayments } from '../../../../src/billing/accounts/charges/resume.ts';
import { cases } from '../../../support/cases.ts';
import { describeOnBoth } from '../../ledger/ledgers.ts';
import { ACTOR } from '../books.ts';
import { openPaidWorld, type PaidWorld } from './paid-world.ts';

/** The process ended here. */
class Died extends Error {}

/** The moments at which a process can end between a confirmation and its answer, in their order. */
const MOMENTS = [
  'before the change is noted',
  'once the change is noted',
  'once Stripe is asked, before it takes the money',
  'once Stripe has the money, before its answer',
  'once Stripe has answered',
  'once the change is made',
] as const;

/** The accounts of a process that ends at a moment. */
function endingAt(moment: (typeof MOMENTS)[number], { accounts, stripe }: PaidWorld): Accounts {
  const { store } = accounts;
  let transactions = 0;
  if (moment === 'once Stripe is asked, before it takes the money') stripe.faults.push('drop-before', 'drop-before');
  if (moment === 'once Stripe has the money, before its answer') stripe.faults.push('drop-after', 'drop-after');
  return {
    ...accounts,
    store: {
      async transaction(work) {
        const number = ++transactions;
        if (number === 1 && moment === 'before the change is noted') throw new Died();
        if (number === 2 && moment !== 'once the change is made') throw new Died();
        const result = await store.transaction(work);
        if (number === 1 && moment === 'once the change is noted') throw new Died();
        if (number === 2) throw new Died();
        return result;
      },
    },
  };
}

/** What may happen afterwards, in any order and any number of times. */
const RECOVERIES = ['retry', 'event', 'resume', 'two at once', 'pass a minute'] as const;

async function recover(world: PaidWorld, id: string, token: string, by: (typeof RECOVERIES)[number]): Promise<void> {
  const { accounts, stripe, books } = world;
  switch (by) {
    case 'retry':
      await chargeFirst(id, token, ACTOR, accounts);
      return;
    case 'event':
      for (const intent of stripe.intents) {
        if (intent.customer !== `cus_${id}`) continue;
        const type = intent.status === 'succeeded' ? 'payment_intent.succeeded' : 'payment_intent.payment_failed';
        await world.tell(type, intent);
      }
      return;
    case 'resume':
      await resumePayments(accounts);
      return;
    case 'two at once':
      await Promise.all([chargeFirst(id, token, ACTOR, accounts), resumePayments(accounts)]);
      return;
    default:
      books.clock.now += 60_000;
  }
}

describeOnBoth('A process that ends while a change is paid', (newPlace) => {
  it.each(MOMENTS)('%s, leaves one charge and one change, whoever goes on (§9.10)', async (moment) => {
    const world = await openPaidWorld(await newPlace());
    const { stripe, accounts, books } = world;
    let number = 0;
    const after = fc.array(fc.constantFrom(...RECOVERIES), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(after, fc.boolean(), async (recoveries, byRetry) => {
        const id = `org-${number++}`;
        await world.organization(id);
        const token = await world.offer(id);
        await expect(chargeFirst(id, token, ACTOR, endingAt(moment, world))).rejects.toThrow(Died);
        for (const by of recoveries) await recover(world, id, token, by);
        // In the end the customer tries again, or another process finds what was begun.
        books.clock.now += 60_000;
        const isNoted = (await world.read((tx) => tx.payment(paymentOf(token)))) !== null;
        if (byRetry || !isNoted) await chargeFirst(id, token, ACTOR, accounts);
        await resumePayments(accounts);
        expect(stripe.charges.filter(({ customer }) => customer === `cus_${id}`)).toHaveLength(1);
        expect(await world.state(id)).toEqual({
          plan: 'small',
          pending: false,
          invoices: ['paid 1000'],
          changes: 1,
          granted: 1000,
        });
        expect(await chargeFirst(id, token, ACTOR, accounts)).toMatchObject({ state: 'succeeded' });
      }),
      { numRuns: cases(4, 60) },
    );
  });

  it.each(MOMENTS)('%s, leaves no trace of a change that was declined', async (moment) => {
    const world = await openPaidWorld(await newPlace());
    const { stripe, accounts, books } = world;
    await world.organization('acme', 'pm_declined');
    const token = await world.offer('acme');
    await expect(chargeFirst('acme', token, ACTOR, endingAt(moment, world))).rejects.toThrow(Died);
    books.clock.now += 60_000;
    await resumePayments(accounts);
    expect(await chargeFirst('acme', token, ACTOR, accounts)).toMatchObject({
      state: 'declined',
      code: 'insufficient_funds',
    });
    expect(stripe.charges).toEqual([]);
    const nothing = { plan: 'free', pending: false, invoices: [], changes: 0, granted: 100 };
    expect(await world.state('acme')).toEqual(nothing);
    // The events come, in whichever order, and change nothing.
    for (const type of ['payment_intent.canceled', 'payment_intent.payment_failed'])
      for (const intent of stripe.intents) await world.tell(type, intent);
    expect(await world.state('acme')).toEqual(nothing);
  });
});
