import type { Selectable } from 'kysely';
import { usedOfLease } from './counts.ts';
import { monthOf } from './days.ts';
import type { Ledger, LedgerTransaction } from './ledger.ts';
import type { Instant, KeyLeaseTable } from './schema.ts';
import { inTransaction } from './transactions.ts';

/** A row of a key's lease. */
export type KeyLeaseRow = Selectable<KeyLeaseTable>;

/** What was used of a key's caps on all machines, as far as the ledger knows. */
interface KeyUse {
  readonly day: number;
  readonly month: number;
}

/** A lease of a key that was opened or extended. */
export interface KeyGrant {
  readonly lease: number;
  /** Credits newly granted; null for a key without caps. */
  readonly granted: number | null;
  readonly use: KeyUse;
}

/**
 * How much of what is available a lease gets: all of it, or half an equal share per machine, and at
 * least `least`.
 */
export interface KeyShare {
  readonly machines: number | null;
  readonly least: number;
}

/** A lease of a key to be opened. */
export interface KeyLeaseRequest extends KeyShare {
  readonly key: string;
  readonly account: string;
  readonly machine: string;
  /** Null for a key without caps. */
  readonly day: string | null;
  readonly now: Instant;
}

interface Caps {
  readonly daily_cap: number | null;
  readonly monthly_cap: number | null;
}

interface Window {
  readonly leased: number;
  readonly used: number;
}

/** Opens leases of different keys in one transaction, and returns them by key. */
export function openKeyLeases(ledger: Ledger, requests: readonly KeyLeaseRequest[]): Promise<Map<string, KeyGrant>> {
  // Keys are locked in the same order on every machine.
  const inOrder = [...requests].sort((a, b) => (a.key < b.key ? -1 : 1));
  return inTransaction(ledger, async (trx) => {
    const grants = new Map<string, KeyGrant>();
    const blocks = new Map<string, KeyGrant>();
    for (const { key, day, ...share } of inOrder)
      if (day !== null) blocks.set(key, { lease: 0, ...(await takeKeyBlock(ledger, trx, key, day, share)) });
    const rows = await trx
      .insertInto('key_leases')
      .values(
        inOrder.map(({ key, account, machine, day, now }) => ({
          key_id: key,
          account_id: account,
          machine_id: machine,
          day,
          granted: blocks.get(key)?.granted ?? null,
          returned: 0,
          opened_at: now,
          settled_at: null,
        })),
      )
      .returning(['id', 'key_id'])
      .execute();
    for (const { id, key_id } of rows) {
      const block = blocks.get(key_id) ?? { granted: null, use: { day: 0, month: 0 } };
      grants.set(key_id, { ...block, lease: id });
    }
    return grants;
  });
}

/**
 * Takes credits from a key's caps for a lease. The key's row is locked first, so leases together
 * never hold more than its caps allow. Nothing is granted while a lease without a cap is unsettled,
 * since its usage is not yet known.
 */
async function takeKeyBlock(
  ledger: Ledger,
  trx: LedgerTransaction,
  key: string,
  day: string,
  { machines, least }: KeyShare,
): Promise<{ granted: number; use: KeyUse }> {
  const caps = await trx
    .selectFrom('api_keys')
    .select(['daily_cap', 'monthly_cap'])
    .where('id', '=', key)
    .$if(ledger.kind === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirstOrThrow();
  const unknown = await trx
    .selectFrom('key_leases')
    .select('id')
    .where('key_id', '=', key)
    .where('settled_at', 'is', null)
    .where('day', 'is', null)
    .executeTakeFirst();
  if (unknown !== undefined) return { granted: 0, use: { day: 0, month: 0 } };
  // The month before the day, the order that `recordKeyUsage` takes them in.
  const ofMonth = await window(trx, key, monthOf(day));
  const ofDay = await window(trx, key, day);
  const available = Math.max(0, availableOf(caps, ofDay, ofMonth));
  const share = machines === null ? available : Math.max(least, Math.ceil(available / (2 * machines)));
  const granted = Math.min(available, share);
  if (granted > 0) await addLeased(trx, key, day, granted);
  return { granted, use: { day: ofDay.used, month: ofMonth.used } };
}

function availableOf({ daily_cap, monthly_cap }: Caps, day: Window, month: Window): number {
  const left = (cap: number | null, { leased, used }: Window) => (cap ?? 1e15) - Math.max(leased, used);
  return Math.min(left(daily_cap, day), left(monthly_cap, month));
}

/**
 * The window of a key and period; a new one begins with what the key used in the period before it
 * had caps.
 */
async function window(trx: LedgerTransaction, key: string, period: string): Promise<Window> {
  const find = () =>
    trx
      .selectFrom('key_windows')
      .select(['leased', 'used'])
      .where('key_id', '=', key)
      .where('period', '=', period)
      .executeTakeFirst();
  const known = await find();
  if (known !== undefined) return known;
  const { credits } = await trx
    .selectFrom('key_days')
    .innerJoin('api_keys', (join) =>
      join.onRef('api_keys.id', '=', 'key_days.key_id').onRef('api_keys.account_id', '=', 'key_days.account_id'),
    )
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('key_days.credits'), eb.lit(0)).as('credits'))
    .where('api_keys.id', '=', key)
    .where('key_days.day', 'like', `${period}%`)
    .executeTakeFirstOrThrow();
  const used = Number(credits);
  await trx
    .insertInto('key_windows')
    .values({ key_id: key, period, leased: used, used, wanted_at: null, wanted_by: null })
    .execute();
  return { leased: used, used };
}

