import type { Bytes } from '../index/bytes.ts';
import type { AddressIndex } from '../index/open.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';

/** `null` */
export const NULL = fragment('null');

const QUOTE = 0x22;

/** Writes a text of the index unchanged: escaped, without quotes. */
export function writeText(index: AddressIndex, out: JsonBytes, id: number): void {
  const { textStart } = index.columns;
  out.raw(index.bytes.text, textStart[id], textStart[id + 1]);
}

/** Writes a text of the index as a JSON string, or `null` for text id 0. */
export function writeString(index: AddressIndex, out: JsonBytes, id: number): void {
  if (id === 0) {
    out.write(NULL);
    return;
  }
  out.character(QUOTE);
  writeText(index, out, id);
  out.character(QUOTE);
}

/** Writes bytes `start` to `end` of a section, which are escaped, as a JSON string; or `null` where there are none. */
export function writeQuoted(out: JsonBytes, source: Bytes, start: number, end: number): void {
  if (end <= start) {
    out.write(NULL);
    return;
  }
  out.character(QUOTE);
  out.raw(source, start, end);
  out.character(QUOTE);
}

/** Writes a coordinate, an integer of 1e-8 degrees, as a JSON number with at most eight decimals. */
export function writeCoordinate(out: JsonBytes, value: number): void {
  let rest = value;
  if (rest < 0) {
    out.character(MINUS);
    rest = -rest;
  }
  const degrees = (rest / 1e8) >>> 0;
  out.uint(degrees);
  const fraction = (rest - degrees * 1e8) >>> 0;
  if (fraction === 0) return;
  out.character(POINT);
  out.digits(fraction, 8);
  out.trimZeros();
}

/** Writes a distance in metres with at most one decimal. */
export function writeTenths(out: JsonBytes, metres: number): void {
  const tenths = Math.round(metres * 10);
  out.uint(Math.floor(tenths / 10));
  if (tenths % 10 === 0) return;
  out.character(POINT);
  out.uint(tenths % 10);
}

const MINUS = 0x2d;
const POINT = 0x2e;
