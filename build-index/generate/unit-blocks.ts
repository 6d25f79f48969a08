import { clearUnit } from './address-draft.ts';
import { buildingName } from './building-names.ts';
import type { LocalityAddresses } from './locality-addresses.ts';
import type { Crossing, OpenStreet } from './open-street.ts';
import { drawPlan, parcelIdentifier } from './parcels.ts';
import type { Setting } from './plan.ts';
import type { Random } from './random.ts';

type Sizes = readonly (readonly [number, number])[];

/** Units in a block, by cumulative share. */
const SIZES: Readonly<Record<Setting, Sizes>> = {
  centre: [
    [0, 2],
    [0.2, 4],
    [0.45, 10],
    [0.7, 28],
    [0.86, 75],
    [0.95, 170],
    [0.99, 340],
    [1, 620],
  ],
  suburb: [
    [0, 2],
    [0.35, 2],
    [0.65, 4],
    [0.85, 9],
    [0.95, 22],
    [0.985, 60],
    [0.998, 160],
    [1, 320],
  ],
  town: [
    [0, 2],
    [0.4, 2],
    [0.75, 5],
    [0.92, 10],
    [0.985, 26],
    [1, 90],
  ],
  rural: [
    [0, 2],
    [0.7, 3],
    [1, 12],
  ],
};

type BlockKind = 'homes' | 'tower' | 'shops' | 'works' | 'village' | 'odd';

const FLAT_TYPES: Readonly<Record<BlockKind, readonly (readonly [number, string])[]>> = {
  homes: [
    [0.72, 'UNIT'],
    [0.12, 'FLAT'],
    [0.06, 'TNHS'],
    [0.05, 'VLLA'],
    [0.02, 'APT'],
    [0.015, 'STR'],
    [0.01, 'DUPL'],
    [0.005, 'STU'],
  ],
  tower: [
    [0.66, 'UNIT'],
    [0.34, 'APT'],
  ],
  shops: [
    [0.8, 'SHOP'],
    [0.06, 'TNCY'],
    [0.09, 'SE'],
    [0.05, 'OFFC'],
  ],
  works: [
    [0.5, 'UNIT'],
    [0.25, 'FCTY'],
    [0.12, 'WHSE'],
    [0.05, 'SHED'],
    [0.04, 'WKSH'],
    [0.04, 'SHRM'],
  ],
  village: [
    [0.6, 'UNIT'],
    [0.2, 'VLLA'],
    [0.15, 'SITE'],
    [0.05, 'CTGE'],
  ],
  odd: [
    [0.14, 'ROOM'],
    [0.14, 'STOR'],
    [0.12, 'MBTH'],
    [0.1, 'BTSD'],
    [0.1, 'HSE'],
    [0.08, 'GRGE'],
    [0.08, 'BLDG'],
    [0.08, 'STLL'],
    [0.06, 'LOT'],
    [0.05, 'CAGE'],
    [0.05, 'BNGW'],
  ],
};
const GROUND_EXTRAS = [
  [0.6, 'SHOP'],
  [0.12, 'KSK'],
  [0.1, 'ATM'],
  [0.08, 'SE'],
  [0.05, 'SUBS'],
  [0.05, 'SIGN'],
] as const;

/** Types of units that may be numbered from 1 alongside a block's homes. */
const NAMESAKES = [
  [0.66, 'SHOP'],
  [0.16, 'CARS'],
  [0.1, 'OFFC'],
  [0.08, 'ANT'],
] as const;

const HIGHEST_LEVEL = 97;

/**
 * Makes a property of several units: mostly a primary address and its secondaries, on levels if
 * there are many.
 */
export function fillBlock(addresses: LocalityAddresses, street: OpenStreet): void {
  const { draft, random, extras, locality } = addresses;
  const size = Math.floor(random.quantile(SIZES[locality.setting]));
  const kind = kindOf(size, random);
  const plan = drawPlan(locality.facts.file, true, random);
  const flatType = random.weighted(FLAT_TYPES[kind]);
  if (size > 12 ? random.chance(0.45) : random.chance(0.04)) nameBlock(addresses, kind);
  let primarySite = -1;
  if (random.chance(0.93)) {
    draft.role = 'P';
    primarySite = addresses.principal();
    addresses.primary = addresses.lastPid;
    if (kind === 'shops') draft.buildingName = '';
  }
  draft.role = 'S';
  const block: Block = {
    addresses,
    plan,
    flatType,
    namesakes: kind === 'homes' && size > 5 && extras.chance(0.15) ? extras.between(1, size - 1) : 0,
    namesakeType: extras.weighted(NAMESAKES),
    perLevel: size > 16 ? Math.max(random.between(4, 22), Math.ceil(size / HIGHEST_LEVEL)) : size,
    hasLevels: size > 16 ? random.chance(0.6) : random.chance(0.05),
    levelType: random.chance(0.82) ? 'L' : 'FL',
    numberedByLevel: size > 16 && random.chance(0.8),
    prefix: random.chance(0.05) ? random.pick(['A', 'B', 'C', 'T', 'S']) : '',
    suffix: random.chance(0.03) ? random.pick(['A', 'B', 'C']) : '',
    sharedSite: random.chance(0.05) ? primarySite : -1,
    repeatsLevels: random.chance(0.26),
    repeatsRange: draft.last >= 0 && random.chance(0.45),
    repeatsOrder: random.chance(0.05),
    repeatsOnCrossing: size < 12 && random.chance(0.03) ? street.crossing : null,
  };
  for (let i = 0; i < size && addresses.remaining > 0; i++) makeUnit(block, i);
  if (block.repeatsOnCrossing) block.repeatsOnCrossing.nextNumber += 2;
  if (kind === 'tower') makeExtras(block, size);
  draft.role = '';
  addresses.primary = '';
  clearUnit(draft);
}

