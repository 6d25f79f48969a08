/** Element types that a section may have. */
export const ELEMENT_TYPES = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f64: Float64Array,
} as const;

export type ElementType = keyof typeof ELEMENT_TYPES;

/**
 * Every section of an index file and its element type: the layout of FORMAT_VERSION (format.ts).
 *
 * Words used below. *Ordinal*: a position in an order (of localities, streets, addresses) that
 * serves as identity inside one file. *Text id*: a position in `textStart`; the text itself is
 * JSON-escaped UTF-8, so that answers copy it. *CSR*: a `…Start` column of n + 1 positions into the
 * columns that share its prefix, in rows where these have rows. Coordinates are integers of 1e-8
 * degrees.
 */
export const SECTIONS = {
  // Texts, each stored once. Text id 0 is the empty text and stands for null.
  textStart: 'u32',
  text: 'u8',

  // Code tables (Authority_Code_*): code number → text id. Code 0 is "none".
  streetTypeText: 'u32',
  streetSuffixText: 'u32',
  streetClassText: 'u32',
  flatTypeText: 'u32',
  /** Who lives or trades in units of a flat type: the bits of FAMILY (lexicon.ts). */
  flatTypeFamily: 'u8',
  levelTypeText: 'u32',
  aliasTypeText: 'u32',
  /** Distinct (geocode type, reliability) pairs: type's text id, and reliability (255: null). */
  geocodeKindText: 'u32',
  geocodeKindReliability: 'u8',

  // Localities, ordered by state file (alphabetical: ACT NSW NT OT QLD SA TAS VIC WA), name, id.
  localityName: 'u32',
  localityId: 'u32',
  localityState: 'u8',
  /** CSR into the streets: locality → its run of street-localities. */
  localityStreetStart: 'u32',
  /**
   * Box of the main geocodes of its current principal records, in units of 10⁻⁸ degrees: west,
   * south, east, north; NaN where there is none.
   */
  localityBounds: 'f64',
  /** A packed R-tree over these boxes (place-tree.ts): its items, and its boxes of four elements. */
  placeTreeLocality: 'u32',
  placeTreeBox: 'f64',
  /** Current principal records in the locality. */
  localityCount: 'u32',
  /** What answers say of the addresses of a locality; see locality-answer.ts. */
  localityAnswer: 'u32',
  /**
   * CSR, two fragments each, ready to copy: `"localityName":…,"state":…` of every answer; the
   * object `locality` of Enrich.
   */
  localityJsonStart: 'u32',
  localityJson: 'u8',
  /**
   * CSR: the postcodes of its addresses (a number; 65535 for an address without one) and how many
   * principals have each.
   */
  localityPostcodeStart: 'u32',
  localityPostcode: 'u16',
  localityPostcodeCount: 'u32',
  /** CSR: neighbouring localities' ordinals (LOCALITY_NEIGHBOUR). */
  localityNeighbourStart: 'u32',
  localityNeighbour: 'u32',
  /** CSR: alias names' text ids (LOCALITY_ALIAS). */
  localityAliasStart: 'u32',
  localityAlias: 'u32',

  // Postcode lookup: distinct postcodes ascending; CSR to localities, most principals first, then by name.
  postcode: 'u16',
  postcodeStart: 'u32',
  postcodeLocality: 'u32',
  postcodeCount: 'u32',
  /** CSR: what the lookup says of each of these localities, and a comma, ready to copy. */
  postcodeJsonStart: 'u32',
  postcodeJson: 'u8',

  // Suburb lookup: distinct official and alias names in byte order; CSR to localities (high bit set: by alias).
  /** The names by their hash: position + 1, 0 for an empty slot; see places.ts. */
  placeSlot: 'u32',
  placeName: 'u32',
  placeStart: 'u32',
  placeLocality: 'u32',
  /**
   * Which letters A–Z (bits 0–25) occur in the name, and its length in characters: a filter before
   * the edit distance.
   */
  placeLetters: 'u32',
  placeLength: 'u8',

  // Street-localities, ordered by locality, name, type, suffix, id.
  streetName: 'u32',
  streetType: 'u16',
  streetSuffix: 'u8',
  /** Name, type and suffix as labels show them. */
  streetLabel: 'u32',
  /** CSR into the addresses: street → its run. */
  streetAddressStart: 'u32',
  /** Current principal records on the street. */
  streetCount: 'u32',
  /** CSR: alias labels' text ids (STREET_LOCALITY_ALIAS). */
  streetAliasStart: 'u32',
  streetAlias: 'u32',
  /** What answers say of a street, four elements each; and its id and label, escaped. See street-answer.ts. */
  streetAnswer: 'u32',
  streetText: 'u8',

  // Street numbers and lots, each distinct one once, ordered by kind, number, suffix, last number. Code 0: neither.
  /** 0 none, 1 street number, 2 lot. */
  numberKind: 'u8',
  numberFirst: 'u32',
  /** Equal to `numberFirst` where the number is no range. */
  numberLast: 'u32',
  /** By number, for those below MOST_DIRECT: the first code of a street number that is at least as high. */
  streetNumberCode: 'u32',
  numberTextStart: 'u32',
  numberText: 'u8',
  /** Bytes of the first number within the text; the rest, after a hyphen, is the last number. */
  numberTextFirst: 'u8',

  // Units and levels, each distinct combination once, ordered by flat number, flat text, flat type,
  // level. Code 0: neither.
  unitFlatType: 'u8',
  unitFlatNumber: 'u32',
  /** By number, for those below MOST_DIRECT: the first unit whose flat number is at least as high. */
  unitNumberCode: 'u32',
  unitFlatText: 'u32',
  unitLevelType: 'u8',
  unitLevelNumber: 'u32',
  unitLevelText: 'u32',

  // Addresses, ordered by street, number code, unit code, id. The position is the address's ordinal.
  /** See address-head.ts. */
  addressHead: 'u32',
  addressUnit: 'u32',
  /** All else that every answer says of an address, six elements each; see address-record.ts. */
  addressRecord: 'u32',
  /** Street of the first address of every block of 64. */
  addressBlockStreet: 'u32',
  /** One record after another, in the order of the addresses; see detail.ts. */
  detail: 'u8',
  /** CSR: legal parcel ids with their numbers taken out, byte 1 in the place of each. */
  parcelTemplateStart: 'u32',
  parcelTemplate: 'u8',

  // Ids: prefix texts and digit counts, and the hash from an id to its ordinal (see id-hash.ts).
  idPrefixText: 'u32',
  idPrefixDigits: 'u8',
  idBucket: 'u32',

  // ADDRESS_ALIAS: alias ordinals ascending with principal and type; and the same pairs by principal.
  aliasAddress: 'u32',
  aliasPrincipal: 'u32',
  aliasType: 'u8',
  principalAddress: 'u32',
  principalAlias: 'u32',

  // PRIMARY_SECONDARY, by primary, then secondary.
  primaryAddress: 'u32',
  primarySecondary: 'u32',
  /** Positions in these, in the order of the secondary, then the primary. */
  secondaryPair: 'u32',

  // Boundaries: distinct sets of areas and a mesh block; see boundary-set.ts.
  boundarySet: 'u32',
  /** CSR: one JSON object (NamedArea, or the ward's) per area, ready to copy. */
  areaStart: 'u32',
  area: 'u8',
  /** Categories of mesh blocks: number → text id. Number 0 is "none". */
  meshBlockCategoryText: 'u32',
  /** CSR: how the object of a mesh block of a category goes on behind its code, `","category":"RESIDENTIAL"}`. */
  meshBlockEndStart: 'u32',
  meshBlockEnd: 'u8',
  /** CSR: the JSON members sa2, sa3, sa4, gccsa, ready to copy. */
  sa2Start: 'u32',
  sa2: 'u8',

  // Search: tries over street names and locality names (name-trie.ts), by search key (search-key.ts).
  /** Rows of name-trie.ts; `…EntryRanked` and `…Best` those of posting-row.ts. */
  streetTrieNode: 'u32',
  streetTrieLow: 'u32',
  streetTrieHigh: 'u32',
  streetEntryStart: 'u32',
  streetEntryPosting: 'u32',
  streetEntryRanked: 'u32',
  streetBestNode: 'u32',
  streetBestStart: 'u32',
  streetBest: 'u32',
  streetKeyStart: 'u32',
  streetKey: 'u8',
  localityTrieNode: 'u32',
  localityTrieLow: 'u32',
  localityTrieHigh: 'u32',
  localityEntryStart: 'u32',
  localityEntryPosting: 'u32',
  localityEntryRanked: 'u32',
  localityBestNode: 'u32',
  localityBestStart: 'u32',
  localityBest: 'u32',
  localityKeyStart: 'u32',
  localityKey: 'u8',
  /** Names by what deletions leave of them (deletion-index.ts): CSR from bucket to entries. */
  streetNearStart: 'u32',
  streetNear: 'u32',
  localityNearStart: 'u32',
  localityNear: 'u32',
  /** Entry of the official name of each street and locality. */
  streetEntry: 'u32',
  localityEntry: 'u32',
  /** Letters and length of these names (letters.ts); 0 for a street without a name. */
  streetLetters: 'u32',
  localityLetters: 'u32',

  /** The localities of each state, those with most principals first; the states in the order of the localities. */
  localityBySize: 'u32',
  /** CSR: of each locality the named streets with most principals, at most LARGEST_STREETS, the largest first. */
  localityLargestStart: 'u32',
  localityLargest: 'u32',

  /** What the search asks of a street, row by row (street-record.ts). */
  streetRecord: 'u32',

  // Search: number ranges of each street (CSR), ascending: rows of the first address of every
  // distinct range, and its two numbers.
  streetRangeStart: 'u32',
  streetRange: 'u32',

  // Search: numbers that few streets have (at most RARE_STREETS), ascending; CSR to those streets:
  // by streetEntry, then the best known first; and the best known first.
  rareNumber: 'u32',
  rareStart: 'u32',
  rareStreet: 'u32',
  rareRanked: 'u32',

  // Search: codes of street numbers with letters, of ranges and of lots, with the streets that have them, as above.
  compoundNumber: 'u32',
  compoundStart: 'u32',
  compoundStreet: 'u32',
  compoundRanked: 'u32',

  // Search: CSR from unit to addresses that have it, in rows (unit-row.ts).
  unitPostingStart: 'u32',
  unitPosting: 'u32',

  // Search: numbers of units, ascending, and last ANY_LEVEL; CSR to the street numbers that such a
  // unit, or a level, stands at, both ends of ranges, ascending; CSR from each of these pairs to
  // the principal addresses that have them, in rows (unit-row.ts): by street, the best known first;
  // of those that have a level, the first of each street. Pairs with more than MOST_RANKED_UNITS
  // rows, ascending: their rows are by the entry of the street's name, then in that order; CSR from
  // each of them to the MOST_RANKED_UNITS of its rows that come first in that order alone.
  numberedUnitNumber: 'u32',
  numberedUnitNumberStart: 'u32',
  numberedUnitAt: 'u32',
  numberedUnitStart: 'u32',
  numberedUnit: 'u32',
  rankedUnitPair: 'u32',
  rankedUnitStart: 'u32',
  rankedUnit: 'u32',

  // Search: building and site names by search key in byte order (CSR), each with a row for every
  // place that has it (building-row.ts).
  buildingKeyStart: 'u32',
  buildingKey: 'u8',
  /** Keys by their first word (first-words.ts). */
  buildingWordStart: 'u32',
  buildingWord: 'u32',
  buildingStart: 'u32',
  buildingAddress: 'u32',

  // Search: the words of the language of addresses, in byte order (CSR), each with what it may mean (see lexicon.ts).
  lexiconKeyStart: 'u32',
  lexiconKey: 'u8',
  lexiconWordStart: 'u32',
  lexiconWord: 'u32',
  lexiconStart: 'u32',
  lexiconMeaning: 'u32',

  // Search: names by search key in byte order (CSR) of places that hold localities (regions.ts); CSR from name to
  // regions; CSR from region to its localities, ascending.
  regionKeyStart: 'u32',
  regionKey: 'u8',
  regionNamedStart: 'u32',
  regionNamed: 'u32',
  regionLocalityStart: 'u32',
  regionLocality: 'u32',

  // Search: streets by the words of their lines (street-lines.ts): CSR from bucket to elements.
  streetLineStart: 'u32',
  streetLine: 'u32',
  /** Streets by the words of their labels, for the beginnings of lines: CSR from bucket to rows. */
  typedLineStart: 'u32',
  typedLine: 'u32',

  // Search: what autocomplete answers to beginnings that many addresses share, by hash (beginnings.ts): a bit for each
  // hash that is there; CSR from bucket to texts and their answers; distinct lists of scores, in rows.
  beginningFilter: 'u32',
  beginningStart: 'u32',
  beginning: 'u8',
  beginningScore: 'u8',

  // A KD-tree over the addresses that reverse geocoding finds (kd-tree.ts): first how many there
  // are, then what parts the leaves before each from those behind; CSR from leaf to its points.
  kdSplit: 'i32',
  kdLeafStart: 'u32',
  kdLeaf: 'u32',

  // How many of these addresses stand where (density.ts): of every square but the leaves
  // which of its children there are, its first child among all squares but the root, and its count;
  // the counts of the leaves, at most MOST_IN_LEAF.
  densityMask: 'u16',
  densityFirst: 'u32',
  densityCount: 'u32',
  densityLeaf: 'u16',

  // What former releases had, where the index was built with them (HISTORY_SECTIONS). Releases are
  // positions in remembered-releases.ts.
  releaseNameStart: 'u32',
  releaseName: 'u8',
  /** Ids that are gone, by prefix and digits, then number (ended-ids.ts). */
  endedPrefixStart: 'u32',
  endedPrefix: 'u8',
  endedPrefixDigits: 'u8',
  endedStart: 'u32',
  endedNumber: 'u32',
  /** The last release that had it, and its successor's ordinal + 1 (0: none). */
  endedRelease: 'u8',
  endedSuccessor: 'u32',
  /** Changes of addresses, by address, then release: in which release, and in which ways (changes.ts). */
  changedAddress: 'u32',
  changedRelease: 'u8',
  changedKinds: 'u8',
} as const satisfies Record<string, ElementType>;

