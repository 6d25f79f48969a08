import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../../src/service/admission/api-key.ts';
import { assertDescribed } from '../../service/http/support/description.ts';
import { RawConnection, request } from '../../service/http/support/raw-http.ts';
import { cases } from '../../support/cases.ts';
import { newFolder, sampleIndex } from '../../support/shared-releases.ts';
import { freePlan, paygPlan, softPlan } from '../ledger/ledgers.ts';
import { Connection, loadService } from './support/http-load.ts';
import { meteredService } from './support/metered-service.ts';
import { adminJson } from './support/programs.ts';

/** Credits of the capped account that many use at once. */
const CAP = cases(4000, 10_000);

/** Beside other tests a worker may be overloaded, and refuse what is counted here. */
const calm = { LETTERBOX_MOST_TURN: '0' };
const service = meteredService(sampleIndex(), cases(2, 4), calm, join(newFolder(), 'data'), afterAll);

/** The accounts, one for each thing that is tried. */
async function openAccounts() {
  const burst = { perSecond: 1, size: 1 };
  return {
    hard: await service.customer(freePlan(5)),
    elsewhere: await service.customer({ ...freePlan(0), burst, products: ['business', 'property'] }),
    slow: await service.customer({ ...freePlan(0), burst }),
    limited: await service.customer({ ...paygPlan, burst: { perSecond: 0.01, size: 7 } }),
    soft: await service.customer(softPlan(4)),
    payg: await service.customer(paygPlan),
    typed: await service.customer(paygPlan),
    crowded: await service.customer(freePlan(CAP)),
    small: await service.customer(freePlan(100)),
  };
}

let accounts: Awaited<ReturnType<typeof openAccounts>>;
beforeAll(async () => {
  accounts = await openAccounts();
  await service.start();
});

const ENRICH = '/v1/address/enrich?id=unknown';
const VALIDATE = '/v1/address/validate?q=1+high+street';
const CREDIT_HEADERS = /^((x-)?ratelimit|x-payment-|retry-after)/;

/** Credit headers of an answer, and what it says. */
async function ask(key: string | null, target = VALIDATE) {
  const raw = await request(service.port(), target, key === null ? {} : { 'X-Api-Key': key });
  assertDescribed(target.split('?')[0], raw);
  const headers = Object.fromEntries(
    raw.headers.map(([name, value]) => [name.toLowerCase(), value]).filter(([name]) => CREDIT_HEADERS.test(name)),
  );
  return { status: raw.status, headers, error: JSON.parse(raw.body.toString()).error };
}

