import type { Keys } from '../../index/first-words.ts';
import type { Tokens } from './tokens.ts';

const SPACE = 0x20;

/** Tokens from one up to another, which stand in keys with spaces between. */
export interface Phrase {
  readonly tokens: Tokens;
  readonly from: number;
  readonly end: number;
}

/** Byte order of the i-th key and a phrase. */
export function compareKey({ key, keyStart }: Keys, i: number, { tokens, from, end }: Phrase): number {
  const keyEnd = keyStart[i + 1];
  let at = keyStart[i];
  for (let t = from; t < end; t++) {
    if (t > from) {
      if (at === keyEnd) return -1;
      if (key[at] !== SPACE) return key[at] - SPACE;
      at++;
    }
    for (let letter = tokens.start[t]; letter < tokens.end[t]; letter++, at++) {
      if (at === keyEnd) return -1;
      const order = key[at] - tokens.letters[letter];
      if (order !== 0) return order;
    }
  }
  return keyEnd - at;
}

/** Whether the i-th key begins with a phrase. */
export function keyBegins({ key, keyStart }: Keys, i: number, { tokens, from, end }: Phrase): boolean {
  const keyEnd = keyStart[i + 1];
  let at = keyStart[i];
  for (let t = from; t < end; t++) {
    if (t > from && (at >= keyEnd || key[at++] !== SPACE)) return false;
    for (let letter = tokens.start[t]; letter < tokens.end[t]; letter++, at++)
      if (at >= keyEnd || key[at] !== tokens.letters[letter]) return false;
  }
  return true;
}

/** The first of the keys from one to another that is not before a phrase. O(log keys). */
export function lowerKey(keys: Keys, phrase: Phrase, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareKey(keys, middle, phrase) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
