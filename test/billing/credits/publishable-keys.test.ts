import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountsStore } from '../../../src/billing/accounts/accounts.ts';
import type { AccountsTransaction } from '../../../src/billing/accounts/accounts-store.ts';
import { createApiKey } from '../../../src/billing/accounts/keys.ts';
import { publishableTerms, type WantedTerms } from '../../../src/billing/accounts/publishable-terms.ts';
import { type Ledger, openLedger } from '../../../src/billing/ledger/ledger.ts';
import { createKey, PUBLISHABLE_PREFIX } from '../../../src/service/admission/api-key.ts';
import { systemClock } from '../../../src/service/admission/clock.ts';
import { assertDescribed } from '../../service/http/support/description.ts';
import { type Letterbox, runLetterbox, stopLetterbox } from '../../service/http/support/letterbox.ts';
import { head, headerOf, RawConnection, type RawResponse, request } from '../../service/http/support/raw-http.ts';
import { newFolder, sampleIndex } from '../../support/shared-releases.ts';
import { freePlan } from '../ledger/ledgers.ts';
import { newCustomer } from './support/machine.ts';
import { adminJson } from './support/programs.ts';

const SHOP = 'https://shop.example.com';
const VALIDATE = '/v1/address/validate?q=2+perth+street+sunnybank';
const REVERSE = '/v1/address/reverse?lat=-27.58&lon=153.0607';

const folder = newFolder();
let service: Letterbox;
let ledger: Ledger;
let account: string;
let secret: string;
let env: Record<string, string>;
let clients = 0;

interface MadeKey {
  readonly id: string;
  readonly key: string;
}

const admin = <T>(...args: string[]) => adminJson<T>(env, ...args);
const ORIGINS = [SHOP, 'https://*.example.org'];

/** Makes a publishable key, and waits until the workers know it. */
async function publishable(more: Partial<WantedTerms> = {}): Promise<string> {
  const found = publishableTerms({ origins: ORIGINS, ...more });
  if ('problems' in found) throw new Error(JSON.stringify(found.problems));
  const actor = { kind: 'operator', subject: 'test' } as const;
  const store = accountsStore(ledger);
  const make = (tx: AccountsTransaction) =>
    createApiKey(tx, account, 'page', actor, Date.now(), { terms: found.terms });
  const { key } = await store.transaction(make);
  await known(key);
  return key;
}

beforeAll(async () => {
  const dataDir = join(folder, 'data');
  env = { LETTERBOX_DATA_DIR: dataDir, LETTERBOX_DRAIN_INTERVAL: '200' };
  ledger = await openLedger({ file: join(dataDir, 'ledger.db'), databaseUrl: null });
  const customer = await newCustomer(ledger, freePlan(100_000), systemClock);
  [account, secret] = [customer.id, customer.key];
  const index = sampleIndex();
  const flags = ['--index', index, '--workers', '2', '--client-address-header', 'X-Forwarded-For'];
  service = await runLetterbox(flags, env);
  if (service.port === 0) throw new Error(service.stderr());
});
afterAll(async () => {
  await stopLetterbox(service);
  await ledger.close();
});

/** Sends a request as a page of an origin, from a client address of its own unless one is given. */
async function ask(key: string, origin: string | null, target = VALIDATE, more: Record<string, string> = {}) {
  const response = await request(service.port, target, {
    'X-Api-Key': key,
    ...(origin !== null && { Origin: origin }),
    'X-Forwarded-For': `198.51.100.9, 192.0.2.${++clients % 250}`,
    ...more,
  });
  assertDescribed(target.split('?')[0], response);
  return response;
}

const codeOf = ({ status, body }: RawResponse) =>
  status === 200 ? 'OK' : String(JSON.parse(body.toString()).error.code);
const allowed = (response: RawResponse) => headerOf(response, 'access-control-allow-origin');
const remaining = async () => Number(headerOf(await ask(secret, null), 'x-ratelimit-remaining'));

