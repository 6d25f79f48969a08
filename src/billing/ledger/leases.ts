import { creditsOf, usedOfLease } from './counts.ts';
import type { Ledger, LedgerTransaction } from './ledger.ts';
import type { Instant, LeaseRow, WindowRow } from './schema.ts';
import { inTransaction } from './transactions.ts';

/** A lease that was opened or extended. */
export interface Grant {
  readonly lease: number;
  /** Credits newly granted; null when there is no cap. */
  readonly granted: number | null;
  /** Credits of the window that nobody holds now. */
  readonly available: number;
}

function lockWindow(
  ledger: Ledger,
  trx: LedgerTransaction,
  account: string,
  number: number,
): Promise<WindowRow | undefined> {
  return trx
    .selectFrom('windows')
    .selectAll()
    .where('account_id', '=', account)
    .where('number', '=', number)
    .$if(ledger.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
}

async function takeBlock(
  trx: LedgerTransaction,
  window: WindowRow,
  credits: number,
): Promise<{ granted: number; available: number }> {
  const { account_id, number, carried, leased, beyond } = window;
  const available = await availableIn(trx, window);
  // NaN would be written as null, which means a lease without a cap.
  if (!(credits >= 0 && Number.isSafeInteger(available)))
    throw new RangeError(
      `window ${number} of ${account_id}: ${credits} credits of ${window.granted} + ${carried} - ${leased} asked for, expected numbers from 0`,
    );
  const granted = window.closed_at === null ? Math.max(0, Math.min(available, Math.ceil(credits))) : 0;
  if (granted > 0) {
    await trx
      .updateTable('windows')
      .set((eb) => ({ leased: eb('leased', '+', granted) }))
      .where('account_id', '=', account_id)
      .where('number', '=', number)
      .where((eb) =>
        eb(eb('leased', '+', granted), '<=', eb(eb('granted', '+', eb.ref('carried')), '+', eb.val(beyond ?? 0))),
      )
      .returning('leased')
      .executeTakeFirstOrThrow();
  }
  return { granted, available: available - granted };
}

/**
 * Credits of a locked window that nobody holds. Under a spending cap, what was used earlier under
 * leases without a cap counts too; while such a lease is unsettled its usage is not known, and
 * nothing is available.
 */
async function availableIn(trx: LedgerTransaction, window: WindowRow): Promise<number> {
  const { account_id, number, granted, carried, beyond, leased } = window;
  if (beyond === null) return granted + carried - leased;
  const rows = await trx
    .selectFrom('leases')
    .leftJoin('lease_counts', 'lease_counts.lease_id', 'leases.id')
    .select(['settled_at', 'operation', 'requests', 'given_back'])
    .where('account_id', '=', account_id)
    .where('window_number', '=', number)
    .where('granted', 'is', null)
    .execute();
  if (rows.some(({ settled_at }) => settled_at === null)) return 0;
  const before = rows.reduce((sum, { operation, requests, given_back }) => {
    return operation === null ? sum : sum + creditsOf(operation, requests ?? 0, given_back ?? 0);
  }, 0);
  return Math.max(0, granted + carried + beyond - leased - before);
}

/** A lease to be opened. */
export interface LeaseRequest {
  readonly account: string;
  readonly window: number;
  readonly machine: string;
  /**
   * Size of its first block under a hard cap, in credits; less is granted if less is available.
   * Null if there is no cap.
   */
  readonly credits: number | null;
  readonly now: Instant;
}

/**
 * Opens a lease of a machine on a window, with a first block of credits when it is capped. The
 * window is locked meanwhile, so leases together never exceed it. Null if there is no such window,
 * or it is closed: its usage is final once its leases are settled, so no new ones are opened.
 */
export async function openLease(ledger: Ledger, request: LeaseRequest): Promise<Grant | null> {
  return (await openLeases(ledger, [request])).get(request.account) ?? null;
}

/**
 * Opens leases of different accounts in one transaction, as `openLease` does, and returns them by
 * account.
 */
export function openLeases(ledger: Ledger, requests: readonly LeaseRequest[]): Promise<Map<string, Grant>> {
  // Windows are locked in the order of their accounts, which is the same on every machine.
  const inOrder = [...requests].sort((a, b) => (a.account < b.account ? -1 : 1));
  return inTransaction(ledger, async (trx) => {
    const grants = new Map<string, Grant>();
    for (const request of inOrder) {
      const grant = await openOne(ledger, trx, request);
      if (grant !== null) grants.set(request.account, grant);
    }
    return grants;
  });
}

async function openOne(
  ledger: Ledger,
  trx: LedgerTransaction,
  { account, window: number, machine, credits, now }: LeaseRequest,
): Promise<Grant | null> {
  const window = await lockWindow(ledger, trx, account, number);
  if (window === undefined || window.closed_at !== null) return null;
  const block = credits === null ? { granted: null, available: 0 } : await takeBlock(trx, window, credits);
  const { id } = await trx
    .insertInto('leases')
    .values({
      account_id: account,
      window_number: number,
      machine_id: machine,
      granted: block.granted,
      opened_at: now,
      settled_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { lease: id, ...block };
}

/** A lease to be extended. */
export interface LeaseExtension {
  readonly lease: number;
  readonly account: string;
  readonly window: number;
  readonly machine: string;
  /** Credits to add; less is granted if less is available. */
  readonly credits: number;
  /**
   * If fewer than this are granted, the window notes that the machine wants more, for other
   * machines to see.
   */
  readonly needed: number;
  readonly now: Instant;
}

/** Adds a block to a lease that has a cap. */
export function extendLease(ledger: Ledger, extension: LeaseExtension): Promise<Grant> {
  const { lease, account, window: number, machine, credits, needed, now } = extension;
  return inTransaction(ledger, async (trx) => {
    const window = await lockWindow(ledger, trx, account, number);
    if (window === undefined) return { lease, granted: 0, available: 0 };
    const block = await takeBlock(trx, window, credits);
    if (block.granted > 0) {
      await trx
        .updateTable('leases')
        .set((eb) => ({ granted: eb('granted', '+', block.granted) }))
        .where('id', '=', lease)
        .execute();
    }
    if (block.granted < needed) await noteWant(trx, window, now, machine);
    else if (window.wanted_by === machine) await noteWant(trx, window, null, null);
    return { lease, ...block };
  });
}

async function noteWant(
  trx: LedgerTransaction,
  window: WindowRow,
  wanted_at: Instant | null,
  wanted_by: string | null,
): Promise<void> {
  await trx
    .updateTable('windows')
    .set({ wanted_at, wanted_by })
    .where('account_id', '=', window.account_id)
    .where('number', '=', window.number)
    .execute();
}

/** The end of a lease. */
export interface LeaseEnd {
  readonly lease: number;
  readonly account: string;
  readonly window: number;
  /** The lease of the same window that takes over unused credits of this one, and how many. */
  readonly successor: { readonly lease: number; readonly credits: number } | null;
}

/**
 * Settles a lease, once all that was counted under it is in the ledger. Its unused credits go to
 * its successor, as many as that takes, and the rest back to the window. Repeating the call changes
 * nothing.
 */
export function settleLease(ledger: Ledger, end: LeaseEnd, now: Instant): Promise<void> {
  return settleLeases(ledger, [end], now);
}

/** Settles leases in one transaction, as `settleLease` does. */
export function settleLeases(ledger: Ledger, ends: readonly LeaseEnd[], now: Instant): Promise<void> {
  // Windows are locked in the same order on every machine.
  const inOrder = [...ends].sort((a, b) =>
    a.account === b.account ? a.window - b.window : a.account < b.account ? -1 : 1,
  );
  return inTransaction(ledger, async (trx) => {
    for (const end of inOrder) await settleOne(ledger, trx, end, now);
  });
}

async function settleOne(ledger: Ledger, trx: LedgerTransaction, end: LeaseEnd, now: Instant): Promise<void> {
  const { lease: id, account, window: number, successor } = end;
  await lockWindow(ledger, trx, account, number);
  const lease = await trx.selectFrom('leases').selectAll().where('id', '=', id).executeTakeFirst();
  if (lease === undefined || lease.settled_at !== null) return;
  await trx.updateTable('leases').set({ settled_at: now }).where('id', '=', id).execute();
  if (lease.granted !== null) {
    const used = await usedOfLease(trx, 'lease_counts', id);
    const kept = successor?.credits ?? 0;
    if (successor !== null) {
      await trx
        .updateTable('leases')
        .set((eb) => ({ granted: eb('granted', '+', kept) }))
        .where('id', '=', successor.lease)
        .execute();
    }
    const returned = lease.granted - used - kept;
    await trx
      .updateTable('windows')
      .set((eb) => ({ leased: eb('leased', '-', returned) }))
      .where('account_id', '=', account)
      .where('number', '=', number)
      .execute();
    await trx.updateTable('leases').set({ granted: used }).where('id', '=', id).execute();
  }
}

/** A machine's unsettled leases, and those with the given ids, settled or not. */
export async function leasesOf(ledger: Ledger, machine: string, ids: readonly number[]): Promise<LeaseRow[]> {
  const open = await ledger.db
    .selectFrom('leases')
    .selectAll()
    .where('machine_id', '=', machine)
    .where('settled_at', 'is', null)
    .execute();
  const known = new Set(open.map((lease) => lease.id));
  const rest = ids.filter((id) => !known.has(id));
  for (let i = 0; i < rest.length; i += 500) {
    open.push(
      ...(await ledger.db
        .selectFrom('leases')
        .selectAll()
        .where('id', 'in', rest.slice(i, i + 500))
        .execute()),
    );
  }
  return open;
}
