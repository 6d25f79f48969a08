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

/** Writes a distance in metres with at most one decimal. */
export function writeTenths(out: JsonBytes, metres: number): void {
  const tenths = Math.round(metres * 10);
  out.uint(Math.floor(tenths / 10));
  if (tenths % 10 === 0) return;
  out.character(POINT);
  out.uint(tenths % 10);
}

const POINT = 0x2e;
