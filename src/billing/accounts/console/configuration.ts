import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { flag, headerName, wholeNumber } from '../../../system/flags.ts';
import { addPaymentFlags, type PaymentConfiguration, readPaymentConfiguration } from '../charges/settings.ts';
import { readCatalogue } from '../plans/catalogue.ts';
import { consoleUrl } from './login/console-url.ts';
import type { ProviderClient } from './login/provider-login.ts';
import { ASYMMETRIC_ALGORITHMS, LOCAL_RULES, providerAddress, type SessionRules } from './session/rules.ts';

/** How the console is reached, and whom it believes. */
export interface ConsoleConfiguration {
  /** Null: no console. */
  readonly port: number | null;
  readonly host: string;
  /** File of the plan catalogue. */
  readonly plans: string;
  /** Null: the local issuer. */
  readonly provider: {
    readonly rules: SessionRules;
    readonly jwksUri: string | null;
    /** Null: its tokens are accepted, but nobody can log in on the pages. */
    readonly client: ProviderClient | null;
  } | null;
  /**
   * Name, in lower case, of the header in which a proxy passes on the client's address; null: there
   * is no proxy.
   */
  readonly clientHeader: string | null;
  readonly payments: PaymentConfiguration;
  /** The origin at which browsers reach the console; null: whatever origin they use. */
  readonly url: string | null;
  /** Whether people are mailed links although there is a provider. */
  readonly mailBesideProvider: boolean;
}

/** The plan catalogue that comes with the program. Works from the sources and from `dist/`. */
export const BUNDLED_PLANS = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../../../data/plans.json' : '../../../../../data/plans.json',
    import.meta.url,
  ),
);

/**
 * Adds the console's flags to a command; each may also come from the environment (`--oidc-issuer`
 * as `LETTERBOX_OIDC_ISSUER`).
 */
export function addConsoleFlags(command: Command): Command {
  return addPaymentFlags(command.optionsGroup('Plans and the console'))
    .addOption(flag('--plans <file>', 'plan catalogue; else the bundled data/plans.json'))
    .addOption(
      flag('--console-port <number>', 'port of the private console; else there is none').argParser(
        wholeNumber(0, 65535),
      ),
    )
    .addOption(flag('--console-host <address>', 'address of the private console').default('127.0.0.1'))
    .addOption(
      flag(
        '--console-client-header <name>',
        'header in which a proxy in front of the console tells the client’s address; only with such a proxy',
      ).argParser(headerName),
    )
    .addOption(flag('--oidc-issuer <url>', "identity provider of the console's sessions; else a local issuer"))
    .addOption(flag('--oidc-audience <name>', 'audience that session tokens must have; needed with --oidc-issuer'))
    .addOption(flag('--console-url <url>', 'where browsers reach the console: an origin; needed with --oidc-client-id'))
    .addOption(flag('--oidc-client-id <id>', 'the console as the provider knows it; else nobody logs in by it'))
    .addOption(flag('--oidc-client-secret <text>', 'its secret; else it is a public client'))
    .addOption(
      flag('--mail-login <who>', 'with an identity provider: `invited` lets people in by mailed links too').choices([
        'invited',
      ]),
    )
    .addOption(flag('--oidc-scope <names>', 'scopes that are asked for').default('openid'))
    .addOption(flag('--oidc-jwks-uri <url>', "the provider's keys; else found by discovery"))
    .addOption(
      flag('--oidc-algorithms <names>', 'signature algorithms, comma-separated').default(
        ASYMMETRIC_ALGORITHMS.join(','),
        'all asymmetric ones',
      ),
    )
    .addOption(
      flag('--organization-claim <name>', 'claim with the organization').default(LOCAL_RULES.organizationClaim),
    )
    .addOption(
      flag('--role-claim <name>', 'claim with the role or roles; a dot leads into nested claims').default(
        LOCAL_RULES.roleClaim,
      ),
    )
    .addOption(flag('--member-role <name>', 'role claim of members, who read').default('member'))
    .addOption(flag('--admin-role <name>', 'role claim of admins, who change').default('admin'))
    .addOption(flag('--operator-role <name>', 'role claim of operators of this service; else no token has that role'));
}

/**
 * The console's configuration, from the parsed options of a command with `addConsoleFlags`. Throws
 * an Error with a sentence if they contradict each other, the plan catalogue cannot be used, or the
 * provider's addresses are not safe.
 */
export function readConsoleConfiguration(options: Readonly<Record<string, unknown>>): ConsoleConfiguration {
  const text = (name: string) => (options[name] === undefined ? null : String(options[name]));
  const issuer = text('oidcIssuer');
  const jwksUri = text('oidcJwksUri');
  const plans = text('plans') ?? BUNDLED_PLANS;
  const url = text('consoleUrl') === null ? null : consoleUrl(text('consoleUrl')!);
  const client = providerClient(issuer, url, text);
  if (text('mailLogin') !== null && (url === null || text('smtpUrl') === null))
    throw new Error('--mail-login is given without --smtp-url or --console-url: links to the console are mailed.');
  readCatalogue(plans);
  if (issuer !== null) providerAddress(issuer, 'issuer');
  if (issuer !== null && jwksUri !== null) providerAddress(jwksUri, 'jwks_uri');
  return {
    port: options.consolePort === undefined ? null : Number(options.consolePort),
    host: text('consoleHost') ?? '127.0.0.1',
    plans,
    provider: issuer === null ? null : { rules: providerRules(issuer, text), jwksUri, client },
    url,
    mailBesideProvider: text('mailLogin') !== null,
    payments: readPaymentConfiguration(text, url),
    clientHeader: text('consoleClientHeader')?.toLowerCase() ?? null,
  };
}

function providerClient(
  issuer: string | null,
  url: string | null,
  text: (name: string) => string | null,
): ProviderClient | null {
  const id = text('oidcClientId');
  if (id === null) return null;
  if (issuer === null) throw new Error('--oidc-client-id is given without --oidc-issuer: whose client is it?');
  if (url === null)
    throw new Error('--oidc-client-id is given without --console-url: the provider sends browsers back to it.');
  return { id, secret: text('oidcClientSecret'), scope: text('oidcScope') ?? 'openid' };
}

function providerRules(issuer: string, text: (name: string) => string | null): SessionRules {
  const audience = text('oidcAudience');
  if (audience === null) {
    throw new Error(
      '--oidc-issuer is given without --oidc-audience: tokens made for other services would be accepted.',
    );
  }
  const algorithms = (text('oidcAlgorithms') ?? '').split(',').map((name) => name.trim());
  const unknown = algorithms.find((name) => !ASYMMETRIC_ALGORITHMS.includes(name));
  if (unknown !== undefined) {
    throw new Error(`--oidc-algorithms has "${unknown}", expected some of ${ASYMMETRIC_ALGORITHMS.join(', ')}.`);
  }
  const roleNames = { member: text('memberRole'), admin: text('adminRole'), operator: text('operatorRole') };
  const given = Object.values(roleNames).filter((name) => name !== null);
  if (new Set(given).size < given.length) {
    throw new Error(`Two roles have one name, expected ${given.join(', ')} to differ.`);
  }
  return {
    issuer,
    audience,
    algorithms,
    organizationClaim: text('organizationClaim') ?? LOCAL_RULES.organizationClaim,
    roleClaim: text('roleClaim') ?? LOCAL_RULES.roleClaim,
    roleNames,
  };
}
