import { Command } from 'commander';
import { addConsoleCommands } from '../../accounts/console/commands.ts';
import { BUNDLED_PLANS } from '../../accounts/console/configuration.ts';
import { openAccounts } from '../../accounts/open.ts';
import { fileFlag, readConfigurationFile } from '../../configuration-file.ts';
import { LedgerRefusal } from '../ledger/accounts.ts';
import { type Ledger, openLedger } from '../ledger/ledger.ts';
import { addCreditFlags, requireCreditSettings } from '../settings.ts';
import { addBackupCommands } from './backup-commands.ts';
import { type AdminContext, addAccountCommands, addOtherCommands } from './commands.ts';
import { addKeyCommands } from './key-commands.ts';
import { createOutput } from './output.ts';

const program = addCreditFlags(new Command())
  .name('letterbox-admin')
  .description('Works on the ledger from the operator’s machine. The service hears of every change within a second.')
  .addOption(fileFlag())
  .option('--json', 'answer in JSON');
readConfigurationFile(program, process.argv);

const open = () => openLedger(requireCreditSettings(program).place);

const accountsOf = (ledger: Ledger) => openAccounts(ledger, { plans: process.env.LETTERBOX_PLANS ?? BUNDLED_PLANS });

const context: AdminContext = {
  accountsOf,
  async withLedger(work) {
    const ledger = await open();
    try {
      await work(ledger, createOutput(program.opts<{ json?: boolean }>().json ?? false));
    } finally {
      await ledger.close();
    }
  },
};
addAccountCommands(program, context);
addKeyCommands(program, context);
addOtherCommands(program, context);
addBackupCommands(program, context, () => requireCreditSettings(program));
addConsoleCommands(program, {
  async open() {
    const ledger = await open();
    return { accounts: await accountsOf(ledger), close: () => ledger.close() };
  },
  dataFolder: () => requireCreditSettings(program).dataDir,
  print: (text) => process.stdout.write(`${text}\n`),
});

// Whoever reads the output may have had enough of it, as `| head` does.
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
