import type { STATE_ORDER } from '../../src/address/index/sections.ts';

/** The tables of a G-NAF release that the index is made of (G-NAF product description, "Data model"). */
export const STATE_TABLES = [
  'ADDRESS_DETAIL',
  'ADDRESS_DEFAULT_GEOCODE',
  'ADDRESS_SITE',
  'ADDRESS_SITE_GEOCODE',
  'ADDRESS_ALIAS',
  'LOCALITY',
  'LOCALITY_ALIAS',
  'LOCALITY_NEIGHBOUR',
  'LOCALITY_POINT',
  'PRIMARY_SECONDARY',
  'STATE',
  'STREET_LOCALITY',
  'STREET_LOCALITY_ALIAS',
  'STREET_LOCALITY_POINT',
] as const;

/** The tables of mesh blocks: two for every edition of the ABS's statistical geography (ASGS), named by its year. */
export const EDITION_TABLES = ['ADDRESS_MESH_BLOCK', 'MB'] as const;
/** A table of one edition, like `MB_2026`. */
export type EditionTable = `${(typeof EDITION_TABLES)[number]}_${number}`;

/** A table of a state's files. */
export type StateTable = (typeof STATE_TABLES)[number] | EditionTable;

/** Authority code tables, by the name between `Authority_Code_` and `_psv.psv`. */
export const AUTHORITY_TABLES = [
  'ADDRESS_ALIAS_TYPE_AUT',
  'ADDRESS_TYPE_AUT',
  'FLAT_TYPE_AUT',
  'GEOCODE_RELIABILITY_AUT',
  'GEOCODE_TYPE_AUT',
  'LEVEL_TYPE_AUT',
  'LOCALITY_ALIAS_TYPE_AUT',
  'LOCALITY_CLASS_AUT',
  'MB_MATCH_CODE_AUT',
  'PS_JOIN_TYPE_AUT',
  'STREET_CLASS_AUT',
  'STREET_LOCALITY_ALIAS_TYPE_AUT',
  'STREET_SUFFIX_AUT',
  'STREET_TYPE_AUT',
] as const;
export type AuthorityTable = (typeof AUTHORITY_TABLES)[number];

/** A state as the names of a release's files have it. */
export type StateFile = (typeof STATE_ORDER)[number];

/** One table file of a release, in a folder or inside the zip. */
export interface TableFile {
  readonly table: StateTable | AuthorityTable;
  /** The state whose rows it holds; null for authority codes. */
  readonly state: StateFile | null;
  /** What messages call it: path relative to the release's root. */
  readonly path: string;
  /** Unpacked size in bytes, for progress. */
  readonly size: number;
  /** The file's bytes in order, in chunks of any size. May be called more than once. */
  open(): AsyncIterable<Uint8Array>;
}

/** One file that the index was built from, for the manifest. */
export interface SourceFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** A release found in a folder or a zip. */
export interface Release {
  /** `2026.02` for `G-NAF FEBRUARY 2026`. */
  readonly name: string;
  readonly datum: 'GDA2020' | 'GDA94' | 'unknown';
  /** The folder or zip. */
  readonly path: string;
  readonly tables: readonly TableFile[];
  /** Hashes: one entry for a zip, one per table file for a folder. Reads what nobody has read to its end. */
  sources(): Promise<readonly SourceFile[]>;
  /** Those that are known without reading anything. */
  knownSources(): readonly SourceFile[];
  /** Takes over hashes that another thread has found in the same release. */
  adoptSources(sources: readonly SourceFile[]): void;
  close(): Promise<void>;
}
