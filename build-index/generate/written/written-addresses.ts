import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Gazetteer, StreetName } from '../gazetteer.ts';
import { mix32, Random } from '../random.ts';
import { misspell } from '../street-names.ts';
import { parseWritten, placeFinder, type WrittenNumber } from './parse-written.ts';

/** A street that somebody wrote, with the numbers that were written on it. */
export interface WrittenStreet {
  readonly name: StreetName;
  readonly numbers: readonly WrittenNumber[];
}

/** What is to be in a release of what people wrote: the streets of each place, by `STATE|LOCALITY`. */
export type WrittenStreets = ReadonlyMap<string, readonly WrittenStreet[]>;

/**
 * Of the streets, so many are in the release as they were written; the others are absent, spelled
 * otherwise or have other numbers, a third each.
 */
const AS_WRITTEN = 0.9;
/** Of the postcodes, one in so many is left out with all that was written of it. */
const HELD_OUT = 5;

/**
 * Whether nothing that was written of a postcode is put into releases, so that it can be asked for
 * as what is not there.
 */
export function isHeldOut(postcode: string): boolean {
  return (mix32(Number(postcode)) >>> 0) % HELD_OUT === 0;
}

/**
 * Reads address strings, JSON lines with `q`, `state` and `postcode`, plain or gzipped, and draws
 * by seed which of their streets are to be in a release, and how. Strings of which no street and
 * place of the gazetteer can be told are left out.
 *
 * @throws Error that names the file where it is not there, or the line that is no such object
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

/** The street as it is in the release: mostly as it was written. */
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
    // Said below, as is an object without an address.
  }
  throw new Error(`${where}: expected an object with a string "q"`);
}
