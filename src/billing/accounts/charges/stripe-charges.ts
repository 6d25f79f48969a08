import type { Stripe } from 'stripe';
import type { Payment } from './payment.ts';
import type { ChargeOutcome, Charges } from './provider.ts';

/** The metadata of what this service makes at Stripe. */
export const METADATA = {
  organization: 'letterbox_organization',
  invoice: 'letterbox_invoice',
  payment: 'letterbox_payment',
} as const;

/** The part of a PaymentIntent that its events and answers are read for. */
export interface IntentState {
  readonly status?: unknown;
  readonly amount_received?: unknown;
  readonly currency?: unknown;
  readonly last_payment_error?: { readonly code?: unknown; readonly decline_code?: unknown } | null;
}

/** Charges payment methods that are set up at Stripe, off session (https://docs.stripe.com/payments/save-and-reuse). */
export function stripeCharges(stripe: Stripe): Charges {
  return {
    async charge(payment) {
      try {
        const intent = await stripe.paymentIntents.create(
          {
            amount: payment.cents,
            currency: payment.currency.toLowerCase(),
            customer: payment.payer.customer,
            payment_method: payment.payer.method,
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            off_session: true,
            confirm: true,
            // Nobody is there to confirm: a bank that asks for it declines.
            error_on_requires_action: true,
            description: `Plan ${payment.plan}`,
            metadata: { [METADATA.payment]: payment.id, [METADATA.organization]: payment.organization },
          },
          { idempotencyKey: payment.id },
        );
        return await decided(stripe, intent);
      } catch (error) {
        return outcomeOfError(stripe, error);
      }
    },
    async find(payment) {
      try {
        const intent = await intentOf(stripe, payment);
        return intent === null ? null : await decided(stripe, intent);
      } catch (error) {
        return { state: 'pending', reason: reasonOf(error) };
      }
    },
    async withdraw(payment) {
      try {
        const intent = await intentOf(stripe, payment);
        if (intent === null || intent.status === 'succeeded' || intent.status === 'canceled') return true;
        await stripe.paymentIntents.cancel(intent.id);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** What the state of a PaymentIntent says of the payment. */
export function outcomeOfIntent({ status, amount_received, currency, last_payment_error }: IntentState): ChargeOutcome {
  switch (status) {
    case 'succeeded':
      return { state: 'succeeded', cents: Number(amount_received), currency: String(currency).toUpperCase() };
    case 'requires_payment_method':
    case 'canceled': {
      const { code, decline_code } = last_payment_error ?? {};
      return { state: 'declined', code: codeOf(code, decline_code) };
    }
    default:
      return { state: 'pending', reason: `the payment is ${String(status)}` };
  }
}

/** The intent that was made for a payment: Stripe lists what it has made at once, newest first. */
async function intentOf(stripe: Stripe, { id, payer, begunAt }: Payment): Promise<Stripe.PaymentIntent | null> {
  // Clocks differ; a few minutes do not matter here.
  const created = { gte: Math.floor(begunAt / 1000) - 600 };
  for await (const intent of stripe.paymentIntents.list({ customer: payer.customer, created, limit: 100 }))
    if (intent.metadata[METADATA.payment] === id) return intent;
  return null;
}

/** The outcome of an intent; one that waits for somebody, or that was declined, is made to stay unpaid. */
async function decided(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<ChargeOutcome> {
  const { status } = intent;
  if (status === 'requires_action' || status === 'requires_confirmation' || status === 'requires_capture') {
    await stripe.paymentIntents.cancel(intent.id);
    return { state: 'declined', code: 'authentication_required' };
  }
  if (status === 'requires_payment_method') await stripe.paymentIntents.cancel(intent.id);
  return outcomeOfIntent(intent);
}

/**
 * A refusal is definite; whatever else went wrong may have happened after the payment was made. The
 * classes are those of https://docs.stripe.com/api/errors.
 */
async function outcomeOfError(stripe: Stripe, error: unknown): Promise<ChargeOutcome> {
  const { type, code, decline_code, payment_intent } = error as Partial<Stripe.StripeRawError>;
  switch (type as string | undefined) {
    case 'StripeCardError': {
      // It stays unpaid anyway, unless somebody pays it by hand: then the event says so.
      if (payment_intent) await stripe.paymentIntents.cancel(payment_intent.id).catch(() => undefined);
      return { state: 'declined', code: codeOf(code, decline_code) };
    }
    case 'StripeInvalidRequestError':
      return { state: 'declined', code: codeOf(code, decline_code) };
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      return { state: 'unavailable', reason: reasonOf(error) };
    default:
      return { state: 'pending', reason: reasonOf(error) };
  }
}

function codeOf(code: unknown, declineCode: unknown): string {
  const told = [declineCode, code].find((text) => typeof text === 'string' && /^[a-z0-9_]{1,64}$/.test(text));
  return typeof told === 'string' ? told : 'declined';
}

/** Why a request failed, without what was in it: messages of Stripe's can name a part of the key. */
function reasonOf(error: unknown): string {
  const { type, code, statusCode } = error as Partial<Stripe.StripeRawError>;
  return [type ?? 'error', statusCode, code].filter((part) => part !== undefined && part !== null).join(' ');
}