/** Waits until a key, which another process made, is known to the workers. */
async function known(key: string): Promise<void> {
  for (let known = 0; known < 6; ) {
    if (codeOf(await ask(key, 'https://nowhere.example')) === 'ORIGIN_NOT_ALLOWED') known++;
    else await setTimeout(50);
  }
}

describe('a publishable key', () => {
  it('§12.2: works on pages of its origins, which may read the answer and its headers', async () => {
    const key = await publishable();
    for (const origin of [SHOP, 'https://a.example.org', 'https://b.a.example.org']) {
      const response = await ask(key, origin);
      expect(codeOf(response)).toBe('OK');
      expect(allowed(response)).toBe(origin);
      expect(headerOf(response, 'vary')).toBe('Origin');
      const exposed = headerOf(response, 'access-control-expose-headers')!.split(', ');
      expect(exposed).toEqual(expect.arrayContaining(['X-Request-Id', 'Retry-After', 'X-RateLimit-Remaining']));
    }
    const bad = await ask(key, SHOP, '/v1/address/validate');
    expect([bad.status, allowed(bad)]).toEqual([400, SHOP]);
  });

  it('§12.2: is refused elsewhere and for other operations, at no cost', async () => {
    const key = await publishable({ operations: ['autocomplete', 'validate'] });
    const before = await remaining();
    for (const origin of [null, 'null', 'https://example.org', 'https://evil.example', `${SHOP}:8443`, `${SHOP}/`]) {
      const response = await ask(key, origin);
      expect([response.status, codeOf(response), allowed(response)]).toEqual([403, 'ORIGIN_NOT_ALLOWED', '*']);
    }
    const response = await ask(key, SHOP, REVERSE);
    expect([response.status, codeOf(response), allowed(response)]).toEqual([403, 'OPERATION_NOT_ALLOWED', SHOP]);
    expect(JSON.parse(response.body.toString()).error.details).toEqual({
      operation: 'reverse',
      allowed: ['autocomplete', 'validate'],
    });
    expect(await remaining()).toBe(before - 1);
  });

  it('§12.18: counts in the query string as in the header, which counts over it', async () => {
    const key = await publishable({ operations: ['autocomplete', 'validate'] });
    const unknown = `lbx_pub_${'x'.repeat(38)}`;
    const inQuery = (sent: string, origin: string | null, target: string, more: Record<string, string> = {}) => {
      const headers: Record<string, string> = { ...(origin !== null && { Origin: origin }), ...more };
      const [path, query] = target.split('?');
      const places = [
        `key=${sent}&${query}`,
        `${query}&key=${sent}`,
        `${query}&key=${sent.replaceAll('_', '%5F')}&key=x`,
      ];
      headers['X-Forwarded-For'] = `192.0.2.${++clients % 250}`;
      return request(service.port, `${path}?${places[clients % 3]}`, headers);
    };
    const seen = ({ status, body, ...response }: RawResponse) => [
      status,
      body.toString().replace(/req_\w+/, ''),
      ...['access-control-allow-origin', 'vary', 'x-ratelimit-product'].map((name) =>
        headerOf(response as RawResponse, name),
      ),
    ];
    for (const origin of [SHOP, 'https://evil.example', null])
      for (const target of [VALIDATE, REVERSE, '/v1/address/autocomplete?q=2+per&limit=x'])
        for (const sent of [key, unknown])
          expect(seen(await inQuery(sent, origin, target)), `${origin} ${target}`).toEqual(
            seen(await ask(sent, origin, target)),
          );
    for (const sent of [secret, '', 'demo', key.slice(1), '%ff', `x&key=${key}`])
      expect(codeOf(await inQuery(sent, SHOP, VALIDATE)), sent).toBe('MISSING_API_KEY');
    expect(codeOf(await inQuery(key, SHOP, VALIDATE, { 'X-Api-Key': unknown }))).toBe('INVALID_API_KEY');
    expect(codeOf(await inQuery(key, SHOP, VALIDATE, { 'X-Api-Key': '' }))).toBe('INVALID_API_KEY');
    expect(codeOf(await inQuery(unknown, null, VALIDATE, { 'X-Api-Key': secret }))).toBe('OK');
  });

  it('works on pages of the service’s own host, whose browser sends no origin', async () => {
    const key = await publishable();
    const own = { Host: 'shop.example.com', 'Sec-Fetch-Site': 'same-origin' };
    expect(codeOf(await ask(key, null, VALIDATE, own))).toBe('OK');
    for (const other of [
      { ...own, Host: 'other.example' },
      { ...own, 'Sec-Fetch-Site': 'cross-site' },
    ])
      expect(codeOf(await ask(key, null, VALIDATE, other))).toBe('ORIGIN_NOT_ALLOWED');
  });

  it('has a rate limit for each client address, over all workers, with the address given by the proxy', async () => {
    const key = await publishable({ clientPerSecond: 1, clientBurst: 6 });
    for (const client of ['203.0.113.1', '203.0.113.2']) {
      const outcomes = [];
      for (let i = 0; i < 12; i++) {
        // What a client writes itself comes before what its proxy adds, in the same line or in another.
        const forwarded =
          i % 2 === 0 ? `10.0.0.${i}, ${client}` : `10.0.0.${i}\r\nX-Forwarded-For: ${client}:${4000 + i}`;
        const response = await ask(key, SHOP, VALIDATE, { 'X-Forwarded-For': forwarded });
        outcomes.push(codeOf(response));
        if (response.status !== 429) continue;
        expect(Number(headerOf(response, 'retry-after'))).toBeGreaterThanOrEqual(1);
        expect(allowed(response)).toBe(SHOP);
        expect(headerOf(response, 'x-ratelimit-product')).toBe('address');
        expect(Date.parse(headerOf(response, 'x-ratelimit-reset') ?? '')).toBeGreaterThan(Date.now());
        const limit = Number(headerOf(response, 'x-ratelimit-limit'));
        expect(limit).toBeGreaterThan(0);
        const left = await remaining();
        expect(Number(headerOf(response, 'x-ratelimit-remaining'))).toBeGreaterThan(left);
        expect(left).toBeLessThan(limit);
      }
      expect(outcomes.slice(0, 6)).toEqual(Array(6).fill('OK'));
      expect(outcomes.filter((code) => code === 'RATE_LIMITED').length).toBeGreaterThanOrEqual(4);
    }
  });

  it('is listed, rotated and revoked like others', async () => {
    const terms = ['--origins', ...ORIGINS, '--operations', 'validate'];
    const { id, key } = await admin<MadeKey>('keys', 'create', account, ...terms);
    await known(key);
    const rotated = await admin<MadeKey>('keys', 'rotate', id);
    expect(rotated.key).toMatch(/^lbx_pub_/);
    await known(rotated.key);
    expect([codeOf(await ask(key, SHOP)), codeOf(await ask(rotated.key, SHOP))]).toEqual(['OK', 'OK']);
    expect(codeOf(await ask(rotated.key, SHOP, REVERSE))).toBe('OPERATION_NOT_ALLOWED');
    const listed = await admin<Record<string, unknown>[]>('keys', 'list', account);
    expect(listed.find((each) => each.id === rotated.id)).toMatchObject({
      origins: `${SHOP} https://*.example.org`,
      operations: 'validate',
      replaces: id,
    });
    await admin('keys', 'revoke', rotated.id);
    for (let i = 0; codeOf(await ask(rotated.key, SHOP)) === 'OK'; i++) {
      if (i > 100) throw new Error('still valid');
      await setTimeout(20);
    }
    const revoked = await ask(rotated.key, SHOP);
    expect([codeOf(revoked), allowed(revoked)]).toEqual(['INVALID_API_KEY', SHOP]);
    const elsewhere = await ask(rotated.key, 'https://evil.example');
    expect([codeOf(elsewhere), allowed(elsewhere)]).toEqual(['INVALID_API_KEY', undefined]);
  });

  it('cannot be made with unenforceable terms', async () => {
    for (const terms of [
      ['--origins', 'shop.example.com'],
      ['--operations', 'validate'],
    ])
      await expect(admin('keys', 'create', account, ...terms), terms.join(' ')).rejects.toThrow();
    for (const wanted of [{ origins: [] }, { operations: ['everything'] }, { operations: [] }, { clientPerSecond: 0 }])
      expect(publishableTerms({ origins: [SHOP], ...wanted })).toHaveProperty('problems');
    for (const everybodys of ['com', 'com.au', 'co.uk', 'github.io', 'pages.dev', 'au'])
      expect(publishableTerms({ origins: [`https://*.${everybodys}`] }), everybodys).toHaveProperty('problems');
    for (const own of ['example.com.au', 'someone.github.io', 'example.org'])
      expect(publishableTerms({ origins: [`https://*.${own}`] }), own).toHaveProperty('terms');
  });
});

