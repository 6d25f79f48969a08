import { Command } from 'commander';
import { print, readCount, runProgram } from '../../equipment/run-benchmark.ts';
import { runUpdates } from './updates.ts';

const program = new Command('updates')
  .description('Replaces a service by another on its port, again and again under load; counts failures and credits.')
  .option('--index <file>', 'index file', 'data/letterbox.lbx')
  .option('--updates <number>', 'how often', readCount, 10)
  .option('--workers <numbers...>', 'worker threads of the services in turn', ['2'])
  .option('--clients <number>', 'clients that keep their connections, and as many that do not', readCount, 8)
  .option('--pause <ms>', 'that a client waits between an answer and its next request', readCount, 0)
  .parse();

await runProgram(program, async (folder) => {
  const { index, updates, workers, clients, pause } = program.opts();
  const { seconds, answers, connections, charged, inLedger, failed, failures } = await runUpdates({
    index,
    folder,
    updates,
    workers: workers.map(Number),
    clients,
    pause,
    databaseUrl: null,
    say: print,
  });
  print(
    `${updates} updates in ${seconds.toFixed(1)} s: ${answers} answers, ${connections} connections, ${failed} failed ${JSON.stringify(failures)}\n` +
      `credits: ${charged} answered, ${inLedger} in the ledger`,
  );
  if (failed > 0 || charged !== inLedger) process.exitCode = 1;
});
