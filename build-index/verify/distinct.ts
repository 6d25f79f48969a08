/**
 * The first of `count` things that equals an earlier one, with that one, or null where all differ. `hash` answers a 32-bit
 * hash of a thing. O(count), eight bytes a thing.
 */
export function firstRepeat(
  count: number,
  hash: (i: number) => number,
  equal: (i: number, j: number) => boolean,
): { readonly position: number; readonly earlier: number } | null {
  const mask = 2 ** Math.ceil(Math.log2(count + 1) + 1) - 1;
  const table = new Uint32Array(mask + 1);
  for (let i = 0; i < count; i++) {
    let slot = (hash(i) & mask) >>> 0;
    for (; table[slot] !== 0; slot = (slot + 1) & mask)
      if (equal(i, table[slot] - 1)) return { position: i, earlier: table[slot] - 1 };
    table[slot] = i + 1;
  }
  return null;
}

/** A 32-bit hash of numbers, one after another: `mixed(mixed(SEED, a), b)`. */
export function mixed(hash: number, value: number): number {
  const h = Math.imul(hash ^ value, 0x9e3779b1);
  return h ^ (h >>> 15);
}

/** What `mixed` begins with. */
export const SEED = 0x811c9dc5;
