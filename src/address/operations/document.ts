import { endOf, latOf, lonOf, lowerBound, streetOf } from '../index/address.ts';
import { HAS_ALIASES, HAS_GEOCODE, HAS_SECONDARIES, roleIn } from '../index/address-flags.ts';
import { numberIn } from '../index/address-head.ts';
import { codesOf } from '../index/address-record.ts';
import { type Bytes, bytesOf } from '../index/bytes.ts';
import { type Cursor, type Detail, PARCEL_PLACE, readDetail, readSignedVarint, readVarint } from '../index/detail.ts';
import { localityDetailsOf, localityJsonOf, originLatOf, originLonOf } from '../index/locality-answer.ts';
import { LOT, STREET_NUMBER } from '../index/number-kinds.ts';
import type { AddressIndex } from '../index/open.ts';
import { readAhead } from '../index/read-ahead.ts';
import { hasAliasesIn, idBytesIn, localityOf, nameBytesIn, STREET, STREET_WORDS } from '../index/street-answer.ts';
import { classIn, suffixIn, typeIn } from '../index/street-codes.ts';
import { fragment, type JsonBytes, membersOf } from './json-bytes.ts';
import { writeAddressBody, writeAddressHead, writeGeocode, writeLink } from './standard-record.ts';
import { componentFields, enrichedFields, streetFields } from './table/address-schemas.ts';
import { NULL, writeQuoted, writeString, writeText } from './write-text.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const CLOSE = 0x7d;
const FIELD = membersOf(enrichedFields);
const PART = membersOf(componentFields);
const ABOUT_STREET = membersOf(streetFields);
const ROLE = ['null', '"PRIMARY"', '"SECONDARY"'].map((role) => fragment(`,${FIELD.addressRole}${role}`));
const SITE_NAME = fragment(`,${FIELD.components}{${PART.addressSiteName}`);
const BUILDING_NAME = fragment(`,${PART.buildingName}`);
const NO_UNIT = fragment(`,${PART.flatType}null,${PART.flatNumber}null,${PART.levelType}null,${PART.levelNumber}null`);
const FLAT_TYPE = fragment(`,${PART.flatType}`);
const FLAT_NUMBER = fragment(`,${PART.flatNumber}`);
const LEVEL_TYPE = fragment(`,${PART.levelType}`);
const LEVEL_NUMBER = fragment(`,${PART.levelNumber}`);
const LOT_NUMBER = fragment(`,${PART.lotNumber}`);
const NUMBER_FIRST = fragment(`,${PART.streetNumberFirst}`);
const NUMBER_LAST = fragment(`,${PART.streetNumberLast}`);
const STREET_NAME = fragment(`,${PART.streetName}`);
const STREET_TYPE = fragment(`,${PART.streetType}`);
const STREET_SUFFIX = fragment(`,${PART.streetSuffix}`);
const LEGAL_PARCEL = fragment(`,${FIELD.legalParcelId}`);
const ALL_GEOCODES = fragment(`,${FIELD.allGeocodes}[`);
const LOCALITY = fragment(`,${FIELD.locality}`);
const STREET_ID = fragment(`,${FIELD.street}{${ABOUT_STREET.id}`);
const CLASSIFICATION = fragment(`,${ABOUT_STREET.classification}`);
const STREET_ALIASES = fragment(`,${ABOUT_STREET.aliases}[`);
const END_OF_STREET = fragment(']}');
const ALIASES = fragment(`,${FIELD.aliases}[`);
const SECONDARIES = fragment(`,${FIELD.secondaries}[`);
const END_OF_LIST = fragment(']');
const LINK_TYPE = fragment(',"type":');
const cursor: Cursor = { at: 0 };

/** Parts of a document after its head, a bit each. */
const PART_BIT = {
  body: 1,
  source: 2,
  components: 4,
  parcel: 8,
  geocodes: 16,
  locality: 32,
  street: 64,
  aliases: 128,
  secondaries: 256,
} as const;

/** The part that each member of a document is in; those of the head are in none. */
const PART_OF: Readonly<Record<string, number>> = {
  confidence: PART_BIT.body,
  geocode: PART_BIT.body,
  location: PART_BIT.body,
  boundaries: PART_BIT.body,
  sourceDataRelease: PART_BIT.source,
  addressRole: PART_BIT.source,
  components: PART_BIT.components,
  legalParcelId: PART_BIT.parcel,
  allGeocodes: PART_BIT.geocodes,
  locality: PART_BIT.locality,
  street: PART_BIT.street,
  aliases: PART_BIT.aliases,
  secondaries: PART_BIT.secondaries,
};
/** All parts of a document. */
export const EVERY_PART = Object.values(PART_BIT).reduce((all, bit) => all | bit, 0);
/** Parts that are in the records of `Detail`. */
const OF_DETAIL = PART_BIT.components | PART_BIT.parcel | PART_BIT.geocodes;

