import type { IndexColumns } from './sections.ts';

/** The length in bytes up to which joining letters is quicker than a decoder. */
const SHORT = 24;
const BACKSLASH = 0x5c;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of an id as a string, unescaped. Allocates: for few texts per answer, not for every candidate. */
export function textOf(index: IndexColumns, id: number): string {
  const { textStart, text } = index.columns;
  return textOfBytes(text, textStart[id], textStart[id + 1]);
}

/** The inside of a JSON string, bytes `start` to `end`, as a string, unescaped. Allocates. */
export function textOfBytes(bytes: Uint8Array, start: number, end: number): string {
  if (end - start <= SHORT) {
    let text = '';
    for (let i = start; i < end; i++) {
      const byte = bytes[i];
      if (byte >= 0x80 || byte === BACKSLASH) break;
      text += String.fromCharCode(byte);
    }
    if (text.length === end - start) return text;
  }
  const raw = decoder.decode(bytes.subarray(start, end));
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}

/** Whether a text equals `value[start, end)`. Allocates nothing for ASCII. */
export function textEquals(index: IndexColumns, id: number, value: string, start: number, end: number): boolean {
  const begun = lettersBegun(index, id, value, start, end);
  if (begun < 0) return textOf(index, id) === value.slice(start, end);
  return begun === end - start && begun === index.columns.textStart[id + 1] - index.columns.textStart[id];
}

/** Whether a text begins with a value. Allocates nothing for ASCII. */
export function textBegins(index: IndexColumns, id: number, value: string): boolean {
  const begun = lettersBegun(index, id, value, 0, value.length);
  return begun < 0 ? textOf(index, id).startsWith(value) : begun === value.length;
}

/** Compares two texts by their bytes: negative where the first comes before the other. */
export function compareTexts(index: IndexColumns, a: number, b: number): number {
  const { textStart, text } = index.columns;
  if (a === b) return 0;
  const from = textStart[a];
  const other = textStart[b];
  const length = textStart[a + 1] - from;
  const otherLength = textStart[b + 1] - other;
  for (let i = 0; i < length && i < otherLength; i++) {
    const difference = text[from + i] - text[other + i];
    if (difference !== 0) return difference;
  }
  return length - otherLength;
}

/**
 * How many letters of `value[start, end)` a text begins with; -1 where a letter may be escaped, or
 * takes more than a byte.
 */
function lettersBegun(index: IndexColumns, id: number, value: string, start: number, end: number): number {
  const { textStart, text } = index.columns;
  const from = textStart[id];
  const length = textStart[id + 1] - from;
  for (let i = 0; i < end - start; i++) {
    const unit = value.charCodeAt(start + i);
    if (unit >= 0x80 || unit === 0x22 || unit === 0x5c || unit < 0x20) return -1;
    if (i >= length || text[from + i] !== unit) return i;
  }
  return end - start;
}