export type SectionName = keyof typeof SECTIONS;

interface Arrays {
  readonly u8: Uint8Array;
  readonly u16: Uint16Array;
  readonly u32: Uint32Array;
  readonly i32: Int32Array;
  readonly f64: Float64Array;
}

/** The typed array that holds a section. */
export type Column<N extends SectionName> = Arrays[(typeof SECTIONS)[N]];

/** Sections that answers copy bytes of: those of bytes, and the sets, which have the codes of their mesh blocks. */
export type CopiedSectionName =
  | { [N in SectionName]: (typeof SECTIONS)[N] extends 'u8' ? N : never }[SectionName]
  | 'boundarySet';

/** Whether answers copy bytes of a section. */
export function isCopied(name: SectionName): name is CopiedSectionName {
  return SECTIONS[name] === 'u8' || name === 'boundarySet';
}

/** All sections of an index, by name. */
export type Columns = { readonly [N in SectionName]: Column<N> };

/** What most code reads of an index: its columns. */
export interface IndexColumns {
  readonly columns: Columns;
}

/**
 * Sections that only an index built with former releases has; in others they read as empty. A
 * program that does not know them refuses a file that has them.
 */
export const HISTORY_SECTIONS = [
  'releaseNameStart',
  'releaseName',
  'endedPrefixStart',
  'endedPrefix',
  'endedPrefixDigits',
  'endedStart',
  'endedNumber',
  'endedRelease',
  'endedSuccessor',
  'changedAddress',
  'changedRelease',
  'changedKinds',
] as const satisfies readonly SectionName[];

