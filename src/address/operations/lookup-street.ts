import { endOf } from '../index/address.ts';
import { isAlias, numberIn } from '../index/address-head.ts';
import { codesOf, postcodeIn } from '../index/address-record.ts';
import { localityDetailsOf, localityJsonOf } from '../index/locality-answer.ts';
import { NO_ENTRY, nameTries } from '../index/name-trie.ts';
import { namesBegun } from '../index/names-begun.ts';
import { STREET_NUMBER } from '../index/number-kinds.ts';
import type { AddressIndex } from '../index/open.ts';
import { findPlace } from '../index/places.ts';
import { keyBegins, searchKey } from '../index/search-key.ts';
import { NO_POSTCODE, STATE_ORDER } from '../index/sections.ts';
import { localityOf } from '../index/street-answer.ts';
import { compareTexts } from '../index/text.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import { nameOf } from './localities.ts';
import { writeDebug } from './match-quality.ts';
import { writePostcode } from './standard-record.ts';
import type { StreetParameters } from './table/rows/lookup-street.ts';
import { NULL, writeString } from './write-text.ts';

const STREETS = fragment('{"streets":[');
const NAME = fragment('{"name":');
const TYPE = fragment(',"type":');
const SUFFIX = fragment(',"suffix":');
const COMMA = 0x2c;
const POSTCODES = fragment(',"postcodes":[');
const COUNT = fragment('],"address_count":');
const FIRST = fragment(',"number_first":');
const LAST = fragment(',"number_last":');
const TOTAL = fragment('],"total":');
const CLOSE = 0x7d;

/** The streets to list, in order. */
const best = new Uint32Array(51);

/**
 * Writes the streets of a locality whose name begins with `q` (§12.7), by name, in all localities
 * that the name means. O(s) for the streets of these, plus the addresses of those that are listed.
 */
export function lookupStreet(index: AddressIndex, asked: StreetParameters, out: JsonBytes): void {
  const { columns } = index;
  const { limit } = asked;
  const begins = asked.q === null ? null : beginsWith(index, asked.q);
  const state = asked.state === null ? -1 : STATE_ORDER.indexOf(asked.state);
  let found = 0;
  let total = 0;
  for (const locality of findPlace(index, nameOf(asked.locality), state)) {
    const end = endOf(columns.localityStreetStart, locality, columns.streetName);
    for (let street = columns.localityStreetStart[locality]; street < end; street++) {
      if (columns.streetCount[street] === 0 || columns.streetName[street] === 0) continue;
      if (begins !== null && !begins(street)) continue;
      total++;
      found = offer(index, street, found, limit);
    }
  }
  out.write(STREETS);
  for (let i = 0; i < found; i++) {
    if (i > 0) out.character(COMMA);
    writeStreet(index, out, best[i]);
  }
  out.write(TOTAL);
  out.uint(total);
  if (asked.debug) writeDebug(out, 'lookup');
  out.character(CLOSE);
}

/**
 * Whether name, type and suffix of a street begin with `q`; with a whole word where it ends one. Part of a first word
 * says it by the entries of the names.
 */
function beginsWith(index: AddressIndex, q: string): (street: number) => boolean {
  const { streetEntry, streetLabel, textStart, text } = index.columns;
  const key = searchKey(q);
  const whole = /[\s,-]$/.test(q);
  if (key === '') return () => false;
  const isOfLabel = (street: number) =>
    keyBegins(text, textStart[streetLabel[street]], textStart[streetLabel[street] + 1], key, whole);
  if (whole || key.includes(' ')) return isOfLabel;
  const { first, end } = namesBegun(nameTries(index).street, key, false);
  return (street) => {
    const entry = streetEntry[street];
    return entry === NO_ENTRY ? isOfLabel(street) : entry >= first && entry < end;
  };
}

/** Inserts a street into `best`, in order; answers how many there are then. */
function offer(index: AddressIndex, street: number, found: number, limit: number): number {
  let at = found;
  while (at > 0 && comesBefore(index, street, best[at - 1])) at--;
  if (at === limit) return found;
  best.copyWithin(at + 1, at, found);
  best[at] = street;
  return Math.min(found + 1, limit);
}

