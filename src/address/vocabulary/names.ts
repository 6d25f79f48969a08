/** Words that people write for one another within the names of streets and places: a group a row, separated by commas. */
export const EQUAL_WORDS: readonly string[] = [
  'SAINT, ST',
  'MOUNT, MT',
  'POINT, PT',
  'PORT, PT',
  'FORT, FT',
  'GREAT, GT',
  'LITTLE, LT, LIT',
  'UPPER, UPR',
  'LOWER, LWR',
  'NORTH, NTH, N',
  'SOUTH, STH, S',
  'EAST, E',
  'WEST, W',
  'FIRST, 1ST',
  'SECOND, 2ND',
  'THIRD, 3RD',
  'FOURTH, 4TH',
  'FIFTH, 5TH',
  'SIXTH, 6TH',
  'SEVENTH, 7TH',
  'EIGHTH, 8TH',
  'NINTH, 9TH',
  'TENTH, 10TH',
  'ELEVENTH, 11TH',
  'TWELFTH, 12TH',
  'THIRTEENTH, 13TH',
  'FOURTEENTH, 14TH',
  'FIFTEENTH, 15TH',
  'SIXTEENTH, 16TH',
  'SEVENTEENTH, 17TH',
  'EIGHTEENTH, 18TH',
  'NINETEENTH, 19TH',
  'TWENTIETH, 20TH',
  'JUNCTION, JCT, JNCTN',
  'HEIGHTS, HTS',
  'SPRINGS, SPGS',
  'CREEK, CK',
  'ISLAND, IS',
  'VALLEY, VLY',
  'CAPTAIN, CAPT',
  'DOCTOR, DR',
];

/**
 * Words that people shorten in a place's name of several words; alone, `GR` and `PK` would rather be a street's type. In
 * street names they are rare, and mostly types.
 */
export const SHORTENED_IN_PLACES: readonly string[] = [
  'BEACH, BCH',
  'CENTRAL, CTL, CNTRL',
  'CENTRE, CTR',
  'CITY, CBD',
  'CREEK, CRK',
  'GARDENS, GDNS',
  'GROVE, GVE, GR',
  'HARBOUR, HBR',
  'HEADS, HDS',
  'HEIGHTS, HGTS',
  'HILL, HL',
  'HILLS, HLS',
  'ISLAND, ISL',
  'JUNCTION, JN, JNC',
  'LAKE, LK',
  'LAKES, LKS',
  'PARK, PK',
  'POINT, PNT',
  'VALE, VLE',
  'VICTORIA, VIC',
  'VILLAGE, VLG',
  'WEST, WST',
];

/** Words that stand at either end of a place's name: `NORTH RICHMOND` and `RICHMOND NORTH`. */
export const DIRECTIONS = 'NORTH, SOUTH, EAST, WEST, UPPER, LOWER, CENTRAL, INNER, OUTER';

/** What people write behind the name of a town and mean its centre. */
export const CENTRES = 'CBD, CITY, CITY CENTRE';

/** What a council is, behind its name and before it: names of areas have them or lack them, and so do people's. */
export const BEHIND_COUNCILS = `
  SHIRE, SHIRE COUNCIL, CITY, CITY COUNCIL, RURAL CITY, RURAL CITY COUNCIL, REGIONAL, REGIONAL COUNCIL, REGION,
  DISTRICT COUNCIL, BOROUGH, TOWN, MUNICIPALITY, MUNICIPAL COUNCIL, ABORIGINAL SHIRE, ABORIGINAL SHIRE COUNCIL,
  COUNCIL, LGA`;
export const BEFORE_COUNCILS =
  'CITY OF, SHIRE OF, TOWN OF, RURAL CITY OF, BOROUGH OF, MUNICIPALITY OF, DISTRICT COUNCIL OF';

/** Names of areas that are no council's: what is left over of a state, and nowhere. */
export const NO_COUNCILS = 'UNINCORPORATED, NO USUAL ADDRESS, MIGRATORY, OUTSIDE AUSTRALIA';
