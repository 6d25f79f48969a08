import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOptional } from '../../../../src/billing/accounts/checks.ts';
import { consoleDescription } from '../../../../src/billing/accounts/console/description/openapi.ts';
import { checkBody } from '../../../../src/billing/accounts/console/fields/fields.ts';
import { CATALOGUE as CATALOGUE_ANSWER, shownPlan } from '../../../../src/billing/accounts/console/resources/plans.ts';
import type { ConsoleRoute } from '../../../../src/billing/accounts/console/routes/route.ts';
import { CONSOLE_ROUTES } from '../../../../src/billing/accounts/console/routes/routes.ts';
import { findPlan } from '../../../../src/billing/accounts/plans/catalogue.ts';
import type { Plan } from '../../../../src/billing/accounts/plans/plan.ts';
import { everything } from '../books.ts';
import { sqliteLedger, type TestLedger } from '../ledgers.ts';
import { CATALOGUE } from '../world.ts';
import { ConsoleWorld, problemsOf } from './console-world.ts';

let opened: TestLedger;
let world: ConsoleWorld;
let key: string;
let invoice: string;
let endpoint: string;
let event: string;
let invitation: string;
let person: string;

beforeAll(async () => {
  opened = await sqliteLedger();
  world = await new ConsoleWorld(opened.store).start();
  await world.organization('acme', 'large');
  await world.organization('rival', 'small');
  key = (await world.as('admin').post('/organizations/acme/keys', { name: 'web' })).body.id;
  invoice = (await world.as('member').get('/organizations/acme/invoices')).body.invoices[0].number;
  invitation = (await world.as('admin').post('/organizations/acme/invitations', { subject: 'sam' })).body.id;
  const sam = { id: 'person_1', organization: 'acme', email: 'sam@acme.example', role: 'member' } as const;
  const joined = { ...sam, createdAt: world.now, removedAt: null };
  person = (await opened.store.transaction((tx) => tx.savePerson(joined))).id;
  const url = 'https://hooks.acme.example/in';
  endpoint = (await world.as('admin').post('/organizations/acme/endpoints', { url })).body.id;
  event = (await world.as('admin').post(`/organizations/acme/endpoints/${endpoint}/test`)).body.id;
});
afterAll(async () => {
  await world.console.close();
  await opened.close();
});
beforeEach(() => {
  world.log.length = 0;
});

const good = (): Readonly<Record<string, unknown>> => ({
  name: 'x',
  plan: 'small',
  token: 'x',
  code: 'x',
  subject: 'x',
  endpoint,
});

/** A good request to a route, but for who sends it. */
function send(route: ConsoleRoute, organization: string, headers: Record<string, string>) {
  const values: Readonly<Record<string, string>> = { organization, key, invoice, endpoint, event, invitation, person };
  const path = route.path.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  if (route.method === 'GET') return world.request('GET', path, undefined, headers);
  const fields = Object.keys(route.body).filter((name) => !isOptional(route.body[name]!));
  const body = Object.fromEntries(fields.map((name) => [name, good()[name]]));
  return world.request(route.method, path, body, headers);
}

async function authorization(role: 'member' | 'admin', organization: string) {
  return { Authorization: `Bearer ${await world.issuer.sign({ subject: 'eve', organization, role }, 60)}` };
}

const named = (routes: readonly ConsoleRoute[]) =>
  routes.map((route) => [`${route.method} ${route.path}`, route] as const);
const inOrganization = CONSOLE_ROUTES.filter((route) => route.path.includes('{organization}'));

