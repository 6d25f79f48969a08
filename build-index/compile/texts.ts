import { ByteInterner } from './byte-interner.ts';
import { escapeJson } from './escape-json.ts';

/** The texts of an index, each once. Id 0 is the empty text. */
export class Texts {
  readonly #interner = new ByteInterner();
  #scratch = Buffer.alloc(1024);

  constructor() {
    this.#interner.intern(this.#scratch, 0, 0);
  }

  get count(): number {
    return this.#interner.count;
  }

  /** The text id of UTF-8 bytes. */
  ofBytes(bytes: Uint8Array, start: number, end: number): number {
    return this.#interner.intern(bytes, start, end);
  }

  /** The text id of a string; null is 0. */
  of(text: string | null): number {
    if (text === null) return 0;
    if (text.length * 3 > this.#scratch.length) this.#scratch = Buffer.alloc(text.length * 6);
    return this.#interner.intern(this.#scratch, 0, this.#scratch.write(text));
  }

  /** The text of an id. */
  get(id: number): string {
    return this.#interner.text(id);
  }

  /** The sections `textStart` and `text`: JSON-escaped, without quotes. */
  sections(): { start: Uint32Array; bytes: Uint8Array } {
    const { arena } = this.#interner;
    const start = new Uint32Array(this.count + 1);
    let bytes = Buffer.allocUnsafe(this.#interner.start(this.count) + 1024);
    let at = 0;
    for (let id = 0; id < this.count; id++) {
      const from = this.#interner.start(id);
      const to = this.#interner.start(id + 1);
      if (at + (to - from) * 6 > bytes.length) {
        const grown = Buffer.allocUnsafe(at + (to - from) * 6 + (bytes.length >> 1));
        bytes.copy(grown, 0, 0, at);
        bytes = grown;
      }
      at = escapeJson(arena, from, to, bytes, at);
      start[id + 1] = at;
    }
    return { start, bytes: bytes.subarray(0, at) };
  }
}
