import type { MeterCounts } from '../../../service/admission/counters/meter.ts';
import { type LeaseCounts, MOST_ENTRIES, type NewCounts } from '../../ledger/counts.ts';
import { failureOf } from '../../ledger/database/failures.ts';
import type { SetAside } from './set-aside.ts';

/** What a holding counted that the ledger does not have yet. */
export interface News<E extends NewCounts> {
  readonly holding: { recorded: LeaseCounts };
  readonly entry: E;
}

/** True if something was counted that the ledger does not have yet. */
export function hasNews(recorded: LeaseCounts, { charged, givenBack }: MeterCounts): boolean {
  return charged.some((count, i) => count !== recorded.requests[i] || givenBack[i] !== recorded.givenBack[i]);
}

/** What was counted beyond what the ledger has, as the next entry of the lease. */
export function newsOf(recorded: LeaseCounts, counts: MeterCounts): Omit<NewCounts, 'lease' | 'of'> {
  return {
    sequence: recorded.sequence + 1,
    requests: counts.charged.map((charged, i) => charged - recorded.requests[i]!),
    givenBack: counts.givenBack.map((givenBack, i) => givenBack - recorded.givenBack[i]!),
  };
}

/** Writes entries to the ledger, in one transaction. */
type RecordEntries<E> = (entries: readonly E[]) => Promise<void>;

/**
 * Writes new counts to the ledger, `MOST_ENTRIES` at a time. A failure loses nothing; an account
 * whose usage cannot be written is set aside, and written by itself later.
 */
export async function writeNews<E extends NewCounts>(
  news: readonly News<E>[],
  setAside: SetAside,
  record: RecordEntries<E>,
): Promise<void> {
  const alone = news.filter(({ entry }) => setAside.has(entry.of.account, 'drain'));
  const together = news.filter(({ entry }) => !setAside.has(entry.of.account, 'drain'));
  for (let i = 0; i < together.length; i += MOST_ENTRIES) {
    const batch = together.slice(i, i + MOST_ENTRIES);
    try {
      await write(batch, record);
    } catch (error) {
      if (failureOf(error) === 'away') throw error;
      alone.push(...batch);
    }
  }
  for (const each of alone) await setAside.attempt(each.entry.of.account, 'drain', () => write([each], record));
}

async function write<E extends NewCounts>(batch: readonly News<E>[], record: RecordEntries<E>): Promise<void> {
  await record(batch.map(({ entry }) => entry));
  for (const { holding, entry } of batch) {
    const { requests, givenBack } = holding.recorded;
    holding.recorded = {
      requests: requests.map((count, operation) => count + entry.requests[operation]!),
      givenBack: givenBack.map((count, operation) => count + entry.givenBack[operation]!),
      sequence: entry.sequence,
    };
  }
}
