import type { Stripe } from 'stripe';
import { loadOptional } from '../../../system/optional-package.ts';
import type { Catalogue } from '../plans/catalogue.ts';
import type { Instant } from '../plans/period.ts';
import { manualPayments, type PaymentProvider, type PaymentSetup } from './provider.ts';
import { setUpLink } from './set-up-links.ts';
import { stripeCharges } from './stripe-charges.ts';
import { stripePayPage, stripeSetUpPage } from './stripe-pages.ts';

/** The service at a payment provider, and what it signs links with. */
export interface PaymentSettings {
  readonly stripe: StripeSettings | null;
  /** With which links to the operator's page are signed; null: there is none. */
  readonly linkSecret: string | null;
}

/** How Stripe is reached. */
export interface StripeSettings {
  readonly secretKey: string;
  /** The origin of its API. */
  readonly origin: string;
  /** The origin that its pages send browsers back to. */
  readonly consoleOrigin: string;
}

/** How long Stripe may take to answer, ms; a payment that takes longer is pending. */
const PATIENCE = 10_000;

/**
 * The payments that the settings and the catalogue ask for. Throws an Error with a sentence if they
 * contradict each other, or Stripe's library is not installed, which is loaded here. A provider that
 * takes longer than `patience` (ms) to answer has not answered.
 */
export async function openPayments(
  { stripe: settings, linkSecret }: PaymentSettings,
  { currency, payment }: Pick<Catalogue, 'currency' | 'payment'>,
  now: () => Instant,
  patience = PATIENCE,
): Promise<PaymentProvider> {
  const { setUp, page, contact } = payment;
  if (setUp === 'stripe' && settings === null)
    throw new Error('The plan catalogue has payment.setUp "stripe", and there is no --stripe-secret-key.');
  if (setUp === 'page' && linkSecret === null)
    throw new Error('The plan catalogue has payment.setUp "page", and there is no --payment-link-secret.');
  if (settings !== null && !hasCents(currency))
    throw new Error(`--stripe-secret-key is given, and ${currency} is not counted in hundredths, as Stripe expects.`);
  const stripe = settings === null ? null : await openStripe(settings, patience);
  const by = setUp ?? (stripe === null ? 'ask' : 'stripe');
  return {
    ...manualPayments,
    ...(stripe !== null && {
      name: 'stripe',
      charges: stripeCharges(stripe),
      payPage: (invoice, of) => stripePayPage(stripe, invoice, of, settings!.consoleOrigin),
    }),
    async setUp(who): Promise<PaymentSetup> {
      if (by === 'stripe' && stripe !== null) {
        const url = await stripeSetUpPage(stripe, who.id, currency, settings!.consoleOrigin);
        return { status: 'pending', message: 'Stripe asks for the payment method on a page of its own.', url };
      }
      if (by === 'page') {
        const url = await setUpLink(page!, linkSecret!, who, now());
        return { status: 'pending', message: 'The payment method is set up on a page of the operator’s.', url };
      }
      const ask = contact === null ? 'The operator will' : `Ask ${contact} to`;
      return { status: 'pending', message: `${ask} verify your payment method.`, url: null };
    },
  };
}

function hasCents(currency: string): boolean {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return maximumFractionDigits === 2;
}

async function openStripe({ secretKey, origin }: StripeSettings, timeout: number): Promise<Stripe> {
  const { default: Library } = await loadOptional(() => import('stripe'), '--stripe-secret-key', ['stripe']);
  const { protocol, hostname, port } = new URL(origin);
  return new Library(secretKey, {
    host: hostname,
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    protocol: protocol === 'https:' ? 'https' : 'http',
    timeout,
    // What is not answered is asked again later, by whichever process is there.
    maxNetworkRetries: 0,
    telemetry: false,
  });
}
