import { grown, sharedBytes, sharedInt32 } from './growable.ts';

/** What such a list holds: its columns are shared with another thread that is sent them, not copied. */
export interface PackedPointsContent {
  readonly lon: Int32Array;
  readonly lat: Int32Array;
  readonly low: Uint8Array;
}

/** A growing list of coordinates, integers of 1e-8 degrees kept exactly in nine bytes a point. */
export class PackedPoints {
  #lon: Int32Array;
  #lat: Int32Array;
  #low: Uint8Array;

  /** An empty list with room for some points; or one with the content of another. */
  constructor(content: number | PackedPointsContent) {
    const known = typeof content === 'number' ? null : content;
    const capacity = typeof content === 'number' ? content : 0;
    this.#lon = known?.lon ?? sharedInt32(capacity);
    this.#lat = known?.lat ?? sharedInt32(capacity);
    this.#low = known?.low ?? sharedBytes(capacity);
  }

  /** What the list holds, for another thread. */
  content(): PackedPointsContent {
    return { lon: this.#lon, lat: this.#lat, low: this.#low };
  }

  set(i: number, lon: number, lat: number): void {
    if (i >= this.#low.length) this.#grow(i + 1);
    const lonTens = Math.floor(lon / 10);
    const latTens = Math.floor(lat / 10);
    this.#lon[i] = lonTens;
    this.#lat[i] = latTens;
    this.#low[i] = (lon - lonTens * 10) * 10 + (lat - latTens * 10);
  }

  lon(i: number): number {
    return this.#lon[i] * 10 + Math.floor(this.#low[i] / 10);
  }

  lat(i: number): number {
    return this.#lat[i] * 10 + (this.#low[i] % 10);
  }

  #grow(needed: number): void {
    this.#lon = grown(this.#lon, needed);
    this.#lat = grown(this.#lat, needed);
    this.#low = grown(this.#low, needed);
  }
}
