import { textOfBytes } from './text.ts';

/**
 * A name as the tries keep it: upper-case letters A–Z, digits, and single spaces. Accents are
 * folded, apostrophes and full stops dropped, `&` is AND, everything else is a space. Queries are
 * read into the same letters, so that names meet.
 */
export function searchKey(text: string): string {
  return text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[\u0300-\u036f'’‘`´.]/g, '')
    .replace(/&/g, ' AND ')
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim();
}

const SPACE = 0x20;
const BACKSLASH = 0x5c;
const AMPERSAND = 0x26;
const DELETE = 0x7f;

/**
 * Whether the search key of a text begins with a key, or with `whole` has it as its first words.
 * The text is escaped UTF-8 in upper case, bytes `start` to `end`. Allocates nothing for ASCII.
 */
export function keyBegins(bytes: Uint8Array, start: number, end: number, key: string, whole: boolean): boolean {
  let at = 0;
  let spaced = false;
  for (let i = start; i < end; i++) {
    const c = bytes[i];
    if (c >= DELETE || c === BACKSLASH || c === AMPERSAND) {
      const own = searchKey(textOfBytes(bytes, start, end));
      return own.startsWith(key) && (!whole || own.length === key.length || own[key.length] === ' ');
    }
    if (c === 0x27 || c === 0x2e || c === 0x60) continue;
    if (!isLetterOrDigit(c)) {
      spaced = at > 0;
      continue;
    }
    if (at === key.length && (!whole || spaced)) return true;
    if (spaced && key.charCodeAt(at++) !== SPACE) return false;
    spaced = false;
    if (at === key.length && !whole) return true;
    if (key.charCodeAt(at++) !== c) return false;
  }
  return at === key.length;
}

function isLetterOrDigit(c: number): boolean {
  return (c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a) || (c >= 0x30 && c <= 0x39);
}
