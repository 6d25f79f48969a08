import type { Clock } from '../../admission/clock.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Instant } from '../../ledger/schema.ts';

/** How far two clocks may be apart, ms, and still agree. */
const TOLERANCE = 5_000;

/**
 * With SQLite: how long the machine's clock has to go on from where it jumped to until it is
 * believed, nanoseconds of the steady clock.
 */
const BELIEVED_AFTER = 600e9;

/**
 * With SQLite: a ledger that nobody worked on for longer, ms, may as well have been met by a wrong
 * clock.
 */
const LONGEST_STOP = 24 * 3_600_000;

/** The shortest time between two questions to the database, nanoseconds of the steady clock. */
const ASK_INTERVAL = 1e9;

/**
 * The time by which periods end. Two clocks have to agree on it: PostgreSQL's and the machine's, or
 * with SQLite the machine's wall clock and its steady one. While they do not, no period is rolled
 * over: a wrong clock would grant credits and bill for months that have not come.
 */
export interface LedgerClock {
  /**
   * With SQLite, before the first comparison: the machine's clock must be within a day after the
   * ledger's last use. Anything else is a jump like any other.
   */
  goOnFrom(lastUse: Instant | null): void;
  /** Compares the clocks. Throws the ledger's error when that does not answer. */
  compare(ledger: Ledger): Promise<void>;
  /**
   * The ledger's time: as the database told it last, and what has passed since on the steady clock.
   */
  now(): Instant;
  /** Milliseconds by which the machine's clock is ahead of the ledger's; 0 while they agree. */
  off(): number;
}

/** Makes the clock of a machine. */
export function createLedgerClock(clock: Clock): LedgerClock {
  const startOfWall = () => clock.now() - clock.steady() / 1e6;
  /** Where the ledger's time, and the machine's of late, began on the steady clock, ms. */
  let start = startOfWall();
  let jumpedTo: { readonly start: number; readonly at: number } | null = null;

  /**
   * By how much the machine's clock may be ahead, ms: after a stop nobody knows for how long the
   * ledger was not in use.
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
      // People set clocks right by a little: that is followed.
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
