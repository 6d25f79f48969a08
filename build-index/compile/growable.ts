type Growable = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/**
 * A typed array at least `needed` long that begins with what `array` holds; `array` itself where it
 * is long enough. In memory that threads share if that of `array` is.
 */
export function grown<T extends Growable>(array: T, needed: number): T {
  if (needed <= array.length) return array;
  const length = Math.max(needed, Math.ceil(array.length * 1.5) + 16);
  const make = array.constructor as new (length: number | SharedArrayBuffer) => T;
  const larger = new make(
    array.buffer instanceof SharedArrayBuffer ? new SharedArrayBuffer(length * array.BYTES_PER_ELEMENT) : length,
  );
  larger.set(array);
  return larger;
}

/** A column of bytes in memory that threads share. */
export function sharedBytes(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length));
}

/** A column of 32-bit numbers in memory that threads share. */
export function sharedUint32(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * 4));
}

/** A column of signed 32-bit numbers in memory that threads share. */
export function sharedInt32(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(length * 4));
}
