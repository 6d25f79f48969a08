import type { DraftStreet } from './address-draft.ts';
import type { AddressWriter } from './address-writer.ts';
import { recentDay } from './dates.ts';
import type { StreetName } from './gazetteer.ts';
import { LocalityAddresses } from './locality-addresses.ts';
import type { BlockRange } from './mesh-blocks.ts';
import type { Crossing, OpenStreet } from './open-street.ts';
import type { Plan, PlannedLocality, Setting } from './plan.ts';
import { makeProperty, makeWritten } from './properties.ts';
import type { Random } from './random.ts';
import type { StateTables } from './state-tables.ts';
import { layStreet } from './street-line.ts';
import type { StreetNamer, StreetRegister } from './street-names.ts';
import { writeStreet } from './street-tables.ts';

/** Properties on a street: most have a handful, one in two hundred several hundred. */
const PROPERTIES = [
  [0, 1],
  [0.05, 1],
  [0.15, 2],
  [0.3, 4],
  [0.5, 8],
  [0.7, 13],
  [0.85, 22],
  [0.93, 36],
  [0.98, 80],
  [0.995, 180],
  [1, 520],
] as const;

/** Share of streets whose addresses are placed at the street's point only. */
const STREET_GEOCODED = { centre: 0.006, suburb: 0.014, town: 0.028, rural: 0.1 };

/** What streets are made with. */
export interface StreetMaking {
  readonly plan: Plan;
  readonly tables: StateTables;
  readonly writer: AddressWriter;
  readonly namer: StreetNamer;
  readonly register: StreetRegister;
}

/**
 * Writes all streets and addresses of one locality; memory is one street. `extras` decides what was
 * added to the generator later: a separate stream leaves the other draws, and so most of a release,
 * unchanged.
 */
export function makeStreets(
  locality: PlannedLocality,
  blocks: BlockRange,
  { plan, tables, writer, namer, register }: StreetMaking,
  random: Random,
  extras: Random,
): void {
  const addresses = new LocalityAddresses(locality, blocks, writer, random, extras);
  const isRural = locality.setting === 'rural';
  const nextName = namer.forLocality(
    locality.index,
    `${locality.facts.file}|${locality.name}`,
    isRural,
    random,
    extras,
  );
  const written = locality.written.filter(({ name }) => register.claim(locality.index, name));
  addresses.reserved = written.reduce((sum, { numbers }) => sum + numbers.length, 0);
  let crossing: Crossing | null = null;
  for (let street = 0; street < written.length || addresses.remaining > 0; street++) {
    const given = street < written.length ? written[street] : null;
    const name = given?.name ?? nextName();
    const properties = Math.min(Math.floor(random.quantile(PROPERTIES)), addresses.remaining);
    const line = layStreet(locality, street, properties, random);
    const draft = writeStreet(tables, locality, name, line, '', random);
    if (random.chance(0.012)) {
      addresses.retiredStreet = writeStreet(tables, locality, nextName(), line, recentDay(random), random);
    }
    const usual = startNumber(isRural, random);
    const { postcode } = draft;
    const start = longFirstNumber({ setting: locality.setting, type: name.type, postcode }, extras) ?? usual;
    const open: OpenStreet = {
      draft,
      line,
      isUnnumbered: properties > 3 && random.chance(isRural ? 0.08 : 0.02),
      geocodedToStreet: random.chance(STREET_GEOCODED[locality.setting]),
      acrossBorder: random.chance(0.024) ? acrossBorder(plan, tables, locality, name, line, register, random) : null,
      crossing,
      nextNumber: [start, start + 1],
      stepsTaken: [0, 0],
      nextLot: random.chance(0.3) ? random.between(100, 900) : 1,
      taken: new Set(given?.numbers.flatMap(({ first, last }) => (last < 0 ? [first] : [first, last]))),
    };
    for (const number of given?.numbers ?? []) makeWritten(open, number, addresses);
    for (let i = 0; i < properties && addresses.remaining > 0; i++) makeProperty(open, addresses);
    crossing = { street: draft, nextNumber: Math.max(open.nextNumber[0], open.nextNumber[1]) };
  }
}

/**
 * An odd number: mostly 1, sometimes a higher one, as for a through road numbered from elsewhere,
 * rarely an extreme one.
 */
function startNumber(isRural: boolean, random: Random): number {
  const roll = random.fraction();
  if (roll < 0.85) return 1;
  if (roll < 0.9999) return 1 + 2 * random.below(isRural ? 2500 : 260);
  return 100_001 + 2 * random.below(353_000);
}

/**
 * The street under a neighbouring locality of the same state, unless that already has one of the
 * name.
 */
function acrossBorder(
  plan: Plan,
  tables: StateTables,
  locality: PlannedLocality,
  name: StreetName,
  point: { readonly longitude: number; readonly latitude: number },
  register: StreetRegister,
  random: Random,
): DraftStreet | null {
  if (locality.neighbours.length === 0) return null;
  const neighbour = plan.localities[random.pick(locality.neighbours)];
  if (neighbour.facts !== locality.facts || neighbour.name === locality.name) return null;
  return register.claim(neighbour.index, name) ? writeStreet(tables, neighbour, name, point, '', random) : null;
}

/** Numbers at which long streets begin, by cumulative share: rural roads count tens of metres from their beginning. */
const RURAL_STARTS = [
  [0, 101],
  [0.45, 900],
  [0.75, 2300],
  [0.86, 5500],
  [0.96, 13_000],
  [1, 46_000],
] as const;

/** Highways and the boulevards of coastal towns are numbered through many suburbs, rarely beyond 5000. */
const THROUGH_STARTS = [
  [0, 401],
  [0.5, 1300],
  [0.9, 3100],
  [1, 5400],
] as const;

const RURAL_TYPES = new Set(['HIGHWAY', 'LANE', 'ROAD', 'TRACK', 'TRAIL', 'WAY']);
const THROUGH_TYPES = new Set(['BOULEVARD', 'ESPLANADE', 'PARADE', 'ROAD']);
/** Share of the streets with long numbers that begin at the postcode of the place. */
const AT_POSTCODE = 0.3;

/** An odd first number of three to five digits for a street; null if its numbers begin as usual. */
function longFirstNumber(
  { setting, type, postcode }: { readonly setting: Setting; readonly type: string; readonly postcode: string },
  random: Random,
): number | null {
  const isRural = setting === 'rural';
  if (!random.chance(shareOfLong(isRural, type))) return null;
  const start = random.quantile(isRural ? RURAL_STARTS : THROUGH_STARTS);
  const isPostcode = random.chance(AT_POSTCODE) && Number(postcode) >= 1000;
  return oddFrom(isPostcode ? Number(postcode) : start);
}

function shareOfLong(isRural: boolean, type: string): number {
  if (isRural) return RURAL_TYPES.has(type) ? 0.5 : 0;
  if (type === 'HIGHWAY') return 0.6;
  return THROUGH_TYPES.has(type) ? 0.08 : 0;
}

function oddFrom(number: number): number {
  const whole = Math.floor(number);
  return whole % 2 === 0 ? whole - 1 : whole;
}
