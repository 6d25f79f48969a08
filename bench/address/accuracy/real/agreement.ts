import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Answer } from '../asker.ts';

/** Where address strings that people wrote are kept, next to the repository; they may be absent. */
export const REAL_STRINGS = fileURLToPath(
  new URL('../../../../../../shared/gnaf/queries/real_addresses.jsonl.gz', import.meta.url),
);

/** An address as somebody wrote it, with what is known of its place. */
export interface RealString {
  readonly q: string;
  readonly state: string | null;
  readonly postcode: string | null;
  readonly locality: string | null;
}

/** Reads JSON lines, gzipped or not; null if there is no such file. */
export function readRealStrings(path: string): RealString[] | null {
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RealString);
}

/** Letters and digits only, in capitals, SAINT and MOUNT shortened. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/['’]/g, '')
    .replace(/[^A-Z0-9]+/g, ' ')
    .replace(/\bSAINT\b/g, 'ST')
    .replace(/\bMOUNT\b/g, 'MT')
    .trim();
}

/**
 * True if an answer lies where the string says: the state, if both are known, is the same, and
 * either the postcode is, or the locality's name (or one of its aliases) is the string's locality
 * or among its words, in either order of two words, or without its spaces.
 */
export function agrees(real: RealString, answer: Answer, aliases: readonly string[]): boolean {
  if (real.state !== null && answer.state !== null && real.state !== answer.state) return false;
  if (answer.postcode !== null && answer.postcode === real.postcode) return true;
  const said = ` ${folded(real.q)} `;
  const locality = real.locality === null ? null : folded(real.locality);
  return [answer.localityName ?? '', ...aliases].some((name) => {
    const its = folded(name);
    if (its === '') return false;
    if (its === locality || said.includes(` ${its} `)) return true;
    if (said.includes(` ${its.split(' ').reverse().join(' ')} `)) return true;
    const joined = its.replaceAll(' ', '');
    return joined.length >= 8 && said.replaceAll(' ', '').includes(joined);
  });
}

/**
 * True if a line begins with what was typed, ignoring punctuation and case. The last word may be
 * unfinished unless a space or comma follows it: `unit 16` begins UNIT 168, `unit 16, ` does not.
 */
export function beginsAsTyped(line: string, typed: string): boolean {
  const begun = folded(typed);
  const isWhole = /[ ,]$/.test(typed);
  return (isWhole ? `${folded(line)} ` : folded(line)).startsWith(isWhole ? `${begun} ` : begun);
}
