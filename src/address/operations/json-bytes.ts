import type { Bytes } from '../index/bytes.ts';

/** More than any answer from a sound index needs; one from a damaged index might never end. */
const MOST_BYTES = 1 << 26;

/** Longer answers get a new view each. */
const MOST_VIEWS = 4096;

/**
 * Bytes that are copied at a time. A copy may write up to seven bytes beyond its end, which are
 * overwritten next.
 */
const WORD = 8;

/** ASCII text known in advance, for keys and punctuation: the number of its first word in `KNOWN` × 1024, and its length. */
export type Fragment = number & { readonly brand: 'fragment' };

/** All fragments, one after another: they share few cache lines, which stay in the cache. */
const KNOWN = new Float64Array(1024);
const LONGEST_FRAGMENT = 1023;
let known = 0;

/** Prepares text that answers are made of. ASCII only; it is never freed. */
export function fragment(text: string): Fragment {
  const words = Math.ceil(text.length / WORD);
  if (text.length > LONGEST_FRAGMENT || known + words > KNOWN.length) throw new Error(`no room for ${text}`);
  new Uint8Array(KNOWN.buffer, known * WORD).set(Buffer.from(text, 'latin1'));
  const made = known * (LONGEST_FRAGMENT + 1) + text.length;
  known += words;
  return made as Fragment;
}

/** The names of members by the fields of their schema, each with its colon: what fragments of answers are made of. */
export function membersOf<F extends object>(fields: F): { readonly [Name in keyof F]: string } {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, `"${name}":`])) as { [Name in keyof F]: string };
}

/** `00` to `99`, as the two digits lie in memory. */
const DIGIT_PAIRS = Uint16Array.from({ length: 100 }, (_, i) => 0x3030 + Math.floor(i / 10) + (i % 10) * 256);

/**
 * A growable buffer that answers are written into, as JSON in UTF-8, without an intermediate string.
 * One per worker, reused for every answer: `reset`, write, then `view` (valid until the next `reset`).
 *
 * Answers are made of short runs of bytes. They are copied by words of eight bytes, as floating-point numbers, which is what V8
 * moves without allocating; no bytes of UTF-8 are a NaN, whose bits might change on the way.
 */
export class JsonBytes {
  length = 0;
  #bytes: Uint8Array;
  #words: DataView;
  /** By length: making a view costs more than writing some hundred bytes. */
  #views: (Uint8Array | undefined)[] = new Array(MOST_VIEWS).fill(undefined);

  constructor(capacity = 64 * 1024) {
    this.#bytes = new Uint8Array(capacity);
    this.#words = new DataView(this.#bytes.buffer);
  }

  /** Forgets what was written; keeps the memory. */
  reset(): void {
    this.length = 0;
  }

  /** The bytes written so far, without a copy. */
  view(): Uint8Array {
    const { length } = this;
    if (length >= MOST_VIEWS) return this.#bytes.subarray(0, length);
    let view = this.#views[length];
    if (view === undefined) {
      view = this.#bytes.subarray(0, length);
      this.#views[length] = view;
    }
    return view;
  }

  /** Writes text known in advance. */
  write(fragment: Fragment): void {
    const end = this.length + (fragment & LONGEST_FRAGMENT);
    if (end + WORD > this.#bytes.length) this.#grow(end + WORD);
    const target = this.#words;
    let word = fragment >>> 10;
    for (let at = this.length; at < end; at += WORD) target.setFloat64(at, KNOWN[word++], true);
    this.length = end;
  }

  /** Writes ASCII text as it is, unescaped: for short text. */
  ascii(text: string): void {
    const end = this.length + text.length;
    if (end > this.#bytes.length) this.#grow(end);
    const bytes = this.#bytes;
    let at = this.length;
    for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i);
    this.length = end;
  }

  /** Writes one ASCII character. */
  character(code: number): void {
    if (this.length === this.#bytes.length) this.#grow(this.length + 1);
    this.#bytes[this.length++] = code;
  }

  /** Writes bytes `start` to `end` of a section, which are already JSON. */
  raw({ view, length }: Bytes, start: number, end: number): void {
    const last = Math.min(end, length);
    const written = this.length + last - start;
    if (!(last > start)) return;
    if (written + WORD > this.#bytes.length) this.#grow(written + WORD);
    const target = this.#words;
    let from = start;
    let at = this.length;
    for (const lastWord = length - WORD; from < last && from <= lastWord; from += WORD) {
      target.setFloat64(at, view.getFloat64(from, true), true);
      at += WORD;
    }
    for (; from < last; from++) target.setUint8(at++, view.getUint8(from));
    this.length = written;
  }

  /** Writes again what this answer has from `start` to `end`. */
  again(start: number, end: number): void {
    const written = this.length + end - start;
    if (written + WORD > this.#bytes.length) this.#grow(written + WORD);
    const words = this.#words;
    let at = this.length;
    for (let from = start; from < end; from += WORD) {
      words.setFloat64(at, words.getFloat64(from, true), true);
      at += WORD;
    }
    this.length = written;
  }

  /** Lets `by` change, in place, what was written from `from` on. */
  edit<T>(from: number, by: (bytes: Uint8Array, from: number, end: number) => T): T {
    return by(this.#bytes, from, this.length);
  }

  /** Writes a string as a JSON string: quoted, escaped, UTF-8. For caller-supplied text; index text is stored escaped. */
  string(text: string): void {
    this.utf8(JSON.stringify(text));
  }

  /** Writes text as it is, in UTF-8: JSON that is made elsewhere. */
  utf8(text: string): void {
    const most = this.length + text.length * 3;
    if (most > this.#bytes.length) this.#grow(most);
    this.length += encoder.encodeInto(text, this.#bytes.subarray(this.length)).written;
  }

  /** Writes a non-negative integer below 2^32. */
  uint(value: number): void {
    if (value < 10) this.character(0x30 + value);
    else this.digits(value, decimalLength(value));
  }

  /** Writes a non-negative integer below 2^32 in `count` digits, zeros before it. */
  digits(value: number, count: number): void {
    const end = this.length + count;
    if (end > this.#bytes.length) this.#grow(end);
    const target = this.#words;
    let rest = value >>> 0;
    let at = end;
    for (const second = this.length + 2; at >= second; at -= 2) {
      const next = (rest / 100) >>> 0;
      target.setUint16(at - 2, DIGIT_PAIRS[rest - next * 100], true);
      rest = next;
    }
    if (at > this.length) target.setUint8(at - 1, 0x30 + (rest % 10));
    this.length = end;
  }

  /** Takes back the zeros at the end. */
  trimZeros(): void {
    const bytes = this.#bytes;
    while (this.length > 0 && bytes[this.length - 1] === 0x30) this.length--;
  }

  #grow(needed: number): void {
    if (!(needed <= MOST_BYTES)) throw new Error(`an answer of ${needed} bytes, expected at most ${MOST_BYTES}`);
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.length));
    this.#bytes = grown;
    this.#views.fill(undefined);
    this.#words = new DataView(grown.buffer);
  }
}

function decimalLength(value: number): number {
  let digits = 1;
  for (let limit = 10; digits < 10 && value >= limit; limit *= 10) digits++;
  return digits;
}

const encoder = new TextEncoder();
