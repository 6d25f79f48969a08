import type { Clock } from '../../../service/admission/clock.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Instant } from '../../ledger/schema.ts';

/** How far apart two clocks may be and still agree, ms. */
const TOLERANCE = 5_000;

/**
 * With SQLite: how long the machine's clock has to run steadily after a jump until it is trusted
 * again, nanoseconds of the monotonic clock.
 */
const BELIEVED_AFTER = 600e9;

/**
 * With SQLite: if the clock says that the ledger was unused for longer than this, ms, the clock may
 * be wrong.
 */
const LONGEST_STOP = 24 * 3_600_000;

/**
 * The shortest time between two queries of the database's time, nanoseconds of the monotonic clock.
 */
const ASK_INTERVAL = 1e9;

/**
 * The clock that ends periods. Two clocks have to agree on it: PostgreSQL's and the machine's, or
 * with SQLite the machine's wall clock and its monotonic one. While they do not, no period is
 * rolled over: a wrong clock would grant credits and bill for months that have not come.
 */
export interface LedgerClock {
  /**
   * With SQLite, call this before the first comparison: the machine's clock must be within a day
   * after the ledger's last use. Anything else counts as a jump.
   */
  goOnFrom(lastUse: Instant | null): void;
  /** Compares the clocks. Rejects with the ledger's error if it does not answer. */
  compare(ledger: Ledger): Promise<void>;
  /** The ledger's time: the last known, plus the time elapsed since on the monotonic clock. */
  now(): Instant;
  /** Milliseconds by which the machine's clock is ahead of the ledger's; 0 while they agree. */
  off(): number;
}

/** Creates the ledger clock of a machine. */
export function createLedgerClock(clock: Clock): LedgerClock {
  const startOfWall = () => clock.now() - clock.steady() / 1e6;
  /** The ledger's time at zero of the monotonic clock, ms. */
  let start = startOfWall();
  let jumpedTo: { readonly start: number; readonly at: number } | null = null;

  /**
   * How far the machine's clock may be ahead, ms: at the start, it is not known how long the ledger
   * was unused.
   */
  let ahead = TOLERANCE;
  const agrees = () => startOfWall() - start >= -TOLERANCE && startOfWall() - start <= ahead;

  let askedAt = Number.NEGATIVE_INFINITY;

  async function askDatabase(ledger: Ledger): Promise<void> {
    const before = clock.steady();
    if (before - askedAt < ASK_INTERVAL) return;
    askedAt = before;
    const time = await ledger.time();
    start = time - (before + clock.steady()) / 2e6;
  }

  function lookForJump(): void {
    const wall = startOfWall();
    if (agrees()) {
      // Small corrections of the clock are followed.
      start = wall;
      ahead = TOLERANCE;
      jumpedTo = null;
    } else if (jumpedTo === null || Math.abs(wall - jumpedTo.start) > TOLERANCE) {
      jumpedTo = { start: wall, at: clock.steady() };
    } else if (clock.steady() - jumpedTo.at >= BELIEVED_AFTER) {
      start = wall;
      ahead = TOLERANCE;
      jumpedTo = null;
    }
  }

  return {
    goOnFrom(lastUse) {
      if (lastUse === null) return;
      start = lastUse - clock.steady() / 1e6;
      ahead = LONGEST_STOP;
    },
    async compare(ledger) {
      if (ledger.kind === 'postgres') await askDatabase(ledger);
      else lookForJump();
    },
    now: () => Math.round(start + clock.steady() / 1e6),
    off: () => (agrees() ? 0 : Math.round(startOfWall() - start)),
  };
}