describe('Every route', () => {
  it.each(named(CONSOLE_ROUTES))('%s refuses a request without a token', async (_name, route) => {
    const before = await everything(opened.ledger);
    expect((await send(route, 'acme', {})).status).toBe(401);
    expect(await everything(opened.ledger)).toEqual(before);
  });

  it.each(named(inOrganization))(
    '§11.2: %s shows and does nothing to an admin of another organization',
    async (_name, route) => {
      const before = await everything(opened.ledger);
      const stranger = await send(route, 'acme', await authorization('admin', 'rival'));
      expect(stranger.body.error).toMatchObject({ code: 'NOT_FOUND', message: 'Organization not found: acme' });
      const absent = await send(route, 'nowhere', await authorization('admin', 'rival'));
      expect(absent.body.error).toMatchObject({ code: 'NOT_FOUND', message: 'Organization not found: nowhere' });
      expect(await everything(opened.ledger)).toEqual(before);
      expect(world.log.map(({ level }) => level)).toEqual(['warn', 'warn']);
      expect(world.log[0].fields).toMatchObject({ subject: 'eve', organization: 'rival', status: 404 });
    },
  );

  it.each(named(CONSOLE_ROUTES.filter(({ role }) => role !== 'member')))(
    "§11.2: %s refuses a member doing an admin's work",
    async (_name, route) => {
      const before = await everything(opened.ledger);
      const { body } = await send(route, 'acme', await authorization('member', 'acme'));
      expect(body.error.code).toBe('FORBIDDEN');
      expect(await everything(opened.ledger)).toEqual(before);
      expect(world.log).toMatchObject([{ level: 'warn', fields: { subject: 'eve', status: 403 } }]);
    },
  );

  it.each(named(CONSOLE_ROUTES.filter(({ role }) => role === 'operator')))(
    "§11.2: %s refuses an admin doing an operator's work",
    async (_name, route) => {
      const before = await everything(opened.ledger);
      expect((await send(route, 'acme', await authorization('admin', 'acme'))).body.error.code).toBe('FORBIDDEN');
      expect(await everything(opened.ledger)).toEqual(before);
    },
  );

  it('answers 404 for resources of another organization', async () => {
    const headers = await authorization('admin', 'rival');
    const before = await everything(opened.ledger);
    for (const [method, path] of [
      ['POST', `/organizations/rival/keys/${key}/revoke`],
      ['POST', `/organizations/rival/keys/${key}/rotate`],
      ['GET', `/organizations/rival/invoices/${invoice}`],
      ['GET', `/organizations/rival/events/${event}`],
      ['DELETE', `/organizations/rival/endpoints/${endpoint}`],
      ['DELETE', `/organizations/rival/invitations/${invitation}`],
      ['DELETE', `/organizations/rival/people/${person}`],
      ['POST', `/organizations/rival/endpoints/${endpoint}/test`],
      ['POST', `/organizations/rival/endpoints/${endpoint}/rotate-secret`],
    ]) {
      expect((await world.request(method, path, undefined, headers)).body.error.code).toBe('NOT_FOUND');
    }
    expect(await everything(opened.ledger)).toEqual(before);
  });

  it('lets nobody create an organization other than their own', async () => {
    const { body } = await world.request(
      'POST',
      '/organizations',
      { name: 'x', id: 'other' },
      await authorization('admin', 'rival'),
    );
    expect(body.error.code).toBe('FORBIDDEN');
  });
});

describe('A request', () => {
  const bearer = () => authorization('admin', 'acme');

  it.each([
    ['GET', '/nothing'],
    ['PATCH', '/organizations'],
    ['PUT', '/organizations/acme'],
    ['GET', '/organizations/acme/'],
    ['GET', '/organizations/%zz'],
    ['GET', '/organizations/acme/keys/'],
  ])('%s %s has no route', async (method, path) => {
    const { body } = await world.request(method, path, undefined, await bearer());
    expect(body.error).toMatchObject({ code: 'NOT_FOUND', message: `Route not found: ${method} /console/v1${path}` });
  });

  it.each<[string, unknown, string]>([
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name of spaces', { name: '  ' }, 'name'],
    ['a name of control characters', { name: 'a\u0000b' }, 'name'],
    ['half a character', { name: 'a\ud800' }, 'name'],
    ['a long name', { name: 'x'.repeat(101) }, 'name'],
    ['a number', { name: 5 }, 'name'],
    ['another field', { name: 'x', color: 'red' }, 'color'],
    ['a field that every object has', { name: 'x', constructor: 1 }, 'constructor'],
    ['a list', [], 'body'],
  ])('with %s is told which field is wrong', async (_what, body, field) => {
    const answer = await world.request('POST', '/organizations/acme/keys', body, await bearer());
    expect(answer.body.error.code).toBe('INVALID_PARAMETERS');
    expect(Object.keys(answer.body.error.details)).toEqual([field]);
  });

  it('takes a name of a hundred characters of any script', async () => {
    const { status } = await world.request(
      'POST',
      '/organizations/acme/keys',
      { name: `${'邮'.repeat(99)}𝒳` },
      await bearer(),
    );
    expect(status).toBe(201);
  });

  const raw = async (body: Uint8Array<ArrayBuffer> | string | ReadableStream, headers: Record<string, string>) => {
    const response = await fetch(`http://127.0.0.1:${world.console.port}/console/v1/organizations/acme/keys`, {
      method: 'POST',
      headers: { ...(await bearer()), ...headers },
      body,
      duplex: 'half',
    } as RequestInit);
    return ((await response.json()) as { error: { code: string } }).error.code;
  };

  it('with a body that is not JSON, not UTF-8, of another type or too large is refused', async () => {
    const json = { 'Content-Type': 'application/json' };
    expect(await raw('{"name":', json)).toBe('INVALID_PARAMETERS');
    expect(await raw(new Uint8Array([0x22, 0xff, 0x22]), json)).toBe('INVALID_PARAMETERS');
    expect(await raw('name=x', { 'Content-Type': 'application/x-www-form-urlencoded' })).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect(await raw(JSON.stringify({ name: 'x'.repeat(20_000) }), json)).toBe('PAYLOAD_TOO_LARGE');
    const unannounced = new Blob([JSON.stringify({ name: 'x'.repeat(20_000) })]).stream();
    expect(await raw(unannounced, json)).toBe('PAYLOAD_TOO_LARGE');
  });

  it('with a bad Idempotency-Key is refused', async () => {
    const headers = { ...(await bearer()), 'Idempotency-Key': 'a key with spaces' };
    const { body } = await world.request('POST', '/organizations/acme/keys', { name: 'x' }, headers);
    expect(body.error.details).toHaveProperty('Idempotency-Key');
  });

  it('that breaks off does not harm the console', async () => {
    const socket = connect(world.console.port, '127.0.0.1');
    const { Authorization } = await bearer();
    socket.write(
      `POST /console/v1/organizations/acme/keys HTTP/1.1\r\nHost: x\r\nAuthorization: ${Authorization}\r\nContent-Length: 100\r\n\r\n{"na`,
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(world.log.filter(({ level }) => level === 'error')).toEqual([]);
    expect((await world.request('GET', '/organizations/acme', undefined, await bearer())).status).toBe(200);
  });

  it('by HEAD is answered as by GET, without the body', async () => {
    const headers = await bearer();
    for (const path of ['/openapi.json', '/organizations/acme', '/organizations/acme/keys', '/nothing']) {
      const url = `http://127.0.0.1:${world.console.port}/console/v1${path}`;
      const [full, bare] = [await fetch(url, { headers }), await fetch(url, { method: 'HEAD', headers })];
      expect([bare.status, bare.headers.get('content-length')]).toEqual([
        full.status,
        full.headers.get('content-length'),
      ]);
      expect(await bare.text()).toBe('');
    }
  });

  it('that fails internally is answered INTERNAL_ERROR, with the cause only in the log', async () => {
    const broken = await new ConsoleWorld({
      transaction: () => Promise.reject(new Error('the disk is on fire')),
    }).start();
    const { status, body } = await broken.as('member').get('/organizations/acme');
    expect([status, body.error.message]).toEqual([500, 'Internal server error']);
    expect(broken.log.at(-1)).toMatchObject({ level: 'error', fields: { err: new Error('the disk is on fire') } });
    await broken.console.close();
  });

  it.each([
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
    Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }),
    Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' }),
    Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }),
    new Error('Connection terminated unexpectedly'),
  ])('that finds the ledger away or a row held is answered 503, to be sent again: %s', async (failure) => {
    const away = await new ConsoleWorld({ transaction: () => Promise.reject(failure) }).start();
    const { status, body } = await away.as('member').get('/organizations/acme');
    expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(JSON.stringify(body)).not.toContain(failure.message);
    expect(away.log.at(-1)).toMatchObject({ level: 'error', fields: { err: failure } });
    await away.console.close();
  });
});

