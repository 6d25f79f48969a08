import type { JWTVerifyGetKey } from 'jose';
import type { ConsoleConfiguration } from '../configuration.ts';
import { openLocalIssuer } from './local-issuer.ts';
import { providerKeys } from './provider.ts';
import { LOCAL_RULES, type SessionRules } from './rules.ts';

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
