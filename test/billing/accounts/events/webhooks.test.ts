import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PAUSES } from '../../../../src/billing/accounts/events/delivery.ts';
import { mailEvent } from '../../../../src/billing/accounts/events/sending/mail.ts';
import { postWebhook } from '../../../../src/billing/accounts/events/sending/post-webhook.ts';
import { parseRange } from '../../../../src/billing/accounts/events/sending/reachable.ts';
import {
  createSender,
  type Sender,
  type SenderOptions,
} from '../../../../src/billing/accounts/events/sending/sender.ts';
import { upkeep } from '../../../../src/billing/accounts/upkeep.ts';
import { ConsoleWorld } from '../console/console-world.ts';
import { sqliteLedger, type TestLedger } from '../ledgers.ts';

const HOUR = 3_600_000;

interface Got {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let opened: TestLedger;
let world: ConsoleWorld;
let server: Server;
let base: string;
/** What arrived, and what is answered: a status, or nothing at all. */
const got: Got[] = [];
let answer: (got: Got) => number | null = () => 204;
let headers: Record<string, string> = {};

beforeAll(async () => {
  opened = await sqliteLedger();
  world = await new ConsoleWorld(opened.store).start();
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const each = { path: request.url ?? '', headers: request.headers, body };
    got.push(each);
    const status = answer(each);
    if (status !== null) response.writeHead(status, headers).end('secret of the inside');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await world.console.close();
  await opened.close();
});

let organizations = 0;
let id: string;
const admin = () => world.as('admin', id);

beforeEach(async () => {
  id = `org-${++organizations}`;
  await world.organization(id);
  got.length = 0;
  answer = () => 204;
  headers = {};
});
// What is on its way still would arrive in the next test, and this one's sender goes on holding the sending for a while.
afterEach(async () => {
  const { endpoints } = (await admin().get(`/organizations/${id}/endpoints`)).body;
  for (const endpoint of endpoints) await admin().delete(`/organizations/${id}/endpoints/${endpoint.id}`);
  world.now += 60_000;
});

function senderWith(
  options: Partial<SenderOptions> & { readonly allow?: string; readonly timeoutMs?: number } = {},
): Sender {
  const { allow = '127.0.0.1', timeoutMs = 5000, ...rest } = options;
  const webhooks = { allowed: [parseRange(allow)!], resolve: async () => ['127.0.0.1'], timeoutMs };
  return createSender({
    accounts: world.accounts,
    failed: (error) => {
      throw error;
    },
    luck: () => 0.5,
    attempt: ({ event, endpoint }, stopping) =>
      endpoint.kind === 'email'
        ? mailEvent(event, endpoint, null)
        : postWebhook(event, endpoint, world.now, webhooks, stopping),
    ...rest,
  });
}

const add = async (url: string, more: object = {}) =>
  (await admin().post(`/organizations/${id}/endpoints`, { url, ...more })).body;
const makeKey = async (name = 'web') => (await admin().post(`/organizations/${id}/keys`, { name })).body;
const events = async () => (await admin().get(`/organizations/${id}/events`)).body.events;

describe('A webhook', () => {
  it('gets an event signed by Standard Webhooks, which the published library verifies (§11.6)', async () => {
    const { secret } = await add(`${base}/hooks?tenant=1`);
    const key = await makeKey();
    await senderWith().settled();
    expect(got).toHaveLength(1);
    const [{ path, body, headers: sent }] = got;
    expect(path).toBe('/hooks?tenant=1');
    expect(sent['content-type']).toBe('application/json');
    // The library refuses what is older than five minutes by the machine's clock: the test's clock is elsewhere.
    const verified = verifiedAt(secret, body, sent);
    const [event] = await events();
    expect(sent['webhook-id']).toBe(event.id);
    expect(verified).toEqual({
      id: event.id,
      type: 'key.created',
      timestamp: event.at,
      data: { organization: id, key: key.id, name: 'web', prefix: key.prefix },
    });
    expect(body).not.toContain(key.key);
    expect(() => verifiedAt(secret, `${body} `, sent)).toThrow('No matching signature found');
    expect(() => verifiedAt(`whsec_${Buffer.alloc(32).toString('base64')}`, body, sent)).toThrow();
    expect(event.deliveries).toMatchObject([{ state: 'delivered', attempts: 1, status: 204, fault: null }]);
  });

  it('that fails twice gets the event at the third attempt, under the same id, and then no more (§11.6)', async () => {
    const { secret } = await add(`${base}/shaky`);
    let calls = 0;
    answer = () => (++calls <= 2 ? 500 : 200);
    await makeKey();
    const sender = senderWith();
    await sender.settled();
    expect((await events())[0].deliveries).toMatchObject([
      { state: 'pending', attempts: 1, status: 500, fault: 'The endpoint answered 500, expected 200 to 299.' },
    ]);
    expect((await admin().get(`/organizations/${id}/endpoints`)).body.endpoints[0].state).toBe('failing');
    // Not before its time.
    world.now += PAUSES[0] - 1;
    await sender.settled();
    expect(got).toHaveLength(1);
    world.now += 1;
    await sender.settled();
    world.now += PAUSES[1];
    await sender.settled();
    expect(got).toHaveLength(3);
    expect(new Set(got.map((each) => each.headers['webhook-id'])).size).toBe(1);
    expect(new Set(got.map((each) => each.body)).size).toBe(1);
    for (const each of got) verifiedAt(secret, each.body, each.headers);
    expect((await events())[0].deliveries).toMatchObject([{ state: 'delivered', attempts: 3, status: 200 }]);
    world.now += 100 * HOUR;
    await sender.settled();
    expect(got).toHaveLength(3);
    expect((await admin().get(`/organizations/${id}/endpoints`)).body.endpoints[0].state).toBe('active');
  });

  it('can be sent a message again manually, under the same id', async () => {
    const endpoint = await add(`${base}/again`);
    await makeKey();
    const sender = senderWith();
    await sender.settled();
    const [event] = await events();
    const again = () => admin().post(`/organizations/${id}/events/${event.id}/send-again`, { endpoint: endpoint.id });
    expect((await again()).body.error).toMatchObject({ code: 'CONFLICT' });
    world.now += 10_000;
    expect((await again()).body.deliveries).toMatchObject([{ state: 'pending', attempts: 0 }]);
    await sender.settled();
    expect(got.map((each) => each.headers['webhook-id'])).toEqual([event.id, event.id]);
  });

  it('gets only the event types it subscribes to, and events of its own organization', async () => {
    await add(`${base}/keys`, { types: ['key.revoked'] });
    const other = `org-${++organizations}`;
    await world.organization(other);
    await world.as('admin', other).post(`/organizations/${other}/endpoints`, { url: `${base}/other` });
    const key = await makeKey();
    await admin().post(`/organizations/${id}/keys/${key.id}/revoke`);
    await senderWith().settled();
    expect(got.map(({ path, body }) => [path, JSON.parse(body).type])).toEqual([['/keys', 'key.revoked']]);
  });

  it('is signed with the old secret as well for a day after a rotation', async () => {
    const { id: endpoint, secret } = await add(`${base}/rotated`);
    const rotated = (await admin().post(`/organizations/${id}/endpoints/${endpoint}/rotate-secret`)).body;
    expect(rotated.secret).not.toBe(secret);
    await makeKey();
    const sender = senderWith();
    await sender.settled();
    verifiedAt(secret, got[0].body, got[0].headers);
    verifiedAt(rotated.secret, got[0].body, got[0].headers);
    world.now += 24 * HOUR;
    await makeKey();
    await sender.settled();
    expect(() => verifiedAt(secret, got[1].body, got[1].headers)).toThrow();
    verifiedAt(rotated.secret, got[1].body, got[1].headers);
  });

  it.each([
    [301, 'Redirects are not followed (301).'],
    [307, 'Redirects are not followed (307).'],
    [404, 'The endpoint answered 404, expected 200 to 299.'],
  ])('that answers %i is not followed, and of its answer nothing is kept but the status', async (status, fault) => {
    headers = { Location: `${base}/inside` };
    answer = () => status;
    await add(`${base}/moved`);
    await makeKey();
    await senderWith().settled();
    expect(got.map(({ path }) => path)).toEqual(['/moved']);
    const shown = JSON.stringify(await events());
    expect(shown).toContain(fault);
    expect(shown).not.toContain('secret of the inside');
  });

  it('never reaches inside the network: not by address, not by name, not by a name that changes (§11.6)', async () => {
    await add(base);
    await add(`https://rebound.example:${new URL(base).port}/`);
    await add('https://169.254.169.254/latest/meta-data/iam/security-credentials/');
    await add('https://[::ffff:127.0.0.1]/');
    await makeKey();
    await senderWith({ allow: '10.9.9.9' }).settled();
    expect(got).toEqual([]);
    expect(new Set((await events())[0].deliveries.map((each: { fault: string }) => each.fault))).toEqual(
      new Set(['Messages are sent over https only.', 'The address is not one of the public internet.']),
    );
  });

  it('that hangs delays no other endpoint, and has one message in flight at a time', async () => {
    const hung: string[] = [];
    for (let i = 0; i < 9; i++) hung.push((await add(`${base}/hang/${i}`)).id);
    const other = `org-${++organizations}`;
    await world.organization(other);
    await world.as('admin', other).post(`/organizations/${other}/endpoints`, { url: `${base}/well` });
    answer = ({ path }) => (path.startsWith('/hang') ? null : 204);
    for (let i = 0; i < 3; i++) await makeKey(`key ${i}`);
    await world.as('admin', other).post(`/organizations/${other}/keys`, { name: 'web' });
    const sender = senderWith({ timeoutMs: 300 });
    await sender.tick();
    await vi.waitFor(() => expect(got.map(({ path }) => path)).toContain('/well'));
    await sender.tick();
    expect(got.filter(({ path }) => path.startsWith('/hang')).length).toBeLessThanOrEqual(hung.length);
    await sender.settled();
    const [event] = await events();
    expect(event.deliveries[0]).toMatchObject({
      state: 'pending',
      status: null,
      fault: 'The endpoint did not answer in time.',
    });
  });

  it('that fails for days is disabled, and its organization is notified (§11.7)', async () => {
    const dead = await add(`${base}/dead`);
    await add(`${base}/well`, { types: ['endpoint.disabled'] });
    answer = ({ path }) => (path === '/dead' ? 503 : 204);
    await makeKey();
    const sender = senderWith();
    await sender.settled();
    for (const pause of PAUSES) {
      world.now += pause;
      await sender.settled();
    }
    expect(got.filter(({ path }) => path === '/dead')).toHaveLength(PAUSES.length + 1);
    const told = got.filter(({ path }) => path === '/well').map(({ body }) => JSON.parse(body));
    expect(told).toMatchObject([{ type: 'endpoint.disabled', data: { endpoint: dead.id, kind: 'webhook' } }]);
    const { endpoints } = (await admin().get(`/organizations/${id}/endpoints`)).body;
    expect(endpoints.find((each: { id: string }) => each.id === dead.id)).toMatchObject({ state: 'disabled' });
    await makeKey('later');
    await sender.settled();
    expect(got.filter(({ path }) => path === '/dead')).toHaveLength(PAUSES.length + 1);
    await admin().post(`/organizations/${id}/endpoints/${dead.id}/enable`);
    answer = () => 204;
    await makeKey('last');
    await sender.settled();
    expect(JSON.parse(got.at(-1)!.body).data.name).toBe('last');
  });

  it('that answers 410 Gone is disabled at once', async () => {
    await add(`${base}/gone`);
    answer = () => 410;
    await makeKey();
    await senderWith().settled();
    const { endpoints } = (await admin().get(`/organizations/${id}/endpoints`)).body;
    expect(endpoints[0].state).toBe('disabled');
  });

  it('that is removed gets nothing more', async () => {
    const { id: endpoint } = await add(`${base}/removed`);
    await makeKey();
    await admin().delete(`/organizations/${id}/endpoints/${endpoint}`);
    await senderWith().settled();
    expect(got).toEqual([]);
    expect((await events())[0].deliveries).toMatchObject([{ state: 'failed', fault: 'The endpoint was removed.' }]);
  });
});

describe('A sender', () => {
  it('resends, once its lease has expired, what a killed sender had in flight: delivery at least once', async () => {
    await add(`${base}/killed`);
    await makeKey();
    const killed = senderWith({ attempt: () => new Promise(() => {}) });
    await killed.tick();
    // One at a time: the other sends nothing while the first may live.
    const next = senderWith();
    await next.tick();
    expect(got).toEqual([]);
    world.now += 60_000;
    await next.settled();
    expect(got).toHaveLength(1);
    expect((await events())[0].deliveries).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  it('does not send within a minute what a sender that went silent had begun to send', async () => {
    await add(`${base}/silent`);
    await makeKey();
    await senderWith({ attempt: () => new Promise(() => {}) }).tick();
    // Others may send by now, and do, but not the same.
    world.now += 59_999;
    const next = senderWith();
    await makeKey('second');
    await next.tick();
    await vi.waitFor(() => expect(got.map(({ body }) => JSON.parse(body).data.name)).toEqual(['second']));
    world.now += 1;
    await next.settled();
    expect(got.map(({ body }) => JSON.parse(body).data.name)).toEqual(['second', 'web']);
  });

  it('sends to four mailboxes at a time', async () => {
    const begun: string[] = [];
    const sender = senderWith({
      attempt({ endpoint }) {
        begun.push(endpoint.target);
        return new Promise(() => {});
      },
    });
    const mailboxes = Array.from({ length: 5 }, (_, i) => `${i}@example.com`);
    for (const email of mailboxes.slice(0, 3)) await admin().post(`/organizations/${id}/endpoints`, { email });
    await makeKey();
    await sender.tick();
    for (const email of mailboxes.slice(3)) await admin().post(`/organizations/${id}/endpoints`, { email });
    await makeKey();
    for (let i = 0; i < 2; i++) await sender.tick();
    expect(begun).toEqual(mailboxes.slice(0, 4));
  });

  it('sends nothing while another sender is working on the ledger', async () => {
    await add(`${base}/two`);
    const [first, second] = [senderWith(), senderWith()];
    for (let i = 0; i < 5; i++) await makeKey(`key ${i}`);
    await Promise.all([first.settled(), second.tick()]);
    await makeKey('last');
    await second.tick();
    await first.settled();
    expect(got).toHaveLength(6);
    expect(new Set(got.map((each) => each.headers['webhook-id'])).size).toBe(6);
  });

  it('removes events after 90 days', async () => {
    await add(`${base}/old`);
    await makeKey();
    await senderWith().settled();
    world.now += 89 * 24 * HOUR;
    await upkeep(world.accounts);
    expect(await events()).toHaveLength(1);
    world.now += 2 * 24 * HOUR;
    await upkeep(world.accounts);
    expect(await events()).toEqual([]);
  });
});

describe('Endpoints', () => {
  it('are refused if they are not URLs, contain a password, or are too many', async () => {
    const refused = async (body: object) =>
      (await admin().post(`/organizations/${id}/endpoints`, body)).body.error.details;
    expect(await refused({})).toEqual({ url: ['must be given, or email, not both'] });
    expect(await refused({ url: 'ftp://hooks.example/' })).toEqual({ url: ['must be an https address'] });
    expect(await refused({ url: 'https://me:secret@hooks.example/' })).toEqual({
      url: ['must be without a user and a password'],
    });
    expect(await refused({ email: 'someone@example' })).toEqual({ email: ['must be an e-mail address'] });
    expect(await refused({ email: 'a@example.com\r\nBcc: b@example.com' })).toHaveProperty('email');
    expect(Object.keys(await refused({ url: base, types: ['key.created', 'nothing'] }))).toEqual(['types']);
    for (let i = 0; i < 10; i++) await add(`${base}/${i}`);
    expect((await admin().post(`/organizations/${id}/endpoints`, { url: base })).body.error.code).toBe('CONFLICT');
  });

  it('show members their URL, and nobody their secret a second time', async () => {
    const made = await add(`${base}/services/T000/B000/token`);
    expect(made.secret).toMatch(/^whsec_/);
    const seen = (role: 'member' | 'admin') => world.as(role, id).get(`/organizations/${id}/endpoints`);
    expect((await seen('member')).body.endpoints[0]).toMatchObject({ target: `${base}/…`, secret: null });
    expect((await seen('admin')).body.endpoints[0]).toMatchObject({ target: made.target, secret: null });
    const log = JSON.stringify((await admin().get(`/organizations/${id}/audit-log`)).body);
    expect(log).toContain('add-endpoint');
    expect(log).not.toContain('token');
    expect(log).not.toContain(made.secret);
  });

  it('can be tested about twenty times an hour', async () => {
    const { id: endpoint } = await add(`${base}/test`);
    const statuses: number[] = [];
    for (let i = 0; i < 22; i++)
      statuses.push((await admin().post(`/organizations/${id}/endpoints/${endpoint}/test`)).status);
    expect(statuses).toEqual([...Array(20).fill(201), 409, 409]);
  });
});

/** What the published library makes of a message, at the time that the message says. */
function verifiedAt(secret: string, body: string, sent: IncomingHttpHeaders): unknown {
  const real = Date.now;
  Date.now = () => Number(sent['webhook-timestamp']) * 1000;
  try {
    return new Webhook(secret).verify(body, sent as Record<string, string>);
  } finally {
    Date.now = real;
  }
}
