import { type CryptoKey, decodeJwt, exportSPKI, importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loginDoors, openLogin } from '../../../../src/billing/accounts/console/login/login-doors.ts';
import { providerKeys } from '../../../../src/billing/accounts/console/session/provider.ts';
import {
  ASYMMETRIC_ALGORITHMS,
  LOCAL_RULES,
  type SessionRules,
} from '../../../../src/billing/accounts/console/session/rules.ts';
import { sqliteLedger, type TestLedger } from '../ledgers.ts';
import { Browser, ConsoleWorld, post } from './console-world.ts';
import { CLIENT, startProvider, type TestProvider } from './oidc-provider.ts';

const SESSION = 'letterbox-session';
let opened: TestLedger;

beforeAll(async () => {
  opened = await sqliteLedger();
});
afterAll(() => opened.close());

interface State {
  readonly login: string;
  readonly session: { subject: string; organization: string; role: string; csrf: string } | null;
}

it('Logging in is limited for each client address, of IPv6 by its first 64 bits, and says when to try again', async () => {
  const world = await new ConsoleWorld(opened.store).start();
  await world.console.close();
  const login = loginDoors({ kind: 'link', keys: world.issuer.keys }, null);
  await world.start({ people: { pages: new Map(), login }, clientHeader: 'x-client' });
  const attempt = (from: string) =>
    post(new Browser(), `http://127.0.0.1:${world.console.port}/auth/link`, { token: 'a' }, { 'X-Client': from });
  for (let i = 0; i < 100; i++) expect((await attempt(`2001:db8::${i.toString(16)}`)).status).toBe(401);
  const refused = await attempt('2001:db8::ffff');
  const { error } = (await refused.json()) as { error: { code: string; message: string } };
  expect(refused.status).toBe(429);
  expect(error).toMatchObject({ code: 'RATE_LIMITED', message: expect.stringMatching(/Try again in \d+ seconds\.$/) });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(10);
  expect((await attempt('2001:db8:0:1::1')).status).toBe(401);
  await world.console.close();
});

