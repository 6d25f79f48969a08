import { endOf, lowerBound } from '../../index/address.ts';
import { BY_ALIAS, BY_VARIANT, POSTING_MASK } from '../../index/name-trie.ts';
import type { AddressIndex } from '../../index/open.ts';
import { POSTING_ROW, ROW_CARD, ROW_RANK } from '../../index/posting-row.ts';
import { ANY_LOT, ANY_NUMBER, mayHave } from '../../index/street-card.ts';
import { STREET_RECORD, weightOf } from '../../index/street-record.ts';
import { nearestNamed } from './near-places.ts';
import type { NumberCodes } from './number-codes.ts';
import { numberBegins } from './number-text.ts';
import { visitByUnit } from './numbered-units.ts';
import { type Names, visitByPlace } from './place-streets.ts';
import { isOfState, type Query, ROW_WORK, spend, spendRows } from './query.ts';
import { type OnPosting, visitRanked } from './ranked-walk.ts';
import { type StreetRun, streetsOfState } from './state-streets.ts';

/** Streets of one number that are sorted when they are asked for: so many anyway, and so many at most. */
const LEAST_SORTED = 64;
const MOST_SORTED = 1024;
/** About so many streets of a number are visited where there are enough. */
const VISITED = 48;
/** Lots of as many digits that a lot may become: how many are looked up. */
const MOST_LOTS = 128;

/** Streets to sort, the best known first: their place in the list − weight × MOST_SORTED. Walks may stand within walks: copied before use. */
const byWeight = new Float64Array(MOST_SORTED);

/** Whether to sort the streets of some names that have a number, rather than to pass over those of all names in the order of weight. */
function isSortedRather(streets: number, ofNumber: number): boolean {
  return streets <= LEAST_SORTED || (streets < MOST_SORTED && streets * streets < VISITED * ofNumber);
}

/** Street numbers, or codes of them, each with streets that have it: by the entry of their name, and the best known first. */
interface NumberTable {
  readonly number: Uint32Array;
  readonly start: Uint32Array;
  readonly street: Uint32Array;
  readonly ranked: Uint32Array;
}

function rareNumbers({ columns: c }: AddressIndex): NumberTable {
  return { number: c.rareNumber, start: c.rareStart, street: c.rareStreet, ranked: c.rareRanked };
}

function compoundNumbers({ columns: c }: AddressIndex): NumberTable {
  return { number: c.compoundNumber, start: c.compoundStart, street: c.compoundStreet, ranked: c.compoundRanked };
}

/** With more postings below a node, those of one state are found by their places. */
const MOST_OF_STATE = 2048;

/**
 * Visits the streets of a state, -1 for any, whose names begin with what leads to a node, those in the largest places first: at once
 * those that a unit or a rare number leads to. `number` may also be ANY_NUMBER or ANY_LOT: streets that cannot have it may be left out.
 */
export function streetsWithPrefix(
  query: Query,
  node: number,
  number: number,
  codes: NumberCodes,
  state: number,
  visit: OnPosting,
): void {
  const names = { low: query.streets.low[node], high: query.streets.high[node] };
  if (!visitByNumber(query, number, codes, state, names, visit)) return;
  const { start } = query.streets;
  if (state < 0) visitRanked(query.streets, node, number, visit);
  else if (start[names.high] - start[names.low] <= MOST_OF_STATE) visitOfState(query, state, names, number, ANY, visit);
  else if (visitByPlace(query, state, names, number, visit)) visitOfState(query, state, names, number, OTHER, visit);
}

/** Postings by any name, and by aliases and other spellings alone. */
const ANY = 0xffff_ffff;
const OTHER = (BY_ALIAS | BY_VARIANT) >>> 0;
/** Postings that are scanned for other spellings, of names that begin as typed. */
const MOST_SPELLINGS = 65_536;

/**
 * Visits the streets of a state by looking at all postings of some names, those whose bits are among `kinds`, the best known first. O(postings),
 * at most MOST_SPELLINGS.
 */
function visitOfState(
  query: Query,
  state: number,
  { low, high }: Names,
  number: number,
  kinds: number,
  visit: OnPosting,
): void {
  const { start, ranked } = query.streets;
  const { from, to } = streetsOfState(query.index, state);
  const found: { posting: number; rank: number }[] = [];
  const end = Math.min(start[high], ranked.length / POSTING_ROW, start[low] + MOST_SPELLINGS) * POSTING_ROW;
  if (!spendRows(query, end / POSTING_ROW - start[low])) return;
  for (let row = start[low] * POSTING_ROW; row < end; row += POSTING_ROW) {
    const street = ranked[row] & POSTING_MASK;
    if (kinds !== ANY && (ranked[row] & kinds) === 0) continue;
    if (street >= from && street < to && mayHave(ranked[row + ROW_CARD], number))
      found.push({ posting: ranked[row], rank: ranked[row + ROW_RANK] });
  }
  found.sort((a, b) => a.rank - b.rank);
  for (const { posting } of found) if (!visit(posting)) return;
}

/** Whether few streets have the number, so that it leads to them. O(log rare numbers). */
export function isRareNumber({ columns: { rareNumber } }: AddressIndex, number: number): boolean {
  return rareNumber[lowerBound(rareNumber, number)] === number;
}

/**
 * Visits the streets of a state, -1 for any, that what was given leads to, with names of a run of entries: those that have the unit, or a level,
 * at the number; those of a number with a letter and of a range; and those of a number that few streets have. With ANY_LOT, those that have the lot.
 * The best known first, until `visit` answers false. Answers whether it went through to the end.
 */
