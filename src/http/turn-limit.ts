/** No answer takes so long, ms: what does is a pause of the process or the machine, which waiting requests are not refused for. */
const PAUSE_MS = 20;

/**
 * Tells requests that have waited for long in an overloaded thread. Sockets are read in turns of the event loop, and what came during a turn waits for the
 * next: a request that is read when its turn has gone on for `most` ms, pauses apart, has waited for about that long, and a turn that answers for no longer
 * lets none wait for more than two of them. To be asked for each request of a turn, in order; `most` of 0 never tells. O(1), allocates once a turn.
 */
export function limitTurns(most: number, now: () => number = () => performance.now()): () => boolean {
  /** When the first request of this turn was read, later by its pauses; 0 before it. */
  let began = 0;
  let last = 0;
  const end = () => {
    began = 0;
  };
  return () => {
    if (most === 0) return false;
    const before = last;
    last = now();
    if (began === 0) {
      began = last;
      setImmediate(end);
      return false;
    }
    if (last - before > PAUSE_MS) began += last - before;
    return last - began > most;
  };
}
