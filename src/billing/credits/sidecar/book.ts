import { closeSync, openSync } from 'node:fs';
import { COSTS } from '../../../service/admission/costs.ts';
import { type CounterFile, segmentOf } from '../../../service/admission/counters/counter-file.ts';
import {
  accountId,
  addAccount,
  currentSlot,
  type RecordView,
  recordAt,
  setCurrentSlot,
} from '../../../service/admission/counters/directory.ts';
import { BUCKETS, CLOSED_BIT, HEADER, KEY, SLOT, SLOT_STATE } from '../../../service/admission/counters/layout.ts';
import { lockFile } from '../../../service/admission/counters/shared-memory.ts';
import {
  closeSlot,
  creditsOf,
  isClosed,
  repairUsed,
  type Slot,
  slotAfter,
  slotAt,
  slotCounts,
} from '../../../service/admission/counters/slot.ts';
import { countsOf, noCounts } from '../../ledger/counts.ts';
import { leasesOf, settleLease } from '../../ledger/leases.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type Holding, LINGER } from './holding.ts';
import { type KeyBook, openKeyBook } from './keys/key-book.ts';
import { LostCounts, type SlotDamage, slotFault } from './slot-check.ts';

/**
 * What the sidecar knows of the counter file: where each account's record is, and which slot counts
 * which lease.
 */