describe('An answer', () => {
  it('leaves out what terms of a plan lack that were stored by an earlier version', () => {
    const { burst: limit, ...stored } = findPlan(CATALOGUE, 'large')!;
    const write = (plan: object) =>
      JSON.parse(JSON.stringify(CATALOGUE_ANSWER.write({ currency: 'AUD', plans: [shownPlan(plan as Plan)] })));
    const { burst, ...rest } = write({ ...stored, burst: limit }).plans[0];
    expect(burst).toEqual(limit);
    expect(write(stored).plans).toEqual([rest]);
  });
});

describe('The interface description', () => {
  it('is public, and has every route with an id of its own', async () => {
    const { status, body } = await world.request('GET', '/openapi.json', undefined, {});
    expect(status).toBe(200);
    expect({ ...body, servers: null }).toEqual(JSON.parse(JSON.stringify({ ...consoleDescription(), servers: null })));
    const operations = Object.values(body.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
      Object.values,
    );
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(CONSOLE_ROUTES.length + 1);
  });

  it('describes every schema and property, and lets answers have more properties', () => {
    for (const [name, schema] of Object.entries(consoleDescription().components.schemas)) {
      expect(schema.description, name).toMatch(/\w/);
      expect(schema.additionalProperties, name).toBeUndefined();
      for (const [property, { description }] of Object.entries(
        (schema.properties ?? {}) as Record<string, { description: string }>,
      )) {
        expect(description, `${name}.${property}`).toMatch(/\w/);
      }
    }
  });

  it('has an example of every answer and every body, each valid', () => {
    for (const route of CONSOLE_ROUTES) {
      const { name, example } = route.answer.schema;
      expect(problemsOf(name, example), name).toBeNull();
      if (route.method !== 'GET') checkBody(route.body, route.example ?? {});
    }
  });

  it('is sent with an entity tag and a date, and answered 304 to a client that has it', async () => {
    const url = `http://127.0.0.1:${world.console.port}/console/v1/openapi.json`;
    const first = await fetch(url);
    expect(first.headers.get('vary')).toBe('Host');
    const { servers } = (await first.json()) as { servers: unknown };
    expect(servers).toEqual([{ url: `http://127.0.0.1:${world.console.port}`, description: 'The console.' }]);
    const etag = first.headers.get('etag')!;
    const date = first.headers.get('last-modified')!;
    for (const headers of [{ 'If-None-Match': `"x", W/${etag}` }, { 'If-Modified-Since': date }]) {
      const again = await fetch(url, { headers });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    expect((await fetch(url, { headers: { 'If-None-Match': '"x"', 'If-Modified-Since': date } })).status).toBe(200);
  });

  it('has no dangling references', () => {
    const description = consoleDescription();
    const names = [...JSON.stringify(description).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    for (const name of names) expect(description.components.schemas).toHaveProperty(name);
    expect(new Set(names).size).toBe(Object.keys(description.components.schemas).length);
  });
});
