/**
 * Which of the letters A–Z occur in a text, as bits 0–25. Two texts whose masks differ in more than 2k bits are more than k
 * edits apart: one edit adds at most one letter and takes away at most one.
 */
export function letterMask(text: string): number {
  let mask = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i) - 65;
    if (letter >= 0 && letter < 26) mask |= 1 << letter;
  }
  return mask >>> 0;
}

/** Bits that are set in a 32-bit number. */
export function bitCount(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
