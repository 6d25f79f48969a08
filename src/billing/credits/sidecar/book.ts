import { closeSync, openSync } from 'node:fs';
import type { CounterFile } from '../../../service/admission/counters/counter-file.ts';
import {
  addAccount,
  type RecordView,
  recordAt,
  setCurrentMeter,
} from '../../../service/admission/counters/directory.ts';
import { HEADER, METER, METER_STATE } from '../../../service/admission/counters/layout.ts';
import { creditsOf, type Meter, meterCounts } from '../../../service/admission/counters/meter.ts';
import { closeMeter, type MeterTerms, takeMeter } from '../../../service/admission/counters/meter-upkeep.ts';
import { lockFile } from '../../../service/admission/counters/shared-memory.ts';
import { noCounts } from '../../ledger/counts.ts';
import type { OpenLease } from '../../ledger/leases/leases.ts';
import type { Metered, MeteredAccount, MeteredKey } from '../../ledger/leases/pool.ts';
import { type Holding, recordedCredits } from './holding.ts';
import type { MeterDamage } from './meter-check.ts';

/** A key's own caps, in credits; null for none. */
export interface KeyCaps {
  readonly day: number | null;
  readonly month: number | null;
}

/** What the sidecar knows of a working key. */
export interface KnownKey {
  readonly id: string;
  readonly account: string;
  readonly view: RecordView;
  readonly caps: KeyCaps;
  /** Wall clock, ms. */
  readonly expiresAt: number | null;
}

/**
 * What the sidecar knows of the counter file: where each account's record is, and which meter counts
 * which lease.
 */
export interface Book {
  readonly file: CounterFile;
  readonly accounts: Map<string, RecordView>;
  /** Working keys, by id. */
  readonly keys: Map<string, KnownKey>;
  /** The holding that the requests of each account, and of each key, are counted in. */
  readonly current: {
    readonly account: Map<string, Holding<MeteredAccount>>;
    readonly key: Map<string, Holding<MeteredKey>>;
  };
  /** All meters in use: current, closed, and settled ones that are not reused yet. */
  readonly holdings: Set<Holding>;
  /** Records of meters that may be reused. */
  readonly free: number[];
  /**
   * Accounts to publish whether they changed or not: they need another meter, or credits returned to
   * their window.
   */
  readonly toPublish: Set<string>;
  /** Keys that need another meter. */
  readonly toRoll: Set<string>;
  /** Keys whose current holding limits them to caps of their own. */
  readonly capped: Set<string>;
  /** Of these, the keys whose caps may have more credits available than before. */
  readonly short: Set<string>;
  /** The UTC day on which meters of earlier days were last looked for. */
  day: string;
  /** Called for each meter that is found damaged. */
  readonly tellDamage: (damage: MeterDamage) => void;
}

/** True if no server has the counter file open. */
export function noServerRuns(path: string): boolean {
  const descriptor = openSync(path, 'r+');
  try {
    return lockFile(descriptor, 'exclusive');
  } finally {
    closeSync(descriptor);
  }
}

/** The record of an account, which is added if there is none. */
export function accountRecord(book: Book, id: string): RecordView {
  const known = book.accounts.get(id);
  if (known !== undefined) return known;
  const view = recordAt(book.file, 'accounts', addAccount(book.file, id));
  book.accounts.set(id, view);
  return view;
}

/** Whether a holding is an account's. */
function isOfAccount(holding: Holding): holding is Holding<MeteredAccount> {
  return holding.of.kind === 'account';
}

/** Whether a holding is a key's. */
function isOfKey(holding: Holding): holding is Holding<MeteredKey> {
  return holding.of.kind === 'key';
}

/** The holding in which requests of an account or a key are counted. */
export function currentOf({ current }: Book, of: Metered): Holding | undefined {
  return of.kind === 'account' ? current.account.get(of.account) : current.key.get(of.key);
}

/** Notes that the requests of an account or a key are counted in a holding. */
export function setCurrent({ current, capped }: Book, holding: Holding): void {
  if (isOfAccount(holding)) current.account.set(holding.of.account, holding);
  if (!isOfKey(holding)) return;
  const { key, day } = holding.of;
  current.key.set(key, holding);
  if (day === null) capped.delete(key);
  else capped.add(key);
}

/** Notes that a key has no holding. */
export function dropKey({ current, capped }: Book, key: string): void {
  current.key.delete(key);
  capped.delete(key);
}

/**
 * Directs the requests of an account or a key to a new meter for a lease that was opened, and closes
 * the one before. Throws the file system's error if there is no space for it.
 */
export function begin(
  book: Book,
  view: RecordView,
  lease: OpenLease,
  terms: Omit<MeterTerms, 'owner' | 'lease' | 'window'>,
  now: number,
): void {
  const { of } = lease;
  const owner = { kind: of.kind, record: view.record };
  const window = of.kind === 'account' ? of.window : 0;
  const meter = takeMeter(book.file, { ...terms, owner, lease: lease.lease, window }, book.free.pop());
  const holding: Holding = {
    lease: lease.lease,
    of,
    meter,
    recorded: noCounts(),
    aheadSince: null,
    worn: false,
    untold: false,
    settledAt: null,
  };
  book.holdings.add(holding);
  const old = currentOf(book, of);
  if (old !== undefined) closeMeter(old.meter, meter, now);
  setCurrentMeter(of.kind, view, meter.record);
  setCurrent(book, holding);
}

/** Asks for another meter for an account or a key: it gets one in the same round, or the next. */
export function renew(book: Book, of: Metered): void {
  if (of.kind === 'account') book.toPublish.add(of.account);
  else book.toRoll.add(of.key);
}

/** Takes a damaged meter out of use. The caller settles its lease with the counts in the ledger. */
export function quarantineMeter(book: Book, meter: Meter, damage: Omit<MeterDamage, 'record' | 'counted'>): void {
  const counted = creditsOf(meterCounts(meter));
  closeMeter(meter, null, 1);
  Atomics.store(meter.i32, meter.at32 + METER.STATE, METER_STATE.QUARANTINED);
  Atomics.add(book.file.header.i32, HEADER.QUARANTINED, 1);
  book.tellDamage({ record: meter.record, counted, ...damage });
}

/** The same for the meter of a holding, whose account or key is asked another one for. */
export function quarantine(book: Book, holding: Holding, reason: string): void {
  const { lease, of, meter } = holding;
  quarantineMeter(book, meter, { lease, account: of.account, reason, recorded: recordedCredits(holding) });
  book.holdings.delete(holding);
  if (currentOf(book, of) !== holding) return;
  const view = of.kind === 'account' ? book.accounts.get(of.account) : book.keys.get(of.key)?.view;
  if (view !== undefined) setCurrentMeter(of.kind, view, -1);
  if (of.kind === 'account') book.current.account.delete(of.account);
  else dropKey(book, of.key);
  renew(book, of);
}

/** Frees the record of a settled meter for reuse. */
export function freeMeter(book: Book, holding: Holding): void {
  const { i32, at32, record } = holding.meter;
  Atomics.store(i32, at32 + METER.STATE, METER_STATE.FREE);
  book.free.push(record);
  book.holdings.delete(holding);
}
