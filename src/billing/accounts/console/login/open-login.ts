import type { JWTVerifyGetKey } from 'jose';
import type { Accounts } from '../../accounts.ts';
import type { ConsoleConfiguration } from '../configuration.ts';
import type { SessionRules } from '../session/rules.ts';
import { CALLBACK_PATH, type LoginDoors, loginDoors } from './login-doors.ts';
import { providerLogin } from './provider-login.ts';

/** The login that a configuration asks for, with the keys and rules that verify tokens. */
export function openLogin(
  { provider, url }: Pick<ConsoleConfiguration, 'provider' | 'url'>,
  { keys, rules }: { readonly keys: JWTVerifyGetKey; readonly rules: SessionRules },
  accounts: Pick<Accounts, 'store' | 'now'>,
): LoginDoors {
  if (provider === null) return loginDoors({ kind: 'link', keys, accounts }, url);
  const { client } = provider;
  if (client === null || url === null) return loginDoors({ kind: 'off' }, url);
  return loginDoors({ kind: 'provider', provider: providerLogin(client, rules, keys, url + CALLBACK_PATH) }, url);
}
