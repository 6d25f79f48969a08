import { userInfo } from 'node:os';
import { type Command, Option } from 'commander';
import { stateOf } from '../../accounts/account.ts';
import type { Actor } from '../../accounts/accounts-store.ts';
import { type Accounts, applyTrigger } from '../../accounts/apply.ts';
import { MAX_ORGANIZATION_NAME } from '../../accounts/organizations.ts';
import { firstPeriod } from '../../accounts/period.ts';
import { quotaMode } from '../../accounts/plan.ts';
import { name } from '../../flags.ts';
import {
  type AccountOverview,
  createAccount,
  LedgerRefusal,
  listAccounts,
  setOverdue,
  unknownAccount,
} from '../ledger/accounts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { listMachines, retireMachine } from '../ledger/machines.ts';
import { usageByDay } from '../ledger/usage.ts';
import { planOf, replacePlan } from '../ledger/windows.ts';
import { isoTime, type Output } from './output.ts';
import { addPlanOptions, planFromOptions } from './plan-options.ts';

/** What the commands work with. */
export interface AdminContext {
  /** Opens the ledger for one command, and closes it after. */
  withLedger(work: (ledger: Ledger, output: Output) => Promise<void>): Promise<void>;
  /** The accounts of a ledger that is open. */
  accountsOf(ledger: Ledger): Promise<Accounts>;
}

const by = () => ({ actor: `operator:${userInfo().username}`, now: Date.now() });

/** Accounts: create, list, show, plan, overdue, disable and enable. */
export function addAccountCommands(program: Command, { withLedger }: AdminContext): void {
  const group = program.command('accounts').description('who may use the service, and on which terms');
  addPlanOptions(group.command('create').description('open an account; its first period begins now'))
    .requiredOption('--name <name>', 'name of the organization (required)', name(MAX_ORGANIZATION_NAME))
    .action(async (options: { name: string }, command: Command) => {
      const plan = planFromOptions(command);
      await withLedger(async (ledger, output) => {
        const id = await createAccount(ledger, { name: options.name, plan, ...by() });
        output.thing(overview(await requireAccount(ledger, id)));
      });
    });
  group
    .command('list')
    .description('all accounts')
    .action(() => withLedger(async (ledger, output) => output.things((await listAccounts(ledger)).map(overview))));
  group
    .command('show <account>')
    .description('one account')
    .action((id: string) =>
      withLedger(async (ledger, output) => output.thing(overview(await requireAccount(ledger, id)))),
    );
  addPlanOptions(
    group
      .command('plan <account>')
      .description('give an account other terms at once, with a new period; issues no invoice'),
  )
    .addOption(
      new Option('--unused <what>', 'what happens to unused credits')
        .choices(['carried', 'expired'])
        .default('carried'),
    )
    .action(async (id: string, options: { unused: 'carried' | 'expired' }, command: Command) => {
      const plan = planFromOptions(command);
      await withLedger(async (ledger, output) => {
        const who = by();
        const period = firstPeriod(who.now, plan.period);
        await replacePlan(ledger, { account: id, plan, period, unused: options.unused, ...who });
        output.thing(overview(await requireAccount(ledger, id)));
      });
    });
  group
    .command('overdue <account> <on|off>')
    .description('tell the account with every answer that a payment is overdue, or no longer')
    .action((id: string, state: string, _options: unknown, command: Command) => {
      if (state !== 'on' && state !== 'off') command.error(`error: the state is "${state}", expected on or off`);
      return withLedger(async (ledger, output) => {
        await setOverdue(ledger, { account: id, overdue: state === 'on', ...by() });
        output.thing(overview(await requireAccount(ledger, id)));
      });
    });
}

/** Usage by day and operation, and machines of the fleet. */
export function addOtherCommands(program: Command, { withLedger, accountsOf }: AdminContext): void {
  program
    .command('usage <account>')
    .description('requests and credits by day, period and operation, as far as they are in the ledger')
    .option('--from <day>', 'first day, such as 2026-02-28')
    .action((id: string, { from }: { from?: string }, command: Command) => {
      if (from !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(from))
        command.error(`error: --from is "${from}", expected a day such as 2026-02-28`);
      return withLedger(async (ledger, output) => {
        await requireAccount(ledger, id);
        const rows = await usageByDay(ledger, id, from);
        output.things(rows.map(({ window_number, ...row }) => ({ ...row, window: window_number })));
      });
    });
  const machines = program.command('machines').description('machines of a fleet: one counter file each');
  machines
    .command('list')
    .description('all machines, and the leases they hold')
    .action(() =>
      withLedger(async (ledger, output) => {
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
      withLedger(async (ledger, output) => {
        output.thing({ id, leases_settled: await retireMachine(ledger, id, Date.now()) });
      }),
    );
  for (const [kind, alias, description] of [
    [
      'suspend',
      'disable',
      'stop an account: its keys are refused within a second, nothing renews; it can still cancel and close',
    ],
    ['resume', 'enable', 'let a suspended account go on where its period stopped; never opens one that is closed'],
  ] as const) {
    program
      .command(`${kind} <account>`)
      .alias(alias)
      .description(description)
      .action((id: string) =>
        withLedger(async (ledger, output) => {
          const { store, catalogue, now } = await accountsOf(ledger);
          const actor: Actor = { kind: 'operator', subject: userInfo().username };
          const outcome = await store.transaction(async (tx) => {
            const account = await tx.lockAccount(id);
            if (account === null) throw unknownAccount(id);
            return applyTrigger(tx, account, { kind }, actor, catalogue, now());
          });
          if (!outcome.accepted) throw new LedgerRefusal(outcome.refusal.message);
          output.thing(overview(await requireAccount(ledger, id)));
        }),
      );
  }
}

async function requireAccount(ledger: Ledger, id: string): Promise<AccountOverview> {
  const [found] = await listAccounts(ledger, id);
  if (found === undefined) throw unknownAccount(id);
  return found;
}

function overview({ account, window, used }: AccountOverview): Record<string, unknown> {
  const plan = planOf(window);
  const mode = quotaMode(plan);
  return {
    id: account.id,
    name: account.name,
    status: stateOf({ status: account.status, suspendedAt: account.suspended_at }),
    overdue: account.overdue !== 0,
    plan: plan.id,
    mode,
    products: plan.products,
    per_second: plan.burst.perSecond,
    burst: plan.burst.size,
    window: window.number,
    credits: mode === 'uncapped' ? null : window.granted + window.carried,
    used,
    resets_at: isoTime(window.period_end),
  };
}
