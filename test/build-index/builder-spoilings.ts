import { pid } from './builder-releases.ts';

/** Something wrong with one row, and what the builder says of it. */
export interface Spoiling {
  readonly what: string;
  readonly table: string;
  /** Position of the row, from 0. */
  readonly row: number;
  /** Line that is named: two more, unless another row is at fault. */
  readonly line: number;
  readonly change: Readonly<Record<string, string>>;
  readonly reason: string;
  readonly expected: string;
  readonly found: string;
}

const DANGLING = 'reference to a row that does not exist';
const BAD_NUMBER = 'number that does not parse';
/** Reason of a row with a coordinate that is no number. */
export const BAD_COORDINATE = 'coordinate that does not parse';
const OUTSIDE = "coordinate outside Australia's box";
const DUPLICATE = 'duplicate identifier';

/** One of each kind that the builder knows, each in a row of its own: rows that cannot be used, and why. */
export const SPOILINGS: readonly Spoiling[] = [
  spoiling(
    'a number with letters',
    'ADDRESS_DETAIL',
    0,
    { NUMBER_FIRST: '1x' },
    BAD_NUMBER,
    'digits in NUMBER_FIRST',
    '1x',
  ),
  spoiling('a last number with letters', 'ADDRESS_DETAIL', 1, { NUMBER_LAST: '9-' }, BAD_NUMBER, 'NUMBER_LAST', '9-'),
  spoiling(
    'a last number without a first',
    'ADDRESS_DETAIL',
    2,
    { NUMBER_FIRST: '', NUMBER_LAST: '77' },
    BAD_NUMBER,
    'digits in NUMBER_FIRST and NUMBER_LAST',
    '77',
  ),
  spoiling(
    'a locality that is not there',
    'ADDRESS_DETAIL',
    7,
    { LOCALITY_PID: 'loc9' },
    DANGLING,
    'LOCALITY_PID of LOCALITY',
    'loc9',
  ),
  spoiling(
    'a street that is not there',
    'ADDRESS_DETAIL',
    8,
    { STREET_LOCALITY_PID: 'VIC99999' },
    DANGLING,
    'STREET_LOCALITY_PID of STREET_LOCALITY',
    'VIC99999',
  ),
  spoiling(
    'an id that another has',
    'ADDRESS_DETAIL',
    9,
    { ADDRESS_DETAIL_PID: pid(11) },
    DUPLICATE,
    'ADDRESS_DETAIL_PID',
    pid(11),
    10,
  ),
  spoiling(
    'neither principal nor alias',
    'ADDRESS_DETAIL',
    12,
    { ALIAS_PRINCIPAL: 'X' },
    'ALIAS_PRINCIPAL that is neither A nor P',
    'A or P',
    'X',
  ),
  spoiling(
    'a longitude that is no number',
    'ADDRESS_DEFAULT_GEOCODE',
    13,
    { LONGITUDE: '145,03' },
    BAD_COORDINATE,
    'decimal degrees',
    '145,03',
  ),
  spoiling(
    'a latitude with an exponent',
    'ADDRESS_DEFAULT_GEOCODE',
    14,
    { LATITUDE: '-3.78e1' },
    BAD_COORDINATE,
    'decimal degrees',
    '-3.78e1',
  ),
  spoiling(
    'a longitude in Chile',
    'ADDRESS_DEFAULT_GEOCODE',
    15,
    { LONGITUDE: '-70.6' },
    OUTSIDE,
    'a longitude from 96 to 169',
    '-70.6',
  ),
  spoiling(
    'a latitude in the north',
    'ADDRESS_DEFAULT_GEOCODE',
    16,
    { LATITUDE: '37.8' },
    OUTSIDE,
    'a latitude from -45 to -8',
    '37.8',
  ),
  spoiling(
    'a second default geocode',
    'ADDRESS_DEFAULT_GEOCODE',
    17,
    { ADDRESS_DETAIL_PID: pid(11) },
    DUPLICATE,
    'one default geocode per address',
    pid(11),
  ),
  spoiling(
    'a default geocode of no address',
    'ADDRESS_DEFAULT_GEOCODE',
    18,
    { ADDRESS_DETAIL_PID: 'GAVIC9' },
    DANGLING,
    'ADDRESS_DETAIL_PID of ADDRESS_DETAIL',
    'GAVIC9',
  ),
  spoiling(
    'a site geocode of no site',
    'ADDRESS_SITE_GEOCODE',
    0,
    { ADDRESS_SITE_PID: '9' },
    DANGLING,
    'ADDRESS_SITE_PID of ADDRESS_SITE',
    '9',
  ),
  spoiling(
    'a site geocode with half a coordinate',
    'ADDRESS_SITE_GEOCODE',
    2,
    { LONGITUDE: '.' },
    BAD_COORDINATE,
    'decimal degrees',
    '.',
  ),
  spoiling(
    'a site geocode at sea',
    'ADDRESS_SITE_GEOCODE',
    3,
    { LATITUDE: '-60' },
    OUTSIDE,
    'a latitude from -45 to -8',
    '-60',
  ),
  spoiling(
    'a site that is there twice',
    'ADDRESS_SITE',
    5,
    { ADDRESS_SITE_PID: '70005' },
    DUPLICATE,
    'ADDRESS_SITE_PID',
    '70005',
  ),
  spoiling(
    'an alias of no address',
    'ADDRESS_ALIAS',
    0,
    { PRINCIPAL_PID: 'GAVIC8' },
    DANGLING,
    'ADDRESS_DETAIL_PIDs',
    'GAVIC8',
  ),
  spoiling(
    'a secondary that is not there',
    'PRIMARY_SECONDARY',
    0,
    { SECONDARY_PID: 'GAVIC7' },
    DANGLING,
    'ADDRESS_DETAIL_PIDs',
    'GAVIC7',
  ),
  spoiling(
    'a mesh block that is not there',
    'ADDRESS_MESH_BLOCK_2021',
    0,
    { MB_2021_PID: 'MB9' },
    DANGLING,
    'MB_2021_PID of MB_2021',
    'MB9',
  ),
  spoiling(
    'a code of a mesh block that is too long',
    'MB_2021',
    0,
    { MB_2021_CODE: '2000125000000' },
    'code that is too long',
    'an MB_2021_CODE of at most 12 bytes',
    '2000125000000',
  ),
  spoiling(
    'a street in no locality',
    'STREET_LOCALITY',
    2,
    { LOCALITY_PID: 'loc8' },
    DANGLING,
    'LOCALITY_PID of LOCALITY',
    'loc8',
  ),
  spoiling(
    'an alias of no street',
    'STREET_LOCALITY_ALIAS',
    0,
    { STREET_LOCALITY_PID: 'VIC7' },
    DANGLING,
    'STREET_LOCALITY_PID',
    'VIC7',
  ),
  spoiling('a locality in no state', 'LOCALITY', 2, { STATE_PID: '77' }, DANGLING, 'STATE_PID of STATE', '77'),
  spoiling(
    'a locality that is there twice',
    'LOCALITY',
    3,
    { LOCALITY_PID: 'loc1' },
    DUPLICATE,
    'LOCALITY_PID',
    'loc1',
  ),
  spoiling(
    'an alias of no locality',
    'LOCALITY_ALIAS',
    0,
    { LOCALITY_PID: 'loc7' },
    DANGLING,
    'LOCALITY_PID of LOCALITY',
    'loc7',
  ),
  spoiling(
    'a neighbour that is not there',
    'LOCALITY_NEIGHBOUR',
    0,
    { NEIGHBOUR_LOCALITY_PID: 'loc6' },
    DANGLING,
    'LOCALITY',
    'loc6',
  ),
  spoiling('a state that is none', 'STATE', 1, { STATE_ABBREVIATION: 'NZ' }, DANGLING, 'one of ACT NSW', 'NZ'),
];

