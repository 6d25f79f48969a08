import type { StateFile } from '../release/release.ts';

/** One degree in the generator's coordinate unit. */
export const DEGREE = 100_000_000;

/** What the generator knows of one state or territory. Coordinates are units of 10^-8 degrees. */
export interface StateFacts {
  readonly file: StateFile;
  /** STATE_PID, also the first digit of every ABS code of the state. */
  readonly pid: number;
  readonly name: string;
  /** The five characters that its ADDRESS_DETAIL_PIDs begin with. */
  readonly addressPrefix: string;
  /** Principal addresses, February 2026. */
  readonly principals: number;
  readonly capital: { readonly name: string; readonly longitude: number; readonly latitude: number };
  readonly greaterCapital: readonly [code: string, name: string];
  readonly restOfState: readonly [code: string, name: string];
  readonly localGovernmentAreas: number;
  readonly commonwealthElectorates: number;
  readonly stateElectorates: number;
  readonly upperHouseAreas: number;
  readonly hasWards: boolean;
}

/** The nine states and territories in the order of their files. */
export const COUNTRY: readonly StateFacts[] = [
  state(
    'ACT',
    8,
    'AUSTRALIAN CAPITAL TERRITORY',
    245362,
    'CITY',
    149.13,
    -35.28,
    '8ACTE Australian Capital Territory',
    '',
    [0, 3, 5, 0, 0],
  ),
  state(
    'NSW',
    1,
    'NEW SOUTH WALES',
    4619401,
    'SYDNEY',
    151.207,
    -33.868,
    '1GSYD Greater Sydney',
    '1RNSW Rest of NSW',
    [128, 46, 93, 0, 0],
  ),
  state(
    'NT',
    7,
    'NORTHERN TERRITORY',
    110079,
    'DARWIN',
    130.842,
    -12.463,
    '7GDAR Greater Darwin',
    '7RNTE Rest of NT',
    [17, 2, 25, 0, 1],
  ),
  state('OT', 9, 'OTHER TERRITORIES', 3805, '', 0, 0, '9OTER Other Territories', '', [3, 0, 0, 0, 0]),
  state(
    'QLD',
    3,
    'QUEENSLAND',
    3100481,
    'BRISBANE CITY',
    153.026,
    -27.47,
    '3GBRI Greater Brisbane',
    '3RQLD Rest of Qld',
    [77, 30, 93, 0, 0],
  ),
  state(
    'SA',
    4,
    'SOUTH AUSTRALIA',
    1123131,
    'ADELAIDE',
    138.6,
    -34.928,
    '4GADE Greater Adelaide',
    '4RSAU Rest of SA',
    [68, 10, 47, 0, 1],
  ),
  state(
    'TAS',
    6,
    'TASMANIA',
    346248,
    'HOBART',
    147.325,
    -42.882,
    '6GHOB Greater Hobart',
    '6RTAS Rest of Tas.',
    [29, 5, 5, 15, 0],
  ),
  state(
    'VIC',
    2,
    'VICTORIA',
    3940659,
    'MELBOURNE',
    144.963,
    -37.814,
    '2GMEL Greater Melbourne',
    '2RVIC Rest of Vic.',
    [79, 38, 88, 8, 1],
  ),
  state(
    'WA',
    5,
    'WESTERN AUSTRALIA',
    1526407,
    'PERTH',
    115.857,
    -31.953,
    '5GPER Greater Perth',
    '5RWAU Rest of WA',
    [137, 16, 59, 6, 1],
  ),
];

/** Rows of ADDRESS_DETAIL that are current (principal and alias), August 2025: the national size. */
export const NATIONAL_ADDRESSES = 15_794_643;

/** Coordinate units of one metre northwards. */
export const METRE = 898.3;

/** The box that every coordinate lies in, in degrees. */
export const BOX = { west: 96, east: 168, south: -44, north: -9 };

/**
 * Cosine of a latitude given in degrees, by Bhaskara's rational approximation (7th century; error below 0.002).
 * Four exact operations, therefore the same on every machine, which `Math.cos` is not.
 */
export function cosine(degrees: number): number {
  const square = degrees * degrees;
  return (32400 - 4 * square) / (32400 + square);
}

function state(
  file: StateFile,
  pid: number,
  name: string,
  principals: number,
  capital: string,
  longitude: number,
  latitude: number,
  greaterCapital: string,
  restOfState: string,
  [localGovernmentAreas, commonwealthElectorates, stateElectorates, upperHouseAreas, wards]: number[],
): StateFacts {
  const area = (text: string) => [text.slice(0, 5), text.slice(6)] as const;
  return {
    file,
    pid,
    name,
    addressPrefix: `GA${file.padEnd(3, '_')}`,
    principals,
    capital: { name: capital, longitude: longitude * DEGREE, latitude: latitude * DEGREE },
    greaterCapital: area(greaterCapital),
    restOfState: area(restOfState || greaterCapital),
    localGovernmentAreas,
    commonwealthElectorates,
    stateElectorates,
    upperHouseAreas,
    hasWards: wards === 1,
  };
}
