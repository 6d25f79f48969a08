import { expect, it, onTestFinished } from 'vitest';
import type { Catalogue } from '../../../src/billing/accounts/plans/catalogue.ts';
import type { Plan } from '../../../src/billing/accounts/plans/plan.ts';
import { createUpkeep } from '../../../src/billing/accounts/upkeep.ts';
import { usageByWindow } from '../../../src/billing/ledger/usage.ts';
import type { Admission, Refusal } from '../../../src/service/admission/decision.ts';
import { newMachine, spend, TestClock } from '../credits/support/machine.ts';
import { describeOnBoth } from '../ledger/ledgers.ts';
import { openBooks } from './books.ts';
import { ConsoleWorld } from './console/console-world.ts';
import { at, CATALOGUE } from './world.ts';

const [AUTOCOMPLETE, ENRICH] = [0, 2];

/** The test plans with a tenth of the credits, so that they are soon used up, and no burst limit to speak of. */
const BUSY: Catalogue = {
  ...CATALOGUE,
  plans: CATALOGUE.plans.map((plan): Plan => {
    const burst = { perSecond: 1_000_000, size: 1_000_000 };
    return plan.shape === 'payg' ? { ...plan, burst } : { ...plan, burst, credits: plan.credits / 10 };
  }),
};

/** A console, a sidecar and a worker's gate on one ledger, all on one clock. */
describeOnBoth('Changes by the console', (newPlace) => {
  async function start(plan = 'free', catalogue = CATALOGUE) {
    const place = await newPlace();
    const clock = new TestClock();
    clock.time = at('2026-03-10T12:00:00Z');
    const { ledger, store } = await openBooks(place, clock.time);
    const world = await new ConsoleWorld(store, catalogue).start();
    onTestFinished(() => world.console.close());
    const machine = newMachine(place, clock, 'one');
    const upkeep = createUpkeep(world.accounts);
    /** One round of what the sidecar does. */
    const round = async () => {
      world.now = clock.time;
      expect(await upkeep.round()).toEqual(new Map());
      await machine.sidecar.tick(true);
    };
    await round();
    await world.organization('acme', plan);
    const { key } = (await world.as('admin').post('/organizations/acme/keys', { name: 'web' })).body;
    await round();
    await round();
    const gate = machine.gate();
    const request = (operation = AUTOCOMPLETE) => ({ ...gate.admit(key, operation) });
    const invoiced = async () => {
      const { invoices } = (await world.as('member').get('/organizations/acme/invoices')).body;
      return invoices.flatMap((invoice: { lines: { kind: string; credits: number }[] }) => invoice.lines);
    };
    return { ledger, clock, world, gate, key, round, request, invoiced, admin: world.as('admin') };
  }

  it('an upgrade reaches the workers in one round: the larger plan, its window and the carried credits', async () => {
    const { clock, world, round, request } = await start();
    expect(request()).toMatchObject({
      admitted: true,
      limit: 100,
      remaining: 99,
      resetsAt: '2026-04-10T12:00:00.000Z',
    });
    clock.pass(3_600_000);
    await round();
    await world.as('operator', null).post('/organizations/acme/payment-method/verify');
    expect((await world.changePlan('acme', 'small')).status).toBe(200);
    await round();
    expect(request()).toMatchObject({ admitted: true, limit: 1099, resetsAt: '2026-04-10T13:00:00.000Z' });
    await round();
    expect(request()).toMatchObject({ admitted: true, limit: 1099, remaining: 1097 });
  });

  it('every credit is billed once, whichever window it was used in during plan changes', async () => {
    const { ledger, clock, world, gate, key, round, invoiced } = await start('payg', BUSY);
    let admitted = 0;
    const spent = () => {
      admitted += spend(gate, key, ENRICH, 5 + (clock.time % 17));
    };
    for (const plan of ['small', 'payg', 'free', 'payg', 'large', 'payg']) {
      spent();
      await world.changePlan('acme', plan);
      spent();
      clock.pass(1009);
      await round();
      spent();
      await round();
    }
    expect((await world.cancelPlan('acme')).status).toBe(200);
    for (let i = 0; i < 4; i++) {
      clock.pass(1000);
      await round();
    }
    const used = await usageByWindow(ledger, 'acme');
    expect([...used.values()].reduce((sum, credits) => sum + credits, 0)).toBe(admitted);
    // What each window's lines bill is what was used in it beyond what the ledger let be used.
    const windows = await ledger.db.selectFrom('windows').selectAll().where('account_id', '=', 'acme').execute();
    const lines = (await invoiced()).filter(({ kind }: { kind: string }) => kind !== 'plan');
    for (const { number, granted, carried, plan } of windows) {
      const beyond = Math.max(0, (used.get(number) ?? 0) - granted - carried);
      const billed = lines.filter(({ window }: { window: number }) => window === number);
      expect(billed.map(({ credits }: { credits: number }) => credits)).toEqual(beyond > 0 ? [beyond] : []);
      if (beyond > 0) expect(['payg', 'large']).toContain(JSON.parse(plan).id);
    }
    expect(lines.length).toBeGreaterThan(0);
  });

  it('a rollover makes the pending plan the plan, and callers see its limit', async () => {
    const { clock, world, round, request } = await start('large');
    await world.changePlan('acme', 'small');
    await round();
    expect(request()).toMatchObject({ limit: 5100 });
    clock.pass(31 * 24 * 3_600_000);
    await round();
    expect(request()).toMatchObject({ limit: 1000, resetsAt: '2026-05-10T12:00:00.000Z', overdue: true });
  });

  it('callers of an overdue account see that until it has paid', async () => {
    const { world, round, request } = await start('small');
    const operator = world.as('operator', null);
    const [{ number }] = (await operator.get('/organizations/acme/invoices')).body.invoices;
    // The price of a change is due at once (§9.11), and there are no days of grace here.
    expect(request()).toMatchObject({ admitted: true, overdue: true });
    await operator.post(`/organizations/acme/invoices/${number}/mark-paid`);
    await round();
    expect(request()).toMatchObject({ overdue: false });
  });

  it('all usage stops when an organization is closing', async () => {
    const { round, request, admin } = await start('small');
    expect(request().admitted).toBe(true);
    expect((await admin.post('/organizations/acme/close')).body.status).toBe('closing');
    await round();
    expect(request() as Admission | Refusal).toMatchObject({ admitted: false, code: 'INVALID_API_KEY' });
  });

  it('a rotated key works until its grace period ends or it is revoked', async () => {
    const { clock, gate, key, round, admin } = await start();
    const [{ id }] = (await admin.get('/organizations/acme/keys')).body.keys;
    const next = (await admin.post(`/organizations/acme/keys/${id}/rotate`, { graceSeconds: 60 })).body;
    await round();
    expect([gate.admit(key, AUTOCOMPLETE).admitted, gate.admit(next.key, AUTOCOMPLETE).admitted]).toEqual([true, true]);
    clock.pass(60_000);
    expect([gate.admit(key, AUTOCOMPLETE).admitted, gate.admit(next.key, AUTOCOMPLETE).admitted]).toEqual([
      false,
      true,
    ]);
    await admin.post(`/organizations/acme/keys/${next.id}/revoke`);
    await round();
    expect(gate.admit(next.key, AUTOCOMPLETE).admitted).toBe(false);
  });
});
