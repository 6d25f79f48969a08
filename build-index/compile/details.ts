import { DETAIL } from '../../src/index/detail.ts';
import { type Addresses, NO_SITE } from './addresses.ts';
import type { GeocodeKinds } from './geocode-kinds.ts';
import type { SiteGeocodes } from './geocodes.ts';
import { writeVarint } from './parcels.ts';
import type { Sites } from './sites.ts';

/** Longest that a record's fixed fields may be, its geocodes apart, and the longest that one geocode may be. */
const FIXED_BYTES = 160;
const GEOCODE_BYTES = 24;

/** Writes the section `detail`, one address after another. The layout is that of src/index/detail.ts. */
export class Details {
  readonly #addresses: Addresses;
  readonly #sites: Sites;
  readonly #geocodes: SiteGeocodes;
  readonly #kinds: GeocodeKinds;
  readonly #numberRank: Uint32Array;
  #bytes: Buffer;
  #at = 0;

  constructor(
    addresses: Addresses,
    sites: Sites,
    geocodes: SiteGeocodes,
    kinds: GeocodeKinds,
    numberRank: Uint32Array,
    count: number,
  ) {
    this.#addresses = addresses;
    this.#sites = sites;
    this.#geocodes = geocodes;
    this.#kinds = kinds;
    this.#numberRank = numberRank;
    this.#bytes = Buffer.allocUnsafe(count * 26 + 4096);
  }

  /**
   * Adds the next address in the order of the index, and answers where its record begins. Geocodes are kept relative to
   * `baseLon`, `baseLat` (1e-8 degrees).
   */
  add(pid: number, baseLon: number, baseLat: number): number {
    const start = this.#at;
    this.#at = this.#encode(pid, baseLon, baseLat, start);
    return start;
  }

  /** The section `detail`. */
  section(): Uint8Array {
    if (this.#at > 0xffff_ffff) throw new Error(`section detail would have ${this.#at} bytes, more than 4 GiB`);
    return this.#bytes.subarray(0, this.#at);
  }

  /** Writes the record of an address at `start`, and answers where it ended. */
  #encode(pid: number, baseLon: number, baseLat: number, start: number): number {
    const { parcels, parcel, building, site, lot } = this.#addresses;
    const siteOf = site[pid];
    const first = siteOf === NO_SITE ? 0 : this.#geocodes.start[siteOf];
    const last = siteOf === NO_SITE ? 0 : this.#geocodes.start[siteOf + 1];
    const most = FIXED_BYTES + (last - first) * GEOCODE_BYTES;
    if (start + most > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.ceil(this.#bytes.length * 1.5) + most);
      this.#bytes.copy(grown, 0, 0, start);
      this.#bytes = grown;
    }
    const record = this.#bytes;
    let flags = 0;
    let at = start + 1;
    if (parcel[pid] !== 0) {
      flags |= DETAIL.parcel;
      at = parcels.copy(parcel[pid], record, at);
    }
    if (building[pid] !== 0) {
      flags |= DETAIL.building;
      at = writeVarint(record, at, building[pid]);
    }
    if (siteOf !== NO_SITE && this.#sites.name[siteOf] !== 0) {
      flags |= DETAIL.site;
      at = writeVarint(record, at, this.#sites.name[siteOf]);
    }
    if (lot[pid] !== 0) {
      flags |= DETAIL.lot;
      at = writeVarint(record, at, this.#numberRank[lot[pid]]);
    }
    if (last > first) {
      flags |= DETAIL.geocodes;
      at = writeVarint(record, at, last - first);
      for (let i = first; i < last; i++) {
        const row = this.#geocodes.rows[i];
        const kind = this.#kinds.of(this.#geocodes.type[row], this.#geocodes.reliability[row] - 1);
        const lon = this.#geocodes.points.lon(row) - baseLon;
        const lat = this.#geocodes.points.lat(row) - baseLat;
        const same = lon === 0 && lat === 0;
        at = writeVarint(record, at, kind * 2 + (same ? 1 : 0));
        if (!same) at = writeVarint(record, writeVarint(record, at, zigzag(lon)), zigzag(lat));
      }
    }
    record[start] = flags;
    return at;
  }
}

function zigzag(value: number): number {
  return value < 0 ? -value * 2 - 1 : value * 2;
}