export interface Book {
  readonly file: CounterFile;
  readonly accounts: Map<string, RecordView>;
  /** The holding that each account's requests are counted in. */
  readonly current: Map<string, Holding>;
  /** All slots in use: current, closed, and settled ones that are not reused yet. */
  readonly holdings: Set<Holding>;
  /** Records of slots that may be reused. */
  readonly free: number[];
  /**
   * Accounts to publish whether they changed or not: they lost their slot, or credits returned to
   * their window.
   */
  readonly toPublish: Set<string>;
  readonly keys: KeyBook;
  /** Called for each slot that is found damaged. */
  readonly tellDamage: (damage: SlotDamage) => void;
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

/**
 * Compares the counter file with the ledger, and finishes what was under way when the sidecar last
 * stopped, however it stopped. Takes a pass over the records of the file and a few queries. Throws
 * LostCounts if the file cannot be trusted.
 */
export async function openBook(
  file: CounterFile,
  ledger: Ledger,
  now: number,
  tellDamage: (damage: SlotDamage) => void = () => {},
): Promise<Book> {
  checkKeys(file);
  const book: Book = {
    file,
    accounts: new Map(),
    current: new Map(),
    holdings: new Set(),
    free: [],
    toPublish: new Set(),
    keys: await openKeyBook(file, ledger, { serverRuns: !noServerRuns(file.path), now, tellDamage }),
    tellDamage,
  };
  readAccounts(book);
  await readHoldings(book, readSlots(book), ledger, now);
  const byAccount = new Map<string, Map<number, Holding>>();
  for (const holding of book.holdings) {
    const bySlot = byAccount.get(holding.account) ?? new Map<number, Holding>();
    byAccount.set(holding.account, bySlot.set(holding.slot.record, holding));
  }
  for (const [account, bySlot] of byAccount) findCurrent(book, account, bySlot, now);
  await settleOrphans(book, ledger, now);
  return book;
}

function readAccounts(book: Book): void {
  const count = Atomics.load(book.file.header.i32, HEADER.ACCOUNTS);
  for (let record = 0; record < count; record++) {
    const view = recordAt(book.file, 'accounts', record);
    const id = accountId(view);
    if (id === '' || book.accounts.has(id))
      throw new LostCounts(`account record ${record} is called ${JSON.stringify(id)}`);
    if (currentSlot(view) >= Atomics.load(book.file.header.i32, HEADER.SLOTS))
      throw new LostCounts(`account record ${record} is at slot ${currentSlot(view)}, which there is not`);
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

function readSlots(book: Book): Slot[] {
  const slots: Slot[] = [];
  const count = Atomics.load(book.file.header.i32, HEADER.SLOTS);
  for (let record = 0; record < count; record++) {
    const slot = slotAt(book.file, record);
    const state = Atomics.load(slot.i32, slot.at32 + SLOT.STATE);
    if (state === SLOT_STATE.FREE) book.free.push(record);
    else if (state !== SLOT_STATE.QUARANTINED) slots.push(slot);
  }
  return slots;
}

/** Takes a damaged slot out of use. The caller settles its lease with the counts in the ledger. */
export function quarantineSlot(book: Book, slot: Slot, damage: Omit<SlotDamage, 'record' | 'counted'>): void {
  const counted = creditsOf(slotCounts(slot));
  Atomics.or(slot.i64, slot.at64 + SLOT.USED, CLOSED_BIT);
  Atomics.store(slot.i32, slot.at32 + SLOT.STATE, SLOT_STATE.QUARANTINED);
  Atomics.add(book.file.header.i32, HEADER.QUARANTINED, 1);
  book.tellDamage({ record: slot.record, counted, ...damage });
}

async function readHoldings(book: Book, slots: readonly Slot[], ledger: Ledger, now: number): Promise<void> {
  const leaseOf = (slot: Slot) => Number(Atomics.load(slot.i64, slot.at64 + SLOT.LEASE));
  const ids = slots.map(leaseOf);
  const leases = new Map((await leasesOf(ledger, book.file.identity, ids)).map((lease) => [lease.id, lease]));
  const counts = await countsOf(ledger, 'lease_counts', [...leases.keys()]);
  const serverRuns = !noServerRuns(book.file.path);
  for (const slot of slots) {
    const lease = leases.get(leaseOf(slot));
    const recorded = counts.get(leaseOf(slot)) ?? noCounts();
    const granted = lease === undefined || lease.settled_at !== null ? null : lease.granted;
    const reason = slotFault(slot, granted, serverRuns);
    if (reason !== null) {
      const credits = creditsOf({ charged: recorded.requests, givenBack: recorded.givenBack });
      quarantineSlot(book, slot, {
        lease: leaseOf(slot),
        account: lease?.account_id ?? null,
        reason,
        recorded: credits,
      });
      continue;
    }
    if (!serverRuns) repairUsed(slot);
    if (lease === undefined || lease.machine_id !== book.file.identity)
      throw new LostCounts(`the ledger has no lease ${leaseOf(slot)} of this machine`);
    const record = Atomics.load(slot.i32, slot.at32 + SLOT.ACCOUNT) - 1;
    if (book.accounts.get(lease.account_id)?.record !== record)
      throw new LostCounts(`slot ${slot.record} is of account record ${record}, which is not ${lease.account_id}`);
    const holding: Holding = {
      lease: lease.id,
      account: lease.account_id,
      window: lease.window_number,
      slot,
      recorded,
      successor: null,
      inherits: false,
      settledAt: lease.settled_at,
    };
    catchUp(holding);
    if (lease.granted !== null && lease.settled_at === null) raiseAllowance(slot, lease.granted);
    if (holding.settledAt !== null && now - holding.settledAt > LINGER && isClosed(slot)) freeSlot(book, holding);
    else book.holdings.add(holding);
  }
}

/**
 * Publishes credits that the ledger granted before the sidecar stopped. A slot that inherits is
 * granted nothing until that is settled.
 */
function raiseAllowance(slot: Slot, granted: number): void {
  const allowance = Atomics.load(slot.i64, slot.at64 + SLOT.ALLOWANCE);
  if (allowance >= 0n && BigInt(granted) > allowance)
    Atomics.store(slot.i64, slot.at64 + SLOT.ALLOWANCE, BigInt(granted));
}

/**
 * Raises counts that are lower than the ledger's: pages may not have been written before the
 * machine lost power.
 */
function catchUp({ slot, recorded }: Holding): void {
  const { charged, givenBack } = slotCounts(slot);
  for (let i = 0; i < COSTS.length; i++) {
    const missed = recorded.requests[i]! - charged[i]!;
    const missedBack = recorded.givenBack[i]! - givenBack[i]!;
    if (missed > 0) {
      Atomics.add(slot.i64, slot.at64 + SLOT.USED, BigInt(missed * COSTS[i]!));
      Atomics.add(slot.i64, slot.at64 + SLOT.CHARGED + i, BigInt(missed));
    }
    if (missedBack > 0) {
      Atomics.add(slot.i64, slot.at64 + SLOT.GIVEN_BACK + i, BigInt(missedBack));
      Atomics.sub(slot.i64, slot.at64 + SLOT.USED, BigInt(missedBack * COSTS[i]!));
    }
  }
}

/** Finds the current slot of an account, and finishes a move that was interrupted. */
function findCurrent(book: Book, account: string, bySlot: Map<number, Holding>, now: number): void {
  const view = accountRecord(book, account);
  let holding = bySlot.get(currentSlot(view));
  if (holding === undefined) {
    // It was found damaged; the account gets another one with the next publication.
    setCurrentSlot(view, -1);
    return;
  }
  for (let next = nextOf(holding, bySlot); next !== undefined; next = nextOf(holding, bySlot)) {
    closeSlot(holding.slot, next.slot, now);
    setCurrentSlot(view, next.slot.record);
    holding = next;
  }
  if (isClosed(holding.slot)) setCurrentSlot(view, -1);
  else book.current.set(account, holding);
  for (const earlier of bySlot.values()) {
    const successor = nextOf(earlier, bySlot);
    if (successor === undefined || successor.window !== earlier.window || earlier.settledAt !== null) continue;
    earlier.successor = successor;
    successor.inherits = true;
  }
}

function nextOf(holding: Holding, bySlot: Map<number, Holding>): Holding | undefined {
  const after = slotAfter(holding.slot);
  return after === null ? undefined : bySlot.get(after.record);
}

/**
 * Settles leases without a slot, and closes slots that no account uses, both left when the sidecar
 * stopped. Those slots are settled as others are, once what they may have counted is in the ledger.
 */
async function settleOrphans(book: Book, ledger: Ledger, now: number): Promise<void> {
  const current = new Set(book.current.values());
  const known = new Set<number>();
  for (const holding of book.holdings) {
    known.add(holding.lease);
    if (!current.has(holding)) Atomics.or(holding.slot.i64, holding.slot.at64 + SLOT.USED, CLOSED_BIT);
  }
  for (const lease of await leasesOf(ledger, book.file.identity, [])) {
    if (known.has(lease.id)) continue;
    await settleLease(
      ledger,
      { lease: lease.id, account: lease.account_id, window: lease.window_number, successor: null },
      now,
    );
  }
}

/** Frees the record of a settled slot for reuse. */
export function freeSlot(book: Book, holding: Holding): void {
  Atomics.store(holding.slot.i32, holding.slot.at32 + SLOT.STATE, SLOT_STATE.FREE);
  book.free.push(holding.slot.record);
  book.holdings.delete(holding);
}

/** The record of an account, which is added if there is none. */
export function accountRecord(book: Book, id: string): RecordView {
  const known = book.accounts.get(id);
  if (known !== undefined) return known;
  const view = recordAt(book.file, 'accounts', addAccount(book.file, id));
  book.accounts.set(id, view);
  return view;
}
