/** What Windows-1252 has in the places 0x80 to 0x9f; a space for none. */
const HIGH = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** A character that begins two to four bytes of UTF-8, and those that may go on with it, as Windows-1252 shows them. */
const SEQUENCE =
  /[\u00c2-\u00f4][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]{1,3}/g;

/** What is left of a no-break space and of a closing quotation mark where their second halves were lost on the way. */
const REMAINS = /Â(?=[\s,;]|$)|â€/g;

/**
 * `20Â Tribe Street`, `12â€“14`: UTF-8 that was read as Windows-1252 (WHATWG Encoding, index windows-1252), read again as what it is; all else as it
 * stands. O(length).
 */
export function asWritten(text: string): string {
  return text.replace(SEQUENCE, redecoded).replace(REMAINS, ' ');
}

function redecoded(sequence: string): string {
  const bytes = Uint8Array.from(sequence, byteOf);
  const size = bytes[0] >= 0xf0 ? 4 : bytes[0] >= 0xe0 ? 3 : 2;
  if (bytes.length < size) return sequence;
  const text = Buffer.from(bytes.subarray(0, size)).toString();
  return text.includes('\ufffd') ? sequence : text + sequence.slice(size);
}

function byteOf(character: string): number {
  const high = HIGH.indexOf(character);
  return high >= 0 && character !== ' ' ? 0x80 + high : character.charCodeAt(0);
}