interface Block {
  readonly addresses: LocalityAddresses;
  readonly plan: string;
  readonly flatType: string;
  /**
   * How many of the units are of another type and share the homes' numbers, such as SHOP 2 next to
   * UNIT 2.
   */
  readonly namesakes: number;
  readonly namesakeType: string;
  readonly perLevel: number;
  readonly hasLevels: boolean;
  readonly levelType: string;
  /** Flats are numbered by level: 6104 is the fourth on level 61. */
  readonly numberedByLevel: boolean;
  readonly prefix: string;
  readonly suffix: string;
  /** The primary's site, if the units have none of their own; otherwise -1. */
  readonly sharedSite: number;
  /**
   * Units have aliases without their level (LD), without the range (RA), with the flat's letter
   * after its number (FPS), on a crossing street (SYN).
   */
  readonly repeatsLevels: boolean;
  readonly repeatsRange: boolean;
  readonly repeatsOrder: boolean;
  readonly repeatsOnCrossing: Crossing | null;
}

function kindOf(size: number, random: Random): BlockKind {
  if (size <= 40 && random.chance(0.02)) return 'odd';
  if (size > 60) return random.chance(0.9) ? 'tower' : random.chance(0.5) ? 'village' : 'shops';
  if (size > 16)
    return random.weighted([
      [0.62, 'tower'],
      [0.16, 'shops'],
      [0.12, 'village'],
      [0.1, 'works'],
    ]);
  return random.weighted([
    [0.83, 'homes'],
    [0.1, 'shops'],
    [0.07, 'works'],
  ]);
}

function nameBlock({ draft, random, locality }: LocalityAddresses, kind: BlockKind): void {
  const name = buildingName(
    kind === 'shops' ? 'shops' : kind === 'village' ? 'village' : kind === 'tower' ? 'tower' : 'house',
    locality.name,
    random,
  );
  if (kind === 'shops' || kind === 'village') draft.siteName = name;
  if (kind !== 'shops' || random.chance(0.5)) draft.buildingName = name;
}

function makeUnit(block: Block, i: number): void {
  const { addresses } = block;
  const { draft, random } = addresses;
  const floor = Math.floor(i / block.perLevel);
  const onFloor = (i % block.perLevel) + 1;
  clearUnit(draft);
  const isNamesake = i < block.namesakes;
  draft.flatType = isNamesake ? block.namesakeType : block.flatType;
  draft.flatPrefix = block.prefix;
  draft.flatSuffix = block.suffix;
  draft.flat = block.numberedByLevel ? floor * 100 + onFloor : isNamesake ? i + 1 : i + 1 - block.namesakes;
  if (block.numberedByLevel && floor === 0) {
    draft.flatPrefix = 'G';
    draft.flat = onFloor;
  }
  if (block.hasLevels) {
    draft.levelType = floor === 0 ? 'G' : block.levelType;
    draft.level = floor === 0 ? -1 : floor;
  }
  draft.parcel = parcelIdentifier(addresses.locality.facts.file, block.plan, i + 1);
  if (random.chance(0.00002)) draft.flat = random.between(10_000, 91_500);
  const site = block.sharedSite < 0 ? addresses.principal() : addresses.principalOnSite(block.sharedSite);
  if (site < 0) return;
  const pid = addresses.lastPid;
  addresses.secondary(pid);
  if (block.hasLevels && block.repeatsLevels && floor > 0) {
    draft.levelType = '';
    draft.level = -1;
    addresses.alias(pid, site, 'LD');
  } else if (block.repeatsRange) {
    const { last } = draft;
    draft.last = -1;
    addresses.alias(pid, site, 'RA');
    draft.last = last;
  } else if (block.repeatsOrder && draft.flatPrefix !== '' && draft.flatSuffix === '') {
    draft.flatSuffix = draft.flatPrefix;
    draft.flatPrefix = '';
    addresses.alias(pid, site, 'FPS');
  } else if (block.repeatsOnCrossing && draft.geocodes[0] !== 'STL' && draft.geocodes[0] !== 'LOC') {
    const { street, number, last } = draft;
    draft.street = block.repeatsOnCrossing.street;
    draft.number = block.repeatsOnCrossing.nextNumber;
    draft.last = -1;
    addresses.alias(pid, site, 'SYN');
    draft.street = street;
    draft.number = number;
    draft.last = last;
  }
}

/**
 * Other units of a tower: shops on the ground floor, car spaces below, a penthouse, an antenna on
 * the roof.
 */
function makeExtras(block: Block, size: number): void {
  const { addresses } = block;
  const { draft, random } = addresses;
  const extra = (flatType: string, flat: number, levelType: string, level: number) => {
    if (addresses.remaining <= 0) return;
    clearUnit(draft);
    draft.flatType = flatType;
    draft.flat = flat;
    draft.levelType = levelType;
    draft.level = level;
    addresses.principal();
    addresses.secondary(addresses.lastPid);
  };
  const shops = random.chance(0.3) ? random.between(1, 8) : 0;
  for (let i = 0; i < shops; i++) extra(random.weighted(GROUND_EXTRAS), 10 * i + 1, block.hasLevels ? 'G' : '', -1);
  const cars = random.chance(0.06) ? random.between(3, Math.min(60, size)) : 0;
  for (let i = 0; i < cars; i++)
    extra('CARS', i + 1, random.chance(0.8) ? 'B' : 'LG', random.chance(0.8) ? 1 + (i % 3) : -1);
  if (random.chance(0.05)) extra('PTHS', 1, 'PTHS', -1);
  if (random.chance(0.02)) extra('ANT', 1, 'RT', -1);
  if (random.chance(0.02)) extra('OFFC', 1, 'M', -1);
}
