const SHORTEST_PAUSE_MS = 150;
const LONGEST_PAUSE_MS = 300;
/** Who types on without a pause gets suggestions this often, ms. */
const LONGEST_WITHOUT_MS = 750;
/** A letter after this long is the first of a new text, ms. */
const REST_MS = 1500;
/** How much longer than the usual time between two letters a pause is. */
const PAUSE_RATIO = 1.5;

/** Decides when to ask for suggestions, by the speed of the hand that types. */
export class Pace {
  #lastKey = Number.NEGATIVE_INFINITY;
  #lastAsked = Number.NEGATIVE_INFINITY;
  #between = SHORTEST_PAUSE_MS;

  /** Milliseconds from a letter typed at `now` to its request: none for the first. */
  afterKey(now: number): number {
    const since = now - this.#lastKey;
    this.#lastKey = now;
    if (since > REST_MS) return now - this.#lastAsked > REST_MS ? 0 : SHORTEST_PAUSE_MS;
    this.#between += (since - this.#between) / 4;
    const pause = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, this.#between * PAUSE_RATIO));
    return Math.min(pause, Math.max(0, this.#lastAsked + LONGEST_WITHOUT_MS - now));
  }

  /** A request was made. */
  asked(now: number): void {
    this.#lastAsked = now;
  }
}