export type HistorySectionName = (typeof HISTORY_SECTIONS)[number];

/** What is read in their place from an index that has none of these. */
export const NO_HISTORY = Object.fromEntries(
  HISTORY_SECTIONS.map((name) => [name, new ELEMENT_TYPES[SECTIONS[name]](0)]),
) as unknown as { readonly [N in HistorySectionName]: Column<N> };

const OPTIONAL: ReadonlySet<SectionName> = new Set(HISTORY_SECTIONS);

/** Whether an index may be without a section. */
export function isOptional(name: SectionName): boolean {
  return OPTIONAL.has(name);
}

export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

/** In `boundarySet`: no area. */
export const NO_AREA = 0xffff;

/** In `localityPostcode`: the address has no postcode. */
export const NO_POSTCODE = 0xffff;

/** In `geocodeKindReliability`: null. */
export const NO_RELIABILITY = 0xff;

/** Addresses per entry of `addressBlockStreet`. */
export const STREET_BLOCK = 64;

/** Most streets that have a number of `rareNumber`. */
export const RARE_STREETS = 4096;

/** Street numbers and flat numbers whose codes are found without a search. */
export const MOST_DIRECT = 10_000;

/** Most streets in a locality's list of largest streets. */
export const LARGEST_STREETS = 24;

/** In `placeLocality`: the locality goes by this name as an alias. */
export const PLACE_ALIAS = 0x8000_0000;

/** State files in the order of `localityState`. OT (Other Territories) has no public state. */
export const STATE_ORDER = ['ACT', 'NSW', 'NT', 'OT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'] as const;
