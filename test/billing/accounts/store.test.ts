import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccountsStore, AccountsTransaction } from '../../../src/billing/accounts/accounts-store.ts';
import { applyTrigger } from '../../../src/billing/accounts/apply.ts';
import { manualPayments, type PaymentProvider } from '../../../src/billing/accounts/charges/provider.ts';
import { markInvoice } from '../../../src/billing/accounts/invoices/billing.ts';
import { createApiKey } from '../../../src/billing/accounts/keys.ts';
import { closeOrganization, createOrganization } from '../../../src/billing/accounts/organizations.ts';
import { confirmChange, offerChange } from '../../../src/billing/accounts/plan-changes.ts';
import type { Trigger } from '../../../src/billing/accounts/transitions/transition.ts';
import { upkeep } from '../../../src/billing/accounts/upkeep.ts';
import { changesSince, currentRevision } from '../../../src/billing/ledger/changes.ts';
import { cases } from '../../support/cases.ts';
import { extendLease, openLease, settleLease } from '../ledger/leases.ts';
import { describeOnBoth, describeOnPostgres, sqlitePlace } from '../ledger/ledgers.ts';
import { ACTOR, type Books, everything, openBooks, realOn } from './books.ts';
import { commands, type Real, settleAndCompare } from './transitions/commands.ts';
import { Model } from './transitions/model.ts';
import { at, CATALOGUE, plan } from './world.ts';

const START = at('2026-03-10T12:00:00Z');

/** Applies triggers that must be accepted. */
async function does({ store, clock }: Books, id: string, ...triggers: Trigger[]): Promise<void> {
  for (const trigger of triggers) {
    const outcome = await store.transaction(async (tx) =>
      applyTrigger(tx, (await tx.lockAccount(id))!, trigger, ACTOR, CATALOGUE, clock.now),
    );
    if (!outcome.accepted) throw new Error(outcome.refusal.message);
  }
}

async function organization(books: Books, id: string, planId = 'free'): Promise<string> {
  await books.store.transaction((tx) => createOrganization(tx, id, id, ACTOR, books.accounts));
  await does(books, id, { kind: 'set-payment-method', status: 'verified' });
  if (planId !== 'free') await does(books, id, { kind: 'change-plan', plan: planId });
  return id;
}

const invoicesOf = ({ store }: Books, id: string) => store.transaction((tx) => tx.invoices(id));
const accountOf = ({ store }: Books, id: string) => store.transaction(async (tx) => (await tx.account(id))!);

