import { BUILDING_PLACE, BUILDING_RANK, BUILDING_ROW } from '../../index/building-row.ts';
import { MEANING } from '../../index/lexicon.ts';
import { NO_ENTRY } from '../../index/name-trie.ts';
import { localitiesOfPostcode } from '../../index/postcodes.ts';
import { entryOfPlace, localityOfPlace } from '../../index/posting-row.ts';
import { typeIn } from '../../index/street-codes.ts';
import { RECORD_CODES, STREET_RECORD } from '../../index/street-record.ts';
import type { NameParse } from '../parse/names/name-parse.ts';
import {
  ABSENT,
  EXACT,
  type Grade,
  LOCALITY_ABSENT,
  LOCALITY_ALIAS,
  LOCALITY_EXACT,
  LOCALITY_OTHER,
  LOCALITY_PREFIX,
  PREFIX,
} from '../query/grades.ts';
import { MOST_ROWS } from '../query/limits.ts';
import type { BuildingBuffers } from '../query/workspace.ts';
import { localitiesNamed } from '../retrieve/name-postings.ts';
import type { NumberCodes } from '../retrieve/numbers/number-codes.ts';
import { squareTo } from '../retrieve/places/regions.ts';
import { isOfState, type Query } from '../retrieve/query.ts';
import { completionsOf, hasCode, hasCodeIn, wordMeans } from '../text/lexicon.ts';
import { hasToken, type Tokens } from '../text/tokens.ts';
import type { Search } from './candidates.ts';

const SPACE = 0x20;

/** How a building's street answers the words left over: how many it explains, and the grades of its name and type. */
export interface StreetWords {
  words: number;
  name: Grade;
  type: Grade;
}

const NO_WORDS: Readonly<StreetWords> = { words: 0, name: ABSENT, type: ABSENT };

/**
 * Compares the words left over after a building's name with the name and type of its street, if they may be that:
 * `SCOUT HALL, CARTER C` for SCOUT HALL, CARTER CRESCENT. O(letters).
 */
export function streetWordsOf(query: Search, { left }: NameParse, from: number, street: number): Readonly<StreetWords> {
  const { tokens, streets, index, policy } = query;
  const entry = index.columns.streetEntry[street];
  if (!policy.buildingStreets || entry === NO_ENTRY) return NO_WORDS;
  const end = streets.keyStart[entry + 1];
  const found: StreetWords = { words: 0, name: ABSENT, type: ABSENT };
  let at = streets.keyStart[entry];
  for (let t = from; t < tokens.count; t++) {
    if (!hasToken(left, t)) continue;
    if (at > end) {
      gradeType(query, t, street, found);
      return found;
    }
    const size = sizeOfMatch(tokens, t, streets.key, at, end);
    const isWhole = size > 0 && (at + size === end || streets.key[at + size] === SPACE);
    if (size === 0 || (!isWhole && t !== tokens.openAt)) return NO_WORDS;
    found.words++;
    at += size + 1;
    found.name = isWhole && at > end ? EXACT : PREFIX;
  }
  return found;
}

/** The length of a token if the key has it at `at`; else 0. */
function sizeOfMatch({ letters, start, end }: Tokens, t: number, key: Uint8Array, at: number, keyEnd: number): number {
  const size = end[t] - start[t];
  if (at + size > keyEnd) return 0;
  for (let i = 0; i < size; i++) if (key[at + i] !== letters[start[t] + i]) return 0;
  return size;
}

/** Takes a token as the street's type or a prefix of it. */
function gradeType({ index, tokens, words }: Query, t: number, street: number, found: StreetWords): void {
  const type = typeIn(index.columns.streetRecord[street * STREET_RECORD + RECORD_CODES]);
  if (t === tokens.openAt) {
    if (!hasCodeIn(completionsOf(index, tokens, words).types, type)) return;
    found.type = PREFIX;
  } else {
    if (!wordMeans(words, t, MEANING.streetType) || !hasCode(index, words.entry[t], MEANING.streetType, type)) return;
    found.type = EXACT;
  }
  found.words++;
}

/** Where a query says that a building stands. */
export interface PlaceFilter {
  /** The localities that were named in full; null if none was. */
  readonly named: readonly { readonly ordinal: number; readonly alias: boolean }[] | null;
  /** The entries of localities with the prefix typed: the first, and the one after the last; null if none was. */
  readonly prefix: { readonly low: number; readonly high: number } | null;
  /** The localities of the postcode; null without a whole one. */
  readonly ofPostcode: ReadonlySet<number> | null;
  /** Position in STATE_ORDER, -1 for none. */
  readonly state: number;
  /** How many places with the whole name `likeliestPlaces` found where the query says. */
  matching: number;
}

