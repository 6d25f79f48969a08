import type { AddressDraft } from './address-draft.ts';
import { anyDay, recentDay } from './dates.ts';
import { blockOfEdition, firstDayOf, meshBlockCode, shortYear } from './mesh-blocks.ts';
import type { Random } from './random.ts';
import type { StateTables } from './state-tables.ts';

/** Reliability by geocode type; 2 for the others. */
const RELIABILITY: Readonly<Record<string, number>> = { GG: 3, UNK: 3, BAP: 1 };

/** ADDRESS_ALIAS_TYPE_AUT codes. */
export type AliasType = 'RA' | 'AL' | 'CD' | 'MR' | 'SYN' | 'LD' | 'FNNFS' | 'FPS';

/** Writes addresses with their sites, geocodes, mesh blocks and relations into the tables of one state. */
export class AddressWriter {
  private readonly tables: StateTables;
  private readonly random: Random;

  constructor(tables: StateTables, random: Random) {
    this.tables = tables;
    this.random = random;
  }

  /** Writes a principal address on a new site. Returns the site; the address's PID is in `lastPid`. */
  principal(draft: AddressDraft): number {
    const site = this.writeSite(draft);
    this.writeDetail(draft, site, false);
    return site;
  }

  /** PID of the address written last. */
  lastPid = '';

  /** Writes an address on another's site. */
  onSite(draft: AddressDraft, site: number, isAlias: boolean): string {
    this.writeDetail(draft, site, isAlias);
    return this.lastPid;
  }

  relateAlias(principal: string, alias: string, type: AliasType, retired: string): void {
    const table = this.tables.table.ADDRESS_ALIAS;
    table.numbered('AA', this.tables.identifiers.next('ADDRESS_ALIAS'));
    table.text(anyDay(this.random));
    table.text(retired);
    table.text(principal);
    table.text(alias);
    table.text(type);
    table.empty(1);
    table.endRow();
  }

  relateSecondary(primary: string, secondary: string, retired: string): void {
    const table = this.tables.table.PRIMARY_SECONDARY;
    table.numbered('PS', this.tables.identifiers.next('PRIMARY_SECONDARY'));
    table.text(primary);
    table.text(secondary);
    table.text(anyDay(this.random));
    table.text(retired);
    table.text(this.random.chance(0.97) ? '1' : '2');
    table.empty(1);
    table.endRow();
  }

  private writeDetail(draft: AddressDraft, site: number, isAlias: boolean): void {
    const { random } = this;
    const table = this.tables.table.ADDRESS_DETAIL;
    const pid = this.tables.identifiers.address();
    const created = anyDay(random);
    const { street } = draft;
    this.lastPid = pid;
    table.text(pid);
    table.text(created);
    const modified = recentDay(random);
    const isInOrder = modified > created;
    table.text(random.chance(0.1) ? '' : isInOrder ? modified : created);
    table.text(draft.retired);
    table.text(draft.buildingName);
    table.text(draft.lotPrefix);
    table.text(draft.lot);
    table.text(draft.lotSuffix);
    table.text(draft.flatType);
    table.text(draft.flatPrefix);
    table.integerOrEmpty(draft.flat);
    table.text(draft.flatSuffix);
    table.text(draft.levelType);
    table.text(draft.levelPrefix);
    table.integerOrEmpty(draft.level);
    table.text(draft.levelSuffix);
    table.text(draft.numberPrefix);
    table.integerOrEmpty(draft.number);
    table.text(draft.numberSuffix);
    table.empty(1);
    table.integerOrEmpty(draft.last);
    table.text(draft.lastSuffix);
    table.text(street.pid);
    table.text(draft.locationDescription);
    table.text(street.locality.pid);
    table.text(isAlias ? 'A' : 'P');
    table.text(street.postcode);
    table.text(draft.privateStreet);
    table.text(draft.parcel);
    if (draft.confidence < 0) table.text('-1');
    else table.integer(draft.confidence);
    table.integer(site);
    table.integer(draft.geocodes[0] === 'STL' ? 6 : draft.geocodes[0] === 'LOC' ? 4 : 7);
    table.empty(1);
    table.integerOrEmpty(isAlias || random.chance(0.1) ? -1 : 100_000 + random.below(459_000_000));
    table.text(draft.role);
    table.endRow();
    this.writeDefaultGeocode(draft, pid, created);
    this.writeMeshBlocks(draft, pid);
  }

