const SHORTEST_PAUSE_MS = 150;
const LONGEST_PAUSE_MS = 300;
/** Who types on without a pause gets suggestions this often, ms. */
const LONGEST_WITHOUT_MS = 750;
/** A letter after this long is the first of a new text, ms. */
const REST_MS = 1500;
/** How much longer than the usual time between two letters a pause is. */
const PAUSE_RATIO = 1.5;

/** A round trip from which on a line is slow, ms. */
const SLOW_MS = 100;
const LONGEST_SLOW_PAUSE_MS = 600;
/**
 * On a slow line, who types on gets the second suggestions of a text after so long, ms, and each of
 * the next by so much later: soon some, and few in all.
 */
const FIRST_GAP_MS = 400;
const GAP_GROWTH = 1.2;
/** What two texts have in common that are the same one, typed on. */
const SAME_LETTERS = 2;

/** Whether a round trip of so many ms is one of a slow line. */
export function isSlow(roundTrip: number): boolean {
  return roundTrip >= SLOW_MS;
}

/** Decides when to ask for suggestions, by the speed of the hand that types and that of the line. */
export class Pace {
  #lastKey = Number.NEGATIVE_INFINITY;
  #lastAsked = Number.NEGATIVE_INFINITY;
  #between = SHORTEST_PAUSE_MS;
  #beginning = '';
  #asked = 0;

  /** Milliseconds from a letter typed at `now` to its request: none for the first. */
  afterKey(now: number, roundTrip: number): number {
    const since = now - this.#lastKey;
    this.#lastKey = now;
    if (since > REST_MS) return now - this.#lastAsked > REST_MS ? 0 : SHORTEST_PAUSE_MS;
    this.#between += (since - this.#between) / 4;
    const slow = isSlow(roundTrip);
    const longest = slow ? LONGEST_SLOW_PAUSE_MS : LONGEST_PAUSE_MS;
    const pause = Math.min(longest, Math.max(SHORTEST_PAUSE_MS, this.#between * PAUSE_RATIO));
    const without = slow ? FIRST_GAP_MS * GAP_GROWTH ** (this.#asked - 1) : LONGEST_WITHOUT_MS;
    return Math.min(pause, Math.max(0, this.#lastAsked + without - now));
  }

  /** A request was made for a text. */
  asked(now: number, text: string): void {
    const beginning = text.slice(0, SAME_LETTERS);
    this.#asked = beginning === this.#beginning ? this.#asked + 1 : 1;
    this.#beginning = beginning;
    this.#lastAsked = now;
  }
}
