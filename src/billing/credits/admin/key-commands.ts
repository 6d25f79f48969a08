import { type Command, InvalidArgumentError, Option } from 'commander';
import { MAX_KEY_CAP } from '../../../service/admission/counters/layout.ts';
import {
  DEFAULT_OPERATIONS,
  MAX_CLIENT_RATE,
  type PublishableTerms,
} from '../../../service/admission/publishable/terms.ts';
import { name, wholeNumber } from '../../../system/flags.ts';
import { excerpt } from '../../../system/shown-text.ts';
import type { AccountsTransaction, ApiKeyRecord } from '../../accounts/accounts-store.ts';
import {
  createApiKey,
  DEFAULT_GRACE_SECONDS,
  KeyLimit,
  type KeyState,
  keyState,
  MAX_KEY_NAME,
  type RevealedKey,
  revokeApiKey,
  rotateApiKey,
} from '../../accounts/keys.ts';
import type { Instant } from '../../accounts/plans/period.ts';
import { publishableTerms } from '../../accounts/publishable-terms.ts';
import { stateOf } from '../../accounts/transitions/account.ts';
import { LedgerRefusal, unknownAccount } from '../../ledger/accounts.ts';
import { type AdminContext, type CommandUse, isoTime, OPERATOR } from './context.ts';

type Thing = Record<string, unknown>;

/** The options of `keys create`. */
interface CreateOptions {
  readonly name: string;
  readonly origins?: readonly string[];
  readonly operations?: readonly string[];
  readonly clientRate?: number;
  readonly clientBurst?: number;
  readonly dailyCap?: number;
  readonly monthlyCap?: number;
  /** Milliseconds. */
  readonly expiresIn?: number;
}

/** Keys: create, list, rotate and revoke. */
export function addKeyCommands(program: Command, { withAccounts }: AdminContext): void {
  const group = program.command('keys').description('API keys of accounts');
  /** Runs the work in one transaction, and shows its result once that is committed. */
  const show = (
    work: (tx: AccountsTransaction, now: Instant) => Promise<Thing | Thing[]>,
    use: CommandUse = 'change',
  ) =>
    withAccounts(use, async ({ store, now }, output) => {
      const answer = await store
        .transaction((tx) => work(tx, now()))
        .catch((error: unknown) => {
          throw error instanceof KeyLimit ? new LedgerRefusal(error.message) : error;
        });
      if (Array.isArray(answer)) output.things(answer);
      else output.thing(answer);
    });
  group
    .command('create <account>')
    .description('make a key; it is shown once')
    .option('--name <name>', 'name of the key', name(MAX_KEY_NAME), 'default')
    .option(
      '--origins <origins...>',
      'make a publishable key, for pages of these origins; https://*.example.com for all below',
    )
    .option('--operations <names...>', `operations of a publishable key (default: ${DEFAULT_OPERATIONS.join(' ')})`)
    .option('--client-rate <number>', 'requests per second of one client address', wholeNumber(1, MAX_CLIENT_RATE))
    .option('--client-burst <number>', 'requests at once of one client address', wholeNumber(1, MAX_CLIENT_RATE))
    .option('--daily-cap <credits>', 'credits that it may use in a UTC day', wholeNumber(1, MAX_KEY_CAP))
    .option('--monthly-cap <credits>', 'credits that it may use in a UTC calendar month', wholeNumber(1, MAX_KEY_CAP))
    .option('--expires-in <duration>', 'how long it works, such as 90d', parseDurationText)
    .action((account: string, options: CreateOptions) =>
      show(async (tx, now) => {
        const terms = termsIn(options);
        const caps = { day: options.dailyCap ?? null, month: options.monthlyCap ?? null };
        const expiresAt = options.expiresIn === undefined ? null : now + options.expiresIn;
        await requireActive(tx, account);
        return revealed(await createApiKey(tx, account, options.name, OPERATOR, now, { terms, caps, expiresAt }));
      }),
    );
  group
    .command('list <account>')
    .description('keys of an account, revoked ones included')
    .action((account: string) =>
      show(async (tx, now) => {
        const owner = await tx.account(account);
        if (owner === null) throw unknownAccount(account);
        return (await tx.apiKeys(account)).map((key) => overview(key, keyState(key, stateOf(owner), now)));
      }, 'read'),
    );
  group
    .command('rotate <key-id>')
    .description('make a key that takes the place of another one; it is shown once')
    .addOption(
      new Option('--grace <duration>', 'how long the old key stays valid')
        .default(DEFAULT_GRACE_SECONDS * 1000, '24h')
        .argParser(parseDurationText),
    )
    .action((key: string, { grace }: { grace: number }) =>
      show(async (tx, now) => {
        const account = await requireOwner(tx, key);
        await requireActive(tx, account);
        const rotated = (await rotateApiKey(tx, account, key, grace / 1000, OPERATOR, now))!;
        if (typeof rotated === 'string') throw new LedgerRefusal(`Key ${key} is ${rotated}, expected it to be active.`);
        return { ...revealed(rotated), replaces: key, old_key_valid_until: isoTime(now + grace) };
      }),
    );
  group
    .command('revoke <key-id>')
    .description('end a key for good, on all machines within a second')
    .action((key: string) =>
      show(async (tx, now) => {
        const account = await requireOwner(tx, key);
        await tx.lockAccount(account);
        await revokeApiKey(tx, account, key, OPERATOR, now);
        return { id: key, revoked: true };
      }),
    );
}

