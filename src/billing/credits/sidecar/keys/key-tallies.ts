import { hasKey, publishKey, type RecordView } from '../../../../service/admission/counters/directory.ts';
import { NO_CAP } from '../../../../service/admission/counters/layout.ts';
import { closeTally, setTally, takeTally } from '../../../../service/admission/counters/tally.ts';
import type { PublishableTerms } from '../../../../service/admission/publishable/terms.ts';
import { noCounts } from '../../../ledger/counts.ts';
import { failureOf } from '../../../ledger/database/failures.ts';
import { dayOf } from '../../../ledger/days.ts';
import { type KeyGrant, type KeyLeaseRequest, openKeyLeases, settleKeyLeases } from '../../../ledger/key-leases.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { SetAside } from '../set-aside.ts';
import {
  capsOf,
  dropCurrent,
  isCapped,
  type KeyBook,
  type KeyCaps,
  type KeyHolding,
  type KeyTerms,
  setCurrent,
} from './key-book.ts';

/** The most leases of keys opened in one transaction. */
const AT_ONCE = 200;
/** The smallest block that a machine of a fleet leases, credits. */
export const LEAST_BLOCK = 30;

/** What opening leases of keys needs. */
export interface KeyWork {
  readonly book: KeyBook;
  readonly ledger: Ledger;
  readonly setAside: SetAside;
  /** Machines that share the caps; null if no other machine shares the ledger. */
  readonly machines: number | null;
  readonly now: number;
}

/** A key as it is in the ledger now. */
export interface PublishedKey {
  readonly id: string;
  readonly account: string;
  readonly accountRecord: number;
  readonly sha256: Uint8Array;
  readonly revoked: boolean;
  readonly expiresAt: number | null;
  readonly terms: PublishableTerms | null;
  readonly caps: KeyCaps;
}

/**
 * Publishes changed keys. Working ones get their tally before workers can find them. Returns the
 * failures by account.
 */
export async function publishKeys(work: KeyWork, keys: readonly PublishedKey[]): Promise<Map<string, unknown>> {
  const failures = new Map<string, unknown>();
  const opening: PublishedKey[] = [];
  for (const key of keys) {
    if (works(key, work.now) && !isFitting(work, key)) opening.push(key);
    else attempt(failures, key.account, () => publish(work, key));
  }
  for (let i = 0; i < opening.length; i += AT_ONCE) {
    const batch = opening.slice(i, i + AT_ONCE);
    const grants = await openAll(work, batch.map(requestOf(work)), failures);
    const unused = batch.flatMap((key) => {
      const grant = grants.get(key.id);
      if (grant === undefined || attempt(failures, key.account, () => publishOpened(work, key, grant))) return [];
      return [{ lease: grant.lease, key: key.id }];
    });
    await settleKeyLeases(work.ledger, unused, work.now);
  }
  return failures;
}

function publishOpened(work: KeyWork, key: PublishedKey, grant: KeyGrant): void {
  const { current } = work.book;
  const terms = publish(work, key, (view) => begin(work, termsOf(key, view), grant));
  // If it is not new, its current tally has other caps, or is closed.
  if (current.get(key.id)?.lease !== grant.lease) begin(work, terms, grant);
}

/**
 * Gives a new tally to keys whose day has ended or whose words are filling up, and closes those of
 * keys that expired.
 */
export async function rollKeys(work: KeyWork): Promise<void> {
  const { book, now, setAside } = work;
  const today = dayOf(now);
  if (book.day !== today) {
    for (const terms of [...book.known.values()]) {
      const holding = book.current.get(terms.id);
      if (!works({ revoked: false, ...terms }, now)) end(work, terms);
      else if (holding === undefined || isOld(holding, today)) book.toRoll.add(terms.id);
    }
    book.day = today;
  }
  const due = [...book.toRoll].flatMap((id) => {
    const terms = book.known.get(id);
    if (terms === undefined) book.toRoll.delete(id);
    return terms === undefined || setAside.waits(terms.account, 'keys') ? [] : [terms];
  });
  for (let i = 0; i < due.length; i += AT_ONCE) {
    const batch = due.slice(i, i + AT_ONCE);
    const failures = new Map<string, unknown>();
    const grants = await openAll(work, batch.map(requestOf(work)), failures);
    for (const terms of batch) {
      const grant = grants.get(terms.id);
      if (grant === undefined) continue;
      begin(work, terms, grant);
      book.toRoll.delete(terms.id);
    }
    for (const [account, error] of failures) setAside.note(account, 'keys', error);
  }
}

