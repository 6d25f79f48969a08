import { endOf } from './address.ts';
import { finished, HASH_START, hashed } from './letter-hash.ts';
import type { IndexColumns } from './sections.ts';

/** The most addresses that an index has for a beginning: what autocomplete answers unless more are asked for. */
export const MOST_BEGUN = 5;

/** Characters of the longest beginning that an index has answers to, below 2^LETTERS_BITS. Few share a longer one. */
export const LONGEST_BEGINNING = 25;

/** Letters of a text, in the first byte of what the index has of it; the bits above say how many answers follow. */
const LETTERS_BITS = 5;
const LETTERS_MASK = 2 ** LETTERS_BITS - 1;
const CODE_BYTES = 2;
const ADDRESS_BYTES = 4;

/** A beginning, the addresses that are answered, and the row of `beginningScore` that has their scores. */
export interface Beginning {
  readonly text: string;
  readonly addresses: readonly number[];
  readonly scores: number;
}

/** Most rows of `beginningScore`. */
export const MOST_SCORES = 2 ** (8 * CODE_BYTES);

/**
 * The bytes of a beginning in `beginning`: its length and the number of its answers; the text, in capitals; the row of
 * the scores; the addresses, the best first. Numbers are little-endian.
 */
export function bytesOfBeginning({ text, addresses, scores }: Beginning): Buffer {
  const bytes = Buffer.alloc(1 + text.length + CODE_BYTES + addresses.length * ADDRESS_BYTES);
  bytes[0] = text.length | (addresses.length << LETTERS_BITS);
  bytes.write(text, 1, 'latin1');
  bytes.writeUInt16LE(scores, 1 + text.length);
  addresses.forEach((address, i) => {
    bytes.writeUInt32LE(address, 1 + text.length + CODE_BYTES + i * ADDRESS_BYTES);
  });
  return bytes;
}

/** The bucket of a hash, of 2^n. */
export function bucketOf(hash: number, buckets: number): number {
  return hash & (buckets - 1);
}

/** Bits of `beginningFilter` for each text, at least: of texts that are not there, at most one in seven passes. */
export const FILTER_BITS = 7;

/** The bit of a hash in `beginningFilter`, which has 2^n elements. */
export function filterBit(hash: number, elements: number): number {
  return hash & (32 * elements - 1);
}

/** What `hashOfBeginning` answers of texts that no index has answers to. No hash is negative. */
export const NO_BEGINNING = -1;

const SPACE = 0x20;
const SMALL = 0x20;

/**
 * A hash of a text in capitals, 32 bits unsigned; NO_BEGINNING for one that is too long, begins with
 * a space, has a character other than letters, digits, spaces and `' , - . /`, or a capital behind a
 * small letter, which may begin another word.
 */
export function hashOfBeginning(text: string): number {
  const { length } = text;
  if (length > LONGEST_BEGINNING || length === 0 || text.charCodeAt(0) === SPACE) return NO_BEGINNING;
  let hash = HASH_START;
  let isSmall = false;
  for (let i = 0; i < length; i++) {
    let code = text.charCodeAt(i);
    if (code >= 0x61 && code <= 0x7a) {
      isSmall = true;
      code -= SMALL;
    } else if (code >= 0x41 && code <= 0x5a) {
      if (isSmall) return NO_BEGINNING;
    } else if ((code >= 0x2c && code <= 0x39) || code === SPACE || code === 0x27) isSmall = false;
    else return NO_BEGINNING;
    hash = hashed(hash, code);
  }
  return finished(hash);
}

/** Where in `beginning` a text is; -1 where it is not, and has to be searched for. O(length). */
export function beginningOf({ columns }: IndexColumns, text: string): number {
  const hash = hashOfBeginning(text);
  if (hash === NO_BEGINNING) return -1;
  const { beginning, beginningStart, beginningFilter } = columns;
  const bit = filterBit(hash, beginningFilter.length);
  if ((beginningFilter[bit >>> 5] & (1 << bit)) === 0) return -1;
  const bucket = bucketOf(hash, beginningStart.length - 1);
  const end = endOf(beginningStart, bucket, beginning);
  for (let at = beginningStart[bucket]; at < end; at = endOfBeginning(beginning, at))
    if ((beginning[at] & LETTERS_MASK) === text.length && isText(beginning, at + 1, text)) return at;
  return -1;
}

function isText(bytes: Uint8Array, start: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (bytes[start + i] !== (code >= 0x61 ? code - SMALL : code)) return false;
  }
  return true;
}

/** Where the next one begins. */
export function endOfBeginning(beginning: Uint8Array, at: number): number {
  return addressesAt(beginning, at) + answersAt(beginning, at) * ADDRESS_BYTES;
}

/** How many addresses are answered to a beginning. */
export function answersAt(beginning: Uint8Array, at: number): number {
  return beginning[at] >>> LETTERS_BITS;
}

function addressesAt(beginning: Uint8Array, at: number): number {
  return at + 1 + (beginning[at] & LETTERS_MASK) + CODE_BYTES;
}

/** The text of a beginning, in capitals. */
export function textAt(beginning: Uint8Array, at: number): string {
  return String.fromCharCode(...beginning.subarray(at + 1, at + 1 + (beginning[at] & LETTERS_MASK)));
}

/** The i-th address that is answered. */
export function addressAt(beginning: Uint8Array, at: number, i: number): number {
  const from = addressesAt(beginning, at) + i * ADDRESS_BYTES;
  const low = beginning[from] | (beginning[from + 1] << 8);
  return (low | (beginning[from + 2] << 16) | (beginning[from + 3] << 24)) >>> 0;
}

/** How well it matches. */
export function scoreAt({ beginning, beginningScore }: IndexColumns['columns'], at: number, i: number): number {
  const code = addressesAt(beginning, at) - CODE_BYTES;
  return beginningScore[(beginning[code] + (beginning[code + 1] << 8)) * MOST_BEGUN + i];
}
