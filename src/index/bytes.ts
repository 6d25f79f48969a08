/** A section of bytes as answers copy it: by words, from any position. */
export interface Bytes {
  readonly view: DataView;
  /** That of the view, which costs a call to ask for. */
  readonly length: number;
}

/** Bytes to be copied from. */
export function bytesOf(buffer: ArrayBuffer): Bytes {
  return { view: new DataView(buffer), length: buffer.byteLength };
}
