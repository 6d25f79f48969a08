/** Where what is read ahead is left, so that the reads are not optimised away. */
const seen = { sum: 0 };

/** Takes what was read only to bring it into the processor's caches, so that the reads are not optimised away. */
export function keepRead(value: number): void {
  seen.sum ^= value;
}

/**
 * Reads the elements of a column at some positions (-1: none), before any is needed. At national
 * size hardly any of them is in the processor's caches: requested together they arrive together,
 * whereas rows processed one by one would wait for each.
 */
export function readElementsAhead(column: Uint32Array | Uint8Array, numbers: Int32Array, count: number): void {
  let sum = 0;
  for (let i = 0; i < count; i++) sum ^= column[Math.max(0, numbers[i])];
  keepRead(sum);
}
