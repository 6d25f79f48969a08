import { STREET_SUFFIXES, STREET_TYPES } from '../formatted/street-types.ts';
import { titleInPlace } from '../formatted/title-bytes.ts';
import { titleCase } from '../formatted/title-case.ts';
import { streetOf } from '../index/address.ts';
import { numberIn } from '../index/address-head.ts';
import { postcodeOf } from '../index/address-record.ts';
import { readDetail } from '../index/detail.ts';
import { LOT } from '../index/number-kinds.ts';
import type { AddressIndex } from '../index/open.ts';
import { NO_POSTCODE, STATE_ORDER } from '../index/sections.ts';
import { endOfId, endOfLabel, endOfName, localityOf, STREET, STREET_WORDS } from '../index/street-answer.ts';
import { suffixIn, typeIn } from '../index/street-codes.ts';
import { postalStateOf } from '../index/territories.ts';
import { textOf } from '../index/text.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import type { Included, IncludeName } from './table/include.ts';
import { NULL, writeText } from './write-text.ts';

const LINE1 = fragment(',"formatted":{"line1":');
const LINE2 = fragment(',"line2":');
const FULL = fragment(',"full":');
const POSTAL = fragment(',"postal":[');
const ALIAS = fragment('],"alias":');
const END = 0x7d;
const SEPARATOR = fragment(', ');
const LOT_UPPER = fragment('LOT ');
const LOT_TITLE = fragment('Lot ');
const QUOTE = 0x22;
const SPACE = 0x20;
const COMMA = 0x2c;
const SLASH = 0x2f;

/** Unit types that a slash implies. */
const SLASHED: ReadonlySet<string> = new Set(['', 'UNIT', 'FLAT', 'APARTMENT']);
const TYPE_CODES = new Map(STREET_TYPES);
const SUFFIX_CODES = new Map(STREET_SUFFIXES.map(([code, name]) => [name, code] as const));

/** What is known of the codes of an index, by code. */
interface Codes {
  readonly isSlashed: readonly boolean[];
  readonly types: readonly string[];
  readonly suffixes: readonly string[];
}

const codes = new WeakMap<AddressIndex, Codes>();

function codesOf(index: AddressIndex): Codes {
  let known = codes.get(index);
  if (known === undefined) {
    const { flatTypeText, streetTypeText, streetSuffixText } = index.columns;
    const texts = (ids: Uint32Array) => Array.from(ids, (id) => textOf(index, id));
    known = {
      isSlashed: texts(flatTypeText).map((type) => SLASHED.has(type)),
      types: texts(streetTypeText).map((type) => TYPE_CODES.get(type) ?? type),
      suffixes: texts(streetSuffixText).map((suffix) => SUFFIX_CODES.get(suffix) ?? suffix),
    };
    codes.set(index, known);
  }
  return known;
}

/** An address to be written: its record and street, and whether street types are abbreviated. */
interface Written {
  readonly index: AddressIndex;
  readonly ordinal: number;
  readonly street: number;
  readonly abbreviated: boolean;
}

/**
 * Writes the member `formatted` of an address after a comma, where it was asked for (§12.8): in
 * title case, and in the postal form of AS 4590. As in `addressLabel`, the building's name is
 * written only where there is neither number nor lot. `alias` is the record by which it was found, -1 for none.
 */
export function writeFormatted(
  index: AddressIndex,
  out: JsonBytes,
  ordinal: number,
  street: number,
  include: Included<IncludeName>,
  alias = -1,
): void {
  if (!isFormatted(include)) return;
  const abbreviated = include.includes('abbreviated');
  const address: Written = { index, ordinal, street, abbreviated };
  out.write(LINE1);
  const line1 = out.length;
  quoted(out, address, writeLine);
  const line1End = out.length;
  out.write(LINE2);
  const line2 = out.length;
  quoted(out, address, writePlaceInTitle);
  const line2End = out.length;
  out.write(FULL);
  writeFull(out, line1, line1End, line2, line2End);
  out.write(POSTAL);
  const start = out.length;
  if (isSlashed(address)) postalLine(out, start, address, writeSlashed);
  else {
    postalLine(out, start, address, writeBuilding);
    postalLine(out, start, address, writeUnitAndLevel);
    postalLine(out, start, address, writeNumberAndStreet);
  }
  postalLine(out, start, address, writePlace);
  out.write(ALIAS);
  if (alias < 0) out.write(NULL);
  else quoted(out, { index, ordinal: alias, street: streetOf(index, alias), abbreviated }, writeWhole);
  out.character(END);
}

/** Whether `include` asks for `formatted`, with street types abbreviated or not. */
export function isFormatted(include: Included<IncludeName>): include is readonly IncludeName[] {
  return include !== undefined && (include.includes('abbreviated') || include.includes('formatted'));
}

