import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTVerifyGetKey,
  SignJWT,
} from 'jose';
import { readSettingsText } from '../../../../system/settings-file.ts';
import { LINK_AUDIENCE, LOCAL_RULES, type Role } from './rules.ts';
import { type Session, verifySession } from './session.ts';

/** The person that a token of the local issuer is for; `organization` may be null for operators. */
interface LocalSubject {
  readonly subject: string;
  readonly organization: string | null;
  readonly role: Role;
}

/** Signs session tokens on the operator's machine, for a service without an identity provider. */
export interface LocalIssuer {
  /** For `verifySession`, with `LOCAL_RULES`. */
  readonly keys: JWTVerifyGetKey;
  /** A session token, valid for `seconds` from `now` (milliseconds). */
  sign(session: LocalSubject, seconds: number, now?: number): Promise<string>;
  /**
   * The token of a one-time link to the console, valid for five minutes, for a session of `hours`.
   */
  link(session: LocalSubject, hours: number, now?: number): Promise<string>;
}

/** How long a link is valid, s. */
const LINK_SECONDS = 300;

/** File of the local issuer's private key, in the data folder. */
export const LOCAL_KEY_FILE = 'console-key.json';

/**
 * Opens the local issuer of a data folder; its key is made on first use, readable by the owner
 * only. Safe in two processes at once: both get the same key. Throws an Error with a sentence if
 * the file is not such a key, or others may read it.
 */
export async function openLocalIssuer(dataFolder: string): Promise<LocalIssuer> {
  const path = join(dataFolder, LOCAL_KEY_FILE);
  const jwk = readKey(path) ?? (await createKeyFile(dataFolder, path));
  const { kty, crv, x, y } = jwk;
  const kid = await calculateJwkThumbprint({ kty, crv, x, y } as JWK);
  const privateKey = await importJWK(jwk, 'ES256');
  const sign = (
    { subject, organization, role }: LocalSubject,
    audience: string,
    seconds: number,
    now: number,
    more: Readonly<Record<string, string | number>> = {},
  ) => {
    const issuedAt = Math.floor(now / 1000);
    return new SignJWT({ role, ...(organization !== null && { organization }), ...more })
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
      .setIssuer(LOCAL_RULES.issuer)
      .setAudience(audience)
      .setSubject(subject)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + seconds)
      .sign(privateKey);
  };
  return {
    keys: createLocalJWKSet({ keys: [{ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' } as JWK] }),
    sign: (session, seconds, now = Date.now()) => sign(session, LOCAL_RULES.audience, seconds, now),
    link: (session, hours, now = Date.now()) => {
      const jti = randomBytes(16).toString('base64url');
      return sign(session, LINK_AUDIENCE, LINK_SECONDS, now, { jti, hours, made: now });
    },
  };
}

function readKey(path: string): JWK | null {
  let text: string;
  try {
    text = readSettingsText(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${path}: cannot be read: ${(error as Error).message}.`);
  }
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) !== 0) {
    throw new Error(
      `${path}: has mode ${mode.toString(8)}, expected 600: whoever can read it can sign in as any user.`,
    );
  }
  const jwk = parse(text);
  if (jwk?.kty !== 'EC' || jwk.crv !== 'P-256' || typeof jwk.d !== 'string') {
    throw new Error(`${path}: holds no private P-256 key in JWK form; delete it to have a new one made.`);
  }
  return jwk;
}

/**
 * Writes a new key under a temporary name and then links it, so that the file appears complete or
 * not at all.
 */
async function createKeyFile(folder: string, path: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.new`;
  rmSync(temporary, { force: true });
  const descriptor = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(descriptor, `${JSON.stringify(jwk)}\n`);
    fsyncSync(descriptor);
    linkSync(temporary, path);
    return jwk;
  } catch (error) {
    // Another process was first: its key is used.
    const first = (error as NodeJS.ErrnoException).code === 'EEXIST' ? readKey(path) : null;
    if (first) return first;
    throw error;
  } finally {
    closeSync(descriptor);
    rmSync(temporary, { force: true });
  }
}

function parse(text: string): JWK | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

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
