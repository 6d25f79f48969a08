import { Command } from 'commander';
import type { Accounts } from '../../accounts/accounts.ts';
import { openAccounts } from '../../accounts/accounts.ts';
import { addConsoleCommands } from '../../accounts/console/commands.ts';
import { BUNDLED_PLANS } from '../../accounts/console/configuration.ts';
import { fileFlag, readConfigurationFile } from '../../configuration-file.ts';
import { LedgerRefusal } from '../../ledger/accounts.ts';
import { type Ledger, openLedger } from '../../ledger/ledger.ts';
import { addCreditFlags, requireCreditSettings } from '../settings.ts';
import { addAccountCommands } from './account-commands.ts';
import { addBackupCommands } from './backup-commands.ts';
import type { AdminContext } from './context.ts';
import { addKeyCommands } from './key-commands.ts';
import { createOutput } from './output.ts';
import { addUsageCommands } from './usage-commands.ts';

const program = addCreditFlags(new Command())
  .name('letterbox-admin')
  .description('Manages the ledger from the operator’s machine. Changes reach the service within a second.')
  .addOption(fileFlag())
  .option('--json', 'answer in JSON');
readConfigurationFile(program, process.argv);

const open = () => openLedger(requireCreditSettings(program).place);

async function accountsOf(ledger: Ledger): Promise<Accounts> {
  const now = await ledger.time();
  return openAccounts(ledger, { plans: process.env.LETTERBOX_PLANS ?? BUNDLED_PLANS, now: () => now });
}

const context: AdminContext = {
  async withLedger(work) {
    const ledger = await open();
    try {
      await work(ledger, createOutput(program.opts<{ json?: boolean }>().json ?? false));
    } finally {
      await ledger.close();
    }
  },
  withAccounts(work) {
    return context.withLedger(async (ledger, output) => work(await accountsOf(ledger), output, ledger));
  },
};
addAccountCommands(program, context);
addKeyCommands(program, context);
addUsageCommands(program, context);
addBackupCommands(program, context, () => requireCreditSettings(program));
addConsoleCommands(program, {
  async open() {
    const ledger = await open();
    return { accounts: await accountsOf(ledger), close: () => ledger.close() };
  },
  dataFolder: () => requireCreditSettings(program).dataDir,
  print: (text) => process.stdout.write(`${text}\n`),
});

// A closed output pipe, as of `| head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  // What was asked cannot be, or the ledger is away: a sentence, no stack.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = error instanceof LedgerRefusal ? 1 : 2;
}
