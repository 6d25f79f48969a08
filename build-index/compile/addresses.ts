import { NO_ROLE, PRIMARY, packFlags, SECONDARY } from '../../src/address/index/address-flags.ts';
import { fieldText, hasInvalidUtf8, isEmpty, parseInteger, parseUint, type Row } from '../release/fields.ts';
import { MOST_ROWS_AHEAD, type OnRowsAhead } from '../release/psv.ts';
import { INVALID_UTF8, type TableAccount } from '../release/rejects.ts';
import { BAD_NUMBER, type Build, DANGLING, DUPLICATE, filesOf, OF_LEFT_OUT, RETIRED, readTable } from './build.ts';
import type { CodeTables } from './code-table.ts';
import { grown, sharedUint32 } from './growable.ts';
import type { Localities } from './localities.ts';
import { LONGEST_PART, NUMBER_COLUMNS, Numbers } from './numbers.ts';
import { Parcels } from './parcels.ts';
import { PidTable } from './pid-table.ts';
import type { Sites } from './sites.ts';
import { LEFT_OUT, type Streets } from './streets.ts';
import type { Texts } from './texts.ts';
import { UNIT_COLUMNS, Units } from './units.ts';

/** FIELD.street of an address that is in its locality but on no street. */
export const NO_STREET = 0xffff_fffe;
/** FIELD.site of an address that has no site. */
export const NO_SITE = 0xffff_ffff;
/** The postcode of an address that has none. */
export const EMPTY_POSTCODE = 0xffff;

const WITHDRAWN = 'confidence -1';
const TOO_LONG = 'text that is too long';

/** ADDRESS_DETAIL, column by column, by pid number. Rows that are left out have LEFT_OUT in `locality`. */
export interface Addresses {
  readonly pids: PidTable;
  readonly numbers: Numbers;
  readonly units: Units;
  readonly parcels: Parcels;
  /** Locality's pid number, or LEFT_OUT. */
  locality: Uint32Array;
  /** What else is known about each, FIELDS words per address, at the positions in FIELD. */
  fields: Uint32Array;
}

/**
 * Where the fields of an address lie among its words. They lie together, in half a line of the
 * processor's caches: addresses are visited in another order than that of the release, and the
 * first access to one costs more than all the others.
 */
export const FIELD = {
  /** Street's pid number, or NO_STREET. */
  street: 0,
  /** Entry of `numbers`: the street number, else the lot. */
  number: 1,
  /** Entry of `numbers`: the lot of an address that has a street number too, else 0. */
  lot: 2,
  /** Entry of `units`. */
  unit: 3,
  /** Text id of BUILDING_NAME. */
  building: 4,
  /** Site's pid number, or NO_SITE. */
  site: 5,
  /** Where its code begins in `parcels`, or 0. */
  parcel: 6,
  /** Postcode, flags and the prefix code of the pid; see postcodeIn, flagsIn and idPrefixIn. */
  codes: 7,
} as const;

/** Words of an address in `fields`. */
export const FIELDS = 8;

/** The postcode of an address, EMPTY_POSTCODE where it has none. */
export function postcodeIn(codes: number): number {
  return codes & 0xffff;
}

/** The flags of an address, as `addressFlags` of the index: confidence, role, alias. */
export function flagsIn(codes: number): number {
  return (codes >>> 16) & 0xff;
}

/** The prefix code of an address's pid, as in PidTable. */
export function idPrefixIn(codes: number): number {
  return codes >>> 24;
}

function packCodes(postcode: number, flags: number, idPrefix: number): number {
  return postcode | (flags << 16) | (idPrefix << 24);
}

const FIRST_NUMBER = 0;
const FIRST_LOT = 6;
const FIRST_UNIT = NUMBER_COLUMNS.length;
/** Columns of numbers, lots, units and levels. */
const PARTS = NUMBER_COLUMNS.length + UNIT_COLUMNS.length;
const [PID, RETIRED_ON, STREET, LOCALITY, POSTCODE, ALIAS, CONFIDENCE, ROLE, BUILDING, PARCEL, SITE] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
].map((i) => PARTS + i);

const REQUIRED = [
  ...NUMBER_COLUMNS,
  ...UNIT_COLUMNS,
  'ADDRESS_DETAIL_PID',
  'DATE_RETIRED',
  'STREET_LOCALITY_PID',
  'LOCALITY_PID',
  'POSTCODE',
  'ALIAS_PRINCIPAL',
  'CONFIDENCE',
  'PRIMARY_SECONDARY',
  'BUILDING_NAME',
  'LEGAL_PARCEL_ID',
  'ADDRESS_SITE_PID',
];

