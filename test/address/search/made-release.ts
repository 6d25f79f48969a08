import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FLAT_TYPES = [
  ...[
    'ANT|ANTENNA',
    'APT|APARTMENT',
    'CARS|CARSPACE',
    'FLAT|FLAT',
    'FRNT|FRONT',
    'GRGE|GARAGE',
    'LOT|LOT',
    'OFFC|OFFICE',
    'PTHS|PENTHOUSE',
    'REAR|REAR',
    'SE|SUITE',
    'SHOP|SHOP',
    'UNIT|UNIT',
  ],
];
const LEVEL_TYPES = ['B|BASEMENT', 'FL|FLOOR', 'G|GROUND', 'L|LEVEL', 'LG|LOWER GROUND FLOOR', 'PTHS|PENTHOUSE'];
const SUFFIXES = ['SW|SOUTH WEST', 'NW|NORTH WEST', 'E|EAST', 'N|NORTH'];
const STREET_TYPES = [
  'AVENUE|AV',
  'CLOSE|CL',
  'COURT|CT',
  'GROVE|GR',
  'PARADE|PDE',
  'PLACE|PL',
  'ROAD|RD',
  'STREET|ST',
  'WEST|WEST',
];
const STATES = ['NSW', 'VIC', 'QLD', 'SA', 'NT', 'OT'];
const STATE_NAMES = [
  'NEW SOUTH WALES',
  'VICTORIA',
  'QUEENSLAND',
  'SOUTH AUSTRALIA',
  'NORTHERN TERRITORY',
  'OTHER TERRITORIES',
];
const DETAIL_COLUMNS =
  'ADDRESS_DETAIL_PID|DATE_RETIRED|BUILDING_NAME|LOT_NUMBER_PREFIX|LOT_NUMBER|LOT_NUMBER_SUFFIX|FLAT_TYPE_CODE|' +
  'FLAT_NUMBER_PREFIX|FLAT_NUMBER|FLAT_NUMBER_SUFFIX|LEVEL_TYPE_CODE|LEVEL_NUMBER_PREFIX|LEVEL_NUMBER|' +
  'LEVEL_NUMBER_SUFFIX|NUMBER_FIRST_PREFIX|NUMBER_FIRST|NUMBER_FIRST_SUFFIX|NUMBER_LAST_PREFIX|NUMBER_LAST|' +
  'NUMBER_LAST_SUFFIX|STREET_LOCALITY_PID|LOCALITY_PID|ALIAS_PRINCIPAL|POSTCODE|LEGAL_PARCEL_ID|CONFIDENCE|' +
  'ADDRESS_SITE_PID|PRIMARY_SECONDARY';
/** Degrees between places that are told one after the other. */
const APART = 0.001;

/**
 * Writes a release of the addresses told, each as `SHOP 1, FLOOR 1, 1880 FERNTREE GULLY ROAD | FERNTREE GULLY VIC 3156`: at most a
 * unit, then a level, then a number or lot with the street; or without a number, a building and its street. A building's name
 * stands before a number with a colon: `CAMPSITE 42: 42 FOURTH AVENUE | …`. Places that are told one after the other are neighbours.
 */
