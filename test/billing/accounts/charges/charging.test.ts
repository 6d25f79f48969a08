import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPayments } from '../../../../src/billing/accounts/charges/open-payments.ts';
import { resumePayments } from '../../../../src/billing/accounts/charges/resume.ts';
import { stripeReports } from '../../../../src/billing/accounts/invoices/stripe.ts';
import { upkeep } from '../../../../src/billing/accounts/upkeep.ts';
import { type Answer, ConsoleWorld } from '../console/console-world.ts';
import { sqliteLedger, type TestLedger } from '../ledgers.ts';
import { CATALOGUE } from '../world.ts';
import { StripeStandIn } from './stripe-stand-in.ts';

/** How long the console waits for Stripe here, ms. */
const PATIENCE = 300;

let opened: TestLedger;
let world: ConsoleWorld;
let stripe: StripeStandIn;

beforeAll(async () => {
  opened = await sqliteLedger();
  stripe = await new StripeStandIn(() => world.now).start();
  const { secretKey, origin, webhookSecret } = stripe;
  const settings = { stripe: { secretKey, origin, consoleOrigin: 'https://console.example' }, linkSecret: null };
  const payments = await openPayments(settings, CATALOGUE, () => world.now, PATIENCE);
  world = await new ConsoleWorld(opened.store, CATALOGUE, payments).start({ reports: stripeReports(webhookSecret) });
});
afterAll(async () => {
  await world.console.close();
  await stripe.stop();
  await opened.close();
});

let organizations = 0;
let id: string;
beforeEach(() => {
  id = `org-${++organizations}`;
  stripe.faults.length = 0;
});

const admin = () => world.as('admin', id);
const read = async (path: string) => (await admin().get(`/organizations/${id}${path}`)).body;
const plan = () => read('/plan');
const invoices = async () => (await read('/invoices')).invoices;
const actions = async () => (await read('/audit-log')).entries.map(({ action }: { action: string }) => action);
const mine = () => stripe.intents.filter(({ customer }) => customer === `cus_${id}`);

async function tell(type: string, object: object): Promise<string> {
  const { payload, headers } = stripe.event(type, object);
  const url = `http://127.0.0.1:${world.console.port}/payments/stripe`;
  const response = await fetch(url, { method: 'POST', headers, body: payload });
  return ((await response.json()) as { outcome: string }).outcome;
}

/** An organization whose method was set up at Stripe. */
async function begin(method = 'pm_good'): Promise<void> {
  await world.organization(id);
  await setUp(method);
}

function setUp(method: string): Promise<string> {
  const metadata = { letterbox_organization: id };
  return tell('setup_intent.succeeded', { customer: `cus_${id}`, payment_method: method, metadata });
}

const preview = async (to: string) => (await admin().post(`/organizations/${id}/plan/previews`, { plan: to })).body;
const confirm = (token: string, headers: Record<string, string> = {}) =>
  admin().post(`/organizations/${id}/plan/changes`, { token }, headers);
const change = (to: string): Promise<Answer> => world.changePlan(id, to);

