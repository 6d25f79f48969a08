import { randomFillSync } from 'node:crypto';
import { type Clock, systemClock } from '../clock.ts';
import type { BurstLimit } from './burst.ts';

/** Words of the table: a power of two. */
const WORDS = 128 * 1024;

/**
 * Makes the table of `ClientRates`, 1 MiB, to be shared by all threads of a server. Its last word
 * is a random seed.
 */
export function clientRateTable(): SharedArrayBuffer {
  const table = new SharedArrayBuffer((WORDS + 1) * 8);
  randomFillSync(new Uint8Array(table, WORDS * 8));
  return table;
}

/**
 * Rates of client addresses in a shared table of fixed size. Like a count-min sketch it has two
 * words for each subject, chosen by a random seed, and refuses only when both say so; each word is
 * a clock (ITU-T I.371) that forgets by itself. Of ten thousand busy clients, about 2 % share both
 * words with others.
 */
export class ClientRates {
  readonly #words: BigInt64Array;
  readonly #seeds: Int32Array;
  readonly #clock: Clock;

  constructor(table: SharedArrayBuffer, clock: Clock = systemClock) {
    this.#words = new BigInt64Array(table, 0, WORDS);
    this.#seeds = new Int32Array(table, WORDS * 8, 2);
    this.#clock = clock;
  }

  /**
   * Counts a request of a subject: 0 when it may pass; otherwise the nanoseconds until one would,
   * and nothing is counted.
   */
  pass(subject: string, { interval, tolerance }: BurstLimit): number {
    const one = murmurHash(subject, this.#seeds[0]!) & (WORDS - 1);
    const other = murmurHash(subject, this.#seeds[1]!) & (WORDS - 1);
    const now = this.#clock.steady();
    for (;;) {
      const first = Atomics.load(this.#words, one);
      const second = Atomics.load(this.#words, other);
      const ahead = Math.max(0, Math.min(Number(first), Number(second)) - now);
      if (ahead > tolerance) return ahead - tolerance;
      const next = BigInt(Math.round(now + ahead + interval));
      if (first < next && Atomics.compareExchange(this.#words, one, first, next) !== first) continue;
      if (second < next) Atomics.compareExchange(this.#words, other, second, next);
      return 0;
    }
  }
}

/** MurmurHash3 (x86, 32 bits) of the characters, with a seed. */
export function murmurHash(subject: string, seed: number): number {
  let state = seed;
  for (let i = 0; i < subject.length; i++) {
    const mixed = Math.imul(subject.charCodeAt(i), 0xcc9e2d51);
    state ^= Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
    state = (Math.imul((state << 13) | (state >>> 19), 5) + 0xe6546b64) | 0;
  }
  state ^= subject.length;
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return state ^ (state >>> 16);
}
