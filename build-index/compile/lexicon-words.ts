/** States and territories, in the order of STATE_ORDER. */
export const STATE_WORDS: readonly (readonly string[])[] = [
  ['ACT', 'AUSTRALIAN CAPITAL TERRITORY', 'A C T'],
  ['NSW', 'NEW SOUTH WALES', 'N S W'],
  ['NT', 'NORTHERN TERRITORY', 'N T'],
  ['OT', 'OTHER TERRITORIES', 'JBT', 'J B T', 'JERVIS BAY TERRITORY', 'COCOS KEELING ISLANDS', 'COCOS ISLANDS'],
  ['QLD', 'QUEENSLAND', 'QL', 'Q L D'],
  ['SA', 'SOUTH AUSTRALIA', 'STH AUSTRALIA', 'S A'],
  ['TAS', 'TASM', 'TASMANIA', 'T A S'],
  ['VIC', 'VICT', 'VICTORIA', 'V I C'],
  ['WA', 'WESTERN AUSTRALIA', 'WEST AUSTRALIA', 'W A'],
];

/** Names of the country itself. */
export const COUNTRY_WORDS = ['AUSTRALIA', 'AU', 'AUS', 'AUST', 'COMMONWEALTH OF AUSTRALIA'];

/** Delivery addresses that are not places (Australia Post, "Correct addressing"). */
export const POSTAL_WORDS = [
  'PO BOX',
  'P O BOX',
  'POBOX',
  'GPO BOX',
  'G P O BOX',
  'POST OFFICE BOX',
  'POST BOX',
  'POSTAL BOX',
  'PO',
  'GPO',
  'LOCKED BAG',
  'LOCKED MAIL BAG',
  'PRIVATE BAG',
  'PRIVATE BOX',
  'POSTE RESTANTE',
  'CARE PO',
  'CARE OF POST OFFICE',
  'C O POST OFFICE',
  'C POST OFFICE',
  'MAIL SERVICE',
  'PARCEL LOCKER',
  'PARCEL COLLECT',
  'REPLY PAID',
  'FREE POST',
  'MAILBOX',
  'MAIL BAG',
  'MAIL BOX',
  'COMMUNITY MAIL BAG',
  'CMB',
  'PMB',
  'PRIVATE MAIL BAG',
  'BAG',
  'DX',
];

/** Rural delivery numbers: the number after them is not a street number. */
export const RURAL_WORDS = ['RMB', 'RSD', 'RMS', 'RMD', 'R M B', 'ROADSIDE MAIL BOX', 'ROADSIDE DELIVERY', 'MS'];

/** What stands before the two streets of a corner. */
export const CORNER_WORDS = [
  'CNR',
  'CORNER',
  'CNR OF',
  'CORNER OF',
  'COR',
  'CRN',
  'CRNR',
  'CNER',
  'CNR OF THE',
  'CORNER OF THE',
  'INTERSECTION',
  'INTERSECTION OF',
  'JUNCTION OF',
];

/** What people write before a street number. */
export const NUMBER_WORDS = ['NO', 'NOS', 'NUM', 'NUMBER', 'NUMBERS', 'NUMB', 'NR', 'NBR'];

/** What people write before a lot number. */
export const LOT_WORDS = ['LOT', 'LT', 'LOTS', 'ALLOTMENT'];

/** Other countries, where an address cannot be one of these. */
export const ABROAD_WORDS = [
  'NEW ZEALAND',
  'NZ',
  'UNITED KINGDOM',
  'UK',
  'U K',
  'GREAT BRITAIN',
  'ENGLAND',
  'SCOTLAND',
  'IRELAND',
  'UNITED STATES',
  'UNITED STATES OF AMERICA',
  'USA',
  'U S A',
  'CANADA',
  'CHINA',
  'INDIA',
  'JAPAN',
  'GERMANY',
  'DEUTSCHLAND',
  'FRANCE',
  'ITALY',
  'ITALIA',
  'SPAIN',
  'ESPANA',
  'NETHERLANDS',
  'SINGAPORE',
  'HONG KONG',
  'MALAYSIA',
  'INDONESIA',
  'PHILIPPINES',
  'VIETNAM',
  'THAILAND',
  'SOUTH AFRICA',
  'BRAZIL',
  'BRASIL',
  'MEXICO',
  'SWEDEN',
  'NORWAY',
  'DENMARK',
  'SWITZERLAND',
  'AUSTRIA',
  'BELGIUM',
  'POLAND',
  'PORTUGAL',
  'GREECE',
  'FIJI',
  'PAPUA NEW GUINEA',
  'PNG',
  'SOUTH KOREA',
  'KOREA',
  'RUSSIA',
  'TURKEY',
  'ARGENTINA',
  'CHILE',
];