function works({ revoked, expiresAt }: Pick<PublishedKey, 'revoked' | 'expiresAt'>, now: number): boolean {
  return !revoked && (expiresAt === null || expiresAt > now);
}

function isOld({ day }: KeyHolding, today: string): boolean {
  return day !== null && day < today;
}

/**
 * Whether a key's requests are counted under its present caps. False if its record cannot be found
 * any more, since its tally refers to that.
 */
function isFitting({ book, now }: KeyWork, { id, caps, sha256 }: PublishedKey): boolean {
  const holding = book.current.get(id);
  if (holding === undefined || isOld(holding, dayOf(now)) || !hasKey(book.file, sha256)) return false;
  const { day, month } = capsOf(holding.tally);
  return day === caps.day && month === caps.month;
}

const requestOf =
  ({ book, machines, now }: KeyWork) =>
  ({ id, account, caps }: Pick<KeyTerms, 'id' | 'account' | 'caps'>): KeyLeaseRequest => ({
    key: id,
    account,
    machines,
    now,
    machine: book.file.identity,
    day: isCapped(caps) ? dayOf(now) : null,
    least: LEAST_BLOCK,
  });

/** Opens leases together, or one by one if any of them fails. */
async function openAll(
  { ledger }: KeyWork,
  requests: readonly KeyLeaseRequest[],
  failures: Map<string, unknown>,
): Promise<Map<string, KeyGrant>> {
  if (requests.length === 0) return new Map();
  try {
    return await openKeyLeases(ledger, requests);
  } catch (error) {
    if (failureOf(error) === 'away') throw error;
  }
  const grants = new Map<string, KeyGrant>();
  for (const request of requests) {
    try {
      for (const [key, grant] of await openKeyLeases(ledger, [request])) grants.set(key, grant);
    } catch (error) {
      if (failureOf(error) === 'away') throw error;
      failures.set(request.account, error);
    }
  }
  return grants;
}

function attempt(failures: Map<string, unknown>, account: string, task: () => void): boolean {
  try {
    task();
    return true;
  } catch (error) {
    if (failureOf(error) !== 'row') throw error;
    failures.set(account, error);
    return false;
  }
}

function termsOf({ id, account, caps, expiresAt }: PublishedKey, view: RecordView): KeyTerms {
  return { id, account, caps, expiresAt, view };
}

function publish(work: KeyWork, key: PublishedKey, prepare?: (view: RecordView) => void): KeyTerms {
  const { sha256, accountRecord, revoked, expiresAt, terms } = key;
  const view = publishKey(work.book.file, {
    sha256,
    account: accountRecord,
    revoked,
    expiresAt,
    terms,
    ...(prepare && { prepare }),
  });
  const known = termsOf(key, view);
  if (revoked) end(work, known);
  else work.book.known.set(key.id, known);
  return known;
}

/** Directs a key's requests to a new tally for a lease that was opened. */
function begin({ book, now }: KeyWork, { id, account, view, caps }: KeyTerms, { lease, granted, use }: KeyGrant): void {
  const day = granted === null ? null : dayOf(now);
  const tally = takeTally(
    book.file,
    {
      key: view.record,
      lease,
      allowance: granted ?? NO_CAP,
      dayCap: caps.day,
      dayElsewhere: use.day,
      monthCap: caps.month,
      monthElsewhere: use.month,
      ...endsOf(now),
    },
    book.free.pop(),
  );
  const holding: KeyHolding = {
    lease,
    key: id,
    account,
    day,
    tally,
    recorded: noCounts(),
    aheadSince: null,
    settledAt: null,
  };
  book.holdings.add(holding);
  const old = book.current.get(id);
  if (old !== undefined) closeTally(old.tally, tally, now);
  setTally(view, tally);
  setCurrent(book, holding);
  if (granted !== null) book.short.add(id);
}

/** Closes the tally of a key that no longer works. */
function end({ book, now }: KeyWork, { id, view }: KeyTerms): void {
  const holding = book.current.get(id);
  if (holding !== undefined) closeTally(holding.tally, null, now);
  setTally(view, null);
  dropCurrent(book, id);
  book.known.delete(id);
}

/** The first moments after the UTC day and calendar month of a moment. */
function endsOf(now: number): { readonly dayEnds: number; readonly monthEnds: number } {
  const at = new Date(now);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { dayEnds: Date.UTC(year, month, at.getUTCDate() + 1), monthEnds: Date.UTC(year, month + 1) };
}
