/** Where what is read ahead is left, so that reading it is of use to somebody. */
const seen = { sum: 0 };

/** Takes what was read only to bring it into the processor's caches, so that reading it is not left out as useless. */
export function keepRead(value: number): void {
  seen.sum ^= value;
}

/**
 * Reads the elements of a column that some numbers stand for (-1: none), before any is needed. At
 * national size hardly one of them is in the processor's caches: asked for in one go they come at
 * the same time, where a row that is worked on would wait for each.
 */
export function readElementsAhead(column: Uint32Array | Uint8Array, numbers: Int32Array, count: number): void {
  let sum = 0;
  for (let i = 0; i < count; i++) sum ^= column[Math.max(0, numbers[i])];
  keepRead(sum);
}
