import type { PeerQuery } from './peer.ts';

/**
 * Abbreviations that users of these engines would expand by a synonym list, besides those of the
 * release's own code tables.
 */
const COMMON: readonly (readonly [string, string])[] = [
  ['U', 'UNIT'],
  ['APT', 'UNIT'],
  ['APARTMENT', 'UNIT'],
  ['FLAT', 'UNIT'],
  ['FL', 'LEVEL'],
  ['FLOOR', 'LEVEL'],
  ['LVL', 'LEVEL'],
  ['SAINT', 'STREET'],
  ['MT', 'MOUNT'],
  ['STR', 'STREET'],
  ['AV', 'AVENUE'],
  ['RD', 'ROAD'],
  ['HWY', 'HIGHWAY'],
  ['VICTORIA', 'VIC'],
  ['QUEENSLAND', 'QLD'],
  ['TASMANIA', 'TAS'],
];

/**
 * Turns a text into words: upper case, without accents, split at whatever is not a letter or digit,
 * each abbreviation replaced by its long form, which may be two words. Lines and queries are
 * treated alike, so that `ST` matches whether it means Saint or Street. `codes` are pairs of an
 * abbreviation and its long word.
 */
export function normalizer(codes: Iterable<readonly [string, string]>): (text: string) => string[] {
  const long = new Map([...codes, ...COMMON]);
  return (text) =>
    (
      text
        .normalize('NFD')
        .replace(/[\u0300-\u036f'’]/g, '')
        .toUpperCase()
        .match(/[A-Z0-9]+/g) ?? []
    ).flatMap((word) => long.get(word)?.match(/[A-Z0-9]+/g) ?? word);
}

/**
 * A query for a peer: the last word is open if nothing was typed after it, and is then not
 * expanded.
 */
export function readQuery(text: string, normalize: (text: string) => string[], typing: boolean): PeerQuery {
  const last = typing ? (/[A-Za-z0-9]+$/.exec(text)?.[0] ?? '') : '';
  const words = normalize(text.slice(0, text.length - last.length));
  if (last !== '') words.push(last.toUpperCase());
  return { text, words, open: last !== '' };
}
