/** A growing list of coordinates, integers of 1e-8 degrees kept exactly in nine bytes a point. */
export class PackedPoints {
  #lon: Int32Array;
  #lat: Int32Array;
  #low: Uint8Array;

  constructor(capacity: number) {
    this.#lon = new Int32Array(capacity);
    this.#lat = new Int32Array(capacity);
    this.#low = new Uint8Array(capacity);
  }

  get capacity(): number {
    return this.#low.length;
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
    const size = Math.max(needed, Math.ceil(this.#low.length * 1.5) + 16);
    const lon = new Int32Array(size);
    lon.set(this.#lon);
    this.#lon = lon;
    const lat = new Int32Array(size);
    lat.set(this.#lat);
    this.#lat = lat;
    const low = new Uint8Array(size);
    low.set(this.#low);
    this.#low = low;
  }
}
