import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  base64url,
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_KEY_FILE, openLocalIssuer } from '../../../../src/billing/accounts/console/session/local-issuer.ts';
import { providerKeys } from '../../../../src/billing/accounts/console/session/provider.ts';
import {
  ASYMMETRIC_ALGORITHMS,
  LOCAL_RULES,
  type SessionRules,
} from '../../../../src/billing/accounts/console/session/rules.ts';
import { verifySession } from '../../../../src/billing/accounts/console/session/session.ts';
import { everything } from '../books.ts';
import { sqliteLedger, type TestLedger } from '../ledgers.ts';
import { ConsoleWorld } from './console-world.ts';

let provider: Server;
let issuer: string;
let rules: SessionRules;
let privateKey: CryptoKey;
let publicKey: CryptoKey;
let stranger: CryptoKey;
let jwks: { keys: JWK[] };
let discovery: object;
let opened: TestLedger;
let world: ConsoleWorld;

beforeAll(async () => {
  ({ privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true }));
  stranger = (await generateKeyPair('RS256')).privateKey;
  jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] };
  provider = createServer((request, response) => {
    const known =
      request.url === '/.well-known/openid-configuration' ? discovery : request.url === '/jwks' ? jwks : null;
    response.writeHead(known ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(known));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => provider.once('listening', resolve));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  discovery = { issuer, jwks_uri: `${issuer}/jwks` };
  rules = {
    issuer,
    audience: 'letterbox',
    algorithms: ASYMMETRIC_ALGORITHMS,
    organizationClaim: 'https://letterbox.example/org',
    roleClaim: 'realm_access.roles',
    roleNames: { member: 'viewer', admin: 'owner', operator: null },
  };
  opened = await sqliteLedger();
  world = await new ConsoleWorld(opened.store).start({ keys: providerKeys(issuer, null), rules });
});
afterAll(async () => {
  await world.console.close();
  await opened.close();
  provider.close();
});
beforeEach(() => {
  world.log.length = 0;
});

const CLAIMS: JWTPayload = {
  sub: 'ann',
  'https://letterbox.example/org': 'acme',
  realm_access: { roles: ['something', 'owner'] },
};

/** A good token, but for what `change` does to it. */
async function token(
  change: (jwt: SignJWT) => SignJWT = (jwt) => jwt,
  claims = CLAIMS,
  key = privateKey,
  kid = 'one',
): Promise<string> {
  const jwt = new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuer(issuer)
    .setAudience('letterbox')
    .setIssuedAt()
    .setExpirationTime('1h');
  return change(jwt).sign(key);
}

/** Tries to create an organization, which a good token of an admin may; answers status and code. */
async function attempt(authorization: string | null): Promise<[status: number, code: string | undefined]> {
  const headers: Record<string, string> = authorization === null ? {} : { Authorization: authorization };
  const { status, body } = await world.request('POST', '/organizations', { name: 'Acme' }, headers);
  return [status, body.error?.code];
}