/** The parts of a document that have some of its members, for `writeDocument`. */
export function partsWith(members: readonly string[]): number {
  return members.reduce((parts, member) => parts | (PART_OF[member] ?? 0), 0);
}

const releases = new WeakMap<AddressIndex, Bytes>();

/**
 * Writes the members of the enriched address document of a current record, without braces: those of its head, and of
 * some `parts` (`partsWith`).
 */
export function writeDocument(index: AddressIndex, out: JsonBytes, ordinal: number, parts: number): void {
  const street = streetOf(index, ordinal);
  if (parts !== 0) readAhead(index, ordinal, street);
  writeAddressHead(index, out, ordinal, street);
  if ((parts & PART_BIT.body) !== 0) writeAddressBody(index, out, ordinal, street, true);
  const flags = codesOf(index, ordinal);
  if ((parts & PART_BIT.source) !== 0) {
    const releaseJson = releaseOf(index);
    out.raw(releaseJson, 0, releaseJson.length);
    out.write(ROLE[roleIn(flags)]);
  }
  if ((parts & OF_DETAIL) !== 0) writeOfDetail(index, out, ordinal, street, parts);
  if ((parts & PART_BIT.locality) !== 0) {
    const locality = localityOf(index, street);
    out.write(LOCALITY);
    out.raw(index.bytes.localityJson, localityDetailsOf(index, locality), localityJsonOf(index, locality + 1));
  }
  if ((parts & PART_BIT.street) !== 0) writeStreet(index, out, street);
  if ((parts & PART_BIT.aliases) !== 0) {
    out.write(ALIASES);
    if ((flags & HAS_ALIASES) !== 0) writeAliases(index, out, ordinal);
    out.write(END_OF_LIST);
  }
  if ((parts & PART_BIT.secondaries) !== 0) {
    out.write(SECONDARIES);
    if ((flags & HAS_SECONDARIES) !== 0) writeSecondaries(index, out, ordinal);
    out.write(END_OF_LIST);
  }
}

function writeOfDetail(index: AddressIndex, out: JsonBytes, ordinal: number, street: number, parts: number): void {
  const detail = readDetail(index, ordinal);
  if ((parts & PART_BIT.components) !== 0) writeComponents(index, out, ordinal, street, detail);
  if ((parts & PART_BIT.parcel) !== 0) {
    out.write(LEGAL_PARCEL);
    writeParcel(index, out, detail.parcelAt);
  }
  if ((parts & PART_BIT.geocodes) === 0) return;
  out.write(ALL_GEOCODES);
  if (detail.geocodes !== 0) writeAllGeocodes(index, out, ordinal, localityOf(index, street), detail);
  out.write(END_OF_LIST);
}

/** The member sourceDataRelease after a comma, made once for an index. */
function releaseOf(index: AddressIndex): Bytes {
  let json = releases.get(index);
  if (json === undefined) {
    const text = new TextEncoder().encode(`,${FIELD.sourceDataRelease}${JSON.stringify(index.manifest.release)}`);
    json = bytesOf(text.buffer);
    releases.set(index, json);
  }
  return json;
}

function writeComponents(index: AddressIndex, out: JsonBytes, ordinal: number, street: number, detail: Detail): void {
  const { columns, bytes } = index;
  const number = numberIn(columns.addressHead[ordinal]);
  const kind = columns.numberKind[number];
  out.write(SITE_NAME);
  writeString(index, out, detail.site);
  out.write(BUILDING_NAME);
  writeString(index, out, detail.building);
  writeUnit(index, out, columns.addressUnit[ordinal]);
  out.write(LOT_NUMBER);
  const lot = kind === LOT ? number : detail.lot;
  writeQuoted(out, bytes.numberText, columns.numberTextStart[lot], columns.numberTextStart[lot + 1]);
  const start = columns.numberTextStart[number];
  const middle = kind === STREET_NUMBER ? start + columns.numberTextFirst[number] : start;
  out.write(NUMBER_FIRST);
  writeQuoted(out, bytes.numberText, start, middle);
  out.write(NUMBER_LAST);
  const end = kind === STREET_NUMBER ? columns.numberTextStart[number + 1] : middle + 1;
  writeQuoted(out, bytes.numberText, middle + 1, end);
  const { streetAnswer } = columns;
  const at = street * STREET_WORDS;
  const lengths = streetAnswer[at + STREET.lengths];
  const label = streetAnswer[at + STREET.text] + idBytesIn(lengths);
  const codes = streetAnswer[at + STREET.codes];
  out.write(STREET_NAME);
  writeQuoted(out, bytes.streetText, label, label + nameBytesIn(lengths));
  out.write(STREET_TYPE);
  writeString(index, out, columns.streetTypeText[typeIn(codes)]);
  out.write(STREET_SUFFIX);
  writeString(index, out, columns.streetSuffixText[suffixIn(codes)]);
  out.character(CLOSE);
}

