import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTVerifyGetKey,
  SignJWT,
} from 'jose';
import { readSettingsText } from '../../../settings-file.ts';
import { LOCAL_RULES, type Role } from './rules.ts';

/** Signs session tokens on the operator's machine, for a service without an identity provider. */
export interface LocalIssuer {
  /** For `verifySession`, with `LOCAL_RULES`. */
  readonly keys: JWTVerifyGetKey;
  /** A session token. `organization` may be null for operators. Lives for `seconds` from `now` (milliseconds). */
  sign(
    session: { subject: string; organization: string | null; role: Role },
    seconds: number,
    now?: number,
  ): Promise<string>;
}

/** File of the local issuer's private key, in the data folder. */
export const LOCAL_KEY_FILE = 'console-key.json';

/**
 * Opens the local issuer of a data folder; its key is made at the first start, readable by the owner only. Safe to run
 * in two processes at once: both get the same key. Throws an Error with a sentence when the file is not such a key, or
 * when others may read it.
 */
export async function openLocalIssuer(dataFolder: string): Promise<LocalIssuer> {
  const path = join(dataFolder, LOCAL_KEY_FILE);
  const jwk = readKey(path) ?? (await createKeyFile(dataFolder, path));
  const { kty, crv, x, y } = jwk;
  const kid = await calculateJwkThumbprint({ kty, crv, x, y } as JWK);
  const privateKey = await importJWK(jwk, 'ES256');
  return {
    keys: createLocalJWKSet({ keys: [{ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' } as JWK] }),
    sign: (session, seconds, now = Date.now()) => {
      const issuedAt = Math.floor(now / 1000);
      const { organization, role } = session;
      return new SignJWT(organization === null ? { role } : { role, organization })
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
        .setIssuer(LOCAL_RULES.issuer)
        .setAudience(LOCAL_RULES.audience)
        .setSubject(session.subject)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .sign(privateKey);
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

/** Writes a new key under another name and links it to its own, so that it is there entirely or not at all. */
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
    // Another process was first: its key is the one.
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
