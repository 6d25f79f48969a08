import { numberIn } from './address-head.ts';
import { ADDRESS, ADDRESS_WORDS, idPrefixIn } from './address-record.ts';
import { MOST_BEGUN } from './beginnings.ts';
import { categoryIn, lowerArea, SET, SET_WORDS, sa2In, upperArea } from './boundary-set.ts';
import { BUILDING_ROW, BUILDING_STREET } from './building-row.ts';
import { ADDED } from './changes.ts';
import { NAME_BITS } from './deletion-index.ts';
import { BUCKET_SLOTS } from './id-hash.ts';
import { FAMILIES } from './lexicon.ts';
import { LOCALITY_WORDS } from './locality-answer.ts';
import { NO_ENTRY, NODE_WORDS, POSTING_MASK } from './name-trie.ts';
import { BOX } from './place-tree.ts';
import { POSTING_ROW } from './posting-row.ts';
import { MOST_DIRECT, NO_AREA, NO_POSTCODE, PLACE_ALIAS, type SectionName, STATE_ORDER } from './sections.ts';
import { STREET, STREET_WORDS } from './street-answer.ts';
import { classIn, suffixIn, typeIn } from './street-codes.ts';
import { streetInLine, TYPED_ROW } from './street-lines.ts';
import { RANGE_ROW, RECORD_LOCALITY, STREET_RECORD } from './street-record.ts';
import {
  NUMBERED_ADDRESS,
  NUMBERED_UNIT,
  NUMBERED_UNIT_ROW,
  STREET_NUMBERS,
  UNIT_ADDRESS,
  UNIT_ROW,
  UNIT_STREET,
} from './unit-row.ts';

/** What one element of every row refers to. */
export interface Reference {
  /** The section whose rows are referred to, or how many things there are to refer to. */
  readonly to: SectionName | number;
  /** Which element of a row. Default: all. */
  readonly word?: number;
  /** The reference in an element that holds more. Default: the element. */
  readonly of?: (element: number) => number;
  /** An element's reference to nothing. */
  readonly none?: number;
}

/** What holds for a section in every sound index. */
export interface SectionRule {
  /** The section that it has a row for each row of. Default: it counts its own rows. */
  readonly rowsOf?: SectionName;
  /** Elements of a row. Default 1. */
  readonly words?: number;
  /** Elements after the last row: the end of the last run. */
  readonly more?: number;
  /** How many rows there have to be. */
  readonly rows?: number;
  /** CSR: its elements rise from 0 to the rows of this section. */
  readonly into?: SectionName;
  readonly refersTo?: readonly Reference[];
  /** Row 0 stands for "none", and is 0. */
  readonly noneFirst?: true;
  /** Every element is higher than the one before, or at least as high. */
  readonly order?: 'ascending' | 'rising';
  /** There are 2ⁿ rows. */
  readonly powerOfTwo?: true;
  /**
   * Of a section of bytes: what the items are that its CSR tells apart. `string`: the inside of a
   * JSON string; `template`: the same, with the places of numbers; `key`: a search key, in
   * ascending order; a list: JSON, item by item in turn: a value, members of an object, or a value
   * and a comma.
   */
  readonly items?: 'string' | 'template' | 'key' | readonly ('value' | 'members' | 'listed')[];
}

const TEXT: readonly Reference[] = [{ to: 'textStart' }];
const ADDRESSES: readonly Reference[] = [{ to: 'addressHead' }];
const STREETS: readonly Reference[] = [{ to: 'streetName' }];
const LOCALITIES: readonly Reference[] = [{ to: 'localityName' }];
const CODES: SectionRule = { refersTo: TEXT, noneFirst: true };

/** The names that a trie holds, as the sections of both tries have them. */
const streetPosting = { to: 'streetName', of: (posting: number) => posting & POSTING_MASK } as const;
const localityPosting = { to: 'localityName', of: (posting: number) => posting & POSTING_MASK } as const;