/** Where a parse says that a building stands. */
export function placeFilterOf(
  query: Query,
  { parse: { postcode, postcodeOpen } }: NumberCodes,
  { locality, state }: NameParse,
): PlaceFilter {
  const { low, high } = query.localities;
  return {
    named: locality?.whole === true ? localitiesNamed(query, locality) : null,
    prefix: locality?.whole === false ? { low: low[locality.node], high: high[locality.node] } : null,
    ofPostcode: postcode === null || postcodeOpen ? null : new Set(localitiesOfPostcode(query.index, postcode.value)),
    state,
    matching: 0,
  };
}

/** How a place's locality answers the one given. */
export function localityThere({ named, prefix }: PlaceFilter, place: number): number {
  if (named !== null) {
    const known = named.find(({ ordinal }) => ordinal === localityOfPlace(place));
    if (known === undefined) return LOCALITY_OTHER;
    return known.alias ? LOCALITY_ALIAS : LOCALITY_EXACT;
  }
  if (prefix === null) return LOCALITY_ABSENT;
  const entry = entryOfPlace(place);
  return entry >= prefix.low && entry < prefix.high ? LOCALITY_PREFIX : LOCALITY_OTHER;
}

/**
 * The best rows of `buildingAddress` from `from` to `to`, as many as there is room for: by how well they fit the place
 * given, then those of the whole name, which end at `whole`, then by distance, or without a point the best known. Only
 * in the state that records must have. Reused by the next call. O(rows), at most MOST_ROWS.
 */
export function likeliestPlaces(
  query: Query,
  where: PlaceFilter,
  from: number,
  whole: number,
  to: number,
): readonly number[] {
  const { buildingAddress } = query.index.columns;
  const end = Math.min(to, from + MOST_ROWS, whole + MOST_ROWS, buildingAddress.length / BUILDING_ROW);
  const { buildings } = query.work;
  buildings.chosen.length = 0;
  where.matching = 0;
  for (let row = from; row < end; row++) {
    const place = buildingAddress[row * BUILDING_ROW + BUILDING_PLACE];
    const locality = localityOfPlace(place);
    if (!isOfState(query, locality)) continue;
    const strange = strangeness(query, where, place);
    if (strange < 1 && row < whole) where.matching++;
    const away = strange * 2 + (row < whole ? 0 : 1);
    const far =
      query.near === null
        ? buildingAddress[row * BUILDING_ROW + BUILDING_RANK]
        : squareTo(query.index, locality, query.near);
    insert(buildings, row, away, far);
  }
  return buildings.chosen;
}

/** Inserts a row among the chosen ones, after its equals. */
function insert(buildings: BuildingBuffers, row: number, away: number, far: number): void {
  const { chosen, strange, distance } = buildings;
  const most = strange.length;
  let at = Math.min(chosen.length, most - 1);
  if (chosen.length === most && !precedes(buildings, at, away, far)) return;
  for (; at > 0 && precedes(buildings, at - 1, away, far); at--) {
    chosen[at] = chosen[at - 1];
    strange[at] = strange[at - 1];
    distance[at] = distance[at - 1];
  }
  chosen[at] = row;
  strange[at] = away;
  distance[at] = far;
}

function precedes({ strange, distance }: BuildingBuffers, at: number, away: number, far: number): boolean {
  return away < strange[at] || (away === strange[at] && far < distance[at]);
}

/** Places with a name as an alias come after those with it as their own. */
const BY_ALIAS = 0.25;

/** How far a place is from the one given: its locality weighs more than its postcode, and that more than its state. */
function strangeness({ index }: Query, where: PlaceFilter, place: number): number {
  const { localityState } = index.columns;
  const locality = localityOfPlace(place);
  const there = localityThere(where, place);
  return (
    (there === LOCALITY_OTHER ? 4 : there === LOCALITY_ALIAS ? BY_ALIAS : 0) +
    (where.ofPostcode === null || where.ofPostcode.has(locality) ? 0 : 2) +
    (where.state < 0 || localityState[locality] === where.state ? 0 : 1)
  );
}
