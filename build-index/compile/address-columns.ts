import { HAS_GEOCODE, IS_ALIAS } from '../../src/address/index/address-flags.ts';
import { ALIAS_HEAD, NAMED_HEAD, packHead, UNIT_HEAD } from '../../src/address/index/address-head.ts';
import { ADDRESS, ADDRESS_WORDS, packCodes } from '../../src/address/index/address-record.ts';
import { namesBuilding } from '../../src/address/index/detail.ts';
import { STREET_BLOCK } from '../../src/address/index/sections.ts';
import { LOCATED_LAYERS } from './address-areas.ts';
import { FIELD, FIELDS, flagsIn, idPrefixIn, NO_SITE, NO_STREET, postcodeIn } from './addresses.ts';
import { keepRead } from './ahead.ts';
import type { Areas } from './areas.ts';
import { BoundarySets } from './boundary-sets.ts';
import { Details } from './details.ts';
import { GeocodeKinds } from './geocode-kinds.ts';
import { siteReliabilityOf, siteTypeOf } from './geocodes.ts';
import { LocalityCounts, type LocalityOrigins } from './locality-sections.ts';
import type { MeshBlocks } from './mesh-blocks.ts';
import type { Order } from './order.ts';
import type { PackedPoints } from './packed-points.ts';
import type { Tables } from './tables.ts';

/** The largest extent of a locality, in 1e-8 degrees, within which its addresses' coordinates can be stored. */
const WIDEST_LOCALITY = 0xffff_ffff;
/** Addresses between two reports of progress; a power of two. */
const STEP = 65536;
/** Addresses whose fields are read ahead together; a power of two. */
const BLOCK = 256;

/** What one pass over all addresses, in the order of the index, produces. */
export interface AddressColumns {
  /** Number codes, and flags (src/address/index/address-flags.ts), by ordinal. */
  readonly addressNumber: Uint32Array;
  readonly addressFlags: Uint8Array;
  /** The sections `addressUnit` and `addressBlockStreet`. */
  readonly addressUnit: Uint32Array;
  readonly addressBlockStreet: Uint32Array;
  readonly records: AddressRecords;
  /** The section `detail`. */
  readonly detail: Uint8Array;
  readonly geocodeKinds: GeocodeKinds;
  /** Counts of current principals, by locality and by street. */
  readonly localities: LocalityCounts;
  readonly streetCount: Uint32Array;
  readonly origins: LocalityOrigins;
  /** Addresses whose geocode is left out, because it lies too far from the origin of their locality. */
  readonly tooFar: number;
}

/**
 * Makes the columns of the addresses but for their boundary sets. `points` are their default
 * geocodes by ordinal, as readDefaultGeocodes tags them. `advance` is told how many addresses are
 * done. O(addresses).
 */
export function addressColumns(
  tables: Tables,
  points: PackedPoints,
  order: Order,
  advance: (addresses: number) => void,
): AddressColumns {
  const { addresses, sites, siteGeocodes, texts } = tables;
  const { fields, pids } = addresses;
  const count = order.addressPid.length;
  const origins = localityOrigins(points, order);
  const addressNumber = new Uint32Array(count);
  const addressUnit = new Uint32Array(count);
  const addressFlags = new Uint8Array(count);
  const addressBlockStreet = new Uint32Array(Math.ceil(count / STREET_BLOCK));
  const streetCount = new Uint32Array(order.streetPid.length);
  const localities = new LocalityCounts(order.localities.length);
  const geocodeKinds = new GeocodeKinds();
  const records = new AddressRecords(count);
  const details = new Details(addresses, sites, siteGeocodes, geocodeKinds, order.numbers.rank, count);
  let tooFar = 0;
  forEachAddress(order, (ordinal, pid, street) => {
    if (ordinal % BLOCK === 0) readAhead(tables, order.addressPid, ordinal, Math.min(ordinal + BLOCK, count));
    const locality = order.streetLocality[street];
    const baseLon = origins.lon[locality];
    const baseLat = origins.lat[locality];
    const type = points.tag(ordinal);
    let located = type !== 0;
    const lon = located ? points.lon(ordinal) : Number.NaN;
    const lat = located ? points.lat(ordinal) : Number.NaN;
    if (lon - baseLon > WIDEST_LOCALITY || lat - baseLat > WIDEST_LOCALITY) {
      located = false;
      tooFar++;
    }
    const at = pid * FIELDS;
    const codes = fields[at + FIELD.codes];
    const flags = flagsIn(codes) | (located ? HAS_GEOCODE : 0);
    const slot = localities.postcodeSlot(locality, postcodeIn(codes));
    if ((flags & IS_ALIAS) === 0) {
      localities.count(locality, slot, located ? lon : Number.NaN, lat);
      streetCount[street]++;
    }
    addressNumber[ordinal] = order.numbers.rank[fields[at + FIELD.number]];
    addressUnit[ordinal] = order.units.rank[fields[at + FIELD.unit]];
    addressFlags[ordinal] = flags;
    if (ordinal % STREET_BLOCK === 0) addressBlockStreet[ordinal / STREET_BLOCK] = street;
    const prefix = idPrefixIn(codes);
    records.set(ordinal, {
      lon: located ? lon - baseLon : 0,
      lat: located ? lat - baseLat : 0,
      geocodeKind: located ? mainGeocodeKind(pid, type - 1, geocodeKinds, tables) : 0,
      idPrefix: prefix,
      idNumber: prefix === 0 ? texts.of(pids.text(pid)) : pids.digits[pid],
      postcode: slot,
      detail: details.add(pid, located ? lon : baseLon, located ? lat : baseLat),
    });
    if (ordinal % STEP === STEP - 1) advance(STEP);
  });
  advance(count % STEP);
  const sections = { addressNumber, addressUnit, addressFlags, addressBlockStreet };
  return { ...sections, records, detail: details.section(), geocodeKinds, localities, streetCount, origins, tooFar };
}

