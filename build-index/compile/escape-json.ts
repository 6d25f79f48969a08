const HEX = Buffer.from('0123456789abcdef');

/**
 * Writes UTF-8 bytes as the inside of a JSON string (RFC 8259, section 7), and answers where it
 * ended. The target must have room for six bytes per source byte. `keep` is a control byte to leave
 * unescaped.
 */
export function escapeJson(
  source: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  at: number,
  keep = -1,
): number {
  for (let i = start; i < end; i++) {
    const byte = source[i];
    if (byte === 0x22 || byte === 0x5c) {
      target[at++] = 0x5c;
      target[at++] = byte;
    } else if (byte < 0x20 && byte !== keep) {
      target[at++] = 0x5c;
      target[at++] = 0x75;
      target[at++] = 0x30;
      target[at++] = 0x30;
      target[at++] = HEX[byte >> 4];
      target[at++] = HEX[byte & 15];
    } else {
      target[at++] = byte;
    }
  }
  return at;
}

const PLAIN = /^[^"\\\u0000-\u001f]*$/;

/** A text as the inside of a JSON string, with the escapes of `escapeJson`. */
export function insideOfString(text: string): string {
  if (PLAIN.test(text)) return text;
  const bytes = Buffer.from(text);
  const target = Buffer.alloc(bytes.length * 6);
  return target.toString('utf8', 0, escapeJson(bytes, 0, bytes.length, target, 0));
}

/** A text as a JSON string with the escapes of `escapeJson`; `null` for the empty text. */
export function quoted(text: string): string {
  return text === '' ? 'null' : `"${insideOfString(text)}"`;
}
