import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../support/free-port.ts';
import { sampleIndex } from '../../../support/shared-releases.ts';
import { StripeStandIn } from '../../accounts/charges/stripe-stand-in.ts';
import { meteredService } from '../support/metered-service.ts';
import { adminJson, adminProcess } from '../support/programs.ts';

test('§9.10: a sidecar that is killed while Stripe takes the money leaves one charge and one change to the next', async () => {
  const stripe = await new StripeStandIn(Date.now).start();
  onTestFinished(() => stripe.stop());
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const service = meteredService(sampleIndex(), 1, {
    LETTERBOX_CONSOLE_PORT: String(port),
    LETTERBOX_CONSOLE_URL: origin,
    LETTERBOX_STRIPE_SECRET_KEY: stripe.secretKey,
    LETTERBOX_STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    LETTERBOX_STRIPE_HOST: stripe.origin,
  });
  await service.start();
  await adminJson(service.env, 'console', 'create-organization', '--id', 'acme', '--name', 'Acme');
  const login = ['login', '--token', '--role', 'admin', '--organization', 'acme'];
  const token = (await adminProcess(service.env, ...login)).out.trim();
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of every shape.
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const response = await fetch(`${origin}/console/v1/organizations/acme${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  /** An answer of the console, as soon as one listens. */
  const patiently = async (method: string, path: string) => {
    for (;;) {
      const answer = await call(method, path).catch(() => null);
      if (answer !== null) return answer;
      await setTimeout(100);
    }
  };
  await patiently('GET', '/plan');
  const metadata = { letterbox_organization: 'acme' };
  const { payload, headers } = stripe.event('setup_intent.succeeded', {
    customer: 'cus_acme',
    payment_method: 'pm_good',
    metadata,
  });
  await fetch(`${origin}/payments/stripe`, { method: 'POST', headers, body: payload });

  const preview = await call('POST', '/plan/previews', { plan: 'starter' });
  expect(preview).toMatchObject({ payment: 'charged', planCents: 2900 });
  stripe.faults.push('hang');
  const answer = call('POST', '/plan/changes', { token: preview.token }).catch(() => 'no answer');
  while (stripe.charges.length === 0) await setTimeout(5);
  await service.kill('sidecar');
  expect(await answer).toBe('no answer');
  expect(await patiently('GET', '/plan')).toMatchObject({ plan: { id: 'free' }, pendingChange: { plan: 'starter' } });

  // Nobody tries again, and no event comes: the next sidecar asks Stripe after half a minute.
  while ((await call('GET', '/plan')).pendingChange !== null) await setTimeout(500);
  expect(await call('GET', '/plan')).toMatchObject({ plan: { id: 'starter' } });
  expect((await call('GET', '/invoices')).invoices).toMatchObject([{ status: 'paid', totalCents: 2900 }]);
  expect(await call('POST', '/plan/changes', { token: preview.token })).toMatchObject({ plan: { id: 'starter' } });
  expect(stripe.charges).toHaveLength(1);
  expect(service.letterbox().stdout.join('\n')).not.toContain(stripe.secretKey);
  await service.stop();
}, 120_000);
