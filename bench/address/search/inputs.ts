import type { Random } from '../../../build-index/generate/random.ts';
import { latOf, lonOf, streetOf } from '../../../src/address/index/address.ts';
import { postcodeOf } from '../../../src/address/index/address-record.ts';
import type { AddressIndex } from '../../../src/address/index/open.ts';
import { NO_POSTCODE, STATE_ORDER } from '../../../src/address/index/sections.ts';
import { localityOf } from '../../../src/address/index/street-answer.ts';
import { textOf } from '../../../src/address/index/text.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { writeLabel } from '../../../src/address/operations/label.ts';
import { writeId, writePostcode } from '../../../src/address/operations/standard-record.ts';

/** Keystrokes of an average line: so many lines make the keystrokes that are asked for. */
export const KEYSTROKES_A_LINE = 25;

/** How many people type at once where sessions are interleaved. */
const TYPING_AT_ONCE = 64;

/** The texts of a field as lines are typed into it, one line after the other; none is longer than `longest`. */
export function inSessions(lines: readonly string[], longest: number): string[] {
  return lines.flatMap((line) => textsOf(line, longest));
}

/** The same texts as many people send them at once: a keystroke of each in turn, each in the order of typing. */
export function interleaved(lines: readonly string[], longest: number): string[] {
  const texts: string[] = [];
  for (let from = 0; from < lines.length; from += TYPING_AT_ONCE) {
    const sessions = lines.slice(from, from + TYPING_AT_ONCE).map((line) => textsOf(line, longest));
    const last = Math.max(...sessions.map(({ length }) => length));
    for (let at = 0; at < last; at++) for (const session of sessions) if (at < session.length) texts.push(session[at]);
  }
  return texts;
}

function textsOf(line: string, longest: number): string[] {
  const letters = [...line].slice(0, longest);
  return letters.map((_, i) => letters.slice(0, i + 1).join('')).filter((text) => text.trim() !== '');
}

/** A point in degrees. */
export interface Point {
  readonly lat: number;
  readonly lon: number;
}

const decoder = new TextDecoder();
const out = new JsonBytes();

/** Ids of random records. */
export function randomIds(index: AddressIndex, random: Random, count: number): string[] {
  return Array.from({ length: count }, () => {
    return idOf(index, random.below(index.manifest.addresses));
  });
}

/** The id of a record. */
export function idOf(index: AddressIndex, ordinal: number): string {
  return written(() => writeId(index, out, ordinal)) as string;
}

/** Main geocodes of random records: where callers are. */
export function randomPoints(index: AddressIndex, random: Random, count: number): Point[] {
  return Array.from({ length: count }, () => {
    const ordinal = random.below(index.manifest.addresses);
    const locality = localityOf(index, streetOf(index, ordinal));
    return { lat: latOf(index, ordinal, locality) / 1e8, lon: lonOf(index, ordinal, locality) / 1e8 };
  });
}

/** Whole addresses of random records, as labels show them, mostly in lower case. */
export function randomLines(index: AddressIndex, random: Random, count: number): string[] {
  return Array.from({ length: count }, () => {
    const line = lineOf(index, random.below(index.manifest.addresses));
    return random.chance(0.7) ? line.toLowerCase() : line;
  });
}

/**
 * Those of `randomLines` that begin with a number of up to three digits, perhaps after a unit and a
 * level, without single letters and words that may be a building's.
 */
export function plainLines(index: AddressIndex, random: Random, count: number): string[] {
  return randomLines(index, random, count).filter((line) => {
    const [, rest] = /^(?:(?:unit|apartment) \d+, (?:level \d+, )?)?[1-9]\d{0,2} ([a-z].*)/i.exec(line) ?? [];
    return rest !== undefined && !/\b\w\b|\b(?:PARK|TOWER|HALL|VILLA|PLAZA|SQUARE)\b/i.test(rest);
  });
}

/** `12 SMITH STREET, RICHMOND VIC 3121` of a record. */
export function lineOf(index: AddressIndex, ordinal: number): string {
  const { columns } = index;
  const street = streetOf(index, ordinal);
  const locality = localityOf(index, street);
  const label = written(() => writeLabel(index, out, ordinal, street));
  const postcode = written(() => writePostcode(out, postcodeOf(index, ordinal, locality)));
  const state = STATE_ORDER[columns.localityState[locality]];
  const place = [textOf(index, columns.localityName[locality]), state === 'OT' ? null : state, postcode];
  return `${label ?? ''}, ${place.filter(Boolean).join(' ')}`;
}

/** Postcodes with addresses, drawn with repetition. */
export function randomPostcodes(index: AddressIndex, random: Random, count: number): string[] {
  const known = [...index.columns.postcode].filter((code) => code !== NO_POSTCODE);
  return Array.from({ length: count }, () => String(random.pick(known)).padStart(4, '0'));
}

/** Names of localities, drawn with repetition. */
export function randomSuburbs(index: AddressIndex, random: Random, count: number): string[] {
  const { localityName } = index.columns;
  return Array.from({ length: count }, () => textOf(index, localityName[random.below(localityName.length)]));
}

/**
 * Prefixes of lines, as keystrokes make them: of every length, from lines in a random order, until
 * there are enough.
 */
export function keystrokes(lines: readonly string[], random: Random, count: number, longest: number): string[] {
  const order = Uint32Array.from(lines, (_, i) => i);
  random.shuffle(order, order.length);
  const prefixes: string[] = [];
  for (const at of order) {
    const line = [...lines[at]].slice(0, longest);
    for (let length = 1; length <= line.length && prefixes.length < count; length++) {
      const prefix = line.slice(0, length).join('');
      if (prefix.trim() !== '') prefixes.push(prefix);
    }
    if (prefixes.length >= count) break;
  }
  const mixed = Uint32Array.from(prefixes, (_, i) => i);
  random.shuffle(mixed, mixed.length);
  return Array.from(mixed, (at) => prefixes[at]);
}

function written(write: () => void): string | null {
  out.reset();
  write();
  return JSON.parse(decoder.decode(out.view())) as string | null;
}
