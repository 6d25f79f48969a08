/** A set of code numbers of the lexicon, one bit each: there are some hundred. */
export interface CodeSet {
  bits: Uint32Array;
  size: number;
}

/** A set of no codes, with room for as many as there are in sound data; more make it grow. */
export function emptyCodes(): CodeSet {
  return { bits: new Uint32Array(16), size: 0 };
}

/** Whether a set has a code. */
export function hasCodeIn({ bits }: CodeSet, code: number): boolean {
  return code >>> 5 < bits.length && (bits[code >>> 5] & (1 << (code & 31))) !== 0;
}

/** Adds a code, of 24 bits at most (lexicon.ts). */
export function addCode(set: CodeSet, code: number): void {
  if (hasCodeIn(set, code)) return;
  if (code >>> 5 >= set.bits.length) {
    const bits = new Uint32Array((code >>> 5) + 1);
    bits.set(set.bits);
    set.bits = bits;
  }
  set.bits[code >>> 5] |= 1 << (code & 31);
  set.size++;
}

/** Takes all codes out. */
export function clearCodes(set: CodeSet): void {
  if (set.size === 0) return;
  set.bits.fill(0);
  set.size = 0;
}

/** The only code of a set of one; the least of several, -1 of none. */
export function firstCodeIn({ bits }: CodeSet): number {
  for (let i = 0; i < bits.length; i++) if (bits[i] !== 0) return 32 * i + 31 - Math.clz32(bits[i] & -bits[i]);
  return -1;
}
