import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { StripeStandIn } from '../billing/accounts/charges/stripe-stand-in.ts';
import { freePort } from '../support/free-port.ts';
import { newFolder } from '../support/shared-releases.ts';
import { accessibilityProblems, launchBrowser } from './support/browser.ts';
import { consolePages, PHONE, ready, show } from './support/console-pages.ts';

const browser: Browser | null = await launchBrowser();
afterAll(() => browser?.close());

const common = { period: 'P1M', products: ['address'], burst: { perSecond: 5, size: 10 } };
const PLANS = {
  currency: 'AUD',
  paymentTermDays: 14,
  plans: [
    { id: 'free', name: 'Free', shape: 'free', credits: 100, ...common },
    { id: 'small', name: 'Small', shape: 'included', priceCents: 1000, credits: 1000, overage: null, ...common },
    { id: 'large', name: 'Large', shape: 'included', priceCents: 3000, credits: 5000, overage: null, ...common },
  ],
};

/** A file with the test's plans, and how they are paid. */
function plansWith(payment: object): string {
  const file = join(newFolder(), 'plans.json');
  writeFileSync(file, JSON.stringify({ ...PLANS, payment }));
  return file;
}

/** What axe finds wrong with a page, on a desk and on a phone. */
async function problemsOf(page: Page): Promise<string[]> {
  const desk = page.viewportSize()!;
  const found = await accessibilityProblems(page);
  await page.setViewportSize(PHONE);
  found.push(...(await accessibilityProblems(page)));
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (overflow > 0) found.push(`${overflow} px off the screen of a phone`);
  await page.setViewportSize(desk);
  return found;
}

describe.skipIf(browser === null)('A console with Stripe', async () => {
  const stripe = await new StripeStandIn(Date.now).start();
  afterAll(() => stripe.stop());
  const port = await freePort();
  const pages = consolePages(browser, ['acme'], {
    LETTERBOX_CONSOLE_PORT: String(port),
    LETTERBOX_CONSOLE_URL: `http://127.0.0.1:${port}`,
    LETTERBOX_PLANS: plansWith({ setUp: 'stripe', contact: 'billing@example.com' }),
    LETTERBOX_STRIPE_SECRET_KEY: stripe.secretKey,
    LETTERBOX_STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    LETTERBOX_STRIPE_HOST: stripe.origin,
  });
  const tell = async (type: string, object: object) => {
    const { payload, headers } = stripe.event(type, object);
    const answer = await fetch(`${pages.origin()}/payments/stripe`, { method: 'POST', headers, body: payload });
    expect(await answer.json()).toMatchObject({ outcome: 'applied' });
  };
  const setUp = (organization: string, method: string) =>
    tell('setup_intent.succeeded', {
      customer: `cus_${organization}`,
      payment_method: method,
      metadata: { letterbox_organization: organization },
    });
  const upgrade = async (page: Page, name: string) => {
    await show(page, 'Plan');
    await page.getByRole('button', { name: `See what changing to ${name} does` }).click();
    await page.getByRole('dialog').waitFor();
  };

  it('leads from a plan that cannot be had to a payment method, and charges the plan to it', async () => {
    const operator = await pages.logIn('operator');
    await operator.goto(`${pages.origin()}/#/o/acme/payment`);
    await operator.getByRole('button', { name: 'Withdraw payment method' }).click();
    await operator.getByRole('dialog').getByRole('button', { name: 'Withdraw payment method' }).click();
    await operator.getByText('not set up').waitFor();

    const page = await pages.logIn('admin', 'acme');
    await show(page, 'Plan');
    const small = page.getByRole('region', { name: 'Small' });
    await small.getByRole('link', { name: 'Set one up' }).click();
    await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.route('https://checkout.stripe.com/**', (route) => route.fulfill({ body: 'Stripe asks for a card.' }));
    await page.getByRole('button', { name: 'Set up a payment method at Stripe' }).click();
    await page.getByText('Stripe asks for a card.').waitFor();
    const { params } = stripe.sessions.at(-1)!;
    await setUp('acme', 'pm_good');
    await page.goto(params.get('success_url')!);
    await ready(page);
    await page.getByText('verified', { exact: true }).waitFor();

    await upgrade(page, 'Small');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('$10.00 for the first period is charged to your payment method').waitFor();
    await dialog.getByRole('button', { name: 'Confirm and pay $10.00' }).click();
    await page.getByRole('region', { name: 'Current plan' }).getByRole('heading', { name: 'Small' }).waitFor();
    expect(stripe.charges).toHaveLength(1);
    await show(page, 'Invoices');
    await page.getByText('paid', { exact: true }).waitFor();
  });

  it('says that a payment was declined, and shows one that is pending until it is decided', async () => {
    const page = await pages.logIn('admin', 'acme');
    await setUp('acme', 'pm_declined');
    await upgrade(page, 'Large');
    await page.getByRole('button', { name: 'Confirm and pay $30.00' }).click();
    await page.getByRole('alert').getByText('The payment was declined (insufficient funds).').waitFor();
    await page.getByRole('button', { name: 'Keep as it is' }).click();

    await setUp('acme', 'pm_slow_bank');
    await upgrade(page, 'Large');
    await page.getByRole('button', { name: 'Confirm and pay $30.00' }).click();
    const pending = page.getByRole('region', { name: 'Pending change' });
    await pending.getByText('$30.00 was asked for').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    expect(await page.getByRole('button', { name: 'Cancel plan' }).count()).toBe(0);
    await tell('payment_intent.succeeded', stripe.decide('succeeded'));
    await pending.getByRole('button', { name: 'Look again' }).click();
    await page.getByRole('region', { name: 'Current plan' }).getByRole('heading', { name: 'Large' }).waitFor();
    expect(await page.getByRole('region', { name: 'Pending change' }).count()).toBe(0);
  });
});

