/** A section of bytes as answers copy it: by words, from any position. */
export interface Bytes {
  readonly view: DataView;
  /** The view's own length, kept here because asking the view costs a call. */
  readonly length: number;
}

/** Bytes to be copied from. */
export function bytesOf(buffer: ArrayBufferLike, from = 0, length = buffer.byteLength): Bytes {
  return { view: new DataView(buffer, from, length), length };
}
