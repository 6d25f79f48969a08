import type { AddressIndex } from '../../src/index/open.ts';
import { textOf } from '../../src/index/text.ts';

/** Code-unit order of two texts by their ids. */
export function compareTexts(index: AddressIndex, a: number, b: number): number {
  return a === b ? 0 : compareStrings(textOf(index, a), textOf(index, b));
}

/** Code-unit order of two strings. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Item `i` of a CSR section of bytes, as a string. */
export function fragment(bytes: Uint8Array, start: Uint32Array, i: number): string {
  return Buffer.from(bytes.subarray(start[i], start[i + 1])).toString();
}

/** Item `i` of a CSR section of insides of JSON strings, unescaped. */
export function unescaped(bytes: Uint8Array, start: Uint32Array, i: number): string {
  return JSON.parse(`"${fragment(bytes, start, i)}"`) as string;
}
