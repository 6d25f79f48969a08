import { randomBytes } from 'node:crypto';
import { EncryptJWT, type JWTVerifyGetKey, jwtDecrypt } from 'jose';
import * as oidc from 'openid-client';
import type { SessionRules } from '../session/rules.ts';
import { type Session, verifySession } from '../session/session.ts';

/** The console's registration with the identity provider. */
export interface ProviderClient {
  readonly id: string;
  /** Null: a public client, with PKCE alone. */
  readonly secret: string | null;
  readonly scope: string;
}

/** Why a login failed. */
export type LoginFault = 'denied' | 'expired' | 'refused' | 'forbidden' | 'unavailable' | 'limited';

/** The code flow of OpenID Connect, with PKCE, `state` and `nonce`. */
export interface ProviderLogin {
  /**
   * Where the browser is sent, and the content of the attempt's cookie, encrypted: no state is kept
   * here. `another`: the provider asks who it is, even a browser that it knows.
   */
  begin(
    another: boolean,
  ): Promise<
    { readonly location: string; readonly attempt: string } | { readonly fault: LoginFault; readonly reason: string }
  >;
  /** Completes a login, from the query of the callback and the attempt's cookie. */
  finish(
    query: string,
    attempt: string | null,
  ): Promise<Session | { readonly fault: LoginFault; readonly reason: string }>;
  /** Where the user can log out of the provider too; null if it has no such page. */
  leave(): Promise<string | null>;
}

/** How long an attempt to log in may take, s. */
export const ATTEMPT_SECONDS = 600;
const TIMEOUT_SECONDS = 5;

/**
 * Prepares logins by a provider; `callback` is the console's own address, as registered with it.
 * The provider is first contacted when the first login begins.
 */
export function providerLogin(
  { id, secret, scope }: ProviderClient,
  rules: SessionRules,
  keys: JWTVerifyGetKey,
  callback: string,
): ProviderLogin {
  const attemptKey = randomBytes(32);
  let known: Promise<oidc.Configuration> | null = null;
  const configuration = () => {
    known ??= discover(id, secret, rules.issuer).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
  return {
    async begin(another) {
      try {
        const config = await configuration();
        const verifier = oidc.randomPKCECodeVerifier();
        const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: callback,
          scope,
          state,
          nonce,
          ...(another && { prompt: 'login' }),
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        const attempt = await new EncryptJWT({ state, nonce, verifier })
          .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
          .setExpirationTime(`${ATTEMPT_SECONDS}s`)
          .encrypt(attemptKey);
        return { location: url.href, attempt };
      } catch (error) {
        return { fault: 'unavailable', reason: reasonOf(error) };
      }
    },
    async finish(query, attempt) {
      const begun = await openAttempt(attempt, attemptKey);
      if (begun === null) return { fault: 'expired', reason: 'no attempt to log in that is under way' };
      let token: string | undefined;
      try {
        const tokens = await oidc.authorizationCodeGrant(await configuration(), new URL(`${callback}?${query}`), {
          pkceCodeVerifier: begun.verifier,
          expectedState: begun.state,
          expectedNonce: begun.nonce,
          idTokenExpected: true,
        });
        token = tokens.id_token;
      } catch (error) {
        if (error instanceof oidc.AuthorizationResponseError) return { fault: 'denied', reason: reasonOf(error) };
        const refused = error instanceof oidc.ResponseBodyError || error instanceof oidc.ClientError;
        return { fault: refused ? 'refused' : 'unavailable', reason: reasonOf(error) };
      }
      // Verified as API tokens are: signature, algorithms, times and claims; the audience is the
      // client.
      const session = await verifySession(`Bearer ${token}`, keys, { ...rules, audience: id });
      if (!('fault' in session)) return session;
      const { fault, reason } = session;
      return { fault: fault === 'unauthenticated' ? 'refused' : fault, reason };
    },
    async leave() {
      const config = await configuration().catch(() => null);
      if (!config?.serverMetadata().end_session_endpoint) return null;
      return oidc.buildEndSessionUrl(config, {}).href;
    },
  };
}

async function discover(id: string, secret: string | null, issuer: string): Promise<oidc.Configuration> {
  const url = new URL(issuer);
  // Plain http is for this machine alone, which `providerAddress` ensures.
  const execute = url.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
  const found = await oidc.discovery(url, id, undefined, undefined, { execute, timeout: TIMEOUT_SECONDS });
  const server = found.serverMetadata();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const byBasic = methods.includes('client_secret_basic');
  const authentication =
    secret === null ? oidc.None() : byBasic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
  const config = new oidc.Configuration(server, id, undefined, authentication);
  config.timeout = TIMEOUT_SECONDS;
  for (const each of execute) each(config);
  return config;
}

async function openAttempt(
  attempt: string | null,
  key: Uint8Array,
): Promise<{ state: string; nonce: string; verifier: string } | null> {
  if (attempt === null) return null;
  try {
    const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
    return (await jwtDecrypt<{ state: string; nonce: string; verifier: string }>(attempt, key, options)).payload;
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
