import { hashId, hashIdDigits, hashIdStart } from '../../src/address/index/id-hash.ts';
import type { Row } from '../release/fields.ts';
import { MOST_ROWS_AHEAD } from '../release/psv.ts';
import { keepRead } from './ahead.ts';
import { ByteInterner, type ByteInternerContent } from './byte-interner.ts';
import { grown, sharedBytes, sharedUint32 } from './growable.ts';

/** The fewest digits at an id's end that are kept as a number; an id with fewer is kept as text. */
const FEWEST_DIGITS = 5;
const MOST_DIGITS = 9;
const MOST_PREFIXES = 254;
/** Words of a slot of the hash table: an id's value (`digits`), and its number + 1, 0 in a free slot. */
const SLOT = 2;
/** What a table holds, in a form that can be sent to another thread: its columns are shared, not copied. */
export interface PidTableContent {
  readonly prefixes: ByteInternerContent;
  readonly literals: ByteInternerContent;
  readonly prefix: Uint8Array;
  readonly digits: Uint32Array;
  readonly table: Uint32Array;
  readonly count: number;
}

/**
 * Gives every persistent identifier a number, 0, 1, 2, … in order of first appearance. Most ids are
 * a short prefix and up to nine digits (`GAVIC411087566`); those cost five bytes and a hash slot.
 * Any other string is kept as text: ids are opaque.
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
  /** By prefix code: the hashIdStart of the prefix, once it has been asked for. */
  readonly #prefixHashes: number[] = [];
  /** SLOT words a slot; a power of two of slots. */
  #table: Uint32Array;
  /** The prefix met last, preceded by its number of digits. */
  #key = Buffer.alloc(256);
  #keyLength = 0;
  #keyCode = 0;
  #code = 0;
  #value = 0;
  /**
   * For each of the rows that are looked up together: prefix code, value and slot; the slot is -1
   * where the id cannot be in the table.
   */
  #codes = new Uint8Array(MOST_ROWS_AHEAD);
  #values = new Uint32Array(MOST_ROWS_AHEAD);
  #slots = new Int32Array(MOST_ROWS_AHEAD);

  /** A table of about `expected` ids; or one that reads the content of another, to which no more ids are added. */
  constructor(content: number | PidTableContent = 1 << 10) {
    const known = typeof content === 'number' ? null : content;
    const expected = typeof content === 'number' ? content : 0;
    this.prefixes = known === null ? new ByteInterner() : ByteInterner.of(known.prefixes);
    this.literals = known === null ? new ByteInterner() : ByteInterner.of(known.literals);
    this.prefix = known?.prefix ?? sharedBytes(expected);
    this.digits = known?.digits ?? sharedUint32(expected);
    this.#table = known?.table ?? sharedUint32(SLOT * 2 ** Math.ceil(Math.log2(expected * 1.6 + 16)));
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

  /** Frees the memory for looking ids up by their bytes, which is then no longer possible. */
  forgetHash(): void {
    this.#table = new Uint32Array(SLOT);
  }

  /** The number of an id, given on its first appearance; `count` tells whether it was new. */
  intern(bytes: Uint8Array, start: number, end: number): number {
    this.#split(bytes, start, end, true);
    const slot = this.#slot(this.#code, this.#value, firstSlot(this.#code, this.#value, this.#table));
    if (this.#table[slot + 1] !== 0) return this.#table[slot + 1] - 1;
    const id = this.count++;
    if (id === this.prefix.length) this.#grow();
    this.prefix[id] = this.#code;
    this.digits[id] = this.#value;
    this.#table[slot] = this.#value;
    this.#table[slot + 1] = id + 1;
    if (this.count * 1.5 * SLOT > this.#table.length) this.#rehash();
    return id;
  }

  /** The number of an id, or -1 where it never appeared. */
  find(bytes: Uint8Array, start: number, end: number): number {
    if (!this.#split(bytes, start, end, false)) return -1;
    return this.#table[this.#slot(this.#code, this.#value, firstSlot(this.#code, this.#value, this.#table)) + 1] - 1;
  }

  /**
   * Leaves in `found` the number of the id in one column of each of some rows, -1 where it never
   * appeared. Waits for memory once for all of them.
   */
  findAll(rows: readonly Row[], count: number, column: number, found: Int32Array): void {
    this.readAhead(rows, count, column);
    const table = this.#table;
    const slots = this.#slots;
    for (let i = 0; i < count; i++)
      found[i] = slots[i] < 0 ? -1 : table[this.#slot(this.#codes[i], this.#values[i], slots[i]) + 1] - 1;
  }

  /**
   * Reads ahead what looking up the ids in a column of some rows will need: at national size hardly
   * any of it is in the processor's caches.
   */
  readAhead(rows: readonly Row[], count: number, column: number): void {
    const table = this.#table;
    const slots = this.#slots;
    for (let i = 0; i < count; i++) {
      const { bytes, start, end } = rows[i];
      const known = this.#split(bytes, start[column], end[column], false);
      this.#codes[i] = this.#code;
      this.#values[i] = this.#value;
      slots[i] = known ? firstSlot(this.#code, this.#value, table) : -1;
    }
    // One loop for what can be requested at once, the next for what depends on that.
    let sum = 0;
    for (let i = 0; i < count; i++) if (slots[i] >= 0) sum ^= table[slots[i] + 1];
    for (let i = 0; i < count; i++) if (slots[i] >= 0) sum ^= this.prefix[Math.max(0, table[slots[i] + 1] - 1)];
    keepRead(sum);
  }

  /** The id itself. */
  text(id: number): string {
    const code = this.prefix[id];
    if (code === 0) return this.literals.text(this.digits[id]);
    return this.prefixText(code) + String(this.digits[id]).padStart(this.prefixDigits(code), '0');
  }

  /** What hashId (src/address/index/id-hash.ts) answers for an id. */
  hashOf(id: number): number {
    const code = this.prefix[id];
    if (code === 0) return hashId(this.literals.text(this.digits[id]));
    this.#prefixHashes[code] ??= hashIdStart(this.prefixText(code));
    return hashIdDigits(this.#prefixHashes[code], this.digits[id], this.prefixDigits(code));
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
      const code = this.#prefixOf(bytes, start, first, end - first, add);
      if (code !== 0) {
        this.#code = code;
        this.#value = value;
        return true;
      }
    }
    this.#code = 0;
    const literal = add ? this.literals.intern(bytes, start, end) : this.literals.find(bytes, start, end);
    this.#value = Math.max(0, literal);
    return literal >= 0;
  }

  /**
   * The code of the prefix `bytes[start, end)` of ids with this many digits, 0 for none. Mostly it
   * is that of the previous id.
   */
  #prefixOf(bytes: Uint8Array, start: number, end: number, digits: number, add: boolean): number {
    const key = this.#key;
    const length = end - start + 1;
    if (length === this.#keyLength && key[0] === digits) {
      let i = 1;
      while (i < length && key[i] === bytes[start + i - 1]) i++;
      if (i === length) return this.#keyCode;
    }
    key[0] = digits;
    for (let i = 1; i < length; i++) key[i] = bytes[start + i - 1];
    let code = this.prefixes.find(key, 0, length) + 1;
    if (code === 0 && add && this.prefixes.count < MOST_PREFIXES) code = this.prefixes.intern(key, 0, length) + 1;
    this.#keyLength = code === 0 ? 0 : length;
    this.#keyCode = code;
    return code;
  }

  /**
   * Where the slot of an id begins, or else the free slot that it would go into; `first` is where
   * the search begins.
   */
  #slot(code: number, value: number, first: number): number {
    const table = this.#table;
    const mask = table.length - 1;
    let slot = first;
    for (;;) {
      const entry = table[slot + 1];
      if (entry === 0 || (table[slot] === value && this.prefix[entry - 1] === code)) return slot;
      slot = (slot + SLOT) & mask;
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
      let slot = firstSlot(this.prefix[id], this.digits[id], table);
      while (table[slot + 1] !== 0) slot = (slot + SLOT) & mask;
      table[slot] = this.digits[id];
      table[slot + 1] = id + 1;
    }
    this.#table = table;
  }
}

/** Where the slot begins in which an id is looked for first. */
function firstSlot(code: number, value: number, table: Uint32Array): number {
  let h = value ^ Math.imul(code, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) & (table.length / SLOT - 1)) * SLOT;
}