function spoiling(
  what: string,
  table: string,
  row: number,
  change: Readonly<Record<string, string>>,
  reason: string,
  expected: string,
  found: string,
  reportedRow = row,
): Spoiling {
  return { what, table, row, change, reason, expected, found, line: reportedRow + 2 };
}

/** Values outside what answers may hold, each in a row of its own that is used without them: the column, and why. */
export const OUT_OF_RANGE: readonly Spoiling[] = [
  spoiling(
    'a postcode of three digits',
    'ADDRESS_DETAIL',
    3,
    { POSTCODE: '310' },
    'POSTCODE',
    'POSTCODE of four digits',
    '310',
  ),
  spoiling(
    'a postcode with letters',
    'ADDRESS_DETAIL',
    4,
    { POSTCODE: '31O1' },
    'POSTCODE',
    'POSTCODE of four digits',
    '31O1',
  ),
  spoiling('a confidence of 3', 'ADDRESS_DETAIL', 5, { CONFIDENCE: '3' }, 'CONFIDENCE', 'CONFIDENCE from -1 to 2', '3'),
  spoiling('no confidence', 'ADDRESS_DETAIL', 6, { CONFIDENCE: '' }, 'CONFIDENCE', 'CONFIDENCE from -1 to 2', ''),
  spoiling(
    'a reliability with letters',
    'ADDRESS_SITE_GEOCODE',
    1,
    { RELIABILITY_CODE: 'two' },
    'RELIABILITY_CODE',
    'RELIABILITY_CODE from 0 to 6',
    'two',
  ),
  spoiling(
    'a street reliability with letters',
    'STREET_LOCALITY',
    3,
    { GNAF_RELIABILITY_CODE: 'x' },
    'GNAF_RELIABILITY_CODE',
    'GNAF_RELIABILITY_CODE',
    'x',
  ),
  spoiling(
    'a locality reliability with letters',
    'LOCALITY',
    4,
    { GNAF_RELIABILITY_CODE: 'y' },
    'GNAF_RELIABILITY_CODE',
    'GNAF_RELIABILITY_CODE',
    'y',
  ),
  spoiling('a role of X', 'ADDRESS_DETAIL', 18, { PRIMARY_SECONDARY: 'X' }, 'PRIMARY_SECONDARY', 'P or S', 'X'),
];