/** Both lines, with a comma. */
function writeWhole(out: JsonBytes, address: Written): void {
  const start = out.length;
  writeLine(out, address);
  const end = out.length;
  if (end > start) out.write(SEPARATOR);
  const place = out.length;
  writePlaceInTitle(out, address);
  if (out.length === place) out.length = end;
}

type Write = (out: JsonBytes, address: Written) => void;

/** Writes a text in quotation marks, null where it is empty. */
function quoted(out: JsonBytes, address: Written, write: Write): void {
  const start = out.length;
  out.character(QUOTE);
  write(out, address);
  if (out.length === start + 1) {
    out.length = start;
    out.write(NULL);
  } else out.character(QUOTE);
}

/** Both lines with a comma, each null where it has no quotation marks. */
function writeFull(out: JsonBytes, line1: number, line1End: number, line2: number, line2End: number): void {
  const has1 = out.edit(line1, startsQuoted);
  const has2 = out.edit(line2, startsQuoted);
  if (!has1 && !has2) {
    out.write(NULL);
    return;
  }
  out.character(QUOTE);
  if (has1) out.again(line1 + 1, line1End - 1);
  if (has1 && has2) out.write(SEPARATOR);
  if (has2) out.again(line2 + 1, line2End - 1);
  out.character(QUOTE);
}

const startsQuoted = (bytes: Uint8Array, from: number) => bytes[from] === QUOTE;

/** Writes a line of an envelope, without its commas; nothing where it is empty. */
function postalLine(out: JsonBytes, first: number, address: Written, write: Write): void {
  const start = out.length;
  if (start > first) out.character(COMMA);
  out.character(QUOTE);
  const text = out.length;
  write(out, address);
  out.length = out.edit(text, withoutCommas);
  if (out.length === text) out.length = start;
  else out.character(QUOTE);
}

function withoutCommas(bytes: Uint8Array, from: number, end: number): number {
  let to = from;
  for (let i = from; i < end; i++) if (bytes[i] !== COMMA) bytes[to++] = bytes[i];
  return to;
}

/** Unit, level, number and street, in title case, with commas. */
function writeLine(out: JsonBytes, address: Written): void {
  const { index } = address;
  const { addressUnit, unitFlatType, unitFlatText, unitLevelType, unitLevelText } = index.columns;
  const { flatTypeText, levelTypeText } = index.columns;
  const start = out.length;
  writeBuilding(out, address);
  titled(out, start);
  const unit = addressUnit[address.ordinal];
  if (unit !== 0) {
    writeUnitPart(out, index, flatTypeText[unitFlatType[unit]], unitFlatText[unit], start);
    writeUnitPart(out, index, levelTypeText[unitLevelType[unit]], unitLevelText[unit], start);
  }
  const isNumbered = hasNumber(address);
  const isOnStreet = hasStreet(address);
  if (!isNumbered && !isOnStreet) return;
  if (out.length > start) out.write(SEPARATOR);
  writeNumber(out, address, LOT_TITLE);
  if (isNumbered && isOnStreet) out.character(SPACE);
  const street = out.length;
  writeStreet(out, address);
  titled(out, street);
}

function hasNumber({ index, ordinal }: Written): boolean {
  return numberIn(index.columns.addressHead[ordinal]) !== 0;
}

function hasStreet({ index, street }: Written): boolean {
  const { streetAnswer } = index.columns;
  return endOfId(streetAnswer, street) < endOfLabel(streetAnswer, street);
}

/** `UNIT 5` in title case after a comma; its number stays as it is. */
function writeUnitPart(out: JsonBytes, index: AddressIndex, type: number, number: number, start: number): void {
  if (type === 0 && number === 0) return;
  if (out.length > start) out.write(SEPARATOR);
  const from = out.length;
  writeText(index, out, type);
  titled(out, from);
  if (type !== 0 && number !== 0) out.character(SPACE);
  writeText(index, out, number);
}

/** `3/25 SMITH STREET`: with the unit's type where a slash does not imply it. */
function writeSlashed(out: JsonBytes, address: Written): void {
  const { index, ordinal } = address;
  const { addressUnit, unitFlatType, unitFlatText, flatTypeText } = index.columns;
  const unit = addressUnit[ordinal];
  if (!codesOf(index).isSlashed[unitFlatType[unit]]) {
    writeText(index, out, flatTypeText[unitFlatType[unit]]);
    out.character(SPACE);
  }
  writeText(index, out, unitFlatText[unit]);
  out.character(SLASH);
  writeNumberAndStreet(out, address);
}

/**
 * Whether a unit is written before the number with a slash; with a level, without a number or at a
 * lot it has a line of its own.
 */
