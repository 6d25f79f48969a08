import { COSTS } from '../../../../service/admission/costs.ts';
import type { CounterFile } from '../../../../service/admission/counters/counter-file.ts';
import { type RecordView, recordAt } from '../../../../service/admission/counters/directory.ts';
import { HEADER, TALLY, TALLY_STATE } from '../../../../service/admission/counters/layout.ts';
import { creditsOf } from '../../../../service/admission/counters/slot.ts';
import {
  closeTally,
  raiseTally,
  repairTally,
  setTally,
  type Tally,
  tallyAfter,
  tallyAt,
  tallyCounts,
  tallyIsClosed,
  tallyIsWhole,
  tallyOfKey,
  tallyUsed,
} from '../../../../service/admission/counters/tally.ts';
import { countsOf, type LeaseCounts, noCounts } from '../../../ledger/counts.ts';
import { type KeyLeaseRow, keyLeasesOf, returnKeyCredits, settleKeyLeases } from '../../../ledger/key-leases.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { recordedCredits } from '../holding.ts';
import { LostCounts, type SlotDamage, shrinkFault } from '../slot-check.ts';

/** A lease of a key on this machine, and the tally that it is counted in. */
export interface KeyHolding {
  readonly lease: number;
  readonly key: string;
  readonly account: string;
  /** The UTC day that it is for; null for a key without caps. */
  readonly day: string | null;
  readonly tally: Tally;
  /** Its counts in the ledger. */
  recorded: LeaseCounts;
  /**
   * Since when used credits have been ahead of the counts at every check, ms: a process may have
   * died while counting. Null while they agree.
   */
  aheadSince: number | null;
  /** When its lease was settled, ms; null before. */
  settledAt: number | null;
}

/** A key's own caps, in credits; null for none. */
export interface KeyCaps {
  readonly day: number | null;
  readonly month: number | null;
}

/** What the sidecar knows of a working key. */
export interface KeyTerms {
  readonly id: string;
  readonly account: string;
  readonly view: RecordView;
  readonly caps: KeyCaps;
  /** Wall clock, ms. */
  readonly expiresAt: number | null;
}

/** What the sidecar knows of keys, and where each is counted. */
export interface KeyBook {
  readonly file: CounterFile;
  /** Working keys, by id. */
  readonly known: Map<string, KeyTerms>;
  /** The holding that each key's requests are counted in. */
  readonly current: Map<string, KeyHolding>;
  /** Keys whose current holding limits them to caps of their own. */
  readonly capped: Set<string>;
  /** All tallies in use: current, closed, and settled ones that are not reused yet. */
  readonly holdings: Set<KeyHolding>;
  /** Records of tallies that may be reused. */
  readonly free: number[];
  /** Keys whose caps may have more credits available than before. */
  readonly short: Set<string>;
  /** Keys that need a new tally. */
  readonly toRoll: Set<string>;
  /** The UTC day on which tallies of earlier days were last looked for. */
  day: string;
  readonly tellDamage: (damage: SlotDamage) => void;
}

/** Whether a key has a cap of its own. */
export function isCapped({ day, month }: KeyCaps): boolean {
  return day !== null || month !== null;
}

/** The caps that a tally was opened with. */
export function capsOf({ i32, at32 }: Tally): KeyCaps {
  const cap = (field: number) => {
    const credits = Atomics.load(i32, at32 + field);
    return credits < 0 ? null : credits;
  };
  return { day: cap(TALLY.DAY_CAP), month: cap(TALLY.MONTH_CAP) };
}

/**
 * Compares the tallies of the counter file with the ledger, and finishes what was under way when
 * the sidecar last stopped, as `openBook` does for slots. Leases without a tally are settled.
 */
