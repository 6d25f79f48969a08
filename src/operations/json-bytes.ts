/** More than any answer from a sound index has; what a damaged one says may be endless. */
const MOST_BYTES = 1 << 26;

/**
 * A growable buffer that answers are written into, as JSON in UTF-8, without an intermediate string.
 * One per worker, reused for every answer: `reset`, write, then `view` (valid until the next `reset`).
 */
export class JsonBytes {
  bytes: Uint8Array;
  length = 0;

  constructor(capacity = 64 * 1024) {
    this.bytes = new Uint8Array(capacity);
  }

  /** Forgets what was written; keeps the memory. */
  reset(): void {
    this.length = 0;
  }

  /** The bytes written so far, without a copy. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** Makes room for `more` bytes. Throws where the answer would have more than 64 MiB. */
  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    if (!(needed <= MOST_BYTES)) throw new Error(`an answer of ${needed} bytes, expected at most ${MOST_BYTES}`);
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  /** Writes ASCII text as it is: for keys and punctuation known in advance. */
  ascii(text: string): void {
    const n = text.length;
    this.reserve(n);
    const bytes = this.bytes;
    let at = this.length;
    for (let i = 0; i < n; i++) bytes[at++] = text.charCodeAt(i);
    this.length = at;
  }

  /** Writes bytes that are already JSON. */
  raw(source: Uint8Array, start: number, end: number): void {
    const n = end - start;
    this.reserve(n);
    const bytes = this.bytes;
    let at = this.length;
    if (n > 96) bytes.set(source.subarray(start, end), at);
    else for (let i = start; i < end; i++) bytes[at++] = source[i];
    this.length += n;
  }

  /** Writes a string as a JSON string: quoted, escaped, UTF-8. For caller-supplied text; index text is stored escaped. */
  string(text: string): void {
    this.utf8(JSON.stringify(text));
  }

  /** Writes a non-negative integer below 2^32. */
  uint(value: number): void {
    this.reserve(10);
    let digits = 1;
    for (let limit = 10; digits < 10 && value >= limit; limit *= 10) digits++;
    let at = this.length + digits;
    this.length = at;
    let rest = value;
    do {
      const next = Math.floor(rest / 10);
      this.bytes[--at] = 48 + (rest - next * 10);
      rest = next;
    } while (digits-- > 1);
  }

  private utf8(text: string): void {
    this.reserve(text.length * 3);
    this.length += encoder.encodeInto(text, this.bytes.subarray(this.length)).written;
  }
}

const encoder = new TextEncoder();
