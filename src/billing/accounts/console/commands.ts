import { userInfo } from 'node:os';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { flag } from '../../../system/flags.ts';
import type { Accounts } from '../accounts.ts';
import { isOptional } from '../checks.ts';
import { isOrganizationId } from '../organizations.ts';
import { ConsoleError } from './answer.ts';
import type { Field } from './fields/fields.ts';
import { consoleUrl, notedConsoleUrl } from './login/console-url.ts';
import type { ConsoleRoute } from './routes/route.ts';
import { CONSOLE_PREFIX, CONSOLE_ROUTES } from './routes/routes.ts';
import { serveRequest } from './serve-request.ts';
import type { Role } from './session/rules.ts';

/** What the commands work with. */
export interface CommandsContext {
  /** Opens the accounts of the configured ledger for one command. */
  open(use: 'read' | 'change'): Promise<{ readonly accounts: Accounts; close(): Promise<void> }>;
  dataFolder(): string;
  print(text: string): void;
}

/**
 * Adds to an admin program what the console does: a command for each of its routes
 * (`create-key acme --name web`), as an operator on this machine, answered in JSON; and `login`,
 * which prints a link or a token of the local issuer.
 */
export function addConsoleCommands(program: Command, context: CommandsContext): void {
  const group = program
    .command('console')
    .description('the calls of the console, as an operator on this machine; answers in JSON');
  // Files are not printed, and only the running sidecar knows the state of the service.
  const printed = CONSOLE_ROUTES.filter((route) => route.answer.media === undefined && !('look' in route));
  for (const route of printed) addRoute(group, route, context);
  addLogin(program, context);
}

interface LoginOptions {
  readonly organization?: string;
  readonly role: Role;
  readonly subject: string;
  readonly hours: number;
  readonly token?: true;
  readonly consoleUrl?: string;
}

function addRoute(group: Command, route: ConsoleRoute, context: CommandsContext): void {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const fields = route.method === 'GET' ? route.query : route.body;
  const command = group.command(kebab(route.operationId)).description(route.summary).allowExcessArguments(false);
  for (const name of names) command.addArgument(new Argument(`<${name}>`));
  for (const [name, field] of Object.entries(fields)) command.addOption(option(name, field));
  command.action(async (...given: unknown[]) => {
    const values = given.slice(0, names.length).map(String);
    const options = given[names.length] as Readonly<Record<string, unknown>>;
    const { accounts, close } = await context.open(route.method === 'GET' ? 'read' : 'change');
    try {
      context.print(JSON.stringify(await perform(route, values, options, accounts), null, 2));
    } catch (error) {
      if (!(error instanceof ConsoleError)) throw error;
      const details = error.details === null ? '' : ` ${JSON.stringify(error.details)}`;
      command.error(`error: ${error.message}${details}`, { exitCode: 1, code: error.code });
    } finally {
      await close();
    }
  });
}

async function perform(
  route: ConsoleRoute,
  values: readonly string[],
  options: Readonly<Record<string, unknown>>,
  accounts: Accounts,
): Promise<object> {
  let position = 0;
  const path = CONSOLE_PREFIX + route.path.replace(/\{\w+\}/g, () => encodeURIComponent(values[position++]!));
  const query = new URLSearchParams();
  if (route.method === 'GET') for (const [name, value] of Object.entries(options)) query.set(name, String(value));
  const { body } = await serveRequest(
    {
      method: route.method,
      path,
      query,
      body: route.method === 'GET' ? null : options,
      idempotencyKey: undefined,
      from: 'admin program',
      invites: !process.env.LETTERBOX_OIDC_ISSUER || process.env.LETTERBOX_MAIL_LOGIN !== undefined,
      mail: null,
    },
    { subject: userInfo().username, organization: null, role: 'operator' },
    accounts,
    null,
  );
  return body;
}

function addLogin(program: Command, { dataFolder, print }: CommandsContext): void {
  program
    .command('login')
    .description('print a one-time link to the console, or a session token; signed by the local issuer')
    .option('--organization <id>', 'the organization it is for; not needed for operators')
    .addOption(
      new Option('--role <role>', 'what it may do').choices(['member', 'admin', 'operator']).default('operator'),
    )
    .option('--subject <name>', 'who it is for', userInfo().username)
    .addOption(new Option('--hours <number>', 'how long it is valid').default(8).argParser(hours))
    .option('--token', 'print a token for the API in place of a link')
    .addOption(flag('--console-url <url>', 'where browsers reach the console'))
    .action(async (given: LoginOptions, command: Command) => {
      const { organization = null, role, subject } = given;
      if (organization === null && role !== 'operator') {
        command.error(`error: --role ${role} needs --organization`);
      }
      if (organization !== null && !isOrganizationId(organization)) {
        command.error(`error: --organization is "${organization}", expected letters, digits and . _ : -`);
      }
      const { openLocalIssuer } = await import('./session/local-issuer.ts');
      const issuer = await openLocalIssuer(dataFolder());
      const who = { subject, organization, role };
      if (given.token) return print(await issuer.sign(who, given.hours * 3600));
      const port = process.env.LETTERBOX_CONSOLE_PORT ?? 8090;
      const url = given.consoleUrl ?? notedConsoleUrl(dataFolder()) ?? `http://127.0.0.1:${port}`;
      print(`${consoleUrl(url)}/#/link/${await issuer.link(who, given.hours)}`);
    });
}

function option(name: string, field: Field): Option {
  const { type, description } = field.schema;
  const kind = { integer: 'number', string: 'text', array: 'texts...' }[type];
  const made = new Option(`--${kebab(name)} <${kind}>`, description);
  if (!isOptional(field)) made.makeOptionMandatory();
  if (type === 'integer') {
    made.argParser((text) => {
      if (!/^[0-9]{1,15}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
      return Number(text);
    });
  }
  return made;
}

function hours(text: string): number {
  const value = /^[0-9]{1,4}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= 24 * 30) return value;
  throw new InvalidArgumentError('Expected a whole number from 1 to 720.');
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