export async function openKeyBook(
  file: CounterFile,
  ledger: Ledger,
  {
    serverRuns,
    now,
    tellDamage,
  }: { readonly serverRuns: boolean; readonly now: number; readonly tellDamage: (damage: SlotDamage) => void },
): Promise<KeyBook> {
  const book: KeyBook = {
    file,
    known: new Map(),
    current: new Map(),
    capped: new Set(),
    holdings: new Set(),
    free: [],
    short: new Set(),
    toRoll: new Set(),
    day: '',
    tellDamage,
  };
  const tallies = readTallies(book);
  const ids = tallies.map(leaseOf);
  const leases = await keyLeasesOf(ledger, file.identity, ids);
  const byId = new Map(leases.map((lease) => [lease.id, lease]));
  const counts = await countsOf(ledger, 'key_counts', [...byId.keys()]);
  for (const tally of tallies) {
    const lease = byId.get(leaseOf(tally));
    if (!serverRuns) repairTally(tally);
    readHolding(book, tally, lease, counts.get(leaseOf(tally)) ?? noCounts());
  }
  for (const holding of book.holdings) findCurrent(book, holding, now);
  await returnTaken(book, ledger);
  const held = new Set([...book.holdings].map(({ lease }) => lease));
  const orphans = leases.filter(({ id, settled_at, machine_id }) => {
    return settled_at === null && machine_id === file.identity && !held.has(id);
  });
  await settleKeyLeases(
    ledger,
    orphans.map(({ id, key_id }) => ({ lease: id, key: key_id })),
    now,
  );
  return book;
}

function leaseOf({ i64, at64 }: Tally): number {
  return Number(Atomics.load(i64, at64 + TALLY.LEASE));
}

function readTallies({ file, free }: KeyBook): Tally[] {
  const tallies: Tally[] = [];
  const count = Atomics.load(file.header.i32, HEADER.TALLIES);
  for (let record = 0; record < count; record++) {
    const tally = tallyAt(file, record);
    const state = Atomics.load(tally.i32, tally.at32 + TALLY.STATE);
    if (state === TALLY_STATE.FREE) free.push(record);
    else if (state === TALLY_STATE.OPEN) tallies.push(tally);
  }
  return tallies;
}

function readHolding(book: KeyBook, tally: Tally, lease: KeyLeaseRow | undefined, recorded: LeaseCounts): void {
  const reason = tallyFault(tally, lease);
  if (reason !== null) {
    quarantineTally(book, tally, { lease: leaseOf(tally), account: lease?.account_id ?? null, reason, recorded });
    return;
  }
  if (lease === undefined || lease.machine_id !== book.file.identity)
    throw new LostCounts(`the ledger has no lease ${leaseOf(tally)} of a key on this machine`);
  const key = Atomics.load(tally.i32, tally.at32 + TALLY.KEY) - 1;
  if (key < 0 || key >= Atomics.load(book.file.header.i32, HEADER.KEYS))
    throw new LostCounts(`tally ${tally.record} is of key record ${key}, which there is not`);
  const holding: KeyHolding = {
    lease: lease.id,
    key: lease.key_id,
    account: lease.account_id,
    day: lease.day,
    tally,
    recorded,
    aheadSince: null,
    settledAt: lease.settled_at,
  };
  catchUp(holding);
  if (lease.granted !== null && lease.settled_at === null) raiseTally(tally, lease.granted, lease.returned);
  book.holdings.add(holding);
}

/** What is wrong with a tally just read from the file; null if nothing is. */
function tallyFault(tally: Tally, lease: KeyLeaseRow | undefined): string | null {
  if (!tallyIsWhole(tally)) return 'Its terms are not those that were written.';
  const { charged, givenBack } = tallyCounts(tally);
  if (charged.some((count, i) => count < 0 || givenBack[i]! < 0 || givenBack[i]! > count))
    return 'It counts requests that cannot be.';
  const allowance = Atomics.load(tally.i32, tally.at32 + TALLY.ALLOWANCE);
  const granted = lease === undefined || lease.settled_at !== null ? null : lease.granted;
  if (granted !== null && (allowance < 0 || allowance > granted))
    return `It allows ${allowance} credits, and its lease holds ${granted}.`;
  return null;
}

/**
 * What is wrong with a tally, given its counts in the ledger; null if nothing is. Counts only grow.
 */
export function tallyGrowthFault({ tally, recorded }: KeyHolding): string | null {
  return shrinkFault(tallyCounts(tally), recorded);
}