export function writeMadeRelease(folder: string, addresses: readonly string[]): void {
  const localities = new Map<string, string>();
  const streets = new Map<string, string>();
  const details: string[] = [];
  const geocodes: string[] = [];
  addresses.forEach((address, i) => {
    const [named, place] = address.split(' | ');
    const [label, building = ''] = named.split(': ').reverse();
    const [, name, state, postcode] = /^(.*) ([A-Z]+) (\d{4})$/.exec(place) ?? [];
    const locality = keyOf(localities, `${name}|G|${STATES.indexOf(state) + 1}`, 'loc');
    const parts = label.split(', ');
    const [, lot, number, suffix, last, lastSuffix, road] =
      /^(?:(?:LOT (\d+[A-Z]?)|(\d+)([A-Z]?)(?:-(\d+)([A-Z]?))?) )?(.*)$/.exec(parts.at(-1) ?? '') ?? [];
    const isNumbered = lot !== undefined || number !== undefined;
    const street = keyOf(streets, `${streetCells(road)}|${locality}`, 'street');
    const units = isNumbered ? parts.slice(0, -1) : [];
    const flat = unitCells(units[0], FLAT_TYPES);
    const level = unitCells(units[1], LEVEL_TYPES);
    const id = `GAVIC${400_000_000 + i}`;
    const cells = {
      ADDRESS_DETAIL_PID: id,
      BUILDING_NAME: isNumbered ? building : parts[0],
      LOT_NUMBER: lot,
      FLAT_TYPE_CODE: flat.type,
      FLAT_NUMBER: flat.number,
      LEVEL_TYPE_CODE: level.type,
      LEVEL_NUMBER: level.number,
      NUMBER_FIRST: number,
      NUMBER_FIRST_SUFFIX: suffix,
      NUMBER_LAST: last,
      NUMBER_LAST_SUFFIX: lastSuffix,
      STREET_LOCALITY_PID: street,
      LOCALITY_PID: locality,
      ALIAS_PRINCIPAL: 'P',
      POSTCODE: postcode,
      CONFIDENCE: '2',
    };
    details.push(
      DETAIL_COLUMNS.split('|')
        .map((column) => new Map(Object.entries(cells)).get(column) ?? '')
        .join('|'),
    );
    const at = Number(locality.slice(3)) * APART + i / 1e5;
    geocodes.push(`G${i}||${id}|FCS|${(145 + at).toFixed(6)}|${(-37 - at).toFixed(6)}`);
  });
  const places = [...localities.values()];
  const tables: Readonly<Record<string, readonly string[]>> = {
    STATE: [
      'STATE_PID|DATE_RETIRED|STATE_NAME|STATE_ABBREVIATION',
      ...STATES.map((state, i) => `${i + 1}||${STATE_NAMES[i]}|${state}`),
    ],
    LOCALITY: ['LOCALITY_PID|DATE_RETIRED|LOCALITY_NAME|LOCALITY_CLASS_CODE|STATE_PID', ...rowsOf(localities)],
    LOCALITY_ALIAS: ['LOCALITY_ALIAS_PID|DATE_RETIRED|LOCALITY_PID|NAME'],
    LOCALITY_NEIGHBOUR: [
      'LOCALITY_NEIGHBOUR_PID|DATE_RETIRED|LOCALITY_PID|NEIGHBOUR_LOCALITY_PID',
      ...places.slice(1).map((place, i) => `LN${i}||${place}|${places[i]}`),
      ...places.slice(1).map((place, i) => `LM${i}||${places[i]}|${place}`),
    ],
    LOCALITY_POINT: ['LOCALITY_POINT_PID|DATE_RETIRED|LOCALITY_PID|LONGITUDE|LATITUDE'],
    STREET_LOCALITY: [
      'STREET_LOCALITY_PID|DATE_RETIRED|STREET_NAME|STREET_TYPE_CODE|STREET_SUFFIX_CODE|LOCALITY_PID|STREET_CLASS_CODE',
      ...rowsOf(streets).map((row) => `${row}|C`),
    ],
    STREET_LOCALITY_ALIAS: [
      'STREET_LOCALITY_ALIAS_PID|DATE_RETIRED|STREET_LOCALITY_PID|STREET_NAME|STREET_TYPE_CODE|STREET_SUFFIX_CODE',
    ],
    STREET_LOCALITY_POINT: ['STREET_LOCALITY_POINT_PID|DATE_RETIRED|STREET_LOCALITY_PID|LONGITUDE|LATITUDE'],
    ADDRESS_DETAIL: [DETAIL_COLUMNS, ...details],
    ADDRESS_DEFAULT_GEOCODE: [
      'ADDRESS_DEFAULT_GEOCODE_PID|DATE_RETIRED|ADDRESS_DETAIL_PID|GEOCODE_TYPE_CODE|LONGITUDE|LATITUDE',
      ...geocodes,
    ],
    ADDRESS_ALIAS: ['ADDRESS_ALIAS_PID|DATE_RETIRED|PRINCIPAL_PID|ALIAS_PID|ALIAS_TYPE_CODE'],
    ADDRESS_SITE: ['ADDRESS_SITE_PID|DATE_RETIRED|ADDRESS_TYPE|ADDRESS_SITE_NAME'],
    ADDRESS_SITE_GEOCODE: [
      'ADDRESS_SITE_GEOCODE_PID|DATE_RETIRED|ADDRESS_SITE_PID|GEOCODE_TYPE_CODE|RELIABILITY_CODE|LONGITUDE|LATITUDE',
    ],
    PRIMARY_SECONDARY: ['PRIMARY_SECONDARY_PID|DATE_RETIRED|PRIMARY_PID|SECONDARY_PID'],
    MB_2021: ['MB_2021_PID|DATE_RETIRED|MB_2021_CODE'],
    ADDRESS_MESH_BLOCK_2021: ['ADDRESS_MESH_BLOCK_2021_PID|DATE_RETIRED|ADDRESS_DETAIL_PID|MB_2021_PID'],
  };
  const authorities: Readonly<Record<string, readonly string[]>> = {
    ADDRESS_ALIAS_TYPE: [],
    FLAT_TYPE: FLAT_TYPES,
    GEOCODE_TYPE: ['FCS|FRONTAGE CENTRE SETBACK'],
    LEVEL_TYPE: LEVEL_TYPES,
    LOCALITY_CLASS: ['G|GAZETTED LOCALITY'],
    STREET_CLASS: ['C|CONFIRMED'],
    STREET_SUFFIX: SUFFIXES,
    STREET_TYPE: STREET_TYPES,
  };
  const write = (kind: string, name: string, lines: readonly string[]) => {
    const below = join(folder, 'G-NAF FEBRUARY 2026', kind);
    mkdirSync(below, { recursive: true });
    writeFileSync(join(below, name), lines.map((line) => `${line}\r\n`).join(''));
  };
  for (const [name, rows] of Object.entries(tables)) write('Standard', `VIC_${name}_psv.psv`, rows);
  for (const [name, rows] of Object.entries(authorities))
    write('Authority Code', `Authority_Code_${name}_AUT_psv.psv`, [
      'CODE|NAME|DESCRIPTION',
      ...rows.map((r) => `${r}|`),
    ]);
}

