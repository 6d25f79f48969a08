import { keepRead } from './ahead.ts';
import { grown, sharedInt32 } from './growable.ts';

/** Words of a point: tens of longitude, tens of latitude, and their units with the tag above them. */
const WORDS = 3;
const TAG_SHIFT = 7;
const UNITS = (1 << TAG_SHIFT) - 1;
/** Points that are read ahead together. */
const BLOCK = 1024;

/** What such a list holds; sent to another thread, it is shared, not copied. */
export type PackedPointsContent = Int32Array;

/**
 * A growing list of points: coordinates, integers of 1e-8 degrees kept exactly, and a tag of 24
 * bits. A point's data lies together, in twelve bytes: at national size it is the first access to
 * each that costs.
 */
export class PackedPoints {
  #words: Int32Array;

  /** An empty list with room for some points, whose tags are 0; or a list with the content of another. */
  constructor(content: number | PackedPointsContent) {
    this.#words = typeof content === 'number' ? sharedInt32(content * WORDS) : content;
  }

  /** How many points there is room for. */
  get capacity(): number {
    return this.#words.length / WORDS;
  }

  /** What the list holds, for another thread. */
  content(): PackedPointsContent {
    return this.#words;
  }

  set(i: number, lon: number, lat: number, tag: number): void {
    const at = i * WORDS;
    if (at >= this.#words.length) this.#words = grown(this.#words, at + WORDS);
    const lonTens = Math.floor(lon / 10);
    const latTens = Math.floor(lat / 10);
    this.#words[at] = lonTens;
    this.#words[at + 1] = latTens;
    this.#words[at + 2] = (tag << TAG_SHIFT) | ((lon - lonTens * 10) * 10 + (lat - latTens * 10));
  }

  lon(i: number): number {
    const at = i * WORDS;
    return this.#words[at] * 10 + Math.floor((this.#words[at + 2] & UNITS) / 10);
  }

  lat(i: number): number {
    const at = i * WORDS;
    return this.#words[at + 1] * 10 + ((this.#words[at + 2] & UNITS) % 10);
  }

  tag(i: number): number {
    return this.#words[i * WORDS + 2] >>> TAG_SHIFT;
  }

  /** Reads some points (-1: none) before any is needed; see readElementsAhead. */
  readAhead(numbers: Int32Array, count: number): void {
    let sum = 0;
    for (let i = 0; i < count; i++) sum ^= this.#words[Math.max(0, numbers[i]) * WORDS];
    keepRead(sum);
  }

  /** Puts point `order[i]` in place i, and drops those that are not in `order`. */
  reorder(order: Uint32Array): void {
    const from = this.#words;
    const to = sharedInt32(order.length * WORDS);
    for (let start = 0; start < order.length; start += BLOCK) {
      const end = Math.min(start + BLOCK, order.length);
      // Independent of each other, so that the processor asks for many at once.
      for (let i = start; i < end; i++) to[i * WORDS] = from[order[i] * WORDS];
      for (let i = start; i < end; i++) {
        to[i * WORDS + 1] = from[order[i] * WORDS + 1];
        to[i * WORDS + 2] = from[order[i] * WORDS + 2];
      }
    }
    this.#words = to;
  }
}