/** Columns whose text goes into answers unchanged. */
const TEXT_COLUMNS = [...Array(PARTS).keys(), BUILDING, PARCEL];

/**
 * About how many bytes a row of ADDRESS_DETAIL has, and the fewest to be expected: for the initial
 * sizes.
 */
const BYTES_PER_ROW = 150;
const FEWEST_BYTES_PER_ROW = 110;

/** Reads ADDRESS_DETAIL. */
export async function readAddresses(
  build: Build,
  codes: CodeTables,
  localities: Localities,
  streets: Streets,
  sites: Sites,
  texts: Texts,
): Promise<Addresses> {
  const bytes = filesOf(build, 'ADDRESS_DETAIL').reduce((sum, file) => sum + file.size, 0);
  const addresses = emptyAddresses(bytes, codes, texts);
  let unknownSites = 0;
  const foundLocality = new Int32Array(MOST_ROWS_AHEAD);
  const foundStreet = new Int32Array(MOST_ROWS_AHEAD);
  const foundSite = new Int32Array(MOST_ROWS_AHEAD);
  const onAhead: OnRowsAhead = (rows, count) => {
    addresses.pids.readAhead(rows, count, PID);
    localities.pids.findAll(rows, count, LOCALITY, foundLocality);
    streets.pids.findAll(rows, count, STREET, foundStreet);
    if (sites.present) sites.pids.findAll(rows, count, SITE, foundSite);
  };
  const onRow = (row: Row, account: TableAccount, place: number) => {
    const before = addresses.pids.count;
    const pid = addresses.pids.intern(row.bytes, row.start[PID], row.end[PID]);
    if (pid !== before && addresses.locality[pid] !== LEFT_OUT) {
      account.drop(DUPLICATE, row.line, 'an ADDRESS_DETAIL_PID of its own', fieldText(row, PID));
      return;
    }
    addresses.locality = grown(addresses.locality, pid + 1);
    addresses.fields = grown(addresses.fields, (pid + 1) * FIELDS);
    addresses.locality[pid] = LEFT_OUT;
    const confidence = parseInteger(row, CONFIDENCE);
    const alias = row.bytes[row.start[ALIAS]];
    if (!isEmpty(row, RETIRED_ON)) account.skip(RETIRED);
    else if (confidence === -1 && !build.keepRetired) account.skip(WITHDRAWN);
    else if (row.end[ALIAS] - row.start[ALIAS] !== 1 || (alias !== 0x41 && alias !== 0x50))
      drop(row, account, 'ALIAS_PRINCIPAL that is neither A nor P', ALIAS, 'A or P');
    else if (take(row, account, place, pid)) {
      const site = isEmpty(row, SITE) ? -1 : sites.present ? foundSite[place] : newSite(row, sites);
      if (site < 0 && !isEmpty(row, SITE) && sites.present) unknownSites++;
      const { fields } = addresses;
      const at = pid * FIELDS;
      fields[at + FIELD.site] = site < 0 ? NO_SITE : site;
      const known = isConfidence(confidence);
      if (!known) leaveOut(row, account, CONFIDENCE, 'CONFIDENCE from -1 to 2');
      const flags = packFlags(known ? confidence : null, role(row, account), alias === 0x41);
      fields[at + FIELD.codes] = packCodes(fields[at + FIELD.codes], flags, addresses.pids.prefix[pid]);
    }
  };
  await readTable(build, 'ADDRESS_DETAIL', { required: REQUIRED }, onRow, onAhead);
  if (unknownSites > 0)
    build.warn(
      `ADDRESS_DETAIL: ${unknownSites} rows name an ADDRESS_SITE_PID that ADDRESS_SITE lacks; they have no site geocodes`,
    );
  return addresses;

  function take(row: Row, account: TableAccount, place: number, pid: number): boolean {
    const locality = foundLocality[place];
    if (locality < 0) return drop(row, account, DANGLING, LOCALITY, 'a LOCALITY_PID of LOCALITY');
    if (localities.byPid[locality] === undefined) return skip(account);
    let street = NO_STREET;
    if (!isEmpty(row, STREET)) {
      street = foundStreet[place];
      if (street < 0) return drop(row, account, DANGLING, STREET, 'a STREET_LOCALITY_PID of STREET_LOCALITY');
      if (streets.locality[street] === LEFT_OUT) return skip(account);
    }
    for (const column of TEXT_COLUMNS) {
      if (row.start[column] === row.end[column]) continue;
      if (hasInvalidUtf8(row.bytes, row.start[column], row.end[column]))
        return drop(row, account, INVALID_UTF8, column, `UTF-8 in ${REQUIRED[column]}`);
      if (column < PARTS && row.end[column] - row.start[column] > LONGEST_PART)
        return drop(row, account, TOO_LONG, column, `at most ${LONGEST_PART} bytes in ${REQUIRED[column]}`);
    }
    const number = addresses.numbers.street(row, FIRST_NUMBER);
    if (number < 0) {
      const found = `"${fieldText(row, FIRST_NUMBER + 1)}" and "${fieldText(row, FIRST_NUMBER + 4)}"`;
      account.drop(BAD_NUMBER, row.line, 'digits in NUMBER_FIRST and NUMBER_LAST', found);
      return false;
    }
    const lot = addresses.numbers.lot(row, FIRST_LOT);
    const { fields } = addresses;
    const at = pid * FIELDS;
    fields[at + FIELD.street] = street;
    fields[at + FIELD.number] = number === 0 ? lot : number;
    fields[at + FIELD.lot] = number === 0 ? 0 : lot;
    fields[at + FIELD.unit] = addresses.units.of(row, FIRST_UNIT);
    fields[at + FIELD.building] = texts.ofBytes(row.bytes, row.start[BUILDING], row.end[BUILDING]);
    fields[at + FIELD.parcel] = addresses.parcels.add(row.bytes, row.start[PARCEL], row.end[PARCEL]);
    fields[at + FIELD.codes] = postcode(row, account);
    addresses.locality[pid] = locality;
    return true;
  }
}

