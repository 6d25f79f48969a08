import { decodeJwt, type JWTVerifyGetKey } from 'jose';
import { LINK_AUDIENCE, LOCAL_RULES } from '../session/rules.ts';
import { type Session, verifySession } from '../session/session.ts';

/** The outcome of a one-time link: the session and its length, or why it is not accepted. */
export type Redeemed =
  | { readonly session: Session; readonly longest: number }
  | { readonly refused: 'invalid' | 'used'; readonly reason: string };

/**
 * Redeems the one-time links of the local issuer. Used ones are remembered for as long as they
 * would be valid; ones made before this process started are refused, since they may have been used.
 */
export function linkTaker(keys: JWTVerifyGetKey, now: () => number = Date.now): (token: string) => Promise<Redeemed> {
  const began = now();
  const used = new Map<string, number>();
  return async (token) => {
    const session = await verifySession(`Bearer ${token}`, keys, { ...LOCAL_RULES, audience: LINK_AUDIENCE }, now());
    if ('fault' in session) return { refused: 'invalid', reason: session.reason };
    const { jti, exp, made, hours } = decodeJwt<{ made?: unknown; hours?: unknown }>(token);
    if (typeof jti !== 'string' || typeof made !== 'number' || typeof hours !== 'number')
      return { refused: 'invalid', reason: 'no claims of a link' };
    if (made < began) return { refused: 'used', reason: 'made before the console was started' };
    for (const [id, until] of used) if (until < now()) used.delete(id);
    if (used.has(jti)) return { refused: 'used', reason: 'used before' };
    // Tokens are accepted for a little longer than they say.
    used.set(jti, (exp! + 60) * 1000);
    return { session, longest: hours * 3_600_000 };
  };
}
