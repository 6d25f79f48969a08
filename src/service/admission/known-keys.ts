import { randomBytes } from 'node:crypto';
import { KEY_PREFIX } from './api-key.ts';

/** Keys that were looked up before, with what is known of each. Only keys that exist are remembered. */
interface KnownKeys<T> {
  /** What was remembered with a key; undefined for any other text. */
  find(key: string): T | undefined;
  /** Remembers a key; when there are too many, all others are forgotten. */
  remember(key: string, value: T): void;
}

/**
 * Finds keys so that the time tells nobody how much of a guess was right: `placeOf` leads to the few
 * that may be meant, and these are compared to the end, wherever they first differ. What decides the
 * place must be public, or mixed with a secret.
 */
export function knownKeys<T>(most: number, placeOf: (key: string) => number): KnownKeys<T> {
  interface Known {
    readonly codes: Uint16Array;
    readonly value: T;
    readonly next: Known | undefined;
  }
  const places = new Map<number, Known>();
  let size = 0;
  return {
    find(key) {
      for (let known = places.get(placeOf(key)); known !== undefined; known = known.next)
        if (isSame(known.codes, key)) return known.value;
      return undefined;
    },
    remember(key, value) {
      if (size >= most) {
        places.clear();
        size = 0;
      }
      size++;
      const place = placeOf(key);
      const codes = Uint16Array.from({ length: key.length }, (_, i) => key.charCodeAt(i));
      places.set(place, { codes, value, next: places.get(place) });
    },
  };
}

/**
 * Whether a text has these characters: in a time that depends on its length only. Four at a time,
 * into two words, since waiting for each would double the time.
 */
function isSame(codes: Uint16Array, text: string): boolean {
  const { length } = codes;
  if (text.length !== length) return false;
  let odd = 0;
  let even = 0;
  let i = 0;
  for (; i + 3 < length; i += 4) {
    even |= codes[i]! ^ text.charCodeAt(i);
    odd |= codes[i + 1]! ^ text.charCodeAt(i + 1);
    even |= codes[i + 2]! ^ text.charCodeAt(i + 2);
    odd |= codes[i + 3]! ^ text.charCodeAt(i + 3);
  }
  for (; i < length; i++) even |= codes[i]! ^ text.charCodeAt(i);
  return (even | odd) === 0;
}

/** Where the four characters begin that a console shows of a secret key (`displayPrefix`). */
const SHOWN = KEY_PREFIX.length;

/** The place of a key of the service, by what is shown of it to tell keys apart. */
export function placeByPrefix(key: string): number {
  return (
    (key.charCodeAt(SHOWN) & 0x7f) |
    ((key.charCodeAt(SHOWN + 1) & 0x7f) << 7) |
    ((key.charCodeAt(SHOWN + 2) & 0x7f) << 14) |
    ((key.charCodeAt(SHOWN + 3) & 0x7f) << 21)
  );
}

/** Gives keys of any form their places, by all their characters and a secret. */
export function placeBySecret(): (key: string) => number {
  const seed = randomBytes(4).readInt32LE();
  const factor = randomBytes(4).readInt32LE() | 1;
  return (key) => {
    let place = seed;
    for (let i = 0; i < key.length; i++) {
      place = Math.imul(place ^ key.charCodeAt(i), factor);
      place ^= place >>> 15;
    }
    // A small integer, which a Map finds fastest.
    return place & 0x3fff_ffff;
  };
}
