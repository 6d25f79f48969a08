import { endOf, latOf, lonOf, lowerBound, streetOf } from '../index/address.ts';
import { HAS_ALIASES, HAS_GEOCODE, HAS_SECONDARIES, ROLE_MASK, ROLE_SHIFT } from '../index/address-flags.ts';
import { type Cursor, type Detail, PARCEL_PLACE, readDetail, readSignedVarint, readVarint } from '../index/detail.ts';
import { findId } from '../index/id-hash.ts';
import type { AddressIndex } from '../index/open.ts';
import { writeDebug } from './debug.ts';
import { writeGeocode } from './geocode.ts';
import type { JsonBytes } from './json-bytes.ts';
import { LOT, STREET_NUMBER, writeLabel } from './label.ts';
import type { EnrichParameters } from './parameters.ts';
import { writeAddressBody, writeAddressHead, writeId } from './standard-record.ts';
import { writeString, writeText } from './write-text.ts';

const ROLE_JSON = ['null', '"PRIMARY"', '"SECONDARY"'];
const cursor: Cursor = { at: 0 };

/**
 * Writes the enriched address document of an id (specification, "Enrich"); false, and nothing written, where no current
 * record has it. O(aliases + secondaries). Allocates nothing for ids that end in digits.
 */
export function enrich(index: AddressIndex, { id, debug }: EnrichParameters, out: JsonBytes): boolean {
  const ordinal = findId(index, id);
  if (ordinal < 0) return false;
  const { columns } = index;
  const street = streetOf(index, ordinal);
  const locality = columns.streetLocality[street];
  const flags = columns.addressFlags[ordinal];
  const detail = readDetail(index, ordinal);
  out.ascii('{');
  writeAddressHead(index, out, ordinal, street);
  writeAddressBody(index, out, ordinal, street, true);
  out.ascii(',"sourceDataRelease":');
  out.string(index.manifest.release);
  out.ascii(',"addressRole":');
  out.ascii(ROLE_JSON[(flags >> ROLE_SHIFT) & ROLE_MASK]);
  writeComponents(index, out, ordinal, street, detail);
  out.ascii(',"legalParcelId":');
  writeParcel(index, out, detail.parcelAt);
  out.ascii(',"allGeocodes":[');
  writeAllGeocodes(index, out, ordinal, locality, detail);
  out.ascii('],"locality":');
  out.raw(columns.localityContext, columns.localityContextStart[locality], columns.localityContextStart[locality + 1]);
  writeStreet(index, out, street);
  out.ascii(',"aliases":[');
  if ((flags & HAS_ALIASES) !== 0) writeAliases(index, out, ordinal);
  out.ascii('],"secondaries":[');
  if ((flags & HAS_SECONDARIES) !== 0) writeSecondaries(index, out, ordinal);
  out.ascii(']');
  if (debug) writeDebug(out, 'enrich');
  out.ascii('}');
  return true;
}

function writeComponents(index: AddressIndex, out: JsonBytes, ordinal: number, street: number, detail: Detail): void {
  const { columns } = index;
  const unit = columns.addressUnit[ordinal];
  const number = columns.addressNumber[ordinal];
  const kind = columns.numberKind[number];
  out.ascii(',"components":{"addressSiteName":');
  writeString(index, out, detail.site);
  out.ascii(',"buildingName":');
  writeString(index, out, detail.building);
  out.ascii(',"flatType":');
  writeString(index, out, columns.flatTypeText[columns.unitFlatType[unit]]);
  out.ascii(',"flatNumber":');
  writeString(index, out, columns.unitFlatText[unit]);
  out.ascii(',"levelType":');
  writeString(index, out, columns.levelTypeText[columns.unitLevelType[unit]]);
  out.ascii(',"levelNumber":');
  writeString(index, out, columns.unitLevelText[unit]);
  out.ascii(',"lotNumber":');
  const lot = kind === LOT ? number : detail.lot;
  const lotStart = columns.numberTextStart[lot];
  writeNumber(index, out, lotStart, columns.numberTextStart[lot + 1]);
  const start = columns.numberTextStart[number];
  const middle = kind === STREET_NUMBER ? start + columns.numberTextFirst[number] : start;
  out.ascii(',"streetNumberFirst":');
  writeNumber(index, out, start, middle);
  out.ascii(',"streetNumberLast":');
  writeNumber(index, out, middle + 1, kind === STREET_NUMBER ? columns.numberTextStart[number + 1] : middle + 1);
  out.ascii(',"streetName":');
  writeString(index, out, columns.streetName[street]);
  out.ascii(',"streetType":');
  writeString(index, out, columns.streetTypeText[columns.streetType[street]]);
  out.ascii(',"streetSuffix":');
  writeString(index, out, columns.streetSuffixText[columns.streetSuffix[street]]);
  out.ascii('}');
}