/** Without ADDRESS_SITE, the sites are those that addresses name. */
function newSite(row: Row, sites: Sites): number {
  const site = sites.pids.intern(row.bytes, row.start[SITE], row.end[SITE]);
  sites.name = grown(sites.name, site + 1);
  return site;
}

/** The postcode of a row; EMPTY_POSTCODE, and counted, if it is not one. */
function postcode(row: Row, account: TableAccount): number {
  if (isEmpty(row, POSTCODE)) return EMPTY_POSTCODE;
  const value = row.end[POSTCODE] - row.start[POSTCODE] === 4 ? parseUint(row, POSTCODE) : -1;
  if (value >= 0) return value;
  leaveOut(row, account, POSTCODE, 'POSTCODE of four digits');
  return EMPTY_POSTCODE;
}

/** The role of a row; NO_ROLE, and counted, if it is neither P nor S. */
function role(row: Row, account: TableAccount): number {
  if (isEmpty(row, ROLE)) return NO_ROLE;
  const byte = row.end[ROLE] - row.start[ROLE] === 1 ? row.bytes[row.start[ROLE]] : 0;
  if (byte === 0x50) return PRIMARY;
  if (byte === 0x53) return SECONDARY;
  leaveOut(row, account, ROLE, 'PRIMARY_SECONDARY P or S');
  return NO_ROLE;
}

function leaveOut(row: Row, account: TableAccount, column: number, expected: string): void {
  account.leaveOut(REQUIRED[column]!, row.line, expected, fieldText(row, column));
}

function isConfidence(value: number): boolean {
  return value === -1 || value === 0 || value === 1 || value === 2;
}

function drop(row: Row, account: TableAccount, reason: string, column: number, expected: string): false {
  account.drop(reason, row.line, expected, fieldText(row, column));
  return false;
}

function skip(account: TableAccount): false {
  account.skip(OF_LEFT_OUT);
  return false;
}

function emptyAddresses(bytes: number, codes: CodeTables, texts: Texts): Addresses {
  // Unused room costs only address space; moving the columns to larger ones takes the memory of both.
  const capacity = Math.ceil(bytes / FEWEST_BYTES_PER_ROW) + 16;
  return {
    pids: new PidTable(Math.ceil(bytes / BYTES_PER_ROW) + 16),
    numbers: new Numbers(),
    units: new Units(codes, texts),
    parcels: new Parcels(texts),
    locality: sharedUint32(capacity),
    fields: new Uint32Array(capacity * FIELDS),
  };
}