describe('a browser’s preflight', () => {
  const preflight = (origin: string, more: Record<string, string> = {}, target = VALIDATE) =>
    request(
      service.port,
      target,
      {
        Origin: origin,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'x-api-key',
        ...more,
      },
      'OPTIONS',
    );

  it('is answered for a day for pages of origins that some key has, and for nobody else', async () => {
    await publishable();
    const connection = new RawConnection(service.port);
    for (let i = 0; i < 3; i++) {
      connection.send(
        `OPTIONS ${VALIDATE} HTTP/1.1\r\nHost: a\r\nOrigin: ${SHOP}\r\nAccess-Control-Request-Method: GET\r\n\r\n`,
      );
      const response = (await connection.next(true))!;
      expect(response.status).toBe(204);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'access-control-allow-origin': SHOP,
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'X-Api-Key',
        'access-control-max-age': '86400',
      });
    }
    connection.end();
    for (const [origin, more, target] of [
      ['https://evil.example', {}, VALIDATE],
      [SHOP, { 'Access-Control-Request-Method': 'POST' }, VALIDATE],
      [SHOP, {}, '/healthz'],
    ] as const) {
      const response = await preflight(origin, more, target);
      expect([response.status, allowed(response)]).toEqual([404, undefined]);
    }
  });
});

