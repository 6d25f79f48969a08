import type { Insertable, Selectable } from 'kysely';
import { usedOfLease } from '../counts.ts';
import type { Ledger, LedgerTransaction } from '../ledger.ts';
import type { Instant, KeyLeaseTable, LeaseTable } from '../schema.ts';
import { inTransaction } from '../transactions.ts';
import { keyPool } from './key-pool.ts';
import type { Metered, Pool } from './pool.ts';
import { windowPool } from './window-pool.ts';

/** The pool that leases of somebody's credits take from. */
function poolOf(ledger: Ledger, trx: LedgerTransaction, of: Metered): Pool {
  return of.kind === 'account' ? windowPool(ledger, trx, of) : keyPool(ledger, trx, of);
}

const LEASES = { account: 'leases', key: 'key_leases' } as const;

/** A lease that was opened or extended. */
export interface Grant {
  readonly lease: number;
  /** Credits newly granted; null when there is no cap. */
  readonly granted: number | null;
  /** Credits of the pool that nobody holds now. */
  readonly available: number;
  /** What is used of each of a key's own caps on all machines, as far as the ledger knows. */
  readonly used: readonly number[];
}

/** How much of what is available a lease gets, in credits: no more than there is. */
export type Share = (available: number) => number;

/** A lease to be opened. */
export interface LeaseRequest {
  readonly of: Metered;
  readonly machine: string;
  /** Its first block; null if there is no cap. */
  readonly share: Share | null;
  readonly now: Instant;
}

/** Who is metered, in an order that is the same on every machine: pools are locked in it. */
function placeOf(of: Metered): string {
  return of.kind === 'account' ? `${of.account} ${String(of.window).padStart(9, '0')}` : of.key;
}

function inOrder<T extends { readonly of: Metered }>(list: readonly T[]): T[] {
  return list
    .map((each) => [placeOf(each.of), each] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, each]) => each);
}

/**
 * Opens leases in one transaction, one for each account or key, with a first block of credits where
 * it is capped. Their pools are locked meanwhile, so leases together never exceed them. Grants are in
 * the order of the requests; null if there is no such window, or it is closed: its usage is final
 * once its leases are settled, so no new ones are opened.
 */
export function openLeases(ledger: Ledger, requests: readonly LeaseRequest[]): Promise<(Grant | null)[]> {
  return inTransaction(ledger, async (trx) => {
    const opened: Opened[] = [];
    for (const request of inOrder(requests)) {
      const { of, share } = request;
      const pool = poolOf(ledger, trx, of);
      // A key without caps has nothing to lock.
      if ((of.kind === 'account' || share !== null) && !(await pool.lock())) continue;
      opened.push([request, share === null ? { granted: null, available: 0, used: [] } : await take(pool, share)]);
    }
    const ids = await insertLeases(trx, opened);
    const grants = new Map(
      opened.map(([request, block]) => [request, { lease: ids.get(placeOf(request.of))!, ...block }]),
    );
    return requests.map((request) => grants.get(request) ?? null);
  });
}

type Opened = readonly [LeaseRequest, Omit<Grant, 'lease'>];

/** Adds rows of leases; returns their ids by whom they are of. */
async function insertLeases(trx: LedgerTransaction, opened: readonly Opened[]): Promise<Map<string, number>> {
  const ofAccounts: Insertable<LeaseTable>[] = [];
  const ofKeys: Insertable<KeyLeaseTable>[] = [];
  for (const [{ of, machine, now }, { granted }] of opened) {
    const lease = { account_id: of.account, machine_id: machine, granted, opened_at: now, settled_at: null };
    if (of.kind === 'account') ofAccounts.push({ ...lease, window_number: of.window });
    else ofKeys.push({ ...lease, key_id: of.key, day: of.day, returned: 0 });
  }
  const rows: AnyLeaseRow[] = [];
  if (ofAccounts.length > 0) rows.push(...(await trx.insertInto('leases').values(ofAccounts).returningAll().execute()));
  if (ofKeys.length > 0) rows.push(...(await trx.insertInto('key_leases').values(ofKeys).returningAll().execute()));
  return new Map(rows.map((row) => [placeOf(leaseOf(row).of), row.id]));
}

/** Takes a block from a locked pool. */
async function take(pool: Pool, share: Share): Promise<Omit<Grant, 'lease' | 'granted'> & { granted: number }> {
  const { credits, used } = await pool.available();
  const wanted = share(Math.max(0, credits));
  // NaN would be written as null, which means a lease without a cap.
  if (!(wanted >= 0 && Number.isSafeInteger(credits)))
    throw new RangeError(`${pool.name}: ${wanted} credits of ${credits} asked for, expected numbers from 0`);
  const granted = Math.max(0, Math.min(credits, Math.ceil(wanted)));
  if (granted > 0) await pool.take(granted);
  return { granted, available: credits - granted, used };
}

/** A lease that is open. */
export interface OpenLease {
  readonly lease: number;
  readonly of: Metered;
}

