/** A typed array at least `needed` long that begins with what `array` holds; `array` itself where it is long enough. */
export function grown<T extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(array: T, needed: number): T {
  if (needed <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => T)(
    Math.max(needed, Math.ceil(array.length * 1.5) + 16),
  );
  larger.set(array);
  return larger;
}