describe("A provider's token", () => {
  it('§11.1: admits an admin of its organization, with claims where the configuration says', async () => {
    expect(await attempt(`Bearer ${await token()}`)).toEqual([201, undefined]);
    expect(
      (await world.request('GET', '/organizations/acme', undefined, { Authorization: `bearer ${await token()}` }))
        .status,
    ).toBe(200);
  });

  const refused: [what: string, () => Promise<string | null>][] = [
    ['none at all', async () => null],
    ['an empty header', async () => ''],
    ['another scheme', async () => `Basic ${btoa('ann:secret')}`],
    ['no token after Bearer', async () => 'Bearer '],
    ['two tokens', async () => `Bearer ${await token()} ${await token()}`],
    ['noise', async () => 'Bearer a.b.c'],
    ['a very long one', async () => `Bearer ${'a'.repeat(10_000)}.${'b'.repeat(10_000)}.c`],
    [
      'expired',
      async () => `Bearer ${await token((jwt) => jwt.setExpirationTime(Math.floor(Date.now() / 1000) - 60))}`,
    ],
    ['valid for ever', async () => `Bearer ${await token((jwt) => jwt.setExpirationTime(1e308))}`],
    ['of a time to come', async () => `Bearer ${await token((jwt) => jwt.setIssuedAt(Date.now() / 1000 + 600))}`],
    ['not valid yet', async () => `Bearer ${await token((jwt) => jwt.setNotBefore('10m'))}`],
    ['of another issuer', async () => `Bearer ${await token((jwt) => jwt.setIssuer('https://elsewhere.example'))}`],
    ['for another audience', async () => `Bearer ${await token((jwt) => jwt.setAudience('other'))}`],
    ["signed with a stranger's key", async () => `Bearer ${await token((jwt) => jwt, CLAIMS, stranger)}`],
    ['of an unknown key', async () => `Bearer ${await token((jwt) => jwt, CLAIMS, privateKey, 'two')}`],
    [
      'with algorithm none',
      async () => {
        const unsecured = new UnsecuredJWT(CLAIMS).setIssuer(issuer).setAudience('letterbox').setExpirationTime('1h');
        return `Bearer ${unsecured.encode()}`;
      },
    ],
    [
      'with algorithm none and a signature',
      async () => {
        const [, payload, signature] = (await token()).split('.');
        return `Bearer ${base64url.encode('{"alg":"none","kid":"one"}')}.${payload}.${signature}`;
      },
    ],
    [
      'with HS256 and the public key as its secret',
      async () => {
        const secret = new TextEncoder().encode(await exportSPKI(publicKey));
        const forged = new SignJWT(CLAIMS).setProtectedHeader({ alg: 'HS256', kid: 'one' }).setIssuer(issuer);
        return `Bearer ${await forged.setAudience('letterbox').setExpirationTime('1h').sign(secret)}`;
      },
    ],
    [
      'with a changed payload',
      async () => {
        const [header, payload, signature] = (await token()).split('.');
        const claims = JSON.parse(new TextDecoder().decode(base64url.decode(payload)));
        return `Bearer ${header}.${base64url.encode(JSON.stringify({ ...claims, sub: 'eve' }))}.${signature}`;
      },
    ],
    [
      'without an expiry',
      async () => {
        const endless = new SignJWT(CLAIMS).setProtectedHeader({ alg: 'RS256', kid: 'one' });
        return `Bearer ${await endless.setIssuer(issuer).setAudience('letterbox').sign(privateKey)}`;
      },
    ],
    ['without a subject', async () => `Bearer ${await token((jwt) => jwt, { ...CLAIMS, sub: '' })}`],
  ];
  it.each(refused)('that is %s is refused, logged, and nothing changed', async (_what, authorization) => {
    const before = await everything(opened.ledger);
    expect(await attempt(await authorization())).toEqual([401, 'UNAUTHENTICATED']);
    expect(await everything(opened.ledger)).toEqual(before);
    expect(world.log).toMatchObject([{ level: 'warn', fields: { status: 401, reason: expect.stringMatching(/./) } }]);
  });

  const forbidden: [what: string, JWTPayload][] = [
    ['no role', { ...CLAIMS, realm_access: {} }],
    ['an unknown role', { ...CLAIMS, realm_access: { roles: ['operator', 'null', 'admin'] } }],
    ['no organization', { ...CLAIMS, 'https://letterbox.example/org': undefined }],
    ['a list of organizations', { ...CLAIMS, 'https://letterbox.example/org': ['acme'] }],
    ['an organization that is a path', { ...CLAIMS, 'https://letterbox.example/org': '../acme' }],
  ];
  it.each(forbidden)('with %s is refused, logged, and nothing changed', async (_what, claims) => {
    const before = await everything(opened.ledger);
    expect(await attempt(`Bearer ${await token((jwt) => jwt, claims)}`)).toEqual([403, 'FORBIDDEN']);
    expect(await everything(opened.ledger)).toEqual(before);
    expect(world.log).toMatchObject([
      { level: 'warn', fields: { status: 403, reason: expect.stringMatching(/claim/) } },
    ]);
  });

  it('never appears in the log, nor does the reason in the answer', async () => {
    const text = await token((jwt) => jwt.setAudience('other'));
    const { body, headers } = await world.request('GET', '/organizations/acme', undefined, {
      Authorization: `Bearer ${text}`,
    });
    expect(body.error.message).toBe('A valid session token is required');
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(JSON.stringify(world.log)).not.toContain(text.split('.')[2]);
  });
});

