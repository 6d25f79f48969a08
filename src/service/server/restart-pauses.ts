/** The pause after the second end, ms; after the first there is none. */
const SECOND_PAUSE_MS = 100;
const LAST_PAUSE_MS = 10_000;

/** Something that ran for this long was well: the backoff begins again. */
const WELL_AFTER_MS = 60_000;

/**
 * The backoff before a restart: none the first time, then 100 ms, doubling up to 10 s while
 * restarts keep ending. The returned function takes how long the last run lived, and returns how
 * long to wait, in ms.
 */
export function restartPauses(): (lived: number) => number {
  let next = 0;
  return (lived) => {
    const pause = lived > WELL_AFTER_MS ? 0 : next;
    next = Math.min(Math.max(pause * 2, SECOND_PAUSE_MS), LAST_PAUSE_MS);
    return pause;
  };
}
