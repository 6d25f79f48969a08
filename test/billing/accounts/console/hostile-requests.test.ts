import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CONSOLE_ROUTES } from '../../../../src/billing/accounts/console/routes/routes.ts';
import { createApiKey } from '../../../../src/billing/accounts/keys.ts';
import { createKey } from '../../../../src/service/admission/api-key.ts';
import { ACTOR } from '../books.ts';
import { describeOnLedgers, type TestLedger } from '../ledgers.ts';
import { ConsoleWorld } from './console-world.ts';

const MOST_BYTES = 2000;

/** Names as nobody gives them to things: with control characters, beyond ASCII, and long. */
const oddName = fc
  .oneof(
    fc.constantFrom('\0', 'acme\0', '\u0085', '__proto__', 'constructor', '%00', '%2e', "' or 1=1", '💣'.repeat(600)),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    fc.integer({ min: 1, max: 8000 }).map((length) => 'a'.repeat(length)),
  )
  .filter((name) => !['.', '..'].includes(name));

describeOnLedgers('A hostile request to the console', (opened) => {
  let ledger: TestLedger;
  let world: ConsoleWorld;
  let made = 0;
  let org: string;

  beforeAll(async () => {
    ledger = opened();
    world = await new ConsoleWorld(ledger.store).start();
  });
  afterAll(() => world.console.close());
  beforeEach(async () => {
    org = `hostile-${++made}`;
    await world.organization(org);
  });

  it('with a key in its path leaves no more of it in the log than the console shows', async () => {
    const key = createKey();
    const operator = world.as('operator', null);
    const before = world.log.length;
    const encoded = [...key].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');
    for (const written of [key, `${key}x`, `a${key}`, encoded]) {
      expect((await operator.post(`/organizations/${org}/keys/${written}/revoke`)).status).toBe(404);
      expect((await operator.get(`/organizations/${written}`)).status).toBe(404);
      expect((await operator.get(`/nothing/${written}`)).status).toBe(404);
    }
    const lines = world.log.slice(before).map((line) => JSON.stringify(line));
    expect(lines).toHaveLength(12);
    for (const line of lines) {
      expect(line).toContain(key.slice(0, 13));
      expect(line).not.toContain(key.slice(0, 14));
      expect(line).not.toContain(encoded.slice(0, 14 * 3));
    }
  });

  it('cannot give a name that reads as another, by characters that turn the direction or end a line', async () => {
    const admin = world.as('admin', org);
    for (const code of [0x202a, 0x202e, 0x2066, 0x2069, 0x2028, 0x85]) {
      const name = `ACME ${String.fromCharCode(code)}dtL ytP`;
      for (const path of [`/organizations/${org}/keys`, '/organizations']) {
        const refused = await (path === '/organizations' ? world.as('admin', 'evil') : admin).post(path, { name });
        expect(refused.status).toBe(400);
        expect(refused.body.error.details.name[0]).toMatch(/control characters or changes of direction$/);
      }
    }
    expect((await admin.post(`/organizations/${org}/keys`, { name: 'مفتاح\u200f 1' })).status).toBe(201);
  });

  it('with impossible names is refused briefly and breaks nothing', async () => {
    const named = CONSOLE_ROUTES.filter(({ path }) => path.includes('{'));
    const operator = world.as('operator', null);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...named), oddName, fc.boolean(), async ({ method, path }, name, own) => {
        const odd = encodeURIComponent(name);
        const filled = path.replace('{organization}', own ? org : odd).replace(/\{\w+\}/, odd);
        if (own && !/\{(?!organization\})/.test(path)) return;
        const ask = { GET: operator.get, POST: operator.post, DELETE: operator.delete }[method];
        const { status, body } = await ask(filled);
        expect([400, 404]).toContain(status);
        expect(JSON.stringify(body).length).toBeLessThan(MOST_BYTES);
      }),
      { numRuns: 40 },
    );
  });

  it('leaves a short line in the log, whoever sent it', async () => {
    const { port } = world.console;
    const before = world.log.length;
    const path = `/console/v1/organizations/${'x'.repeat(15_000)}`;
    for (const headers of [{}, { Authorization: `Bearer ${'a.b'.repeat(4000)}` }]) {
      expect((await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status).toBe(401);
    }
    const lines = world.log.slice(before);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(JSON.stringify(line).length).toBeLessThan(500);
  });

  it('with an unknown field is refused, whatever its name', async () => {
    const admin = world.as('admin', org);
    await fc.assert(
      fc.asyncProperty(fc.array(oddName, { minLength: 1, maxLength: 30 }), async (names) => {
        const fields = Object.fromEntries(
          names.filter((name) => name !== 'name').map((name) => [name.slice(0, 200), 1]),
        );
        fc.pre(Object.keys(fields).length > 0);
        const { status, body } = await admin.post(`/organizations/${org}/keys`, { name: 'web', ...fields });
        expect(status).toBe(400);
        const problems = Object.values(body.error.details).flat();
        expect(problems.length).toBeGreaterThan(0);
        expect(problems.every((problem) => String(problem).startsWith('is not a field'))).toBe(true);
        expect(JSON.stringify(body).length).toBeLessThan(2 * MOST_BYTES);
      }),
      { numRuns: 30, examples: [[['__proto__']], [['__proto__', 'toString']]] },
    );
    expect((await admin.get(`/organizations/${org}/keys`)).body.keys).toEqual([]);
  });

  it('from a subject with control characters is refused', async () => {
    for (const subject of ['eve\0', '\u007f', 'e'.repeat(256)]) {
      const token = await world.issuer.sign({ subject, organization: org, role: 'admin' }, 60);
      const headers = { Authorization: `Bearer ${token}` };
      const { status } = await world.request('POST', `/organizations/${org}/keys`, { name: 'web' }, headers);
      expect(status).toBe(401);
    }
  });

  it('for more keys than allowed is refused', async () => {
    const admin = world.as('admin', org);
    const path = `/organizations/${org}/keys`;
    const create = () => admin.post(path, { name: 'web' });
    await ledger.store.transaction(async (tx) => {
      for (let i = 1; i < 100; i++) await createApiKey(tx, org, 'web', ACTOR, world.now);
    });
    const { keys } = (await admin.get(path)).body;
    expect((await admin.post(`${path}/${keys[0].id}/rotate`)).status).toBe(201);
    expect((await admin.post(`${path}/${keys[1].id}/rotate`)).body.error.code).toBe('CONFLICT');
    expect((await create()).body.error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('revoke') });
    expect((await admin.post(`${path}/${keys[0].id}/revoke`)).status).toBe(200);
    expect((await create()).body.error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('tomorrow'),
    });
    world.now += 25 * 3_600_000;
    expect((await create()).status).toBe(201);
  });
});
