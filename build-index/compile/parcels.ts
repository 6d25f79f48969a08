import { ByteInterner } from './byte-interner.ts';
import { escapeJson } from './escape-json.ts';
import type { Texts } from './texts.ts';

/** Stands for a number within a template. */
const PLACE = 0x01;
const MOST_DIGITS = 9;
const MOST_NUMBERS = 8;
const MOST_TEMPLATES = 1 << 16;

/**
 * Legal parcel ids, coded as a template and its numbers: `51\PS404622` is `⟨⟩\PS⟨⟩` with 51 and
 * 404622. A number is up to nine digits without a leading zero; everything else belongs to the
 * template, so that every id is restored byte for byte.
 */
export class Parcels {
  readonly #texts: Texts;
  readonly #templates = new ByteInterner();
  readonly #numbers: number[] = [];
  #template = Buffer.alloc(256);
  /** Codes one after another: varint of template × 2 + literal, then varints of numbers. Position 0 is "none". */
  #codes = Buffer.allocUnsafe(1 << 16);
  #length = 1;

  constructor(texts: Texts) {
    this.#texts = texts;
  }

  /** Keeps a parcel id and answers where its code begins; 0 for an empty one. */
  add(bytes: Uint8Array, start: number, end: number): number {
    if (start === end) return 0;
    const at = this.#length;
    if (at + 64 > this.#codes.length) {
      const grown = Buffer.allocUnsafe(this.#codes.length * 2);
      this.#codes.copy(grown, 0, 0, at);
      this.#codes = grown;
    }
    const template = this.#split(bytes, start, end);
    if (template < 0) {
      this.#length = writeVarint(this.#codes, at, this.#texts.ofBytes(bytes, start, end) * 2 + 1);
      return at;
    }
    let next = writeVarint(this.#codes, at, template * 2);
    for (const number of this.#numbers) next = writeVarint(this.#codes, next, number);
    this.#length = next;
    return at;
  }

  /** A byte of the codes: for reading a code before it is needed. */
  byteAt(at: number): number {
    return this.#codes[at];
  }

  /** Copies the code that begins at `at`, and answers where the copy ended. */
  copy(at: number, target: Uint8Array, to: number): number {
    const head = readVarint(this.#codes, at);
    let rest = (head & 1) === 1 ? 0 : this.#placesOf(head >>> 1);
    let from = at;
    for (let to2 = to; ; to2++) {
      const byte = this.#codes[from++];
      target[to2] = byte;
      if (byte < 0x80 && rest-- === 0) return to2 + 1;
    }
  }

  /** The sections `parcelTemplateStart` and `parcelTemplate`: JSON-escaped, a number's place being byte 1. */
  sections(): { start: Uint32Array; bytes: Uint8Array } {
    const n = this.#templates.count;
    const start = new Uint32Array(n + 1);
    const bytes = Buffer.allocUnsafe(this.#templates.start(n) * 6 + 16);
    let at = 0;
    for (let id = 0; id < n; id++) {
      at = escapeJson(
        this.#templates.arena,
        this.#templates.start(id),
        this.#templates.start(id + 1),
        bytes,
        at,
        PLACE,
      );
      start[id + 1] = at;
    }
    return { start, bytes: bytes.subarray(0, at) };
  }

  #placesOf(template: number): number {
    const { arena } = this.#templates;
    let places = 0;
    for (let i = this.#templates.start(template); i < this.#templates.start(template + 1); i++)
      if (arena[i] === PLACE) places++;
    return places;
  }

  #split(bytes: Uint8Array, start: number, end: number): number {
    if (end - start > this.#template.length) return -1;
    this.#numbers.length = 0;
    let length = 0;
    let p = start;
    while (p < end) {
      const byte = bytes[p];
      if (byte < 0x20) return -1;
      if (byte > 0x30 && byte <= 0x39 && this.#numbers.length < MOST_NUMBERS && !isDigit(bytes[p - 1], p > start)) {
        let value = 0;
        let q = p;
        for (; q < end && q - p < MOST_DIGITS && bytes[q] >= 0x30 && bytes[q] <= 0x39; q++)
          value = value * 10 + bytes[q] - 0x30;
        if (q === end || bytes[q] < 0x30 || bytes[q] > 0x39) {
          this.#numbers.push(value);
          this.#template[length++] = PLACE;
          p = q;
          continue;
        }
      }
      this.#template[length++] = byte;
      p++;
    }
    const known = this.#templates.find(this.#template, 0, length);
    if (known >= 0) return known;
    return this.#templates.count < MOST_TEMPLATES ? this.#templates.intern(this.#template, 0, length) : -1;
  }
}

function isDigit(byte: number, within: boolean): boolean {
  return within && byte >= 0x30 && byte <= 0x39;
}

/** Writes a non-negative integer below 2^53 as a little-endian base-128 varint, and answers where it ended. */
export function writeVarint(target: Uint8Array, at: number, value: number): number {
  while (value >= 0x80) {
    target[at++] = (value % 0x80) | 0x80;
    value = Math.floor(value / 0x80);
  }
  target[at++] = value;
  return at;
}

function readVarint(source: Uint8Array, at: number): number {
  let value = 0;
  let scale = 1;
  for (;;) {
    const byte = source[at++];
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
    scale *= 0x80;
  }
}
