import { BUCKET_SLOTS } from '../../src/index/id-hash.ts';
import { BEST_LENGTH } from '../../src/index/name-trie.ts';
import { DETAIL_BLOCK, type SectionName, STREET_BLOCK } from '../../src/index/sections.ts';
import { STREET_RECORD } from '../../src/index/street-record.ts';
import type { Check } from './check.ts';

/** Columns of one thing: the first gives how many there are, the others have as many elements. */
const SAME_LENGTH: readonly (readonly SectionName[])[] = [
  ['geocodeKindText', 'geocodeKindReliability'],
  ['localityName', 'localityId', 'localityState', 'localityOriginLon', 'localityOriginLat', 'localityCount'],
  ['localityPostcode', 'localityPostcodeCount'],
  ['postcodeLocality', 'postcodeCount'],
  ['placeName', 'placeLetters', 'placeLength'],
  [
    'streetName',
    'streetType',
    'streetSuffix',
    'streetClass',
    'streetId',
    'streetLocality',
    'streetLabel',
    'streetCount',
  ],
  ['numberKind', 'numberFirst', 'numberLast', 'numberTextFirst'],
  ['unitFlatType', 'unitFlatNumber', 'unitFlatText', 'unitLevelType', 'unitLevelNumber', 'unitLevelText'],
  [
    'addressNumber',
    'addressIdPrefix',
    'addressIdNumber',
    'addressUnit',
    'addressLon',
    'addressLat',
    'addressFlags',
    'addressGeocodeKind',
    'addressPostcode',
    'addressBoundarySet',
  ],
  ['idPrefixText', 'idPrefixDigits'],
  ['aliasAddress', 'aliasPrincipal', 'aliasType', 'principalAddress', 'principalAlias'],
  ['primaryAddress', 'primarySecondary'],
  ['boundarySetLga', 'boundarySetWard', 'boundarySetState', 'boundarySetCommonwealth', 'boundarySetMeshBlock'],
  ['meshBlockCode', 'meshBlockCategory', 'meshBlockSa1'],
  ['sa1Code', 'sa1Sa2'],
  ['rareStreet', 'rareRanked'],
  ['streetTrieLabel', 'streetTrieLow', 'streetTrieHigh'],
  ['streetEntryPosting', 'streetEntryRanked'],
  ['streetKeyStart', 'streetEntryStart'],
  ['streetName', 'streetEntry', 'streetLetters'],
  ['localityTrieLabel', 'localityTrieLow', 'localityTrieHigh'],
  ['localityEntryPosting', 'localityEntryRanked'],
  ['localityKeyStart', 'localityEntryStart'],
  ['localityName', 'localityEntry', 'localityLetters'],
  ['buildingKeyStart', 'buildingStart'],
  ['lexiconKeyStart', 'lexiconStart'],
];

/** Columns whose length follows from another's. */
const DERIVED_LENGTH: readonly (readonly [SectionName, SectionName, (length: number) => number])[] = [
  ['localityBounds', 'localityName', (n) => 4 * n],
  ['localityStreetStart', 'localityName', (n) => n + 1],
  ['localityContextStart', 'localityName', (n) => n + 1],
  ['localityPostcodeStart', 'localityName', (n) => n + 1],
  ['localityNeighbourStart', 'localityName', (n) => n + 1],
  ['localityAliasStart', 'localityName', (n) => n + 1],
  ['postcodeStart', 'postcode', (n) => n + 1],
  ['placeStart', 'placeName', (n) => n + 1],
  ['streetAddressStart', 'streetName', (n) => n + 1],
  ['streetAliasStart', 'streetName', (n) => n + 1],
  ['numberTextStart', 'numberKind', (n) => n + 1],
  ['addressBlockStreet', 'addressNumber', (n) => Math.ceil(n / STREET_BLOCK)],
  ['detailBlockStart', 'addressNumber', (n) => Math.ceil(n / DETAIL_BLOCK) + 1],
  ['kdTree', 'addressNumber', kdTreeBytes],
  ['streetTrieFirst', 'streetTrieLabel', (n) => n + 1],
  ['streetBest', 'streetBestNode', (n) => n * BEST_LENGTH],
  ['localityTrieFirst', 'localityTrieLabel', (n) => n + 1],
  ['localityBest', 'localityBestNode', (n) => n * BEST_LENGTH],
  ['streetRangeStart', 'streetName', (n) => n + 1],
  ['rareStart', 'rareNumber', (n) => n + 1],
  ['streetRecord', 'streetName', (n) => (n + 1) * STREET_RECORD],
  ['localityLargestStart', 'localityName', (n) => n + 1],
];

/** Tables that always have an entry 0, which stands for "none", and CSR starts, which have one more than their items. */
const NEVER_EMPTY: readonly SectionName[] = [
  'streetTypeText',
  'streetSuffixText',
  'streetClassText',
  'flatTypeText',
  'levelTypeText',
  'aliasTypeText',
  'numberKind',
  'unitFlatType',
  'idPrefixText',
  'meshBlockCode',
  'sa1Code',
  'parcelTemplateStart',
  'areaStart',
  'sa2Start',
  'streetTrieLabel',
  'streetKeyStart',
  'localityTrieLabel',
  'localityKeyStart',
  'buildingKeyStart',
  'lexiconKeyStart',
];

/** Columns that belong together have lengths that fit. */
export const LENGTH_CHECKS: readonly Check[] = [
  ...SAME_LENGTH.flatMap(([first, ...others]) => others.map((section) => lengthCheck(section, first, (n) => n))),
  ...DERIVED_LENGTH.map(([section, of, length]) => lengthCheck(section, of, length)),
  ...NEVER_EMPTY.map(
    (section): Check => ({
      section,
      holds: 'it has an element',
      find: ({ columns }) => (columns[section].length > 0 ? null : '0 elements, expected at least 1'),
    }),
  ),
  {
    section: 'textStart',
    holds: 'there is the empty text',
    find: ({ columns }) =>
      columns.textStart.length > 1 ? null : `${columns.textStart.length} elements, expected at least 2`,
  },
  {
    section: 'idBucket',
    holds: 'it is made of whole buckets',
    find: ({ columns }) =>
      columns.idBucket.length > 0 && columns.idBucket.length % BUCKET_SLOTS === 0
        ? null
        : `${columns.idBucket.length} elements, expected a multiple of ${BUCKET_SLOTS}`,
  },
];

function lengthCheck(section: SectionName, of: SectionName, length: (n: number) => number): Check {
  return {
    section,
    holds: `its length fits that of ${of}`,
    find({ columns }) {
      const found = columns[section].length;
      const expected = length(columns[of].length);
      return found === expected ? null : `${found} elements, expected ${expected} for ${columns[of].length} of ${of}`;
    },
  };
}

/** Bytes of a kdbush index of n points with Int32 coordinates: header, ids, padding to eight, coordinates. */
function kdTreeBytes(n: number): number {
  const ids = n * (n < 65536 ? 2 : 4);
  return 8 + Math.ceil(ids / 8) * 8 + n * 8;
}
