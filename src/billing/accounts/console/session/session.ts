import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { isPlain } from '../../../../system/shown-text.ts';
import { isOrganizationId } from '../../organizations.ts';
import type { Role, SessionRules } from './rules.ts';

/** Who is asking, according to a verified session token. */
export interface Session {
  readonly subject: string;
  /** Null for an operator who belongs to none. */
  readonly organization: string | null;
  readonly role: Role;
  /** The person of the ledger, for whom links are mailed; absent for everybody else. */
  readonly person?: string;
}

/** Why a token is not accepted. `reason` goes into the log, never to the caller. */
export interface SessionFault {
  /**
   * `unauthenticated`: not a valid token. `forbidden`: valid, but its claims grant nothing here.
   * `unavailable`: it cannot be verified now.
   */
  readonly fault: 'unauthenticated' | 'forbidden' | 'unavailable';
  readonly reason: string;
}

/** How far the clocks of provider and service may differ. */
const TOLERANCE_SECONDS = 10;
/** A token that is valid for longer is taken for a mistake: it could not be revoked. */
const LONGEST_SECONDS = 400 * 24 * 3600;
const MAX_TOKEN_LENGTH = 16 * 1024;
const BEARER = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*)$/i;
const PROVIDER_FAULTS = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'];
const ROLES: readonly Role[] = ['operator', 'admin', 'member'];

/**
 * Verifies the value of an `Authorization` header: signature, algorithm, issuer, audience, times,
 * then the claims.
 */
export async function verifySession(
  authorization: string | undefined,
  keys: JWTVerifyGetKey,
  rules: SessionRules,
  now = Date.now(),
): Promise<Session | SessionFault> {
  if (authorization === undefined) return { fault: 'unauthenticated', reason: 'no Authorization header' };
  const token = authorization.length > MAX_TOKEN_LENGTH ? undefined : BEARER.exec(authorization)?.[1];
  if (token === undefined) return { fault: 'unauthenticated', reason: 'not "Bearer" and a token of three parts' };
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: rules.issuer,
      audience: rules.audience,
      algorithms: [...rules.algorithms],
      requiredClaims: ['exp', 'sub'],
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: new Date(now),
    });
    return timeFault(payload, now / 1000) ?? sessionOf(payload, rules);
  } catch (error) {
    return faultOf(error);
  }
}

/** Checks of the times that `jwtVerify` does not make. */
function timeFault({ exp = 0, iat = 0 }: JWTPayload, now: number): SessionFault | null {
  if (!(exp <= now + LONGEST_SECONDS))
    return { fault: 'unauthenticated', reason: `an exp claim more than ${LONGEST_SECONDS} s from now` };
  if (!(iat <= now + TOLERANCE_SECONDS)) return { fault: 'unauthenticated', reason: 'an iat claim in the future' };
  return null;
}

function sessionOf(payload: JWTPayload, rules: SessionRules): Session | SessionFault {
  const subject = payload.sub;
  // It is written to the audit log, and PostgreSQL does not accept NUL. OpenID Connect allows 255
  // characters.
  if (typeof subject !== 'string' || subject.length < 1 || subject.length > 255 || !isPlain(subject))
    return { fault: 'unauthenticated', reason: 'a sub claim that is empty, too long, or has control characters' };
  const claimed = claim(payload, rules.roleClaim);
  const names: unknown[] = Array.isArray(claimed) ? claimed : [claimed];
  const role = ROLES.find((known) => rules.roleNames[known] !== null && names.includes(rules.roleNames[known]));
  if (!role) return { fault: 'forbidden', reason: `no known role in the claim ${rules.roleClaim}` };
  const organization = claim(payload, rules.organizationClaim);
  if (organization === undefined && role === 'operator') return { subject, organization: null, role };
  if (typeof organization !== 'string' || !isOrganizationId(organization)) {
    return { fault: 'forbidden', reason: `no organization id in the claim ${rules.organizationClaim}` };
  }
  return { subject, organization, role };
}

/** A claim by its name, else by a path with dots. */
function claim(payload: JWTPayload, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name];
  let value: unknown = payload;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

function faultOf(error: unknown): SessionFault {
  const reason = error instanceof Error ? error.message : String(error);
  if (!(error instanceof errors.JOSEError) || PROVIDER_FAULTS.includes(error.code)) {
    return { fault: 'unavailable', reason: `the keys of the identity provider are not available: ${reason}` };
  }
  return { fault: 'unauthenticated', reason: `${error.code}: ${reason}` };
}