describe.skipIf(browser === null)('A console without a provider', () => {
  const pages = consolePages(browser, ['acme', 'bravo'], {
    LETTERBOX_PLANS: plansWith({
      setUp: 'ask',
      contact: 'billing@example.com',
      invoices: ['By transfer to BSB 062-000, account 1234 5678, with the number of the invoice.'],
    }),
  });

  it('says whom to ask, and an operator verifies and withdraws, which the audit log tells', async () => {
    const operator = await pages.logIn('operator');
    await operator.goto(`${pages.origin()}/#/o/acme/payment`);
    await operator.getByRole('button', { name: 'Withdraw payment method' }).click();
    await operator.getByRole('dialog').getByRole('button', { name: 'Withdraw payment method' }).click();
    await operator.getByText('not set up').waitFor();
    const admin = await pages.logIn('admin', 'acme');
    await show(admin, 'Payment');
    const mail = admin.getByRole('link', { name: 'billing@example.com' });
    expect(await mail.getAttribute('href')).toBe('mailto:billing@example.com?subject=Payment%20of%20acme');
    await admin.getByRole('button', { name: 'We have asked' }).click();
    await admin.getByText('being set up').waitFor();
    await show(operator, 'Plan');
    await show(operator, 'Payment');
    await operator.getByText('being set up').waitFor();
    await operator.getByRole('button', { name: 'Verify payment method' }).click();
    await operator.getByRole('dialog').getByRole('button', { name: 'Verify payment method' }).click();
    await operator.getByText('verified', { exact: true }).waitFor();
    expect(await problemsOf(operator)).toEqual([]);
    await show(operator, 'Audit log');
    expect(await operator.getByText('set-payment-method').count()).toBeGreaterThanOrEqual(4);
  });

  it('says that a plan is due at once, how its invoice is paid, and what stands in the way of closing', async () => {
    const admin = await pages.logIn('admin', 'bravo');
    await show(admin, 'Plan');
    await admin.getByRole('button', { name: 'See what changing to Small does' }).click();
    await admin.getByText('$10.00 is invoiced now for the first period, and due at once.').waitFor();
    await admin.getByRole('button', { name: 'Confirm and be invoiced $10.00' }).click();
    await admin.getByRole('region', { name: 'Current plan' }).getByRole('heading', { name: 'Small' }).waitFor();
    await show(admin, 'Payment');
    await admin.getByText('By transfer to BSB 062-000, account 1234 5678').waitFor();
    await admin.getByRole('link', { name: 'INV-00000001' }).click();
    await admin.getByRole('heading', { name: 'How to pay' }).waitFor();
    expect(await problemsOf(admin)).toEqual([]);

    await show(admin, 'Plan');
    await admin.getByRole('link', { name: 'Close the organization' }).click();
    await admin.getByRole('heading', { level: 2, name: 'Organization' }).waitFor();
    expect(await admin.getByRole('link', { name: 'bravo', exact: true }).getAttribute('href')).toBe(
      '#/o/bravo/organization',
    );
    await admin.getByText('Invoice INV-00000001 is not paid.').waitFor();
    await admin.getByText('The plan small is active. Closing cancels it.').waitFor();
    expect(await problemsOf(admin)).toEqual([]);
    await admin.getByRole('button', { name: 'Close organization' }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByLabel('Type bravo to go on').fill('brava');
    await dialog.getByRole('button', { name: 'Close organization' }).click();
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByLabel('Type bravo to go on').fill('bravo');
    await dialog.getByRole('button', { name: 'Close organization' }).click();
    await admin.getByRole('heading', { name: 'Being closed' }).waitFor();
    await admin.getByText('Invoice INV-00000001 is not paid.').waitFor();
    await admin.getByText(/The plan small is paid until/).waitFor();
    expect(await admin.getByRole('button', { name: 'Close organization' }).count()).toBe(0);
  });
});
