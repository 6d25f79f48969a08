import type { Command } from 'commander';
import { flag } from '../../../system/flags.ts';
import type { PaymentSettings, StripeSettings } from './open-payments.ts';

/** How payments reach the service. */
export interface PaymentConfiguration extends PaymentSettings {
  /** What Stripe signs its webhook with; null: Stripe reports no payments. */
  readonly webhookSecret: string | null;
}

/** Where Stripe's API is, unless a flag says otherwise. */
const STRIPE = 'https://api.stripe.com';

/** Adds the flags of payments to a command. */
export function addPaymentFlags(command: Command): Command {
  return command
    .addOption(
      flag(
        '--stripe-webhook-secret <text>',
        'whsec_…, with which Stripe signs payments that it reports; else it reports none',
      ),
    )
    .addOption(
      flag(
        '--stripe-secret-key <text>',
        'sk_… or rk_…, with which Stripe is asked to charge a change of plan before it takes effect; else it is invoiced',
      ),
    )
    .addOption(flag('--stripe-host <url>', 'where Stripe’s API is').default(STRIPE))
    .addOption(
      flag(
        '--payment-link-secret <text>',
        '32 characters or more, with which links to the operator’s page for payment methods are signed',
      ),
    );
}

/**
 * The payments that options ask for. Throws an Error with a sentence that names the flag, and no
 * secret, if one cannot be used or lacks another.
 */
export function readPaymentConfiguration(
  text: (name: string) => string | null,
  consoleOrigin: string | null,
): PaymentConfiguration {
  const webhookSecret = text('stripeWebhookSecret');
  if (webhookSecret !== null && !/^whsec_[\x21-\x7e]{8,200}$/.test(webhookSecret))
    throw new Error("--stripe-webhook-secret is not one of Stripe's, expected whsec_ and letters and digits.");
  const linkSecret = text('paymentLinkSecret');
  if (linkSecret !== null && !/^[\x21-\x7e]{32,200}$/.test(linkSecret))
    throw new Error('--payment-link-secret is too short or has spaces, expected 32 to 200 visible ASCII characters.');
  return { webhookSecret, linkSecret, stripe: stripeSettings(text, webhookSecret, consoleOrigin) };
}

function stripeSettings(
  text: (name: string) => string | null,
  webhookSecret: string | null,
  consoleOrigin: string | null,
): StripeSettings | null {
  const secretKey = text('stripeSecretKey');
  if (secretKey === null) return null;
  if (!/^[rs]k_(test|live)_[A-Za-z0-9]{8,240}$/.test(secretKey))
    throw new Error("--stripe-secret-key is not one of Stripe's, expected sk_test_, sk_live_, rk_test_ or rk_live_.");
  if (webhookSecret === null)
    throw new Error('--stripe-secret-key is given without --stripe-webhook-secret: Stripe reports what came of it.');
  if (consoleOrigin === null)
    throw new Error('--stripe-secret-key is given without --console-url: Stripe sends browsers back to it.');
  return { secretKey, origin: stripeOrigin(text('stripeHost') ?? STRIPE), consoleOrigin };
}

/** The key goes with every request, so nobody on the way may read it. */
function stripeOrigin(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isBare = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  const isLocal = url !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (isBare && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) return url.origin;
  throw new Error(`--stripe-host is "${given}", expected an https origin (http on this machine alone).`);
}