describe("A provider's keys", () => {
  const verify = async (keys: ReturnType<typeof providerKeys>) => verifySession(`Bearer ${await token()}`, keys, rules);

  it('are found by discovery, or at the configured URL', async () => {
    expect(await verify(providerKeys(issuer, null))).toMatchObject({ subject: 'ann', role: 'admin' });
    expect(await verify(providerKeys(issuer, `${issuer}/jwks`))).toMatchObject({ subject: 'ann' });
  });

  it('admit nobody if they cannot be fetched, which is tried again later', async () => {
    const good = discovery;
    const keys = providerKeys(issuer, null);
    for (const bad of [null, { issuer: 'https://elsewhere.example', jwks_uri: `${issuer}/jwks` }, { issuer }]) {
      discovery = bad as object;
      expect(await verify(keys)).toMatchObject({ fault: 'unavailable' });
    }
    discovery = good;
    expect(await verify(keys)).toMatchObject({ subject: 'ann' });
    expect(await verify(providerKeys(issuer, `${issuer}/nowhere`))).toMatchObject({ fault: 'unavailable' });
  });

  it('have to come over https, or from this machine', () => {
    expect(() => providerKeys('http://idp.example', null)).toThrow(
      'The issuer is "http://idp.example", expected an https address (http only on this machine).',
    );
    expect(() => providerKeys('https://idp.example', 'http://idp.example/jwks')).toThrow('The jwks_uri is');
    expect(() => providerKeys('idp', null)).toThrow('The issuer is "idp"');
  });
});

describe('The local issuer', () => {
  const folder = () => mkdtempSync(join(tmpdir(), 'letterbox-issuer-'));
  const session = { subject: 'op', organization: 'acme', role: 'admin' } as const;

  it('makes its key at the first start, readable by the owner only, and keeps it', async () => {
    const data = join(folder(), 'data');
    const first = await openLocalIssuer(data);
    expect(statSync(join(data, LOCAL_KEY_FILE)).mode & 0o777).toBe(0o600);
    const signed = await first.sign(session, 60);
    const again = await openLocalIssuer(data);
    expect(await verifySession(`Bearer ${signed}`, again.keys, LOCAL_RULES)).toEqual(session);
  });

  it('makes one key even if several are started at once', async () => {
    const data = folder();
    const issuers = await Promise.all([1, 2, 3, 4].map(() => openLocalIssuer(data)));
    for (const one of issuers) {
      for (const other of issuers) {
        expect(await verifySession(`Bearer ${await one.sign(session, 60)}`, other.keys, LOCAL_RULES)).toEqual(session);
      }
    }
  });

  it('signs tokens that expire', async () => {
    const one = await openLocalIssuer(folder());
    const signed = await one.sign(session, 60, Date.now() - 120_000);
    expect(await verifySession(`Bearer ${signed}`, one.keys, LOCAL_RULES)).toMatchObject({
      fault: 'unauthenticated',
      reason: expect.stringContaining('ERR_JWT_EXPIRED'),
    });
  });

  it('signs for operators of no organization', async () => {
    const one = await openLocalIssuer(folder());
    const signed = await one.sign({ subject: 'op', organization: null, role: 'operator' }, 60);
    expect(await verifySession(`Bearer ${signed}`, one.keys, LOCAL_RULES)).toMatchObject({ role: 'operator' });
  });

  it('refuses a key file that others may read, or that holds no key', async () => {
    const data = folder();
    await openLocalIssuer(data);
    const path = join(data, LOCAL_KEY_FILE);
    chmodSync(path, 0o644);
    await expect(openLocalIssuer(data)).rejects.toThrow(`${path}: has mode 644, expected 600`);
    chmodSync(path, 0o600);
    const { d: _, ...half } = JSON.parse(readFileSync(path, 'utf8'));
    for (const text of ['', 'key', JSON.stringify(half)]) {
      writeFileSync(path, text);
      await expect(openLocalIssuer(data)).rejects.toThrow(`${path}: holds no private P-256 key`);
    }
  });

  it('is not trusted if a provider is configured', async () => {
    const one = await openLocalIssuer(folder());
    expect(await attempt(`Bearer ${await one.sign(session, 60)}`)).toEqual([401, 'UNAUTHENTICATED']);
  });
});