describeOnBoth('Accounts on the ledger', (newPlace) => {
  it('apply a change, its invoice, its credits and its audit entry together or not at all', async () => {
    const books = await openBooks(await newPlace(), START);
    const { store, accounts } = books;
    const id = await organization(books, 'acme', 'payg');
    await books.use(id, 2, 500);
    const change = (within: AccountsStore) =>
      within.transaction(async (tx) => {
        const account = (await tx.lockAccount(id))!;
        await applyTrigger(tx, account, { kind: 'change-plan', plan: 'small' }, ACTOR, CATALOGUE, START);
        await createApiKey(tx, id, 'web', ACTOR, START);
        const [invoice] = await tx.invoices(id);
        await markInvoice(tx, id, invoice.number, 'overdue', ACTOR, accounts);
        await closeOrganization(tx, (await tx.lockAccount(id))!, ACTOR, accounts);
      });
    const before = await everything(books.ledger);
    const revision = await currentRevision(books.ledger);
    let steps = 0;
    for (let broken = 1; ; broken++) {
      let failed = true;
      steps = 0;
      await change(failingAt(store, () => ++steps === broken)).then(
        () => {
          failed = false;
        },
        () => {},
      );
      if (!failed) break;
      expect(await everything(books.ledger)).toEqual(before);
    }
    expect(steps).toBeGreaterThan(10);
    expect(await everything(books.ledger)).not.toEqual(before);
    expect(await currentRevision(books.ledger)).toBeGreaterThan(revision);
  });

  it('publish new windows, statuses, keys and overdue accounts to the workers, and nothing else', async () => {
    const books = await openBooks(await newPlace(), START);
    const { ledger, store, accounts } = books;
    const id = await organization(books, 'acme');
    const news = async (what: () => Promise<unknown>) => {
      const since = await currentRevision(ledger);
      await what();
      const { accounts: changed, keys } = await changesSince(ledger, since);
      return [
        ...changed.map(({ account, window }) => [account.status, account.overdue, window.number]),
        ...keys.map(({ name }) => name),
      ];
    };
    expect(await news(() => does(books, id, { kind: 'change-plan', plan: 'large' }))).toEqual([['active', 0, 2]]);
    expect(await news(() => does(books, id, { kind: 'change-plan', plan: 'small' }))).toEqual([]);
    expect(await news(() => does(books, id, { kind: 'set-payment-method', status: 'none' }))).toEqual([]);
    expect(await news(() => store.transaction((tx) => createApiKey(tx, id, 'web', ACTOR, START)))).toEqual(['web']);
    const [{ number }] = await invoicesOf(books, id);
    const mark = (what: 'overdue' | 'paid') =>
      store.transaction((tx) => markInvoice(tx, id, number, what, ACTOR, accounts));
    expect(await news(() => mark('overdue'))).toEqual([['active', 1, 2]]);
    expect(await news(() => mark('paid'))).toEqual([['active', 0, 2]]);
    expect(await news(() => does(books, id, { kind: 'close', unpaidInvoices: [] }))).toEqual([['closing', 0, 2]]);
  });

  it('bill a window only once all of its leases are settled, those of other machines included', async () => {
    const books = await openBooks(await newPlace(), START);
    const { ledger, accounts } = books;
    const id = await organization(books, 'acme', 'payg');
    await upkeep(accounts);
    const lease = async () => {
      const window = 2;
      const { lease } = (await openLease(ledger, { account: id, window, machine: 'machine', credits: 0, now: START }))!;
      return () => settleLease(ledger, lease, id, window, START);
    };
    const here = await lease();
    const there = await lease();
    await does(books, id, { kind: 'cancel-plan' });
    await upkeep(accounts);
    await here();
    await upkeep(accounts);
    expect((await accountOf(books, id)).windows.map(({ number }) => number)).toEqual([2, 3]);
    await there();
    await upkeep(accounts);
    expect((await accountOf(books, id)).windows.map(({ number }) => number)).toEqual([3]);
  });

  it('carry credits over, which can be leased at once', async () => {
    const books = await openBooks(await newPlace(), START);
    const { ledger } = books;
    const id = await organization(books, 'acme', 'small');
    await upkeep(books.accounts);
    const asked = { account: id, machine: 'machine', now: START };
    const { lease } = (await openLease(ledger, { ...asked, window: 2, credits: 1100 }))!;
    await does(books, id, { kind: 'change-plan', plan: 'twin' });
    const next = (await openLease(ledger, { ...asked, window: 3, credits: 9999 }))!;
    expect(next).toMatchObject({ granted: 5000, available: 0 });
    await settleLease(ledger, lease, id, 2, START);
    await upkeep(books.accounts);
    expect((await accountOf(books, id)).windows[0]).toMatchObject({ number: 3, carried: 1100 });
    const more = { ...asked, window: 3, lease: next.lease, credits: 9999, needed: 0 };
    expect(await extendLease(ledger, more)).toMatchObject({ granted: 1100, available: 0 });
  });

  it('put an account on individual terms, and bill usage under the earlier ones', async () => {
    const books = await openBooks(await newPlace(), START);
    const { store, accounts } = books;
    const id = 'elsewhere';
    await store.transaction((tx) => createOrganization(tx, id, id, ACTOR, accounts, plan('large')));
    await does(books, id, { kind: 'set-plan', plan: plan('payg'), unused: 'carried' });
    expect(await upkeep(accounts, true)).toEqual(new Map());
    await books.use(id, 2, 5150);
    await does(books, id, { kind: 'cancel-plan' });
    await does(books, id, { kind: 'settle-window', window: 2, used: 5150 });
    expect(await invoicesOf(books, id)).toMatchObject([{ totalCents: 45, lines: [{ credits: 150 }] }]);
  });

  it('roll over, settle, dun and close in rounds of upkeep, and then have nothing left to do', async () => {
    const books = await openBooks(await newPlace(), START);
    const { store, accounts, clock } = books;
    await organization(books, 'a', 'small');
    await organization(books, 'b', 'payg');
    await organization(books, 'c');
    await books.use('b', 2, 40);
    await does(books, 'b', { kind: 'close', unpaidInvoices: [] });
    clock.now = at('2026-06-01');
    const due = (thorough: boolean) =>
      store.transaction((tx) => tx.organizationsDue(clock.now, thorough, CATALOGUE.overdue));
    expect((await due(false)).sort()).toEqual(['a', 'b', 'c']);
    await upkeep(accounts);
    expect(
      (await invoicesOf(books, 'a')).map(({ totalCents, overdueSince }) => [totalCents, overdueSince !== null]),
    ).toEqual([
      [1000, false],
      [1000, false],
      [1000, true],
    ]);
    expect(await due(true)).toEqual(['b']);
  });

  it('skip accounts that are to wait in a round of upkeep', async () => {
    const books = await openBooks(await newPlace(), START);
    for (const id of ['a', 'b']) await organization(books, id, 'small');
    books.clock.now = at('2026-04-20');
    expect(await upkeep(books.accounts, true, (id) => id === 'a')).toEqual(new Map());
    expect([(await accountOf(books, 'a')).windows.at(-1), (await accountOf(books, 'b')).windows.at(-1)]).toMatchObject([
      { number: 2 },
      { number: 3 },
    ]);
  });

  it('carry a charge below the minimum of an invoice to the next one', async () => {
    const catalogue = { ...CATALOGUE, minimumInvoiceCents: 1000 };
    const books = await openBooks(await newPlace(), START, { catalogue });
    const id = await organization(books, 'acme', 'payg');
    await books.use(id, 2, 240);
    books.clock.now = at('2026-04-20');
    await upkeep(books.accounts);
    await books.store.transaction(async (tx) => {
      const settled = { kind: 'settle-window', window: 2, used: 240 } as const;
      return applyTrigger(tx, (await tx.lockAccount(id))!, settled, ACTOR, catalogue, books.clock.now);
    });
    expect((await accountOf(books, id)).waiting).toHaveLength(1);
    expect(await invoicesOf(books, id)).toEqual([]);
  });

  it('collect open invoices once, retry failures later, and mark paid ones', async () => {
    const asked: string[] = [];
    const payments: PaymentProvider = {
      ...manualPayments,
      name: 'test',
      collect: async ({ number, account }) => {
        asked.push(number);
        if (account === 'broken' && asked.length <= 3) throw new Error('the bank is closed');
        return account === 'slow' ? 'pending' : 'paid';
      },
    };
    const books = await openBooks(await newPlace(), START, { payments });
    for (const id of ['quick', 'slow', 'broken']) await organization(books, id, 'small');
    const failures = await upkeep(books.accounts);
    expect([...failures]).toEqual([['INV-00000003', new Error('the bank is closed')]]);
    await upkeep(books.accounts);
    expect(asked).toEqual(['INV-00000001', 'INV-00000002', 'INV-00000003']);
    books.clock.now += 2 * 3_600_000;
    await upkeep(books.accounts);
    expect(asked.slice(3)).toEqual(['INV-00000002', 'INV-00000003']);
    const states = await Promise.all(
      ['quick', 'slow', 'broken'].map(async (id) => (await invoicesOf(books, id))[0].status),
    );
    expect(states).toEqual(['paid', 'open', 'paid']);
  });
});

