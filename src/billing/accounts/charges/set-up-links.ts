import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Accounts } from '../accounts.ts';

/** How long a link can be followed, s. */
const GOOD_FOR = 600;
const ISSUER = 'letterbox';
const AUDIENCE = 'letterbox-payment-page';
/** Under which name the ledger remembers links that were followed. */
const FOLLOWED = 'payment-page';

/** Who followed a link to the operator's page. */
export interface LinkBearer {
  readonly organization: string;
  readonly name: string;
  readonly subject: string;
}

/**
 * Links to a page of the operator's on which a payment method is set up: `token` in its query is a
 * JWT, signed by HMAC-SHA256 with a secret that the page knows too. `now` is in ms.
 */
export async function setUpLink(
  page: string,
  secret: string,
  who: { readonly id: string; readonly subject: string },
  now: number,
): Promise<string> {
  const issuedAt = Math.floor(now / 1000);
  const token = await new SignJWT({ organization: who.id })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(who.subject)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + GOOD_FOR)
    .sign(Buffer.from(secret));
  const url = new URL(page);
  url.searchParams.set('token', token);
  return url.href;
}

/**
 * Whom the token of such a link was made for, once: null if it is not signed by this service, too
 * old, or was redeemed before.
 */
export async function redeemSetUpLink(
  token: string,
  secret: string,
  { store, now }: Pick<Accounts, 'store' | 'now'>,
): Promise<LinkBearer | null> {
  const claims = await jwtVerify<{ organization: string }>(token, Buffer.from(secret), {
    algorithms: ['HS256'],
    issuer: ISSUER,
    audience: AUDIENCE,
    requiredClaims: ['jti', 'exp', 'sub', 'organization'],
    currentDate: new Date(now()),
  }).then(
    ({ payload }) => payload,
    () => null,
  );
  if (claims === null) return null;
  return store.transaction(async (tx) => {
    const found = await tx.organization(claims.organization);
    if (found === null || !(await tx.takePaymentEvent(FOLLOWED, claims.jti!, now(), 'redeemed'))) return null;
    return { organization: found.id, name: found.name, subject: claims.sub! };
  });
}