describe('A change whose price is paid now (§9.10)', () => {
  it('is charged to the verified method, off session and once, and takes effect with a paid invoice', async () => {
    await begin();
    const offered = await preview('small');
    expect(offered).toMatchObject({ effective: 'now', planCents: 1000, payment: 'charged' });
    const { status, body } = await confirm(offered.token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ plan: { id: 'small' }, pendingChange: null, credits: { granted: 1000 } });
    expect(body.invoices).toMatchObject([{ status: 'paid', totalCents: 1000, howToPay: null }]);
    expect(body.invoices[0].dueAt).toBe(body.invoices[0].issuedAt);
    const [request] = stripe.requests.filter((each) => each.includes(`customer=cus_${id}&`));
    const asked = Object.fromEntries(new URLSearchParams(request!.split(' ')[2]));
    expect(asked).toMatchObject({ amount: '1000', currency: 'aud', payment_method: 'pm_good', off_session: 'true' });
    expect(mine()).toHaveLength(1);
    // Its event comes late, and again.
    expect(await tell('payment_intent.succeeded', mine()[0]!)).toBe('not-pending');
    expect(await invoices()).toHaveLength(1);
    const events = (await read('/events')).events.map(({ type }: { type: string }) => type);
    expect(events.toSorted()).toEqual(['invoice.issued', 'invoice.paid', 'plan.changed']);
  });

  it('declined, is refused with its reason, and leaves plan, credits, invoices and a scheduled change as they were', async () => {
    await begin();
    expect((await change('large')).status).toBe(200);
    expect((await change('small')).body.scheduledChange).toMatchObject({ plan: 'small' });
    for (const [method, code, said] of [
      ['pm_declined', 'insufficient_funds', 'The payment was declined (insufficient funds). Nothing has changed.'],
      ['pm_expired', 'expired_card', 'The payment was declined (expired card). Nothing has changed.'],
      ['pm_asks', 'authentication_required', 'The bank wants this payment to be confirmed by its owner.'],
      ['gone', 'resource_missing', 'The payment was declined (resource missing). Nothing has changed.'],
    ] as const) {
      await setUp(method);
      const before = [await plan(), await invoices(), (await read('/events')).events];
      const { token } = await preview('yearly');
      for (const attempt of [1, 2]) {
        const { status, body } = await confirm(token);
        expect([attempt, status, body.error.code]).toEqual([attempt, 409, 'CHANGE_REFUSED']);
        expect(body.error.details).toEqual({ reason: 'payment-declined', code });
        expect(body.error.message).toContain(said);
      }
      expect([await plan(), await invoices(), (await read('/events')).events]).toEqual(before);
    }
    // A declined payment cannot be paid afterwards, and another card can be tried at once.
    expect(mine().map(({ status }) => status)).toEqual(['succeeded', 'canceled', 'canceled', 'canceled']);
    await setUp('pm_good');
    expect((await change('yearly')).body.plan.id).toBe('yearly');
  });

  it('without an answer in time is pending and shown so, lets nothing else change, and ends as the event says', async () => {
    await begin('pm_slow_bank');
    const { token } = await preview('small');
    const other = await preview('large');
    const headers = { 'Idempotency-Key': 'upgrade' };
    const waiting = await confirm(token, headers);
    expect(waiting).toMatchObject({ status: 200, body: { plan: { id: 'free' }, invoices: [] } });
    expect(waiting.body.pendingChange).toMatchObject({ plan: 'small', cents: 1000 });
    expect(await plan()).toMatchObject({ pendingChange: { plan: 'small' } });
    expect((await confirm(other.token)).body.error.code).toBe('PREVIEW_STALE');
    for (const refused of [
      await admin().post(`/organizations/${id}/plan/previews`, { plan: 'large' }),
      await admin().post(`/organizations/${id}/close`),
      await admin().delete(`/organizations/${id}/plan/scheduled-change`),
    ])
      expect(refused.body.error).toMatchObject({ code: 'CHANGE_REFUSED', details: { reason: 'change-pending' } });
    const refusals = (await read('/plans')).plans.map((each: { refusal: { reason: string } }) => each.refusal.reason);
    expect(new Set(refusals)).toEqual(new Set(['change-pending']));

    // Events of its beginning come late, and show it as it was then.
    for (const type of ['payment_intent.created', 'payment_intent.requires_action'])
      expect(await tell(type, { ...mine()[0]!, status: 'requires_payment_method' })).toBe('ignored');
    const paid = stripe.decide('succeeded');
    expect(await tell('payment_intent.succeeded', paid)).toBe('applied');
    expect(await plan()).toMatchObject({ plan: { id: 'small' }, pendingChange: null });
    expect(await invoices()).toMatchObject([{ status: 'paid' }]);
    // The retry of the request hears what came of it, not that it was pending.
    expect((await confirm(token, headers)).body).toMatchObject({
      plan: { id: 'small' },
      invoices: [{ status: 'paid' }],
    });
    expect(mine()).toHaveLength(1);
  });

  it('that the bank declines days later is gone, and has left no trace', async () => {
    await begin('pm_slow_bank');
    const before = await plan();
    const { token } = await preview('small');
    await confirm(token);
    const declined = stripe.decide('requires_payment_method');
    expect(await tell('payment_intent.payment_failed', declined)).toBe('applied');
    expect(await plan()).toEqual(before);
    expect(await invoices()).toEqual([]);
    const data = { plan: 'small', cents: 1000, currency: 'AUD', code: 'insufficient_funds' };
    expect((await read('/events')).events).toMatchObject([{ type: 'plan.change_declined', data }]);
    expect((await confirm(token)).body.error.details).toEqual({
      reason: 'payment-declined',
      code: 'insufficient_funds',
    });
    // Somebody pays it by hand in the end: an operator has to look into it.
    expect(await tell('payment_intent.succeeded', { ...declined, status: 'succeeded', amount_received: 1000 })).toBe(
      'mismatch',
    );
    expect(await actions()).toContain('payment-mismatch');
    expect((await plan()).plan.id).toBe('free');
  });

  it('is one charge however it is submitted: twice, by two people, and with the event before the answer', async () => {
    await begin();
    const { token } = await preview('small');
    const twice = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(mine()).toHaveLength(1);
    expect(await invoices()).toHaveLength(1);
    const [one, two] = [await preview('large'), await preview('dear')];
    const both = await Promise.all([confirm(one.token), confirm(two.token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(mine()).toHaveLength(2);

    stripe.faults.push('hang');
    const last = await preview('yearly');
    const slow = confirm(last.token);
    while (mine().length < 3) await setTimeout(5);
    expect(await tell('payment_intent.succeeded', mine()[2]!)).toBe('applied');
    expect((await slow).body).toMatchObject({
      plan: { id: 'yearly' },
      pendingChange: null,
      invoices: [{ status: 'paid' }],
    });
    expect(mine()).toHaveLength(3);
  });

  it.each(['hang', 'drop-before', 'drop-after', 'rate-limit'] as const)(
    'is found out about later where Stripe fails (%s), without its event',
    async (fault) => {
      await begin();
      // Stripe's library repeats a request on a connection that closed, once.
      stripe.faults.push(fault, ...(fault.startsWith('drop') ? [fault] : []));
      const { token } = await preview('small');
      expect((await confirm(token)).body.pendingChange).toMatchObject({ plan: 'small' });
      await resumePayments(world.accounts);
      expect((await plan()).pendingChange, 'too early to ask').not.toBeNull();
      if (fault !== 'drop-before' && fault !== 'rate-limit') stripe.forgetKeys();
      world.now += 31_000;
      await Promise.all([resumePayments(world.accounts), resumePayments(world.accounts)]);
      expect(await plan()).toMatchObject({ plan: { id: 'small' }, pendingChange: null });
      expect(mine()).toHaveLength(1);
      expect(await invoices()).toHaveLength(1);
    },
  );

  it('that Stripe knows nothing of after an hour of errors is given up, and never charged', async () => {
    await begin();
    stripe.faults.push('error-500');
    const { token } = await preview('small');
    expect((await confirm(token)).body.pendingChange).not.toBeNull();
    world.now += 31_000;
    expect([...(await resumePayments(world.accounts)).values()]).toEqual(['StripeAPIError 500']);
    world.now += 3_600_000;
    await resumePayments(world.accounts);
    expect(await plan()).toMatchObject({ plan: { id: 'free' }, pendingChange: null });
    expect((await confirm(token)).status).toBe(503);
    expect(mine()).toEqual([]);
  });

  it('is not begun where Stripe does not take our key', async () => {
    await begin();
    stripe.faults.push('unauthorized');
    const { token } = await preview('small');
    expect((await confirm(token)).body.error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await plan()).toMatchObject({ plan: { id: 'free' }, pendingChange: null });
    expect((await change('small')).body.plan.id).toBe('small');
  });

  it('for which another amount or currency was taken stays pending, and is in the audit log', async () => {
    await begin('pm_other_amount');
    expect((await change('small')).body.pendingChange).toMatchObject({ plan: 'small' });
    for (let i = 0; i < 3; i++) {
      world.now += 60_000;
      await resumePayments(world.accounts);
    }
    expect((await actions()).filter((action: string) => action === 'payment-mismatch')).toHaveLength(1);
    const [intent] = mine();
    expect(await tell('payment_intent.succeeded', { ...intent, amount_received: 1000, currency: 'usd' })).toBe(
      'mismatch',
    );
    expect(await tell('payment_intent.succeeded', { ...intent, amount_received: 1000 })).toBe('applied');
    expect((await plan()).plan.id).toBe('small');
  });

  it('is given up by an operator where it is stuck, but not while the bank decides', async () => {
    const giveUp = () => world.as('operator', null).post(`/organizations/${id}/plan/pending-change/withdraw`);
    await begin('pm_slow_bank');
    expect((await giveUp()).body.error.code).toBe('CONFLICT');
    await change('small');
    expect((await giveUp()).body.error.message).toContain('still deciding');
    expect((await admin().post(`/organizations/${id}/plan/pending-change/withdraw`)).status).toBe(403);
    // It was paid meanwhile, and no event came: then there is nothing to give up.
    stripe.decide('succeeded');
    expect((await giveUp()).body).toMatchObject({ plan: { id: 'small' }, pendingChange: null });

    await setUp('pm_other_amount');
    expect((await change('large')).body.pendingChange).not.toBeNull();
    expect((await giveUp()).body).toMatchObject({ plan: { id: 'small' }, pendingChange: null });
    await setUp('pm_good');
    expect((await change('large')).body.plan.id).toBe('large');
  });

  it('is invoiced, and due at once, where an operator verified the method by hand (§9.11)', async () => {
    await world.organization(id);
    await world.as('operator', null).post(`/organizations/${id}/payment-method/verify`);
    const offered = await preview('small');
    expect(offered.payment).toBe('invoiced');
    const [invoice] = (await confirm(offered.token)).body.invoices;
    expect(invoice).toMatchObject({ status: 'open', howToPay: { page: true } });
    expect(invoice.dueAt).toBe(invoice.issuedAt);
    // What the preview said no longer holds once a card is there.
    const stale = await preview('large');
    await setUp('pm_good');
    expect((await confirm(stale.token)).body.error.code).toBe('PREVIEW_STALE');
  });

  it('from PAYG has its accrued usage invoiced by itself', async () => {
    await begin();
    await change('payg');
    await opened.use(id, 2, { operation: 'autocomplete', requests: 500, credits: 500, day: '2026-03-10' });
    expect(await preview('small')).toMatchObject({ planCents: 1000, payment: 'charged', usageCents: 120 });
    await change('small');
    await upkeep(world.accounts);
    expect(
      (await invoices()).map((each: { status: string; totalCents: number }) => [each.status, each.totalCents]),
    ).toEqual([
      ['open', 120],
      ['paid', 1000],
    ]);
  });

  it('refuses a token of another organization, whatever became of it', async () => {
    await begin();
    const { token } = await preview('small');
    const other = `${id}-other`;
    await world.organization(other);
    const steal = () => world.as('admin', other).post(`/organizations/${other}/plan/changes`, { token });
    expect((await steal()).body.error.code).toBe('PREVIEW_UNKNOWN');
    expect((await confirm(token)).status).toBe(200);
    expect((await steal()).body.error.code).toBe('PREVIEW_UNKNOWN');
    const reused = await admin().post(`/organizations/${id}/plan/previews`, { plan: 'large' });
    await confirm(reused.body.token, { 'Idempotency-Key': 'k' });
    const again = await preview('yearly');
    expect((await confirm(again.token, { 'Idempotency-Key': 'k' })).body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(mine()).toHaveLength(2);
  });

  it('writes no secret and no payer anywhere', async () => {
    await begin('pm_declined');
    await change('small');
    const written = JSON.stringify([world.log, await read('/audit-log'), await read('/events')]);
    for (const secret of [stripe.secretKey, stripe.webhookSecret, `cus_${id}`, 'pm_declined'])
      expect(written).not.toContain(secret);
    expect(await actions()).toEqual(expect.arrayContaining(['begin-payment', 'fail-payment']));
  });
});

describe('A payment method', () => {
  it('is set up on a page of Stripe, verified by its event, and gone when it is detached', async () => {
    await world.organization(id);
    const answer = await admin().post(`/organizations/${id}/payment-method`);
    expect(answer.body).toMatchObject({ status: 'pending', setUp: 'stripe', charged: false });
    expect(answer.body.url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
    const { params } = stripe.sessions.at(-1)!;
    expect(Object.fromEntries(params)).toMatchObject({
      mode: 'setup',
      'setup_intent_data[metadata][letterbox_organization]': id,
      success_url: `https://console.example/#/o/${id}/payment`,
    });
    expect(await read('/payment-method')).toMatchObject({ status: 'pending', url: null });
    expect(await setUp('pm_good')).toBe('applied');
    expect(await read('/payment-method')).toMatchObject({ status: 'verified', charged: true });
    // Another card: the first one stays until the other is there.
    expect((await admin().post(`/organizations/${id}/payment-method`)).body).toMatchObject({ status: 'verified' });
    await setUp(`pm_${id}`);
    expect(await tell('payment_method.detached', { id: 'pm_nobody', customer: null })).toBe('ignored');
    expect(await tell('payment_method.detached', { id: `pm_${id}`, customer: null })).toBe('applied');
    expect(await read('/payment-method')).toMatchObject({ status: 'none', charged: false });
    expect((await actions()).filter((action: string) => action === 'set-payment-method')).toHaveLength(4);
  });

  it('is withdrawn by operators, and nothing is charged to it any more', async () => {
    await begin();
    await world.as('operator', null).post(`/organizations/${id}/payment-method/remove`);
    expect((await change('small')).body.error.details).toEqual({ reason: 'payment-method-needed' });
    await world.as('operator', null).post(`/organizations/${id}/payment-method/verify`);
    expect((await preview('small')).payment).toBe('invoiced');
  });

  it('has a page of Stripe for an open invoice, which pays it', async () => {
    await world.organization(id, 'small');
    const [{ number }] = await invoices();
    const page = await admin().post(`/organizations/${id}/invoices/${number}/pay-page`);
    expect(page.status).toBe(201);
    const params = Object.fromEntries(stripe.sessions.at(-1)!.params);
    expect(params).toMatchObject({ mode: 'payment', 'metadata[letterbox_invoice]': number });
    expect(params['line_items[0][price_data][unit_amount]']).toBe('1000');
    const metadata = { letterbox_invoice: number };
    await tell('checkout.session.completed', { payment_status: 'paid', amount_total: 1000, currency: 'aud', metadata });
    expect(await invoices()).toMatchObject([{ status: 'paid' }]);
    expect((await admin().post(`/organizations/${id}/invoices/${number}/pay-page`)).body.error.code).toBe('CONFLICT');
    expect((await world.as('member', id).post(`/organizations/${id}/invoices/${number}/pay-page`)).status).toBe(403);
  });
});
