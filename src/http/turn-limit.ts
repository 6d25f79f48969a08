/**
 * Tells requests that have waited for long in an overloaded thread. Sockets are read in turns of the event loop, and what came during a turn waits for the
 * next: a request that is read when its turn has gone on for `most` ms has waited for about that long, and a turn that answers for no longer lets none wait
 * for more than two of them. The answer is to be asked for each request of a turn, in order; `most` of 0 never tells.
 */
export function limitTurns(most: number, now: () => number = () => performance.now()): () => boolean {
  /** When the first request of this turn was read; 0 before it. */
  let began = 0;
  const end = () => {
    began = 0;
  };
  return () => {
    if (most === 0) return false;
    if (began > 0) return now() - began > most;
    began = now();
    setImmediate(end);
    return false;
  };
}