/** Takes a damaged tally out of use. The caller settles its lease with the counts in the ledger. */
export function quarantineTally(
  book: KeyBook,
  tally: Tally,
  damage: Pick<SlotDamage, 'lease' | 'account' | 'reason'> & { readonly recorded: LeaseCounts },
): void {
  const { lease, account, reason, recorded } = damage;
  closeTally(tally, null, 1);
  Atomics.store(tally.i32, tally.at32 + TALLY.STATE, TALLY_STATE.QUARANTINED);
  Atomics.add(book.file.header.i32, HEADER.QUARANTINED, 1);
  book.tellDamage({
    record: tally.record,
    counted: creditsOf(tallyCounts(tally)),
    lease,
    account,
    reason,
    recorded: recordedCredits({ recorded }),
  });
}

/**
 * Raises counts that are lower than the ledger's: pages may not have been written before the
 * machine lost power.
 */
function catchUp({ tally: { i32, at32 }, recorded }: KeyHolding): void {
  const add = (field: number, operation: number, missed: number, credits: number) => {
    if (missed <= 0) return;
    Atomics.add(i32, at32 + field + operation, missed);
    Atomics.add(i32, at32 + TALLY.USED, credits);
  };
  for (let i = 0; i < COSTS.length; i++) {
    const missed = recorded.requests[i]! - Atomics.load(i32, at32 + TALLY.CHARGED + i);
    const back = recorded.givenBack[i]! - Atomics.load(i32, at32 + TALLY.GIVEN_BACK + i);
    add(TALLY.CHARGED, i, missed, missed * COSTS[i]!);
    add(TALLY.GIVEN_BACK, i, back, -back * COSTS[i]!);
  }
}

/**
 * Finds the current tally of a key, finishes a move that was interrupted, and closes tallies that
 * no key uses.
 */
function findCurrent(book: KeyBook, holding: KeyHolding, now: number): void {
  const { tally, key } = holding;
  const view = recordAt(book.file, 'keys', Atomics.load(tally.i32, tally.at32 + TALLY.KEY) - 1);
  let at = tallyOfKey(book.file, view);
  for (let next = at; next !== null && tallyIsClosed(next); ) {
    next = tallyAfter(next);
    if (next !== null) at = next;
  }
  if (at === null || at.record !== tally.record || at.serial !== tally.serial || holding.settledAt !== null) {
    closeTally(tally, tallyAfter(tally), now);
    return;
  }
  if (tallyIsClosed(tally)) {
    setTally(view, null);
    return;
  }
  setTally(view, tally);
  setCurrent(book, holding);
  // Credits were taken for a request, or taken back for another machine, and not counted: a new
  // tally makes them available again.
  if (holding.day !== null && tallyUsed(tally) !== creditsOf(tallyCounts(tally))) book.toRoll.add(key);
}

/**
 * Tells the ledger of credits that were taken back for other machines, in case it did not learn of
 * them.
 */
async function returnTaken({ holdings }: KeyBook, ledger: Ledger): Promise<void> {
  for (const { lease, key, day, tally, settledAt } of holdings) {
    const returned = Atomics.load(tally.i32, tally.at32 + TALLY.RETURNED);
    if (day !== null && settledAt === null && returned > 0)
      await returnKeyCredits(ledger, { lease, key, day }, returned);
  }
}

/** Notes which holding a key's requests are counted in. */
export function setCurrent(book: KeyBook, holding: KeyHolding): void {
  book.current.set(holding.key, holding);
  if (holding.day === null) book.capped.delete(holding.key);
  else book.capped.add(holding.key);
}

/** Notes that a key has no holding. */
export function dropCurrent(book: KeyBook, key: string): void {
  book.current.delete(key);
  book.capped.delete(key);
}

/** Frees the record of a settled tally for reuse. */
export function freeTally(book: KeyBook, holding: KeyHolding): void {
  Atomics.store(holding.tally.i32, holding.tally.at32 + TALLY.STATE, TALLY_STATE.FREE);
  book.free.push(holding.tally.record);
  book.holdings.delete(holding);
}
