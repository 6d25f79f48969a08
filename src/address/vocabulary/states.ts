/** A state or territory. */
export interface StateRow {
  /** Its abbreviation in addresses. */
  readonly code: string;
  /** Its capital, which people write behind the suburb; Other Territories have none. */
  readonly capital?: string;
  /** What else people write for it, separated by commas. */
  readonly words: string;
}

/** States and territories, in the order of STATE_ORDER (src/address/index/sections.ts). */
export const STATES: readonly StateRow[] = [
  { code: 'ACT', capital: 'CANBERRA', words: 'AUSTRALIAN CAPITAL TERRITORY, A C T' },
  { code: 'NSW', capital: 'SYDNEY', words: 'NEW SOUTH WALES, N S W' },
  { code: 'NT', capital: 'DARWIN', words: 'NORTHERN TERRITORY, N T' },
  {
    code: 'OT',
    words: `
    OTHER TERRITORIES, JBT, J B T, JERVIS BAY TERRITORY, COCOS KEELING ISLANDS, COCOS ISLANDS, INDIAN OCEAN`,
  },
  { code: 'QLD', capital: 'BRISBANE', words: 'QUEENSLAND, QL, Q L D' },
  { code: 'SA', capital: 'ADELAIDE', words: 'SOUTH AUSTRALIA, STH AUSTRALIA, S A' },
  { code: 'TAS', capital: 'HOBART', words: 'TASM, TASMANIA, T A S' },
  { code: 'VIC', capital: 'MELBOURNE', words: 'VICT, VICTORIA, V I C' },
  { code: 'WA', capital: 'PERTH', words: 'WESTERN AUSTRALIA, WEST AUSTRALIA, W A' },
];
