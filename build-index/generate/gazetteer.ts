import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { STREET_SUFFIXES, STREET_TYPES } from '../../src/address/formatted/street-types.ts';
import { STATE_ORDER } from '../../src/address/index/sections.ts';
import type { StateFile } from '../release/release.ts';
import { DEGREE } from './country.ts';

/** A place with addresses. Coordinates are units of 10^-8 degrees. */
export interface GazetteerLocality {
  readonly name: string;
  readonly state: StateFile;
  /** In the gazetteer's order; at least one. */
  readonly postcodes: readonly string[];
  readonly longitude: number;
  readonly latitude: number;
}

/** A street's name as STREET_LOCALITY splits it: the type is the long word, the suffix its short code. */
export interface StreetName {
  readonly name: string;
  readonly type: string;
  readonly suffix: string;
}

/** Names and places to make a release from. */
export interface Gazetteer {
  readonly localities: readonly GazetteerLocality[];
  /** Streets known to lie in a locality, by `STATE|LOCALITY`. */
  readonly streetsOf: ReadonlyMap<string, readonly StreetName[]>;
  /** Every street of the gazetteer, as often as it occurs. */
  readonly streets: readonly StreetName[];
  /** Every street name without its type, once. */
  readonly names: readonly string[];
}

const TYPES = new Set(STREET_TYPES.map(([code]) => code));
const SUFFIXES = new Map(STREET_SUFFIXES.map(([code, name]) => [name, code]));

/** Postal-only names and postcode ranges, for which G-NAF has no localities. */
const POSTAL_NAME = /(^| )(DC|BC|MC|PO|GPO|CMC|LPO|MSC|PRIVATE BOXES)$/;
const POSTAL_CODE = /^(1\d\d\d|8\d\d\d|9\d\d\d|02\d\d|09\d\d|5[89]\d\d|68\d\d|69\d\d|78\d\d|79\d\d)$/;
const TERRITORY_OF_POSTCODE = /^(2540 ACT|2899 .*|6798 .*|6799 .*)$/;
const SAME_PLACE = 0.6 * DEGREE;

/**
 * Reads a gazetteer folder: `localities.csv`, `street_localities.csv` and
 * `street_name_frequency.csv`, each plain or ending in `.gz`. Rows of the same name and state
 * within 0.6 degrees are one locality with several postcodes.
 *
 * @throws Error naming the file that is missing or has no usable row.
 */
export function readGazetteer(folder: string): Gazetteer {
  const localities = readLocalities(folder);
  const streetsOf = new Map<string, StreetName[]>();
  const streets: StreetName[] = [];
  const names = new Set<string>();
  for (const row of readTable(folder, 'street_localities.csv')) {
    const street = parseStreetName(plainText(row.street));
    if (street.name === '') continue;
    streets.push(street);
    names.add(street.name);
    const key = `${row.state}|${plainText(row.locality)}`;
    const known = streetsOf.get(key);
    if (known) known.push(street);
    else streetsOf.set(key, [street]);
  }
  if (streets.length === 0) throw new Error(`${join(folder, 'street_localities.csv')}: no street found.`);
  for (const row of readTable(folder, 'street_name_frequency.csv')) {
    const name = plainText(row.street_name);
    if (name !== '' && name !== 'THE') names.add(name);
  }
  return { localities, streetsOf, streets, names: [...names] };
}

/** Splits `ARMSTRONG STREET NORTH` as G-NAF does. `THE AVENUE` has no type: the word belongs to the name. */
function parseStreetName(text: string): StreetName {
  const words = text.split(' ');
  let suffix = '';
  const last = words[words.length - 1];
  if (words.length > 2 && SUFFIXES.has(last) && TYPES.has(words[words.length - 2])) {
    suffix = SUFFIXES.get(last) ?? '';
    words.pop();
  }
  const type = words[words.length - 1];
  const hasType = words.length > 1 && TYPES.has(type) && !(words[0] === 'THE' && words.length === 2);
  return hasType ? { name: words.slice(0, -1).join(' '), type, suffix } : { name: words.join(' '), type: '', suffix };
}

function readLocalities(folder: string): GazetteerLocality[] {
  type Place = { name: string; state: StateFile; postcodes: string[]; longitude: number; latitude: number };
  const places: Place[] = [];
  const byName = new Map<string, Place[]>();
  for (const row of readTable(folder, 'localities.csv')) {
    const name = plainText(row.locality);
    const postcode = row.postcode.padStart(4, '0');
    const isTerritory = TERRITORY_OF_POSTCODE.test(`${postcode} ${row.state}`);
    const state = (isTerritory ? 'OT' : row.state) as StateFile;
    const longitude = decimalUnits(row.longitude);
    const latitude = decimalUnits(row.latitude);
    if (!STATE_ORDER.includes(state) || name === '' || !/^\d{4}$/.test(postcode)) continue;
    if (Number.isNaN(longitude) || Number.isNaN(latitude)) continue;
    if (!isTerritory && (POSTAL_NAME.test(name) || (POSTAL_CODE.test(postcode) && postcode !== '0872'))) continue;
    const key = `${state}|${name}`;
    const namesakes = byName.get(key) ?? [];
    const same = namesakes.find(
      (place) => Math.abs(place.longitude - longitude) < SAME_PLACE && Math.abs(place.latitude - latitude) < SAME_PLACE,
    );
    if (same) {
      if (!same.postcodes.includes(postcode)) same.postcodes.push(postcode);
      continue;
    }
    const place = { name, state, postcodes: [postcode], longitude, latitude };
    places.push(place);
    namesakes.push(place);
    byName.set(key, namesakes);
  }
  if (places.length === 0) throw new Error(`${join(folder, 'localities.csv')}: no locality found.`);
  return places;
}

/** Parses a plain decimal into units of 10^-8 degrees without a rounding step that could differ. */
function decimalUnits(text: string): number {
  const match = /^(-?)(\d+)(?:\.(\d{1,8}))?\d*$/.exec(text);
  if (!match) return Number.NaN;
  const units = Number(match[2]) * DEGREE + Number((match[3] ?? '').padEnd(8, '0'));
  return match[1] === '-' ? -units : units;
}

/** Text as a table has it: capitals, straight apostrophes, ASCII. */
export function plainText(text: string): string {
  return text
    .replace(/[\u2018\u2019\u00b4`]/g, "'")
    .replace(/[^\x20-\x7e]|[|"]/g, '')
    .toUpperCase()
    .trim();
}

function readTable(folder: string, name: string): Record<string, string>[] {
  const plain = join(folder, name);
  const packed = `${plain}.gz`;
  if (!existsSync(plain) && !existsSync(packed)) {
    throw new Error(`The gazetteer folder ${folder} has neither ${name} nor ${name}.gz.`);
  }
  const bytes = existsSync(plain) ? readFileSync(plain) : gunzipSync(readFileSync(packed));
  return parse(bytes, { columns: true, bom: true, skip_empty_lines: true, relax_column_count: true });
}
