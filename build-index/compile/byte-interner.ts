const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** What an interner holds, in a form that can be sent to another thread. */
export interface ByteInternerContent {
  readonly arena: Uint8Array;
  readonly starts: Uint32Array;
  readonly table: Uint32Array;
  readonly count: number;
}

/**
 * Gives every distinct byte string a number, 0, 1, 2, … in order of first appearance. Strings live
 * in one arena, so that millions of them cost no JavaScript objects. O(length) per call.
 */
export class ByteInterner {
  /** An interner with the given content, which is copied. */
  static of({ arena, starts, table, count }: ByteInternerContent): ByteInterner {
    const interner = new ByteInterner();
    interner.#arena = Buffer.from(arena);
    interner.#starts = starts.slice();
    interner.#table = table.slice();
    interner.#count = count;
    return interner;
  }

  #arena = Buffer.allocUnsafe(1 << 12);
  #starts = new Uint32Array(1 << 8);
  #table = new Uint32Array(1 << 9);
  #count = 0;

  /** Distinct strings so far. */
  get count(): number {
    return this.#count;
  }

  /** Holds all strings; string `id` lies at `start(id)` to `start(id + 1)`. Valid until the next `intern`. */
  get arena(): Buffer {
    return this.#arena;
  }

  /** Everything it holds, not copied: for sending a copy to a thread. */
  content(): ByteInternerContent {
    return {
      arena: this.#arena.subarray(0, this.#starts[this.#count]),
      starts: this.#starts,
      table: this.#table,
      count: this.#count,
    };
  }

  start(id: number): number {
    return this.#starts[id];
  }

  /** The number of a string, given on its first appearance. */
  intern(bytes: Uint8Array, start: number, end: number): number {
    const slot = this.#slot(bytes, start, end);
    const found = this.#table[slot];
    if (found !== 0) return found - 1;
    const id = this.#count++;
    if (id + 2 > this.#starts.length) {
      const grown = new Uint32Array(this.#starts.length * 2);
      grown.set(this.#starts);
      this.#starts = grown;
    }
    const at = this.#starts[id];
    const length = end - start;
    if (at + length > this.#arena.length) {
      const grown = Buffer.allocUnsafe(Math.max(at + length, this.#arena.length * 2));
      this.#arena.copy(grown, 0, 0, at);
      this.#arena = grown;
    }
    for (let i = 0; i < length; i++) this.#arena[at + i] = bytes[start + i];
    this.#starts[id + 1] = at + length;
    this.#table[slot] = id + 1;
    if (this.#count * 2 > this.#table.length) this.#rehash();
    return id;
  }

  /** The number of a string, or -1 where it never appeared. */
  find(bytes: Uint8Array, start: number, end: number): number {
    return this.#table[this.#slot(bytes, start, end)] - 1;
  }

  /** The string itself, decoded. */
  text(id: number): string {
    return this.#arena.toString('utf8', this.#starts[id], this.#starts[id + 1]);
  }

  #slot(bytes: Uint8Array, start: number, end: number): number {
    const mask = this.#table.length - 1;
    const length = end - start;
    let slot = hash(bytes, start, end) & mask;
    for (;;) {
      const entry = this.#table[slot];
      if (entry === 0) return slot;
      const at = this.#starts[entry - 1];
      if (this.#starts[entry] - at === length) {
        let i = 0;
        while (i < length && this.#arena[at + i] === bytes[start + i]) i++;
        if (i === length) return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  #rehash(): void {
    const table = new Uint32Array(this.#table.length * 2);
    const mask = table.length - 1;
    for (let id = 0; id < this.#count; id++) {
      let slot = hash(this.#arena, this.#starts[id], this.#starts[id + 1]) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = id + 1;
    }
    this.#table = table;
  }
}

function hash(bytes: Uint8Array, start: number, end: number): number {
  let h = FNV_OFFSET;
  for (let i = start; i < end; i++) h = Math.imul(h ^ bytes[i], FNV_PRIME);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  return (h ^ (h >>> 13)) >>> 0;
}
