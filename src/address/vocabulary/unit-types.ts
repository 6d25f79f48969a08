/**
 * What units of a flat type are for: dwellings; trade; either, as what holds units or is a part of a site; neither, as a
 * car space; any, as UNIT. `words` is what people write for it, separated by commas.
 */
export interface FlatTypeRow {
  readonly use: 'dwelling' | 'trade' | 'either' | 'neither' | 'any';
  readonly words?: string;
}

/** Flat types, by their long word in the Authority Code. */
export const FLAT_TYPES: Readonly<Record<string, FlatTypeRow>> = {
  ANTENNA: { use: 'neither' },
  APARTMENT: { use: 'dwelling', words: 'APT, APPT, APP, APTS, APART, APARTMNT, APARTMENTS, AP' },
  'AUTOMATED TELLER MACHINE': { use: 'neither' },
  BARBECUE: { use: 'neither' },
  BLOCK: { use: 'either', words: 'BLK' },
  BOATSHED: { use: 'neither' },
  BUILDING: { use: 'either', words: 'BLDG, BLD, BUILD' },
  BUNGALOW: { use: 'dwelling' },
  CAGE: { use: 'neither' },
  CARPARK: { use: 'neither' },
  CARSPACE: { use: 'neither', words: 'CAR SPACE, CARS, CARPARK, CAR PARK' },
  CLUB: { use: 'trade' },
  COOLROOM: { use: 'neither' },
  COTTAGE: { use: 'dwelling', words: 'CTGE, COTT, COTGE' },
  DUPLEX: { use: 'dwelling', words: 'DUP, DUPL, DPLX' },
  FACTORY: { use: 'trade', words: 'FACTORIES, FCTY, FACT, FY, FAC, FTY' },
  FLAT: { use: 'dwelling', words: 'FLATS, FLT, FT, F, FL' },
  GARAGE: { use: 'neither' },
  HALL: { use: 'either' },
  HOUSE: { use: 'dwelling', words: 'HSE, HS' },
  KIOSK: { use: 'trade', words: 'KSK' },
  LEASE: { use: 'trade' },
  LOBBY: { use: 'either', words: 'LBBY' },
  LOFT: { use: 'dwelling' },
  LOT: { use: 'either' },
  MAISONETTE: { use: 'dwelling', words: 'MSNT, MAIS' },
  'MARINE BERTH': { use: 'neither', words: 'MBTH, BERTH, MARINA BERTH' },
  OFFICE: { use: 'trade', words: 'OFFICES, OFF, OFFC, OFC' },
  PENTHOUSE: { use: 'dwelling', words: 'PTHS, PH, PENT' },
  REAR: { use: 'either' },
  RESERVE: { use: 'neither' },
  'ROOF TERRACE': { use: 'neither' },
  ROOM: { use: 'either', words: 'RM, ROM' },
  SECTION: { use: 'either' },
  SHED: { use: 'neither', words: 'SHD' },
  SHOP: { use: 'trade', words: 'SHOPS, SHP, SP, SH' },
  SHOWROOM: { use: 'trade', words: 'SHOW ROOM, S ROOM' },
  SIGN: { use: 'neither' },
  SITE: { use: 'either' },
  STALL: { use: 'trade', words: 'STLL' },
  STORE: { use: 'neither', words: 'STOR, STR, STORAGE' },
  'STRATA UNIT': { use: 'any', words: 'STRATA' },
  STUDIO: { use: 'dwelling', words: 'STU, STUD, STD' },
  SUBSTATION: { use: 'neither' },
  SUITE: { use: 'trade', words: 'SUITES, STE, SE, SUIT, SUT' },
  TENANCY: { use: 'trade', words: 'TENANCIES, TNCY, TEN, TCY, TENCY' },
  TOWER: { use: 'either', words: 'TWR' },
  TOWNHOUSE: { use: 'dwelling', words: 'TNHS, TH, T H, T HOUSE, TWNHSE, TWNHS, TOWN HOUSE, THSE' },
  UNIT: { use: 'any', words: 'U, UN, UNT, UINT, UNITS, DWELLING, RESIDENCE' },
  VAULT: { use: 'neither' },
  VILLA: { use: 'dwelling', words: 'VILLAS, VLLA, VLA, V' },
  WARD: { use: 'either' },
  WAREHOUSE: { use: 'trade', words: 'WSE, WHSE, WRHS, WHS, W H, W HOUSE' },
  WORKSHOP: { use: 'trade', words: 'WKSH, WSHOP' },
};

/** What people write for level types, by the type's long word in the Authority Code, separated by commas. */
export const LEVEL_TYPE_WORDS: Readonly<Record<string, string>> = {
  BASEMENT: 'B, BSMT, BSMNT, BASE, LEVEL B, BASEMENT LEVEL, BASEMENT FLOOR, LEVEL BASEMENT',
  FLOOR: 'FL, FLR, FLOR, FLOORS',
  GROUND: `
    GROUND, GRND, GND, GRD, GD, G, GF, G F, LEVEL G, LEVEL GROUND,
    (GROUND|GRND|GND|GRD|GR|G) (FLOOR|FLR|FL|LEVEL|LVL|LEV)`,
  LEVEL: 'L, LVL, LEV, LV, LEVL, LEVELS, LVLS',
  LOBBY: 'LBBY, LB',
  'LOWER GROUND FLOOR': `
    LG, L G, LGF, LG F, LEVEL LG, (LOWER|LWR|LOW) (GROUND|GRND|GND|GRD),
    (LOWER|LWR|LOW) (GROUND|GRND|GND|GRD) (FLOOR|FLR|FL|LEVEL|LVL|LEV),
    LG (FLOOR|FLR|FL|LEVEL|LVL|LEV)`,
  MEZZANINE: 'M, MEZZ, MZ, MEZ, MEZZANINE LEVEL, MEZZANINE FLOOR, MEZZ LEVEL, MEZZ FLOOR',
  'OBSERVATION DECK': 'OD',
  PARKING: 'P, PRKG',
  PENTHOUSE: 'PH, PTHS',
  PLATFORM: 'PLTF, PLF',
  PODIUM: 'PDM, POD',
  ROOFTOP: 'RT, ROOF, ROOF TOP',
  'SUB-BASEMENT': 'SB, SUB BASEMENT, SUBBASEMENT',
  'UPPER GROUND FLOOR': `
    UG, U G, UGF, UG F, LEVEL UG, (UPPER|UPR|UPP) (GROUND|GRND|GND|GRD),
    (UPPER|UPR|UPP) (GROUND|GRND|GND|GRD) (FLOOR|FLR|FL|LEVEL|LVL|LEV),
    UG (FLOOR|FLR|FL|LEVEL|LVL|LEV)`,
};
