import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Ledger } from '../../../../src/billing/ledger/ledger.ts';
import { inTransaction, touchAccount } from '../../../../src/billing/ledger/transactions.ts';
import { usageByWindow } from '../../../../src/billing/ledger/usage.ts';
import { openCounterFile } from '../../../../src/service/admission/counters/counter-file.ts';
import { sidecarState } from '../../../../src/service/admission/counters/sidecar-state.ts';
import {
  describeOnBoth,
  describeOnPostgres,
  freePlan,
  type NewPlace,
  openTestLedger,
  setStatus,
  softPlan,
} from '../../ledger/ledgers.ts';
import { revokeKey } from '../support/keys.ts';
import { newCustomer, newMachine, spend, TestClock } from '../support/machine.ts';

const ENRICH = 2;

async function start(newPlace: NewPlace) {
  const place = await newPlace();
  const ledger = await openTestLedger(place);
  const clock = new TestClock();
  const bad = await newCustomer(ledger, softPlan(1000), clock);
  const good = await newCustomer(ledger, softPlan(1000), clock);
  const machine = newMachine(place, clock, 'one');
  await machine.sidecar.tick(true);
  const used = async (account: string) => (await usageByWindow(ledger, account)).get(1) ?? 0;
  const setAside = () => sidecarState(openCounterFile(machine.counters), clock.now()).setAside;
  const round = async (milliseconds = 1000) => {
    clock.pass(milliseconds);
    await machine.sidecar.tick(true);
  };
  return { place, ledger, clock, bad, good, machine, used, setAside, round, gate: machine.gate() };
}

/** Ways in which the rows of an account come to be what cannot be published: an older program, another one, damage. */
const DAMAGES: Readonly<Record<string, (ledger: Ledger, account: string) => Promise<unknown>>> = {
  'a product that no counter file can hold': (ledger, account) =>
    planWith(ledger, account, { products: ['a'.repeat(33)] }),
  'more products than there are bits': (ledger, account) =>
    planWith(ledger, account, { products: Array.from({ length: 40 }, (_, i) => `family-${i}`) }),
  'a burst of nothing': (ledger, account) => planWith(ledger, account, { burst: null }),
  'a plan of no shape': (ledger, account) => planWith(ledger, account, { shape: 'round' }),
  'a plan that is no JSON': (ledger, account) => setPlan(ledger, account, '{"shape":'),
  'a key that is no SHA-256': async (ledger, account) => {
    const { id } = await ledger.db
      .selectFrom('api_keys')
      .select('id')
      .where('account_id', '=', account)
      .executeTakeFirstOrThrow();
    await ledger.db.updateTable('api_keys').set({ sha256: 'ab', revision: 1_000_000 }).where('id', '=', id).execute();
  },
};

async function setPlan(ledger: Ledger, account: string, plan: string): Promise<void> {
  await ledger.db.updateTable('windows').set({ plan }).where('account_id', '=', account).execute();
}

async function planWith(ledger: Ledger, account: string, terms: object): Promise<void> {
  const { plan } = await ledger.db
    .selectFrom('windows')
    .select('plan')
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow();
  await setPlan(ledger, account, JSON.stringify({ ...JSON.parse(plan), ...terms }));
}

describeOnBoth('an account with an unusable row', (newPlace) => {
  test.each(Object.entries(DAMAGES))('%s, is set aside without affecting other accounts', async (_what, damage) => {
    const { ledger, clock, bad, good, machine, used, setAside, round, gate } = await start(newPlace);
    const before = await ledger.db
      .selectFrom('windows')
      .select('plan')
      .where('account_id', '=', bad.id)
      .executeTakeFirstOrThrow();
    const key = await ledger.db
      .selectFrom('api_keys')
      .selectAll()
      .where('account_id', '=', bad.id)
      .executeTakeFirstOrThrow();
    await damage(ledger, bad.id);
    await inTransaction(ledger, (trx) => touchAccount(trx, bad.id));
    const gone = await newCustomer(ledger, freePlan(10), clock);
    await round();
    expect(setAside()).toBe(1);
    expect(machine.events).toContainEqual(
      expect.objectContaining({ kind: 'set-aside', account: bad.id, reason: expect.stringMatching(/./) }),
    );
    expect(machine.events.filter(({ kind }) => kind === 'ledger-away')).toEqual([]);
    // Others are published, counted and refused as ever; and it is itself, on its old terms.
    expect(gate.admit(gone.key, ENRICH).admitted).toBe(true);
    await revokeKey(ledger, gone.id, gone.keyId, clock.now());
    const spent = [spend(gate, good.key, ENRICH, 5), spend(gate, bad.key, ENRICH, 5)];
    expect(spent).toEqual([15, 15]);
    await round();
    expect(gate.admit(gone.key, ENRICH).admitted).toBe(false);
    expect([await used(good.id), await used(bad.id)]).toEqual(spent);
    machine.restart();
    await round();
    expect(setAside()).toBe(1);
    await setStatus(ledger, bad.id, 'closing');
    await round();
    expect(gate.admit(bad.key, ENRICH).admitted).toBe(false);
    // Once it is mended it is an account like any other.
    await setPlan(ledger, bad.id, before.plan);
    await ledger.db.updateTable('api_keys').set({ sha256: key.sha256 }).where('id', '=', key.id).execute();
    await setStatus(ledger, bad.id, 'active');
    await round(60_000);
    expect(setAside()).toBe(0);
    expect(gate.admit(bad.key, ENRICH).admitted).toBe(true);
  });
});

