import { parseEnv } from 'node:util';
import type { Command, Option } from 'commander';
import { flag } from './flags.ts';
import { readSettingsText } from './settings-file.ts';

/** Every setting that a program of the service reads from the environment or from its file. */
export const SETTINGS: readonly string[] = [
  'ACCESS_LOG',
  'ADMIN_ROLE',
  'ANSWER_CACHE',
  'CLIENT_ADDRESS_HEADER',
  'CONFIG',
  'CONSOLE_CLIENT_HEADER',
  'CONSOLE_HOST',
  'CONSOLE_PORT',
  'CONSOLE_URL',
  'DATABASE_URL',
  'DATA_DIR',
  'DEV_KEY',
  'DRAIN_INTERVAL',
  'HOST',
  'INDEX',
  'KEYS',
  'LEASE_TIME',
  'LOG_LEVEL',
  'MACHINE',
  'MAIL_FROM',
  'MAIL_LOGIN',
  'MAX_CONNECTIONS',
  'MEMBER_ROLE',
  'METRICS_HOST',
  'METRICS_NAMES',
  'METRICS_PORT',
  'MOST_ENDED',
  'MOST_FALL',
  'MOST_MOVED',
  'MOST_RENAMED',
  'MOST_TURN',
  'OIDC_ALGORITHMS',
  'OIDC_AUDIENCE',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_ISSUER',
  'OIDC_JWKS_URI',
  'OIDC_SCOPE',
  'OPERATOR_ROLE',
  'ORGANIZATION_CLAIM',
  'PAGES',
  'PAYMENT_LINK_SECRET',
  'PLANS',
  'PORT',
  'PRELOAD',
  'PUBLIC_URL',
  'ROLE_CLAIM',
  'SIDECAR',
  'SLOW_MS',
  'SMTP_URL',
  'STRIPE_HOST',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TAKEN_PORT',
  'TILES',
  'TRUSTED_PROXIES',
  'UNAUTHORIZED_RATE',
  'VERIFY_INDEX',
  'WEBHOOK_ALLOW',
  'WORKERS',
].map((name) => `LETTERBOX_${name}`);

/** The flag that names the file. */
export function fileFlag(): Option {
  return flag('--config <file>', 'file of settings: lines of NAME=value, named as in the environment');
}

/**
 * Reads settings from a file into the environment, unless the environment has them already: lines of `LETTERBOX_PORT=8080`, with `#` comments. The
 * file is named by `--config <file>` or `LETTERBOX_CONFIG`. Ends the program with a sentence when it cannot be read, has a line of another kind,
 * or sets something that is not in `SETTINGS`.
 */
export function readConfigurationFile(command: Command, argv: readonly string[]): void {
  const path = fileNamedBy(argv) ?? process.env.LETTERBOX_CONFIG;
  if (path === undefined || path === '') return;
  let text = '';
  try {
    text = readSettingsText(path);
  } catch (error) {
    command.error(`error: the configuration file ${path} cannot be read: ${(error as Error).message}`);
  }
  for (const [at, line] of text.split('\n').entries()) {
    if (!/^\s*(?:#|$)/.test(line) && !line.includes('='))
      command.error(`error: ${path}, line ${at + 1}, begins with "${firstWord(line)}", expected NAME=value`);
  }
  for (const [name, value] of Object.entries(parseEnv(text))) {
    if (!SETTINGS.includes(name)) command.error(`error: ${path} sets ${name}, expected one of ${SETTINGS.join(', ')}`);
    process.env[name] ??= value;
  }
}

/** Identifies a line in a message without repeating the rest of it, which may hold a password. */
function firstWord(line: string): string {
  return /^\S\w*/.exec(line.trim())?.[0] ?? '';
}

function fileNamedBy(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((argument) => argument === '--config' || argument.startsWith('--config='));
  if (at < 0) return undefined;
  return argv[at] === '--config' ? argv[at + 1] : argv[at]!.slice('--config='.length);
}
