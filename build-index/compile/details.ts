import { DETAIL } from '../../src/address/index/detail.ts';
import { type Addresses, FIELD, FIELDS, NO_SITE } from './addresses.ts';
import type { GeocodeKinds } from './geocode-kinds.ts';
import { type SiteGeocodes, siteReliabilityOf, siteTypeOf } from './geocodes.ts';
import { writeVarint } from './parcels.ts';
import type { Sites } from './sites.ts';

/** The greatest length in bytes of a record without its geocodes, and of one geocode. */
const FIXED_BYTES = 160;
const GEOCODE_BYTES = 24;

/** Writes the section `detail`, one address after another. The layout is that of src/address/index/detail.ts. */
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
    const { parcels, fields } = this.#addresses;
    const parcel = fields[pid * FIELDS + FIELD.parcel];
    const building = fields[pid * FIELDS + FIELD.building];
    const site = fields[pid * FIELDS + FIELD.site];
    const lot = fields[pid * FIELDS + FIELD.lot];
    const first = site === NO_SITE ? 0 : this.#geocodes.start[site];
    const last = site === NO_SITE ? 0 : this.#geocodes.start[site + 1];
    const most = FIXED_BYTES + (last - first) * GEOCODE_BYTES;
    if (start + most > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.ceil(this.#bytes.length * 1.5) + most);
      this.#bytes.copy(grown, 0, 0, start);
      this.#bytes = grown;
    }
    const record = this.#bytes;
    let flags = 0;
    let at = start + 1;
    if (parcel !== 0) {
      flags |= DETAIL.parcel;
      at = parcels.copy(parcel, record, at);
    }
    if (building !== 0) {
      flags |= DETAIL.building;
      at = writeVarint(record, at, building);
    }
    if (site !== NO_SITE && this.#sites.name[site] !== 0) {
      flags |= DETAIL.site;
      at = writeVarint(record, at, this.#sites.name[site]);
    }
    if (lot !== 0) {
      flags |= DETAIL.lot;
      at = writeVarint(record, at, this.#numberRank[lot]);
    }
    if (last > first) {
      flags |= DETAIL.geocodes;
      at = writeVarint(record, at, last - first);
      for (let i = first; i < last; i++) {
        const { points } = this.#geocodes;
        const tag = points.tag(i);
        const kind = this.#kinds.of(siteTypeOf(tag), siteReliabilityOf(tag));
        const lon = points.lon(i) - baseLon;
        const lat = points.lat(i) - baseLat;
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
