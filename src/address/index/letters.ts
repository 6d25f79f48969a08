/** How many bits of a 32-bit integer are set (Warren, Hacker's Delight, 5-1). */
export function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x5555_5555);
  count = (count & 0x3333_3333) + ((count >>> 2) & 0x3333_3333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/**
 * Which of the letters A–Z occur in a text, as bits 0–25. Two texts whose masks differ in more than
 * 2k bits are more than k edits apart: one edit adds at most one letter and takes away at most one.
 */
export function letterMask(text: string): number {
  let mask = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i) - 65;
    if (letter >= 0 && letter < 26) mask |= 1 << letter;
  }
  return mask >>> 0;
}

/** The greatest length that a name's letters can hold. */
const MOST_LENGTH = 63;

/**
 * A search key's letters (bits 0–25, as `letterMask`) and its length (bits 26–31, at most 63): a
 * filter before comparing.
 */
export function nameLetters(key: Uint8Array, start: number, end: number): number {
  let mask = 0;
  for (let i = start; i < end; i++) if (key[i] >= 0x41 && key[i] <= 0x5a) mask |= 1 << (key[i] - 0x41);
  return (mask | (Math.min(MOST_LENGTH, end - start) << 26)) >>> 0;
}

/**
 * Whether two names may be within some edits of each other, by their letters. Never wrong when it
 * says no. Both tests are combined by their signs, since which of them fails is unpredictable.
 */
export function mayBeNear(a: number, b: number, edits: number): boolean {
  const longer = Math.abs((a >>> 26) - (b >>> 26)) - edits - 1;
  return (longer & (bitCount((a ^ b) & 0x03ff_ffff) - 2 * edits - 1)) < 0;
}

/**
 * Whether the first name may be within some edits of a beginning of the second, by their letters.
 * Never wrong when it says no.
 */
export function mayBegin(a: number, b: number, edits: number): boolean {
  return (a >>> 26) - (b >>> 26) <= edits && bitCount(a & ~b & 0x03ff_ffff) <= edits;
}
