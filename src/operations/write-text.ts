import type { AddressIndex } from '../index/open.ts';
import type { JsonBytes } from './json-bytes.ts';

/** Writes a text of the index as it stands: escaped, without quotes. */
export function writeText(index: AddressIndex, out: JsonBytes, id: number): void {
  const { textStart, text } = index.columns;
  out.raw(text, textStart[id], textStart[id + 1]);
}

/** Writes a text of the index as a JSON string, or `null` for text id 0. */
export function writeString(index: AddressIndex, out: JsonBytes, id: number): void {
  if (id === 0) {
    out.ascii('null');
    return;
  }
  out.ascii('"');
  writeText(index, out, id);
  out.ascii('"');
}

/** Writes a coordinate, an integer of 1e-8 degrees, as a JSON number with at most eight decimals. */
export function writeCoordinate(out: JsonBytes, value: number): void {
  let rest = value;
  if (rest < 0) {
    out.ascii('-');
    rest = -rest;
  }
  const degrees = Math.floor(rest / 1e8);
  out.uint(degrees);
  let fraction = rest - degrees * 1e8;
  if (fraction === 0) return;
  let digits = 8;
  while (fraction % 10 === 0) {
    fraction /= 10;
    digits--;
  }
  out.reserve(9);
  const { bytes } = out;
  bytes[out.length] = 0x2e;
  for (let at = out.length + digits; at > out.length; at--) {
    bytes[at] = 0x30 + (fraction % 10);
    fraction = Math.floor(fraction / 10);
  }
  out.length += digits + 1;
}