/** The terms of the requested publishable key; null for a secret key. */
function termsIn({ origins, operations, clientRate, clientBurst }: CreateOptions): PublishableTerms | null {
  if (origins === undefined) {
    if (operations !== undefined || clientRate !== undefined || clientBurst !== undefined)
      throw new LedgerRefusal(
        '--operations, --client-rate and --client-burst are for publishable keys: give --origins too.',
      );
    return null;
  }
  const found = publishableTerms({ origins, operations, clientPerSecond: clientRate, clientBurst });
  if ('terms' in found) return found.terms;
  const told = Object.entries(found.problems).map(([field, problems]) => `${field}: ${problems.join('; ')}`);
  throw new LedgerRefusal(`${told.join('. ')}.`);
}

async function requireActive(tx: AccountsTransaction, id: string): Promise<void> {
  const account = await tx.lockAccount(id);
  if (account === null) throw unknownAccount(id);
  const state = stateOf(account);
  if (state !== 'active') throw new LedgerRefusal(`The account ${id} is ${state}.`);
}

async function requireOwner(tx: AccountsTransaction, key: string): Promise<string> {
  const owner = await tx.organizationOfKey(key);
  if (owner === null) throw new LedgerRefusal(`There is no key '${excerpt(key)}'.`);
  return owner;
}

function revealed({ key, record: { id, prefix } }: RevealedKey): Thing {
  return { id, prefix, key };
}

function overview(key: ApiKeyRecord, state: KeyState): Thing {
  const { id, name, prefix, createdAt, expiresAt, revokedAt, replaces, terms, caps } = key;
  return {
    id,
    name,
    prefix: `${prefix}…`,
    state,
    created_at: isoTime(createdAt),
    expires_at: isoTime(expiresAt),
    revoked_at: isoTime(revokedAt),
    replaces,
    origins: terms === null ? null : terms.origins.join(' '),
    operations: terms === null ? null : terms.operations.join(' '),
    daily_cap: caps.day,
    monthly_cap: caps.month,
  };
}

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * Reads a duration such as `90s`, `15m`, `24h` or `7d`: milliseconds. Throws commander's error for
 * anything else, or for more than a year.
 */
function parseDurationText(text: string): number {
  const match = /^([0-9]{1,9})([smhd])$/.exec(text);
  const milliseconds = match === null ? Number.NaN : Number(match[1]) * UNITS[match[2] as keyof typeof UNITS];
  if (milliseconds <= 366 * UNITS.d) return milliseconds;
  throw new InvalidArgumentError('Expected a number and s, m, h or d, such as 24h, at most 366d.');
}
