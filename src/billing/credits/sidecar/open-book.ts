import { COSTS } from '../../../service/admission/costs.ts';
import { type CounterFile, segmentOf } from '../../../service/admission/counters/counter-file.ts';
import {
  accountId,
  currentMeter,
  type RecordView,
  recordAt,
  setCurrentMeter,
} from '../../../service/admission/counters/directory.ts';
import { BUCKETS, HEADER, KEY, METER, METER_STATE } from '../../../service/admission/counters/layout.ts';
import {
  creditsOf,
  heldCredits,
  isClosed,
  type Meter,
  meterAfter,
  meterAt,
  takenCredits,
} from '../../../service/admission/counters/meter.ts';
import { alignHeld, closeMeter, repairMeter } from '../../../service/admission/counters/meter-upkeep.ts';
import { bootIsNoted } from '../../../service/admission/counters/sidecar-state.ts';
import { countsOf, noCounts } from '../../ledger/counts.ts';
import { type LeaseRow, leasesOf, returnCredits, settleLeases } from '../../ledger/leases/leases.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type Book, freeMeter, noServerRuns, quarantineMeter, renew, setCurrent } from './book.ts';
import { type Holding, LINGER } from './holding.ts';
import { LostCounts, type MeterDamage, meterFault } from './meter-check.ts';

/** Orphaned leases settled in one transaction. */
const AT_ONCE = 100;

/**
 * Compares the counter file with the ledger, and finishes what was under way when the sidecar last
 * stopped, however it stopped. Takes a pass over the records of the file and a few queries. Throws
 * LostCounts if the file cannot be trusted.
 */
export async function openBook(
  file: CounterFile,
  ledger: Ledger,
  now: number,
  tellDamage: (damage: MeterDamage) => void = () => {},
): Promise<Book> {
  checkKeys(file);
  const book: Book = {
    file,
    accounts: new Map(),
    keys: new Map(),
    current: { account: new Map(), key: new Map() },
    holdings: new Set(),
    free: [],
    toPublish: new Set(),
    toRoll: new Set(),
    capped: new Set(),
    short: new Set(),
    day: '',
    tellDamage,
  };
  readAccounts(book);
  const meters = readMeters(book);
  for (const kind of ['account', 'key'] as const) {
    const ofKind = meters.filter((meter) => kindOf(meter) === kind);
    const leases = await leasesOf(ledger, kind, file.identity, ofKind.map(leaseOf));
    await readHoldings(book, ledger, kind, ofKind, leases, now);
    const held = new Set([...book.holdings].filter(({ of }) => of.kind === kind).map(({ lease }) => lease));
    const orphans = leases.filter(({ lease, machine, settledAt }) => {
      return settledAt === null && machine === file.identity && !held.has(lease);
    });
    for (let i = 0; i < orphans.length; i += AT_ONCE) await settleLeases(ledger, orphans.slice(i, i + AT_ONCE), now);
  }
  const byRecord = new Map([...book.holdings].map((holding) => [holding.meter.record, holding]));
  for (const holding of book.holdings) findCurrent(book, holding, byRecord, now);
  return book;
}

function readAccounts(book: Book): void {
  const count = Atomics.load(book.file.header.i32, HEADER.ACCOUNTS);
  for (let record = 0; record < count; record++) {
    const view = recordAt(book.file, 'accounts', record);
    const id = accountId(view);
    if (id === '' || book.accounts.has(id))
      throw new LostCounts(`account record ${record} is called ${JSON.stringify(id)}`);
    const meter = currentMeter('account', view);
    if (meter >= Atomics.load(book.file.header.i32, HEADER.METERS))
      throw new LostCounts(`account record ${record} is at meter ${meter}, which there is not`);
    book.accounts.set(id, view);
  }
}

/** Checks that every chain of keys ends. Which account a key belongs to is published anew. */
function checkKeys(file: CounterFile): void {
  const keys = Atomics.load(file.header.i32, HEADER.KEYS);
  const heads = segmentOf(file, 'buckets', 0).i32;
  for (let bucket = 0, seen = 0; bucket < BUCKETS; bucket++) {
    for (let next = heads[bucket]!; next !== 0; seen++) {
      if (next < 0 || next > keys || seen > keys) throw new LostCounts(`the chain of keys ${bucket} has no end`);
      const { i32, at32 } = recordAt(file, 'keys', next - 1);
      next = i32[at32 + KEY.NEXT]!;
    }
  }
}

function readMeters({ file, free }: Book): Meter[] {
  const meters: Meter[] = [];
  const count = Atomics.load(file.header.i32, HEADER.METERS);
  for (let record = 0; record < count; record++) {
    const meter = meterAt(file, record);
    const state = Atomics.load(meter.i32, meter.at32 + METER.STATE);
    if (state === METER_STATE.FREE) free.push(record);
    else if (state !== METER_STATE.QUARANTINED) meters.push(meter);
  }
  return meters;
}

function leaseOf({ i64, at64 }: Meter): number {
  return Number(Atomics.load(i64, at64 + METER.LEASE));
}

function kindOf({ i32, at32 }: Meter): 'account' | 'key' {
  return Atomics.load(i32, at32 + METER.KEY) === 0 ? 'account' : 'key';
}

/** The number of the record of the account or key that a meter is of. */
function ownerOf(meter: Meter): number {
  const field = kindOf(meter) === 'account' ? METER.ACCOUNT : METER.KEY;
  return Atomics.load(meter.i32, meter.at32 + field) - 1;
}

