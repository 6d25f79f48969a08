import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { expect, it, test } from 'vitest';
import { BrowserSessions } from '../../../../src/billing/accounts/console/login/browser-sessions.ts';
import { linkTaker } from '../../../../src/billing/accounts/console/session/local-issuer.ts';
import { LINK_AUDIENCE, LOCAL_RULES } from '../../../../src/billing/accounts/console/session/rules.ts';
import type { Session } from '../../../../src/billing/accounts/console/session/session.ts';

const NOW = Date.UTC(2026, 2, 10);
const CLAIMS = { jti: 'a', made: NOW, hours: 2 };

/** What takes links, and what signs tokens that it trusts. */
async function open() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const take = linkTaker(createLocalJWKSet({ keys: [await exportJWK(publicKey)] }), () => NOW);
  const sign = (claims: JWTPayload) =>
    new SignJWT({ role: 'operator', ...claims })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(LOCAL_RULES.issuer)
      .setAudience(LINK_AUDIENCE)
      .setSubject('ann')
      .setExpirationTime(NOW / 1000 + 300)
      .sign(privateKey);
  return { take: async (claims: JWTPayload) => take(await sign(claims)) };
}

it('a link works once, unless it was made before the console was started', async () => {
  const { take } = await open();
  const session = { subject: 'ann', organization: null, role: 'operator' };
  expect(await take(CLAIMS)).toEqual({ session, longest: 2 * 3_600_000 });
  expect(await take(CLAIMS)).toMatchObject({ refused: 'used' });
  expect(await take({ ...CLAIMS, jti: 'b', made: NOW - 1 })).toMatchObject({ refused: 'used' });
});

it.each(['jti', 'made', 'hours'])(
  'a token without the claim %s is no link, though its signature is good',
  async (name) => {
    const { take } = await open();
    expect(await take({ ...CLAIMS, [name]: undefined })).toEqual({ refused: 'invalid', reason: 'no claims of a link' });
  },
);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const session: Session = { subject: 'ann', organization: 'org_a', role: 'admin' };

function newSessions() {
  const clock = { now: Date.UTC(2026, 0, 1) };
  return { clock, sessions: new BrowserSessions(() => clock.now) };
}

test('a session ends after eight hours, or two without a request', () => {
  const { clock, sessions } = newSessions();
  const { id, seconds } = sessions.begin(session);
  const began = clock.now;
  expect(seconds).toBe(8 * 3600);
  expect(sessions.find(id)).toMatchObject({ session, expiresAt: began + 8 * HOUR });
  for (let i = 0; i < 4; i++, clock.now += 2 * HOUR - 1) expect(sessions.find(id)).not.toBeNull();
  expect(sessions.find(id)).not.toBeNull();
  clock.now = began + 8 * HOUR - 1;
  expect(sessions.find(id)).not.toBeNull();
  clock.now++;
  expect(sessions.find(id)).toBeNull();
  const idle = sessions.begin(session).id;
  clock.now += 2 * HOUR;
  expect(sessions.find(idle)).toBeNull();
  expect(sessions.begin(session, 90_500).seconds).toBe(90);
  expect(sessions.begin(session, 9 * HOUR).seconds).toBe(8 * 3600);
  expect([sessions.find(null), sessions.find('unknown')]).toEqual([null, null]);
});

test('a session gets a new id after fifteen minutes, and its old one stays valid for a minute', () => {
  const { clock, sessions } = newSessions();
  const { id } = sessions.begin(session);
  const first = sessions.find(id)!;
  clock.now += 15 * MINUTE - 1;
  expect(sessions.rotate(id)).toBeNull();
  clock.now += 1;
  const rotated = sessions.rotate(id)!;
  expect(rotated.seconds).toBe(8 * 3600 - 15 * 60);
  expect([sessions.find(rotated.id), sessions.rotate(rotated.id)]).toEqual([first, null]);
  clock.now += MINUTE - 1;
  expect(sessions.find(id)).not.toBeNull();
  clock.now += 1;
  expect([sessions.find(id), sessions.find(rotated.id) === null]).toEqual([null, false]);
  clock.now += 14 * MINUTE;
  const again = sessions.rotate(rotated.id)!;
  sessions.end(rotated.id);
  expect([sessions.find(again.id), sessions.find(rotated.id), sessions.rotate(again.id)]).toEqual([null, null, null]);
});
