import { MEANING } from '../../../index/lexicon.ts';
import type { Words } from '../../text/lexicon.ts';
import { HASH, HYPHEN, MIXED, NUMBER, POINT, SLASH, type Tokens, WORD } from '../../text/tokens.ts';

/** What a query may have that a rule for numbers needs, a bit each. `12 SMITH STREET, RICHMOND 3121` has none. */
export const HAS = {
  /** A slash, a hyphen, a full stop or a number sign before a token or after the last. */
  slash: 1,
  hyphen: 2,
  point: 4,
  hash: 8,
  /** A token of letters and digits. */
  mixed: 16,
  /** A word of one letter. */
  letter: 32,
  /** A word that a rule for words knows. */
  meant: 64,
  /** A number in words. */
  cardinal: 128,
  /** A number right after another; a number, one word and a number. */
  adjacent: 256,
  parted: 512,
  /** A number that may begin that of a telephone. */
  dialled: 1024,
  /** While typing: the last token is no word of several letters, or a slash or hyphen follows it. */
  growing: 2048,
  /** While typing: a last word, and no street number at the beginning. */
  bare: 4096,
} as const;

/** The bits of HAS for a query; `meanings` are those of words that rules know. O(tokens). */
export function hasOf(tokens: Tokens, words: Words, meanings: number): number {
  const { count, kind, start, end } = tokens;
  let signs = tokens.after;
  let meant = 0;
  let has = 0;
  for (let t = 0; t < count; t++) {
    signs |= tokens.before[t];
    meant |= words.meanings[t] | words.longMeanings[t];
    if (kind[t] === WORD) {
      if (end[t] - start[t] === 1) has |= HAS.letter;
      continue;
    }
    if (kind[t] === MIXED) has |= HAS.mixed;
    else if (mayBeDialled(tokens, t)) has |= HAS.dialled;
    if (t + 1 < count && kind[t + 1] !== WORD) has |= HAS.adjacent;
    else if (t + 2 < count && kind[t + 2] !== WORD) has |= HAS.parted;
  }
  if ((signs & (SLASH | HYPHEN | POINT | HASH)) !== 0) {
    if ((signs & SLASH) !== 0) has |= HAS.slash;
    if ((signs & HYPHEN) !== 0) has |= HAS.hyphen;
    if ((signs & POINT) !== 0) has |= HAS.point;
    if ((signs & HASH) !== 0) has |= HAS.hash;
  }
  if ((meant & meanings) !== 0) has |= HAS.meant;
  if ((meant & (1 << MEANING.cardinal)) !== 0) has |= HAS.cardinal;
  return tokens.typing && count > 0 ? has | typingHas(tokens) : has;
}

/** Whether a number may begin that of a telephone: 0, but no postcode at the end, 1300, 1800, 61. */
export function mayBeDialled({ letters, start, end, value, count }: Tokens, t: number): boolean {
  const first = letters[start[t]];
  const digits = end[t] - start[t];
  if (digits === 4) return first === ZERO ? t + 1 < count : value[t] === 1300 || value[t] === 1800;
  return (
    first === ZERO || (first === ZERO + 6 && (digits === 2 || digits === 11) && letters[start[t] + 1] === ZERO + 1)
  );
}

const ZERO = 0x30;

function typingHas({ count, kind, start, end, after, letters }: Tokens): number {
  const last = count - 1;
  const isWord = kind[last] === WORD;
  const growing = !isWord || end[last] - start[last] === 1 || (after & (SLASH | HYPHEN)) !== 0 ? HAS.growing : 0;
  const begins = last > 0 && kind[0] === NUMBER && letters[start[0]] !== ZERO && kind[1] === WORD;
  return isWord && !begins ? growing | HAS.bare : growing;
}
