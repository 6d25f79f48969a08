import { ADDRESS, ADDRESS_WORDS, idPrefixIn } from '../../src/index/address-record.ts';
import { SET, SET_WORDS } from '../../src/index/boundary-set.ts';
import { type Columns, NO_AREA, PLACE_ALIAS, type SectionName, STATE_ORDER } from '../../src/index/sections.ts';
import { at, type Check } from './check.ts';

/** Columns of references, and the column whose length they stay below. */
const REFERENCES = [
  ['localityNeighbour', 'localityName'],
  ['postcodeLocality', 'localityName'],
  ['streetLocality', 'localityName'],
  ['streetType', 'streetTypeText'],
  ['streetSuffix', 'streetSuffixText'],
  ['unitFlatType', 'flatTypeText'],
  ['unitLevelType', 'levelTypeText'],
  ['addressNumber', 'numberKind'],
  ['addressUnit', 'unitFlatType'],
  ['addressBlockStreet', 'streetName'],
  ['aliasAddress', 'addressNumber'],
  ['aliasPrincipal', 'addressNumber'],
  ['aliasType', 'aliasTypeText'],
  ['principalAddress', 'addressNumber'],
  ['principalAlias', 'addressNumber'],
  ['primaryAddress', 'addressNumber'],
  ['primarySecondary', 'addressNumber'],
  ['rareStreet', 'streetName'],
  ['rareRanked', 'streetName'],
  ['compoundNumber', 'numberKind'],
  ['compoundStreet', 'streetName'],
  ['compoundRanked', 'streetName'],
  ['multiUnitStreet', 'streetName'],
  ['multiUnitRanked', 'streetName'],
  ['localityBySize', 'localityName'],
  ['localityLargest', 'streetName'],
] as const satisfies readonly (readonly [SectionName, SectionName])[];

/** Columns of text ids. */
const TEXT_IDS = [
  'streetTypeText',
  'streetSuffixText',
  'streetClassText',
  'flatTypeText',
  'levelTypeText',
  'aliasTypeText',
  'geocodeKindText',
  'localityName',
  'localityId',
  'localityAlias',
  'placeName',
  'streetName',
  'streetLabel',
  'streetAlias',
  'unitFlatText',
  'unitLevelText',
  'idPrefixText',
] as const satisfies readonly SectionName[];

/** Code tables, whose entry 0 is "none". */
const NONE_FIRST = [
  'streetTypeText',
  'streetSuffixText',
  'streetClassText',
  'flatTypeText',
  'levelTypeText',
  'aliasTypeText',
  'idPrefixText',
  'idPrefixDigits',
  'numberKind',
  'unitFlatType',
  'unitFlatText',
  'unitLevelType',
  'unitLevelText',
] as const satisfies readonly SectionName[];

/** Every reference leads somewhere. */
export const RANGE_CHECKS: readonly Check[] = [
  ...REFERENCES.map(
    ([section, of]): Check => ({
      section,
      holds: `every element is a position in ${of}`,
      find: ({ columns }) => firstAbove(columns[section], columns[of].length),
    }),
  ),
  ...TEXT_IDS.map(
    (section): Check => ({
      section,
      holds: 'every element is a text id',
      find: ({ columns }) => firstAbove(columns[section], columns.textStart.length - 1),
    }),
  ),
  ...NONE_FIRST.map(
    (section): Check => ({
      section,
      holds: 'entry 0 is "none"',
      find: ({ columns }) => (columns[section][0] === 0 ? null : at(0, columns[section][0], 0)),
    }),
  ),
  {
    section: 'localityState',
    holds: 'every element is a state',
    find: ({ columns }) => firstAbove(columns.localityState, STATE_ORDER.length),
  },
  {
    section: 'placeLocality',
    holds: 'every element is a locality',
    find: ({ columns: { placeLocality, localityName } }) => {
      const limit = localityName.length;
      for (let i = 0; i < placeLocality.length; i++)
        if (placeLocality[i] % PLACE_ALIAS >= limit) return at(i, placeLocality[i] % PLACE_ALIAS, `below ${limit}`);
      return null;
    },
  },
  recordCheck(
    'addressRecord',
    ADDRESS_WORDS,
    'its boundary set is there',
    ADDRESS.boundarySet,
    (set) => set,
    (columns) => columns.boundarySet.length / SET_WORDS,
  ),
  recordCheck(
    'addressRecord',
    ADDRESS_WORDS,
    'its id prefix is there',
    ADDRESS.codes,
    idPrefixIn,
    (columns) => columns.idPrefixText.length,
  ),
  {
    section: 'addressRecord',
    holds: "every id's number fits the digits of its prefix, or is a text id",
    find: ({ columns: { addressRecord, idPrefixDigits, textStart } }) => {
      const limit = Array.from(idPrefixDigits, (digits) => 10 ** digits);
      limit[0] = textStart.length - 1;
      for (let i = 0; i < addressRecord.length; i += ADDRESS_WORDS) {
        const most = limit[idPrefixIn(addressRecord[i + ADDRESS.codes])];
        const number = addressRecord[i + ADDRESS.idNumber];
        if (number >= most) return at(i, number, `below ${most}`);
      }
      return null;
    },
  },
  recordCheck(
    'boundarySet',
    SET_WORDS,
    'its mesh block is there',
    SET.meshBlock,
    (block) => block,
    (columns) => (columns.meshBlockJsonStart.length - 1) / 2,
  ),
  {
    section: 'boundarySet',
    holds: 'of every record its areas are there, or none',
    find({ columns: { boundarySet, areaStart } }) {
      const limit = areaStart.length - 1;
      for (let i = 0; i < boundarySet.length; i += SET_WORDS)
        for (const element of [boundarySet[i + SET.lgaAndWard], boundarySet[i + SET.electorates]])
          for (const area of [element & 0xffff, element >>> 16])
            if (area >= limit && area !== NO_AREA) return at(i, `area ${area}`, `below ${limit}`);
      return null;
    },
  },
  recordCheck(
    'boundarySet',
    SET_WORDS,
    'its SA2 is there, or none',
    SET.sa2,
    (sa2) => sa2,
    (columns) => columns.sa2Start.length - 1,
    NO_AREA,
  ),
];

function firstAbove(column: ArrayLike<number>, limit: number): string | null {
  for (let i = 0; i < column.length; i++) if (column[i] >= limit) return at(i, column[i], `below ${limit}`);
  return null;
}

/** Something that an element of every record refers to is there: below what `limit` answers, or `none`. */
function recordCheck(
  section: 'addressRecord' | 'boundarySet',
  words: number,
  holds: string,
  word: number,
  of: (element: number) => number,
  limit: (columns: Columns) => number,
  none = Number.NaN,
): Check {
  return {
    section,
    holds: `of every record ${holds}`,
    find({ columns }) {
      const most = limit(columns);
      const records = columns[section];
      for (let i = 0; i < records.length; i += words) {
        const found = of(records[i + word]);
        if (found >= most && found !== none) return at(i + word, found, `below ${most}`);
      }
      return null;
    },
  };
}