/** The id of some cells, a new one where they are new. */
function keyOf(known: Map<string, string>, cells: string, prefix: string): string {
  const id = known.get(cells) ?? `${prefix}${known.size + 1}`;
  known.set(cells, id);
  return id;
}

function rowsOf(known: ReadonlyMap<string, string>): string[] {
  return [...known].map(([cells, id]) => `${id}||${cells}`);
}

/**
 * `FERNTREE GULLY ROAD SOUTH WEST` as name, type and suffix codes; `THE AVENUE` is a name without a
 * type, `THE / AVENUE` the name THE with one (STREET_LOCALITY).
 */
function streetCells(road: string): string {
  const suffix = SUFFIXES.map((each) => each.split('|')).find(([, name]) => road.endsWith(` ${name}`));
  const words = (suffix === undefined ? road : road.slice(0, -suffix[1].length - 1)).split(' ');
  const bare = words.length === 1 || (words.length === 2 && words[0] === 'THE');
  const name = (bare ? words : words.slice(0, -1)).filter((word) => word !== '/').join(' ');
  return `${name}|${bare ? '' : words.at(-1)}|${suffix?.[0] ?? ''}`;
}

/** `SHOP 1` as type code and number; both empty without one. */
function unitCells(
  unit: string | undefined,
  types: readonly string[],
): { readonly type: string; readonly number: string } {
  if (unit === undefined) return { type: '', number: '' };
  const [, name, number = ''] = /^(.*?)(?: ([A-Z]?\d\S*))?$/.exec(unit) ?? [];
  const type = types.map((each) => each.split('|')).find(([, its]) => its === name);
  if (type === undefined) throw new Error(`"${unit}": ${name} is none of ${types.join(', ')}`);
  return { type: type[0], number };
}