function isSlashed({ index, ordinal }: Written): boolean {
  const { addressHead, addressUnit, numberKind, unitFlatText, unitLevelType, unitLevelText } = index.columns;
  const number = numberIn(addressHead[ordinal]);
  const unit = addressUnit[ordinal];
  if (unit === 0 || number === 0 || numberKind[number] === LOT) return false;
  return unitFlatText[unit] !== 0 && unitLevelType[unit] === 0 && unitLevelText[unit] === 0;
}

function writeUnitAndLevel(out: JsonBytes, { index, ordinal }: Written): void {
  const { addressUnit, unitFlatType, unitFlatText, unitLevelType, unitLevelText } = index.columns;
  const { flatTypeText, levelTypeText } = index.columns;
  const unit = addressUnit[ordinal];
  if (unit === 0) return;
  const start = out.length;
  writeWord(out, index, flatTypeText[unitFlatType[unit]], start);
  writeWord(out, index, unitFlatText[unit], start);
  writeWord(out, index, levelTypeText[unitLevelType[unit]], start);
  writeWord(out, index, unitLevelText[unit], start);
}

/** Writes a text, after a space unless it is the first; nothing where there is none. */
function writeWord(out: JsonBytes, index: AddressIndex, text: number, start: number): void {
  if (text === 0) return;
  if (out.length > start) out.character(SPACE);
  writeText(index, out, text);
}

function writeNumberAndStreet(out: JsonBytes, address: Written): void {
  writeNumber(out, address, LOT_UPPER);
  if (hasNumber(address) && hasStreet(address)) out.character(SPACE);
  writeStreet(out, address);
}

function writeNumber(out: JsonBytes, { index, ordinal }: Written, lot: typeof LOT_UPPER): void {
  const { addressHead, numberKind, numberTextStart } = index.columns;
  const number = numberIn(addressHead[ordinal]);
  if (number === 0) return;
  if (numberKind[number] === LOT) out.write(lot);
  out.raw(index.bytes.numberText, numberTextStart[number], numberTextStart[number + 1]);
}

/** The name, type and suffix of the street in capitals, or with the codes of the last two. */
function writeStreet(out: JsonBytes, { index, street, abbreviated }: Written): void {
  const { streetAnswer } = index.columns;
  const label = endOfId(streetAnswer, street);
  if (!abbreviated) {
    out.raw(index.bytes.streetText, label, endOfLabel(streetAnswer, street));
    return;
  }
  const start = out.length;
  const { types, suffixes } = codesOf(index);
  const own = streetAnswer[street * STREET_WORDS + STREET.codes];
  out.raw(index.bytes.streetText, label, endOfName(streetAnswer, street));
  for (const code of [types[typeIn(own)], suffixes[suffixIn(own)]]) {
    if (code === '') continue;
    if (out.length > start) out.character(SPACE);
    out.ascii(code);
  }
}

/** The name of a building, where there is neither number nor lot. */
function writeBuilding(out: JsonBytes, { index, ordinal }: Written): void {
  if (numberIn(index.columns.addressHead[ordinal]) !== 0) return;
  const { building } = readDetail(index, ordinal);
  if (building !== 0) writeText(index, out, building);
}

function writePlaceInTitle(out: JsonBytes, address: Written): void {
  const start = out.length;
  writeLocality(out, address);
  titled(out, start);
  const { index, street } = address;
  const state = STATE_ORDER[index.columns.localityState[localityOf(index, street)]];
  writeStateAndPostcode(out, address, start, state === 'OT' ? null : state);
}

function writePlace(out: JsonBytes, address: Written): void {
  const start = out.length;
  writeLocality(out, address);
  const { index, street } = address;
  writeStateAndPostcode(out, address, start, postalStateOf(index, localityOf(index, street)));
}

function writeLocality(out: JsonBytes, { index, street }: Written): void {
  const { localityName } = index.columns;
  const name = localityName[localityOf(index, street)];
  if (name !== 0) writeText(index, out, name);
}

function writeStateAndPostcode(
  out: JsonBytes,
  { index, ordinal, street }: Written,
  start: number,
  state: string | null,
): void {
  const locality = localityOf(index, street);
  const postcode = postcodeOf(index, ordinal, locality);
  if (state !== null) {
    if (out.length > start) out.character(SPACE);
    out.ascii(state);
  }
  if (postcode === NO_POSTCODE) return;
  if (out.length > start) out.character(SPACE);
  out.digits(postcode, 4);
}

/** Puts what was written since `start` into title case. */
function titled(out: JsonBytes, start: number): void {
  if (out.length === start || out.edit(start, titleInPlace)) return;
  const text = out.edit(start, (bytes, from, end) => decoder.decode(bytes.subarray(from, end)));
  out.length = start;
  out.utf8(JSON.stringify(titleCase(JSON.parse(`"${text}"`))).slice(1, -1));
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
