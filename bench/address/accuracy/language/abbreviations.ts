/** What people type for street types, beyond the authority table's abbreviation (Australia Post and everyday usage). */
export const TYPED_STREET_TYPES: Readonly<Record<string, readonly string[]>> = {
  ALLEY: ['ALLY'],
  APPROACH: ['APP', 'APPR'],
  ARCADE: ['ARC'],
  AVENUE: ['AV', 'AVE'],
  BOULEVARD: ['BLVD', 'BVD', 'BOUL'],
  BOULEVARDE: ['BLVDE', 'BLVD'],
  CAUSEWAY: ['CSWY'],
  CIRCLE: ['CIR'],
  CIRCUIT: ['CCT', 'CIRC'],
  CLOSE: ['CL'],
  COURT: ['CT', 'CRT'],
  CRESCENT: ['CR', 'CRES'],
  DRIVE: ['DR', 'DRV'],
  ESPLANADE: ['ESP', 'ESPL'],
  FREEWAY: ['FWY'],
  GARDENS: ['GDNS'],
  GROVE: ['GR', 'GVE', 'GRV'],
  HEIGHTS: ['HTS'],
  HIGHWAY: ['HWY', 'HWAY'],
  LANE: ['LN', 'LA'],
  PARADE: ['PDE'],
  PARKWAY: ['PKWY', 'PWY'],
  PLACE: ['PL'],
  PROMENADE: ['PROM'],
  ROAD: ['RD'],
  SQUARE: ['SQ'],
  STREET: ['ST', 'STR'],
  TERRACE: ['TCE', 'TERR', 'TER'],
  TRACK: ['TRK'],
  WALK: ['WK'],
  WAY: ['WY'],
};

/** What people type for street suffixes, beyond the authority table's code. */
export const TYPED_SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  NORTH: ['N', 'NTH'],
  SOUTH: ['S', 'STH'],
  EAST: ['E'],
  WEST: ['W'],
  CENTRAL: ['CN', 'CTRL'],
  EXTENSION: ['EX', 'EXT', 'EXTN'],
  LOWER: ['LR', 'LWR'],
  UPPER: ['UP', 'UPR'],
};

/** What people type for flat types, by G-NAF's code: the code, the name, and common shortenings. */
export const TYPED_FLAT_TYPES: Readonly<Record<string, readonly string[]>> = {
  APT: ['Apt', 'Apartment'],
  BNGW: ['Bungalow'],
  BTSD: ['Boatshed'],
  CTGE: ['Cottage', 'Ctge'],
  DUPL: ['Duplex'],
  FCTY: ['Factory', 'Fcty', 'Fact'],
  FLAT: ['Flat'],
  GRGE: ['Garage', 'Grge'],
  HSE: ['House', 'Hse'],
  KSK: ['Kiosk'],
  MBTH: ['Marine Berth'],
  OFFC: ['Office', 'Offc'],
  PTHS: ['Penthouse'],
  ROOM: ['Room', 'Rm'],
  SE: ['Suite', 'Ste', 'Se'],
  SHED: ['Shed'],
  SHOP: ['Shop', 'Shp'],
  SHRM: ['Showroom', 'Shrm'],
  SITE: ['Site'],
  STOR: ['Store'],
  STR: ['Strata Unit'],
  STU: ['Studio', 'Stu'],
  TNCY: ['Tenancy', 'Tncy'],
  TNHS: ['Townhouse', 'Tnhs'],
  UNIT: ['Unit', 'U', 'Un'],
  VLLA: ['Villa', 'Vlla'],
  WHSE: ['Warehouse', 'Whse'],
  WKSH: ['Workshop', 'Wksh'],
};

/** Flat types that people write as `3/12` for number 3 at street number 12. */
export const SLASH_TYPES: ReadonlySet<string> = new Set([
  'APT',
  'FCTY',
  'FLAT',
  'OFFC',
  'SE',
  'SHOP',
  'STR',
  'STU',
  'TNHS',
  'UNIT',
  'VLLA',
  'WHSE',
]);

/** What people type for level types with a number, by G-NAF's code. */
export const TYPED_LEVEL_TYPES: Readonly<Record<string, readonly string[]>> = {
  L: ['Level', 'L', 'Lvl', 'Lev'],
  FL: ['Floor', 'Fl', 'Flr'],
  B: ['Basement'],
};

/** What people type for a level that has no number. */
export const TYPED_BARE_LEVELS: Readonly<Record<string, readonly string[]>> = {
  G: ['Ground Floor', 'Ground', 'Ground Level', 'Gnd Floor'],
  LG: ['Lower Ground Floor', 'Lower Ground', 'LG'],
  UG: ['Upper Ground Floor', 'Upper Ground', 'UG'],
  B: ['Basement'],
  M: ['Mezzanine'],
  RT: ['Rooftop'],
  PTHS: ['Penthouse'],
};

/** State names in full. */
export const STATE_NAMES: Readonly<Record<string, string>> = {
  NSW: 'New South Wales',
  VIC: 'Victoria',
  QLD: 'Queensland',
  SA: 'South Australia',
  WA: 'Western Australia',
  TAS: 'Tasmania',
  NT: 'Northern Territory',
  ACT: 'Australian Capital Territory',
};