describe('the tables of the specification, over HTTP, with two workers', () => {
  test('§8.2: every refusal has its code, message, details and headers in the specified order, and costs no credits', async () => {
    const { hard, elsewhere, slow } = accounts;
    const invalid = {
      status: 401,
      headers: {},
      error: { code: 'INVALID_API_KEY', message: 'Invalid API key', status: 401 },
    };

    expect(await ask(null)).toMatchObject({
      status: 401,
      headers: {},
      error: { code: 'MISSING_API_KEY', message: 'Missing X-Api-Key header' },
    });
    for (const key of [createKey(), `${hard.key.slice(0, -1)}-`, hard.key.slice(0, -1), 'x', `${hard.key}x`]) {
      expect(await ask(key)).toMatchObject(invalid);
    }
    for (let i = 0; i < 3; i++) {
      expect(await ask(elsewhere.key)).toMatchObject({
        status: 403,
        headers: {},
        error: {
          code: 'PRODUCT_NOT_ALLOWED',
          message: 'Product not included in your plan',
          details: { product: 'address', allowed: ['business', 'property'] },
        },
      });
    }
    expect(await ask(slow.key)).toMatchObject({
      status: 429,
      headers: {
        'x-ratelimit-product': 'address',
        'x-ratelimit-limit': '0',
        'x-ratelimit-remaining': '0',
        // A request that is refused for want of credits uses up nothing of the burst limit.
        ratelimit: expect.stringMatching(/^"burst";r=1;t=0, "credits";r=0;t=[0-9]+$/),
        'ratelimit-policy': '"burst";q=1;w=1, "credits";q=0;qu="credits"',
      },
      error: { code: 'QUOTA_EXCEEDED' },
    });
    const [first, second] = [await ask(hard.key, ENRICH), await ask(hard.key, ENRICH)];
    const resets = first.headers['x-ratelimit-reset'];
    expect(new Date(resets).toISOString()).toBe(resets);
    expect(first).toMatchObject({
      status: 404,
      headers: { 'x-ratelimit-product': 'address', 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '2' },
    });
    expect(Object.keys(first.headers)).toHaveLength(6);
    expect(second).toEqual({
      status: 429,
      headers: { ...first.headers, ratelimit: expect.stringMatching(/"credits";r=2;t=[0-9]+$/) },
      error: {
        code: 'QUOTA_EXCEEDED',
        message: 'Credit quota exceeded: 3 of 5 credits used, this request needs 3',
        status: 429,
        request_id: second.error.request_id,
        details: { product: 'address', used: 3, limit: 5, required: 3, resets_at: resets },
      },
    });
    // At 2 left a request of cost 2 passes, and a 400 keeps what it cost.
    expect((await ask(hard.key, '/v1/address/reverse?lat=nowhere&lon=1')).headers).toMatchObject({
      'x-ratelimit-remaining': '0',
    });
    expect((await ask(hard.key)).error.code).toBe('QUOTA_EXCEEDED');
  });

  test('the burst limit holds across workers, and a refusal says how many seconds to wait', async () => {
    const { key } = accounts.limited;
    const answers = [];
    for (let i = 0; i < 14; i++) answers.push(await ask(key, ENRICH));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers[0].headers.ratelimit).toMatch(/^"burst";r=6;t=100$/);
    expect(refused).toHaveLength(7);
    for (const answer of refused) {
      expect(answer).toMatchObject({
        headers: {
          'x-ratelimit-product': 'address',
          'retry-after': expect.stringMatching(/^(9[0-9]|100)$/),
          'ratelimit-policy': '"burst";q=7;w=700',
        },
        error: { code: 'RATE_LIMITED', message: 'Rate limit exceeded' },
      });
      expect(answer.error.details).toBeUndefined();
      expect(answer.headers.ratelimit).toBe(`"burst";r=0;t=${answer.headers['retry-after']}`);
      expect(Object.keys(answer.headers).sort()).toEqual([
        'ratelimit',
        'ratelimit-policy',
        'retry-after',
        'x-ratelimit-product',
        'x-ratelimit-reset',
      ]);
    }
  });

  test('§8.5: headers follow the state of the account within a second', async () => {
    const { soft, payg } = accounts;
    expect((await ask(payg.key)).headers).toEqual({
      'x-ratelimit-product': 'address',
      'x-ratelimit-reset': expect.any(String),
      'ratelimit-policy': expect.stringMatching(/^"burst";/),
      ratelimit: expect.stringMatching(/^"burst";/),
    });
    expect((await ask(soft.key, ENRICH)).headers).toMatchObject({
      'x-ratelimit-limit': '4',
      'x-ratelimit-remaining': '1',
    });
    const over = await ask(soft.key, VALIDATE);
    expect(over.headers).not.toHaveProperty('x-ratelimit-over');
    expect((await ask(soft.key, VALIDATE)).headers).toMatchObject({
      'x-ratelimit-remaining': '0',
      'x-ratelimit-over': 'true',
    });
    // Over is said of successes only.
    expect((await ask(soft.key, ENRICH)).headers).not.toHaveProperty('x-ratelimit-over');

    const within = async (change: Promise<unknown>, seen: () => Promise<boolean>) => {
      await change;
      const since = performance.now();
      while (!(await seen())) expect(performance.now() - since).toBeLessThan(1000);
    };
    await within(
      adminJson(service.env, 'accounts', 'overdue', payg.id, 'on'),
      async () => 'x-payment-overdue' in (await ask(payg.key)).headers,
    );
    expect((await ask(payg.key)).headers).toMatchObject({ 'x-payment-overdue': 'true' });
    const next = await adminJson<{ key: string }>(service.env, 'keys', 'rotate', payg.keyId, '--grace', '1h');
    await within(Promise.resolve(), async () => (await ask(next.key)).status === 200);
    expect((await ask(payg.key)).status).toBe(200);
    await within(
      adminJson(service.env, 'keys', 'revoke', payg.keyId),
      async () => (await ask(payg.key)).status === 401,
    );
    await within(
      adminJson(
        service.env,
        'accounts',
        'plan',
        soft.id,
        '--credits',
        '100',
        '--mode',
        'hard',
        '--rate',
        '1000000',
        '--burst',
        '1000000',
      ),
      async () => (await ask(soft.key)).headers['x-ratelimit-limit'] === '100',
    );
    await within(
      adminJson(service.env, 'suspend', soft.id),
      async () => (await ask(soft.key)).error?.code === 'INVALID_API_KEY',
    );
  });

  test('keys of any length up to 4096, with any characters, or sent twice, are refused unless valid', async () => {
    const { key } = accounts.typed;
    const connection = (await Connection.open(service.port()))!;
    for (let length = 0; length <= 4096; length += length < 128 ? 1 : cases(127, 1)) {
      const answer = (await connection.get(VALIDATE, `lbx_live_${'a'.repeat(4096)}`.slice(0, length)))!;
      expect(answer.status).toBe(401);
    }
    for (let code = 0x20; code <= 0xff; code++) {
      if (code === 0x7f) continue;
      const odd = `${key.slice(0, 20)}${String.fromCharCode(code)}${key.slice(21)}`;
      expect((await connection.get(VALIDATE, odd))?.status).toBe(odd === key ? 200 : 401);
    }
    expect((await connection.get(VALIDATE, key, 'X-Api-Key: another\r\n'))?.status).toBe(200);
    expect((await connection.get(VALIDATE, 'another', `X-Api-Key: ${key}\r\n`))?.status).toBe(401);
    connection.close();
    for (const control of ['\0', '\x01', '\x1f', '\x7f']) {
      const raw = new RawConnection(service.port());
      raw.send(
        Buffer.from(
          `GET ${VALIDATE} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key.slice(0, 20)}${control}${key.slice(20)}\r\n\r\n`,
          'latin1',
        ),
      );
      const response = await raw.next();
      expect(response === null ? 400 : response.status).toBeOneOf([400, 401]);
      raw.end();
    }
    expect((await ask(key)).status).toBe(200);
  });
});

