import { randomBytes } from 'node:crypto';
import { type Command, Option } from 'commander';
import { name } from '../../../system/flags.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { AccountsTransaction } from '../../accounts/accounts-store.ts';
import { applyTrigger } from '../../accounts/apply.ts';
import { setOverdue } from '../../accounts/invoices/billing.ts';
import {
  createOrganization,
  isOrganizationId,
  MAX_ORGANIZATION_NAME,
  productsFault,
} from '../../accounts/organizations.ts';
import { type Plan, quotaMode } from '../../accounts/plans/plan.ts';
import { planOf } from '../../accounts/store/account-rows.ts';
import { stateOf, type UnusedCredits } from '../../accounts/transitions/account.ts';
import type { Trigger } from '../../accounts/transitions/transition.ts';
import { type AccountOverview, LedgerRefusal, listAccounts, unknownAccount } from '../../ledger/accounts.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type AdminContext, isoTime, OPERATOR } from './context.ts';
import { addPlanOptions, planFromOptions } from './plan-options.ts';

/** Accounts: create, list, show, plan, overdue, suspend and resume. */
export function addAccountCommands(program: Command, { withLedger, withAccounts }: AdminContext): void {
  const group = program.command('accounts').description('who may use the service, and on which terms');
  /** Applies a trigger to an account and shows the account. */
  const apply = (id: string, trigger: Trigger) =>
    withAccounts('change', async ({ store, catalogue, now }, output, ledger) => {
      const outcome = await store.transaction(async (tx) => {
        if (trigger.kind === 'set-plan') await expectRoom(tx, trigger.plan);
        const account = await tx.lockAccount(id);
        if (account === null) throw unknownAccount(id);
        return applyTrigger(tx, account, trigger, OPERATOR, catalogue, now());
      });
      if (!outcome.accepted) throw new LedgerRefusal(outcome.refusal.message);
      output.thing(await overviewOf(ledger, id));
    });

  addPlanOptions(group.command('create').description('open an account; its first period begins now'))
    .requiredOption('--name <name>', 'name of the organization (required)', name(MAX_ORGANIZATION_NAME))
    .option('--id <id>', 'its id; else one is made up')
    .action(({ id = newId(), name }: { id?: string; name: string }, command: Command) => {
      if (!isOrganizationId(id))
        command.error(`error: --id is "${id}", expected 1 to 64 letters, digits and . _ : -, a letter or digit first`);
      const plan = planFromOptions(command);
      return withAccounts('change', async (accounts, output, ledger) => {
        await create(accounts, id, name, plan);
        output.thing(await overviewOf(ledger, id));
      });
    });
  group
    .command('list')
    .description('all accounts')
    .action(() =>
      withLedger('read', async (ledger, output) => output.things((await listAccounts(ledger)).map(overview))),
    );
  group
    .command('show <account>')
    .description('one account')
    .action((id: string) => withLedger('read', async (ledger, output) => output.thing(await overviewOf(ledger, id))));
  addPlanOptions(
    group
      .command('plan <account>')
      .description('give an account other terms at once, with a new period; issues no invoice for it'),
  )
    .addOption(
      new Option('--unused <what>', 'what happens to unused credits')
        .choices(['carried', 'expired'])
        .default('carried'),
    )
    .action((id: string, { unused }: { unused: UnusedCredits }, command: Command) =>
      apply(id, { kind: 'set-plan', plan: planFromOptions(command), unused }),
    );
  group
    .command('overdue <account> <on|off>')
    .description('tell the account with every answer that a payment is overdue, or no longer')
    .action((id: string, state: string, _options: unknown, command: Command) => {
      if (state !== 'on' && state !== 'off') command.error(`error: the state is "${state}", expected on or off`);
      return withAccounts('change', async ({ store, now }, output, ledger) => {
        if (!(await store.transaction((tx) => setOverdue(tx, id, state === 'on', OPERATOR, now()))))
          throw unknownAccount(id);
        output.thing(await overviewOf(ledger, id));
      });
    });
  program
    .command('suspend <account>')
    .alias('disable')
    .description('stop an account: its keys are refused within a second, nothing renews; it can still cancel and close')
    .action((id: string) => apply(id, { kind: 'suspend' }));
  program
    .command('resume <account>')
    .alias('enable')
    .description('let a suspended account go on where its period stopped; never opens one that is closed')
    .action((id: string) => apply(id, { kind: 'resume' }));
}

function newId(): string {
  return `org_${randomBytes(10).toString('hex')}`;
}

async function create(accounts: Accounts, id: string, name: string, plan: Plan): Promise<void> {
  await accounts.store.transaction(async (tx) => {
    await expectRoom(tx, plan);
    await createOrganization(tx, id, name, OPERATOR, accounts, plan);
  });
}

async function expectRoom(tx: AccountsTransaction, plan: Plan): Promise<void> {
  const fault = await productsFault(tx, plan);
  if (fault !== null) throw new LedgerRefusal(fault);
}

/** An account as operators see it. Throws a LedgerRefusal if there is none with the id. */
async function overviewOf(ledger: Ledger, id: string): Promise<Record<string, unknown>> {
  const [found] = await listAccounts(ledger, id);
  if (found === undefined) throw unknownAccount(id);
  return overview(found);
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
