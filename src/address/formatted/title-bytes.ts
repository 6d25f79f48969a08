import { CAPITAL_AT_FIRST, NUMERALS, WRITTEN_WORDS } from './written-words.ts';

const COMMA = 0x2c;
const LOWER = 0x20;

/**
 * Classes of bytes: those whose case cannot be told here, letters, digits, and those that end a
 * word.
 */
const SPECIAL = 0;
const LETTER = 1;
const DIGIT = 2;
const BETWEEN = 3;
const KIND = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (/[A-Za-z]/.test(character)) return LETTER;
  if (/\d/.test(character)) return DIGIT;
  return byte >= 0x80 || character === "'" || character === '\\' ? SPECIAL : BETWEEN;
});

/** A word that is not written as a capital followed by small letters. */
interface Written {
  readonly upper: string;
  readonly bytes: Uint8Array;
  /** Whether it is an ordinary word where a name begins. */
  readonly isCapitalAtFirst: boolean;
}

const SLOTS = 1024;
/** First words of names that have a spelling of their own as a whole: `KU-RING-GAI`. */
const BEGINNINGS: readonly string[] = ['KU', 'KURING'];
const written = new Array<Written | null>(SLOTS).fill(null);
for (const [upper, text] of [...WRITTEN_WORDS, ...BEGINNINGS.map((word) => [word, ''] as const)]) {
  if (!/^[A-Z]+$/.test(upper)) continue;
  const isCapitalAtFirst = CAPITAL_AT_FIRST.has(text) || NUMERALS.has(text);
  let slot = slotOf(
    upper.split('').map((letter) => letter.charCodeAt(0)),
    0,
    upper.length,
  );
  while (written[slot] !== null) slot = (slot + 1) % SLOTS;
  written[slot] = { upper, bytes: Uint8Array.from(text, (letter) => letter.charCodeAt(0)), isCapitalAtFirst };
}

function slotOf(bytes: ArrayLike<number>, from: number, end: number): number {
  let hash = end - from;
  for (let i = from; i < end; i++) hash = Math.imul(hash, 31) + (bytes[i] & ~LOWER);
  return (hash ^ (hash >>> 10)) & (SLOTS - 1);
}

/**
 * Writes bytes in capitals as `titleCase` does (title-case.ts), in place: the length stays the
 * same. False, with the case of the bytes undefined, where there are letters or signs that only
 * `titleCase` handles.
 */
export function titleInPlace(bytes: Uint8Array, from: number, end: number): boolean {
  let begins = true;
  for (let at = from; at < end; ) {
    const kind = KIND[bytes[at]];
    if (kind === SPECIAL) return false;
    if (kind === BETWEEN) {
      if (bytes[at] === COMMA) begins = true;
      at++;
      continue;
    }
    const start = at;
    let digits = 0;
    for (let next = kind; next === LETTER || next === DIGIT; next = at < end ? KIND[bytes[at]] : BETWEEN) {
      if (next === DIGIT) digits++;
      at++;
    }
    if (at < end && KIND[bytes[at]] === SPECIAL) return false;
    if (digits > 0) {
      const lower = isOrdinal(bytes, start, at, digits) ? LOWER : 0;
      for (let i = start; i < at; i++) if (KIND[bytes[i]] === LETTER) bytes[i] = (bytes[i] & ~LOWER) | lower;
      begins = true;
    } else {
      if (!writeWord(bytes, start, at, begins)) return false;
      begins = false;
    }
  }
  return true;
}

/** Whether a word is digits and `ST`, `ND`, `RD` or `TH`. */
function isOrdinal(bytes: Uint8Array, from: number, end: number, digits: number): boolean {
  if (end - from !== digits + 2) return false;
  for (let i = from; i < from + digits; i++) if (KIND[bytes[i]] !== DIGIT) return false;
  const ending = String.fromCharCode(bytes[end - 2] & ~LOWER, bytes[end - 1] & ~LOWER);
  return ending === 'ST' || ending === 'ND' || ending === 'RD' || ending === 'TH';
}

function writeWord(bytes: Uint8Array, from: number, end: number, begins: boolean): boolean {
  const known = writtenWord(bytes, from, end);
  if (known !== null && known.bytes.length === 0) return false;
  if (known !== null && !(begins && known.isCapitalAtFirst)) {
    for (let i = 0; i < known.bytes.length; i++) bytes[from + i] = known.bytes[i];
    return true;
  }
  const isMc = end - from >= 5 && (bytes[from] & ~LOWER) === 0x4d && (bytes[from + 1] & ~LOWER) === 0x43;
  bytes[from] &= ~LOWER;
  for (let i = from + 1; i < end; i++) bytes[i] |= LOWER;
  if (isMc && known === null) bytes[from + 2] &= ~LOWER;
  return true;
}

function writtenWord(bytes: Uint8Array, from: number, end: number): Written | null {
  for (let slot = slotOf(bytes, from, end); ; slot = (slot + 1) % SLOTS) {
    const known = written[slot];
    if (known === null || known === undefined) return null;
    if (known.upper.length !== end - from) continue;
    let same = true;
    for (let i = 0; same && i < known.upper.length; i++)
      same = known.upper.charCodeAt(i) === (bytes[from + i] & ~LOWER);
    if (same) return known;
  }
}
