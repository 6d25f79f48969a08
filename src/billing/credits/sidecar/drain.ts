import { setCurrentSlot } from '../../../service/admission/counters/directory.ts';
import { SLOT } from '../../../service/admission/counters/layout.ts';
import { allowanceOf, isClosed, slotCounts } from '../../../service/admission/counters/slot.ts';
import { settleLease } from '../../ledger/leases.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { recordUsage, type UsageEntry } from '../../ledger/usage.ts';
import { accountRecord, type Book, freeSlot, noServerRuns, quarantineSlot } from './book.ts';
import { type Holding, isFinal, LINGER, recordedCredits, STALE } from './holding.ts';
import { hasNews, type News, newsOf, writeNews } from './news.ts';
import type { SetAside } from './set-aside.ts';
import { growthFault } from './slot-check.ts';

/**
 * Writes new usage to the ledger. Returns the number of entries. A failure loses nothing, since
 * counts are only marked as recorded once committed; an account whose usage cannot be written is
 * set aside, and written by itself later.
 */
export async function drain(book: Book, ledger: Ledger, now: number, setAside: SetAside): Promise<number> {
  const news: News<UsageEntry>[] = [];
  for (const holding of book.holdings) {
    const counts = slotCounts(holding.slot);
    const { recorded, lease, account, window } = holding;
    if (!hasNews(recorded, counts)) continue;
    const reason = growthFault(holding.slot, recorded);
    if (reason !== null) {
      await setAside.attempt(account, 'settle', () => quarantine(book, ledger, holding, reason, now));
      continue;
    }
    news.push({ holding, entry: { lease, account, window, ...newsOf(recorded, counts) } });
  }
  await writeNews(news, setAside, (entries) => recordUsage(ledger, entries, now));
  return news.length;
}

/**
 * Takes a holding with a damaged slot out of use, and settles its lease with the counts in the
 * ledger. The account gets another one with the next publication.
 */
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

/**
 * Settles the leases of closed slots once all their usage is in the ledger, and frees the slots of
 * those settled long ago.
 */
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
      // Its unused credits returned to the window that the account is still in.
      else if (book.current.get(account)?.window === window) book.toPublish.add(account);
    });
  }
}

/**
 * Whether nothing more will be counted in a closed slot: its counts agree, or the process that was
 * counting must have died.
 */
function isSettled(book: Book, holding: Holding, now: number): boolean {
  if (isFinal(holding)) return true;
  if (hasNews(holding.recorded, slotCounts(holding.slot))) return false;
  const closed = Number(Atomics.load(holding.slot.i64, holding.slot.at64 + SLOT.CLOSED));
  return now - closed > STALE || noServerRuns(book.file.path);
}
