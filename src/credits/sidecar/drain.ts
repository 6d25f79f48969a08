import { setCurrentSlot } from '../../admission/counters/directory.ts';
import { SLOT } from '../../admission/counters/layout.ts';
import { allowanceOf, isClosed, slotCounts } from '../../admission/counters/slot.ts';
import { failureOf } from '../../ledger/database/failures.ts';
import { settleLease } from '../../ledger/leases.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { MOST_ENTRIES, recordUsage, type UsageEntry } from '../../ledger/usage.ts';
import { accountRecord, type Book, freeSlot, LINGER, noServerRuns, quarantineSlot } from './book.ts';
import { type Holding, hasNews, isFinal, recordedCredits } from './holding.ts';
import { publishUsage } from './publish.ts';
import type { SetAside } from './set-aside.ts';
import { growthFault } from './slot-check.ts';

/** How long a request may be in the middle of being counted, ms, before it is taken for one whose process died. */
const STALE = 60_000;

/** What a holding counted and the ledger does not have. */
interface News {
  readonly holding: Holding;
  readonly entry: UsageEntry;
}

/**
 * Writes what was newly counted to the ledger. Returns how many entries that were. What fails, fails before anything is forgotten; an account whose
 * usage cannot be written is set aside, and written by itself later.
 */
export async function drain(book: Book, ledger: Ledger, now: number, setAside: SetAside): Promise<number> {
  const news: News[] = [];
  for (const holding of book.holdings) {
    const counts = slotCounts(holding.slot);
    const { recorded } = holding;
    if (!hasNews(recorded, counts)) continue;
    const reason = growthFault(holding.slot, recorded);
    if (reason !== null) {
      await setAside.attempt(holding.account, 'settle', () => quarantine(book, ledger, holding, reason, now));
      continue;
    }
    news.push({
      holding,
      entry: {
        lease: holding.lease,
        account: holding.account,
        window: holding.window,
        sequence: recorded.sequence + 1,
        requests: counts.charged.map((charged, i) => charged - recorded.requests[i]!),
        givenBack: counts.givenBack.map((givenBack, i) => givenBack - recorded.givenBack[i]!),
      },
    });
  }
  const alone = news.filter(({ holding }) => setAside.has(holding.account, 'drain'));
  const together = news.filter(({ holding }) => !setAside.has(holding.account, 'drain'));
  for (let i = 0; i < together.length; i += MOST_ENTRIES) {
    const batch = together.slice(i, i + MOST_ENTRIES);
    try {
      await write(batch);
    } catch (error) {
      if (failureOf(error) === 'away') throw error;
      alone.push(...batch);
    }
  }
  for (const each of alone) await setAside.attempt(each.holding.account, 'drain', () => write([each]));
  return news.length;

  async function write(batch: readonly News[]): Promise<void> {
    const used = await recordUsage(
      ledger,
      batch.map(({ entry }) => entry),
      now,
    );
    for (const { holding, entry } of batch) {
      const { requests, givenBack } = holding.recorded;
      holding.recorded = {
        requests: requests.map((count, operation) => count + entry.requests[operation]!),
        givenBack: givenBack.map((count, operation) => count + entry.givenBack[operation]!),
        sequence: entry.sequence,
      };
    }
    publishUsage(book, used);
  }
}

/** Takes a holding whose slot is damaged out of use, and settles its lease with what the ledger has. The account gets another with the next publication. */
async function quarantine(book: Book, ledger: Ledger, holding: Holding, reason: string, now: number): Promise<void> {
  const { lease, account, window, slot } = holding;
  quarantineSlot(book, slot, { lease, account, reason, recorded: recordedCredits(holding) });
  book.holdings.delete(holding);
  if (book.current.get(account) === holding) {
    book.current.delete(account);
    book.toPublish.add(account);
    setCurrentSlot(accountRecord(book, account), -1);
  }
  await settleLease(ledger, { lease, account, window, successor: null }, now);
}

/** Settles the leases of closed slots once all that was counted in them is in the ledger, and frees the slots of those settled long ago. */
export async function settle(book: Book, ledger: Ledger, now: number, setAside: SetAside): Promise<void> {
  for (const holding of book.holdings) {
    if (holding.settledAt !== null) {
      if (now - holding.settledAt > LINGER) freeSlot(book, holding);
      continue;
    }
    if (!isClosed(holding.slot) || holding.inherits || !isSettled(book, holding, now)) continue;
    const successor =
      holding.successor === null
        ? null
        : { lease: holding.successor.lease, credits: Number(allowanceOf(holding.successor.slot)) };
    const { lease, account, window } = holding;
    await setAside.attempt(account, 'settle', async () => {
      await settleLease(ledger, { lease, account, window, successor }, now);
      holding.settledAt = now;
      if (holding.successor !== null) holding.successor.inherits = false;
      // What it left over returned to the window that the account is still in.
      else if (book.current.get(account)?.window === window) book.toPublish.add(account);
    });
  }
}

/** Nothing more will be counted in a closed slot; or a process died while it counted, and will not. */
function isSettled(book: Book, holding: Holding, now: number): boolean {
  if (isFinal(holding)) return true;
  if (hasNews(holding.recorded, slotCounts(holding.slot))) return false;
  const closed = Number(Atomics.load(holding.slot.i64, holding.slot.at64 + SLOT.CLOSED));
  return now - closed > STALE || noServerRuns(book.file.path);
}
