import { NO_AREA, PLACE_ALIAS, type SectionName, STATE_ORDER } from '../../src/index/sections.ts';
import { at, type Check } from './check.ts';

/** Columns of references, and the column whose length they stay below. */
const REFERENCES = [
  ['localityNeighbour', 'localityName'],
  ['postcodeLocality', 'localityName'],
  ['streetLocality', 'localityName'],
  ['streetType', 'streetTypeText'],
  ['streetSuffix', 'streetSuffixText'],
  ['streetClass', 'streetClassText'],
  ['unitFlatType', 'flatTypeText'],
  ['unitLevelType', 'levelTypeText'],
  ['addressIdPrefix', 'idPrefixText'],
  ['addressNumber', 'numberKind'],
  ['addressUnit', 'unitFlatType'],
  ['addressBoundarySet', 'boundarySetLga'],
  ['addressBlockStreet', 'streetName'],
  ['aliasAddress', 'addressNumber'],
  ['aliasPrincipal', 'addressNumber'],
  ['aliasType', 'aliasTypeText'],
  ['principalAddress', 'addressNumber'],
  ['principalAlias', 'addressNumber'],
  ['primaryAddress', 'addressNumber'],
  ['primarySecondary', 'addressNumber'],
  ['boundarySetMeshBlock', 'meshBlockCode'],
  ['meshBlockSa1', 'sa1Code'],
  ['buildingAddress', 'addressNumber'],
  ['streetRange', 'addressNumber'],
  ['rareStreet', 'streetName'],
  ['rareRanked', 'streetName'],
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
  'streetId',
  'streetLabel',
  'streetAlias',
  'unitFlatText',
  'unitLevelText',
  'idPrefixText',
  'meshBlockCode',
  'meshBlockCategory',
  'sa1Code',
] as const satisfies readonly SectionName[];

/** Columns of positions in a CSR column of fragments, or NO_AREA. */
const FRAGMENTS = [
  ['boundarySetLga', 'areaStart'],
  ['boundarySetWard', 'areaStart'],
  ['boundarySetState', 'areaStart'],
  ['boundarySetCommonwealth', 'areaStart'],
  ['sa1Sa2', 'sa2Start'],
] as const satisfies readonly (readonly [SectionName, SectionName])[];

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
  'meshBlockCode',
  'meshBlockCategory',
  'meshBlockSa1',
  'sa1Code',
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
  ...FRAGMENTS.map(
    ([section, start]): Check => ({
      section,
      holds: `every element is a position in ${start}, or none`,
      find: ({ columns }) => firstAbove(columns[section], columns[start].length - 1, NO_AREA),
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
  {
    section: 'addressIdNumber',
    holds: 'every element fits the digits of its prefix, or is a text id',
    find: ({ columns: { addressIdNumber, addressIdPrefix, idPrefixDigits, textStart } }) => {
      const limit = Array.from(idPrefixDigits, (digits) => 10 ** digits);
      limit[0] = textStart.length - 1;
      for (let i = 0; i < addressIdNumber.length; i++)
        if (addressIdNumber[i] >= limit[addressIdPrefix[i]])
          return at(i, addressIdNumber[i], `below ${limit[addressIdPrefix[i]]}`);
      return null;
    },
  },
];

function firstAbove(column: ArrayLike<number>, limit: number, none = Number.NaN): string | null {
  for (let i = 0; i < column.length; i++)
    if (column[i] >= limit && column[i] !== none) return at(i, column[i], `below ${limit}`);
  return null;
}
