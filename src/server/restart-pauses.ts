/** What follows the first death, which is not paused for, ms. */
const SECOND_PAUSE_MS = 100;
const LAST_PAUSE_MS = 10_000;

/** What lived this long was well: the next pause is the first again. */
const WELL_AFTER_MS = 60_000;

/**
 * The pauses before something that ends is started again: none after the first time, then 100 ms, doubling up to 10 s while it keeps ending. The answer
 * takes how long it lived, in ms, and gives the ms to wait.
 */
export function restartPauses(): (lived: number) => number {
  let next = 0;
  return (lived) => {
    const pause = lived > WELL_AFTER_MS ? 0 : next;
    next = Math.min(Math.max(pause * 2, SECOND_PAUSE_MS), LAST_PAUSE_MS);
    return pause;
  };
}
