import { MOST_DELETION_HASHES } from '../../index/deletion-index.ts';
import { FEW_POSTINGS } from '../../index/name-trie.ts';
import { PLACE_LIMIT, POSTING_ROW } from '../../index/posting-row.ts';
import { newWords, type Words } from '../text/lexicon.ts';
import { newTokens } from '../text/tokenize.ts';
import type { Tokens } from '../text/tokens.ts';
import { ABSENT, type Grade } from './grades.ts';
import { MOST_CANDIDATES, MOST_RESOLVED, MOST_SORTED, MOST_TOKENS } from './limits.ts';

/**
 * Every buffer that is reused from query to query, so that a query allocates hardly any. A worker has one workspace,
 * which belongs to one query at a time and is passed in with it: nothing in it outlives the query unless it says so.
 */
export interface Workspace {
  /** The query as it was written, and rewritten. */
  readonly texts: readonly { readonly tokens: Tokens; readonly words: Words }[];
  readonly columns: EditColumns;
  readonly phrase: Phrase;
  readonly deletions: DeletionBuffers;
  readonly fuzzy: FuzzyList;
  readonly named: StreetList;
  /** A bit for each locality, set for those that streets are looked up in together. */
  readonly asked: Uint32Array;
  /** Streets of one place, those with most principals first. */
  readonly placeStreets: number[];
  /** Rows of trie nodes without a best list, and the first that the walk has not used. */
  readonly walk: { readonly rows: Uint32Array; from: number };
  /** The boxes and places that a walk to the nearest places has yet to visit, and streets by distance. */
  readonly placesAhead: DistanceHeap;
  readonly streetsAhead: DistanceHeap;
  /** Squared distances of the nearest places so far, in order. */
  readonly squares: Float64Array;
  readonly buildings: BuildingBuffers;
  /** Sort keys of streets, the best known first: position in a list − weight × MOST_SORTED. */
  readonly byWeight: Float64Array;
  readonly unitMatches: UnitMatches;
  readonly resolved: Resolved;
  readonly slots: CandidateSlots;
  readonly typed: TypedLine;
}

/** What the beginning of a line says, `SMITH STREET, RICHMOND V` (street-lines.ts). */
export interface TypedLine {
  /** The first row of `typedLine` whose line begins so, and how many do. */
  row: number;
  count: number;
  /** The first token of the place, `end` if it does not begin yet, and the token after the last. */
  place: number;
  end: number;
  /** Whether the last word is whole, as something follows it. */
  closed: boolean;
}

/** Optimal string alignment distances as columns of bits (edits.ts). */
export interface EditColumns {
  /** By letter: the positions in the pattern that have it, a bit for each. All 0 between patterns. */
  readonly places: Int32Array;
  readonly pattern: Uint8Array;
  length: number;
  /** By letters of the text: bits where the distance rises and falls along the pattern, or stays on the diagonal. */
  readonly rises: Int32Array;
  readonly falls: Int32Array;
  readonly diagonal: Int32Array;
}

/** Longest pattern of edit columns: its letters are the bits of an integer. */
export const PATTERN_BITS = 32;

/** Tokens that may be a misspelled name. */
export interface Phrase {
  /** The first token, and the one after the last. */
  from: number;
  end: number;
  /** Letters with a space between words, `length` of them. */
  readonly text: Uint8Array;
  length: number;
  /** Letters and length, as of names (letters.ts). */
  letters: number;
  /** How many edits away a name may be. */
  edits: number;
  /** How many edits away a prefix of a name may be; 0 if the last word is complete. */
  openEdits: number;
}

/** The buffers of one look-up in the deletion index. */
export interface DeletionBuffers {
  readonly hashes: Uint32Array;
  readonly froms: Uint32Array;
  readonly ends: Uint32Array;
  /** Names met, by a hash, and the tick of the clock when they were: kept between look-ups, to save clearing. */
  readonly seen: Int32Array;
  readonly seenAt: Int32Array;
  clock: number;
  readonly names: Uint32Array;
  readonly begins: Uint32Array;
}

/** Most names that one phrase is compared with, each with those that share its first letters. */
const COMPARED_NAMES = 1024;

/** Streets that were found, as postings (name-trie.ts): `posting[0]` to `posting[count - 1]`. */
export interface StreetList {
  count: number;
  posting: Uint32Array;
}

/** Streets that a misspelling led to, with the edits between what was typed and their names, and their places'. */
export interface FuzzyList extends StreetList {
  readonly edits: number[];
  readonly placeEdits: number[];
}

/**
 * A binary heap by squared distance: the nearest member is taken first, ties go to the lowest number.
 * Emptied by `count = 0`.
 */
export interface DistanceHeap {
  member: Int32Array;
  square: Float64Array;
  count: number;
}

/** Building names that begin with the first words of a run, by the token after these; and the rows that answer best. */
export interface BuildingBuffers {
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly chosen: number[];
  readonly strange: Float64Array;
  readonly distance: Float64Array;
}