function writeNumber(index: AddressIndex, out: JsonBytes, start: number, end: number): void {
  if (end <= start) {
    out.ascii('null');
    return;
  }
  out.ascii('"');
  out.raw(index.columns.numberText, start, end);
  out.ascii('"');
}

function writeParcel(index: AddressIndex, out: JsonBytes, at: number): void {
  if (at < 0) {
    out.ascii('null');
    return;
  }
  const { detail, parcelTemplate, parcelTemplateStart } = index.columns;
  cursor.at = at;
  const head = readVarint(detail, cursor);
  if (head % 2 === 1) {
    writeString(index, out, (head - 1) / 2);
    return;
  }
  out.ascii('"');
  const end = endOf(parcelTemplateStart, head / 2, parcelTemplate);
  let from = parcelTemplateStart[head / 2];
  for (let i = from; i < end; i++) {
    if (parcelTemplate[i] !== PARCEL_PLACE) continue;
    out.raw(parcelTemplate, from, i);
    out.uint(readVarint(detail, cursor));
    from = i + 1;
  }
  out.raw(parcelTemplate, from, end);
  out.ascii('"');
}

function writeAllGeocodes(
  index: AddressIndex,
  out: JsonBytes,
  ordinal: number,
  locality: number,
  detail: Detail,
): void {
  if (detail.geocodes === 0) return;
  const { columns } = index;
  const located = (columns.addressFlags[ordinal] & HAS_GEOCODE) !== 0;
  const baseLon = located ? lonOf(index, ordinal, locality) : columns.localityOriginLon[locality];
  const baseLat = located ? latOf(index, ordinal, locality) : columns.localityOriginLat[locality];
  cursor.at = detail.geocodesAt;
  for (let i = 0; i < detail.geocodes; i++) {
    if (i > 0) out.ascii(',');
    const head = readVarint(columns.detail, cursor);
    const same = head % 2 === 1;
    const lon = same ? baseLon : baseLon + readSignedVarint(columns.detail, cursor);
    const lat = same ? baseLat : baseLat + readSignedVarint(columns.detail, cursor);
    writeGeocode(index, out, lon, lat, Math.floor(head / 2));
  }
}

function writeStreet(index: AddressIndex, out: JsonBytes, street: number): void {
  const { columns } = index;
  out.ascii(',"street":{"id":');
  writeString(index, out, columns.streetId[street]);
  out.ascii(',"classification":');
  writeString(index, out, columns.streetClassText[columns.streetClass[street]]);
  out.ascii(',"aliases":[');
  const start = columns.streetAliasStart[street];
  const end = endOf(columns.streetAliasStart, street, columns.streetAlias);
  for (let i = start; i < end; i++) {
    out.ascii(i > start ? ',"' : '"');
    writeText(index, out, columns.streetAlias[i]);
    out.ascii('"');
  }
  out.ascii(']}');
}

function writeAliases(index: AddressIndex, out: JsonBytes, principal: number): void {
  const { principalAddress, principalAlias, aliasAddress, aliasType, aliasTypeText } = index.columns;
  const first = lowerBound(principalAddress, principal);
  for (let i = first; principalAddress[i] === principal; i++) {
    const alias = principalAlias[i];
    out.ascii(i > first ? ',{"id":' : '{"id":');
    writeId(index, out, alias);
    out.ascii(',"addressLabel":');
    writeLabel(index, out, alias, streetOf(index, alias));
    out.ascii(',"type":');
    writeString(index, out, aliasTypeText[aliasType[lowerBound(aliasAddress, alias)]]);
    out.ascii('}');
  }
}

function writeSecondaries(index: AddressIndex, out: JsonBytes, primary: number): void {
  const { primaryAddress, primarySecondary } = index.columns;
  const first = lowerBound(primaryAddress, primary);
  for (let i = first; primaryAddress[i] === primary; i++) {
    const secondary = primarySecondary[i];
    out.ascii(i > first ? ',{"id":' : '{"id":');
    writeId(index, out, secondary);
    out.ascii(',"addressLabel":');
    writeLabel(index, out, secondary, streetOf(index, secondary));
    out.ascii('}');
  }
}
