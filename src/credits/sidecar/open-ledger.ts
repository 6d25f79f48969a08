import { type Ledger, type LedgerPlace, type Migrated, openLedger } from '../../ledger/ledger.ts';
import { LedgerUnfit } from '../../ledger/migrations/version.ts';

/** The pause before a ledger is tried again that somebody has to do something about, ns. */
const UNFIT_PAUSE = 5e9;

/**
 * Opens the sidecar's ledger, which it brings up to date. One that is unfit is not tried again
 * before a pause: until then the same error is thrown.
 */
export function ledgerOpener(
  open: ((place: LedgerPlace) => Promise<Ledger>) | undefined,
  migrated: (news: Migrated) => void,
  steady: () => number,
): (place: LedgerPlace) => Promise<Ledger> {
  let unfit: LedgerUnfit | null = null;
  let triedAt = 0;
  return async (place) => {
    if (unfit !== null && steady() - triedAt < UNFIT_PAUSE) throw unfit;
    try {
      return await (open?.(place) ?? openLedger(place, 'migrate', migrated));
    } catch (error) {
      unfit = error instanceof LedgerUnfit ? error : null;
      triedAt = steady();
      throw error;
    }
  };
}
