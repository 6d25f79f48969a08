import { Command } from 'commander';
import { fileFlag } from '../../../system/configuration-file.ts';
import { unknownBeforeMissing } from '../../../system/flags.ts';
import { VERSION } from '../../../system/version.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { openAccounts } from '../../accounts/accounts.ts';
import { openPayments, type PaymentSettings } from '../../accounts/charges/open-payments.ts';
import { readPaymentConfiguration } from '../../accounts/charges/settings.ts';
import { addConsoleCommands } from '../../accounts/console/commands.ts';
import { BUNDLED_PLANS } from '../../accounts/console/configuration.ts';
import { consoleUrl } from '../../accounts/console/login/console-url.ts';
import { readCatalogue } from '../../accounts/plans/catalogue.ts';
import { LedgerRefusal } from '../../ledger/accounts.ts';
import { type Ledger, openLedger } from '../../ledger/ledger.ts';
import { addCreditFlags, requireCreditSettings } from '../settings.ts';
import { addAccountCommands } from './account-commands.ts';
import { addBackupCommands } from './backup-commands.ts';
import type { AdminContext, CommandUse } from './context.ts';
import { createOutput } from './context.ts';
import { addKeyCommands } from './key-commands.ts';
import { addMigrateCommand } from './migrate-command.ts';
import { addUsageCommands } from './usage-commands.ts';
import { addVerifyCommand } from './verify-command.ts';

/**
 * The commands of the admin program, on the ledger that its flags and the environment name; `print`
 * gets their output. A command rejects with a LedgerRefusal if its request is refused, and with
 * another Error if the ledger is unreachable.
 */
export function adminProgram(print: (text: string) => void, command = new Command()): Command {
  const program = addCreditFlags(
    command
      .name('letterbox-admin')
      .version(VERSION)
      .description('Manages the ledger from the operator’s machine. Changes reach the service within a second.')
      .addOption(fileFlag())
      .option('--json', 'answer in JSON'),
  );
  const plans = process.env.LETTERBOX_PLANS ?? BUNDLED_PLANS;
  const open = (use: CommandUse) => openLedger(requireCreditSettings(program).place, use);
  const context: AdminContext = {
    async withLedger(use, work) {
      const ledger = await open(use);
      try {
        await work(ledger, context.output());
      } finally {
        await ledger.close();
      }
    },
    withAccounts(use, work) {
      return context.withLedger(use, async (ledger, output) => work(await accountsOf(ledger, plans), output, ledger));
    },
    output: () => createOutput(program.opts<{ json?: boolean }>().json ?? false, print),
  };
  addAccountCommands(program, context);
  addKeyCommands(program, context);
  addUsageCommands(program, context);
  addVerifyCommand(program, context);
  addBackupCommands(program, context, () => requireCreditSettings(program));
  addMigrateCommand(program, context, () => requireCreditSettings(program));
  addConsoleCommands(program, {
    async open(use) {
      const ledger = await open(use);
      return { accounts: await accountsOf(ledger, plans), close: () => ledger.close() };
    },
    dataFolder: () => requireCreditSettings(program).dataDir,
    print: (text) => print(`${text}\n`),
  });
  unknownBeforeMissing(program);
  return program;
}

async function accountsOf(ledger: Ledger, plans: string): Promise<Accounts> {
  const time = await ledger.time();
  const now = () => time;
  const settings = paymentSettings();
  const payments = settings.stripe === null ? undefined : await openPayments(settings, readCatalogue(plans), now);
  return openAccounts(ledger, { plans, now, payments });
}

/** Those of the service, as far as the environment has them: a change that is charged there is charged here. */
function paymentSettings(): PaymentSettings {
  const text = (name: string) =>
    process.env[`LETTERBOX_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`] ?? null;
  const url = text('consoleUrl');
  return readPaymentConfiguration(text, url === null ? null : consoleUrl(url));
}

/**
 * The exit status after a command that rejected: 1 if its request was refused, 2 for everything
 * else.
 */
export function exitCodeOf(failure: unknown): 1 | 2 {
  return failure instanceof LedgerRefusal ? 1 : 2;
}
