import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { linkTaker } from '../../../../src/billing/accounts/console/login/local-links.ts';
import { LINK_AUDIENCE, LOCAL_RULES } from '../../../../src/billing/accounts/console/session/rules.ts';

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
