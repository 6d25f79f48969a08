import { GrowingColumn, groupBy, Interned } from './columns.ts';
import { readPlaces } from './read-places.ts';
import { readRows } from './release-rows.ts';
import { type HouseNumber, NO_POSTCODE, type Unit, type Universe } from './universe.ts';

/** One row in this many keeps its id, for comparing with the answer of Enrich. */
const ROWS_PER_KEPT_ID = 997;
const NO_NUMBER: HouseNumber = { text: '', first: '', last: '', low: 0, high: 0, lot: false };
const NO_UNIT: Unit = { flatCode: '', flatType: '', flat: '', levelCode: '', levelType: '', level: '' };

const DETAIL = [
  'ADDRESS_DETAIL_PID',
  'BUILDING_NAME',
  'LOT_NUMBER_PREFIX',
  'LOT_NUMBER',
  'LOT_NUMBER_SUFFIX',
  'FLAT_TYPE_CODE',
  'FLAT_NUMBER_PREFIX',
  'FLAT_NUMBER',
  'FLAT_NUMBER_SUFFIX',
  'LEVEL_TYPE_CODE',
  'LEVEL_NUMBER_PREFIX',
  'LEVEL_NUMBER',
  'LEVEL_NUMBER_SUFFIX',
  'NUMBER_FIRST_PREFIX',
  'NUMBER_FIRST',
  'NUMBER_FIRST_SUFFIX',
  'NUMBER_LAST_PREFIX',
  'NUMBER_LAST',
  'NUMBER_LAST_SUFFIX',
  'STREET_LOCALITY_PID',
  'ALIAS_PRINCIPAL',
  'POSTCODE',
  'CONFIDENCE',
  'ADDRESS_SITE_PID',
] as const;

/** Reads an unpacked release: every current address that has a street. O(rows); about 40 bytes a row stay. */
export function readUniverse(folder: string): Universe {
  const places = readPlaces(folder);
  const numbers = new Interned<HouseNumber>(NO_NUMBER);
  const units = new Interned<Unit>(NO_UNIT);
  const names = new Interned<string>('');
  const flatTypes = readCodes(folder, 'FLAT_TYPE_AUT');
  const levelTypes = readCodes(folder, 'LEVEL_TYPE_AUT');
  const sites = new Map<string, number>();
  readRows(folder, 'ADDRESS_SITE', ['ADDRESS_SITE_PID', 'ADDRESS_SITE_NAME'], ([pid, name]) => {
    if (name !== '') sites.set(pid, names.of(name, same));
  });
  const principalOf = new Map<string, string>();
  const rowOfPrincipal = new Map<string, number>();
  readRows(folder, 'ADDRESS_ALIAS', ['PRINCIPAL_PID', 'ALIAS_PID'], ([principal, alias]) => {
    principalOf.set(alias, principal);
    rowOfPrincipal.set(principal, -1);
  });

  const street = new GrowingColumn();
  const number = new GrowingColumn();
  const unit = new GrowingColumn();
  const postcode = new GrowingColumn();
  const building = new GrowingColumn();
  const site = new GrowingColumn();
  const aliases: { row: number; pid: string }[] = [];
  const ids: { row: number; id: string }[] = [];
  readRows(folder, 'ADDRESS_DETAIL', DETAIL, (fields) => {
    const [pid, buildingName, lp, l, ls, ft, fp, f, fs, lt, vp, v, vs, ap, a, as, bp, b, bs] = fields;
    const [streetPid, role, code, confidence, sitePid] = fields.slice(19);
    const at = places.streetOfPid.get(streetPid);
    const cannotBeRead = a === '' && b !== '';
    if (at === undefined || confidence === '-1' || cannotBeRead) return;
    const row = street.length;
    if (role === 'A') aliases.push({ row, pid });
    else if (rowOfPrincipal.has(pid)) rowOfPrincipal.set(pid, row);
    else if (row % ROWS_PER_KEPT_ID === 0) ids.push({ row, id: pid });
    street.push(at);
    number.push(numbers.of(numberKey(ap + a + as, bp + b + bs, lp + l + ls), readNumber));
    const unitKey = ft === '' && f === '' && lt === '' && v === '' ? '' : [ft, fp + f + fs, lt, vp + v + vs].join('|');
    unit.push(
      units.of(unitKey, () => ({
        flatCode: ft,
        flatType: flatTypes.get(ft) ?? '',
        flat: fp + f + fs,
        levelCode: lt,
        levelType: levelTypes.get(lt) ?? '',
        level: vp + v + vs,
      })),
    );
    postcode.push(code === '' ? NO_POSTCODE : Number(code));
    building.push(names.of(buildingName, same));
    site.push(sites.get(sitePid) ?? 0);
  });

  const { start, order } = groupBy(street, places.streets.length);
  const placeOf = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) placeOf[order[i]] = i;
  const rowAnswer = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) rowAnswer[i] = i;
  for (const { row, pid } of aliases) {
    const principal = rowOfPrincipal.get(principalOf.get(pid) ?? '') ?? -1;
    rowAnswer[placeOf[row]] = principal < 0 ? 0xffffffff : placeOf[principal];
  }
  const rowPostcode = Uint16Array.from(postcode.ordered(order));
  return {
    localities: places.withPostcodes(start, rowPostcode),
    streets: places.streets,
    numbers: numbers.values,
    units: units.values,
    names: names.values,
    rows: order.length,
    streetStart: start,
    rowStreet: street.ordered(order),
    rowNumber: number.ordered(order),
    rowUnit: unit.ordered(order),
    rowPostcode,
    rowBuilding: building.ordered(order),
    rowSite: site.ordered(order),
    rowAnswer,
    ids: ids.map(({ row, id }) => ({ row: placeOf[row], id })),
    streetsByName: places.streetsByName,
    localitiesByName: places.localitiesByName,
    typeAbbreviation: readCodes(folder, 'STREET_TYPE_AUT'),
    suffixCode: new Map([...readCodes(folder, 'STREET_SUFFIX_AUT')].map(([short, long]) => [long, short])),
  };
}

/**
 * Names by code. For street types, the code is the long word and the name its abbreviation; for
 * suffixes it is the other way round.
 */
export function readCodes(folder: string, table: string): Map<string, string> {
  const codes = new Map<string, string>();
  readRows(folder, table, ['CODE', 'NAME'], ([code, name]) => codes.set(code, name));
  return codes;
}

function numberKey(first: string, last: string, lot: string): string {
  if (first !== '') return last === '' ? first : `${first}-${last}`;
  return lot === '' ? '' : `LOT ${lot}`;
}

function readNumber(key: string): HouseNumber {
  const lot = key.startsWith('LOT ');
  const [first, last = ''] = lot ? [key.slice(4)] : key.split('-');
  const low = digits(first);
  return { text: key, first, last, low, high: last === '' ? low : digits(last), lot };
}

function digits(text: string): number {
  return Number(/\d+/.exec(text)?.[0] ?? 0);
}

function same(text: string): string {
  return text;
}