describeOnPostgres('a row locked by another transaction', (newPlace) => {
  test.each(['accounts', 'windows', 'window_usage', 'ledger_revision'] as const)(
    'of %s delays only its own account, which catches up once the lock is released',
    async (table) => {
      const { place, bad, good, machine, used, setAside, round, gate } = await start(newPlace);
      const holder = await openTestLedger(place);
      for (const { key } of [good, bad]) spend(gate, key, ENRICH, 1);
      await round();
      const spent = [spend(gate, good.key, ENRICH, 5) + 3, spend(gate, bad.key, ENRICH, 5) + 3];
      await inTransaction(holder, async (trx) => {
        const column = table === 'accounts' ? 'id' : 'account_id';
        const which = table === 'ledger_revision' ? sql`true` : sql`${sql.ref(column)} = ${bad.id}`;
        await sql`select 1 from ${sql.table(table)} where ${which} for update`.execute(trx);
        for (let i = 0; i < 3; i++) await round();
        expect(await used(good.id)).toBe(spent[0]);
        if (table !== 'window_usage') return;
        expect(await used(bad.id)).toBe(3);
        expect(setAside()).toBe(1);
      });
      for (let i = 0; i < 3; i++) await round(30_000);
      expect([await used(good.id), await used(bad.id)]).toEqual(spent);
      expect(setAside()).toBe(0);
      expect(machine.events.at(-1)?.kind).not.toBe('ledger-away');
    },
  );

  test('of an account whose lease runs low does not keep other leases from being extended', async () => {
    const place = await newPlace();
    const ledger = await openTestLedger(place);
    const holder = await openTestLedger(place);
    const clock = new TestClock();
    const plan = { ...freePlan(100_000), burst: { perSecond: 1, size: 10 } };
    const held = await newCustomer(ledger, plan, clock);
    const later = await newCustomer(ledger, plan, clock);
    const machine = newMachine(place, clock, 'one');
    await machine.sidecar.tick(true);
    const gate = machine.gate();
    /** Requests that are admitted of one a second, which is within the burst limit. A lease that is never extended lasts for 12. */
    const use = async (seconds: number, stayAwake = async () => {}) => {
      const admitted = [0, 0];
      for (let i = 0; i < seconds; i++) {
        for (const [at, { key }] of [held, later].entries()) admitted[at] += Number(gate.admit(key, ENRICH).admitted);
        clock.pass(1000);
        await machine.sidecar.tick();
        await stayAwake();
      }
      return admitted;
    };
    await inTransaction(holder, async (trx) => {
      await sql`select 1 from windows where account_id = ${held.id} for update`.execute(trx);
      // PostgreSQL ends a transaction that is idle for 10 s, which on a busy machine is soon.
      const stayAwake = async () => void (await sql`select 1`.execute(trx));
      expect((await use(20, stayAwake))[1]).toBe(20);
    });
    const told = machine.events.filter((event) => event.kind === 'set-aside' && event.work === 'lease');
    expect(told).toMatchObject([{ account: held.id, reason: expect.any(String) }]);
    clock.pass(30_000);
    await machine.sidecar.tick();
    expect(await use(5)).toEqual([5, 5]);
    expect(machine.events).toContainEqual({ kind: 'set-aside', account: held.id, work: 'lease', reason: null });
  });
});