describe('Logging in by a one-time link', () => {
  let world: ConsoleWorld;
  let origin: string;

  beforeAll(async () => {
    world = await new ConsoleWorld(opened.store).start();
    await world.console.close();
    const login = loginDoors({ kind: 'link', keys: world.issuer.keys }, null, { accounts: world.accounts });
    const { issuer } = world;
    await world.start({ people: { pages: new Map(), login }, keys: issuer.keys });
    world.issuer = issuer;
    origin = `http://127.0.0.1:${world.console.port}`;
    await world.organization('linked');
  });
  afterAll(() => world.console.close());

  const ann = { subject: 'ann', organization: 'linked', role: 'admin' } as const;
  const state = async (browser: Browser) => (await (await browser.ask(`${origin}/auth/session`)).json()) as State;
  const enter = async (browser = new Browser()) => {
    const answer = await post(browser, `${origin}/auth/link`, { token: await world.issuer.link(ann, 1) });
    expect(answer.status).toBe(200);
    return browser;
  };
  const make = (browser: Browser, headers: Record<string, string>) =>
    post(browser, `${origin}/console/v1/organizations/linked/keys`, { name: 'web' }, headers);

  it('gives a session in a cookie that no script or other site can read', async () => {
    const browser = await enter();
    expect(browser.set.at(-1)).toMatch(
      /^letterbox-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=3600$/,
    );
    expect((await browser.ask(`${origin}/auth/session`)).status).toBe(200);
    expect(await state(browser)).toMatchObject({ login: 'link', session: { subject: 'ann', role: 'admin' } });
    expect((await browser.ask(`${origin}/console/v1/organizations/linked`)).status).toBe(200);
    expect((await browser.ask(`${origin}/console/v1/organizations/other`)).status).toBe(404);
  });

  it('works once; its token is no API token, and an API token is no login link', async () => {
    const token = await world.issuer.link(ann, 1);
    expect((await post(new Browser(), `${origin}/auth/link`, { token })).status).toBe(200);
    expect((await post(new Browser(), `${origin}/auth/link`, { token })).status).toBe(401);
    const fresh = await world.issuer.link(ann, 1);
    expect(
      (await world.request('GET', '/organizations/linked', undefined, { Authorization: `Bearer ${fresh}` })).status,
    ).toBe(401);
    const api = await world.issuer.sign(ann, 60);
    expect((await post(new Browser(), `${origin}/auth/link`, { token: api })).status).toBe(401);
    const late = await world.issuer.link(ann, 1, Date.now() - 400_000);
    expect((await post(new Browser(), `${origin}/auth/link`, { token: late })).status).toBe(401);
    const before = await world.issuer.link(ann, 1, Date.now() - 200_000);
    expect((await post(new Browser(), `${origin}/auth/link`, { token: before })).status).toBe(401);
  });

  it('is possible by an invitation of an admin: once, within three days, unless it is withdrawn (§11.12)', async () => {
    const admin = world.as('admin', 'linked');
    const invite = async (subject: string, role?: string) =>
      (await admin.post('/organizations/linked/invitations', { subject, ...(role && { role }) })).body;
    const enterBy = (token: string) => post(new Browser(), `${origin}/auth/link`, { token });
    const { token } = await invite('sam');
    const sam = new Browser();
    expect((await post(sam, `${origin}/auth/link`, { token })).status).toBe(200);
    expect((await state(sam)).session).toMatchObject({ subject: 'sam', organization: 'linked', role: 'member' });
    expect((await make(sam, { 'X-CSRF-Token': (await state(sam)).session!.csrf })).status).toBe(403);
    expect((await enterBy(token)).status).toBe(401);
    expect((await enterBy(`inv_${'x'.repeat(43)}`)).status).toBe(401);
    const [first, second] = [await invite('kim', 'admin'), await invite('kim', 'admin')];
    expect((await enterBy(first.token)).status).toBe(401);
    expect((await admin.delete(`/organizations/linked/invitations/${second.id}`)).status).toBe(200);
    expect((await enterBy(second.token)).status).toBe(401);
    const late = await invite('late');
    expect((await admin.get('/organizations/linked/invitations')).body.invitations).toMatchObject([
      { subject: 'late', token: null },
    ]);
    world.now += 3 * 86_400_000;
    expect((await enterBy(late.token)).status).toBe(401);
    expect((await admin.post('/organizations/linked/invitations', { subject: 'eve', role: 'operator' })).status).toBe(
      400,
    );
    const member = world.as('member', 'linked');
    expect((await member.post('/organizations/linked/invitations', { subject: 'eve' })).status).toBe(403);
    const log = (await admin.get('/organizations/linked/audit-log?action=accept-invitation')).body.entries;
    expect(log).toMatchObject([{ actor: { subject: 'sam', from: '127.0.0.1' } }]);
    expect(JSON.stringify((await admin.get('/organizations/linked/audit-log')).body)).not.toContain(token);
  });

  it('requires the CSRF token of the session for every change made with the cookie', async () => {
    const browser = await enter();
    const { csrf } = (await state(browser)).session!;
    expect((await make(browser, {})).status).toBe(403);
    expect((await make(browser, { 'X-CSRF-Token': 'x'.repeat(43) })).status).toBe(403);
    expect((await make(browser, { 'X-CSRF-Token': csrf, Origin: 'https://evil.example' })).status).toBe(403);
    expect((await make(browser, { 'X-CSRF-Token': csrf, 'Sec-Fetch-Site': 'same-site' })).status).toBe(403);
    expect((await post(browser, `${origin}/auth/logout`, {})).status).toBe(403);
    expect((await make(browser, { 'X-CSRF-Token': csrf, Origin: origin })).status).toBe(201);
    const another = await state(await enter());
    expect((await make(browser, { 'X-CSRF-Token': another.session!.csrf })).status).toBe(403);
  });

  it('cannot be started by a page of another origin', async () => {
    const token = await world.issuer.link(ann, 1);
    const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await post(new Browser(), `${origin}/auth/link`, { token }, headers)).status).toBe(403);
  });

  it('never adopts a session id sent by the browser, and ends the previous session', async () => {
    const fixed = new Browser();
    fixed.cookies.set(SESSION, 'a'.repeat(43));
    await enter(fixed);
    expect(fixed.cookies.get(SESSION)).not.toBe('a'.repeat(43));
    const stolen = new Browser();
    stolen.cookies.set(SESSION, fixed.cookies.get(SESSION)!);
    expect((await state(stolen)).session).not.toBeNull();
    await enter(fixed);
    expect((await state(stolen)).session).toBeNull();
  });

  it('ends with a logout, on the server as well', async () => {
    const browser = await enter();
    const id = browser.cookies.get(SESSION)!;
    const { csrf } = (await state(browser)).session!;
    const answer = await post(browser, `${origin}/auth/logout`, {}, { 'X-CSRF-Token': csrf });
    expect([answer.status, await answer.json()]).toEqual([200, { leave: null }]);
    expect(browser.cookies.has(SESSION)).toBe(false);
    browser.cookies.set(SESSION, id);
    expect((await state(browser)).session).toBeNull();
    expect((await browser.ask(`${origin}/console/v1/organizations/linked`)).status).toBe(401);
  });

  it('gives a cookie that is ignored if the request has a token', async () => {
    const browser = await enter();
    const headers = { Authorization: 'Bearer a.b.c' };
    expect((await browser.ask(`${origin}/console/v1/organizations/linked`, { headers })).status).toBe(401);
  });
});

