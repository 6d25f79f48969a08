import { randomBytes } from 'node:crypto';
import { KEY_LENGTH, KEY_PREFIX, PUBLISHABLE_LENGTH } from '../api-key.ts';

/**
 * Where the characters are that make up the fingerprint: 12 random ones, 71 bits, in both secret
 * and publishable keys.
 */
const FINGERPRINT_START = KEY_PREFIX.length;
const FINGERPRINT_END = FINGERPRINT_START + 12;

/** Keys remembered at most; then all are forgotten and learnt again. */
const MOST = 100_000;

/**
 * Keys that were looked up before, so that a key is hashed once and then found in a fraction of a
 * microsecond. Only existing keys are remembered. They are found by a fingerprint with a secret
 * seed, and then compared character by character to the end: the time of neither step reveals how
 * much of a guess was right.
 */
export class KnownKeys<T> {
  readonly #byFingerprint = new Map<number, { readonly key: string; readonly value: T }>();
  readonly #seed = randomBytes(4).readInt32LE(0);

  /** What was remembered with a key, or undefined. Takes any text. */
  find(key: string): T | undefined {
    if (key.length !== KEY_LENGTH && key.length !== PUBLISHABLE_LENGTH) return undefined;
    const known = this.#byFingerprint.get(this.#fingerprint(key));
    return known !== undefined && known.key.length === key.length && sameText(known.key, key) ? known.value : undefined;
  }

  /** Remembers a key; it may push out another one with the same fingerprint. */
  remember(key: string, value: T): void {
    if (this.#byFingerprint.size >= MOST) this.#byFingerprint.clear();
    this.#byFingerprint.set(this.#fingerprint(key), { key, value });
  }

  #fingerprint(key: string): number {
    let state = this.#seed;
    for (let i = FINGERPRINT_START; i < FINGERPRINT_END; i++) {
      state = Math.imul(state ^ key.charCodeAt(i), 0x5bd1e995);
      state ^= state >>> 15;
    }
    // 30 bits: a small integer, which a Map finds fastest.
    return state & 0x3fffffff;
  }
}

/** Compares two texts of the same length, in a time that depends only on that length. */
function sameText(a: string, b: string): boolean {
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}
