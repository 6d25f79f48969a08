import { hash, randomBytes } from 'node:crypto';

/** What every key begins with, so that secret scanners find leaked ones. */
export const KEY_PREFIX = 'lbx_live_';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const CHECKSUM_AT = KEY_PREFIX.length + RANDOM_LENGTH;

/** Characters in a key: the prefix, 32 random ones and a checksum of 6. */
export const KEY_LENGTH = CHECKSUM_AT + CHECKSUM_LENGTH;

const DISPLAY_LENGTH = KEY_PREFIX.length + 4;

/** The value of each ASCII character as a base62 digit, -1 for those that are none. */
const DIGITS = new Int8Array(128).fill(-1);
for (let digit = 0; digit < 62; digit++) DIGITS[ALPHABET.charCodeAt(digit)] = digit;

/** CRC-32 (IEEE 802.3, reflected), one byte at a time: a key is too short for a call out of JavaScript to pay. */
const CRC = new Int32Array(256).map((_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** The state of the CRC after the prefix. */
let prefixCrc = -1;
for (let i = 0; i < KEY_PREFIX.length; i++)
  prefixCrc = (prefixCrc >>> 8) ^ CRC[(prefixCrc ^ KEY_PREFIX.charCodeAt(i)) & 0xff];
const PREFIX_CRC = prefixCrc;

/** Makes a key: 190 random bits, uniform over the 62 characters. `bytes` gives randomness, for tests. */
export function createKey(bytes: (count: number) => Uint8Array = randomBytes): string {
  let text = KEY_PREFIX;
  while (text.length < CHECKSUM_AT) {
    for (const byte of bytes(RANDOM_LENGTH)) {
      // 248 is the largest multiple of 62 below 256: the rest would favour the first eight characters.
      if (byte < 248 && text.length < CHECKSUM_AT) text += ALPHABET[byte % 62];
    }
  }
  return text + checksumOf(text);
}

/** The checksum of a key's first 41 characters: their CRC-32 in base62, six digits, most significant first. */
export function checksumOf(text: string): string {
  let crc = PREFIX_CRC;
  for (let i = KEY_PREFIX.length; i < CHECKSUM_AT; i++) crc = (crc >>> 8) ^ CRC[(crc ^ text.charCodeAt(i)) & 0xff];
  let rest = ~crc >>> 0;
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** What is wrong with the form of a key, before it is looked up: not a key at all, or one that was mistyped. */
export type KeyFault = 'malformed' | 'mistyped';

/** Tells a key that may exist from a malformed or mistyped one, without a look-up. Null when it may exist. Takes any text. */
export function keyFault(key: string): KeyFault | null {
  if (key.length !== KEY_LENGTH) return 'malformed';
  for (let i = 0; i < KEY_PREFIX.length; i++) if (key.charCodeAt(i) !== KEY_PREFIX.charCodeAt(i)) return 'malformed';
  let crc = PREFIX_CRC;
  for (let i = KEY_PREFIX.length; i < CHECKSUM_AT; i++) {
    const code = key.charCodeAt(i);
    if (code > 127 || DIGITS[code] < 0) return 'malformed';
    crc = (crc >>> 8) ^ CRC[(crc ^ code) & 0xff];
  }
  let checksum = 0;
  for (let i = CHECKSUM_AT; i < KEY_LENGTH; i++) {
    const code = key.charCodeAt(i);
    if (code > 127 || DIGITS[code] < 0) return 'malformed';
    checksum = checksum * 62 + DIGITS[code];
  }
  return checksum === ~crc >>> 0 ? null : 'mistyped';
}

/** The SHA-256 of a key, 64 hexadecimal digits: all that is ever stored of it besides its display prefix. */
export function hashOfKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** The beginning of a key, for people to tell their keys apart: the prefix and four of the 32 random characters. */
export function displayPrefix(key: string): string {
  return key.slice(0, DISPLAY_LENGTH);
}