test('§8.4: 64 connections against several workers use exactly the hard cap', async () => {
  const { key } = accounts.crowded;
  const load = await loadService({
    port: service.port,
    key,
    connections: 64,
    limit: CAP,
    enough: ({ quotaRefusals }) => quotaRefusals > 1000,
  });
  expect(load).toMatchObject({ admitted: CAP, unanswered: 0, strange: [], wrong: [] });
});

test('the service reports the state of its sidecar, continues without it, and restarts it', async () => {
  const { key, id } = accounts.small;
  const ready = async () => JSON.parse((await request(service.port(), '/readyz')).body.toString());
  expect(await ready()).toMatchObject({ status: 'ready', sidecar: 'running', ledger: 'reachable' });
  await service.kill('sidecar');
  expect((await ask(key, ENRICH)).headers).toMatchObject({ 'x-ratelimit-remaining': '97' });
  const before = service.letterbox().stdout.length;
  while (
    !service
      .letterbox()
      .stdout.slice(before)
      .some((line) => line.includes('ledger open'))
  )
    await setTimeout(20);
  await expect.poll(() => service.usage(id), { timeout: 20_000 }).toEqual({ 1: 3 });
});

test('§8.2: a service that has stopped, soon, has written all credits to the ledger, and none that a refusal cost', async () => {
  const stopped = performance.now();
  await service.stop();
  expect(performance.now() - stopped).toBeLessThan(5000);
  expect(await service.letterbox().ended).toBe(0);
  const { hard, elsewhere, slow, limited, crowded, small } = accounts;
  const used = [];
  for (const { id } of [hard, elsewhere, slow, limited, crowded, small]) used.push(await service.usage(id));
  expect(used).toEqual([{ 1: 5 }, {}, {}, { 1: 21 }, { 1: CAP }, { 1: 3 }]);
});
