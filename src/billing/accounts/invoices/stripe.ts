import { createHmac, timingSafeEqual } from 'node:crypto';
import { METADATA, outcomeOfIntent } from '../charges/stripe-charges.ts';
import type { Instant } from '../plans/period.ts';
import type { Payer } from '../transitions/account.ts';
import type { PaymentReport, PaymentReports } from './reports.ts';

/** How far the time of a signature may be from now, s: as in Stripe's own libraries. */
const STRIPE_TOLERANCE_SECONDS = 300;

/**
 * Payment reports from Stripe's webhook: `payment_intent.succeeded`, `checkout.session.completed`,
 * `checkout.session.async_payment_succeeded` and `invoice.paid` with the number of an invoice in
 * `metadata.letterbox_invoice`; `setup_intent.succeeded` with `metadata.letterbox_organization`, and
 * `payment_method.detached`; and `payment_intent.succeeded`, `.payment_failed` and `.canceled` of the
 * payments that this service asked for.
 */
export function stripeReports(secret: string): PaymentReports {
  return {
    name: 'stripe',
    path: '/payments/stripe',
    read(body, headers, now) {
      const signature = headers['stripe-signature'];
      const fault = stripeSignatureFault(body, typeof signature === 'string' ? signature : '', secret, now);
      if (fault !== null) return { refused: fault };
      const event = parse(body);
      if (event === null) return { refused: 'no event of Stripe' };
      return { event: event.id, report: reportOf(event) };
    },
  };
}

/**
 * What is wrong with a `Stripe-Signature` header over a body, by Stripe's scheme
 * (https://docs.stripe.com/webhooks#verify-manually): `t` is the time, which must be close to now,
 * and each `v1` an HMAC-SHA256 over `t.body` in hex. Null if one of them is right. The comparisons
 * take constant time.
 */
export function stripeSignatureFault(body: Buffer, header: string, secret: string, now: Instant): string | null {
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string?]);
  const time = parts.find(([name]) => name === 't')?.[1];
  const given = parts.filter(([name]) => name === 'v1').map(([, value]) => value ?? '');
  if (time === undefined || !/^[0-9]{1,12}$/.test(time) || given.length === 0)
    return 'no Stripe-Signature with t and v1';
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  const right = given.filter((each) => {
    const bytes = Buffer.from(each, 'hex');
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
  if (right.length === 0) return 'a signature that is not over this body with this secret';
  const age = now / 1000 - Number(time);
  return Math.abs(age) <= STRIPE_TOLERANCE_SECONDS ? null : `a signature of ${Math.round(age)} s ago`;
}

interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly object: Readonly<Record<string, unknown>>;
}

function parse(body: Buffer): StripeEvent | null {
  try {
    const { id, type, data } = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    const object = (data as { object?: unknown } | null | undefined)?.object;
    if (typeof id !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(id) || typeof type !== 'string') return null;
    if (typeof object !== 'object' || object === null) return null;
    return { id, type, object: object as Record<string, unknown> };
  } catch {
    return null;
  }
}

/** The field with the amount in each event that reports a payment. */
const AMOUNTS: Readonly<Record<string, string>> = {
  'payment_intent.succeeded': 'amount_received',
  'checkout.session.completed': 'amount_total',
  'checkout.session.async_payment_succeeded': 'amount_total',
  'invoice.paid': 'amount_paid',
};

/**
 * The events that decide a payment. Others come before it is decided, and show the intent as it was
 * then.
 */
const DECISIONS = ['payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.canceled'];

/** What an event of Stripe's says, of what this service knows. */
function reportOf({ type, object }: StripeEvent): PaymentReport {
  const metadata = (object.metadata ?? {}) as Readonly<Record<string, unknown>>;
  const { [METADATA.organization]: organization, [METADATA.payment]: payment } = metadata;
  if (type === 'setup_intent.succeeded' && typeof organization === 'string')
    return { kind: 'method', organization, payer: payerOf(object) };
  if (type === 'payment_method.detached' && typeof object.id === 'string')
    return { kind: 'method-gone', method: object.id };
  if (typeof payment === 'string')
    return DECISIONS.includes(type) ? { kind: 'charge', payment, outcome: outcomeOfIntent(object) } : { kind: 'other' };
  const field = Object.hasOwn(AMOUNTS, type) ? AMOUNTS[type] : undefined;
  const amount = field === undefined ? undefined : object[field];
  const invoice = metadata[METADATA.invoice];
  if (typeof invoice !== 'string' || !Number.isSafeInteger(amount)) return { kind: 'other' };
  // A session can complete before the money has arrived, which a later event reports.
  if (type === 'checkout.session.completed' && object.payment_status !== 'paid') return { kind: 'other' };
  return { kind: 'paid', invoice, cents: amount as number, currency: String(object.currency ?? '').toUpperCase() };
}

/** Whom a set-up can be charged to: it names both, or nobody. */
function payerOf({ customer, payment_method: method }: StripeEvent['object']): Payer | null {
  return typeof customer === 'string' && typeof method === 'string' ? { customer, method } : null;
}
