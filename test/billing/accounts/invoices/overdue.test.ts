import { expect, it } from 'vitest';
import { applyTrigger } from '../../../../src/billing/accounts/apply.ts';
import { markInvoice } from '../../../../src/billing/accounts/invoices/billing.ts';
import { createOrganization } from '../../../../src/billing/accounts/organizations.ts';
import { stateOf } from '../../../../src/billing/accounts/transitions/account.ts';
import type { Trigger } from '../../../../src/billing/accounts/transitions/transition.ts';
import { upkeep } from '../../../../src/billing/accounts/upkeep.ts';
import { describeOnBoth } from '../../ledger/ledgers.ts';
import { ACTOR, type Books, openBooks } from '../books.ts';
import { at, CATALOGUE } from '../world.ts';

const START = at('2026-03-10T12:00:00Z');
const DAY = 86_400_000;
/** The price of a change is due at once; then 3 days of grace. */
const DUE = START;
const POLICY = { graceDays: 3, reminderDays: [2, 5], suspendDays: 7 };
const PURSUED = { ...CATALOGUE, overdue: POLICY };

async function does({ store, clock }: Books, trigger: Trigger): Promise<void> {
  const outcome = await store.transaction(async (tx) =>
    applyTrigger(tx, (await tx.lockAccount('acme'))!, trigger, ACTOR, PURSUED, clock.now),
  );
  if (!outcome.accepted) throw new Error(outcome.refusal.message);
}

/** An organization with one open invoice. */
async function billed(books: Books): Promise<string> {
  await books.store.transaction((tx) => createOrganization(tx, 'acme', 'Acme', ACTOR, books.accounts));
  await does(books, { kind: 'set-payment-method', status: 'verified' });
  await does(books, { kind: 'change-plan', plan: 'small' });
  const [invoice] = await books.store.transaction((tx) => tx.invoices('acme'));
  return invoice.number;
}

const stateNow = ({ store }: Books) => store.transaction(async (tx) => stateOf((await tx.account('acme'))!));
/** Types of the events since the invoice was issued, oldest first. */
const told = async ({ store }: Books) =>
  (await store.transaction((tx) => tx.events('acme', 100)))
    .map(({ type }) => type)
    .reverse()
    .slice(2);

describeOnBoth('An invoice that is not paid', (newPlace) => {
  it('is overdue after the grace period, then reminded of, then suspends its organization: each step once, with an event (§10.5)', async () => {
    const books = await openBooks(await newPlace(), START, { catalogue: PURSUED });
    const { accounts, clock } = books;
    await billed(books);
    const steps: [number, string | null][] = [
      [0, null],
      [3, 'invoice.overdue'],
      [5, 'invoice.reminder'],
      [8, 'invoice.reminder'],
      [10, 'organization.suspended'],
    ];
    const expected: string[] = [];
    for (const [days, type] of steps) {
      clock.now = DUE + days * DAY - 1;
      await upkeep(accounts, false);
      expect(await told(books)).toEqual(expected);
      clock.now += 1;
      if (type !== null) expected.push(type);
      for (let i = 0; i < 3; i++) await upkeep(accounts, false);
      expect(await told(books)).toEqual(expected);
    }
    expect(await stateNow(books)).toBe('suspended');
    const [suspended] = await books.store.transaction((tx) => tx.events('acme', 1));
    expect(suspended.data).toMatchObject({ unpaid: 'INV-00000001' });
  });

  it('takes all steps at once after a long pause, with only the last reminder', async () => {
    const books = await openBooks(await newPlace(), START, { catalogue: PURSUED });
    await billed(books);
    books.clock.now = DUE + 11 * DAY;
    await upkeep(books.accounts, false);
    await upkeep(books.accounts, false);
    expect(await told(books)).toEqual(['invoice.overdue', 'invoice.reminder', 'organization.suspended']);
    const [invoice] = await books.store.transaction((tx) => tx.invoices('acme'));
    expect(invoice).toMatchObject({ reminders: 2, suspendedAt: books.clock.now });
  });

  it('lifts the suspension that it caused once it is paid, but not one by an operator (§10.5)', async () => {
    for (const byOperator of [false, true]) {
      const books = await openBooks(await newPlace(), START, { catalogue: PURSUED });
      const number = await billed(books);
      if (byOperator) await does(books, { kind: 'suspend' });
      books.clock.now = DUE + 11 * DAY;
      await upkeep(books.accounts, false);
      expect(await stateNow(books)).toBe('suspended');
      books.clock.now += DAY;
      const pay = () => books.store.transaction((tx) => markInvoice(tx, 'acme', number, 'paid', ACTOR, books.accounts));
      await pay();
      expect(await stateNow(books)).toBe(byOperator ? 'suspended' : 'active');
      await pay();
      await upkeep(books.accounts, false);
      expect((await told(books)).slice(-2)).toEqual(
        byOperator ? ['invoice.reminder', 'invoice.paid'] : ['invoice.paid', 'organization.resumed'],
      );
    }
  });

  it('does not suspend again an organization whose suspension an operator lifted', async () => {
    const books = await openBooks(await newPlace(), START, { catalogue: PURSUED });
    await billed(books);
    books.clock.now = DUE + 11 * DAY;
    await upkeep(books.accounts, false);
    await does(books, { kind: 'resume' });
    books.clock.now += DAY;
    await upkeep(books.accounts, false);
    expect(await stateNow(books)).toBe('active');
  });
});
