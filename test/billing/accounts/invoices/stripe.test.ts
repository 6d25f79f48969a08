import fc from 'fast-check';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { stripeReports, stripeSignatureFault } from '../../../../src/billing/accounts/invoices/stripe.ts';
import { cases } from '../../../support/cases.ts';
import { ConsoleWorld } from '../console/console-world.ts';
import { sqliteLedger, type TestLedger } from '../ledgers.ts';

const SECRET = 'whsec_5f1c8bd3e2a94e0d8c7b6a5f4e3d2c1b';
/** Stripe's own library, which signs tests and verifies by the published scheme. */
const { webhooks } = new Stripe('sk_test_123');

let opened: TestLedger;
let world: ConsoleWorld;

beforeAll(async () => {
  opened = await sqliteLedger();
  world = await new ConsoleWorld(opened.store).start({ reports: stripeReports(SECRET) });
});
afterAll(async () => {
  await world.console.close();
  await opened.close();
});

let organizations = 0;
let events = 0;
let id: string;
let invoice: string;

beforeEach(async () => {
  id = `org-${++organizations}`;
  await world.organization(id, 'small');
  invoice = (await world.as('member', id).get(`/organizations/${id}/invoices`)).body.invoices[0].number;
});

const paid = (more: object = {}, event = `evt_${++events}`) =>
  JSON.stringify({
    id: event,
    type: 'payment_intent.succeeded',
    data: {
      object: { amount_received: 1000, currency: 'aud', metadata: { letterbox_invoice: invoice }, ...more },
    },
  });

async function send(payload: string, header = signed(payload)) {
  const response = await fetch(`http://127.0.0.1:${world.console.port}/payments/stripe`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': header },
    body: payload,
  });
  return { status: response.status, body: (await response.json()) as { outcome?: string } };
}
const signed = (payload: string, secret = SECRET, timestamp = Math.floor(world.now / 1000)) =>
  webhooks.generateTestHeaderString({ payload, secret, timestamp });
const statusOf = async () => (await world.as('member', id).get(`/organizations/${id}/invoices/${invoice}`)).body.status;
const log = async () => (await world.as('member', id).get(`/organizations/${id}/audit-log`)).body.entries;

it('an invoice is paid once by an event that Stripe signed, however often it arrives (§11.10)', async () => {
  const payload = paid();
  expect(await send(payload)).toEqual({ status: 200, body: { received: true, outcome: 'applied' } });
  expect(await statusOf()).toBe('paid');
  expect(await send(payload)).toMatchObject({ status: 200, body: { outcome: 'repeated' } });
  expect(await send(paid())).toMatchObject({ status: 200, body: { outcome: 'not-open' } });
  const marks = (await log()).filter(({ action }: { action: string }) => action === 'mark-invoice-paid');
  expect(marks).toHaveLength(1);
  expect(marks[0].actor).toEqual({ kind: 'system', subject: 'stripe', from: JSON.parse(payload).id });
});

it('one of several concurrent events is applied', async () => {
  const payload = paid();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => send(payload)));
  expect(outcomes.map(({ body }) => body.outcome).sort()).toEqual(['applied', ...Array(7).fill('repeated')]);
});

it('an event not signed by Stripe, or signed long ago, is refused and changes nothing (§11.10)', async () => {
  const payload = paid();
  const now = Math.floor(world.now / 1000);
  for (const header of [
    '',
    't=1',
    `v1=${'0'.repeat(64)}`,
    signed(payload, 'whsec_another_secret_of_the_same_length'),
    signed(`${payload} `),
    signed(payload, SECRET, now - 301),
    signed(payload, SECRET, now + 301),
    signed(payload).replace('v1=', 'v0='),
    signed(payload).replace(/t=\d+/, `t=${now + 1}`),
  ])
    expect((await send(payload, header)).status, header).toBe(403);
  expect(await statusOf()).toBe('open');
  expect((await send(payload, signed(payload, SECRET, now - 299))).status).toBe(200);
});

it('another amount, another currency and an unknown invoice pay nothing, and are shown to operators', async () => {
  expect((await send(paid({ amount_received: 999 }))).body.outcome).toBe('mismatch');
  expect((await send(paid({ currency: 'usd' }))).body.outcome).toBe('mismatch');
  expect((await send(paid({ metadata: { letterbox_invoice: 'INV-99999999' } }))).body.outcome).toBe('unknown-invoice');
  expect((await send(paid({ metadata: {} }))).body.outcome).toBe('ignored');
  expect((await send(paid({ amount_received: '1000' }))).body.outcome).toBe('ignored');
  expect(await statusOf()).toBe('open');
  expect((await log()).filter(({ action }: { action: string }) => action === 'payment-mismatch')).toHaveLength(2);
});

it('a checkout session pays once the money has arrived, and a set-up session verifies the payment method', async () => {
  const session = (type: string, payment_status: string) =>
    JSON.stringify({
      id: `evt_${++events}`,
      type,
      data: {
        object: { amount_total: 1000, currency: 'aud', payment_status, metadata: { letterbox_invoice: invoice } },
      },
    });
  expect((await send(session('checkout.session.completed', 'unpaid'))).body.outcome).toBe('ignored');
  expect((await send(session('checkout.session.async_payment_succeeded', 'paid'))).body.outcome).toBe('applied');
  await world.organization(`${id}-new`);
  const object = { metadata: { letterbox_organization: `${id}-new` } };
  const payload = JSON.stringify({ id: `evt_${++events}`, type: 'setup_intent.succeeded', data: { object } });
  expect((await send(payload)).body.outcome).toBe('applied');
  const method = await world.as('member', `${id}-new`).get(`/organizations/${id}-new/payment-method`);
  expect(method.body.status).toBe('verified');
});

it('signatures are judged as the published library judges them', () => {
  const now = Math.floor(Date.now() / 1000);
  const bodies = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });
  const changes = fc.constantFrom(
    (header: string) => header,
    (header: string) => `${header},v1=${'ab'.repeat(32)}`,
    (header: string) => header.replace(/v1=../, 'v1=00'),
    (header: string) => header.replace('v1', 'v2'),
  );
  fc.assert(
    fc.property(bodies, changes, fc.integer({ min: -290, max: 290 }), (payload, change, skew) => {
      const header = change(webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp: now + skew }));
      const ours = stripeSignatureFault(Buffer.from(payload), header, SECRET, now * 1000) === null;
      let theirs = true;
      try {
        webhooks.signature!.verifyHeader(payload, header, SECRET, 300, undefined, now * 1000);
      } catch {
        theirs = false;
      }
      expect(ours).toBe(theirs);
    }),
    { numRuns: cases(100, 5000) },
  );
});

it('without the flag the endpoint does not exist', async () => {
  const other = await new ConsoleWorld(opened.store).start();
  const response = await fetch(`http://127.0.0.1:${other.console.port}/payments/stripe`, {
    method: 'POST',
    body: '{}',
  });
  expect(response.status).toBe(404);
  await other.console.close();
});