/** An address that a unit led to, and how its number, unit and level answer those typed. */
export interface UnitMatch {
  readonly address: number;
  readonly street: number;
  readonly number: number;
  readonly unit: Grade;
  readonly level: Grade;
}

/** Unit matches, the lowest key first, and how many there may be. */
export interface UnitMatches {
  readonly list: UnitMatch[];
  readonly keys: Float64Array;
  most: number;
  /** Grades of units by their codes, kept for as long as the same unit and level are asked for. */
  readonly graded: Map<number, number>;
  asked: object | null;
}

/** Addresses found on a street, and how they answer what was typed: the i-th address is the i-th of each list. */
export interface Resolved {
  count: number;
  readonly ordinal: Uint32Array;
  readonly number: Uint8Array;
  readonly unit: Uint8Array;
  readonly level: Uint8Array;
  readonly lot: Uint8Array;
  /** 1 if there are several units and none was given, or only a level that several are on. */
  readonly several: Uint8Array;
  /** The alias by which the address was found; -1 if by itself. */
  readonly alias: Int32Array;
  /** How the unit and level of the current address answer. */
  readonly unitGrades: UnitGrades;
  /** What is asked for: how many, from which ordinals, the grade of lots, and whether only addresses with the unit. */
  readonly wanted: { most: number; from: number; to: number; lot: Grade; withUnit: boolean };
}

/** How a record's unit and level answer those that were asked for. */
export interface UnitGrades {
  unit: Grade;
  level: Grade;
  /** Several units are there, and none was given, or only the level of several. */
  several: boolean;
}

/**
 * A hash table from principals to the positions of their candidates, with linear probing, and the slot of each
 * candidate. A slot is taken only if its candidate points back to it: nothing needs clearing (Briggs and Torczon 1993).
 */
export interface CandidateSlots {
  positions: Uint32Array;
  slots: Uint32Array;
  /** How many candidates were found at each cost, rounded down; higher costs are counted with the last. */
  readonly atCost: Uint16Array;
}

/** Texts of a query: as it is, with types split off, with digits for letters. */
const TEXTS = 3;

/** A new workspace, for a worker or a test. */
export function newWorkspace(): Workspace {
  const floats = (count: number) => new Float64Array(count);
  const words = (count: number) => new Uint32Array(count);
  const bytes = () => new Uint8Array(MOST_RESOLVED);
  return {
    texts: Array.from({ length: TEXTS }, () => ({ tokens: newTokens(), words: newWords() })),
    columns: newEditColumns(),
    phrase: { from: 0, end: 0, text: new Uint8Array(PATTERN_BITS), length: 0, letters: 0, edits: 0, openEdits: 0 },
    deletions: {
      hashes: words(MOST_DELETION_HASHES),
      froms: words(MOST_DELETION_HASHES),
      ends: words(MOST_DELETION_HASHES),
      seen: new Int32Array(1024),
      seenAt: new Int32Array(1024),
      clock: 0,
      names: words(COMPARED_NAMES),
      begins: words(COMPARED_NAMES),
    },
    fuzzy: { count: 0, posting: words(256), edits: [], placeEdits: [] },
    named: { count: 0, posting: words(256) },
    asked: words(PLACE_LIMIT / 32),
    placeStreets: [],
    walk: { rows: words(512 * FEW_POSTINGS * POSTING_ROW), from: 0 },
    placesAhead: { member: new Int32Array(256), square: floats(256), count: 0 },
    streetsAhead: { member: new Int32Array(256), square: floats(256), count: 0 },
    squares: floats(64),
    buildings: {
      first: new Int32Array(MOST_TOKENS + 1),
      last: new Int32Array(MOST_TOKENS + 1),
      chosen: [],
      strange: floats(8),
      distance: floats(8),
    },
    byWeight: floats(MOST_SORTED),
    unitMatches: { list: [], keys: floats(MOST_CANDIDATES), most: 0, graded: new Map(), asked: null },
    resolved: {
      count: 0,
      ordinal: new Uint32Array(MOST_RESOLVED),
      number: bytes(),
      unit: bytes(),
      level: bytes(),
      lot: bytes(),
      several: bytes(),
      alias: new Int32Array(MOST_RESOLVED),
      unitGrades: { unit: ABSENT, level: ABSENT, several: false },
      wanted: { most: 0, from: 0, to: 0, lot: ABSENT, withUnit: false },
    },
    slots: { positions: words(1024), slots: words(512), atCost: new Uint16Array(64) },
    typed: { row: 0, count: 0, place: 0, end: 0, closed: false },
  };
}

/** Edit columns without a pattern, for texts a few letters longer than patterns. */
export function newEditColumns(): EditColumns {
  const column = () => new Int32Array(PATTERN_BITS + 5);
  const rises = column();
  rises[0] = -1;
  const pattern = new Uint8Array(PATTERN_BITS);
  return { places: new Int32Array(256), pattern, length: 0, rises, falls: column(), diagonal: column() };
}

const ofWorker = newWorkspace();

/** The workspace of this worker, which only `queryOf` asks for: everything else gets it with the query. */
export function workerWorkspace(): Workspace {
  return ofWorker;
}
