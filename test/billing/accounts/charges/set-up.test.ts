import { jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPayments } from '../../../../src/billing/accounts/charges/open-payments.ts';
import { readPaymentConfiguration } from '../../../../src/billing/accounts/charges/settings.ts';
import { parseCatalogue } from '../../../../src/billing/accounts/plans/catalogue.ts';
import { ConsoleWorld } from '../console/console-world.ts';
import { sqliteLedger, type TestLedger } from '../ledgers.ts';
import { CATALOGUE } from '../world.ts';

const SECRET = 'a secret of the operator and its page'.replaceAll(' ', '-');
const CONSOLE = 'https://console.example';
const withPayment = (payment: object) => parseCatalogue(JSON.stringify({ ...CATALOGUE, payment }), 'plans.json');

describe("A link to the operator's own page (§11.13)", () => {
  const page = 'https://pay.example/method?from=console';
  const catalogue = withPayment({ setUp: 'page', page, contact: 'billing@example.com' });
  let opened: TestLedger;
  let world: ConsoleWorld;
  beforeAll(async () => {
    opened = await sqliteLedger();
    const payments = await openPayments({ stripe: null, linkSecret: SECRET }, catalogue, () => world.now);
    world = await new ConsoleWorld(opened.store, catalogue, payments).start({ linkSecret: SECRET });
    await world.organization('acme');
  });
  afterAll(async () => {
    await world.console.close();
    await opened.close();
  });

  const link = async () => {
    const { body } = await world.as('admin').post('/organizations/acme/payment-method');
    expect(body).toMatchObject({ status: 'pending', setUp: 'page', contact: 'billing@example.com', charged: false });
    return new URL(body.url);
  };
  const redeem = async (token: string | null) => {
    const response = await fetch(`http://127.0.0.1:${world.console.port}/payments/link`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    return { status: response.status, body: await response.json() };
  };

  it('says whom it is for, once', async () => {
    const url = await link();
    expect(url.href).toMatch(/^https:\/\/pay\.example\/method\?from=console&token=/);
    const token = url.searchParams.get('token')!;
    const all = await Promise.all([redeem(token), redeem(token), redeem(token)]);
    expect(all.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    const bearer = { organization: 'acme', name: 'acme Pty Ltd', subject: 'admin of acme' };
    expect(all.find(({ status }) => status === 200)?.body).toEqual(bearer);
  });

  it('is signed with the secret that the page has, so the page can tell by itself', async () => {
    const token = (await link()).searchParams.get('token')!;
    const { payload, protectedHeader } = await jwtVerify(token, Buffer.from(SECRET), {
      currentDate: new Date(world.now),
    });
    expect(protectedHeader.alg).toBe('HS256');
    expect(payload).toMatchObject({ organization: 'acme', iss: 'letterbox', aud: 'letterbox-payment-page' });
    expect(payload.exp! - payload.iat!).toBe(600);
  });

  it('is refused when it is too old, altered, or none', async () => {
    const token = (await link()).searchParams.get('token')!;
    const [head, , signature] = token.split('.');
    const forged = Buffer.from(JSON.stringify({ organization: 'other' })).toString('base64url');
    for (const bad of [null, '', 'x', `${head}.${forged}.${signature}`, token.slice(0, -2)])
      expect((await redeem(bad)).status).toBe(403);
    world.now += 601_000;
    expect((await redeem(token)).status).toBe(403);
  });

  it('is made for admins alone, and not for an organization that closes', async () => {
    expect((await world.as('member').post('/organizations/acme/payment-method')).status).toBe(403);
    await world.organization('gone');
    await world.as('admin', 'gone').post('/organizations/gone/close');
    const refused = await world.as('admin', 'gone').post('/organizations/gone/payment-method');
    expect(refused.body.error).toMatchObject({ code: 'CONFLICT' });
    expect((await world.as('operator', null).post('/organizations/nobody/payment-method')).status).toBe(404);
  });
});

describe('How payments are set up', () => {
  const read = (given: Record<string, string>, origin: string | null = CONSOLE) =>
    readPaymentConfiguration((name) => given[name] ?? null, origin);
  const key = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc';
  const webhook = 'whsec_5f1c8bd3e2a94e0d';

  it('refuses settings that cannot work, by the name of the flag and without the secret', () => {
    const wrong: [Record<string, string>, string | null, string][] = [
      [{ stripeWebhookSecret: 'secret-one' }, CONSOLE, '--stripe-webhook-secret'],
      [{ stripeSecretKey: 'secret-one', stripeWebhookSecret: webhook }, CONSOLE, '--stripe-secret-key is not'],
      [{ stripeSecretKey: key }, CONSOLE, '--stripe-webhook-secret'],
      [{ stripeSecretKey: key, stripeWebhookSecret: webhook }, null, '--console-url'],
      [{ stripeSecretKey: key, stripeWebhookSecret: webhook, stripeHost: 'http://10.0.0.1' }, CONSOLE, '--stripe-host'],
      [{ paymentLinkSecret: 'secret-one' }, CONSOLE, '--payment-link-secret'],
    ];
    for (const [given, origin, named] of wrong) {
      expect(() => read(given, origin)).toThrow(named);
      expect(() => read(given, origin)).not.toThrow(/secret-one|4eC39/);
    }
    expect(read({ stripeSecretKey: key, stripeWebhookSecret: webhook }).stripe).toEqual({
      secretKey: key,
      origin: 'https://api.stripe.com',
      consoleOrigin: CONSOLE,
    });
  });

  it('refuses a catalogue that asks for what is not set up, or counts in other units than Stripe', async () => {
    const none = { stripe: null, linkSecret: null };
    const stripe = { secretKey: key, origin: 'https://api.stripe.com', consoleOrigin: CONSOLE };
    const open = (
      settings: typeof none | { stripe: typeof stripe; linkSecret: null },
      payment: object,
      currency = 'AUD',
    ) => openPayments(settings, { ...withPayment(payment), currency }, Date.now);
    await expect(open(none, { setUp: 'stripe' })).rejects.toThrow('--stripe-secret-key');
    await expect(open(none, { setUp: 'page', page: 'https://pay.example' })).rejects.toThrow('--payment-link-secret');
    await expect(open({ ...none, stripe }, {}, 'JPY')).rejects.toThrow('JPY');
    expect((await open({ ...none, stripe }, {})).charges).not.toBeNull();
    const asked = await (await open(none, { setUp: 'ask', contact: 'billing@example.com' })).setUp({
      id: 'a',
      subject: 'b',
    });
    expect(asked).toMatchObject({ url: null, message: 'Ask billing@example.com to verify your payment method.' });
  });

  it('refuses terms of payment in a catalogue that say too little, by their field', () => {
    for (const [payment, named] of [
      [{ setUp: 'card' }, 'payment.setUp: got "card", expected one of stripe, page, ask'],
      [{ setUp: 'page' }, 'payment.page: got null, expected the address of the page'],
      [
        { setUp: 'page', page: 'http://pay.example' },
        'payment.page: got "http://pay.example", expected an https address',
      ],
      [{ setUp: 'ask', page: 'https://pay.example', contact: 'a@b' }, 'payment.page'],
      [{ setUp: 'ask' }, 'payment.contact: got null, expected whom to ask'],
      [{ contact: 'javascript:alert(1)' }, 'payment.contact'],
      [{ invoices: 'by transfer' }, 'payment.invoices: got "by transfer", expected at most 10 lines'],
      [{ invoices: [''] }, 'payment.invoices'],
      [{ other: 1 }, 'payment'],
    ] as const)
      expect(() => withPayment(payment)).toThrow(named);
  });
});
