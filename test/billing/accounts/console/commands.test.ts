import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manualPayments } from '../../../../src/billing/accounts/charges/provider.ts';
import { addConsoleCommands } from '../../../../src/billing/accounts/console/commands.ts';
import {
  addConsoleFlags,
  BUNDLED_PLANS,
  type ConsoleConfiguration,
  readConsoleConfiguration,
} from '../../../../src/billing/accounts/console/configuration.ts';
import { noteConsoleUrl } from '../../../../src/billing/accounts/console/login/console-url.ts';
import { CONSOLE_ROUTES } from '../../../../src/billing/accounts/console/routes/routes.ts';
import { openLocalIssuer } from '../../../../src/billing/accounts/console/session/local-issuer.ts';
import { LOCAL_RULES } from '../../../../src/billing/accounts/console/session/rules.ts';
import { verifySession } from '../../../../src/billing/accounts/console/session/session.ts';
import { readCatalogue } from '../../../../src/billing/accounts/plans/catalogue.ts';
import { sqliteLedger, type TestLedger } from '../ledgers.ts';
import { at, CATALOGUE } from '../world.ts';

const folder = mkdtempSync(join(tmpdir(), 'letterbox-commands-'));
let opened: TestLedger;
let closed: number;

beforeEach(async () => {
  opened = await sqliteLedger();
  closed = 0;
});
afterEach(() => opened.close());

/** Runs a command line; answers what it prints, or throws what it says on standard error. */
async function run(...argv: string[]): Promise<string> {
  let printed = '';
  let complaint = '';
  const program = new Command('admin');
  addConsoleCommands(program, {
    open: async () => ({
      accounts: {
        store: opened.store,
        catalogue: CATALOGUE,
        payments: manualPayments,
        now: () => at('2026-03-10'),
      },
      close: async () => void closed++,
    }),
    dataFolder: () => folder,
    print: (text) => {
      printed += text;
    },
  });
  const quiet = (command: Command): void => {
    const writeErr = (text: string) => {
      complaint += text;
    };
    command.exitOverride().configureOutput({ writeErr, writeOut: () => {} });
    command.commands.forEach(quiet);
  };
  quiet(program);
  await program.parseAsync(argv, { from: 'user' }).catch((error: Error) => {
    throw new Error(complaint || error.message);
  });
  return printed;
}

const json = async (...argv: string[]) => JSON.parse(await run('console', ...argv));

describe('The admin commands', () => {
  it('do what the console does, for every route', async () => {
    await json('create-organization', '--id', 'acme', '--name', 'Acme');
    await json('verify-payment-method', 'acme');
    const { token } = await json('preview-plan-change', 'acme', '--plan', 'large');
    expect(await json('confirm-plan-change', 'acme', '--token', token)).toMatchObject({ plan: { id: 'large' } });
    const [{ number }] = (await json('list-invoices', 'acme')).invoices;
    expect(await json('mark-invoice-paid', 'acme', number)).toMatchObject({ status: 'paid' });
    const { id, key } = await json('create-key', 'acme', '--name', 'web');
    expect(key).toMatch(/^lbx_live_/);
    expect(await json('rotate-key', 'acme', id, '--grace-seconds', '60')).toMatchObject({ replaces: id });
    expect(await json('get-usage', 'acme', '--from', '2026-03-01')).toMatchObject({ credits: 0 });
    const { entries } = await json('get-audit-log', 'acme', '--limit', '1');
    expect(entries).toMatchObject([{ action: 'rotate-key', actor: { kind: 'operator' } }]);
    expect(closed).toBe(10);
  });

  it('exist for every route', async () => {
    for (const { operationId, summary } of CONSOLE_ROUTES) {
      const name = operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      await expect(run('console', name, '--help')).rejects.toThrow('(outputHelp)');
      expect(summary).not.toBe('');
    }
  });

  it('print a refusal as one sentence, and close the ledger', async () => {
    await json('create-organization', '--id', 'acme', '--name', 'Acme');
    await expect(run('console', 'preview-cancellation', 'acme')).rejects.toThrow(
      'error: The plan is Free: there is nothing to cancel. {"reason":"nothing-to-cancel"}',
    );
    await expect(run('console', 'get-plan', 'nobody')).rejects.toThrow('error: Organization not found: nobody');
    await expect(run('console', 'create-key', 'acme')).rejects.toThrow("required option '--name <text>' not specified");
    await expect(run('console', 'get-audit-log', 'acme', '--limit', 'x')).rejects.toThrow('Expected a whole number.');
    expect(closed).toBe(3);
  });

  it('include a login by a link to where the console listens, or is to listen where its process is gone', async () => {
    const origin = async () => new URL(await run('login')).origin;
    const own = process.env.LETTERBOX_CONSOLE_PORT;
    process.env.LETTERBOX_CONSOLE_PORT = '8123';
    try {
      noteConsoleUrl(folder, '0.0.0.0', 8099);
      expect(await origin()).toBe('http://127.0.0.1:8099');
      const { pid } = spawnSync(process.execPath, ['--version']);
      const gone = readFileSync(join(folder, 'console-url'), 'utf8').replace(String(process.pid), String(pid));
      for (const left of [gone, 'http://127.0.0.1:8099', '']) {
        writeFileSync(join(folder, 'console-url'), left);
        expect(await origin()).toBe('http://127.0.0.1:8123');
      }
    } finally {
      if (own === undefined) delete process.env.LETTERBOX_CONSOLE_PORT;
      else process.env.LETTERBOX_CONSOLE_PORT = own;
    }
  });

  it('include a login that gives a token the console accepts', async () => {
    const { keys } = await openLocalIssuer(folder);
    const token = await run('login', '--token', '--organization', 'acme', '--role', 'admin', '--subject', 'ann');
    expect(await verifySession(`Bearer ${token}`, keys, LOCAL_RULES)).toEqual({
      subject: 'ann',
      organization: 'acme',
      role: 'admin',
    });
    expect(await verifySession(`Bearer ${await run('login', '--token')}`, keys, LOCAL_RULES)).toMatchObject({
      role: 'operator',
    });
    await expect(run('login', '--role', 'admin')).rejects.toThrow('error: --role admin needs --organization');
    await expect(run('login', '--organization', '../x')).rejects.toThrow('--organization is "../x"');
  });

  it('log in for an hour at least, and thirty days at most', async () => {
    for (const hours of [1, 720]) {
      const { iat, exp } = decodeJwt(await run('login', '--token', '--hours', String(hours)));
      expect(exp! - iat!).toBe(hours * 3600);
    }
    for (const hours of ['0', '721', '1.5', 'x'])
      await expect(run('login', '--hours', hours)).rejects.toThrow('Expected a whole number from 1 to 720.');
  });
});

