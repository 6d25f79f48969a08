import { ANY_UNIT, FAMILY } from '../../src/address/index/lexicon.ts';

const DWELLING = FAMILY.dwelling | FAMILY.home;
const TRADE = FAMILY.trade;
/** What holds units, or is a part of a site. */
const EITHER = FAMILY.dwelling | FAMILY.trade;
const NEITHER = FAMILY.neither;

/** What units of a flat type are for (FAMILY), by the type's long word. */
const FLAT_TYPE_FAMILIES: Readonly<Record<string, number>> = {
  ANTENNA: NEITHER,
  APARTMENT: DWELLING,
  'AUTOMATED TELLER MACHINE': NEITHER,
  BARBECUE: NEITHER,
  BLOCK: EITHER,
  BOATSHED: NEITHER,
  BUILDING: EITHER,
  BUNGALOW: DWELLING,
  CAGE: NEITHER,
  CARPARK: NEITHER,
  CARSPACE: NEITHER,
  CLUB: TRADE,
  COOLROOM: NEITHER,
  COTTAGE: DWELLING,
  DUPLEX: DWELLING,
  FACTORY: TRADE,
  FLAT: DWELLING,
  FRONT: EITHER,
  GARAGE: NEITHER,
  HALL: EITHER,
  HOUSE: DWELLING,
  KIOSK: TRADE,
  LEASE: TRADE,
  LOBBY: EITHER,
  LOFT: DWELLING,
  LOT: EITHER,
  MAISONETTE: DWELLING,
  'MARINE BERTH': NEITHER,
  OFFICE: TRADE,
  PENTHOUSE: DWELLING,
  REAR: EITHER,
  RESERVE: NEITHER,
  'ROOF TERRACE': NEITHER,
  ROOM: EITHER,
  SECTION: EITHER,
  SHED: NEITHER,
  SHOP: TRADE,
  SHOWROOM: TRADE,
  SIGN: NEITHER,
  SITE: EITHER,
  STALL: TRADE,
  STORE: NEITHER,
  'STRATA UNIT': ANY_UNIT,
  STUDIO: DWELLING,
  SUBSTATION: NEITHER,
  SUITE: TRADE,
  TENANCY: TRADE,
  TOWER: EITHER,
  TOWNHOUSE: DWELLING,
  UNIT: ANY_UNIT,
  VAULT: NEITHER,
  VILLA: DWELLING,
  WARD: EITHER,
  WAREHOUSE: TRADE,
  WING: EITHER,
  WORKSHOP: TRADE,
};

/** The families of a flat type by its long word; 0 for one that is in none. */
export function familiesOf(type: string): number {
  return Object.hasOwn(FLAT_TYPE_FAMILIES, type) ? (FLAT_TYPE_FAMILIES[type] ?? 0) : 0;
}

/** What people write for flat types, by the type's long word. */
export const FLAT_TYPE_WORDS: Readonly<Record<string, readonly string[]>> = {
  APARTMENT: ['APT', 'APPT', 'APP', 'APTS', 'APART', 'APARTMNT', 'APARTMENTS', 'AP'],
  BLOCK: ['BLK'],
  BUILDING: ['BLDG', 'BLD', 'BUILD'],
  CARSPACE: ['CAR SPACE', 'CARS', 'CARPARK', 'CAR PARK'],
  COTTAGE: ['CTGE', 'COTT', 'COTGE'],
  DUPLEX: ['DUP', 'DUPL', 'DPLX'],
  FACTORY: ['FACTORIES', 'FCTY', 'FACT', 'FY', 'FAC', 'FTY'],
  FLAT: ['FLATS', 'FLT', 'FT', 'F', 'FL'],
  HALL: ['HALL'],
  HOUSE: ['HSE', 'HS'],
  KIOSK: ['KSK'],
  LOBBY: ['LBBY'],
  LOFT: ['LOFT'],
  MAISONETTE: ['MSNT', 'MAIS'],
  'MARINE BERTH': ['MBTH', 'BERTH', 'MARINA BERTH'],
  OFFICE: ['OFFICES', 'OFF', 'OFFC', 'OFC'],
  PENTHOUSE: ['PTHS', 'PH', 'PENT'],
  ROOM: ['RM', 'ROM'],
  SHED: ['SHD'],
  SHOP: ['SHOPS', 'SHP', 'SP', 'SH'],
  SITE: ['SITE'],
  STALL: ['STLL'],
  STORE: ['STOR', 'STR', 'STORAGE'],
  'STRATA UNIT': ['STRATA'],
  SHOWROOM: ['SHOW ROOM', 'S ROOM'],
  STUDIO: ['STU', 'STUD', 'STD'],
  SUITE: ['SUITES', 'STE', 'SE', 'SUIT', 'SUT'],
  TENANCY: ['TENANCIES', 'TNCY', 'TEN', 'TCY', 'TENCY'],
  TOWER: ['TWR'],
  TOWNHOUSE: ['TNHS', 'TH', 'T H', 'T HOUSE', 'TWNHSE', 'TWNHS', 'TOWN HOUSE', 'THSE'],
  UNIT: ['U', 'UN', 'UNT', 'UINT', 'UNITS', 'DWELLING', 'RESIDENCE'],
  VILLA: ['VILLAS', 'VLLA', 'VLA', 'V'],
  WARD: ['WARD'],
  WAREHOUSE: ['WSE', 'WHSE', 'WRHS', 'WHS', 'W H', 'W HOUSE'],
  WORKSHOP: ['WKSH', 'WSHOP'],
};

