import { TALLY } from '../../../admission/counters/layout.ts';
import { creditsOf } from '../../../admission/counters/slot.ts';
import { setTally, tallyCounts, tallyIsClosed, tallyUsed } from '../../../admission/counters/tally.ts';
import { failureOf } from '../../../ledger/database/failures.ts';
import { settleKeyLeases } from '../../../ledger/key-leases.ts';
import { type KeyUsageEntry, recordKeyUsage } from '../../../ledger/key-usage.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { MOST_ENTRIES } from '../../../ledger/usage.ts';
import { hasNews } from '../holding.ts';
import type { SetAside } from '../set-aside.ts';
import {
  dropCurrent,
  freeTally,
  type KeyBook,
  type KeyHolding,
  quarantineTally,
  tallyGrowthFault,
} from './key-book.ts';

/** How long the record of a settled tally is kept before it is reused, ms: far longer than a request takes. */
const LINGER = 60_000;
/** How long a request may be in the middle of being counted, ms, before it is taken for one whose process died. */
const STALE = 60_000;
/** Credits in a tally without caps at which another one takes over: half of what its words hold. */
const FULL_TALLY = 2 ** 30;

interface News {
  readonly holding: KeyHolding;
  readonly entry: KeyUsageEntry;
}

/** Writes what keys newly used to the ledger. What fails, fails before anything is forgotten; what cannot be written of one account waits by itself. */
export async function drainKeys(book: KeyBook, ledger: Ledger, now: number, setAside: SetAside): Promise<void> {
  const news: News[] = [];
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
    const requests = counts.charged.map((charged, i) => charged - recorded.requests[i]!);
    const givenBack = counts.givenBack.map((count, i) => count - recorded.givenBack[i]!);
    news.push({
      holding,
      entry: { lease, key, account, day, sequence: recorded.sequence + 1, requests, givenBack },
    });
  }
  const alone = news.filter(({ holding }) => setAside.has(holding.account, 'drain'));
  const together = news.filter(({ holding }) => !setAside.has(holding.account, 'drain'));
  for (let i = 0; i < together.length; i += MOST_ENTRIES) {
    const batch = together.slice(i, i + MOST_ENTRIES);
    try {
      await write(ledger, batch, now);
    } catch (error) {
      if (failureOf(error) === 'away') throw error;
      alone.push(...batch);
    }
  }
  for (const each of alone) await setAside.attempt(each.holding.account, 'drain', () => write(ledger, [each], now));
}

/** Whether another tally is to take over: this one fills up, or holds credits that a process took and never counted, which are free again after it. */
function isToRoll(holding: KeyHolding, counted: number, now: number): boolean {
  const used = tallyUsed(holding.tally);
  if (holding.day === null) return used > FULL_TALLY;
  holding.aheadSince = used > counted ? (holding.aheadSince ?? now) : null;
  return holding.aheadSince !== null && now - holding.aheadSince > STALE;
}

async function write(ledger: Ledger, batch: readonly News[], now: number): Promise<void> {
  await recordKeyUsage(
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
}

/** Takes a holding whose tally is damaged out of use, and settles its lease with what the ledger has. The key gets another one in the same round. */
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

/** Whether closed tallies wait to be written down and settled: what they leave over is missing until then. */
export function hasClosedTallies({ holdings }: KeyBook): boolean {
  for (const { tally, settledAt } of holdings) if (settledAt === null && tallyIsClosed(tally)) return true;
  return false;
}

/** Settles the leases of closed tallies once all that was counted in them is in the ledger, and frees the tallies of those settled long ago. */
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

/** Nothing more will be counted in a closed tally; or a process died while it counted, and will not. */
function isComplete({ tally, recorded }: KeyHolding, now: number, serverRuns: () => boolean): boolean {
  const counts = tallyCounts(tally);
  if (hasNews(recorded, counts)) return false;
  if (tallyUsed(tally) === creditsOf(counts)) return true;
  const closed = Number(Atomics.load(tally.i64, tally.at64 + TALLY.CLOSED));
  return now - closed > STALE || !serverRuns();
}
