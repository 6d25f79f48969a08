import { ANY_LOT, ANY_NUMBER } from '../../index/street-card.ts';
import type { NameParse } from '../parse/names/name-parse.ts';
import type { UnitMatch } from '../resolve/unit-matches.ts';
import { FUZZY, type Grade, NUMBER_EXACT, NUMBER_PREFIX } from '../retrieve/grades.ts';
import type { NumberCodes } from '../retrieve/number-codes.ts';
import { addStreet, type StreetMatch } from '../score/add-street.ts';
import type { Search } from '../score/candidates.ts';

/**
 * However few are asked for, so many are gathered: enough to see what is ambiguous. They come in the order of weight, so that a shorter
 * list begins a longer one.
 */
export const GATHERED_LEAST = 5;
/** Addresses of one street, or of one suburb, that are gathered where it stands alone. */
export const GATHERED_ALONE = 20;
/** Streets that are scanned for one parse. Whatever the limit, they are the same: a shorter list begins a longer one. */
export const MOST_SCANNED = 400;
/** Streets that are scanned for a parse with words that nothing explains, or with a misspelled name. */
export const MOST_SHALLOW = 16;

/** What it costs to read a suburb where a street would stand: `10 TAREE S` begins 10 TAREE STREET, CALOUNDRA WEST is one suburb. */
const SUBURB_FIRST = 1;
/** What an implausible parse of the numbers costs: `2 A R` as 2A, not as the beginning of 2 A ROAD. */
const STRICT = 0.8;

/** One question of a suggestion: a way to read the numbers, and how many addresses are wanted. */
export interface Retrieval {
  readonly numbers: NumberCodes;
  readonly wanted: number;
  /** How many of them are shown at most, or decide what is ambiguous. */
  readonly shown: number;
  readonly mostScanned: number;
  /**
   * What the number costs at least on a street that it does not lead to: where it leads to all that have it, the rest have what is like it. 0 where
   * any may be wanted: beside a point, the nearest of many are.
   */
  readonly leastElsewhere: number;
  /** A street without the number answers with another one. */
  readonly others: boolean;
  /** The addresses that have the unit at the number are candidates already: of others, one without it answers as well as any. */
  readonly unitListed: boolean;
}

/** The question, where the addresses that have the unit are candidates already. */
export function withUnitListed({ numbers, wanted, shown, mostScanned, leastElsewhere, others }: Retrieval): Retrieval {
  return { numbers, wanted, shown, mostScanned, leastElsewhere, others, unitListed: true };
}

/** Adds what a street has for a question; answers how many of its addresses are new and without a flaw. */
export type AddOnStreet = (
  street: number,
  name: Grade,
  other: boolean,
  locality: number,
  edits: number,
  unitMatch?: UnitMatch | null,
) => number;

/** A way to add streets for one question and one parse, `penalty` dearer, `edits` away from the street's name. */
export function visitor(
  search: Search,
  { numbers, others, unitListed }: Retrieval,
  parse: NameParse,
  penalty: number,
  edits = parse.street?.edits ?? 0,
): AddOnStreet {
  const placeSpaces = (parse.locality?.spaces ?? 0) * 0.1;
  const most = mostPerStreet(numbers);
  const match: StreetMatch = {
    street: 0,
    name: FUZZY,
    nameEdits: edits + (parse.street?.spaces ?? 0) * 0.2,
    nameOther: false,
    locality: 0,
    localityEdits: 0,
    unitMatch: null,
    unitListed,
    parse,
    numbers,
    penalty:
      penalty +
      parse.penalty +
      (saysSuburbFirst(numbers, parse) ? SUBURB_FIRST : 0) +
      (numbers.parse.exactOnly ? STRICT : 0),
  };
  return (street, name, other, locality, localityEdits, unitMatch = null) => {
    match.street = street;
    match.name = edits > 0 ? FUZZY : name;
    match.nameOther = other;
    match.locality = locality;
    match.localityEdits = localityEdits + placeSpaces;
    match.unitMatch = unitMatch;
    return addStreet(search, match, most, others);
  };
}

/** Whether a suburb stands where the street would: behind the number, or before a street without type. */
function saysSuburbFirst({ parse: { number } }: NumberCodes, { street, locality, type }: NameParse): boolean {
  if (street === null || locality === null || locality.end > street.from) return false;
  return number === null ? type < 0 : number.token < locality.from;
}

/** A street that is one of many gives one address, so that one tower or long street does not fill the list. */
export function mostPerStreet(numbers: NumberCodes): number {
  return numbers.parse.number === null && numbers.parse.lot === null ? 1 : 3;
}

/** More addresses of a street that stands alone. */
export function fill(search: Search, { numbers }: Retrieval, parse: NameParse, street: number): void {
  const known = search.candidates.find((candidate) => candidate.street === street);
  if (known === undefined) return;
  addStreet(
    search,
    {
      street,
      name: known.name,
      nameEdits: known.nameEdits,
      nameOther: known.nameOther,
      locality: known.locality,
      localityEdits: known.localityEdits,
      unitMatch: null,
      unitListed: false,
      parse,
      numbers,
      penalty: known.penalty,
    },
    GATHERED_ALONE,
    false,
  );
}

/** What a street has to have, as its card can tell: the number that was typed, any lot, or nothing (street-card.ts). */
export function wantedNumber({ numbers: { parse }, others }: Retrieval): number {
  if (others) return ANY_NUMBER;
  return parse.number?.value ?? (parse.lot === null ? ANY_NUMBER : ANY_LOT);
}

/**
 * How many of the candidates from one on, which are of one street, cost no more than what streets that the number does not lead to have at best: none on
 * a street that it leads to. Streets come best known first, so that those that are left have nothing better.
 */
export function asGoodAsAnyLeft({ candidates }: Search, { leastElsewhere }: Retrieval, from: number): number {
  if (leastElsewhere === 0) return 0;
  let count = 0;
  for (let i = from; i < candidates.length; i++) {
    const { number, cost, penalty } = candidates[i];
    if (number === NUMBER_EXACT || number === NUMBER_PREFIX) return 0;
    if (cost - penalty <= leastElsewhere) count++;
  }
  return count;
}

/** The least cost of a candidate so far. */
export function cheapest(search: Search): number {
  let cost = Number.POSITIVE_INFINITY;
  for (const candidate of search.candidates) if (candidate.cost < cost) cost = candidate.cost;
  return cost;
}

/** How many candidates so far cost less. */
export function cheaperThan(search: Search, cost: number): number {
  let count = 0;
  for (const candidate of search.candidates) if (candidate.cost < cost) count++;
  return count;
}