function writeUnit(index: AddressIndex, out: JsonBytes, unit: number): void {
  if (unit === 0) {
    out.write(NO_UNIT);
    return;
  }
  const { unitFlatType, unitFlatText, unitLevelType, unitLevelText, flatTypeText, levelTypeText } = index.columns;
  out.write(FLAT_TYPE);
  writeString(index, out, flatTypeText[unitFlatType[unit]]);
  out.write(FLAT_NUMBER);
  writeString(index, out, unitFlatText[unit]);
  out.write(LEVEL_TYPE);
  writeString(index, out, levelTypeText[unitLevelType[unit]]);
  out.write(LEVEL_NUMBER);
  writeString(index, out, unitLevelText[unit]);
}

/** Writes a legal parcel id whose code begins at `at` in `detail`; `null` for -1. */
export function writeParcel(index: AddressIndex, out: JsonBytes, at: number): void {
  if (at < 0) {
    out.write(NULL);
    return;
  }
  const { detail, parcelTemplate, parcelTemplateStart } = index.columns;
  cursor.at = at;
  const head = readVarint(detail, cursor);
  if (head % 2 === 1) {
    writeString(index, out, (head - 1) / 2);
    return;
  }
  out.character(QUOTE);
  const end = endOf(parcelTemplateStart, head / 2, parcelTemplate);
  let from = parcelTemplateStart[head / 2];
  for (let i = from; i < end; i++) {
    if (parcelTemplate[i] !== PARCEL_PLACE) continue;
    out.raw(index.bytes.parcelTemplate, from, i);
    out.uint(readVarint(detail, cursor));
    from = i + 1;
  }
  out.raw(index.bytes.parcelTemplate, from, end);
  out.character(QUOTE);
}

/** Writes the items of `allGeocodes` of an address of that locality, without brackets. */
export function writeAllGeocodes(
  index: AddressIndex,
  out: JsonBytes,
  ordinal: number,
  locality: number,
  { geocodes, geocodesAt }: Detail,
): void {
  const { detail } = index.columns;
  const located = (codesOf(index, ordinal) & HAS_GEOCODE) !== 0;
  const baseLon = located ? lonOf(index, ordinal, locality) : originLonOf(index, locality);
  const baseLat = located ? latOf(index, ordinal, locality) : originLatOf(index, locality);
  cursor.at = geocodesAt;
  for (let i = 0; i < geocodes; i++) {
    if (i > 0) out.character(COMMA);
    const head = readVarint(detail, cursor);
    const same = head % 2 === 1;
    const lon = same ? baseLon : baseLon + readSignedVarint(detail, cursor);
    const lat = same ? baseLat : baseLat + readSignedVarint(detail, cursor);
    writeGeocode(index, out, lon, lat, Math.floor(head / 2));
  }
}

function writeStreet(index: AddressIndex, out: JsonBytes, street: number): void {
  const { streetAnswer, streetClassText } = index.columns;
  const at = street * STREET_WORDS;
  const id = streetAnswer[at + STREET.text];
  const lengths = streetAnswer[at + STREET.lengths];
  out.write(STREET_ID);
  writeQuoted(out, index.bytes.streetText, id, id + idBytesIn(lengths));
  out.write(CLASSIFICATION);
  writeString(index, out, streetClassText[classIn(streetAnswer[at + STREET.codes])]);
  out.write(STREET_ALIASES);
  if (hasAliasesIn(lengths)) writeStreetAliases(index, out, street);
  out.write(END_OF_STREET);
}

function writeStreetAliases(index: AddressIndex, out: JsonBytes, street: number): void {
  const { streetAliasStart, streetAlias } = index.columns;
  const start = streetAliasStart[street];
  const end = endOf(streetAliasStart, street, streetAlias);
  for (let i = start; i < end; i++) {
    if (i > start) out.character(COMMA);
    out.character(QUOTE);
    writeText(index, out, streetAlias[i]);
    out.character(QUOTE);
  }
}

function writeAliases(index: AddressIndex, out: JsonBytes, principal: number): void {
  const { principalAddress, principalAlias, aliasAddress, aliasType, aliasTypeText } = index.columns;
  const first = lowerBound(principalAddress, principal);
  for (let i = first; principalAddress[i] === principal; i++) {
    const alias = principalAlias[i];
    if (i > first) out.character(COMMA);
    writeLink(index, out, alias);
    out.write(LINK_TYPE);
    writeString(index, out, aliasTypeText[aliasType[lowerBound(aliasAddress, alias)]]);
    out.character(CLOSE);
  }
}

function writeSecondaries(index: AddressIndex, out: JsonBytes, primary: number): void {
  const { primaryAddress, primarySecondary } = index.columns;
  const first = lowerBound(primaryAddress, primary);
  for (let i = first; primaryAddress[i] === primary; i++) {
    if (i > first) out.character(COMMA);
    writeLink(index, out, primarySecondary[i]);
    out.character(CLOSE);
  }
}