/** A lease to be extended. */
export interface LeaseExtension extends OpenLease {
  readonly machine: string;
  readonly share: Share;
  /**
   * If fewer than this are granted, the pool notes that the machine wants more, for other machines to
   * see.
   */
  readonly needed: number;
  readonly now: Instant;
}

/** Adds a block to a lease that has a cap. */
export function extendLease(ledger: Ledger, extension: LeaseExtension): Promise<Grant & { readonly granted: number }> {
  const { lease, of, machine, share, needed, now } = extension;
  return inTransaction(ledger, async (trx) => {
    const pool = poolOf(ledger, trx, of);
    const open = await pool.lock();
    const block = open ? await take(pool, share) : { granted: 0, available: 0, used: [] };
    if (block.granted > 0)
      await trx
        .updateTable(LEASES[of.kind])
        .set((eb) => ({ granted: eb('granted', '+', block.granted) }))
        .where('id', '=', lease)
        .execute();
    await pool.want(machine, block.granted < needed ? now : null);
    return { lease, ...block };
  });
}

/**
 * Notes that an open lease holds only so many credits: the others are available again. Repeating the
 * call changes nothing, nor does it if the lease is settled or holds no more.
 */
export function returnCredits(ledger: Ledger, { lease, of }: OpenLease, held: number): Promise<void> {
  return inTransaction(ledger, async (trx) => {
    const pool = poolOf(ledger, trx, of);
    await pool.lock();
    const row = await leaseById(trx, of, lease);
    const returned = row === undefined || row.settled_at !== null ? 0 : (heldBy(row) ?? 0) - held;
    if (returned > 0) await takeBack(trx, pool, { lease, of }, returned);
  });
}

/** Takes credits from what a lease holds back into its locked pool. */
async function takeBack(trx: LedgerTransaction, pool: Pool, { lease, of }: OpenLease, credits: number): Promise<void> {
  await trx
    .updateTable(LEASES[of.kind])
    .set((eb) => ({ granted: eb('granted', '-', credits) }))
    .where('id', '=', lease)
    .execute();
  await pool.takeBack(credits);
}

/**
 * Settles leases in one transaction, once all that was counted under them is in the ledger. Unused
 * credits return to their pools. Repeating the call changes nothing.
 */
export function settleLeases(ledger: Ledger, leases: readonly OpenLease[], now: Instant): Promise<void> {
  return inTransaction(ledger, async (trx) => {
    for (const { lease, of } of inOrder(leases)) {
      const pool = poolOf(ledger, trx, of);
      await pool.lock();
      const row = await leaseById(trx, of, lease);
      if (row === undefined || row.settled_at !== null) continue;
      await trx.updateTable(LEASES[of.kind]).set({ settled_at: now }).where('id', '=', lease).execute();
      const held = heldBy(row);
      if (held === null) continue;
      await takeBack(trx, pool, { lease, of }, held - (await usedOfLease(trx, of.kind, lease)));
    }
  });
}

/** A lease in the ledger. */
export interface LeaseRow extends OpenLease {
  readonly machine: string;
  /** Credits that it holds, or used before it was settled; null when there is no cap. */
  readonly held: number | null;
  readonly settledAt: Instant | null;
}

type AnyLeaseRow = Selectable<LeaseTable> | Selectable<KeyLeaseTable>;

/** Earlier programs kept what a key's lease returned beside what it was granted. */
function heldBy(row: AnyLeaseRow): number | null {
  return row.granted === null ? null : row.granted - ('returned' in row ? row.returned : 0);
}

function leaseById(trx: LedgerTransaction, { kind }: Metered, lease: number): Promise<AnyLeaseRow | undefined> {
  return trx.selectFrom(LEASES[kind]).selectAll().where('id', '=', lease).executeTakeFirst() as Promise<
    AnyLeaseRow | undefined
  >;
}

function leaseOf(row: AnyLeaseRow): LeaseRow {
  const of: Metered =
    'key_id' in row
      ? { kind: 'key', account: row.account_id, key: row.key_id, day: row.day }
      : { kind: 'account', account: row.account_id, window: row.window_number };
  return { lease: row.id, of, machine: row.machine_id, held: heldBy(row), settledAt: row.settled_at };
}

/** A machine's unsettled leases of accounts or of keys, and those with the given ids, settled or not. */
export async function leasesOf(
  ledger: Ledger,
  kind: Metered['kind'],
  machine: string,
  ids: readonly number[],
): Promise<LeaseRow[]> {
  const rows = () => ledger.db.selectFrom(LEASES[kind]).selectAll();
  const open: AnyLeaseRow[] = await rows().where('machine_id', '=', machine).where('settled_at', 'is', null).execute();
  const known = new Set(open.map(({ id }) => id));
  const rest = ids.filter((id) => !known.has(id));
  for (let i = 0; i < rest.length; i += 500)
    open.push(
      ...(await rows()
        .where('id', 'in', rest.slice(i, i + 500))
        .execute()),
    );
  return open.map(leaseOf);
}
