/** Requests have waited for no longer than this, in times the target, before the first is refused: a burst is no overload. */
const PATIENCE = 5;

/** No answer takes so long, ms: what does is a pause of the process or the machine, which waiting requests are not refused for. */
const PAUSE_MS = 20;

/** A thread that had nothing to do for so long, ms, has no request waiting. */
const IDLE_MS = 5;

/** How often it is looked whether the event loop runs, ms. */
const PROBE_MS = 50;

/** The turns of a thread's event loop, as far as they tell how long requests wait. */
export interface Turns {
  /** Notes that the turn has got to something that came from outside, and answers when, ms. The first of a turn begins it. */
  reach(): number;
  /** Whether requests wait for longer than the target, and have for some time; of the moment that was reached last. */
  isStanding(): boolean;
  /** Whether this turn alone has gone on for as long as that. */
  isLong(): boolean;
  /** Whether what is read in this turn may have waited for as long as that, for whatever reason. Begins the turn where nothing has. */
  isLate(): boolean;
  /** The moment that was reached last, ms. */
  reached(): number;
  /** The present, ms. */
  time(): number;
}

/**
 * Tells how long requests wait by the lengths of the event loop's turns: what comes during one is
 * read in the next. As in CoDel (RFC 8289), a queue stands where turns are longer than `target` ms
 * for five times the target without a rest. `ended` is called after each turn, with its length and
 * whether requests stood waiting at its end and throughout it, and answers whether anything was
 * refused or put off in it.
 */
export function followTurns(
  target: number,
  ended: (length: number, stood: boolean, throughout: boolean) => boolean,
  now: () => number = () => performance.now(),
): Turns {
  const patience = PATIENCE * target;
  /** When this turn began; 0 between turns. What the pauses in it took. */
  let began = 0;
  let pauses = 0;
  let last = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  /** When the first of the long turns before this one began, or this one, later by its pauses; 0 for none. */
  let since = 0;
  /** When the event loop came back after it had been away for long, and whether this turn is the first after it. */
  let cameBack = Number.NEGATIVE_INFINITY;
  let late = false;
  /** Whether requests stood waiting as this turn began. */
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
