import { announceChange, disableAccount, publishAccount } from '../../../service/admission/counters/directory.ts';
import { isCapped, MAX_KEY_CAP, METER, MODE, UNLIMITED } from '../../../service/admission/counters/layout.ts';
import { creditsBeyond } from '../../../service/admission/counters/meter.ts';
import { addAllowance, type Limit, setLimits } from '../../../service/admission/counters/meter-upkeep.ts';
import { type PublishableTerms, parseTerms } from '../../../service/admission/publishable/terms.ts';
import { excerpt } from '../../../system/shown-text.ts';
import { type QuotaMode, quotaMode } from '../../accounts/plans/plan.ts';
import { planOf } from '../../accounts/store/account-rows.ts';
import type { ChangedAccount, Changes, WindowUse } from '../../ledger/changes.ts';
import { failureOf, UnusableRow } from '../../ledger/database/failures.ts';
import { extendLease, openLeases } from '../../ledger/leases/leases.ts';
import type { MeteredAccount } from '../../ledger/leases/pool.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { KeyRow, WindowRow } from '../../ledger/schema.ts';
import { accountRecord, type Book, begin } from './book.ts';
import { giveUp, type Holding, recordedCredits } from './holding.ts';
import { type PublishedKey, publishKeys } from './keys/publish-keys.ts';
import type { BurstTerms } from './leases/lease-size.ts';
import type { SetAside } from './set-aside.ts';

/** What publication needs. */
export interface Publication {
  readonly book: Book;
  readonly ledger: Ledger;
  /**
   * Credits of the first block of a capped lease, given the burst limit and what is left of the
   * window; null if no other machine shares the ledger: then a lease gets everything.
   */
  readonly firstBlock: ((burst: BurstTerms, remaining: number) => number) | null;
  readonly setAside: SetAside;
  /** Machines that share the caps of keys; null if no other machine shares the ledger. */
  readonly machines: number | null;
}

const MODES: Readonly<Record<QuotaMode, number>> = {
  'hard-cap': MODE.HARD_CAP,
  'soft-overage': MODE.SOFT_OVERAGE,
  uncapped: MODE.UNCAPPED,
};

/** The modes of plans under a cap on spending. */
const MODES_TO_CAP: Readonly<Record<QuotaMode, number>> = {
  'hard-cap': MODE.HARD_CAP,
  'soft-overage': MODE.OVERAGE_TO_CAP,
  uncapped: MODE.PAYG_TO_CAP,
};

function modeOf(window: WindowRow): number {
  return (window.beyond === null ? MODES : MODES_TO_CAP)[quotaMode(planOf(window))];
}

/** The total of credits that may be used in a capped window. */
function totalOf({ granted, carried, beyond }: WindowRow): number {
  return granted + carried + (beyond ?? 0);
}

/** Whether a holding is of the account's open window, with that window's present limits. */
function isFitting({ of, meter, worn }: Holding<MeteredAccount>, { window }: ChangedAccount): boolean {
  const { number, beyond } = window;
  return !worn && of.window === number && meter.mode === modeOf(window) && creditsBeyond(meter) === beyond;
}

/** What workers report of an account's window. */
function limitOf(window: WindowRow, elsewhere: number): Limit {
  const credits = modeOf(window) === MODE.UNCAPPED ? null : window.granted + window.carried;
  return { credits, elsewhere, resetsAt: window.period_end };
}

/** The most leases opened in one transaction. */
const AT_ONCE = 200;

/**
 * Publishes changes in the ledger to the workers: accounts and their windows first, then their
 * keys. An account that cannot be published is set aside: it goes on under its old terms, and its
 * keys wait, but disabling the account or a key takes effect.
 */
export async function publishChanges(publication: Publication, changes: Changes, now: number): Promise<void> {
  const { book, setAside } = publication;
  const moving: ChangedAccount[] = [];
  for (const change of changes.accounts) {
    const { id } = change.account;
    if (isDisabled(change) && book.accounts.has(id)) disableAccount(book.file, accountRecord(book, id).record);
    await setAside.attempt(id, 'publish', async () => {
      publishTerms(book, change);
      const holding = book.current.account.get(id);
      if (holding !== undefined && isFitting(holding, change)) await updateWindow(publication, holding, change, now);
      else moving.push(change);
    });
  }
  for (let i = 0; i < moving.length; i += AT_ONCE) await moveAll(publication, moving.slice(i, i + AT_ONCE), now);
  await publishKeyChanges(publication, changes, now);
}

/**
 * Publishes keys; unusable ones are skipped, and read again later with all others of their account.
 */
async function publishKeyChanges(publication: Publication, { keys, again }: Changes, now: number): Promise<void> {
  const { book, ledger, setAside, machines } = publication;
  const failures = new Map<string, unknown>();
  const published = keys.flatMap((key) => {
    try {
      return publishedKey(book, key);
    } catch (error) {
      if (failureOf(error) !== 'row') throw error;
      failures.set(key.account_id, error);
      return [];
    }
  });
  const work = { book, ledger, setAside, machines, now };
  for (const [account, error] of await publishKeys(work, published)) failures.set(account, error);
  for (const account of again) if (!failures.has(account)) setAside.done(account, 'keys');
  for (const [account, error] of failures) setAside.note(account, 'keys', error);
}

