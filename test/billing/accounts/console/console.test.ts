import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { upkeep } from '../../../../src/billing/accounts/upkeep.ts';
import { keyFault } from '../../../../src/service/admission/api-key.ts';
import { DEFAULT_OPERATIONS } from '../../../../src/service/admission/publishable/terms.ts';
import { describeOnLedgers, type TestLedger } from '../ledgers.ts';
import { at } from '../world.ts';
import { ConsoleWorld } from './console-world.ts';

const MONTH_LATER = at('2026-04-10T12:00:00Z');
let named = 0;

describeOnLedgers('The console', (opened) => {
  let ledger: TestLedger;
  let world: ConsoleWorld;
  let org: string;

  beforeAll(async () => {
    ledger = opened();
    world = await new ConsoleWorld(ledger.store).start();
  });
  afterAll(() => world.console.close());

  const setting = async (plan = 'free') => {
    org = `org-${++named}`;
    world.now = at('2026-03-10T12:00:00Z');
    await world.organization(org, plan);
    return { admin: world.as('admin', org), member: world.as('member', org), operator: world.as('operator', null) };
  };
  const path = (rest: string) => `/organizations/${org}${rest}`;
  const uses = (window: number, credits: number) =>
    ledger.use(org, window, { operation: 'autocomplete', requests: credits, credits, day: '2026-03-11' });
  const keepUp = async () => expect(await upkeep(world.accounts)).toEqual(new Map());

  describe('organizations', () => {
    it('begin on Free, can be read by members, and exist only once', async () => {
      const { admin, member } = await setting();
      const { body } = await member.get(path(''));
      expect(body).toEqual({
        id: org,
        name: `${org} Pty Ltd`,
        status: 'active',
        suspendedAt: null,
        createdAt: '2026-03-10T12:00:00.000Z',
        plan: 'free',
        closureHeldBackBy: [],
      });
      expect(await admin.post('/organizations', { name: 'again' })).toMatchObject({
        status: 409,
        body: { error: { code: 'CONFLICT' } },
      });
      expect((await member.get(path(''))).body.name).toBe(`${org} Pty Ltd`);
    });

    it('can be created by operators for others', async () => {
      const { operator } = await setting();
      expect((await operator.post('/organizations', { name: 'Other', id: `${org}-other` })).status).toBe(201);
      expect((await operator.post('/organizations', { name: 'Other' })).body.error.details).toHaveProperty('id');
      expect((await operator.post('/organizations', { name: 'Other', id: 'a/b' })).status).toBe(400);
    });

    it('are listed to operators, in pages', async () => {
      const { operator, admin } = await setting();
      const all: { id: string; status: string }[] = [];
      for (let next: string | null = ''; next !== null; ) {
        const after: string = next === '' ? '' : `&after=${next}`;
        const { body } = await operator.get(`/organizations?limit=2${after}`);
        expect(body.organizations.length).toBeLessThanOrEqual(2);
        all.push(...body.organizations);
        next = body.next;
      }
      const { body: whole } = await operator.get('/organizations?limit=500');
      expect(all).toEqual(whole.organizations);
      expect(all).toContainEqual({
        id: org,
        name: `${org} Pty Ltd`,
        status: 'active',
        suspendedAt: null,
        createdAt: expect.any(String),
      });
      expect((await admin.get('/organizations')).body.error.code).toBe('FORBIDDEN');
    });

    it('are closed: keys stop at once, and nothing is erased', async () => {
      const { admin, member } = await setting();
      const { body: key } = await admin.post(path('/keys'), { name: 'web' });
      const closed = await admin.post(path('/close'));
      expect(closed.body).toMatchObject({ status: 'closed', closureHeldBackBy: [] });
      expect((await admin.post(path('/keys'), { name: 'more' })).body.error.code).toBe('CONFLICT');
      expect((await admin.post(path(`/keys/${key.id}/rotate`), {})).body.error.code).toBe('CONFLICT');
      expect((await member.get(path('/keys'))).body.keys).toMatchObject([{ id: key.id, state: 'disabled' }]);
      expect((await admin.post(path('/close'))).body.error.details).toEqual({ reason: 'organization-closed' });
    });

    it('are suspended and resumed by operators only; meanwhile keys are disabled, and customers see it and can cancel and close', async () => {
      const { admin, member, operator } = await setting('large');
      const { body: key } = await admin.post(path('/keys'), { name: 'web' });
      for (const who of [member, admin]) {
        expect((await who.post(path('/suspend'))).body.error.code).toBe('FORBIDDEN');
        expect((await who.post(path('/resume'))).body.error.code).toBe('FORBIDDEN');
      }
      expect((await operator.post(path('/suspend'))).body.status).toBe('suspended');
      expect((await member.get(path(''))).body).toMatchObject({
        status: 'suspended',
        suspendedAt: '2026-03-10T12:00:00.000Z',
      });
      expect((await member.get(path('/keys'))).body.keys).toMatchObject([{ id: key.id, state: 'disabled' }]);
      expect((await admin.post(path('/keys'), { name: 'more' })).body.error.code).toBe('CONFLICT');
      const invoices = (await member.get(path('/invoices'))).body.invoices.length;
      world.now = MONTH_LATER;
      await keepUp();
      expect((await member.get(path('/invoices'))).body.invoices).toHaveLength(invoices);
      expect((await member.get(path('/plan'))).body.period.end).toBe('2026-04-10T12:00:00.000Z');
      expect((await admin.post(path('/plan/previews'), { plan: 'small' })).body.error.details).toEqual({
        reason: 'organization-suspended',
      });
      expect((await operator.post(path('/resume'))).body).toMatchObject({ status: 'active', suspendedAt: null });
      expect((await member.get(path('/keys'))).body.keys).toMatchObject([{ state: 'active' }]);
      // The month that it was suspended is not lost.
      expect((await member.get(path('/plan'))).body.period.end).toBe('2026-05-11T12:00:00.000Z');
      await operator.post(path('/suspend'));
      expect((await world.cancelPlan(org)).body.scheduledChange).toMatchObject({ plan: 'free' });
      expect((await admin.post(path('/close'))).body.status).toBe('closing');
      expect((await operator.post(path('/resume'))).body.error.details).toEqual({ reason: 'organization-closing' });
    });

    it('cannot close, and list the reasons, until all of these are resolved', async () => {
      const { admin, member, operator } = await setting('large');
      await uses(2, 5200);
      const closing = await admin.post(path('/close'));
      expect(closing.body).toMatchObject({
        status: 'closing',
        closureHeldBackBy: [
          { reason: 'unpaid-invoices', invoices: [expect.any(String)] },
          { reason: 'active-paid-plan', plan: 'large', until: '2026-04-10T12:00:00.000Z' },
          { reason: 'unsettled-usage', windows: [1] },
        ],
      });
      await keepUp();
      expect(
        (await member.get(path(''))).body.closureHeldBackBy.map((held: { reason: string }) => held.reason),
      ).toEqual(['unpaid-invoices', 'active-paid-plan']);
      world.now = MONTH_LATER;
      await keepUp();
      const { closureHeldBackBy } = (await member.get(path(''))).body;
      expect(closureHeldBackBy).toEqual([
        { reason: 'unpaid-invoices', invoices: [expect.any(String), expect.any(String)] },
      ]);
      for (const number of closureHeldBackBy[0].invoices) await operator.post(path(`/invoices/${number}/mark-paid`));
      expect((await member.get(path(''))).body).toMatchObject({ status: 'closed', closureHeldBackBy: [] });
      expect((await member.get(path('/invoices'))).body.invoices).toHaveLength(2);
    });
  });

  describe('keys', () => {
    it('§7.1: are shown once, listed without themselves, and known by their prefix', async () => {
      const { admin, member } = await setting();
      const { body } = await admin.post(path('/keys'), { name: 'web' });
      expect(keyFault(body.key)).toBe(null);
      expect(body.key.startsWith(body.prefix)).toBe(true);
      const listed = await member.get(path('/keys'));
      const { key: _, ...record } = body;
      expect(listed.body.keys).toEqual([record]);
      expect(JSON.stringify(listed.body)).not.toContain(body.key);
    });

    it('are listed in pages', async () => {
      const { admin, member } = await setting();
      const ids: string[] = [];
      for (let i = 0; i < 5; i++) {
        ids.push((await admin.post(path('/keys'), { name: `key ${i}` })).body.id);
        world.now += 1;
      }
      const found: string[][] = [];
      for (let after = ''; ; ) {
        const { keys, next } = (await member.get(path(`/keys?limit=2${after}`))).body;
        found.push(keys.map(({ id }: { id: string }) => id));
        if (next === null) break;
        after = `&after=${next}`;
      }
      expect(found).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
      expect((await member.get(path('/keys'))).body).toMatchObject({ keys: { length: 5 }, next: null });
      expect((await member.get(path('/keys?after=key_x'))).body.error.details).toHaveProperty('after');
      expect((await member.get(path('/keys?limit=0'))).body.error.details).toHaveProperty('limit');
    });

    it('are publishable if they are bound to origins, and keep their terms when rotated', async () => {
      const { admin, member } = await setting();
      const origins = ['https://shop.example.com', 'https://*.example.org'];
      const { body } = await admin.post(path('/keys'), { name: 'page', origins, clientBurst: 7 });
      expect(keyFault(body.key)).toBe(null);
      expect(body.prefix).toMatch(/^lbx_pub_.{4}$/);
      const terms = {
        origins,
        operations: DEFAULT_OPERATIONS,
        clientPerSecond: 10,
        clientBurst: 7,
      };
      expect(body).toMatchObject({ kind: 'publishable', terms });
      const rotated = (await admin.post(path(`/keys/${body.id}/rotate`))).body;
      expect(rotated).toMatchObject({ kind: 'publishable', terms, replaces: body.id });
      expect((await member.get(path('/keys'))).body.keys).toMatchObject([{ terms }, { terms }]);
      for (const [fields, named] of [
        [{ origins: ['example.com'] }, 'origins'],
        [{ origins: [] }, 'origins'],
        [{ origins: 'https://example.com' }, 'origins'],
        [{ origins, operations: ['everything'] }, 'operations'],
        [{ origins, clientPerSecond: 0 }, 'clientPerSecond'],
        [{ operations: ['enrich'] }, 'operations'],
      ] as const) {
        const refused = await admin.post(path('/keys'), { name: 'page', ...fields });
        expect(Object.keys(refused.body.error.details)).toEqual([named]);
      }
    });

    it('are rotated: the old one still works during the grace period', async () => {
      const { admin, member } = await setting();
      const first = (await admin.post(path('/keys'), { name: 'web' })).body;
      world.now += 1;
      const second = (await admin.post(path(`/keys/${first.id}/rotate`), { graceSeconds: 60 })).body;
      expect(second).toMatchObject({ name: 'web', replaces: first.id, state: 'active' });
      expect(second.key).not.toBe(first.key);
      const states = async () => (await member.get(path('/keys'))).body.keys.map((key: { state: string }) => key.state);
      expect(await states()).toEqual(['rotated', 'active']);
      expect((await admin.post(path(`/keys/${first.id}/rotate`))).body.error.code).toBe('CONFLICT');
      world.now += 60_000;
      expect(await states()).toEqual(['expired', 'active']);
    });

    it('are revoked at once and for good', async () => {
      const { admin, member } = await setting();
      const { id } = (await admin.post(path('/keys'), { name: 'web' })).body;
      expect((await admin.post(path(`/keys/${id}/revoke`))).body.state).toBe('revoked');
      world.now += 1000;
      expect((await admin.post(path(`/keys/${id}/revoke`))).body.revokedAt).toBe('2026-03-10T12:00:00.000Z');
      expect((await admin.post(path(`/keys/${id}/rotate`))).body.error.code).toBe('CONFLICT');
      expect((await member.get(path('/keys'))).body.keys).toHaveLength(1);
    });
  });

  describe('plans', () => {
    it('are listed with what changing to each would do', async () => {
      const { member } = await setting('large');
      const { plans } = (await member.get(path('/plans'))).body;
      const outcome = (id: string) => plans.find((plan: { id: string }) => plan.id === id);
      expect(outcome('large').refusal.reason).toBe('same-plan');
      expect(outcome('twin').refusal.reason).toBe('equivalent-plan');
      expect(outcome('small').change).toMatchObject({
        effective: 'period-end',
        at: '2026-04-10T12:00:00.000Z',
        totalCents: 0,
      });
      expect(outcome('yearly').change).toMatchObject({ effective: 'now', totalCents: 30000, grantedCredits: 60000 });
      expect(outcome('gone')).toBe(undefined);
    });

    it('§11.3: change by preview and confirmation: paid now, with a new window', async () => {
      const { admin, member } = await setting('small');
      await keepUp();
      await uses(2, 400);
      const preview = (await admin.post(path('/plan/previews'), { plan: 'large' })).body;
      expect(preview).toMatchObject({ effective: 'now', planCents: 3000, carriedCredits: 700, grantedCredits: 5000 });
      const confirmed = (await admin.post(path('/plan/changes'), { token: preview.token })).body;
      expect(confirmed).toMatchObject({
        plan: { id: 'large' },
        credits: { granted: 5000, carried: 700, used: 0, remaining: 5700 },
        settlingWindows: [2],
        invoices: [{ totalCents: 3000, status: 'open' }],
      });
      await uses(2, 50);
      await keepUp();
      expect((await member.get(path('/plan'))).body).toMatchObject({
        credits: { granted: 5000, carried: 650, remaining: 5650 },
        settlingWindows: [],
      });
    });

    it('are changed only with a verified payment method', async () => {
      const { admin, operator } = await setting();
      expect((await world.changePlan(org, 'small')).body.error.details).toEqual({ reason: 'payment-method-needed' });
      const setUp = await admin.post(path('/payment-method'));
      expect(setUp.body).toMatchObject({ status: 'pending', provider: 'manual' });
      expect((await world.changePlan(org, 'small')).body.error.details).toEqual({ reason: 'payment-method-needed' });
      expect((await operator.post(path('/payment-method/verify'))).body.status).toBe('verified');
      expect((await world.changePlan(org, 'small')).status).toBe(200);
      expect((await admin.post(path('/payment-method'))).body.error.code).toBe('CONFLICT');
    });

    it('are cancelled by preview and confirmation, which show how many credits will expire (§11.3)', async () => {
      const { admin, member } = await setting('large');
      await keepUp();
      await uses(2, 1200);
      const { body: preview } = await admin.post(path('/plan/cancel/previews'));
      expect(preview).toMatchObject({
        kind: 'cancel-plan',
        plan: 'free',
        effective: 'period-end',
        at: '2026-04-10T12:00:00.000Z',
        totalCents: 0,
        expiredCredits: 0,
        carriedCredits: 0,
        grantedCredits: 0,
      });
      expect(preview.expiringCredits).toBe((await member.get(path('/plan'))).body.credits.remaining);
      expect(preview.expiringCredits).toBeGreaterThan(3000);
      // A preview confirms what it was made for, and once.
      const { body: change } = await admin.post(path('/plan/previews'), { plan: 'small' });
      const unknown = await admin.post(path('/plan/cancel'), { token: change.token });
      expect(unknown.body.error.code).toBe('PREVIEW_UNKNOWN');
      const other = await admin.post(path('/plan/changes'), { token: preview.token });
      expect(other.body.error.code).toBe('PREVIEW_UNKNOWN');
      expect((await admin.post(path('/plan/cancel'), {})).body.error.details).toEqual({ token: ['is required'] });
      expect((await member.get(path('/plan'))).body.scheduledChange).toBe(null);

      const stale = (await admin.post(path('/plan/cancel/previews'))).body;
      await world.changePlan(org, 'small');
      const late = await admin.post(path('/plan/cancel'), { token: stale.token });
      expect(late.body.error.code).toBe('PREVIEW_STALE');
    });

    it('are cancelled, and the cancellation can be cancelled', async () => {
      const { admin, member } = await setting('large');
      const cancelled = await world.cancelPlan(org);
      expect(cancelled.body.scheduledChange).toMatchObject({ plan: 'free', at: '2026-04-10T12:00:00.000Z' });
      expect((await world.cancelPlan(org)).body.error).toMatchObject({
        details: { reason: 'already-scheduled' },
        message: 'The change to Free is scheduled already, for 10 April 2026 at 12:00 UTC.',
      });
      expect((await admin.delete(path('/plan/scheduled-change'))).body.scheduledChange).toBe(null);
      expect((await admin.delete(path('/plan/scheduled-change'))).body.error.details).toEqual({
        reason: 'nothing-scheduled',
      });
      world.now = MONTH_LATER;
      await keepUp();
      expect((await member.get(path('/plan'))).body.plan.id).toBe('large');
    });

    it('roll over: the pending plan becomes the plan, and the period is invoiced', async () => {
      const { member } = await setting('large');
      await world.changePlan(org, 'small');
      world.now = MONTH_LATER;
      await keepUp();
      expect((await member.get(path('/plan'))).body).toMatchObject({
        plan: { id: 'small' },
        period: { start: '2026-04-10T12:00:00.000Z', end: '2026-05-10T12:00:00.000Z' },
        scheduledChange: null,
      });
      const totals = (await member.get(path('/invoices'))).body.invoices.map(
        (each: { totalCents: number }) => each.totalCents,
      );
      expect(totals).toEqual([1000, 3000]);
    });

    it('with accrued usage invoice it once, as soon as it is complete', async () => {
      const { member } = await setting('payg');
      await keepUp();
      await uses(2, 1100);
      await ledger.setIncomplete(org, 2, true);
      await world.cancelPlan(org);
      await keepUp();
      const invoices = async () => (await member.get(path('/invoices'))).body.invoices;
      expect(await invoices()).toEqual([]);
      await uses(2, 10);
      await ledger.setIncomplete(org, 2, false);
      await keepUp();
      await keepUp();
      expect(await invoices()).toMatchObject([{ totalCents: 303, lines: [{ kind: 'payg-usage', credits: 1010 }] }]);
      await uses(2, 5);
      await keepUp();
      expect(await invoices()).toMatchObject([{ lines: [{ credits: 5 }] }, { lines: [{ credits: 1010 }] }]);
    });
  });

  describe('a confirmation', () => {
    it('works once, within its time, for its organization', async () => {
      const { admin } = await setting('small');
      const token = async () => (await admin.post(path('/plan/previews'), { plan: 'large' })).body.token as string;
      const confirm = async (given: string, who = admin, where = org) =>
        (await who.post(`/organizations/${where}/plan/changes`, { token: given })).body.error?.code;
      expect(await confirm('nonsense')).toBe('PREVIEW_UNKNOWN');
      const late = await token();
      world.now += 15 * 60_000;
      expect(await confirm(late)).toBe('PREVIEW_UNKNOWN');
      const mine = await token();
      await world.organization(`${org}-b`);
      expect(await confirm(mine, world.as('admin', `${org}-b`), `${org}-b`)).toBe('PREVIEW_UNKNOWN');
      expect(await confirm(mine)).toBe(undefined);
      expect(await confirm(mine)).toBe('PREVIEW_UNKNOWN');
    });

    it('§11.3: is refused when the plan was changed after the preview', async () => {
      const { admin, member } = await setting('large');
      const upgrade = (await admin.post(path('/plan/previews'), { plan: 'yearly' })).body.token;
      const downgrade = (await admin.post(path('/plan/previews'), { plan: 'small' })).body.token;
      expect((await admin.post(path('/plan/changes'), { token: downgrade })).status).toBe(200);
      expect((await admin.post(path('/plan/changes'), { token: upgrade })).body.error.code).toBe('PREVIEW_STALE');
      expect((await member.get(path('/plan'))).body.plan.id).toBe('large');
    });

    it('is refused when a period has ended since the preview', async () => {
      const { admin } = await setting('large');
      world.now = MONTH_LATER - 60_000;
      const { token } = (await admin.post(path('/plan/previews'), { plan: 'yearly' })).body;
      world.now = MONTH_LATER;
      expect((await admin.post(path('/plan/changes'), { token })).body.error.code).toBe('PREVIEW_STALE');
    });

    it('of one of several concurrent changes is applied, and the others are refused', async () => {
      const { admin, member } = await setting('small');
      const tokens: string[] = [];
      for (const plan of ['large', 'twin', 'dear', 'odd', 'yearly', 'payg'])
        tokens.push((await admin.post(path('/plan/previews'), { plan })).body.token);
      const answers = await Promise.all(tokens.map((token) => admin.post(path('/plan/changes'), { token })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.code))).toEqual(
        new Set(['PREVIEW_STALE']),
      );
      const applied = answers.find(({ status }) => status === 200)!.body.plan.id;
      expect((await member.get(path('/plan'))).body.plan.id).toBe(applied);
    });
  });

  describe('a retry with the same Idempotency-Key', () => {
    it('§11.4: gets the same answer, and nothing happens twice', async () => {
      const { admin, member } = await setting('small');
      const { token } = (await admin.post(path('/plan/previews'), { plan: 'large' })).body;
      const headers = { 'Idempotency-Key': 'change-1' };
      const send = () => admin.post(path('/plan/changes'), { token }, headers);
      const answers = await Promise.all([send(), send(), send()]);
      for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0].body]);
      const invoices = (await member.get(path('/invoices'))).body.invoices;
      expect(invoices.map((each: { totalCents: number }) => each.totalCents)).toEqual([3000, 1000]);
    });

    it('that creates an organization gets the same answer', async () => {
      await setting();
      const own = `${org}-own`;
      const create = () =>
        world.as('admin', own).post('/organizations', { name: 'Own' }, { 'Idempotency-Key': 'create-1' });
      const answers = await Promise.all([create(), create(), create()]);
      for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0].body]);
    });

    it('of the creation of a key never reveals the key again', async () => {
      const { admin, member } = await setting();
      const headers = { 'Idempotency-Key': 'key-1' };
      const first = (await admin.post(path('/keys'), { name: 'web' }, headers)).body;
      const again = (await admin.post(path('/keys'), { name: 'web' }, headers)).body;
      expect(again).toEqual({ ...first, key: null });
      expect((await member.get(path('/keys'))).body.keys).toHaveLength(1);
    });

    it('for a different request is refused', async () => {
      const { admin, member } = await setting();
      const headers = { 'Idempotency-Key': 'key-1' };
      await admin.post(path('/keys'), { name: 'web' }, headers);
      const other = await admin.post(path('/keys'), { name: 'other' }, headers);
      expect(other.body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
      expect((await member.get(path('/keys'))).body.keys).toHaveLength(1);
    });

    it('after a refusal executes the request', async () => {
      const { admin } = await setting('large');
      const headers = { 'Idempotency-Key': 'withdraw-1' };
      const withdraw = () => admin.delete(path('/plan/scheduled-change'), undefined, headers);
      expect((await withdraw()).status).toBe(409);
      await world.changePlan(org, 'small');
      expect((await withdraw()).status).toBe(200);
    });
  });

  describe('invoices', () => {
    it('are marked paid, void or overdue by operators, and an overdue account says so', async () => {
      const { member, operator } = await setting('small');
      const [{ number }] = (await member.get(path('/invoices'))).body.invoices;
      const mark = async (what: string) => operator.post(path(`/invoices/${number}/mark-${what}`));
      const overdue = async () => (await member.get(path('/plan'))).body.paymentOverdue;
      expect(await overdue()).toBe(false);
      expect((await mark('overdue')).body).toMatchObject({ status: 'open', overdue: true });
      expect(await overdue()).toBe(true);
      expect((await mark('paid')).body).toMatchObject({ status: 'paid', overdue: false });
      expect(await overdue()).toBe(false);
      expect((await mark('void')).body.error.message).toBe(`Invoice ${number} is paid, expected it to be open.`);
    });

    it('become overdue at their due time', async () => {
      const { member } = await setting('small');
      await keepUp();
      world.now = at('2026-03-24T12:00:00Z');
      await keepUp();
      expect((await member.get(path('/plan'))).body.paymentOverdue).toBe(true);
    });

    it('have unique numbers under concurrent requests', async () => {
      const { member } = await setting();
      const all = Array.from({ length: 6 }, (_, i) => `${org}-${i}`);
      await Promise.all(all.map((id) => world.organization(id, 'small')));
      const numbers = await Promise.all(
        all.map(
          async (id) => (await world.as('member', id).get(`/organizations/${id}/invoices`)).body.invoices[0].number,
        ),
      );
      expect(new Set(numbers).size).toBe(all.length);
      expect((await member.get(path(`/invoices/${numbers[0]}`))).body.error.code).toBe('NOT_FOUND');
    });
  });

  it('reports usage by day and operation, both days included', async () => {
    const { member } = await setting();
    for (const [day, operation, requests, credits] of [
      ['2026-03-10', 'enrich', 2, 6],
      ['2026-03-10', 'enrich', 1, 3],
      ['2026-03-10', 'autocomplete', 5, 5],
      ['2026-03-12', 'reverse', 1, 2],
    ] as const) {
      await ledger.use(org, 1, { day, operation, requests, credits });
    }
    world.now = at('2026-03-12T01:00:00Z');
    expect((await member.get(path('/usage'))).body).toEqual({
      from: '2026-03-10',
      to: '2026-03-12',
      requests: 9,
      credits: 16,
      days: [
        { day: '2026-03-10', operation: 'autocomplete', requests: 5, credits: 5 },
        { day: '2026-03-10', operation: 'enrich', requests: 3, credits: 9 },
        { day: '2026-03-12', operation: 'reverse', requests: 1, credits: 2 },
      ],
    });
    expect((await member.get(path('/usage?from=2026-03-11&to=2026-03-12'))).body.credits).toBe(2);
    expect((await member.get(path('/usage?from=2026-02-30'))).body.error.details).toHaveProperty('from');
    expect((await member.get(path('/usage?from=2026-03-12&to=2026-03-11'))).body.error.details).toHaveProperty('to');
    expect((await member.get(path('/usage?from=2024-01-01&to=2026-03-11'))).body.error.details).toHaveProperty('to');
  });

  it('keeps an audit log of who did what, newest first, in pages', async () => {
    const { member } = await setting('small');
    await world.cancelPlan(org);
    world.now = MONTH_LATER;
    await keepUp();
    const page = (await member.get(path('/audit-log?limit=3'))).body.entries;
    expect(page).toHaveLength(3);
    const rest = (await member.get(path(`/audit-log?before=${page[2].sequence}`))).body.entries;
    const all = [...page, ...rest].map(
      (entry: { action: string; actor: { kind: string } }) => `${entry.actor.kind} ${entry.action}`,
    );
    expect(
      all.reverse().filter((entry) => entry !== 'system mark-invoice-overdue' && entry !== 'system settle-window'),
    ).toEqual([
      'user create-organization',
      'operator set-payment-method',
      'user change-plan',
      'user cancel-plan',
      'system roll-over',
    ]);
    expect((await member.get(path('/audit-log?limit=0'))).body.error.details).toHaveProperty('limit');
    const log = async (query: string) => (await member.get(path(`/audit-log?${query}`))).body.entries;
    const [cancelled] = await log('action=cancel-plan');
    expect(cancelled).toMatchObject({ action: 'cancel-plan', actor: { kind: 'user', from: '127.0.0.1' } });
    const own = await log(`subject=${encodeURIComponent(cancelled.actor.subject)}`);
    expect(new Set(own.map((entry: { actor: { subject: string } }) => entry.actor.subject)).size).toBe(1);
    expect(await log('from=2026-03-11&to=2026-03-31')).toEqual([]);
    expect((await log('to=2026-03-10')).map((entry: { action: string }) => entry.action)).toContain('cancel-plan');
    expect((await member.get(path('/audit-log?from=2026-02-30'))).body.error.details).toHaveProperty('from');
  });
});