describe("The console's configuration", () => {
  const read = (...argv: string[]): ConsoleConfiguration => {
    const command = addConsoleFlags(new Command().exitOverride().configureOutput({ writeErr: () => {} }));
    return readConsoleConfiguration(command.parse(argv, { from: 'user' }).opts());
  };

  it('defaults to the local issuer, the bundled plans and no console', () => {
    expect(read()).toEqual({
      clientHeader: null,
      mailBesideProvider: false,
      payments: { webhookSecret: null, linkSecret: null, stripe: null },
      port: null,
      host: '127.0.0.1',
      plans: BUNDLED_PLANS,
      provider: null,
      url: null,
    });
    expect(readCatalogue(BUNDLED_PLANS).plans.length).toBeGreaterThan(2);
  });

  it('may name a provider, with its rules', () => {
    const given = read('--oidc-issuer', 'https://id.example', '--oidc-audience', 'letterbox', '--admin-role', 'owner');
    expect(given.provider).toMatchObject({
      jwksUri: null,
      rules: {
        issuer: 'https://id.example',
        audience: 'letterbox',
        roleNames: { member: 'member', admin: 'owner', operator: null },
      },
    });
    expect(given.provider?.rules.algorithms).not.toContain('HS256');
  });

  it('may come from the environment', () => {
    process.env.LETTERBOX_CONSOLE_PORT = '8081';
    expect(read().port).toBe(8081);
    delete process.env.LETTERBOX_CONSOLE_PORT;
  });

  it.each([
    [['--oidc-issuer', 'https://id.example'], '--oidc-issuer is given without --oidc-audience'],
    [
      ['--oidc-issuer', 'https://x.example', '--oidc-audience', 'y', '--oidc-algorithms', 'RS256,HS256'],
      '--oidc-algorithms has "HS256"',
    ],
    [
      ['--oidc-issuer', 'https://x.example', '--oidc-audience', 'y', '--oidc-algorithms', 'none'],
      '--oidc-algorithms has "none"',
    ],
    [
      ['--oidc-issuer', 'https://x.example', '--oidc-audience', 'y', '--admin-role', 'member'],
      'Two roles have one name',
    ],
    [['--oidc-issuer', 'http://x.example', '--oidc-audience', 'y'], 'The issuer is "http://x.example"'],
    [['--plans', '/nowhere/plans.json'], '/nowhere/plans.json: cannot be read'],
    [['--console-port', '65536'], 'Expected a whole number from 0 to 65535.'],
  ])('%j is refused in a sentence', (argv, sentence) => {
    expect(() => read(...argv)).toThrow(sentence);
  });
});
