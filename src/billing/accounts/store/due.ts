import { sql } from 'kysely';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { Backlog } from '../accounts-store.ts';
import type { OverduePolicy } from '../plans/billing-terms.ts';
import type { Instant } from '../plans/period.ts';

/**
 * The most organizations in one round; the rest come in the next, so that a round never takes long.
 */
const MOST = 200;

/**
 * Organizations that upkeep has something to do for, most urgent first: a period that ended, a
 * closed window whose usage is complete, an unpaid invoice, a closure under way; each found by an
 * index. `thorough` also compares settled windows with their usage, and open ones with the alert
 * shares.
 */
export async function dueOrganizations(
  trx: LedgerTransaction,
  now: Instant,
  thorough: boolean,
  policy: OverduePolicy,
): Promise<string[]> {
  const unpaid = () => overdue(trx, now, policy);
  const usual = [ended, unsettled, unpaid, closing];
  const due = new Set<string>();
  for (const find of thorough ? [...usual, lateUsage, alerting] : usual) {
    if (due.size < MOST) for (const id of await find(trx, now)) due.add(id);
  }
  return [...due];
}

/** Closed windows that are to be settled: all their usage is in the ledger. */
export function completeWindows(trx: LedgerTransaction) {
  return trx
    .selectFrom('windows')
    .where('closed_at', 'is not', null)
    .where('settled_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('leases')
            .select('leases.id')
            .whereRef('leases.account_id', '=', 'windows.account_id')
            .whereRef('leases.window_number', '=', 'windows.number')
            .where('leases.settled_at', 'is', null),
        ),
      ),
    );
}

/** What waits to be settled or sent, of all organizations; each found by an index. */
export async function backlog(trx: LedgerTransaction): Promise<Backlog> {
  const windows = await trx
    .selectFrom('windows')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<Instant | null>('closed_at').as('oldest')])
    .where('closed_at', 'is not', null)
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow();
  const deliveries = await trx
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<Instant | null>('events.at').as('oldest')])
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  return {
    windows: Number(windows.count),
    oldestWindow: windows.oldest,
    deliveries: Number(deliveries.count),
    oldestDelivery: deliveries.oldest,
  };
}

async function ended(trx: LedgerTransaction, now: Instant): Promise<string[]> {
  const rows = await trx
    .selectFrom('windows')
    .innerJoin('accounts', 'accounts.id', 'windows.account_id')
    .select('windows.account_id as id')
    .where('windows.closed_at', 'is', null)
    .where('windows.period_end', '<=', now)
    .where('accounts.status', '!=', 'closed')
    // The period of a suspended account stands still.
    .where((eb) => eb.or([eb('accounts.status', '=', 'closing'), eb('accounts.suspended_at', 'is', null)]))
    .orderBy('windows.period_end')
    .limit(MOST)
    .execute();
  return rows.map(({ id }) => id);
}

async function unsettled(trx: LedgerTransaction): Promise<string[]> {
  const rows = await completeWindows(trx).select('account_id as id').limit(MOST).execute();
  return rows.map(({ id }) => id);
}

const DAY = 86_400_000;

/** Organizations with an invoice for which `overdueSteps` has a step due. */
async function overdue(trx: LedgerTransaction, now: Instant, policy: OverduePolicy): Promise<string[]> {
  const { graceDays, reminderDays, suspendDays } = policy;
  const dueBefore = (days: number) => now - (graceDays + days) * DAY;
  const rows = await trx
    .selectFrom('invoices')
    .select('account_id as id')
    .where('status', '=', 'open')
    .where('due_at', '<=', dueBefore(0))
    .where((eb) =>
      eb.or([
        eb('overdue_since', 'is', null),
        ...reminderDays.map((days, i) => eb.and([eb('due_at', '<=', dueBefore(days)), eb('reminders', '<=', i)])),
        ...(suspendDays === null
          ? []
          : [eb.and([eb('due_at', '<=', dueBefore(suspendDays)), eb('invoices.suspended_at', 'is', null)])]),
      ]),
    )
    .orderBy('due_at')
    .limit(MOST)
    .execute();
  return rows.map(({ id }) => id);
}

async function closing(trx: LedgerTransaction): Promise<string[]> {
  const rows = await trx.selectFrom('accounts').select('id').where('status', '=', 'closing').limit(MOST).execute();
  return rows.map(({ id }) => id);
}

/** Windows joined with the usage that the ledger knows. */
const windowsWithUsage = (trx: LedgerTransaction) =>
  trx
    .selectFrom('windows')
    .innerJoin('window_usage', (join) =>
      join
        .onRef('window_usage.account_id', '=', 'windows.account_id')
        .onRef('window_usage.window_number', '=', 'windows.number'),
    );

async function lateUsage(trx: LedgerTransaction): Promise<string[]> {
  const rows = await windowsWithUsage(trx)
    .select('windows.account_id as id')
    .where('windows.settled_at', 'is not', null)
    .whereRef('window_usage.credits', '>', 'windows.used')
    .limit(MOST)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Organizations that have reached the next of `ALERT_SHARES` after the one they were alerted to.
 */
async function alerting(trx: LedgerTransaction): Promise<string[]> {
  const next = (told: string) => sql`case ${sql.ref(told)} when 0 then 50 when 50 then 80 else 100 end`;
  const available = sql<number>`(windows.granted + windows.carried)`;
  const rows = await windowsWithUsage(trx)
    .select('windows.account_id as id')
    .where('windows.closed_at', 'is', null)
    .where(
      sql<boolean>`(
        windows.credits_alert < 100 and ${available} > 0
        and window_usage.credits * 100 >= ${available} * ${next('windows.credits_alert')}
      ) or (
        windows.spending_alert < 100 and windows.beyond is not null and window_usage.credits >= ${available}
        and (window_usage.credits - ${available}) * 100 >= windows.beyond * ${next('windows.spending_alert')}
      )`,
    )
    .limit(MOST)
    .execute();
  return rows.map(({ id }) => id);
}
