import { performance } from 'node:perf_hooks';

/**
 * The time for which turns are long before the first request is refused, in multiples of the
 * target: a burst is not overload.
 */
const PATIENCE = 5;

/**
 * No answer takes this long, ms: anything longer is a pause of the process or the machine, for
 * which requests are not refused.
 */
const PAUSE_MS = 20;

/** A thread that was idle for this long, ms, has no request waiting. */
const IDLE_MS = 5;

/** How often it is checked that the event loop runs, ms. */
const PROBE_MS = 50;

/** The turns of a thread's event loop, which show how long requests wait. */
export interface Turns {
  /**
   * Notes that the turn has reached an external event, and returns the time, ms. The first event
   * begins the turn.
   */
  reach(): number;
  /**
   * Whether requests have been waiting for longer than the target for some time, as of the last
   * event.
   */
  isStanding(): boolean;
  /** Whether this turn alone has lasted as long as that. */
  isLong(): boolean;
  /**
   * Whether what is read in this turn may have waited as long as that, for whatever reason. Begins
   * the turn if nothing has.
   */
  isLate(): boolean;
  /** The time of the last event, ms. */
  reached(): number;
  /** The present, ms. */
  time(): number;
}

/**
 * Measures how long requests wait by the lengths of the event loop's turns: what arrives during one
 * is read in the next. As in CoDel (RFC 8289), there is a standing queue if turns have been longer
 * than `target` ms for five times the target without a break. `ended` is called after each turn,
 * with its length and whether there was a standing queue at its end and throughout it; it returns
 * whether anything was refused or put off in the turn.
 */
export function followTurns(
  target: number,
  ended: (length: number, stood: boolean, throughout: boolean) => boolean,
  now: () => number = () => performance.now(),
): Turns {
  const patience = PATIENCE * target;
  /** When this turn began, or 0 between turns; and the length of pauses in it. */
  let began = 0;
  let pauses = 0;
  let last = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  /** When the first of the current run of long turns began, shifted by pauses; 0 for none. */
  let since = 0;
  /**
   * When the event loop last returned from a long stall, and whether this turn is the first after
   * it.
   */
  let cameBack = Number.NEGATIVE_INFINITY;
  let late = false;
  /** Whether there was a standing queue when this turn began. */
  let stood = false;

  const skipPause = (at: number): void => {
    if (at - last <= PAUSE_MS) return;
    pauses += at - last;
    since += at - last;
  };
  const isStanding = () => last - since >= patience;
  const end = () => {
    const at = now();
    skipPause(at);
    last = at;
    const length = at - began - pauses;
    const more = ended(length, isStanding(), stood);
    if (length <= target && !more) since = 0;
    if (at - began >= patience) cameBack = at;
    began = 0;
    endedAt = at;
  };
  let probeDue = now() + PROBE_MS;
  setInterval(() => {
    const at = now();
    if (at - probeDue >= patience) cameBack = at;
    probeDue = at + PROBE_MS;
  }, PROBE_MS).unref();
  const reach = () => {
    const at = now();
    if (began === 0) {
      if (since === 0 || at - endedAt > IDLE_MS) since = at;
      late = at - cameBack <= IDLE_MS || at - probeDue >= patience;
      stood = at - since >= patience;
      began = at;
      pauses = 0;
      setImmediate(end);
    } else skipPause(at);
    last = at;
    return at;
  };
  return {
    reach,
    isStanding,
    isLong: () => last - began - pauses >= patience,
    isLate() {
      if (began === 0) reach();
      return late;
    },
    reached: () => last,
    time: now,
  };
}
