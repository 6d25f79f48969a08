import { closeSync, openSync } from 'node:fs';
import { COSTS } from '../../admission/costs.ts';
import type { CounterFile } from '../../admission/counter-file.ts';
import {
  accountId,
  addAccount,
  currentSlot,
  type RecordView,
  recordAt,
  setCurrentSlot,
} from '../../admission/directory.ts';
import { HEADER, SLOT, SLOT_STATE } from '../../admission/layout.ts';
import { lockFile } from '../../admission/shared-memory.ts';
import {
  closeSlot,
  isClosed,
  repairUsed,
  type Slot,
  slotAfter,
  slotAt,
  slotCounts,
  slotIsWhole,
} from '../../admission/slot.ts';
import { leasesOf, settleLease } from '../ledger/leases.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { leaseCounts, noCounts } from '../ledger/usage.ts';
import type { Holding } from './holding.ts';

/** How long the record of a settled slot is kept before it is given out anew, ms: longer than a request takes by far. */
export const LINGER = 60_000;

/** The counter file is not what the ledger says it was: part of it was lost, with the machine's power. */
export class LostCounts extends Error {
  override readonly name = 'LostCounts';
}

/** What the sidecar knows of the counter file: which account is where, and which slot counts which lease. */
export interface Book {
  readonly file: CounterFile;
  readonly accounts: Map<string, RecordView>;
  /** The holding that each account's requests are counted in. */
  readonly current: Map<string, Holding>;
  /** All slots in use: current ones, closed ones, and settled ones that linger. */
  readonly holdings: Set<Holding>;
  /** Records of slots that may be given out anew. */
  readonly free: number[];
}

