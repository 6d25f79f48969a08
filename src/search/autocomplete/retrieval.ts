import { ANY_LOT, ANY_NUMBER } from '../../index/street-card.ts';
import { NUMBER_EXACT, NUMBER_PREFIX } from '../query/grades.ts';
import type { NumberCodes } from '../retrieve/numbers/number-codes.ts';
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
export function withUnitListed(retrieval: Retrieval): Retrieval {
  const { numbers, wanted, shown, mostScanned, leastElsewhere, others } = retrieval;
  return { numbers, wanted, shown, mostScanned, leastElsewhere, others, unitListed: true };
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

/** How many candidates so far cost less. */
export function cheaperThan(search: Search, cost: number): number {
  let count = 0;
  for (const candidate of search.candidates) if (candidate.cost < cost) count++;
  return count;
}
