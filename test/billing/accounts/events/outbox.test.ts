import { expect, it } from 'vitest';
import { applyTrigger } from '../../../../src/billing/accounts/apply.ts';
import { markInvoice } from '../../../../src/billing/accounts/invoices/billing.ts';
import { createApiKey, revokeApiKey, rotateApiKey } from '../../../../src/billing/accounts/keys.ts';
import { closeOrganization, createOrganization } from '../../../../src/billing/accounts/organizations.ts';
import type { Trigger } from '../../../../src/billing/accounts/transitions/transition.ts';
import { upkeep } from '../../../../src/billing/accounts/upkeep.ts';
import { describeOnBoth } from '../../ledger/ledgers.ts';
import { ACTOR, type Books, openBooks } from '../books.ts';
import { at, CATALOGUE } from '../world.ts';

const START = at('2026-03-10T12:00:00Z');
const DAY = 86_400_000;

async function does({ store, clock }: Books, id: string, trigger: Trigger): Promise<void> {
  const outcome = await store.transaction(async (tx) =>
    applyTrigger(tx, (await tx.lockAccount(id))!, trigger, ACTOR, CATALOGUE, clock.now),
  );
  if (!outcome.accepted) throw new Error(outcome.refusal.message);
}

const eventsOf = ({ store }: Books, id: string) => store.transaction((tx) => tx.events(id, 100));

/** Types of the events of an organization, oldest first. */
const typesOf = async (books: Books, id: string) => (await eventsOf(books, id)).map(({ type }) => type).reverse();

describeOnBoth('The outbox', (newPlace) => {
  it('has every kind of event for an organization, in order (§11.5)', async () => {
    const books = await openBooks(await newPlace(), START);
    const { store, accounts, clock } = books;
    await store.transaction((tx) => createOrganization(tx, 'acme', 'Acme', ACTOR, accounts));
    await store.transaction((tx) => createOrganization(tx, 'other', 'Other', ACTOR, accounts));
    await does(books, 'acme', { kind: 'set-payment-method', status: 'verified' });
    await does(books, 'acme', { kind: 'change-plan', plan: 'large' });
    await does(books, 'acme', { kind: 'change-plan', plan: 'small' });
    await does(books, 'acme', { kind: 'cancel-scheduled-change' });
    await does(books, 'acme', { kind: 'suspend' });
    await does(books, 'acme', { kind: 'resume' });
    await store.transaction(async (tx) => {
      const { record } = await createApiKey(tx, 'acme', 'web', ACTOR, clock.now);
      await rotateApiKey(tx, 'acme', record.id, 60, ACTOR, clock.now);
      await revokeApiKey(tx, 'acme', record.id, ACTOR, clock.now);
      await revokeApiKey(tx, 'acme', record.id, ACTOR, clock.now);
    });
    clock.now += 15 * DAY;
    await upkeep(accounts);
    await upkeep(accounts);
    const [invoice] = await store.transaction((tx) => tx.invoices('acme', 'open'));
    await store.transaction((tx) => markInvoice(tx, 'acme', invoice.number, 'paid', ACTOR, accounts));
    await store.transaction((tx) => markInvoice(tx, 'acme', invoice.number, 'paid', ACTOR, accounts));
    await store.transaction(async (tx) => closeOrganization(tx, (await tx.lockAccount('acme'))!, ACTOR, accounts));
    clock.now += 60 * DAY;
    await upkeep(accounts);
    await upkeep(accounts);
    expect(await typesOf(books, 'acme')).toEqual([
      'plan.changed',
      'invoice.issued',
      'plan.change_scheduled',
      'plan.change_withdrawn',
      'organization.suspended',
      'organization.resumed',
      'key.created',
      'key.rotated',
      'key.revoked',
      'invoice.overdue',
      'invoice.paid',
      'organization.closing',
      'plan.change_scheduled',
      'plan.changed',
      'organization.closed',
    ]);
    expect(await typesOf(books, 'other')).toEqual([]);
  });

  it('describes an invoice by its contents, and a key by its name and prefix, never the key itself', async () => {
    const books = await openBooks(await newPlace(), START);
    const { store, accounts, clock } = books;
    await store.transaction((tx) => createOrganization(tx, 'acme', 'Acme', ACTOR, accounts));
    await does(books, 'acme', { kind: 'set-payment-method', status: 'verified' });
    await does(books, 'acme', { kind: 'change-plan', plan: 'small' });
    const made = await store.transaction((tx) => createApiKey(tx, 'acme', 'web', ACTOR, clock.now));
    const events = await eventsOf(books, 'acme');
    const [invoice] = await store.transaction((tx) => tx.invoices('acme'));
    expect(events.find(({ type }) => type === 'invoice.issued')).toMatchObject({
      organization: 'acme',
      at: START,
      data: {
        invoice: invoice.number,
        status: 'open',
        totalCents: 1000,
        currency: 'AUD',
        period: { start: '2026-03-10T12:00:00.000Z', end: '2026-04-10T12:00:00.000Z' },
        dueAt: '2026-03-10T12:00:00.000Z',
      },
    });
    const { id, name, prefix } = made.record;
    expect(events.find(({ type }) => type === 'key.created')?.data).toEqual({ key: id, name, prefix });
    expect(JSON.stringify(events)).not.toContain(made.key);
    for (const event of events) expect(event.id).toMatch(/^evt_[0-9a-f]{24}$/);
    expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
  });
});