describeOnPostgres('Accounts on a ledger that machines share', (newPlace) => {
  it('apply one of two changes that are confirmed concurrently on two machines', async () => {
    const place = await newPlace();
    const [one, two] = [await openBooks(place, START), await openBooks(place, START)];
    for (let round = 0; round < 10; round++) {
      const id = await organization(one, `acme-${round}`, 'small');
      const offers = await Promise.all(
        ['large', 'yearly'].map((planId) =>
          one.store.transaction(async (tx) => {
            const wanted = { kind: 'change-plan', plan: planId } as const;
            const offer = await offerChange(tx, (await tx.lockAccount(id))!, wanted, one.accounts);
            if (!offer.accepted) throw new Error(offer.refusal.message);
            return offer.value.token;
          }),
        ),
      );
      const outcomes = await Promise.all(
        [one, two].map(({ store, accounts }, i) =>
          store.transaction(async (tx) => {
            const offer = { kind: 'change-plan', token: offers[i] } as const;
            return confirmChange(tx, (await tx.lockAccount(id))!, offer, ACTOR, accounts);
          }),
        ),
      );
      expect(outcomes.filter((outcome) => 'accepted' in outcome && outcome.accepted)).toHaveLength(1);
      expect(outcomes.filter((outcome) => 'fault' in outcome && outcome.fault === 'stale-preview')).toHaveLength(1);
      expect(await invoicesOf(one, id)).toHaveLength(2);
    }
  });

  it('run upkeep on all machines at once: each period and each credit is invoiced once, under numbers without gaps', async () => {
    const place = await newPlace();
    const machines = [await openBooks(place, START), await openBooks(place, START), await openBooks(place, START)];
    const ids = Array.from({ length: 12 }, (_, i) => `org-${String(i).padStart(2, '0')}`);
    for (const id of ids) await organization(machines[0], id, 'large');
    for (const { clock } of machines) clock.now = at('2026-05-20');
    const failures = await Promise.all(machines.map(({ accounts }) => upkeep(accounts)));
    for (const failed of failures) expect(failed).toEqual(new Map());
    const all = (await Promise.all(ids.map((id) => invoicesOf(machines[0], id)))).flat();
    expect(all).toHaveLength(ids.length * 3);
    const numbers = all.map(({ number }) => Number(number.slice(4))).sort((a, b) => a - b);
    expect(numbers).toEqual(all.map((_, i) => i + 1));
  });
});