async function readHoldings(
  book: Book,
  ledger: Ledger,
  kind: 'account' | 'key',
  meters: readonly Meter[],
  leases: readonly LeaseRow[],
  now: number,
): Promise<void> {
  const byId = new Map(leases.map((lease) => [lease.lease, lease]));
  const counts = await countsOf(ledger, kind, [...byId.keys()]);
  const serverRuns = !noServerRuns(book.file.path);
  // A machine that lost power may have lost what its meters returned.
  const sameBoot = bootIsNoted(book.file);
  for (const meter of meters) {
    const lease = byId.get(leaseOf(meter));
    const recorded = counts.get(leaseOf(meter)) ?? noCounts();
    const held = lease === undefined || lease.settledAt !== null ? null : lease.held;
    const reason = meterFault(meter, sameBoot ? held : null, serverRuns);
    if (reason !== null) {
      const credits = creditsOf({ charged: recorded.requests, givenBack: recorded.givenBack });
      const account = lease?.of.account ?? null;
      quarantineMeter(book, meter, { lease: leaseOf(meter), account, reason, recorded: credits });
      continue;
    }
    if (!serverRuns) repairMeter(meter);
    const { lease: id, of, settledAt } = requireLease(book, meter, lease);
    const state = { aheadSince: null, worn: false, untold: false, settledAt };
    const holding: Holding = { lease: id, of, meter, recorded, ...state };
    catchUp(holding);
    if (held !== null) await agree(book, ledger, holding, held, sameBoot);
    if (settledAt !== null && now - settledAt > LINGER && isClosed(meter)) freeMeter(book, holding);
    else book.holdings.add(holding);
  }
}

/**
 * Makes a meter and the ledger agree on what a lease holds. A grant of which the meter did not learn
 * is returned, as is what it gave up: that may be on its way to the ledger still. Only where the
 * file lost something the ledger is right.
 */
async function agree(book: Book, ledger: Ledger, holding: Holding, held: number, sameBoot: boolean): Promise<void> {
  const { meter, of } = holding;
  const holds = heldCredits(meter);
  if (holds === held) return;
  if (!sameBoot || takenCredits(meter) > holds) alignHeld(meter, held);
  else await returnCredits(ledger, holding, holds);
  if (of.kind === 'account') book.toPublish.add(of.account);
  else book.short.add(of.key);
}

function requireLease({ file, accounts }: Book, meter: Meter, lease: LeaseRow | undefined): LeaseRow {
  if (lease === undefined || lease.machine !== file.identity)
    throw new LostCounts(`the ledger has no lease ${leaseOf(meter)} of ${kindOf(meter)}s on this machine`);
  const owner = ownerOf(meter);
  const { of } = lease;
  const fits =
    of.kind === 'account'
      ? accounts.get(of.account)?.record === owner
      : owner >= 0 && owner < Atomics.load(file.header.i32, HEADER.KEYS);
  if (!fits)
    throw new LostCounts(
      `meter ${meter.record} is of ${of.kind} record ${owner}, which is not ${of.kind === 'account' ? of.account : of.key}`,
    );
  return lease;
}

/**
 * Raises counts that are lower than the ledger's: pages may not have been written before the
 * machine lost power.
 */
function catchUp({ meter: { i64, at64 }, recorded }: Holding): void {
  const raise = (field: number, counts: readonly number[], sign: number) => {
    for (let i = 0; i < COSTS.length; i++) {
      const missed = counts[i]! - Number(Atomics.load(i64, at64 + field + i));
      if (missed <= 0) continue;
      Atomics.add(i64, at64 + field + i, BigInt(missed));
      Atomics.add(i64, at64 + METER.USED, BigInt(sign * missed * COSTS[i]!));
    }
  };
  raise(METER.CHARGED, recorded.requests, 1);
  raise(METER.GIVEN_BACK, recorded.givenBack, -1);
}

/**
 * Finds the current meter of an account or a key, finishes a move that was interrupted, and closes
 * meters that nobody uses. Those are settled as others are, once what they may have counted is in
 * the ledger.
 */
function findCurrent(book: Book, holding: Holding, byRecord: ReadonlyMap<number, Holding>, now: number): void {
  const { meter, of } = holding;
  const view = recordAt(book.file, of.kind === 'account' ? 'accounts' : 'keys', ownerOf(meter));
  const last = lastOf(byRecord, view, holding, now);
  if (last !== holding || holding.settledAt !== null) {
    if (!isClosed(meter)) closeMeter(meter, meterAfter(meter), now);
    if (last === undefined && currentMeter(of.kind, view) >= 0) setCurrentMeter(of.kind, view, -1);
    return;
  }
  if (isClosed(meter)) {
    setCurrentMeter(of.kind, view, -1);
    return;
  }
  setCurrentMeter(of.kind, view, meter.record);
  setCurrent(book, holding);
  // A sidecar was killed while it took credits back: another meter makes them available again.
  if (Atomics.load(meter.i64, meter.at64 + METER.TAKING) === 0n) return;
  holding.worn = true;
  renew(book, of);
}

/** The last meter of those that took over from each other, which are closed but for that. */
function lastOf(
  byRecord: ReadonlyMap<number, Holding>,
  view: RecordView,
  { of }: Holding,
  now: number,
): Holding | undefined {
  const isSame = (other: Holding | undefined) => {
    const { kind, account } = other?.of ?? { kind: null, account: null };
    return kind === of.kind && account === of.account && ownerOf(other!.meter) === view.record;
  };
  let at = byRecord.get(currentMeter(of.kind, view));
  if (!isSame(at)) return undefined;
  for (const seen = new Set([at]); ; seen.add(at)) {
    const after = Atomics.load(at!.meter.i32, at!.meter.at32 + METER.AFTER) - 1;
    const next = byRecord.get(after);
    if (!isSame(next) || seen.has(next)) return at;
    closeMeter(at!.meter, next!.meter, now);
    at = next;
  }
}
