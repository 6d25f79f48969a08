import type { Command } from 'commander';
import { unknownAccount } from '../../ledger/accounts.ts';
import { listMachines, retireMachine } from '../../ledger/machines.ts';
import { usageByDay } from '../../ledger/usage.ts';
import type { AdminContext } from './context.ts';
import { isoTime } from './context.ts';

/** Usage by day and operation, and the machines that counted it. */
export function addUsageCommands(program: Command, { withLedger }: AdminContext): void {
  program
    .command('usage <account>')
    .description('requests and credits by day, period and operation, as far as they are in the ledger')
    .option('--from <day>', 'first day, such as 2026-02-28')
    .action((id: string, { from }: { from?: string }, command: Command) => {
      if (from !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(from))
        command.error(`error: --from is "${from}", expected a day such as 2026-02-28`);
      return withLedger('read', async (ledger, output) => {
        const known = await ledger.db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst();
        if (known === undefined) throw unknownAccount(id);
        const rows = await usageByDay(ledger, id, from);
        output.things(rows.map(({ window_number, ...row }) => ({ ...row, window: window_number })));
      });
    });
  const machines = program.command('machines').description('machines of a fleet: one counter file each');
  machines
    .command('list')
    .description('all machines, and the leases they hold')
    .action(() =>
      withLedger('read', async (ledger, output) => {
        const rows = await listMachines(ledger);
        output.things(
          rows.map((row) => ({ ...row, seen_at: isoTime(row.seen_at), retired_at: isoTime(row.retired_at) })),
        );
      }),
    );
  machines
    .command('retire <machine-id>')
    .description('declare a machine lost, with its counter file: what it leased and did not report as used returns')
    .action((id: string) =>
      withLedger('change', async (ledger, output) => {
        output.thing({ id, leases_settled: await retireMachine(ledger, id, await ledger.time()) });
      }),
    );
}
