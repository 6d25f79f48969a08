/**
 * The generator's random numbers: sfc32 (Chris Doty-Humphrey, PractRand), 32-bit integer arithmetic
 * only, so that a seed gives the same numbers on every Node.js version and processor.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter: number;

  /** Streams with different labels are independent of each other; the same seed and label give the same stream. */
  constructor(seed: number, label: string) {
    let hash = (Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(Math.floor(seed / 4294967296), 0x85ebca6b)) | 0;
    for (let i = 0; i < label.length; i++) hash = Math.imul(hash ^ label.charCodeAt(i), 0x01000193);
    this.a = mix32(hash);
    this.b = mix32(hash + 0x9e3779b9);
    this.c = mix32(hash + 0x3c6ef372);
    this.counter = 1;
    for (let i = 0; i < 12; i++) this.next();
  }

  /** A whole number from 0 to 2^32 - 1. */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum;
    this.c |= 0;
    return sum >>> 0;
  }

  /** A number from 0 (included) to 1 (excluded), a multiple of 2^-32. */
  fraction(): number {
    return this.next() / 4294967296;
  }

  /** A whole number from 0 to `limit - 1`; 0 if `limit` is 1. */
  below(limit: number): number {
    return Math.floor((this.next() / 4294967296) * limit);
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability * 4294967296;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  /** A value from a distribution given as ascending `[cumulative share, value]` points, linear between them. */
  quantile(points: readonly (readonly [number, number])[]): number {
    const at = this.fraction();
    for (let i = 1; i < points.length; i++) {
      const [share, value] = points[i];
      if (at < share) {
        const [shareBefore, valueBefore] = points[i - 1];
        return valueBefore + ((value - valueBefore) * (at - shareBefore)) / (share - shareBefore);
      }
    }
    return points[points.length - 1][1];
  }

  /** One of `values` by its share; the shares may sum to less than 1, the last value then takes the rest. */
  weighted<T>(values: readonly (readonly [number, T])[]): T {
    let at = this.fraction();
    for (const [share, value] of values) {
      if (at < share) return value;
      at -= share;
    }
    return values[values.length - 1][1];
  }

  /** Puts the first `length` entries in a random order (Fisher–Yates), in place. */
  shuffle(list: { [index: number]: number }, length: number): void {
    for (let i = length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      const kept = list[i];
      list[i] = list[j];
      list[j] = kept;
    }
  }
}

/** A bijection of 32-bit integers that spreads neighbouring inputs (the finalizer of MurmurHash3). */
export function mix32(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}
