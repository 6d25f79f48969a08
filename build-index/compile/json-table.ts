/**
 * JSON fragments, one after another with the position where each begins: a CSR section of bytes to
 * copy into answers.
 */
export class JsonTable {
  readonly #start = [0];
  #bytes = Buffer.alloc(1 << 12);

  /** Adds a fragment and answers its number. */
  add(json: string): number {
    const at = this.#start[this.count];
    const most = at + json.length * 3;
    if (most > this.#bytes.length) {
      const grown = Buffer.alloc(most * 2);
      this.#bytes.copy(grown, 0, 0, at);
      this.#bytes = grown;
    }
    this.#start.push(at + this.#bytes.write(json, at));
    return this.count - 1;
  }

  get count(): number {
    return this.#start.length - 1;
  }

  sections(): { start: Uint32Array; bytes: Uint8Array } {
    return { start: Uint32Array.from(this.#start), bytes: this.#bytes.subarray(0, this.#start[this.count]) };
  }
}