async function addLeased(trx: LedgerTransaction, key: string, day: string, credits: number): Promise<void> {
  for (const period of [monthOf(day), day])
    await trx
      .updateTable('key_windows')
      .set((eb) => ({ leased: eb('leased', '+', credits) }))
      .where('key_id', '=', key)
      .where('period', '=', period)
      .execute();
}

/** An open lease of a key with caps. */
export interface OpenKeyLease {
  readonly lease: number;
  readonly key: string;
  readonly day: string;
}

/**
 * Adds credits to a lease. If fewer than `needed` are granted, notes that this machine wants more,
 * for other machines to see.
 */
export function extendKeyLease(
  ledger: Ledger,
  extension: OpenKeyLease & KeyShare & { readonly machine: string; readonly needed: number; readonly now: Instant },
): Promise<KeyGrant> {
  const { lease, key, day, machine, needed, now } = extension;
  return inTransaction(ledger, async (trx) => {
    const { granted, use } = await takeKeyBlock(ledger, trx, key, day, extension);
    if (granted > 0)
      await trx
        .updateTable('key_leases')
        .set((eb) => ({ granted: eb('granted', '+', granted) }))
        .where('id', '=', lease)
        .execute();
    const wants = granted < needed;
    await trx
      .updateTable('key_windows')
      .set({ wanted_at: wants ? now : null, wanted_by: wants ? machine : null })
      .where('key_id', '=', key)
      .where('period', '=', day)
      .$if(!wants, (query) => query.where('wanted_by', '=', machine))
      .execute();
    return { lease, granted, use };
  });
}

/**
 * A key of which a machine requested more credits than were available. `at` is different for each
 * request.
 */
export interface WantedKey {
  readonly key: string;
  readonly at: Instant;
}

/** Keys for which another machine wants more credits on a day. */
export async function wantedKeys(ledger: Ledger, machine: string, day: string): Promise<WantedKey[]> {
  const rows = await ledger.db
    .selectFrom('key_windows')
    .select(['key_id', 'wanted_at'])
    .where('wanted_at', 'is not', null)
    .where('wanted_by', '!=', machine)
    .where('period', '=', day)
    .execute();
  return rows.map(({ key_id, wanted_at }) => ({ key: key_id, at: wanted_at! }));
}

/**
 * Records how many credits a lease has given up in all; those that are new become available to
 * others. Repeating the call changes nothing.
 */
export function returnKeyCredits(ledger: Ledger, { lease, key, day }: OpenKeyLease, returned: number): Promise<void> {
  return inTransaction(ledger, async (trx) => {
    await lockKey(ledger, trx, key);
    const row = await trx
      .selectFrom('key_leases')
      .select(['returned', 'settled_at'])
      .where('id', '=', lease)
      .executeTakeFirstOrThrow();
    if (row.settled_at !== null || row.returned >= returned) return;
    await trx.updateTable('key_leases').set({ returned }).where('id', '=', lease).execute();
    await addLeased(trx, key, day, row.returned - returned);
  });
}

/**
 * Settles leases of keys in one transaction, once all that was counted under them is in the ledger.
 * Unused credits return. Repeating the call changes nothing.
 */
export function settleKeyLeases(
  ledger: Ledger,
  leases: readonly { readonly lease: number; readonly key: string }[],
  now: Instant,
): Promise<void> {
  const inOrder = [...leases].sort((a, b) => (a.key < b.key ? -1 : 1));
  return inTransaction(ledger, async (trx) => {
    for (const { lease, key } of inOrder) {
      await lockKey(ledger, trx, key);
      const row = await trx.selectFrom('key_leases').selectAll().where('id', '=', lease).executeTakeFirst();
      if (row === undefined || row.settled_at !== null) continue;
      await trx.updateTable('key_leases').set({ settled_at: now }).where('id', '=', lease).execute();
      if (row.granted === null || row.day === null) continue;
      const unused = row.granted - row.returned - (await usedOfLease(trx, 'key_counts', lease));
      await addLeased(trx, key, row.day, -unused);
    }
  });
}

async function lockKey(ledger: Ledger, trx: LedgerTransaction, key: string): Promise<void> {
  if (ledger.kind === 'postgres')
    await trx.selectFrom('api_keys').select('id').where('id', '=', key).forNoKeyUpdate().execute();
}

/** A machine's unsettled leases of keys, and those with the given ids, settled or not. */
export async function keyLeasesOf(ledger: Ledger, machine: string, ids: readonly number[]): Promise<KeyLeaseRow[]> {
  const open = await ledger.db
    .selectFrom('key_leases')
    .selectAll()
    .where('machine_id', '=', machine)
    .where('settled_at', 'is', null)
    .execute();
  const known = new Set(open.map(({ id }) => id));
  const rest = ids.filter((id) => !known.has(id));
  for (let i = 0; i < rest.length; i += 500)
    open.push(
      ...(await ledger.db
        .selectFrom('key_leases')
        .selectAll()
        .where('id', 'in', rest.slice(i, i + 500))
        .execute()),
    );
  return open;
}
