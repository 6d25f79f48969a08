import {
  hasKey,
  publishKey,
  type RecordView,
  setCurrentMeter,
} from '../../../../service/admission/counters/directory.ts';
import { MODE, UNLIMITED } from '../../../../service/admission/counters/layout.ts';
import { CAP_PERIODS, limitOf, type Meter } from '../../../../service/admission/counters/meter.ts';
import { closeMeter, type Limit } from '../../../../service/admission/counters/meter-upkeep.ts';
import type { PublishableTerms } from '../../../../service/admission/publishable/terms.ts';
import { failureOf } from '../../../ledger/database/failures.ts';
import { dayOf } from '../../../ledger/days.ts';
import { type Grant, type LeaseRequest, openLeases, type Share, settleLeases } from '../../../ledger/leases/leases.ts';
import type { MeteredKey } from '../../../ledger/leases/pool.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { type Book, begin as beginMeter, dropKey, type KeyCaps, type KnownKey } from '../book.ts';
import { giveUp, type Holding } from '../holding.ts';
import type { SetAside } from '../set-aside.ts';

/** The most leases of keys opened in one transaction. */
const AT_ONCE = 200;
/** The smallest block that a machine of a fleet leases, credits. */
export const LEAST_BLOCK = 30;

/** What opening leases of keys needs. */
export interface KeyWork {
  readonly book: Book;
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
 * How much of what is available of a key's caps a lease gets: all of it, or half an equal share for
 * each machine, and at least `least`.
 */
export function keyShare(machines: number | null, least: number): Share {
  return (available) => (machines === null ? available : Math.max(least, Math.ceil(available / (2 * machines))));
}

/** The caps that a meter was opened with. */
export function capsOf(meter: Meter): KeyCaps {
  const [day, month] = CAP_PERIODS.map((_, i) => limitOf(meter, i)).map((cap) => (cap < 0 ? null : cap));
  return { day: day!, month: month! };
}

/** What workers report of a key's caps, given what is used of each in other meters. */
export function capLimits({ day, month }: KeyCaps, elsewhere: readonly number[], now: number): Limit[] {
  const at = new Date(now);
  const [year, m] = [at.getUTCFullYear(), at.getUTCMonth()];
  return [
    { credits: day, elsewhere: elsewhere[0] ?? 0, resetsAt: Date.UTC(year, m, at.getUTCDate() + 1) },
    { credits: month, elsewhere: elsewhere[1] ?? 0, resetsAt: Date.UTC(year, m + 1) },
  ];
}

/**
 * Publishes changed keys. Working ones get their meter before workers can find them. Returns the
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
    const requests = batch.map(requestOf(work));
    const grants = await openAll(work, requests, failures);
    const unused = batch.flatMap((key, at) => {
      const grant = grants.get(requests[at]!);
      if (grant === undefined) return [];
      const opened = { lease: grant.lease, of: requests[at]!.of };
      return attempt(failures, key.account, () => publishOpened(work, key, opened, grant)) ? [] : [opened];
    });
    await settleLeases(work.ledger, unused, work.now);
  }
  return failures;
}

function publishOpened(work: KeyWork, key: PublishedKey, opened: OpenKeyLease, grant: Grant): void {
  const { current } = work.book;
  const known = publish(work, key, (view) => begin(work, knownKey(key, view), opened, grant));
  // If it is not new, its current meter has other caps, or is closed.
  if (current.key.get(key.id)?.lease !== grant.lease) begin(work, known, opened, grant);
}

/**
 * Gives a new meter to keys whose day has ended or whose meter is worn, and closes those of keys that
 * expired.
 */
export async function rollKeys(work: KeyWork): Promise<void> {
  const { book, now, setAside } = work;
  const today = dayOf(now);
  if (book.day !== today) {
    for (const known of [...book.keys.values()]) {
      const holding = book.current.key.get(known.id);
      if (!works({ revoked: false, ...known }, now)) end(work, known);
      else if (holding === undefined || isOld(holding, today)) book.toRoll.add(known.id);
    }
    book.day = today;
  }
  const due = [...book.toRoll].flatMap((id) => {
    const known = book.keys.get(id);
    if (known === undefined) book.toRoll.delete(id);
    return known === undefined || setAside.waits(known.account, 'keys') ? [] : [known];
  });
  for (let i = 0; i < due.length; i += AT_ONCE) {
    const batch: KnownKey[] = [];
    for (const known of due.slice(i, i + AT_ONCE)) {
      const old = book.current.key.get(known.id);
      // The meter that takes the place of a worn one needs what that has left.
      const leaves = old?.worn && old.of.day === today;
      if (!leaves || (await setAside.attempt(known.account, 'keys', () => giveUp(work.ledger, old, 0))))
        batch.push(known);
    }
    const failures = new Map<string, unknown>();
    const requests = batch.map(requestOf(work));
    const grants = await openAll(work, requests, failures);
    for (const [at, known] of batch.entries()) {
      const grant = grants.get(requests[at]!);
      if (grant === undefined) continue;
      begin(work, known, { lease: grant.lease, of: requests[at]!.of }, grant);
      book.toRoll.delete(known.id);
    }
    for (const [account, error] of failures) setAside.note(account, 'keys', error);
  }
}

function works({ revoked, expiresAt }: Pick<PublishedKey, 'revoked' | 'expiresAt'>, now: number): boolean {
  return !revoked && (expiresAt === null || expiresAt > now);
}

function isOld({ of }: Holding<MeteredKey>, today: string): boolean {
  return of.day !== null && of.day < today;
}

/**
 * Whether a key's requests are counted under its present caps. False if its record cannot be found
 * any more, since its meter refers to that.
 */
function isFitting({ book, now }: KeyWork, { id, caps, sha256 }: PublishedKey): boolean {
  const holding = book.current.key.get(id);
  if (holding === undefined || isOld(holding, dayOf(now)) || !hasKey(book.file, sha256)) return false;
  const { day, month } = capsOf(holding.meter);
  return day === caps.day && month === caps.month;
}

interface OpenKeyLease {
  readonly lease: number;
  readonly of: MeteredKey;
}

interface KeyRequest extends LeaseRequest {
  readonly of: MeteredKey;
}

const requestOf =
  ({ book, machines, now }: KeyWork) =>
  ({ id, account, caps }: Pick<KnownKey, 'id' | 'account' | 'caps'>): KeyRequest => {
    const hasCap = caps.day !== null || caps.month !== null;
    return {
      of: { kind: 'key', account, key: id, day: hasCap ? dayOf(now) : null },
      machine: book.file.identity,
      share: hasCap ? keyShare(machines, LEAST_BLOCK) : null,
      now,
    };
  };

/** Opens leases together, or one by one if any of them fails. */
async function openAll(
  { ledger }: KeyWork,
  requests: readonly KeyRequest[],
  failures: Map<string, unknown>,
): Promise<Map<KeyRequest, Grant>> {
  const grants = new Map<KeyRequest, Grant>();
  const open = async (some: readonly KeyRequest[]) => {
    const granted = await openLeases(ledger, some);
    for (const [i, request] of some.entries()) if (granted[i] != null) grants.set(request, granted[i]);
  };
  if (requests.length === 0) return grants;
  try {
    await open(requests);
    return grants;
  } catch (error) {
    if (failureOf(error) === 'away') throw error;
  }
  for (const request of requests) {
    try {
      await open([request]);
    } catch (error) {
      if (failureOf(error) === 'away') throw error;
      failures.set(request.of.account, error);
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

function knownKey({ id, account, caps, expiresAt }: PublishedKey, view: RecordView): KnownKey {
  return { id, account, caps, expiresAt, view };
}

function publish(work: KeyWork, key: PublishedKey, prepare?: (view: RecordView) => void): KnownKey {
  const { sha256, accountRecord, revoked, expiresAt, terms } = key;
  const view = publishKey(work.book.file, {
    sha256,
    account: accountRecord,
    revoked,
    expiresAt,
    terms,
    ...(prepare && { prepare }),
  });
  const known = knownKey(key, view);
  if (revoked) end(work, known);
  else work.book.keys.set(key.id, known);
  return known;
}

/** Directs a key's requests to a new meter for a lease that was opened. */
function begin({ book, now }: KeyWork, { id, view, caps }: KnownKey, opened: OpenKeyLease, grant: Grant): void {
  const { granted, used } = grant;
  const terms = {
    mode: granted === null ? MODE.UNCAPPED : MODE.HARD_CAP,
    allowance: granted === null ? UNLIMITED : BigInt(granted),
    limits: capLimits(caps, used, now),
    beyond: null,
  };
  beginMeter(book, view, opened, terms, now);
  if (granted !== null) book.short.add(id);
}

/** Closes the meter of a key that no longer works. */
function end({ book, now }: KeyWork, { id, view }: KnownKey): void {
  const holding = book.current.key.get(id);
  if (holding !== undefined) closeMeter(holding.meter, null, now);
  setCurrentMeter('key', view, -1);
  dropKey(book, id);
  book.keys.delete(id);
}
