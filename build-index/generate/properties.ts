import { type AddressDraft, clearUnit, type DraftStreet, type GeocodeSet } from './address-draft.ts';
import { buildingName } from './building-names.ts';
import type { LocalityAddresses } from './locality-addresses.ts';
import type { OpenStreet } from './open-street.ts';
import { drawPlan, parcelIdentifier } from './parcels.ts';
import type { Setting } from './plan.ts';
import { fillBlock } from './unit-blocks.ts';
import type { WrittenNumber } from './written/parse-written.ts';

const SITE_GEOCODES: readonly (readonly [number, GeocodeSet])[] = [
  [0.6, ['FCS', 'PC']],
  [0.17, ['PAPS', 'FCS', 'PC']],
  [0.06, ['FCS']],
  [0.05, ['FCS', 'PC', 'BC']],
  [0.04, ['PC']],
  [0.03, ['BC', 'PC']],
  [0.02, ['GG']],
  [0.012, ['PAP', 'PC', 'LB']],
  [0.01, ['FC', 'PC', 'EA']],
  [0.008, ['BAP', 'FDA', 'PC']],
];
const STREET_GEOCODE: GeocodeSet = ['STL'];
const LOCALITY_GEOCODE: GeocodeSet = ['LOC'];

/** Share of properties that are blocks of units. */
const BLOCKS: Readonly<Record<Setting, number>> = { centre: 0.23, suburb: 0.059, town: 0.037, rural: 0.004 };

/** Makes the next property of a street, with all its addresses. */
export function makeProperty(street: OpenStreet, addresses: LocalityAddresses): void {
  const { random, draft, locality } = addresses;
  const isRural = locality.setting === 'rural';
  beginProperty(street, addresses);
  if (street.isUnnumbered ? random.chance(0.75) : isRural && random.chance(0.09)) {
    lotOnly(street, addresses);
    return;
  }
  if (random.chance(isRural ? 0.012 : 0.0004)) {
    draft.buildingName = buildingName(random.chance(0.6) ? 'public' : 'farm', locality.name, random);
    addresses.principal();
    return;
  }
  const side = sideOf(street, addresses);
  draft.number = takeNumber(street, side, isRural, addresses);
  if (random.chance(street.isUnnumbered ? 0.6 : isRural ? 0.12 : 0.035)) draft.lot = String(street.nextLot++);
  if (random.chance(0.0003)) draft.numberPrefix = random.pick(['A', 'RMB', 'CP']);
  if (random.chance(0.026)) draft.last = takeRange(street, side, draft.number);
  const plan = drawPlan(locality.facts.file, false, random);
  draft.parcel = parcelIdentifier(locality.facts.file, plan, random.between(1, 600));
  if (random.chance(BLOCKS[locality.setting])) {
    fillBlock(addresses, street);
    return;
  }
  if (draft.last < 0 && random.chance(0.028)) {
    suffixSeries(addresses);
    return;
  }
  if (random.chance(isRural ? 0.02 : 0.006)) {
    draft.buildingName = buildingName(
      random.chance(0.5) ? 'public' : isRural ? 'farm' : 'house',
      locality.name,
      random,
    );
    if (random.chance(0.3)) draft.siteName = draft.buildingName;
  }
  if (random.chance(0.0006)) draft.locationDescription = `CNR ${locality.name} ROAD`.slice(0, 45);
  if (random.chance(0.0004)) draft.privateStreet = 'PRIVATE DRIVE';
  houseWithAliases(street, addresses);
}

/** Makes the house of a written number, which takes one of the reserved addresses. */
export function makeWritten(street: OpenStreet, written: WrittenNumber, addresses: LocalityAddresses): void {
  const { random, draft, locality } = addresses;
  beginProperty(street, addresses);
  sideOf(street, addresses);
  draft.number = written.first;
  draft.numberSuffix = written.suffix;
  draft.last = written.last;
  const plan = drawPlan(locality.facts.file, false, random);
  draft.parcel = parcelIdentifier(locality.facts.file, plan, random.between(1, 600));
  addresses.reserved--;
  addresses.principal();
}

/** Sets the fields of the draft that hold for the whole property. */
function beginProperty(street: OpenStreet, addresses: LocalityAddresses): void {
  const { draft, random } = addresses;
  draft.street = street.draft;
  draft.buildingName = '';
  draft.siteName = '';
  draft.lotPrefix = '';
  draft.lot = '';
  draft.lotSuffix = '';
  draft.numberPrefix = '';
  draft.number = -1;
  draft.numberSuffix = '';
  draft.last = -1;
  draft.lastSuffix = '';
  draft.locationDescription = '';
  draft.privateStreet = '';
  draft.parcel = '';
  draft.role = '';
  clearUnit(draft);
  draft.geocodes = random.weighted(SITE_GEOCODES);
  if (street.geocodedToStreet || random.chance(0.003)) {
    if (street.draft.isConfirmed) draft.geocodes = STREET_GEOCODE;
    else if (random.chance(0.5)) draft.geocodes = LOCALITY_GEOCODE;
  }
  place(street, 0, addresses);
}

function place({ line, stepsTaken }: OpenStreet, side: 0 | 1, { draft }: LocalityAddresses): void {
  const step = line.firstStep + stepsTaken[side];
  const sign = side === 0 ? 1 : -1;
  draft.longitude = Math.floor(line.longitude + step * line.stepX + sign * line.setbackX);
  draft.latitude = Math.floor(line.latitude + step * line.stepY + sign * line.setbackY);
  draft.depthX = sign * line.depthX;
  draft.depthY = sign * line.depthY;
}