describe('Logging in by an OpenID Connect provider', () => {
  let provider: TestProvider;
  let world: ConsoleWorld;
  let origin: string;
  let rules: SessionRules;

  beforeAll(async () => {
    provider = await startProvider(
      { ann: { organization: 'acme', role: 'admin' }, bob: {}, eve: { organization: 'other', role: 'operator' } },
      () => `${origin ?? 'http://127.0.0.1:1'}/auth/callback`,
    );
    rules = {
      ...LOCAL_RULES,
      issuer: provider.issuer,
      audience: 'letterbox-api',
      algorithms: ASYMMETRIC_ALGORITHMS,
      roleNames: { member: 'member', admin: 'admin', operator: null },
    };
    // The provider knows the console's address before it listens.
    const probe = await new ConsoleWorld(opened.store).start();
    const { port } = probe.console;
    await probe.console.close();
    origin = `http://127.0.0.1:${port}`;
    await provider.rotate();
    const keys = providerKeys(provider.issuer, null);
    const login = openLogin(
      { provider: { rules, jwksUri: null, client: CLIENT }, url: origin },
      { keys, rules },
      probe.accounts,
      null,
    );
    world = await new ConsoleWorld(opened.store).start({ port, keys, rules, people: { pages: new Map(), login } });
  });
  afterAll(async () => {
    await world.console.close();
    await provider.close();
  });
  beforeEach(() => {
    provider.tamper = null;
  });

  const state = async (browser: Browser) => (await (await browser.ask(`${origin}/auth/session`)).json()) as State;
  /** Up to the callback, as the provider sends the browser to it. */
  const toCallback = async (browser: Browser, person: string) => {
    const page = await browser.follow(`${origin}/auth/login`, (url) => url.includes('/login/'));
    return browser.follow(`${page}?as=${person}`, (url) => url.startsWith(`${origin}/auth/callback`));
  };
  const finish = async (browser: Browser, callback: string) =>
    (await browser.ask(callback)).headers.get('location') ?? '';

  it('uses the code flow with PKCE, state and nonce', async () => {
    const browser = new Browser();
    const asked = new URL((await browser.ask(`${origin}/auth/login`)).headers.get('location')!);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${origin}/auth/callback`,
      state: expect.stringMatching(/^.{40,}$/),
      nonce: expect.stringMatching(/^.{40,}$/),
    });
    expect(browser.set[0]).toMatch(/HttpOnly; SameSite=Lax; Max-Age=600$/);
    expect(await finish(browser, await toCallback(browser, 'ann'))).toBe('/');
    expect(await state(browser)).toMatchObject({
      login: 'provider',
      session: { subject: 'ann', organization: 'acme', role: 'admin' },
    });
    expect(browser.set.at(-1)).toMatch(/HttpOnly; SameSite=Strict/);
    const { csrf } = (await state(browser)).session!;
    const left = await post(browser, `${origin}/auth/logout`, {}, { 'X-CSRF-Token': csrf });
    expect(((await left.json()) as { leave: string }).leave).toContain(`${provider.issuer}/session/end`);
  });

  it('redirects only to pages of its own, whatever was requested', async () => {
    const browser = new Browser();
    const names = [
      'to',
      'next',
      'url',
      'redirect',
      'redirect_uri',
      'return',
      'return_to',
      'returnTo',
      'continue',
      'target',
    ];
    const hostile = names.map((name) => `${name}=//evil.example`).join('&');
    const asked = await browser.ask(`${origin}/auth/login?${hostile}`);
    expect(asked.headers.get('location')).not.toContain('evil');
    const callback = await toCallback(browser, 'ann');
    expect(await finish(browser, `${callback}&${hostile}`)).toBe('/');
  });

  it('refuses another state, another browser, and the same answer twice', async () => {
    const ann = new Browser();
    const callback = await toCallback(ann, 'ann');
    expect(await finish(new Browser(), callback)).toBe('/#/login/expired');
    const eve = new Browser();
    await eve.ask(`${origin}/auth/login`);
    expect(await finish(eve, callback)).toBe('/#/login/refused');
    expect((await state(eve)).session).toBeNull();
    expect(await finish(ann, callback.replace(/state=[^&]+/, 'state=x'))).toBe('/#/login/refused');
    const again = new Browser();
    const second = await toCallback(again, 'ann');
    const attempt = again.cookies.get('letterbox-login')!;
    expect(await finish(again, second)).toBe('/');
    again.cookies.set('letterbox-login', attempt);
    expect(await finish(again, second)).toBe('/#/login/refused');
  });

  it('tells users without a role here from those whom the provider refused', async () => {
    for (const [person, place] of [
      ['bob', '/#/login/forbidden'],
      ['eve', '/#/login/forbidden'],
      ['', '/#/login/denied'],
    ]) {
      const browser = new Browser();
      expect(await finish(browser, await toCallback(browser, person))).toBe(place);
      expect((await state(browser)).session).toBeNull();
    }
  });

  it('refuses ID tokens that are forged: HS256 by the public key, another nonce, another audience, no signature', async () => {
    const key = provider.key();
    const pem = new TextEncoder().encode(await exportSPKI((await importJWK(key, 'RS256')) as CryptoKey));
    const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
    const forgeries: ((token: string) => Promise<string>)[] = [
      (token) => new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256', kid: key.kid }).sign(pem),
      async (token) => `${part({ alg: 'none' })}.${token.split('.')[1]}.`,
      async (token) => {
        const [head, body, signature] = token.split('.');
        const claims = { ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object), organization: 'other' };
        return `${head}.${part(claims)}.${signature}`;
      },
    ];
    for (const forge of forgeries) {
      provider.tamper = forge;
      const browser = new Browser();
      expect(await finish(browser, await toCallback(browser, 'ann'))).toBe('/#/login/refused');
      expect((await state(browser)).session).toBeNull();
    }
    // A token of an earlier login has another nonce.
    let earlier = '';
    provider.tamper = async (token) => {
      earlier ||= token;
      return earlier;
    };
    const first = new Browser();
    expect(await finish(first, await toCallback(first, 'ann'))).toBe('/');
    const second = new Browser();
    expect(await finish(second, await toCallback(second, 'ann'))).toBe('/#/login/refused');
  });

  it('does not accept an ID token of the console as an API token', async () => {
    let idToken = '';
    provider.tamper = async (token) => {
      idToken = token;
      return token;
    };
    const browser = new Browser();
    expect(await finish(browser, await toCallback(browser, 'ann'))).toBe('/');
    const { status } = await world.request('GET', '/organizations/acme', undefined, {
      Authorization: `Bearer ${idToken}`,
    });
    expect(status).toBe(401);
  });

  it('continues when the provider rotates its keys, and refuses tokens signed by the old ones', async () => {
    const before = new Browser();
    let old = '';
    provider.tamper = async (token) => {
      old = token;
      return token;
    };
    expect(await finish(before, await toCallback(before, 'ann'))).toBe('/');
    await provider.rotate();
    // Keys are fetched again for one that is not known, at most every half minute.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    try {
      provider.tamper = null;
      const after = new Browser();
      expect(await finish(after, await toCallback(after, 'ann'))).toBe('/');
      provider.tamper = async () => old;
      const late = new Browser();
      expect(await finish(late, await toCallback(late, 'ann'))).toBe('/#/login/refused');
    } finally {
      vi.useRealTimers();
    }
  });
});
