import { type Ledger, type LedgerPlace, type Migrated, openLedger } from '../../ledger/ledger.ts';
import { LedgerUnfit } from '../../ledger/migrations/version.ts';

/** The pause before an unfit ledger, which an operator has to see to, is tried again, ns. */
const UNFIT_PAUSE = 5e9;

/**
 * Opens the sidecar's ledger and migrates it. An unfit one is tried again only after a pause; until
 * then the same error is thrown.
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