/**
 * By the letters of the name, then as labels are written; equal ones in the order of their
 * localities.
 */
function comesBefore(index: AddressIndex, a: number, b: number): boolean {
  const { streetEntry, streetLabel } = index.columns;
  if (streetEntry[a] !== streetEntry[b]) return streetEntry[a] < streetEntry[b];
  const labels = compareTexts(index, streetLabel[a], streetLabel[b]);
  return labels === 0 ? a < b : labels < 0;
}

function writeStreet(index: AddressIndex, out: JsonBytes, street: number): void {
  const { columns } = index;
  const locality = localityOf(index, street);
  out.write(NAME);
  writeString(index, out, columns.streetName[street]);
  out.write(TYPE);
  writeString(index, out, columns.streetTypeText[columns.streetType[street]]);
  out.write(SUFFIX);
  writeString(index, out, columns.streetSuffixText[columns.streetSuffix[street]]);
  out.character(COMMA);
  out.raw(index.bytes.localityJson, localityJsonOf(index, locality), localityDetailsOf(index, locality));
  out.write(POSTCODES);
  writePostcodesOf(index, out, street, locality);
  out.write(COUNT);
  out.uint(columns.streetCount[street]);
  writeNumbers(index, out, street);
  out.character(CLOSE);
}

/**
 * Writes the lowest and the highest street number of the principals of a street, or null where it
 * has none: lots do not count.
 */
function writeNumbers(index: AddressIndex, out: JsonBytes, street: number): void {
  const { streetAddressStart, addressHead, numberKind, numberFirst, numberLast } = index.columns;
  const end = endOf(streetAddressStart, street, addressHead);
  let first = -1;
  let last = -1;
  let before = -1;
  for (let ordinal = streetAddressStart[street]; ordinal < end; ordinal++) {
    const number = numberIn(addressHead[ordinal]);
    // Units at one number follow one another.
    if (number === before || isAlias(addressHead[ordinal])) continue;
    before = number;
    if (numberKind[number] !== STREET_NUMBER) continue;
    if (first < 0) first = numberFirst[number];
    last = Math.max(last, numberLast[number]);
  }
  out.write(FIRST);
  writeNumber(out, first);
  out.write(LAST);
  writeNumber(out, last);
}

function writeNumber(out: JsonBytes, number: number): void {
  if (number < 0) out.write(NULL);
  else out.uint(number);
}

/**
 * The principals of the current street, counted by the position of their postcode in the locality's
 * list.
 */
const counts = new Uint32Array(256);

/** Writes the postcodes of the principals of a street, most first, then ascending. */
function writePostcodesOf(index: AddressIndex, out: JsonBytes, street: number, locality: number): void {
  const { localityPostcodeStart, localityPostcode, streetAddressStart, addressHead } = index.columns;
  const start = localityPostcodeStart[locality];
  const length = endOf(localityPostcodeStart, locality, localityPostcode) - start;
  if (length === 1) {
    if (localityPostcode[start] !== NO_POSTCODE) writePostcode(out, localityPostcode[start]);
    return;
  }
  counts.fill(0);
  const end = endOf(streetAddressStart, street, addressHead);
  for (let ordinal = streetAddressStart[street]; ordinal < end; ordinal++)
    if (!isAlias(addressHead[ordinal])) counts[postcodeIn(codesOf(index, ordinal))]++;
  for (let written = 0; ; written++) {
    let most = -1;
    for (let i = 0; i < length; i++) {
      if (counts[i] === 0 || localityPostcode[start + i] === NO_POSTCODE) continue;
      const isMore = most < 0 || counts[i] > counts[most];
      const isLower =
        most >= 0 && counts[i] === counts[most] && localityPostcode[start + i] < localityPostcode[start + most];
      if (isMore || isLower) most = i;
    }
    if (most < 0) return;
    if (written > 0) out.character(COMMA);
    writePostcode(out, localityPostcode[start + most]);
    counts[most] = 0;
  }
}
