import { type CounterFile, productNames } from './counters/counter-file.ts';
import { accountId, currentMeter, lookUpKey, type RecordView, recordAt } from './counters/directory.ts';
import { ACCOUNT, HEADER, KEY, MODE } from './counters/layout.ts';
import { limitOf, type Meter, meterAfter, meterOf, resetsOf, totalCredits, usedElsewhere } from './counters/meter.ts';
import { knownKeys, placeByPrefix } from './known-keys.ts';
import { type BurstLimit, readBurstLimit } from './limits/burst.ts';

/** What a thread remembers of an account, until the account's revision changes. */
export interface KnownAccount {
  readonly view: RecordView;
  readonly id: string;
  revision: number;
  flags: number;
  allowed: boolean;
  burst: BurstLimit;
  /** The requests that it allows at once, 0 for no limit, and the seconds in which those are there again. */
  burstSize: number;
  burstSeconds: number;
  meter: Meter | null;
  /** The included credits of the meter's window. */
  limit: number;
  /** Credits that may be used in the window in all, where a cap applies. */
  total: number;
  elsewhere: number;
  resets: number;
  resetsAt: string;
}

/** A key that was looked up before, and whose it is. */
export interface KnownKey {
  readonly view: RecordView;
  readonly account: KnownAccount;
  /** What its requests are counted in; null while it has none. */
  meter: Meter | null;
}

/** Keys remembered at most; then all are forgotten and learnt again. */
const MOST_KEYS = 100_000;

/** The last moment that a `Date` can hold, ms: a damaged file may say a later one. */
const LAST_DATE = 8.64e15;

/** The keys and accounts that a thread has seen. */
export interface KnownAccounts {
  /** A key that was looked up before. */
  find(apiKey: string): KnownKey | undefined;
  /** Looks a key up in the counter file, and remembers it; null when it is not there. */
  lookUp(apiKey: string): KnownKey | null;
  /** Reads an account again where its revision has changed. */
  update(account: KnownAccount): void;
  /**
   * Finds the meter where an account's requests now go, after its meter turned out to be closed or
   * reused.
   */
  moveOn(account: KnownAccount): void;
  /** The same for a key, which may have had no meter. */
  moveKeyOn(key: KnownKey): void;
}

/** The known keys and accounts of one thread on a counter file, for one product. */
export function knownAccounts(file: CounterFile, product: string): KnownAccounts {
  const keys = knownKeys<KnownKey>(MOST_KEYS, placeByPrefix);
  const accounts = new Map<number, KnownAccount>();
  return {
    find: keys.find,
    lookUp(apiKey) {
      const view = lookUpKey(file, apiKey);
      const record = view === null ? null : accountOfKey(file, view);
      if (view === null || record === null) return null;
      const account = accounts.get(record) ?? readAccount(file, product, record);
      accounts.set(record, account);
      const known = { view, account, meter: meterOf(file, currentMeter('key', view)) };
      keys.remember(apiKey, known);
      return known;
    },
    update(account) {
      const { i32, at32 } = account.view;
      if (i32[at32 + ACCOUNT.REVISION] !== account.revision) readTerms(account, file, product);
    },
    moveOn(account) {
      const before = account.meter;
      readTerms(account, file, product);
      useMeter(account, following(before, account.meter));
    },
    moveKeyOn(key) {
      key.meter = following(key.meter, meterOf(file, currentMeter('key', key.view)));
    },
  };
}

/** The meter to go on to from `before`, where the record now leads to `now`. */
function following(before: Meter | null, now: Meter | null): Meter | null {
  const same = before !== null && now?.record === before.record && now.serial === before.serial;
  return same ? meterAfter(before) : now;
}

/** The record of the account that a key is of; null when the file has none of that number. */
function accountOfKey(file: CounterFile, { i32, at32 }: RecordView): number | null {
  const record = Atomics.load(i32, at32 + KEY.ACCOUNT) - 1;
  return record >= 0 && record < Atomics.load(file.header.i32, HEADER.ACCOUNTS) ? record : null;
}

function readAccount(file: CounterFile, product: string, record: number): KnownAccount {
  const view = recordAt(file, 'accounts', record);
  const account = {
    view,
    id: accountId(view),
    revision: 0,
    flags: 0,
    allowed: false,
    burst: { interval: 0, tolerance: 0 },
    burstSize: 0,
    burstSeconds: 0,
    meter: null,
    limit: -1,
    total: 0,
    elsewhere: 0,
    resets: 0,
    resetsAt: '',
  };
  readTerms(account, file, product);
  return account;
}

/**
 * Reads again what the sidecar may have changed. The revision is read first: what changes
 * meanwhile is read again next time.
 */
function readTerms(account: KnownAccount, file: CounterFile, product: string): void {
  const { i32, i64, at32, at64 } = account.view;
  account.revision = Atomics.load(i32, at32 + ACCOUNT.REVISION);
  account.flags = Atomics.load(i32, at32 + ACCOUNT.FLAGS);
  const bit = productNames(file).indexOf(product);
  account.allowed = bit >= 0 && (Atomics.load(i32, at32 + ACCOUNT.PRODUCTS) & (1 << bit)) !== 0;
  account.burst = readBurstLimit(i64, at64);
  const { interval, tolerance } = account.burst;
  account.burstSize = interval === 0 ? 0 : Math.floor(tolerance / interval) + 1;
  account.burstSeconds = interval === 0 ? 0 : Math.ceil((tolerance + interval) / 1e9);
  useMeter(account, meterOf(file, currentMeter('account', account.view)));
}

function useMeter(account: KnownAccount, meter: Meter | null): void {
  account.meter = meter;
  if (meter === null) return;
  const untold = meter.mode === MODE.UNCAPPED || meter.mode === MODE.PAYG_TO_CAP;
  account.limit = untold ? -1 : limitOf(meter);
  account.total = totalCredits(meter);
  account.elsewhere = usedElsewhere(meter);
  const resets = resetsOf(meter);
  account.resets = Math.abs(resets) <= LAST_DATE ? resets : 0;
  account.resetsAt = new Date(account.resets).toISOString();
}
