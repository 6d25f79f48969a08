import type { SIDES } from '../../src/address/index/lexicon.ts';

/** Numbers in words, from 0. */
export const CARDINAL_WORDS =
  'ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN SEVENTEEN EIGHTEEN NINETEEN'.split(
    ' ',
  );

/** 20, 30, … in words. */
export const TENS_WORDS = 'TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY'.split(' ');

/** Ordinal numbers in words, from the first: floors are counted by them. */
export const ORDINAL_WORDS =
  'FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH THIRTEENTH FOURTEENTH FIFTEENTH'.split(
    ' ',
  );

/** Between a unit and its building, or its level: `UNIT 3 OF 12`, `SHOP 4 ON LEVEL 2`. */
export const WITHIN_WORDS = ['OF', 'AT', 'IN', 'ON'];

/** What says that an address follows, and nothing about it. */
export const HEADING_WORDS = [
  'AT',
  'ADDRESS',
  'STREET ADDRESS',
  'POSTAL ADDRESS',
  'HOME ADDRESS',
  'BUSINESS ADDRESS',
  'DELIVERY ADDRESS',
  'PROPERTY ADDRESS',
  'RESIDENTIAL ADDRESS',
  'SITE ADDRESS',
  'LOCATED AT',
  'SITUATED AT',
  'RESIDING AT',
  'LIVING AT',
  'DELIVER TO',
  'SHIP TO',
  'SEND TO',
  'PROPERTY',
  'STREET NO',
  'STREET NUMBER',
  'HOUSE NO',
  'HOUSE NUMBER',
  'H NO',
];

/** Sides of a property, before its number: those of SIDES, and what people write for them. */
export const SIDE_WORDS: Readonly<Record<(typeof SIDES)[number], readonly string[]>> = {
  REAR: [
    'REAR',
    'REAR OF',
    'AT REAR',
    'AT REAR OF',
    'AT THE REAR OF',
    'THE REAR OF',
    'TO THE REAR OF',
    'R O',
    'BEHIND',
  ],
  FRONT: ['FRONT', 'FRONT OF', 'AT FRONT', 'AT FRONT OF', 'AT THE FRONT OF', 'THE FRONT OF', 'IN FRONT OF'],
};

const WAYS = ['VIA', 'FROM', 'OFF', 'THROUGH', 'THRU', 'ON', 'IN', 'BY', 'AT'];

/** Before directions to an address: `210 ERROL STREET (ACCESS VIA MURPHY STREET)`. */
export const ACCESS_WORDS = ['ACCESS', 'ENTER', 'ENTRY', 'ENTRANCE'].flatMap((word) =>
  WAYS.map((way) => `${word} ${way}`),
);

/** In brackets, before what only describes an address. */
export const BRACKETED_WORDS = [
  'ACCESS',
  'ENTER',
  'ENTRY',
  'ENTRANCE',
  'VIA',
  'OFF',
  'CNR',
  'CNR OF',
  'CORNER',
  'CORNER OF',
  'NEAR',
  'NEXT TO',
  'BEHIND',
  'OPP',
  'OPPOSITE',
  'BETWEEN',
  'FORMERLY',
  'PREVIOUSLY',
  'AKA',
  'ALSO KNOWN AS',
  'KNOWN AS',
  'SAME AS',
];

/** Before the name of the person a letter is for (AS 4590 and Australia Post write `C/-`). */
export const ADDRESSEE_WORDS = [
  'C',
  'C O',
  'CARE OF',
  'ATTN',
  'ATTENTION',
  'ATT',
  'ATTENTION OF',
  'MR',
  'MRS',
  'MS',
  'MISS',
  'MR AND MRS',
  'MESSRS',
  'THE MANAGER',
  'THE OWNER',
  'THE OCCUPANT',
  'THE OCCUPIER',
  'THE RESIDENT',
  'THE SECRETARY',
  'THE DIRECTOR',
  'TO',
];

/** Each state's capital, in the order of STATE_ORDER; none of Other Territories. */
export const CAPITAL_WORDS = [
  'CANBERRA',
  'SYDNEY',
  'DARWIN',
  '',
  'BRISBANE',
  'ADELAIDE',
  'HOBART',
  'MELBOURNE',
  'PERTH',
];

