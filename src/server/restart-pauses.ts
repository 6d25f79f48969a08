const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 10_000;

/** What lived this long was well: the next pause is the first again. */
const WELL_AFTER_MS = 60_000;

/**
 * The pauses before something that ends is started again: 100 ms, doubling up to 10 s while it keeps ending. The answer takes how long it lived, in
 * ms, and gives the ms to wait.
 */
export function restartPauses(): (lived: number) => number {
  let next = FIRST_PAUSE_MS;
  return (lived) => {
    const pause = lived > WELL_AFTER_MS ? FIRST_PAUSE_MS : next;
    next = Math.min(pause * 2, LAST_PAUSE_MS);
    return pause;
  };
}
