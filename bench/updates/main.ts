import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { readCount } from '../options.ts';
import { runUpdates } from './updates.ts';

const program = new Command('updates')
  .description('Replaces a service by another on its port, again and again under load; counts failures and credits.')
  .option('--index <file>', 'index file', 'data/letterbox.lbx')
  .option('--updates <number>', 'how often', readCount, 10)
  .option('--workers <numbers...>', 'worker threads of the services in turn', ['2'])
  .option('--clients <number>', 'clients that keep their connections, and as many that do not', readCount, 8)
  .parse();
const { index, updates, workers, clients } = program.opts<{
  index: string;
  updates: number;
  workers: string[];
  clients: number;
}>();

const folder = mkdtempSync(join(tmpdir(), 'letterbox-updates-'));
const result = await runUpdates({
  ...{ index, folder, updates, workers: workers.map(Number), clients, databaseUrl: null },
  say: (line) => process.stdout.write(`${line}\n`),
});
const { seconds, answers, connections, charged, inLedger, failed, failures } = result;
process.stdout.write(
  `${updates} updates in ${seconds.toFixed(1)} s: ${answers} answers, ${connections} connections, ${failed} failed ${JSON.stringify(failures)}\n` +
    `credits: ${charged} answered, ${inLedger} in the ledger\n`,
);
rmSync(folder, { recursive: true });
process.exitCode = failed === 0 && charged === inLedger ? 0 : 1;
