/** Words and phrases that mean the same in an address. */
export interface Phrases {
  /** A key of `MEANING` (src/address/index/lexicon.ts). */
  readonly meaning: (typeof ROWS)[number]['meaning'];
  /** The code of the first word, 0 if none is given, and how much more each that follows has. */
  readonly code?: number;
  readonly step?: number;
  /** Separated by commas (words.ts). */
  readonly words: string;
}

const ROWS = [
  // Numbers in words, from 0.
  {
    meaning: 'cardinal',
    code: 0,
    step: 1,
    words: `
      ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, ELEVEN, TWELVE, THIRTEEN, FOURTEEN,
      FIFTEEN, SIXTEEN, SEVENTEEN, EIGHTEEN, NINETEEN`,
  },
  // 20, 30, … in words.
  { meaning: 'cardinal', code: 20, step: 10, words: 'TWENTY, THIRTY, FORTY, FIFTY, SIXTY, SEVENTY, EIGHTY, NINETY' },
  // Ordinal numbers in words, from the first: floors are counted by them.
  {
    meaning: 'ordinal',
    code: 1,
    step: 1,
    words: `
      FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH, EIGHTH, NINTH, TENTH, ELEVENTH, TWELFTH, THIRTEENTH,
      FOURTEENTH, FIFTEENTH`,
  },
  // Names of the country itself.
  { meaning: 'country', words: 'AUSTRALIA, AU, AUS, AUST, COMMONWEALTH OF AUSTRALIA' },
  // Other countries, where an address cannot be one of these.
  {
    meaning: 'abroad',
    words: `
      NEW ZEALAND, NZ, UNITED KINGDOM, UK, U K, GREAT BRITAIN, ENGLAND, SCOTLAND, IRELAND, UNITED STATES,
      UNITED STATES OF AMERICA, USA, U S A, CANADA, CHINA, INDIA, JAPAN, GERMANY, DEUTSCHLAND, FRANCE, ITALY,
      ITALIA, SPAIN, ESPANA, NETHERLANDS, SINGAPORE, HONG KONG, MALAYSIA, INDONESIA, PHILIPPINES, VIETNAM,
      THAILAND, SOUTH AFRICA, BRAZIL, BRASIL, MEXICO, SWEDEN, NORWAY, DENMARK, SWITZERLAND, AUSTRIA, BELGIUM,
      POLAND, PORTUGAL, GREECE, FIJI, PAPUA NEW GUINEA, PNG, SOUTH KOREA, KOREA, RUSSIA, TURKEY, ARGENTINA,
      CHILE`,
  },
  // What people write before a street number.
  { meaning: 'number', words: 'NO, NOS, NUM, NUMBER, NUMBERS, NUMB, NR, NBR' },
  // What people write before a lot number.
  { meaning: 'lot', words: 'LOT, LT, LOTS, ALLOTMENT' },
  // Delivery addresses that are not places (Australia Post, "Correct addressing").
  {
    meaning: 'postal',
    words: `
      PO BOX, P O BOX, POBOX, GPO BOX, G P O BOX, POST OFFICE BOX, POST BOX, POSTAL BOX, PO, GPO, LOCKED BAG,
      LOCKED MAIL BAG, PRIVATE BAG, PRIVATE BOX, POSTE RESTANTE, CARE PO, CARE OF POST OFFICE, C O POST OFFICE,
      C POST OFFICE, MAIL SERVICE, PARCEL LOCKER, PARCEL COLLECT, REPLY PAID, FREE POST, MAILBOX, MAIL BAG,
      MAIL BOX, COMMUNITY MAIL BAG, CMB, PMB, PRIVATE MAIL BAG, BAG, DX`,
  },
  // Rural delivery numbers: the number after them is not a street number.
  { meaning: 'rural', words: 'RMB, RSD, RMS, RMD, R M B, ROADSIDE MAIL BOX, ROADSIDE DELIVERY, MS' },
  // What stands before the two streets of a corner.
  {
    meaning: 'corner',
    words: `
      CNR, CORNER, CNR OF, CORNER OF, COR, CRN, CRNR, CNER, CNR OF THE, CORNER OF THE, INTERSECTION,
      INTERSECTION OF, JUNCTION OF`,
  },
  // Between a unit and its building, or its level: `UNIT 3 OF 12`, `SHOP 4 ON LEVEL 2`.
  { meaning: 'within', words: 'OF, AT, IN, ON' },
  // Parts of a site that are known by a number or letter, besides the flat types that are.
  {
    meaning: 'structure',
    words: `
      TOWER, TWR, BUILDING, BLDG, BLD, BUILD, BLOCK, BLK, WING, STAGE, ENTRANCE, ENTRY, GATE, GATES, DOOR, DOCK,
      PLATFORM, WARD`,
  },
  // What a building or a site is: the last word of its name, `GREEN VALLEY PRIMARY SCHOOL`.
  {
    meaning: 'venue',
    words: `
      SCHOOL, COLLEGE, UNIVERSITY, TAFE, CAMPUS, KINDERGARTEN, KINDER, PRESCHOOL, CHILDCARE, CRECHE, LIBRARY,
      MUSEUM, GALLERY, THEATRE, CINEMA, CHURCH, CATHEDRAL, PARISH, MOSQUE, SYNAGOGUE, TEMPLE, MONASTERY, HALL,
      HOSPITAL, CLINIC, SURGERY, PHARMACY, HOTEL, MOTEL, HOSTEL, TAVERN, BREWERY, WINERY, RESTAURANT, CAFE, CLUB,
      CLUBROOM, CLUBROOMS, CLUBHOUSE, STADIUM, OVAL, PAVILION, GYMNASIUM, POOL, SHOWGROUND, SHOWGROUNDS,
      RACECOURSE, VELODROME, AIRPORT, AERODROME, BARRACKS, COURTHOUSE, CEMETERY, CREMATORIUM, SUPERMARKET,
      WAREHOUSE, DEPOT, NURSERY, ORPHANAGE, LABORATORY, SURGERIES, SCHOOLS`,
  },
  // Sides of a property, before its number.
  {
    meaning: 'side',
    code: 0,
    words: 'REAR, REAR OF, AT REAR, AT REAR OF, AT THE REAR OF, THE REAR OF, TO THE REAR OF, R O, BEHIND',
  },
  {
    meaning: 'side',
    code: 1,
    words: 'FRONT, FRONT OF, AT FRONT, AT FRONT OF, AT THE FRONT OF, THE FRONT OF, IN FRONT OF',
  },
  // What says that an address follows, and nothing about it.
  {
    meaning: 'heading',
    words: `
      AT, ADDRESS, STREET ADDRESS, POSTAL ADDRESS, HOME ADDRESS, BUSINESS ADDRESS, DELIVERY ADDRESS,
      PROPERTY ADDRESS, RESIDENTIAL ADDRESS, SITE ADDRESS, LOCATED AT, SITUATED AT, RESIDING AT, LIVING AT,
      DELIVER TO, SHIP TO, SEND TO, PROPERTY, STREET NO, STREET NUMBER, HOUSE NO, HOUSE NUMBER, H NO`,
  },
  // Before a postcode.
  { meaning: 'postcode', words: 'POSTCODE, POST CODE, PCODE, P CODE, PC, ZIP, ZIP CODE, POSTAL CODE' },
  // Before the name of the person a letter is for (AS 4590 and Australia Post write `C/-`).
  {
    meaning: 'addressee',
    words: `
      C, C O, CARE OF, ATTN, ATTENTION, ATT, ATTENTION OF, MR, MRS, MS, MISS, MR AND MRS, MESSRS, THE MANAGER,
      THE OWNER, THE OCCUPANT, THE OCCUPIER, THE RESIDENT, THE SECRETARY, THE DIRECTOR, TO`,
  },
  // After a company's name.
  { meaning: 'company', words: 'PTY LTD, PTY LIMITED, PTY, P L, PROPRIETARY LIMITED' },
  // What stands before the number of a telephone or of a business.
  {
    meaning: 'telephone',
    words: 'PH, PHONE, TEL, TELEPHONE, MOB, MOBILE, FAX, PHONE NO, PHONE NUMBER, MOBILE NO, TEL NO, ABN, ACN',
  },
  // Before directions to an address: `210 ERROL STREET (ACCESS VIA MURPHY STREET)`.
  { meaning: 'access', words: '(ACCESS|ENTER|ENTRY|ENTRANCE) (VIA|FROM|OFF|THROUGH|THRU|ON|IN|BY|AT)' },
  // In brackets, before what only describes an address.
  {
    meaning: 'bracketed',
    words: `
      ACCESS, ENTER, ENTRY, ENTRANCE, VIA, OFF, CNR, CNR OF, CORNER, CORNER OF, NEAR, NEXT TO, BEHIND, OPP,
      OPPOSITE, BETWEEN, FORMERLY, PREVIOUSLY, AKA, ALSO KNOWN AS, KNOWN AS, SAME AS`,
  },
  // Plans and titles, by words that mean something else too: only after a lot, or with a long number.
  {
    meaning: 'plan',
    words: `
      SP, PS, LP, CP, TP, RP, PC, CS, SL, BUP, GTP, BPA, WB, DIAGRAM, PLAN, SEC, SECTION, STAGE, CT, FP,
      FILED PLAN, UNIT PLAN`,
  },
  // Plans and titles, by words that mean nothing else.
  {
    meaning: 'plan',
    code: 1,
    words: `
      DP, D P, DEPOSITED PLAN, STRATA PLAN, SURVEY PLAN, REGISTERED PLAN, PLAN OF SUBDIVISION, CROWN PLAN,
      CERTIFICATE OF TITLE, VOL, VOLUME, FOL, FOLIO, C T, C F, TITLE REF, TITLE REFERENCE, FOLIO IDENTIFIER`,
  },
  // Crown land: before a number, or before the name of a parish, a county or a hundred.
  {
    meaning: 'crown',
    words: `
      CROWN ALLOTMENT, CROWN ALLOT, CROWN LOT, CROWN SECTION, CROWN PORTION, CROWN LAND, CA, PORTION, PARISH OF,
      COUNTY OF, HUNDRED OF, TOWNSHIP OF`,
  },
  // Months, as spreadsheets write what they take for a date: `Dec-34` for 12/34.
  {
    meaning: 'month',
    words: `
      JAN, FEB, MAR, APR, MAY, JUN, JUL, AUG, SEP, SEPT, OCT, NOV, DEC, JANUARY, FEBRUARY, MARCH, APRIL, JUNE,
      JULY, AUGUST, SEPTEMBER, OCTOBER, NOVEMBER, DECEMBER`,
  },
] as const;

/** What words mean in an address, besides types (street-types.ts, unit-types.ts), states and names. */
export const PHRASES: readonly Phrases[] = ROWS;