describe('a secret key', () => {
  it('works on no page: no origin may read its answers', async () => {
    const response = await ask(secret, SHOP);
    expect(codeOf(response)).toBe('OK');
    for (const name of ['access-control-allow-origin', 'access-control-expose-headers', 'vary'])
      expect(headerOf(response, name)).toBeUndefined();
  });
});

describe('§7.3: a flood without a valid key', () => {
  it('is answered 401 throughout, and locks out nobody else at the same address', async () => {
    const client = { 'X-Forwarded-For': '203.0.113.200' };
    const flood = async (keys: readonly (string | null)[], calls: number) => {
      const connection = new RawConnection(service.port);
      for (let i = 0; i < calls; i++) {
        const key = keys[i % keys.length];
        connection.send(head(VALIDATE, { ...client, ...(key !== null && { 'X-Api-Key': key }) }));
        const response = (await connection.next())!;
        assertDescribed('/v1/address/validate', response);
        expect([i, codeOf(response)]).toEqual([i, key === null ? 'MISSING_API_KEY' : 'INVALID_API_KEY']);
      }
      connection.end();
    };
    await flood([null], 260);
    await flood(
      ['nonsense', createKey(), createKey(randomBytes, PUBLISHABLE_PREFIX), `lbx_live_${'0'.repeat(38)}`],
      260,
    );
    // A key that no worker has seen: it is published when a later one is.
    const unseen = await newCustomer(ledger, freePlan(1000), systemClock);
    const key = await publishable();
    for (let i = 0; i < 4; i++) {
      expect(codeOf(await ask(unseen.key, null, VALIDATE, client))).toBe('OK');
      expect(codeOf(await ask(key, SHOP, VALIDATE, client))).toBe('OK');
    }
  });
});