describe('Random sequences on the ledger', () => {
  const start = fc.date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
  const sequences = fc.tuple(start, fc.commands(commands, { maxCommands: 40, size: 'max' }));

  /** Runs sequences on organizations of their own; each agrees with the naive account. */
  async function run(
    books: Books,
    given: readonly (typeof sequences extends fc.Arbitrary<infer T> ? T : never)[],
  ): Promise<void> {
    for (const [i, [date, sequence]] of given.entries()) {
      books.clock.now = date.getTime();
      const model = new Model(date.getTime());
      const real: Real = await realOn(books, `org-${String(i).padStart(3, '0')}`);
      await fc.asyncModelRun(() => ({ model, real }), sequence);
      await settleAndCompare(model, real);
    }
  }

  describeOnPostgres('give the same ledger on SQLite and on PostgreSQL', (newPlace) => {
    it('agree on both databases with a naive model of plans, credits and bills', async ({ onTestFailed }) => {
      const seed = Date.now();
      onTestFailed(() => console.error(`seed ${seed}`));
      const given = fc.sample(sequences, { numRuns: cases(6, 60), seed });
      const sqlite = await openBooks(await sqlitePlace(), START);
      const postgres = await openBooks(await newPlace(), START);
      await run(sqlite, given);
      await run(postgres, given);
      expect(await everything(postgres.ledger)).toEqual(await everything(sqlite.ledger));
    });
  });
});

/** A store whose transactions fail at the call that `isBroken` says. */
function failingAt(store: AccountsStore, isBroken: () => boolean): AccountsStore {
  return {
    transaction: (work) =>
      store.transaction((tx) =>
        work(
          new Proxy(tx, {
            get: (target, name: keyof AccountsTransaction) => {
              if (isBroken()) throw new Error('broken');
              return target[name];
            },
          }),
        ),
      ),
  };
}
