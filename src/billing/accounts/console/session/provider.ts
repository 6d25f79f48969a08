import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import type { ConsoleConfiguration } from '../configuration.ts';
import { openLocalIssuer } from './local-issuer.ts';
import { LOCAL_RULES, ProviderError, providerAddress, type SessionRules } from './rules.ts';

const TIMEOUT_MS = 5000;

/**
 * The keys of an OpenID Connect provider: from `jwksUri`, or else from the URI in its discovery
 * document, which is fetched for the first token. Keys are cached, and fetched again when a token
 * names an unknown one. Throws a ProviderError if an address is neither https nor on this machine.
 */
export function providerKeys(issuer: string, jwksUri: string | null): JWTVerifyGetKey {
  providerAddress(issuer, 'issuer');
  if (jwksUri !== null) return remoteKeys(jwksUri);
  let discovered: Promise<JWTVerifyGetKey> | null = null;
  return async (header, token) => {
    discovered ??= discover(issuer).catch((error: unknown) => {
      discovered = null;
      throw error;
    });
    return (await discovered)(header, token);
  };
}

async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
  if (!answer.ok) throw new ProviderError(`${url} answered ${answer.status}, expected 200.`);
  const document = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown };
  if (document.issuer !== issuer) {
    throw new ProviderError(`${url} is of issuer ${JSON.stringify(document.issuer)}, expected "${issuer}".`);
  }
  if (typeof document.jwks_uri !== 'string') throw new ProviderError(`${url} names no jwks_uri.`);
  return remoteKeys(document.jwks_uri);
}

function remoteKeys(jwksUri: string): JWTVerifyGetKey {
  return createRemoteJWKSet(providerAddress(jwksUri, 'jwks_uri'), { timeoutDuration: TIMEOUT_MS });
}

/**
 * The keys and rules for verifying the console's sessions; makes the local issuer's key if there is
 * no provider.
 */
export async function sessionKeys(
  provider: ConsoleConfiguration['provider'],
  dataFolder: string,
): Promise<{ readonly keys: JWTVerifyGetKey; readonly rules: SessionRules }> {
  if (provider === null) return { keys: (await openLocalIssuer(dataFolder)).keys, rules: LOCAL_RULES };
  return { keys: providerKeys(provider.rules.issuer, provider.jwksUri), rules: provider.rules };
}
