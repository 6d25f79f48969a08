/** JSON fragments, one after another with the position where each begins: a CSR section of bytes to copy into answers. */
export class JsonTable {
  readonly #fragments: Buffer[] = [];

  /** Adds a fragment and answers its number. */
  add(json: string): number {
    return this.#fragments.push(Buffer.from(json)) - 1;
  }

  get count(): number {
    return this.#fragments.length;
  }

  sections(): { start: Uint32Array; bytes: Uint8Array } {
    const start = new Uint32Array(this.#fragments.length + 1);
    this.#fragments.forEach((fragment, i) => {
      start[i + 1] = start[i] + fragment.length;
    });
    return { start, bytes: Buffer.concat(this.#fragments) };
  }
}