  private writeDefaultGeocode(draft: AddressDraft, pid: string, created: string): void {
    const table = this.tables.table.ADDRESS_DEFAULT_GEOCODE;
    const type = draft.geocodes[0];
    table.integer(this.tables.identifiers.next('ADDRESS_DEFAULT_GEOCODE'));
    table.text(created);
    table.text(draft.retired);
    table.text(pid);
    table.text(type);
    if (type === 'STL') {
      table.coordinate(draft.street.longitude);
      table.coordinate(draft.street.latitude);
    } else if (type === 'LOC') {
      table.coordinate(draft.street.locality.longitude);
      table.coordinate(draft.street.locality.latitude);
    } else {
      table.coordinate(longitudeOf(draft, type));
      table.coordinate(latitudeOf(draft, type));
    }
    table.endRow();
  }

  private writeMeshBlocks(draft: AddressDraft, pid: string): void {
    const { pid: statePid } = this.tables.facts;
    const match = draft.geocodes[0] === 'STL' ? '3' : draft.geocodes[0] === 'LOC' ? '4' : '1';
    for (const { edition, ofAddresses: table } of this.tables.meshBlocks) {
      table.numbered(`AM${shortYear(edition)}`, this.tables.identifiers.next(`AM${shortYear(edition)}`));
      table.text(firstDayOf(edition));
      table.text(draft.retired);
      table.text(pid);
      table.text(match);
      table.numbered(`MB${shortYear(edition)}`, meshBlockCode(statePid, blockOfEdition(draft.block, edition), edition));
      table.endRow();
    }
  }

  private writeSite(draft: AddressDraft): number {
    const site = this.tables.identifiers.site();
    const { random } = this;
    const table = this.tables.table.ADDRESS_SITE;
    table.integer(site);
    table.text(anyDay(random));
    table.text(draft.retired);
    table.text(draft.street.locality.setting === 'rural' ? 'R' : random.chance(0.9) ? 'UR' : 'UN');
    table.text(draft.siteName);
    table.endRow();
    for (const type of draft.geocodes) {
      if (type !== 'STL' && type !== 'LOC') this.writeSiteGeocode(draft, site, type, draft.retired);
    }
    const roll = random.next() % 1000;
    if (roll < 2) this.writeSiteGeocode(draft, site, '', draft.retired);
    else if (roll < 12) this.writeSiteGeocode(draft, site, draft.geocodes[0] === 'FCS' ? 'FC' : 'FCS', anyDay(random));
    return site;
  }

  /** One ADDRESS_SITE_GEOCODE row; for type '', one of type UNK without coordinates. */
  private writeSiteGeocode(draft: AddressDraft, site: number, type: string, retired: string): void {
    const table = this.tables.table.ADDRESS_SITE_GEOCODE;
    if (retired === '' && (type === 'PC' || (type === 'FCS' && site % 3 === 0))) table.numbered(type, site);
    else table.integer(this.tables.identifiers.next('ADDRESS_SITE_GEOCODE'));
    table.text(anyDay(this.random));
    table.text(retired);
    table.integer(site);
    table.text(type === 'BC' ? draft.siteName : '');
    table.empty(1);
    table.text(type || 'UNK');
    table.integer(RELIABILITY[type] ?? 2);
    table.empty(3);
    if (type === '') {
      table.empty(2);
    } else {
      table.coordinate(longitudeOf(draft, type));
      table.coordinate(latitudeOf(draft, type));
    }
    table.endRow();
  }
}

/** How far into the parcel a geocode type lies, as a share of the way to its centre. */
const DEPTH: Readonly<Record<string, number>> = {
  FCS: 0,
  FC: -0.12,
  PAPS: 0.07,
  PAP: -0.1,
  PC: 1,
  BC: 0.8,
  UC: 0.9,
  GG: 0.2,
  EA: 0.15,
  LB: -0.15,
  BAP: 0.5,
  FDA: 0.4,
};

/** Offset along the frontage, in 10^-8 degrees. */
const ACROSS: Readonly<Record<string, number>> = {
  PAPS: 3187,
  PAP: 3011,
  BC: 411,
  UC: 1213,
  EA: -2107,
  LB: 2503,
  FDA: 907,
};

function longitudeOf(draft: AddressDraft, type: string): number {
  return Math.floor(draft.longitude + draft.depthX * (DEPTH[type] ?? 0.3) + (ACROSS[type] ?? 0));
}

function latitudeOf(draft: AddressDraft, type: string): number {
  return Math.floor(draft.latitude + draft.depthY * (DEPTH[type] ?? 0.3) - (ACROSS[type] ?? 0));
}
