import { TALLY } from '../../../../service/admission/counters/layout.ts';
import { creditsOf } from '../../../../service/admission/counters/slot.ts';
import { setTally, tallyCounts, tallyIsClosed, tallyUsed } from '../../../../service/admission/counters/tally.ts';
import { settleKeyLeases } from '../../../ledger/key-leases.ts';
import { type KeyUsageEntry, recordKeyUsage } from '../../../ledger/key-usage.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { LINGER, STALE } from '../holding.ts';
import { hasNews, type News, newsOf, writeNews } from '../news.ts';
import type { SetAside } from '../set-aside.ts';
import {
  dropCurrent,
  freeTally,
  type KeyBook,
  type KeyHolding,
  quarantineTally,
  tallyGrowthFault,
} from './key-book.ts';

/** Used credits at which a tally without caps is replaced: half of what its words can hold. */
const FULL_TALLY = 2 ** 30;

/**
 * Writes the new usage of keys to the ledger. A failure loses nothing; if one account's usage
 * cannot be written, only that waits.
 */
export async function drainKeys(book: KeyBook, ledger: Ledger, now: number, setAside: SetAside): Promise<void> {
  const news: News<KeyUsageEntry>[] = [];
  for (const holding of book.holdings) {
    const counts = tallyCounts(holding.tally);
    if (book.current.get(holding.key) === holding && isToRoll(holding, creditsOf(counts), now))
      book.toRoll.add(holding.key);
    const { recorded, lease, key, account, day } = holding;
    if (!hasNews(recorded, counts)) continue;
    const reason = tallyGrowthFault(holding);
    if (reason !== null) {
      await setAside.attempt(account, 'settle', () => quarantine(book, ledger, holding, reason, now));
      continue;
    }
    news.push({ holding, entry: { lease, key, account, day, ...newsOf(recorded, counts) } });
  }
  await writeNews(news, setAside, (entries) => recordKeyUsage(ledger, entries, now));
}

/**
 * Whether a tally should be replaced: it is filling up, or holds credits that a process took and
 * never counted, which the next one makes available again.
 */
function isToRoll(holding: KeyHolding, counted: number, now: number): boolean {
  const used = tallyUsed(holding.tally);
  if (holding.day === null) return used > FULL_TALLY;
  holding.aheadSince = used > counted ? (holding.aheadSince ?? now) : null;
  return holding.aheadSince !== null && now - holding.aheadSince > STALE;
}

/**
 * Takes a holding with a damaged tally out of use, and settles its lease with the counts in the
 * ledger. The key gets another one in the same round.
 */
async function quarantine(
  book: KeyBook,
  ledger: Ledger,
  holding: KeyHolding,
  reason: string,
  now: number,
): Promise<void> {
  const { lease, account, key, tally, recorded } = holding;
  quarantineTally(book, tally, { lease, account, reason, recorded });
  book.holdings.delete(holding);
  if (book.current.get(key) === holding) {
    dropCurrent(book, key);
    const view = book.known.get(key)?.view;
    if (view !== undefined) setTally(view, null);
    book.toRoll.add(key);
  }
  await settleKeyLeases(ledger, [{ lease, key }], now);
}

/**
 * Whether closed tallies wait to be settled: until then, their unused credits are not available.
 */
export function hasClosedTallies({ holdings }: KeyBook): boolean {
  for (const { tally, settledAt } of holdings) if (settledAt === null && tallyIsClosed(tally)) return true;
  return false;
}

/**
 * Settles the leases of closed tallies once all their usage is in the ledger, and frees the tallies
 * of those settled long ago.
 */
export async function settleKeys(
  book: KeyBook,
  ledger: Ledger,
  now: number,
  serverRuns: () => boolean,
  setAside: SetAside,
): Promise<void> {
  for (const holding of book.holdings) {
    const { lease, key, account, tally, settledAt } = holding;
    if (settledAt !== null) {
      if (now - settledAt > LINGER) freeTally(book, holding);
      continue;
    }
    if (!tallyIsClosed(tally) || !isComplete(holding, now, serverRuns)) continue;
    await setAside.attempt(account, 'settle', async () => {
      await settleKeyLeases(ledger, [{ lease, key }], now);
      holding.settledAt = now;
      book.short.add(key);
    });
  }
}

/**
 * Whether nothing more will be counted in a closed tally: its counts agree, or the process that was
 * counting must have died.
 */
function isComplete({ tally, recorded }: KeyHolding, now: number, serverRuns: () => boolean): boolean {
  const counts = tallyCounts(tally);
  if (hasNews(recorded, counts)) return false;
  if (tallyUsed(tally) === creditsOf(counts)) return true;
  const closed = Number(Atomics.load(tally.i64, tally.at64 + TALLY.CLOSED));
  return now - closed > STALE || !serverRuns();
}