/** True when no server has the counter file open. */
export function noServerRuns(path: string): boolean {
  const descriptor = openSync(path, 'r+');
  try {
    return lockFile(descriptor, 'exclusive');
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Compares the counter file with the ledger, and finishes what was begun when the sidecar last stopped, however it stopped. Nothing is
 * counted here. Cost: the records of the file, and a few queries. Throws LostCounts when the file cannot be trusted.
 */
export async function openBook(file: CounterFile, ledger: Ledger, now: number): Promise<Book> {
  const book: Book = { file, accounts: new Map(), current: new Map(), holdings: new Set(), free: [] };
  readAccounts(book);
  const slots = readSlots(book);
  if (noServerRuns(file.path)) for (const slot of slots) repairUsed(slot);
  await readHoldings(book, slots, ledger, now);
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
    book.accounts.set(id, view);
  }
}

function readSlots(book: Book): Slot[] {
  const slots: Slot[] = [];
  const count = Atomics.load(book.file.header.i32, HEADER.SLOTS);
  for (let record = 0; record < count; record++) {
    const slot = slotAt(book.file, record);
    if (Atomics.load(slot.i32, slot.at32 + SLOT.STATE) === SLOT_STATE.FREE) book.free.push(record);
    else if (slotIsWhole(slot)) slots.push(slot);
    else throw new LostCounts(`slot ${record} was written in part`);
  }
  return slots;
}

async function readHoldings(book: Book, slots: readonly Slot[], ledger: Ledger, now: number): Promise<void> {
  const leaseOf = (slot: Slot) => Number(Atomics.load(slot.i64, slot.at64 + SLOT.LEASE));
  const ids = slots.map(leaseOf);
  const leases = new Map((await leasesOf(ledger, book.file.identity, ids)).map((lease) => [lease.id, lease]));
  const counts = await leaseCounts(ledger, [...leases.keys()]);
  for (const slot of slots) {
    const lease = leases.get(leaseOf(slot));
    if (lease === undefined || lease.machine_id !== book.file.identity)
      throw new LostCounts(`the ledger has no lease ${leaseOf(slot)} of this machine`);
    const holding: Holding = {
      lease: lease.id,
      account: lease.account_id,
      window: lease.window_number,
      slot,
      recorded: counts.get(lease.id) ?? noCounts(),
      heir: null,
      inherits: false,
      settledAt: lease.settled_at,
    };
    catchUp(holding);
    if (lease.granted !== null && lease.settled_at === null) raiseAllowance(slot, lease.granted);
    if (holding.settledAt !== null && now - holding.settledAt > LINGER && isClosed(slot)) freeSlot(book, holding);
    else book.holdings.add(holding);
  }
}

/** Credits that the ledger granted and the sidecar did not get to publish. A slot that inherits is granted nothing before that is settled. */
function raiseAllowance(slot: Slot, granted: number): void {
  const allowance = Atomics.load(slot.i64, slot.at64 + SLOT.ALLOWANCE);
  if (allowance >= 0n && BigInt(granted) > allowance)
    Atomics.store(slot.i64, slot.at64 + SLOT.ALLOWANCE, BigInt(granted));
}

/** Pages that were not written before the machine lost its power may hold less than the ledger has: the ledger is right. */
function catchUp({ slot, recorded }: Holding): void {
  const { charged, givenBack } = slotCounts(slot);
  for (let i = 0; i < COSTS.length; i++) {
    const missed = recorded.requests[i] - charged[i];
    const missedBack = recorded.givenBack[i] - givenBack[i];
    if (missed > 0) {
      Atomics.add(slot.i64, slot.at64 + SLOT.USED, BigInt(missed * COSTS[i]));
      Atomics.add(slot.i64, slot.at64 + SLOT.CHARGED + i, BigInt(missed));
    }
    if (missedBack > 0) {
      Atomics.add(slot.i64, slot.at64 + SLOT.GIVEN_BACK + i, BigInt(missedBack));
      Atomics.sub(slot.i64, slot.at64 + SLOT.USED, BigInt(missedBack * COSTS[i]));
    }
  }
}

/** Finds the slot that an account is at, and finishes a move that was interrupted. */
function findCurrent(book: Book, account: string, bySlot: Map<number, Holding>, now: number): void {
  const view = accountRecord(book, account);
  let holding = bySlot.get(currentSlot(view));
  if (holding === undefined) return;
  for (let next = nextOf(holding, bySlot); next !== undefined; next = nextOf(holding, bySlot)) {
    closeSlot(holding.slot, next.slot, now);
    setCurrentSlot(view, next.slot.record);
    holding = next;
  }
  book.current.set(account, holding);
  for (const earlier of bySlot.values()) {
    const heir = nextOf(earlier, bySlot);
    if (heir === undefined || heir.window !== earlier.window || earlier.settledAt !== null) continue;
    earlier.heir = heir;
    heir.inherits = true;
  }
}

function nextOf(holding: Holding, bySlot: Map<number, Holding>): Holding | undefined {
  const after = slotAfter(holding.slot);
  return after === null ? undefined : bySlot.get(after.record);
}

/** Leases without a slot, and slots that were taken but never used: the sidecar stopped in between. Nothing was counted in them. */
async function settleOrphans(book: Book, ledger: Ledger, now: number): Promise<void> {
  const current = new Set(book.current.values());
  const known = new Set<number>();
  for (const holding of book.holdings) {
    if (current.has(holding) || isClosed(holding.slot)) {
      known.add(holding.lease);
      continue;
    }
    await settleLease(ledger, { ...holding, heir: null }, now);
    Atomics.or(holding.slot.i64, holding.slot.at64 + SLOT.USED, -(1n << 63n));
    freeSlot(book, holding);
  }
  for (const lease of await leasesOf(ledger, book.file.identity, [])) {
    if (known.has(lease.id)) continue;
    await settleLease(
      ledger,
      { lease: lease.id, account: lease.account_id, window: lease.window_number, heir: null },
      now,
    );
  }
}

/** Lets the record of a settled slot be given out anew. */
export function freeSlot(book: Book, holding: Holding): void {
  Atomics.store(holding.slot.i32, holding.slot.at32 + SLOT.STATE, SLOT_STATE.FREE);
  book.free.push(holding.slot.record);
  book.holdings.delete(holding);
}

/** The record of an account, which it gets now if it has none. */
export function accountRecord(book: Book, id: string): RecordView {
  const known = book.accounts.get(id);
  if (known !== undefined) return known;
  const view = recordAt(book.file, 'accounts', addAccount(book.file, id));
  book.accounts.set(id, view);
  return view;
}
