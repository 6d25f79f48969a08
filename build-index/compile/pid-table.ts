import { ByteInterner, type ByteInternerContent } from './byte-interner.ts';
import { grown, sharedBytes, sharedUint32 } from './growable.ts';

/** Digits at an id's end that are kept as a number; fewer, and the id is kept as text. */
const FEWEST_DIGITS = 5;
const MOST_DIGITS = 9;
const MOST_PREFIXES = 254;

/** What a table holds, as another thread can be sent it: its columns are shared, not copied. */
export interface PidTableContent {
  readonly prefixes: ByteInternerContent;
  readonly literals: ByteInternerContent;
  readonly prefix: Uint8Array;
  readonly digits: Uint32Array;
  readonly table: Uint32Array;
  readonly count: number;
}

/**
 * Gives every persistent identifier a number, 0, 1, 2, … in order of first appearance. Most ids are a short prefix and up to
 * nine digits (`GAVIC411087566`); those cost five bytes and a hash slot. Any other string is kept as text: ids are opaque.
 */
export class PidTable {
  /** Distinct (text before the digits, digit count) pairs: prefix code - 1. */
  readonly prefixes: ByteInterner;
  /** Ids that are kept as text. */
  readonly literals: ByteInterner;
  /** By id number: its prefix code, 0 for a literal. */
  prefix: Uint8Array;
  /** By id number: the digits' value, or the literal's number. */
  digits: Uint32Array;
  count: number;
  #table: Uint32Array;
  #key = Buffer.alloc(256);
  #code = 0;
  #value = 0;

  /** A table of about `expected` ids; or one that reads the content of another, which no id is added to any more. */
  constructor(content: number | PidTableContent = 1 << 10) {
    const known = typeof content === 'number' ? null : content;
    const expected = typeof content === 'number' ? content : 0;
    this.prefixes = known === null ? new ByteInterner() : ByteInterner.of(known.prefixes);
    this.literals = known === null ? new ByteInterner() : ByteInterner.of(known.literals);
    this.prefix = known?.prefix ?? sharedBytes(expected);
    this.digits = known?.digits ?? sharedUint32(expected);
    this.#table = known?.table ?? sharedUint32(2 ** Math.ceil(Math.log2(expected * 1.6 + 16)));
    this.count = known?.count ?? 0;
  }

  /** What the table holds, for another thread to read. */
  content(): PidTableContent {
    const { prefix, digits, count } = this;
    return {
      prefixes: this.prefixes.content(),
      literals: this.literals.content(),
      prefix,
      digits,
      table: this.#table,
      count,
    };
  }

  /** Gives up looking ids up by their bytes, and the memory that it takes. */
  forgetHash(): void {
    this.#table = new Uint32Array(1);
  }

  /** The number of an id, given on its first appearance; `count` tells whether it was new. */
  intern(bytes: Uint8Array, start: number, end: number): number {
    this.#split(bytes, start, end, true);
    const slot = this.#slot();
    if (this.#table[slot] !== 0) return this.#table[slot] - 1;
    const id = this.count++;
    if (id === this.prefix.length) this.#grow();
    this.prefix[id] = this.#code;
    this.digits[id] = this.#value;
    this.#table[slot] = id + 1;
    if (this.count * 1.5 > this.#table.length) this.#rehash();
    return id;
  }

  /** The number of an id, or -1 where it never appeared. */
  find(bytes: Uint8Array, start: number, end: number): number {
    if (!this.#split(bytes, start, end, false)) return -1;
    return this.#table[this.#slot()] - 1;
  }

  /** The id itself. */
  text(id: number): string {
    const code = this.prefix[id];
    if (code === 0) return this.literals.text(this.digits[id]);
    return this.prefixText(code) + String(this.digits[id]).padStart(this.prefixDigits(code), '0');
  }

  prefixText(code: number): string {
    return this.prefixes.text(code - 1).slice(1);
  }

  prefixDigits(code: number): number {
    return this.prefixes.arena[this.prefixes.start(code - 1)];
  }

  /** Byte order of two ids. */
  compare(a: number, b: number): number {
    if (this.prefix[a] === this.prefix[b] && this.prefix[a] !== 0) return this.digits[a] - this.digits[b];
    const x = this.text(a);
    const y = this.text(b);
    return x < y ? -1 : x > y ? 1 : 0;
  }

  /** Leaves the id's prefix code and value in `#code` and `#value`; false where it cannot be in the table. */
  #split(bytes: Uint8Array, start: number, end: number, add: boolean): boolean {
    let first = end;
    const limit = Math.max(start, end - MOST_DIGITS);
    let value = 0;
    let scale = 1;
    while (first > limit) {
      const digit = bytes[first - 1] - 48;
      if (digit < 0 || digit > 9) break;
      value += digit * scale;
      scale *= 10;
      first--;
    }
    if (end - first >= FEWEST_DIGITS && first - start < this.#key.length) {
      const key = this.#key;
      key[0] = end - first;
      const length = first - start + 1;
      for (let i = 1; i < length; i++) key[i] = bytes[start + i - 1];
      let code = this.prefixes.find(key, 0, length) + 1;
      if (code === 0 && add && this.prefixes.count < MOST_PREFIXES) code = this.prefixes.intern(key, 0, length) + 1;
      if (code !== 0) {
        this.#code = code;
        this.#value = value;
        return true;
      }
    }
    this.#code = 0;
    this.#value = add ? this.literals.intern(bytes, start, end) : this.literals.find(bytes, start, end);
    return this.#value >= 0;
  }

  #slot(): number {
    const mask = this.#table.length - 1;
    const code = this.#code;
    const value = this.#value;
    let slot = mix(code, value) & mask;
    for (;;) {
      const entry = this.#table[slot];
      if (entry === 0 || (this.digits[entry - 1] === value && this.prefix[entry - 1] === code)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    this.prefix = grown(this.prefix, this.prefix.length + 1);
    this.digits = grown(this.digits, this.digits.length + 1);
  }

  #rehash(): void {
    const table = sharedUint32(this.#table.length * 2);
    const mask = table.length - 1;
    for (let id = 0; id < this.count; id++) {
      let slot = mix(this.prefix[id], this.digits[id]) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = id + 1;
    }
    this.#table = table;
  }
}

function mix(code: number, value: number): number {
  let h = value ^ Math.imul(code, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