const GROUNDS = ['GROUND', 'GRND', 'GND', 'GRD', 'GR', 'G'];
const LOWERS = ['LOWER', 'LWR', 'LOW'];
const UPPERS = ['UPPER', 'UPR', 'UPP'];
const FLOORS = ['FLOOR', 'FLR', 'FL', 'LEVEL', 'LVL', 'LEV'];
const GROUND_WORDS = [
  ...GROUNDS.slice(0, 4),
  'GD',
  'G',
  'GF',
  'G F',
  'LEVEL G',
  'LEVEL GROUND',
  ...each(GROUNDS, FLOORS),
];
const LOWER_GROUND_WORDS = lowerAndUpper('LG', LOWERS);
const UPPER_GROUND_WORDS = lowerAndUpper('UG', UPPERS);

function each(firsts: readonly string[], seconds: readonly string[]): string[] {
  return firsts.flatMap((first) => seconds.map((second) => `${first} ${second}`));
}

/** `LG`, `L/G`, `LGF`, `LOWER GROUND`, `LOWER GROUND FLOOR`. */
function lowerAndUpper(code: string, words: readonly string[]): string[] {
  const grounds = each(words, GROUNDS.slice(0, 4));
  const codes = [code, `${code[0]} ${code[1]}`];
  return [...codes, `${code}F`, `${code} F`, `LEVEL ${code}`, ...grounds, ...each([...grounds, code], FLOORS)];
}

/** What people write for level types, by the type's long word. */
export const LEVEL_TYPE_WORDS: Readonly<Record<string, readonly string[]>> = {
  BASEMENT: ['B', 'BSMT', 'BSMNT', 'BASE', 'LEVEL B', 'BASEMENT LEVEL', 'BASEMENT FLOOR', 'LEVEL BASEMENT'],
  FLOOR: ['FL', 'FLR', 'FLOR', 'FLOORS'],
  GROUND: GROUND_WORDS,
  LEVEL: ['L', 'LVL', 'LEV', 'LV', 'LEVL', 'LEVELS', 'LVLS'],
  LOBBY: ['LBBY', 'LB'],
  'LOWER GROUND FLOOR': LOWER_GROUND_WORDS,
  MEZZANINE: ['M', 'MEZZ', 'MZ', 'MEZ', 'MEZZANINE LEVEL', 'MEZZANINE FLOOR', 'MEZZ LEVEL', 'MEZZ FLOOR'],
  'OBSERVATION DECK': ['OD'],
  PARKING: ['P', 'PRKG'],
  PENTHOUSE: ['PH', 'PTHS'],
  PLATFORM: ['PLTF', 'PLF'],
  PODIUM: ['PDM', 'POD'],
  ROOFTOP: ['RT', 'ROOF', 'ROOF TOP'],
  'SUB-BASEMENT': ['SB', 'SUB BASEMENT', 'SUBBASEMENT'],
  'UPPER GROUND FLOOR': UPPER_GROUND_WORDS,
};
