import { isCapped, METER } from '../../../service/admission/counters/layout.ts';
import {
  creditsOf,
  isClosed,
  type MeterCounts,
  meterCounts,
  takenCredits,
} from '../../../service/admission/counters/meter.ts';
import type { NewCounts } from '../../ledger/counts.ts';
import { recordKeyUsage } from '../../ledger/key-usage.ts';
import { settleLeases } from '../../ledger/leases/leases.ts';
import type { MeteredAccount, MeteredKey } from '../../ledger/leases/pool.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { recordUsage } from '../../ledger/usage.ts';
import { type Book, currentOf, freeMeter, noServerRuns, quarantine, renew } from './book.ts';
import { type Holding, LINGER, STALE } from './holding.ts';
import { growthFault } from './meter-check.ts';
import { hasNews, type News, newsOf, writeNews } from './news.ts';
import type { SetAside } from './set-aside.ts';

/**
 * Writes new usage to the ledger: that of accounts, which is billed, then that of keys. A failure
 * loses nothing, since counts are only marked as recorded once committed; an account whose usage
 * cannot be written is set aside, and written by itself later.
 */
export async function drain(book: Book, ledger: Ledger, now: number, setAside: SetAside): Promise<void> {
  const ofAccounts: News<NewCounts<MeteredAccount>>[] = [];
  const ofKeys: News<NewCounts<MeteredKey>>[] = [];
  for (const holding of book.holdings) {
    const { recorded, lease, of, meter } = holding;
    const counts = meterCounts(meter);
    noteWear(book, holding, counts, now);
    if (!hasNews(recorded, counts)) continue;
    const reason = growthFault(meter, recorded);
    if (reason !== null) {
      await setAside.attempt(of.account, 'settle', async () => {
        quarantine(book, holding, reason);
        await settleLeases(ledger, [holding], now);
      });
      continue;
    }
    const entry = { lease, ...newsOf(recorded, counts) };
    if (of.kind === 'account') ofAccounts.push({ holding, entry: { of, ...entry } });
    else ofKeys.push({ holding, entry: { of, ...entry } });
  }
  try {
    await writeNews(ofAccounts, setAside, (entries) => recordUsage(ledger, entries, now));
  } finally {
    await writeNews(ofKeys, setAside, (entries) => recordKeyUsage(ledger, entries, now));
  }
}

/**
 * Notes a meter under a cap whose credits a process took and never counted: another one makes them
 * available again.
 */
function noteWear(book: Book, holding: Holding, counts: MeterCounts, now: number): void {
  const { meter, of } = holding;
  if (holding.worn || !isCapped(meter.mode) || currentOf(book, of) !== holding) return;
  holding.aheadSince = takenCredits(meter) > creditsOf(counts) ? (holding.aheadSince ?? now) : null;
  if (holding.aheadSince === null || now - holding.aheadSince <= STALE) return;
  holding.worn = true;
  renew(book, of);
}

/**
 * Whether a holding that waits to be settled keeps unused credits from the account or key that could
 * use them.
 */
export function isMissing(book: Book, { settledAt, meter, of }: Holding): boolean {
  if (settledAt !== null || !isClosed(meter)) return false;
  return of.kind === 'key' || book.current.account.get(of.account)?.of.window === of.window;
}

/**
 * Settles the leases of closed meters once all their usage is in the ledger, and frees the meters of
 * those settled long ago.
 */
export async function settle(book: Book, ledger: Ledger, now: number, setAside: SetAside): Promise<void> {
  for (const holding of book.holdings) {
    const { settledAt, meter, of } = holding;
    if (settledAt !== null) {
      if (now - settledAt > LINGER) freeMeter(book, holding);
      continue;
    }
    if (!isClosed(meter) || !isComplete(book, holding, now)) continue;
    await setAside.attempt(of.account, 'settle', async () => {
      const returns = isMissing(book, holding);
      await settleLeases(ledger, [holding], now);
      holding.settledAt = now;
      if (!returns) return;
      if (of.kind === 'account') book.toPublish.add(of.account);
      else book.short.add(of.key);
    });
  }
}

/**
 * Whether nothing more will be counted in a closed meter: its counts agree, or the process that was
 * counting must have died.
 */
function isComplete({ file }: Book, { meter, recorded }: Holding, now: number): boolean {
  const counts = meterCounts(meter);
  if (hasNews(recorded, counts)) return false;
  if (takenCredits(meter) === creditsOf(counts)) return true;
  const closed = Number(Atomics.load(meter.i64, meter.at64 + METER.CLOSED));
  return now - closed > STALE || noServerRuns(file.path);
}
