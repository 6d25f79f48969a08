import { ANY_LOT, ANY_NUMBER } from '../index/street-card.ts';
import { addStreet, type StreetMatch } from './add-street.ts';
import { FUZZY, type Grade } from './grades.ts';
import type { Matcher } from './matcher.ts';
import type { NameReading } from './name-readings.ts';
import type { NumberQuery } from './number-query.ts';

/**
 * However few are asked for, so many are gathered: enough to see what is ambiguous. They come in the order of weight, so that a shorter
 * list begins a longer one.
 */
export const GATHERED_LEAST = 5;
/** Addresses of one street, or of one suburb, that are gathered where it stands alone. */
export const GATHERED_ALONE = 20;
/** Streets that are looked at for one reading. Whatever the limit, they are the same: a shorter list begins a longer one. */
export const MOST_LOOKED = 400;
/** Streets that are looked at for a reading with words that nothing explains, or with a misspelled name. */
export const MOST_GLANCED = 16;

/** What it costs to read a suburb where a street would stand: `10 TAREE S` begins 10 TAREE STREET, CALOUNDRA WEST is one suburb. */
const SUBURB_FIRST = 1;
/** What a far-fetched reading of the numbers costs: `2 A R` as 2A, not as the beginning of 2 A ROAD. */
const STRICT = 0.8;

/** One question of a suggestion: a way to read the numbers, and how many addresses are wanted. */
export interface Asking {
  readonly numbers: NumberQuery;
  readonly wanted: number;
  /** How many of them are shown at most, or decide what is ambiguous. */
  readonly shown: number;
  readonly mostLooked: number;
  /** A street without the number answers with another one. */
  readonly others: boolean;
}

/** Adds what a street has for a question; answers how many of its addresses are new and without a flaw. */
export type AddOnStreet = (street: number, name: Grade, other: boolean, locality: number, edits: number) => number;

/** A way to add streets for one question and one reading, `detour` dearer, `edits` away from the street's name. */
export function visitor(
  m: Matcher,
  { numbers, others }: Asking,
  reading: NameReading,
  detour: number,
  edits = reading.street?.edits ?? 0,
): AddOnStreet {
  const placeSpaces = (reading.locality?.spaces ?? 0) * 0.1;
  const most = mostPerStreet(numbers);
  const match: StreetMatch = {
    street: 0,
    name: FUZZY,
    nameEdits: edits + (reading.street?.spaces ?? 0) * 0.2,
    nameOther: false,
    locality: 0,
    localityEdits: 0,
    reading,
    numbers,
    detour:
      detour +
      reading.farFetched +
      (saysSuburbFirst(numbers, reading) ? SUBURB_FIRST : 0) +
      (numbers.reading.strict ? STRICT : 0),
  };
  return (street, name, other, locality, localityEdits) => {
    match.street = street;
    match.name = edits > 0 ? FUZZY : name;
    match.nameOther = other;
    match.locality = locality;
    match.localityEdits = localityEdits + placeSpaces;
    return addStreet(m, match, most, others);
  };
}

/** Whether a suburb stands where the street would: behind the number, or before a street without type. */
function saysSuburbFirst({ reading: { number } }: NumberQuery, { street, locality, type }: NameReading): boolean {
  if (street === null || locality === null || locality.end > street.from) return false;
  return number === null ? type < 0 : number.token < locality.from;
}

/** A street that is one of many gives one address, so that one tower or long street does not fill the list. */
export function mostPerStreet(numbers: NumberQuery): number {
  return numbers.reading.number === null && numbers.reading.lot === null ? 1 : 3;
}

/** More addresses of a street that stands alone. */
export function fill(m: Matcher, { numbers }: Asking, reading: NameReading, street: number): void {
  const known = m.candidates.find((candidate) => candidate.street === street);
  if (known === undefined) return;
  addStreet(
    m,
    {
      street,
      name: known.name,
      nameEdits: known.nameEdits,
      nameOther: known.nameOther,
      locality: known.locality,
      localityEdits: known.localityEdits,
      reading,
      numbers,
      detour: known.detour,
    },
    GATHERED_ALONE,
    false,
  );
}

/** What a street has to have, as its card can tell: the number that was typed, any lot, or nothing (street-card.ts). */
export function soughtNumber({ numbers: { reading }, others }: Asking): number {
  if (others) return ANY_NUMBER;
  return reading.number?.value ?? (reading.lot === null ? ANY_NUMBER : ANY_LOT);
}

/** The least cost of a candidate so far. */
export function cheapest(m: Matcher): number {
  let cost = Number.POSITIVE_INFINITY;
  for (const candidate of m.candidates) if (candidate.cost < cost) cost = candidate.cost;
  return cost;
}

/** How many candidates so far cost less. */
export function cheaperThan(m: Matcher, cost: number): number {
  let count = 0;
  for (const candidate of m.candidates) if (candidate.cost < cost) count++;
  return count;
}
