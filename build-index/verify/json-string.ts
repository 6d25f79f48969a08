const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ESCAPES = new Set(Buffer.from('"\\/bfnrt'));
const UNICODE_ESCAPE = 0x75;

/**
 * The first position in `bytes[start, end)` where it cannot be the inside of a JSON string (RFC 8259, section 7): a quote, a
 * control byte other than `allowed`, or an escape that is none; -1 where it can. Bytes from 0x80 on are taken as they are.
 */
export function jsonStringFault(bytes: Uint8Array, start: number, end: number, allowed = -1): number {
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if (byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH) continue;
    if (byte === allowed) continue;
    if (byte !== BACKSLASH) return i;
    const escaped = i + 1 < end ? bytes[i + 1] : 0;
    if (escaped === UNICODE_ESCAPE) {
      for (let digit = i + 2; digit < i + 6; digit++) if (digit >= end || !isHex(bytes[digit])) return i;
      i += 5;
    } else if (ESCAPES.has(escaped)) i++;
    else return i;
  }
  return -1;
}

function isHex(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66) || (byte >= 0x41 && byte <= 0x46);
}