export function visitByNumber(
  query: Query,
  number: number,
  codes: NumberCodes,
  state: number,
  names: Names,
  visit: OnPosting,
): boolean {
  const run = streetsOfState(query.index, state);
  if (number === ANY_LOT) return visitLots(query, codes, run, names, visit);
  if (number < 0) return true;
  if (!visitByUnit(query, codes, run, names, visit)) return false;
  if (!visitCompounds(query, codes, run, names, visit)) return false;
  return visitNumber(query, rareNumbers(query.index), number, run, names, visit);
}

/** Visits the streets of a number with a letter, or of a range: those that have it as it was typed before those of ranges that it may become. */
function visitCompounds(
  query: Query,
  { compounds, exact }: NumberCodes,
  run: StreetRun,
  names: Names,
  visit: OnPosting,
): boolean {
  if (compounds.length === 0) return true;
  const table = compoundNumbers(query.index);
  const isThere = compounds[0] === exact;
  if (isThere && !visitNumber(query, table, exact, run, names, visit)) return false;
  const longer = isThere ? compounds.slice(1) : compounds;
  if (longer.length > 1) return visitMerged(query, table, longer, run, names, visit);
  return longer.every((code) => visitNumber(query, table, code, run, names, visit));
}

/** Visits the streets of a lot, then those of lots that it may become: those of as many digits by how well known they are. */
function visitLots(
  query: Query,
  { parse: { lot: typed }, lot, grownLots }: NumberCodes,
  run: StreetRun,
  names: Names,
  visit: OnPosting,
): boolean {
  if (typed === null) return true;
  const table = compoundNumbers(query.index);
  if (lot >= 0 && !visitNumber(query, table, lot, run, names, visit)) return false;
  for (let i = 0; i < grownLots.length; i += 2) {
    const longer: number[] = [];
    for (let code = grownLots[i]; code < grownLots[i + 1] && longer.length < MOST_LOTS; code++)
      if (code !== lot && numberBegins(query.index, code, typed.text)) longer.push(code);
    if (!visitMerged(query, table, longer, run, names, visit)) return false;
  }
  return true;
}

/** Visits the streets that a table has for any of some numbers, the best known first, at most VISITED of each number. */
function visitMerged(
  query: Query,
  table: NumberTable,
  numbers: readonly number[],
  run: StreetRun,
  names: Names,
  visit: OnPosting,
): boolean {
  const { streetRecord } = query.index.columns;
  const streets: { readonly street: number; readonly weight: number }[] = [];
  for (const number of numbers) {
    const enough = streets.length + VISITED;
    visitNumber(query, table, number, run, names, (street) => {
      streets.push({ street, weight: weightOf(streetRecord, street * STREET_RECORD) });
      return streets.length < enough;
    });
  }
  streets.sort((a, b) => b.weight - a.weight || a.street - b.street);
  return streets.every(({ street }, i) => (i > 0 && streets[i - 1].street === street) || visit(street));
}

/**
 * Visits the streets that a table has for a number. O(log streets of the number + streets of these names), or where these are many,
 * O(visited × streets of the number / streets of these names).
 */
function visitNumber(
  query: Query,
  table: NumberTable,
  number: number,
  { from, to }: StreetRun,
  { low, high }: Names,
  visit: OnPosting,
): boolean {
  const { start, street, ranked } = table;
  const { streetEntry, streetRecord } = query.index.columns;
  const at = lowerBound(table.number, number);
  if (table.number[at] !== number) return true;
  const end = endOf(start, at, street);
  const first = firstOfEntry(street, streetEntry, start[at], end, low);
  const last = firstOfEntry(street, streetEntry, first, end, high);
  if (isSortedRather(last - first, end - start[at])) {
    let count = 0;
    for (let i = first; i < last; i++)
      if (street[i] >= from && street[i] < to)
        byWeight[count++] = i - first - weightOf(streetRecord, street[i] * STREET_RECORD) * MOST_SORTED;
    return sortedStreets(street, first, count).every(visit);
  }
  for (let i = start[at]; i < end; i++) {
    if (ranked[i] < from || ranked[i] >= to) continue;
    if (!spend(query, ROW_WORK)) return false;
    const entry = streetEntry[ranked[i]];
    if (entry >= low && entry < high && !visit(ranked[i])) return false;
  }
  return true;
}

/** The first `count` streets of `byWeight`, the best known first, and of equals the first of the index. */
function sortedStreets(street: Uint32Array, first: number, count: number): number[] {
  const sorted = byWeight.slice(0, count).sort();
  const streets: number[] = [];
  let weight = 0;
  for (let i = 0; i < count; i++) {
    const before = weight;
    weight = Math.floor(sorted[i] / MOST_SORTED);
    const ordinal = street[first + sorted[i] - weight * MOST_SORTED];
    let at = i;
    if (weight === before)
      for (; at > 0 && streets[at - 1] > ordinal && Math.floor(sorted[at - 1] / MOST_SORTED) === weight; at--)
        streets[at] = streets[at - 1];
    streets[at] = ordinal;
  }
  return streets;
}

/** The first of some streets, in the order of their entries, whose entry is not before one. */
function firstOfEntry(street: Uint32Array, streetEntry: Uint32Array, from: number, end: number, entry: number): number {
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (streetEntry[street[middle]] < entry) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Localities whose names begin with what leads to a node, the largest first, or the nearest; at most `wanted`. */
export function placesWithPrefix(query: Query, node: number, wanted: number): number[] {
  if (query.near !== null) return nearestNamed(query, query.near, node, wanted);
  const found: number[] = [];
  visitRanked(query.localities, node, ANY_NUMBER, (posting) => {
    const ordinal = posting & POSTING_MASK;
    if (isOfState(query, ordinal) && !found.includes(ordinal)) found.push(ordinal);
    return found.length < wanted;
  });
  return found;
}