/**
 * Puts the boundary set into the record of every address. `located` holds its areas, as
 * locateAddresses answers them; null without boundaries. O(addresses).
 */
export function joinBoundaries(
  meshBlocks: MeshBlocks,
  { addressPid }: Order,
  { addressFlags, records }: AddressColumns,
  { abs, boundaries }: Areas,
  located: Uint16Array | null,
): BoundarySets {
  const sets = new BoundarySets(meshBlocks, abs, boundaries);
  const blocks = new Uint32Array(BLOCK);
  for (let from = 0; from < addressPid.length; from += BLOCK) {
    const to = Math.min(from + BLOCK, addressPid.length);
    for (let ordinal = from; ordinal < to; ordinal++) blocks[ordinal - from] = meshBlocks.of[addressPid[ordinal]];
    for (let ordinal = from; ordinal < to; ordinal++) {
      const areas = (addressFlags[ordinal] & HAS_GEOCODE) === 0 ? null : located;
      records.setBoundarySet(ordinal, sets.of(blocks[ordinal - from], areas, ordinal * LOCATED_LAYERS.length));
    }
  }
  return sets;
}

/** The section `addressHead`. O(addresses). */
export function addressHeads({
  addressNumber,
  addressUnit,
  addressFlags,
  records,
  detail,
}: AddressColumns): Uint32Array {
  return addressNumber.map((number, ordinal) =>
    packHead(
      number,
      ((addressFlags[ordinal] & IS_ALIAS) === 0 ? 0 : ALIAS_HEAD) |
        (addressUnit[ordinal] === 0 ? 0 : UNIT_HEAD) |
        (namesBuilding(detail[records.detailStart(ordinal)]) ? NAMED_HEAD : 0),
    ),
  );
}

/** What people should know about the addresses of an index, as sentences. */
export function addressWarnings({ tooFar }: AddressColumns, { withoutAllocation }: BoundarySets): string[] {
  const warnings: string[] = [];
  if (tooFar > 0)
    warnings.push(
      `${tooFar} addresses lie more than 42 degrees from others of their locality; their geocodes are left out`,
    );
  if (withoutAllocation > 0)
    warnings.push(
      `${withoutAllocation} addresses lie in mesh blocks that the allocation lacks; they have no category and no SA1 to SA4`,
    );
  return warnings;
}

/** Reads what the records of some addresses are made from, before any of it is needed; see readElementsAhead. */
function readAhead(
  { addresses, sites, siteGeocodes }: Tables,
  addressPid: Uint32Array,
  from: number,
  to: number,
): void {
  const { fields, pids, parcels } = addresses;
  let sum = 0;
  for (let i = from; i < to; i++) sum ^= fields[addressPid[i] * FIELDS] ^ pids.digits[addressPid[i]];
  for (let i = from; i < to; i++) {
    const at = addressPid[i] * FIELDS;
    const site = fields[at + FIELD.site];
    sum ^= parcels.byteAt(fields[at + FIELD.parcel]);
    if (site !== NO_SITE) sum ^= sites.name[site] ^ siteGeocodes.start[site];
  }
  for (let i = from; i < to; i++) {
    const site = fields[addressPid[i] * FIELDS + FIELD.site];
    if (site !== NO_SITE) sum ^= siteGeocodes.points.tag(siteGeocodes.start[site]);
  }
  keepRead(sum);
}

