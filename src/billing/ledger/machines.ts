import { excerpt } from '../../system/shown-text.ts';
import { LedgerRefusal } from './accounts.ts';
import { leasesOf, settleLeases } from './leases/leases.ts';
import type { Ledger } from './ledger.ts';
import type { Instant } from './schema.ts';

/** Leases settled in one transaction. */
const AT_ONCE = 100;

/** Records that a machine is alive; the first time, adds it. */
export async function seeMachine(ledger: Ledger, id: string, name: string, now: Instant): Promise<void> {
  await ledger.db
    .insertInto('machines')
    .values({ id, name, created_at: now, seen_at: now, retired_at: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
    .execute();
}

/** When a machine last worked on the ledger; null when none did. */
export async function lastSeen(ledger: Ledger): Promise<Instant | null> {
  const { at } = await ledger.db
    .selectFrom('machines')
    .select((eb) => eb.fn.max('seen_at').as('at'))
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow();
  return at;
}

/** Machines seen since `since`: how many share the credits of an account. */
export async function liveMachines(ledger: Ledger, since: Instant): Promise<number> {
  const { count } = await ledger.db
    .selectFrom('machines')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('seen_at', '>', since)
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Machines with this name but another identity, not seen since `since`: their counter files were in
 * the same place and are gone.
 */
export async function lostMachines(ledger: Ledger, id: string, name: string, since: Instant): Promise<string[]> {
  const rows = await ledger.db
    .selectFrom('machines')
    .select('id')
    .where('id', '!=', id)
    .where('name', '=', name)
    .where('retired_at', 'is', null)
    .where('seen_at', '<=', since)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Retires a lost machine: its leases are settled with what the ledger knows of them, and what it
 * counted since its last drain is lost. Do not retire a machine that may come back with its counter
 * file. Throws a LedgerRefusal if there is no such machine.
 */
export async function retireMachine(ledger: Ledger, id: string, now: Instant): Promise<number> {
  const machine = await ledger.db.selectFrom('machines').select('id').where('id', '=', id).executeTakeFirst();
  if (machine === undefined)
    throw new LedgerRefusal(`There is no machine '${excerpt(id)}'; machines list says which there are.`);
  const leases = await leasesOf(ledger, 'account', id, []);
  for (const ends of [leases, await leasesOf(ledger, 'key', id, [])])
    for (let i = 0; i < ends.length; i += AT_ONCE) await settleLeases(ledger, ends.slice(i, i + AT_ONCE), now);
  await ledger.db.updateTable('machines').set({ retired_at: now }).where('id', '=', id).execute();
  return leases.length;
}

/** A machine and what it holds. */
export interface MachineOverview {
  readonly id: string;
  readonly name: string;
  readonly seen_at: Instant;
  readonly retired_at: Instant | null;
  /** Leases that are not settled, and credits granted to them. */
  readonly leases: number;
  readonly credits: number;
}

/** All machines, oldest first. */
export async function listMachines(ledger: Ledger): Promise<MachineOverview[]> {
  const machines = await ledger.db.selectFrom('machines').selectAll().orderBy('created_at').orderBy('id').execute();
  const held = await ledger.db
    .selectFrom('leases')
    .select((eb) => [
      'machine_id',
      eb.fn.countAll<number>().as('leases'),
      eb.fn.coalesce(eb.fn.sum<number>('granted'), eb.lit(0)).as('credits'),
    ])
    .where('settled_at', 'is', null)
    .groupBy('machine_id')
    .execute();
  return machines.map(({ id, name, seen_at, retired_at }) => {
    const sums = held.find((row) => row.machine_id === id);
    return { id, name, seen_at, retired_at, leases: Number(sums?.leases ?? 0), credits: Number(sums?.credits ?? 0) };
  });
}
