import type { Stripe } from 'stripe';
import type { Invoice } from '../transitions/invoice.ts';
import { METADATA } from './stripe-charges.ts';

/** A page of Stripe's on which an organization sets up a payment method; good for a day, and once. */
export async function stripeSetUpPage(
  stripe: Stripe,
  organization: string,
  currency: string,
  consoleOrigin: string,
): Promise<string> {
  const metadata = { [METADATA.organization]: organization };
  const session = await stripe.checkout.sessions.create({
    mode: 'setup',
    currency: currency.toLowerCase(),
    customer_creation: 'always',
    client_reference_id: organization,
    metadata,
    setup_intent_data: { metadata },
    ...backTo(`${consoleOrigin}/#/o/${encodeURIComponent(organization)}/payment`),
  });
  return addressOf(session);
}

/** A page of Stripe's on which an open invoice is paid; good for a day, and once. */
export async function stripePayPage(
  stripe: Stripe,
  { number, account, totalCents }: Invoice,
  currency: string,
  consoleOrigin: string,
): Promise<string> {
  const metadata = { [METADATA.invoice]: number };
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    client_reference_id: account,
    metadata,
    payment_intent_data: { metadata, description: `Invoice ${number}` },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: totalCents,
          product_data: { name: `Invoice ${number}` },
        },
      },
    ],
    ...backTo(`${consoleOrigin}/#/o/${encodeURIComponent(account)}/invoices/${encodeURIComponent(number)}`),
  });
  return addressOf(session);
}

function backTo(url: string) {
  return { success_url: url, cancel_url: url };
}

function addressOf({ id, url }: Stripe.Checkout.Session): string {
  if (url === null) throw new Error(`Stripe made the session ${id} without an address.`);
  return url;
}