/** Moves accounts to new windows together, or one by one if any of them fails. */
async function moveAll(publication: Publication, changes: readonly ChangedAccount[], now: number): Promise<void> {
  try {
    await moveToWindows(publication, changes, now);
  } catch (error) {
    if (failureOf(error) === 'away') throw error;
    for (const change of changes) {
      const move = () => moveToWindows(publication, [change], now);
      await publication.setAside.attempt(change.account.id, 'publish', move);
    }
  }
}

function isDisabled({ account: { status, suspended_at } }: Pick<ChangedAccount, 'account'>): boolean {
  return status !== 'active' || suspended_at !== null;
}

function publishTerms(book: Book, { account, window }: ChangedAccount): void {
  const plan = planOf(window);
  publishAccount(book.file, accountRecord(book, account.id).record, {
    overdue: account.overdue !== 0,
    disabled: isDisabled({ account }),
    products: plan.products,
    burst: plan.burst,
  });
}

/**
 * Moves accounts to new meters for their new windows. The leases are in the ledger before the meters
 * are in the file.
 */
async function moveToWindows(
  { book, ledger, firstBlock }: Publication,
  changes: readonly ChangedAccount[],
  now: number,
): Promise<void> {
  const machine = book.file.identity;
  for (const { account, window } of changes) {
    const old = book.current.account.get(account.id);
    // The meter that takes the place of a worn one needs what that has left.
    if (old?.worn && old.of.window === window.number) await giveUp(ledger, old, 0);
  }
  const requests = changes.map(({ account, window, used }) => {
    const all = totalOf(window);
    const block = firstBlock === null ? all : firstBlock(planOf(window).burst, all - used);
    const of = { kind: 'account', account: account.id, window: window.number } as const;
    return { of, machine, share: isCapped(modeOf(window)) ? () => block : null, now };
  });
  const grants = await openLeases(ledger, requests);
  for (const [i, { window, used, account }] of changes.entries()) {
    const grant = grants[i] ?? null;
    if (grant === null) continue;
    const terms = {
      mode: modeOf(window),
      allowance: grant.granted === null ? UNLIMITED : BigInt(grant.granted),
      limits: [limitOf(window, used)],
      beyond: window.beyond,
    };
    begin(book, accountRecord(book, account.id), { lease: grant.lease, of: requests[i]!.of }, terms, now);
  }
}

/** Publishes changes within the account's window: carried credits, and usage on other machines. */
async function updateWindow(
  { book, ledger, firstBlock }: Publication,
  holding: Holding<MeteredAccount>,
  { account, window, used }: ChangedAccount,
  now: number,
): Promise<void> {
  const { meter } = holding;
  if (firstBlock === null && isCapped(meter.mode) && totalOf(window) > window.leased) {
    const share = (available: number) => available;
    const machine = book.file.identity;
    const { granted } = await extendLease(ledger, { ...holding, machine, share, needed: 0, now });
    addAllowance(meter, granted);
  }
  setLimits(meter, [limitOf(window, usedElsewhere(holding, used))]);
  announceChange(accountRecord(book, account.id));
}

/** Credits of a window that were used in other meters than a holding's. */
function usedElsewhere(holding: Holding, usedOfWindow: number): number {
  return Math.max(0, usedOfWindow - recordedCredits(holding));
}

/** Publishes the usage of windows on all machines to the workers. */
export function publishUsage(book: Book, windows: readonly WindowUse[]): void {
  for (const { account, window, used } of windows) {
    const holding = book.current.account.get(account);
    if (holding?.of.window !== window) continue;
    const elsewhere = BigInt(usedElsewhere(holding, used));
    const { i64, at64 } = holding.meter;
    if (Atomics.exchange(i64, at64 + METER.ELSEWHERE, elsewhere) !== elsewhere)
      announceChange(accountRecord(book, account));
  }
}

/** A key in the form that is published to workers; none while its account is not published. */
function publishedKey(book: Book, key: KeyRow): PublishedKey[] {
  const account = book.accounts.get(key.account_id);
  if (account === undefined) return [];
  if (!/^[0-9a-f]{64}$/.test(key.sha256))
    throw new UnusableRow(
      `The key ${key.id} has the SHA-256 ${JSON.stringify(excerpt(key.sha256))}, expected 64 digits.`,
    );
  return [
    {
      id: key.id,
      account: key.account_id,
      sha256: Buffer.from(key.sha256, 'hex'),
      accountRecord: account.record,
      revoked: key.revoked_at !== null,
      expiresAt: key.expires_at,
      terms: termsOf(key),
      caps: { day: capOf(key, key.daily_cap), month: capOf(key, key.monthly_cap) },
    },
  ];
}

function capOf({ id }: KeyRow, credits: number | null): number | null {
  if (credits === null || (Number.isInteger(credits) && credits >= 0 && credits <= MAX_KEY_CAP)) return credits;
  throw new UnusableRow(`The key ${id} has a cap of ${credits} credits, expected 0 to ${MAX_KEY_CAP}.`);
}

function termsOf({ id, terms }: KeyRow): PublishableTerms | null {
  if (terms === null) return null;
  const parsed = parseTerms(terms);
  if (parsed === null)
    throw new UnusableRow(`The key ${id} has the terms ${excerpt(terms)}, expected origins, operations and client.`);
  return parsed;
}
