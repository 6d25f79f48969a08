import { ADDRESS_WORDS } from '../../src/index/address-record.ts';
import { SET_WORDS } from '../../src/index/boundary-set.ts';
import { BUCKET_SLOTS } from '../../src/index/id-hash.ts';
import { NODE_WORDS } from '../../src/index/name-trie.ts';
import { POSTING_ROW } from '../../src/index/posting-row.ts';
import { type SectionName, STREET_BLOCK } from '../../src/index/sections.ts';
import { STREET_WORDS } from '../../src/index/street-answer.ts';
import { STREET_RECORD } from '../../src/index/street-record.ts';
import type { Check } from './check.ts';

/** Columns of one thing: the first gives how many there are, the others have as many elements. */
const SAME_LENGTH: readonly (readonly SectionName[])[] = [
  ['geocodeKindText', 'geocodeKindReliability'],
  ['localityName', 'localityId', 'localityState', 'localityOriginLon', 'localityOriginLat', 'localityCount'],
  ['localityPostcode', 'localityPostcodeCount'],
  ['postcodeLocality', 'postcodeCount'],
  ['placeName', 'placeLetters', 'placeLength'],
  ['streetName', 'streetType', 'streetSuffix', 'streetLocality', 'streetLabel', 'streetCount'],
  ['numberKind', 'numberFirst', 'numberLast', 'numberTextFirst'],
  ['unitFlatType', 'unitFlatNumber', 'unitFlatText', 'unitLevelType', 'unitLevelNumber', 'unitLevelText'],
  ['addressNumber', 'addressUnit', 'addressFlags'],
  ['idPrefixText', 'idPrefixDigits'],
  ['aliasAddress', 'aliasPrincipal', 'aliasType', 'principalAddress', 'principalAlias'],
  ['primaryAddress', 'primarySecondary'],
  ['rareStreet', 'rareRanked'],
  ['compoundStreet', 'compoundRanked'],
  ['multiUnitStreet', 'multiUnitHighest', 'multiUnitRanked', 'multiUnitRankedHighest'],
  ['streetTrieLow', 'streetTrieHigh'],
  ['streetKeyStart', 'streetEntryStart'],
  ['streetName', 'streetEntry', 'streetLetters'],
  ['localityTrieLow', 'localityTrieHigh'],
  ['localityKeyStart', 'localityEntryStart'],
  ['localityName', 'localityEntry', 'localityLetters'],
  ['buildingKeyStart', 'buildingStart'],
  ['lexiconKeyStart', 'lexiconStart'],
];

/** Columns whose length follows from another's. */
const DERIVED_LENGTH: readonly (readonly [SectionName, SectionName, (length: number) => number])[] = [
  ['localityBounds', 'localityName', (n) => 4 * n],
  ['localityStreetStart', 'localityName', (n) => n + 1],
  ['localityJsonStart', 'localityName', (n) => 2 * n + 1],
  ['localityPostcodeStart', 'localityName', (n) => n + 1],
  ['localityNeighbourStart', 'localityName', (n) => n + 1],
  ['localityAliasStart', 'localityName', (n) => n + 1],
  ['postcodeStart', 'postcode', (n) => n + 1],
  ['postcodeJsonStart', 'postcodeLocality', (n) => n + 1],
  ['placeStart', 'placeName', (n) => n + 1],
  ['streetAddressStart', 'streetName', (n) => n + 1],
  ['streetAliasStart', 'streetName', (n) => n + 1],
  ['streetAnswer', 'streetName', (n) => n * STREET_WORDS + 1],
  ['numberTextStart', 'numberKind', (n) => n + 1],
  ['addressBlockStreet', 'addressNumber', (n) => Math.ceil(n / STREET_BLOCK)],
  ['addressRecord', 'addressNumber', (n) => n * ADDRESS_WORDS],
  ['kdTree', 'addressNumber', kdTreeBytes],
  ['streetEntryRanked', 'streetEntryPosting', (n) => n * POSTING_ROW],
  ['streetTrieNode', 'streetTrieLow', (n) => n * NODE_WORDS],
  ['streetBestStart', 'streetBestNode', (n) => n + 1],
  ['localityEntryRanked', 'localityEntryPosting', (n) => n * POSTING_ROW],
  ['localityTrieNode', 'localityTrieLow', (n) => n * NODE_WORDS],
  ['localityBestStart', 'localityBestNode', (n) => n + 1],
  ['streetRangeStart', 'streetName', (n) => n + 1],
  ['rareStart', 'rareNumber', (n) => n + 1],
  ['compoundStart', 'compoundNumber', (n) => n + 1],
  ['multiUnitStart', 'multiUnitNumber', (n) => n + 1],
  ['unitPostingStart', 'unitFlatType', (n) => n + 1],
  ['streetRecord', 'streetName', (n) => (n + 1) * STREET_RECORD],
  ['localityBySize', 'localityName', (n) => n],
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
  'parcelTemplateStart',
  'areaStart',
  'sa2Start',
  'streetTrieNode',
  'streetKeyStart',
  'localityTrieNode',
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
    section: 'meshBlockJsonStart',
    holds: 'it has two fragments for each mesh block, and those of block 0',
    find: ({ columns }) =>
      columns.meshBlockJsonStart.length > 2 && columns.meshBlockJsonStart.length % 2 === 1
        ? null
        : `${columns.meshBlockJsonStart.length} elements, expected an odd number above 2`,
  },
  {
    section: 'boundarySet',
    holds: 'it is made of whole sets',
    find: ({ columns }) =>
      columns.boundarySet.length % SET_WORDS === 0
        ? null
        : `${columns.boundarySet.length} elements, expected a multiple of ${SET_WORDS}`,
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