/** After a company's name. */
export const COMPANY_WORDS = ['PTY LTD', 'PTY LIMITED', 'PTY', 'P L', 'PROPRIETARY LIMITED'];

/** Plans and titles, by words that mean something else too: only after a lot, or with a long number. */
export const PLAN_WORDS = [
  'SP',
  'PS',
  'LP',
  'CP',
  'TP',
  'RP',
  'PC',
  'CS',
  'SL',
  'BUP',
  'GTP',
  'BPA',
  'WB',
  'DIAGRAM',
  'PLAN',
  'SEC',
  'SECTION',
  'STAGE',
  'CT',
  'FP',
  'FILED PLAN',
  'UNIT PLAN',
];

/** Plans and titles, by words that mean nothing else. */
export const PLAN_ONLY_WORDS = [
  'DP',
  'D P',
  'DEPOSITED PLAN',
  'STRATA PLAN',
  'SURVEY PLAN',
  'REGISTERED PLAN',
  'PLAN OF SUBDIVISION',
  'CROWN PLAN',
  'CERTIFICATE OF TITLE',
  'VOL',
  'VOLUME',
  'FOL',
  'FOLIO',
  'C T',
  'C F',
  'TITLE REF',
  'TITLE REFERENCE',
  'FOLIO IDENTIFIER',
];

/** Crown land: before a number, or before the name of a parish, a county or a hundred. */
export const CROWN_WORDS = [
  'CROWN ALLOTMENT',
  'CROWN ALLOT',
  'CROWN LOT',
  'CROWN SECTION',
  'CROWN PORTION',
  'CROWN LAND',
  'CA',
  'PORTION',
  'PARISH OF',
  'COUNTY OF',
  'HUNDRED OF',
  'TOWNSHIP OF',
];

/** Months, as spreadsheets write what they take for a date: `Dec-34` for 12/34. */
export const MONTH_WORDS = (
  'JAN FEB MAR APR MAY JUN JUL AUG SEP SEPT OCT NOV DEC ' +
  'JANUARY FEBRUARY MARCH APRIL JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'
).split(' ');

/** What stands before the number of a telephone or of a business. */
export const TELEPHONE_WORDS = [
  'PH',
  'PHONE',
  'TEL',
  'TELEPHONE',
  'MOB',
  'MOBILE',
  'FAX',
  'PHONE NO',
  'PHONE NUMBER',
  'MOBILE NO',
  'TEL NO',
  'ABN',
  'ACN',
];

export const POSTCODE_WORDS = ['POSTCODE', 'POST CODE', 'PCODE', 'P CODE', 'PC', 'ZIP', 'ZIP CODE', 'POSTAL CODE'];

/** What a building or a site is: the last word of its name, `GREEN VALLEY PRIMARY SCHOOL`. */
export const VENUE_WORDS = (
  'SCHOOL COLLEGE UNIVERSITY TAFE CAMPUS KINDERGARTEN KINDER PRESCHOOL CHILDCARE CRECHE LIBRARY MUSEUM GALLERY THEATRE CINEMA CHURCH ' +
  'CATHEDRAL PARISH MOSQUE SYNAGOGUE TEMPLE MONASTERY HALL HOSPITAL CLINIC SURGERY PHARMACY HOTEL MOTEL HOSTEL TAVERN BREWERY WINERY ' +
  'RESTAURANT CAFE CLUB CLUBROOM CLUBROOMS CLUBHOUSE STADIUM OVAL PAVILION GYMNASIUM POOL SHOWGROUND SHOWGROUNDS RACECOURSE VELODROME ' +
  'AIRPORT AERODROME BARRACKS COURTHOUSE CEMETERY CREMATORIUM SUPERMARKET WAREHOUSE DEPOT NURSERY ORPHANAGE LABORATORY SURGERIES SCHOOLS'
).split(' ');

/** Parts of a site that are known by a number or letter, besides the flat types that are. */
export const STRUCTURE_WORDS = [
  'TOWER',
  'TWR',
  'BUILDING',
  'BLDG',
  'BLD',
  'BUILD',
  'BLOCK',
  'BLK',
  'WING',
  'STAGE',
  'ENTRANCE',
  'ENTRY',
  'GATE',
  'GATES',
  'DOOR',
  'DOCK',
  'PLATFORM',
  'WARD',
];
