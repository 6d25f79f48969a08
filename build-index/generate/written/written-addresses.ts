import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Gazetteer, StreetName } from '../gazetteer.ts';
import { mix32, Random } from '../random.ts';
import { misspell } from '../street-names.ts';
import { parseWritten, placeFinder, type WrittenNumber } from './parse-written.ts';

/** A street that somebody wrote, with the numbers written for it. */
export interface WrittenStreet {
  readonly name: StreetName;
  readonly numbers: readonly WrittenNumber[];
}

/** The written streets to be put into a release, by `STATE|LOCALITY`. */
export type WrittenStreets = ReadonlyMap<string, readonly WrittenStreet[]>;

/**
 * Share of the streets that are in the release as written; of the others, a third each are absent,
 * are spelled differently, or have other numbers.
 */
const AS_WRITTEN = 0.9;
/** One postcode in this many is held out, with all its written streets. */
const HELD_OUT = 5;

/**
 * Whether a postcode is held out: none of its written streets is put into releases, so that they
 * can serve as queries for absent streets.
 */
export function isHeldOut(postcode: string): boolean {
  return (mix32(Number(postcode)) >>> 0) % HELD_OUT === 0;
}

/**
 * Reads address strings, JSON lines with `q`, `state` and `postcode`, plain or gzipped, and draws
 * by seed which of their streets are to be in a release, and how. Strings without a recognizable
 * street and place of the gazetteer are left out.
 *
 * @throws Error naming the file if it does not exist, or the line that is not such an object
 */
export function readWrittenStreets(file: string, gazetteer: Gazetteer, seed: number): WrittenStreets {
  if (!existsSync(file)) throw new Error(`${file}: no such file`);
  const bytes = readFileSync(file);
  const lines = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n');
  const find = placeFinder(gazetteer);
  const places = new Map<string, Map<string, { name: StreetName; numbers: Map<string, WrittenNumber> }>>();
  lines.forEach((line, i) => {
    if (line === '') return;
    const written = parseWritten(readLine(line, `${file}: line ${i + 1}`), find);
    if (written === null || written.place.postcodes.some(isHeldOut)) return;
    const { place, street, number } = written;
    const key = `${place.state}|${place.name}`;
    const streets = places.get(key) ?? new Map();
    places.set(key, streets);
    const known = streets.get(`${street.name}|${street.type}|${street.suffix}`) ?? { name: street, numbers: new Map() };
    streets.set(`${street.name}|${street.type}|${street.suffix}`, known);
    if (number !== null) known.numbers.set(`${number.first}${number.suffix}-${number.last}`, number);
  });
  const random = new Random(seed, 'written addresses');
  return new Map(
    [...places].map(([key, streets]) => [
      key,
      [...streets.values()].flatMap(({ name, numbers }) => drawn({ name, numbers: [...numbers.values()] }, random)),
    ]),
  );
}

/** The street as it is put into the release, if at all: mostly as written. */
function drawn(street: WrittenStreet, random: Random): WrittenStreet[] {
  if (random.chance(AS_WRITTEN)) return [street];
  const kind = random.below(3);
  if (kind === 0) return [];
  if (kind === 1) return [{ ...street, name: { ...street.name, name: misspell(street.name.name, random) } }];
  const numbers = street.numbers.map((it) => ({ ...it, first: it.first + 2 * random.between(1, 9), last: -1 }));
  return [{ ...street, numbers }];
}

function readLine(line: string, where: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && 'q' in value && typeof value.q === 'string')
      return value as Readonly<Record<string, unknown>>;
  } catch {
    // Reported below, like an object without an address.
  }
  throw new Error(`${where}: expected an object with a string "q"`);
}