function sideOf(street: OpenStreet, addresses: LocalityAddresses): 0 | 1 {
  const behind = street.stepsTaken[0] <= street.stepsTaken[1] ? 0 : 1;
  const side = addresses.random.chance(0.85) ? behind : ((1 - behind) as 0 | 1);
  place(street, side, addresses);
  street.stepsTaken[side]++;
  return side;
}

function takeNumber(street: OpenStreet, side: 0 | 1, isRural: boolean, { random }: LocalityAddresses): number {
  while (street.taken.has(street.nextNumber[side])) street.nextNumber[side] += 2;
  const number = street.nextNumber[side];
  const step = isRural ? 2 * random.between(1, 28) : random.chance(0.93) ? 2 : 4;
  street.nextNumber[side] += step;
  return number;
}

function takeRange(street: OpenStreet, side: 0 | 1, first: number): number {
  const last = first + (first % 3 === 0 ? 4 : 2);
  street.nextNumber[side] = Math.max(street.nextNumber[side], last + 2);
  return last;
}

function lotOnly(street: OpenStreet, addresses: LocalityAddresses): void {
  const { draft, random, locality } = addresses;
  sideOf(street, addresses);
  draft.lot = String(street.nextLot++);
  if (random.chance(0.02)) draft.lotSuffix = 'A';
  if (random.chance(0.01)) draft.lotPrefix = random.pick(['CP', 'R', 'S']);
  const plan = drawPlan(locality.facts.file, false, random);
  draft.parcel = parcelIdentifier(locality.facts.file, plan, Number(draft.lot));
  if (random.chance(0.03)) draft.buildingName = buildingName('farm', locality.name, random);
  addresses.principal();
}

/** `12`, `12A`, `12B`: as a primary with secondaries, or side by side; now and then with the alias `UNIT 1, 12`. */
function suffixSeries(addresses: LocalityAddresses): void {
  const { draft, random } = addresses;
  const hasPrimary = random.chance(0.35);
  draft.role = hasPrimary ? 'P' : '';
  addresses.principal();
  addresses.primary = hasPrimary ? addresses.lastPid : '';
  const count = random.weighted([
    [0.6, 1],
    [0.3, 2],
    [0.08, 3],
    [0.02, 6],
  ]);
  for (let i = 0; i < count && addresses.remaining > 0; i++) {
    draft.numberSuffix = 'ABCDEFGH'[i];
    draft.role = hasPrimary ? 'S' : '';
    const site = addresses.principal();
    const pid = addresses.lastPid;
    addresses.secondary(pid);
    if (random.chance(0.16)) {
      draft.numberSuffix = '';
      draft.flatType = 'UNIT';
      draft.flat = i + 1;
      addresses.alias(pid, site, 'FNNFS');
      clearUnit(draft);
    }
  }
  draft.numberSuffix = '';
  addresses.primary = '';
}

function houseWithAliases(street: OpenStreet, addresses: LocalityAddresses): void {
  const { draft, random } = addresses;
  const site = addresses.principal();
  const pid = addresses.lastPid;
  if (site < 0) return;
  if (draft.last >= 0 && random.chance(0.62)) {
    withoutRange(addresses, pid, site);
    return;
  }
  if (draft.last < 0 && random.chance(0.0035)) {
    draft.last = draft.number + 2;
    addresses.alias(pid, site, 'RA');
    draft.last = -1;
  }
  if (street.acrossBorder && random.chance(0.3)) aliasOn(street.acrossBorder, addresses, pid, site, 'AL');
  if (street.crossing && random.chance(0.0045)) {
    draft.number = street.crossing.nextNumber;
    draft.last = -1;
    street.crossing.nextNumber += 2;
    aliasOn(street.crossing.street, addresses, pid, site, random.chance(0.6) ? 'CD' : 'SYN');
    return;
  }
  if (draft.lot !== '' && random.chance(0.05)) {
    draft.number = -1;
    draft.last = -1;
    addresses.alias(pid, site, 'MR');
    return;
  }
  if (draft.last >= 0 && random.chance(0.08)) {
    draft.number += 2;
    if (draft.number === draft.last) draft.last = -1;
    addresses.alias(pid, site, 'SYN');
  }
}

/** `11-15` is also known as `11`, some of them as `13` too. */
function withoutRange(addresses: LocalityAddresses, pid: string, site: number): void {
  const { draft, random } = addresses;
  const { last } = draft;
  draft.last = -1;
  addresses.alias(pid, site, 'RA');
  if (draft.number + 2 < last || random.chance(0.3)) {
    draft.number += 2;
    addresses.alias(pid, site, 'RA');
  }
}

function aliasOn(
  other: DraftStreet,
  addresses: LocalityAddresses,
  pid: string,
  site: number,
  type: 'AL' | 'CD' | 'SYN',
): void {
  const { draft } = addresses;
  const { street } = draft;
  const { geocodes } = draft as AddressDraft;
  if ((geocodes[0] === 'STL' && !other.isConfirmed) || geocodes[0] === 'LOC') return;
  draft.street = other;
  addresses.alias(pid, site, type);
  draft.street = street;
}
