import { hash, randomBytes } from 'node:crypto';

/** What every secret key begins with, so that secret scanners find leaked ones. */
export const KEY_PREFIX = 'lbx_live_';

/** What every publishable key begins with: those are put in web pages. */
export const PUBLISHABLE_PREFIX = 'lbx_pub_';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

/** Characters in a secret key: the prefix, 32 random ones and a checksum of 6. */
const KEY_LENGTH = KEY_PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH;

/** Characters in a publishable key: its prefix, as many random ones, and the same checksum. */
const PUBLISHABLE_LENGTH = PUBLISHABLE_PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH;

/** Characters after the prefix that are shown to tell keys apart. */
const DISPLAY_LENGTH = 4;

/** The value of each ASCII character as a base62 digit, -1 for characters that are not digits. */
const DIGITS = new Int8Array(128).fill(-1);
for (let digit = 0; digit < 62; digit++) DIGITS[ALPHABET.charCodeAt(digit)] = digit;

/**
 * CRC-32 (IEEE 802.3, reflected), one byte at a time: for a text as short as a key, a call out of
 * JavaScript costs more than it saves.
 */
const CRC = new Int32Array(256).map((_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** The CRC's state after more characters. */
function crcOf(text: string, start: number, end: number, state: number): number {
  let crc = state;
  for (let i = start; i < end; i++) crc = (crc >>> 8) ^ CRC[(crc ^ text.charCodeAt(i)) & 0xff]!;
  return crc;
}

/** The states of the CRC after the prefixes. */
const SECRET_CRC = crcOf(KEY_PREFIX, 0, KEY_PREFIX.length, -1);
const PUBLISHABLE_CRC = crcOf(PUBLISHABLE_PREFIX, 0, PUBLISHABLE_PREFIX.length, -1);

/**
 * Makes a secret key, or one with another prefix: 190 random bits, uniform over the 62 characters.
 * `bytes` supplies the randomness; tests replace it.
 */
export function createKey(
  bytes: (count: number) => Uint8Array = randomBytes,
  prefix: typeof KEY_PREFIX | typeof PUBLISHABLE_PREFIX = KEY_PREFIX,
): string {
  let text: string = prefix;
  const length = prefix.length + RANDOM_LENGTH;
  while (text.length < length) {
    for (const byte of bytes(RANDOM_LENGTH)) {
      // 248 is the largest multiple of 62 below 256: the rest would favour the first eight
      // characters.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text + checksumOf(text);
}

/**
 * The checksum of the part of a key before it: the CRC-32 in base62, six digits, most significant
 * first.
 */
export function checksumOf(text: string): string {
  const end = (text.startsWith(PUBLISHABLE_PREFIX) ? PUBLISHABLE_PREFIX : KEY_PREFIX).length + RANDOM_LENGTH;
  let rest = ~crcOf(text, 0, end, -1) >>> 0;
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** A character that only one of the two prefixes has: comparing it is cheaper than a call. */
const TELLING = PUBLISHABLE_PREFIX.indexOf('p');
const TOLD = PUBLISHABLE_PREFIX.charCodeAt(TELLING);

/** Whether a text has the prefix of a publishable key. */
export function isPublishable(key: string): boolean {
  return key.charCodeAt(TELLING) === TOLD && key.startsWith(PUBLISHABLE_PREFIX);
}

/**
 * What is wrong with the form of a key, before it is looked up: not a key at all, or one that was
 * mistyped.
 */
export type KeyFault = 'malformed' | 'mistyped';

/**
 * Tells a key that may exist from a malformed or mistyped one, without a look-up. Null when it may
 * exist. Takes any text.
 */
export function keyFault(key: string): KeyFault | null {
  const secret = key.length === KEY_LENGTH;
  if (!key.startsWith(secret ? KEY_PREFIX : PUBLISHABLE_PREFIX)) return 'malformed';
  if (!secret && key.length !== PUBLISHABLE_LENGTH) return 'malformed';
  const start = (secret ? KEY_PREFIX : PUBLISHABLE_PREFIX).length;
  const checksumAt = start + RANDOM_LENGTH;
  let crc = secret ? SECRET_CRC : PUBLISHABLE_CRC;
  for (let i = start; i < checksumAt; i++) {
    const code = key.charCodeAt(i);
    if (code > 127 || DIGITS[code]! < 0) return 'malformed';
    crc = (crc >>> 8) ^ CRC[(crc ^ code) & 0xff]!;
  }
  let checksum = 0;
  for (let i = checksumAt; i < key.length; i++) {
    const code = key.charCodeAt(i);
    if (code > 127 || DIGITS[code]! < 0) return 'malformed';
    checksum = checksum * 62 + DIGITS[code]!;
  }
  return checksum === ~crc >>> 0 ? null : 'mistyped';
}

/** A key, or what looks like one, anywhere in a text, after what the console shows of it. */
const KEYS = new RegExp(`(?<=(?:${KEY_PREFIX}|${PUBLISHABLE_PREFIX})[0-9A-Za-z]{${DISPLAY_LENGTH}})[0-9A-Za-z]+`, 'g');

/** A text for a log: of each key in it only what the console shows. */
export function withKeysCut(text: string): string {
  return text.replace(KEYS, '…');
}

/**
 * The SHA-256 of a key, 64 hexadecimal digits: all that is ever stored of it besides its display
 * prefix.
 */
export function hashOfKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** The beginning of a key, to tell keys apart: the prefix and four of the 32 random characters. */
export function displayPrefix(key: string): string {
  return key.slice(0, (isPublishable(key) ? PUBLISHABLE_PREFIX : KEY_PREFIX).length + DISPLAY_LENGTH);
}
