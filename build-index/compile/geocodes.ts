import { isInAustralia } from '../../src/address/index/address.ts';
import { EMPTY_NUMBER, fieldText, isEmpty, parseCoordinate, type Row } from '../release/fields.ts';
import { MOST_ROWS_AHEAD } from '../release/psv.ts';
import type { TableAccount } from '../release/rejects.ts';
import type { Addresses } from './addresses.ts';
import { readElementsAhead } from './ahead.ts';
import {
  BAD_COORDINATE,
  type Build,
  DANGLING,
  DUPLICATE,
  filesOf,
  OF_LEFT_OUT,
  OUTSIDE,
  RETIRED,
  readTable,
} from './build.ts';
import type { CodeTable, CodeTables } from './code-table.ts';
import { grown } from './growable.ts';
import { PackedPoints } from './packed-points.ts';
import { reliabilityOf } from './reliability.ts';
import type { Sites } from './sites.ts';
import { LEFT_OUT } from './streets.ts';

const NO_COORDINATES = 'no coordinates';

/** ADDRESS_SITE_GEOCODE by site, the rows of each site in source order. */
export interface SiteGeocodes {
  /** Tagged by `siteTag`. */
  readonly points: PackedPoints;
  /** By site's pid number: its first point; the last one ends where that of the next begins. */
  readonly start: Uint32Array;
}

/** The largest geocode type number that a point's tag can hold. */
const TYPE_MASK = 0xff;

/** The tag of a site geocode: its number in GEOCODE_TYPE_AUT, and its RELIABILITY_CODE, -1 where empty. */
function siteTag(type: number, reliability: number): number {
  return ((reliability + 1) << 8) | (type & TYPE_MASK);
}

/** The number in GEOCODE_TYPE_AUT of a site geocode, by its tag. */
export function siteTypeOf(tag: number): number {
  return tag & TYPE_MASK;
}

/** The RELIABILITY_CODE of a site geocode, by its tag; -1 where it is empty. */
export function siteReliabilityOf(tag: number): number {
  return (tag >>> 8) - 1;
}

/** A coordinate pair that the last `readPoint` answered. */
const point = { lon: 0, lat: 0 };

/**
 * Reads ADDRESS_DEFAULT_GEOCODE, by the address's pid number. A point's tag is its number in
 * GEOCODE_TYPE_AUT + 1, 0 where the address has no default geocode. A second current row of one
 * address is dropped.
 */
export async function readDefaultGeocodes(
  build: Build,
  codes: CodeTables,
  addresses: Addresses,
): Promise<PackedPoints> {
  const points = new PackedPoints(addresses.pids.count);
  const found = new Int32Array(MOST_ROWS_AHEAD);
  await readTable(
    build,
    'ADDRESS_DEFAULT_GEOCODE',
    {
      required: ['ADDRESS_DETAIL_PID', 'GEOCODE_TYPE_CODE', 'LONGITUDE', 'LATITUDE'],
      optional: ['DATE_RETIRED'],
    },
    (row, account, place) => {
      if (!isEmpty(row, 4)) {
        account.skip(RETIRED);
        return;
      }
      const pid = found[place];
      if (pid < 0) account.drop(DANGLING, row.line, 'an ADDRESS_DETAIL_PID of ADDRESS_DETAIL', fieldText(row, 0));
      else if (addresses.locality[pid] === LEFT_OUT) account.skip(OF_LEFT_OUT);
      else if (points.tag(pid) !== 0)
        account.drop(DUPLICATE, row.line, 'one default geocode per address', fieldText(row, 0));
      else if (readPoint(row, 2, account))
        points.set(pid, point.lon, point.lat, (codes.geocodeType.numberOf(row, 1) + 1) & TYPE_MASK);
    },
    (rows, count) => {
      addresses.pids.findAll(rows, count, 0, found);
      readElementsAhead(addresses.locality, found, count);
      points.readAhead(found, count);
    },
  );
  return points;
}

const BYTES_PER_ROW = 75;

/** Reads ADDRESS_SITE_GEOCODE. Rows without coordinates are left out. */
export async function readSiteGeocodes(
  build: Build,
  geocodeType: CodeTable,
  sites: Pick<Sites, 'pids' | 'retired'>,
): Promise<SiteGeocodes> {
  const files = filesOf(build, 'ADDRESS_SITE_GEOCODE');
  if (files.length === 0)
    build.warn('the release has no ADDRESS_SITE_GEOCODE: addresses have no further geocodes and no reliability');
  const capacity = Math.ceil(files.reduce((sum, file) => sum + file.size, 0) / BYTES_PER_ROW) + 16;
  const points = new PackedPoints(capacity);
  let site = new Uint32Array(capacity);
  let count = 0;
  const found = new Int32Array(MOST_ROWS_AHEAD);
  await readTable(
    build,
    'ADDRESS_SITE_GEOCODE',
    {
      required: ['ADDRESS_SITE_PID', 'GEOCODE_TYPE_CODE', 'LONGITUDE', 'LATITUDE'],
      optional: ['DATE_RETIRED', 'RELIABILITY_CODE'],
    },
    (row, account, place) => {
      if (!isEmpty(row, 4)) {
        account.skip(RETIRED);
        return;
      }
      const pid = found[place];
      if (pid < 0) {
        if (sites.retired.find(row.bytes, row.start[0], row.end[0]) >= 0) account.skip(OF_LEFT_OUT);
        else account.drop(DANGLING, row.line, 'an ADDRESS_SITE_PID of ADDRESS_SITE', fieldText(row, 0));
        return;
      }
      const code = reliabilityOf(row, 5, 'RELIABILITY_CODE', account);
      if (!readPoint(row, 2, account)) return;
      if (count >= site.length) {
        site = grown(site, count + 1);
      }
      points.set(count, point.lon, point.lat, siteTag(geocodeType.numberOf(row, 1), code));
      site[count++] = pid;
    },
    (rows, count) => sites.pids.findAll(rows, count, 0, found),
  );
  const { start, rows } = bySite(site, count, sites.pids.count);
  points.reorder(rows);
  return { points, start };
}

/** Counting sort of the rows by site; stable, so source order is kept. */
function bySite(site: Uint32Array, count: number, sites: number): { start: Uint32Array; rows: Uint32Array } {
  const start = new Uint32Array(sites + 1);
  for (let i = 0; i < count; i++) start[site[i] + 1]++;
  for (let i = 0; i < sites; i++) start[i + 1] += start[i];
  const next = start.slice();
  const rows = new Uint32Array(count);
  for (let i = 0; i < count; i++) rows[next[site[i]]++] = i;
  return { start, rows };
}

/**
 * Leaves the coordinates of a row in `point`; false, and recorded in the account, where it has none
 * that can be used.
 */
function readPoint(row: Row, column: number, account: TableAccount): boolean {
  const lon = parseCoordinate(row, column);
  const lat = parseCoordinate(row, column + 1);
  if (lon === EMPTY_NUMBER || lat === EMPTY_NUMBER) {
    account.skip(NO_COORDINATES);
    return false;
  }
  const found = () => `${fieldText(row, column)} ${fieldText(row, column + 1)}`;
  if (Number.isNaN(lon) || Number.isNaN(lat)) {
    account.drop(BAD_COORDINATE, row.line, 'decimal degrees in LONGITUDE and LATITUDE', found());
    return false;
  }
  if (!isInAustralia(lon, lat)) {
    account.drop(OUTSIDE, row.line, 'a longitude from 96 to 169 and a latitude from -45 to -8', found());
    return false;
  }
  point.lon = lon;
  point.lat = lat;
  return true;
}