const NUMBERED_UNITS: SectionRule = {
  words: NUMBERED_UNIT_ROW,
  refersTo: [
    { word: NUMBERED_ADDRESS, to: 'addressHead' },
    { word: NUMBERED_UNIT, to: 'unitFlatType' },
  ],
};

const nameIn = (item: number) => item & (2 ** NAME_BITS - 1);

function starts(into: SectionName, rowsOf?: SectionName): SectionRule {
  return { more: 1, into, ...(rowsOf === undefined ? {} : { rowsOf }) };
}

/** Lengths, rows and references of every section: what `verify` checks of all of them alike. */
export const SECTION_RULES: Readonly<Record<SectionName, SectionRule>> = {
  textStart: starts('text'),
  text: { items: 'string' },

  streetTypeText: CODES,
  streetSuffixText: CODES,
  streetClassText: CODES,
  flatTypeText: CODES,
  flatTypeFamily: { rowsOf: 'flatTypeText', refersTo: [{ to: FAMILIES }] },
  levelTypeText: CODES,
  aliasTypeText: CODES,
  geocodeKindText: { refersTo: TEXT },
  geocodeKindReliability: { rowsOf: 'geocodeKindText' },

  localityName: { refersTo: TEXT },
  localityId: { rowsOf: 'localityName', refersTo: TEXT },
  localityState: { rowsOf: 'localityName', refersTo: [{ to: STATE_ORDER.length }] },
  localityStreetStart: starts('streetName', 'localityName'),
  localityBounds: { rowsOf: 'localityName', words: BOX },
  placeTreeLocality: { refersTo: LOCALITIES },
  placeTreeBox: { words: BOX },
  localityCount: { rowsOf: 'localityName' },
  localityAnswer: { rowsOf: 'localityName', words: LOCALITY_WORDS, more: 1 },
  localityJsonStart: { rowsOf: 'localityName', words: 2, more: 1, into: 'localityJson' },
  localityJson: { items: ['members', 'value'] },
  localityPostcodeStart: starts('localityPostcode', 'localityName'),
  localityPostcode: { refersTo: [{ to: 10_000, none: NO_POSTCODE }] },
  localityPostcodeCount: { rowsOf: 'localityPostcode' },
  localityNeighbourStart: starts('localityNeighbour', 'localityName'),
  localityNeighbour: { refersTo: LOCALITIES },
  localityAliasStart: starts('localityAlias', 'localityName'),
  localityAlias: { refersTo: TEXT },

  postcode: { order: 'ascending' },
  postcodeStart: starts('postcodeLocality', 'postcode'),
  postcodeLocality: { refersTo: LOCALITIES },
  postcodeCount: { rowsOf: 'postcodeLocality' },
  postcodeJsonStart: starts('postcodeJson', 'postcodeLocality'),
  postcodeJson: { items: ['listed'] },

  placeSlot: { refersTo: [{ to: 'placeName', of: (slot) => slot - 1, none: -1 }], powerOfTwo: true },
  placeName: { refersTo: TEXT },
  placeStart: starts('placeLocality', 'placeName'),
  placeLocality: { refersTo: [{ to: 'localityName', of: (entry) => entry % PLACE_ALIAS }] },
  placeLetters: { rowsOf: 'placeName' },
  placeLength: { rowsOf: 'placeName' },

  streetName: { refersTo: TEXT },
  streetType: { rowsOf: 'streetName', refersTo: [{ to: 'streetTypeText' }] },
  streetSuffix: { rowsOf: 'streetName', refersTo: [{ to: 'streetSuffixText' }] },
  streetLabel: { rowsOf: 'streetName', refersTo: TEXT },
  streetAddressStart: starts('addressHead', 'streetName'),
  streetCount: { rowsOf: 'streetName' },
  streetAliasStart: starts('streetAlias', 'streetName'),
  streetAlias: { refersTo: TEXT },
  streetAnswer: {
    rowsOf: 'streetName',
    words: STREET_WORDS,
    more: 1,
    refersTo: [
      { word: STREET.locality, to: 'localityName' },
      { word: STREET.codes, of: typeIn, to: 'streetTypeText' },
      { word: STREET.codes, of: suffixIn, to: 'streetSuffixText' },
      { word: STREET.codes, of: classIn, to: 'streetClassText' },
    ],
  },
  streetText: {},

  numberKind: { refersTo: [{ to: 3 }], noneFirst: true },
  numberFirst: { rowsOf: 'numberKind' },
  numberLast: { rowsOf: 'numberKind' },
  streetNumberCode: { rows: MOST_DIRECT, refersTo: [{ to: 'numberKind', of: (code) => code - 1 }] },
  numberTextStart: starts('numberText', 'numberKind'),
  numberText: { items: 'string' },
  numberTextFirst: { rowsOf: 'numberKind' },

  unitFlatType: { refersTo: [{ to: 'flatTypeText' }], noneFirst: true },
  unitFlatNumber: { rowsOf: 'unitFlatType' },
  unitNumberCode: { rows: MOST_DIRECT, refersTo: [{ to: 'unitFlatType', of: (code) => Math.max(0, code - 1) }] },
  unitFlatText: { rowsOf: 'unitFlatType', refersTo: TEXT, noneFirst: true },
  unitLevelType: { rowsOf: 'unitFlatType', refersTo: [{ to: 'levelTypeText' }], noneFirst: true },
  unitLevelNumber: { rowsOf: 'unitFlatType' },
  unitLevelText: { rowsOf: 'unitFlatType', refersTo: TEXT, noneFirst: true },

  addressHead: { refersTo: [{ to: 'numberKind', of: numberIn }] },
  addressUnit: { rowsOf: 'addressHead', refersTo: [{ to: 'unitFlatType' }] },
  addressRecord: {
    rowsOf: 'addressHead',
    words: ADDRESS_WORDS,
    refersTo: [
      { word: ADDRESS.boundarySet, to: 'boundarySet' },
      { word: ADDRESS.detail, to: 'detail' },
      { word: ADDRESS.codes, of: idPrefixIn, to: 'idPrefixText' },
    ],
  },
  addressBlockStreet: { refersTo: STREETS },
  detail: {},
  parcelTemplateStart: starts('parcelTemplate'),
  parcelTemplate: { items: 'template' },

  idPrefixText: CODES,
  idPrefixDigits: { rowsOf: 'idPrefixText', refersTo: [{ to: 10 }], noneFirst: true },
  idBucket: { words: BUCKET_SLOTS },

  aliasAddress: { refersTo: ADDRESSES, order: 'ascending' },
  aliasPrincipal: { rowsOf: 'aliasAddress', refersTo: ADDRESSES },
  aliasType: { rowsOf: 'aliasAddress', refersTo: [{ to: 'aliasTypeText' }] },
  principalAddress: { rowsOf: 'aliasAddress', refersTo: ADDRESSES, order: 'rising' },
  principalAlias: { rowsOf: 'aliasAddress', refersTo: ADDRESSES },
  primaryAddress: { refersTo: ADDRESSES, order: 'rising' },
  primarySecondary: { rowsOf: 'primaryAddress', refersTo: ADDRESSES },
  secondaryPair: { rowsOf: 'primaryAddress', refersTo: [{ to: 'primaryAddress' }] },

  boundarySet: {
    words: SET_WORDS,
    refersTo: [
      { word: SET.lgaAndWard, of: lowerArea, to: 'areaStart', none: NO_AREA },
      { word: SET.lgaAndWard, of: upperArea, to: 'areaStart', none: NO_AREA },
      { word: SET.electorates, of: lowerArea, to: 'areaStart', none: NO_AREA },
      { word: SET.electorates, of: upperArea, to: 'areaStart', none: NO_AREA },
      { word: SET.sa2AndBlock, of: sa2In, to: 'sa2Start', none: NO_AREA },
      { word: SET.sa2AndBlock, of: categoryIn, to: 'meshBlockCategoryText' },
    ],
  },
  areaStart: starts('area'),
  area: { items: ['value'] },
  meshBlockCategoryText: CODES,
  meshBlockEndStart: starts('meshBlockEnd', 'meshBlockCategoryText'),
  meshBlockEnd: {},
  sa2Start: starts('sa2'),
  sa2: { items: ['members'] },

  streetTrieNode: { words: NODE_WORDS },
  streetTrieLow: { rowsOf: 'streetTrieNode' },
  streetTrieHigh: { rowsOf: 'streetTrieNode' },
  streetEntryStart: starts('streetEntryPosting', 'streetKeyStart'),
  streetEntryPosting: { refersTo: [streetPosting] },
  streetEntryRanked: { rowsOf: 'streetEntryPosting', words: POSTING_ROW, refersTo: [{ word: 0, ...streetPosting }] },
  streetBestNode: { refersTo: [{ to: 'streetTrieNode' }], order: 'ascending' },
  streetBestStart: starts('streetBest', 'streetBestNode'),
  streetBest: { words: POSTING_ROW, refersTo: [{ word: 0, ...streetPosting }] },
  streetKeyStart: starts('streetKey'),
  streetKey: { items: 'key' },
  localityTrieNode: { words: NODE_WORDS },
  localityTrieLow: { rowsOf: 'localityTrieNode' },
  localityTrieHigh: { rowsOf: 'localityTrieNode' },
  localityEntryStart: starts('localityEntryPosting', 'localityKeyStart'),
  localityEntryPosting: { refersTo: [localityPosting] },
  localityEntryRanked: {
    rowsOf: 'localityEntryPosting',
    words: POSTING_ROW,
    refersTo: [{ word: 0, ...localityPosting }],
  },
  localityBestNode: { refersTo: [{ to: 'localityTrieNode' }], order: 'ascending' },
  localityBestStart: starts('localityBest', 'localityBestNode'),
  localityBest: { words: POSTING_ROW, refersTo: [{ word: 0, ...localityPosting }] },
  localityKeyStart: starts('localityKey'),
  localityKey: { items: 'key' },
  streetNearStart: { ...starts('streetNear'), powerOfTwo: true },
  streetNear: { refersTo: [{ to: 'streetKeyStart', of: nameIn }] },
  localityNearStart: { ...starts('localityNear'), powerOfTwo: true },
  localityNear: { refersTo: [{ to: 'localityKeyStart', of: nameIn }] },
  streetEntry: { rowsOf: 'streetName', refersTo: [{ to: 'streetKeyStart', none: NO_ENTRY }] },
  localityEntry: { rowsOf: 'localityName', refersTo: [{ to: 'localityKeyStart', none: NO_ENTRY }] },
  streetLetters: { rowsOf: 'streetName' },
  localityLetters: { rowsOf: 'localityName' },

  localityBySize: { rowsOf: 'localityName', refersTo: LOCALITIES },
  localityLargestStart: starts('localityLargest', 'localityName'),
  localityLargest: { refersTo: STREETS },

  streetRecord: {
    rowsOf: 'streetName',
    words: STREET_RECORD,
    more: STREET_RECORD,
    refersTo: [{ word: RECORD_LOCALITY, to: 'localityName' }],
  },

  streetRangeStart: starts('streetRange', 'streetName'),
  streetRange: { words: RANGE_ROW, refersTo: [{ word: 0, to: 'addressHead' }] },

  rareNumber: { order: 'ascending' },
  rareStart: starts('rareStreet', 'rareNumber'),
  rareStreet: { refersTo: STREETS },
  rareRanked: { rowsOf: 'rareStreet', refersTo: STREETS },

  compoundNumber: { refersTo: [{ to: 'numberKind' }], order: 'ascending' },
  compoundStart: starts('compoundStreet', 'compoundNumber'),
  compoundStreet: { refersTo: STREETS },
  compoundRanked: { rowsOf: 'compoundStreet', refersTo: STREETS },

  unitPostingStart: starts('unitPosting', 'unitFlatType'),
  unitPosting: {
    words: UNIT_ROW,
    refersTo: [
      { word: UNIT_ADDRESS, to: 'addressHead' },
      { word: UNIT_STREET, to: 'streetName' },
    ],
  },

  numberedUnitNumber: { order: 'ascending' },
  numberedUnitNumberStart: starts('numberedUnitAt', 'numberedUnitNumber'),
  numberedUnitAt: { refersTo: [{ to: STREET_NUMBERS }] },
  numberedUnitStart: starts('numberedUnit', 'numberedUnitAt'),
  numberedUnit: NUMBERED_UNITS,
  rankedUnitPair: { refersTo: [{ to: 'numberedUnitAt' }], order: 'ascending' },
  rankedUnitStart: starts('rankedUnit', 'rankedUnitPair'),
  rankedUnit: NUMBERED_UNITS,

  buildingKeyStart: starts('buildingKey'),
  buildingKey: { items: 'key' },
  buildingWordStart: { ...starts('buildingWord'), powerOfTwo: true },
  buildingWord: { refersTo: [{ to: 'buildingKeyStart' }] },
  buildingStart: starts('buildingAddress', 'buildingKeyStart'),
  buildingAddress: {
    words: BUILDING_ROW,
    refersTo: [
      { word: 0, to: 'addressHead' },
      { word: BUILDING_STREET, to: 'streetName' },
    ],
  },

  lexiconKeyStart: starts('lexiconKey'),
  lexiconKey: { items: 'key' },
  lexiconWordStart: { ...starts('lexiconWord'), powerOfTwo: true },
  lexiconWord: { refersTo: [{ to: 'lexiconKeyStart' }] },
  lexiconStart: starts('lexiconMeaning', 'lexiconKeyStart'),
  lexiconMeaning: {},

  regionKeyStart: starts('regionKey'),
  regionKey: { items: 'key' },
  regionNamedStart: starts('regionNamed', 'regionKeyStart'),
  regionNamed: { refersTo: [{ to: 'regionLocalityStart' }] },
  regionLocalityStart: starts('regionLocality'),
  regionLocality: { refersTo: LOCALITIES },

  streetLineStart: { ...starts('streetLine'), powerOfTwo: true },
  streetLine: { refersTo: [{ to: 'streetName', of: streetInLine }] },
  typedLineStart: { ...starts('typedLine'), powerOfTwo: true },
  typedLine: { words: TYPED_ROW, refersTo: [{ word: 1, to: 'streetName', of: streetInLine }] },

  beginningFilter: { powerOfTwo: true },
  beginningStart: { ...starts('beginning'), powerOfTwo: true },
  beginning: {},
  beginningScore: { words: MOST_BEGUN, refersTo: [{ to: 101 }] },

  kdSplit: {},
  kdLeafStart: starts('kdLeaf', 'kdSplit'),
  kdLeaf: {},

  densityMask: {},
  densityFirst: { rowsOf: 'densityMask', more: 1, order: 'rising' },
  densityCount: { rowsOf: 'densityMask' },
  densityLeaf: {},

  releaseNameStart: starts('releaseName'),
  releaseName: { items: 'string' },
  endedPrefixStart: starts('endedPrefix'),
  endedPrefix: { items: 'string' },
  endedPrefixDigits: { rowsOf: 'endedPrefixStart', refersTo: [{ to: 10 }] },
  endedStart: starts('endedNumber', 'endedPrefixStart'),
  endedNumber: {},
  endedRelease: { rowsOf: 'endedNumber', refersTo: [{ to: 'releaseNameStart' }] },
  endedSuccessor: {
    rowsOf: 'endedNumber',
    refersTo: [{ to: 'addressHead', of: (successor) => successor - 1, none: -1 }],
  },
  changedAddress: { refersTo: ADDRESSES, order: 'rising' },
  changedRelease: { rowsOf: 'changedAddress', refersTo: [{ to: 'releaseNameStart' }] },
  changedKinds: { rowsOf: 'changedAddress', refersTo: [{ to: 2 * ADDED }] },
};