function localityOrigins(points: PackedPoints, order: Order): LocalityOrigins {
  const lon = new Float64Array(order.localities.length).fill(Number.POSITIVE_INFINITY);
  const lat = new Float64Array(order.localities.length).fill(Number.POSITIVE_INFINITY);
  forEachAddress(order, (ordinal, _pid, street) => {
    if (points.tag(ordinal) === 0) return;
    const locality = order.streetLocality[street];
    lon[locality] = Math.min(lon[locality], points.lon(ordinal));
    lat[locality] = Math.min(lat[locality], points.lat(ordinal));
  });
  const finite = (value: number) => (Number.isFinite(value) ? value : 0);
  return { lon: lon.map(finite), lat: lat.map(finite) };
}

function forEachAddress(order: Order, visit: (ordinal: number, pid: number, street: number) => void): void {
  for (let street = 0; street < order.streetPid.length; street++)
    for (let ordinal = order.streetStart[street]; ordinal < order.streetStart[street + 1]; ordinal++)
      visit(ordinal, order.addressPid[ordinal], street);
}

/**
 * What is put into the record of an address; see src/address/index/address-record.ts. Coordinates are
 * relative to the locality's origin.
 */
interface AddressFields {
  readonly lon: number;
  readonly lat: number;
  readonly geocodeKind: number;
  readonly idPrefix: number;
  readonly idNumber: number;
  readonly postcode: number;
  readonly detail: number;
}

/** Makes the section `addressRecord`. */
class AddressRecords {
  readonly #words: Uint32Array;

  constructor(addresses: number) {
    this.#words = new Uint32Array(addresses * ADDRESS_WORDS);
  }

  /** Puts everything but the flags and the boundary set into the record of an address. */
  set(ordinal: number, fields: AddressFields): void {
    const words = this.#words;
    const at = ordinal * ADDRESS_WORDS;
    words[at + ADDRESS.lon] = fields.lon;
    words[at + ADDRESS.lat] = fields.lat;
    words[at + ADDRESS.idNumber] = fields.idNumber;
    words[at + ADDRESS.detail] = fields.detail;
    words[at + ADDRESS.codes] = packCodes(0, fields.geocodeKind, fields.postcode, fields.idPrefix);
  }

  /** Puts the boundary set into the record of an address. */
  setBoundarySet(ordinal: number, set: number): void {
    this.#words[ordinal * ADDRESS_WORDS + ADDRESS.boundarySet] = set;
  }

  /** Where the record of an address begins in `detail`. */
  detailStart(ordinal: number): number {
    return this.#words[ordinal * ADDRESS_WORDS + ADDRESS.detail];
  }

  /** The section, with these flags in it. */
  section(flags: Uint8Array): Uint32Array {
    const words = this.#words;
    for (let ordinal = 0; ordinal < flags.length; ordinal++)
      words[ordinal * ADDRESS_WORDS + ADDRESS.codes] |= flags[ordinal];
    return words;
  }
}

/** Codes of GEOCODE_TYPE_AUT for points that stand for a whole street or locality. */
const STREET_LOCALITY = 'STL';
const LOCALITY = 'LOC';

/**
 * The kind of an address's main geocode. Its reliability is that of the site geocode of the same
 * type at the same site; where there is none, the street's for type STREET LOCALITY and the
 * locality's for type LOCALITY.
 */
function mainGeocodeKind(
  pid: number,
  type: number,
  kinds: GeocodeKinds,
  { codes, addresses, streets, localities, siteGeocodes }: Tables,
): number {
  const site = addresses.fields[pid * FIELDS + FIELD.site];
  if (site !== NO_SITE) {
    const { start, points } = siteGeocodes;
    for (let i = start[site]; i < start[site + 1]; i++) {
      const tag = points.tag(i);
      if (siteTypeOf(tag) === type) return kinds.of(type, siteReliabilityOf(tag));
    }
  }
  const code = codes.geocodeType.code(type);
  const street = addresses.fields[pid * FIELDS + FIELD.street];
  if (code === STREET_LOCALITY && street !== NO_STREET) return kinds.of(type, streets.reliability[street] - 1);
  if (code === LOCALITY) return kinds.of(type, localities.byPid[addresses.locality[pid]]?.reliability ?? -1);
  return kinds.of(type, -1);
}
