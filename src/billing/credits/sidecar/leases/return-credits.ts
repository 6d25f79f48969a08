import { setCurrentSlot } from '../../../../service/admission/counters/directory.ts';
import { SLOT } from '../../../../service/admission/counters/layout.ts';
import {
  closeSlot,
  creditsBeyond,
  includedCredits,
  takeSlot,
  usedCredits,
  usedElsewhere,
} from '../../../../service/admission/counters/slot.ts';
import { noCounts } from '../../../ledger/counts.ts';
import { openLease } from '../../../ledger/leases.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { accountRecord, type Book } from '../book.ts';
import type { Holding } from '../holding.ts';

/**
 * Moves an account to a new slot of the same window that takes over at most `keep` of the remaining
 * credits; the rest returns to the window when the old slot is settled. Null if the window is
 * closed.
 */
export async function returnAllBut(
  ledger: Ledger,
  book: Book,
  holding: Holding,
  keep: number,
  now: number,
): Promise<Holding | null> {
  const { account, window } = holding;
  const machine = book.file.identity;
  const grant = await openLease(ledger, { account, window, machine, credits: 0, now });
  if (grant === null) return null;
  const { i64, at64 } = holding.slot;
  const slot = takeSlot(
    book.file,
    {
      account: accountRecord(book, account).record,
      lease: grant.lease,
      window,
      mode: holding.slot.mode,
      allowance: null,
      inherits: BigInt(keep),
      limit: includedCredits(holding.slot),
      beyond: creditsBeyond(holding.slot),
      elsewhere: usedElsewhere(holding.slot) + Number(usedCredits(holding.slot)),
      resetsAt: Number(Atomics.load(i64, at64 + SLOT.RESETS)),
    },
    book.free.pop(),
  );
  const successor: Holding = {
    lease: grant.lease,
    account,
    window,
    slot,
    recorded: noCounts(),
    successor: null,
    inherits: true,
    settledAt: null,
  };
  book.holdings.add(successor);
  closeSlot(holding.slot, slot, now);
  setCurrentSlot(accountRecord(book, account), slot.record);
  holding.successor = successor;
  book.current.set(account, successor);
  return successor;
}
