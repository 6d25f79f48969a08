import { ANY_LOT, ANY_NUMBER } from '../../index/street-card.ts';
import type { NumberParse } from '../parse/numbers/number-parse.ts';
import { NUMBER_COST, NUMBER_EXACT, NUMBER_IN_RANGE, NUMBER_OVERLAPS, NUMBER_PREFIX } from '../query/grades.ts';
import { ENOUGH, MOST_OFFERED, MOST_SCANNED } from '../query/limits.ts';
import { isCompoundTyped, type NumberCodes, numberCodes } from '../retrieve/numbers/number-codes.ts';
import type { Search } from '../score/candidates.ts';

/** What one number parse asks of streets, and how many addresses are wanted. */
export interface Retrieval {
  readonly numbers: NumberCodes;
  readonly wanted: number;
  /** How many of them are shown at most, or decide on ambiguity. */
  readonly shown: number;
  readonly mostScanned: number;
  /** Addresses of one street. */
  readonly perStreet: number;
  /**
   * The least cost of the number on streets that it does not lead to, if it leads to all that have it: the others have
   * at best a range that holds or overlaps it. 0 if any street may be wanted, as around a point.
   */
  readonly leastElsewhere: number;
  /** Whether a street without the number answers with another: in the place given; anywhere. */
  readonly others: boolean;
  readonly othersAnywhere: boolean;
  /** The addresses that have the unit at the number are candidates already: elsewhere, lacking it is no flaw. */
  readonly unitListed: boolean;
  /** The cost of the reading of text and numbers, 0 for the likeliest. */
  readonly cost: number;
  /** The source's bound: a record that explains words left over costs at least this. */
  readonly floor: number;
}

/** What a number parse asks for. */
export function retrievalOf({ index, tokens, near, policy }: Search, numbers: NumberParse, cost: number): Retrieval {
  const { gathered, others, perStreet } = policy;
  const { unit, level, number, lot } = numbers;
  const last = numbers.last ?? number ?? lot;
  const growing = last?.token === tokens.openAt;
  const units = unit !== null || level !== null;
  const codes = numberCodes(index, numbers, growing);
  const few = number !== null && (codes.from === codes.to || codes.rare >= 0);
  const compound = number !== null && isCompoundTyped(number, numbers.last, numbers.rangeOpen);
  const lots = lot !== null && number === null;
  const likest = numbers.last === null && !numbers.rangeOpen ? NUMBER_IN_RANGE : NUMBER_OVERLAPS;
  return {
    numbers: codes,
    wanted: units ? Math.max(gathered, ENOUGH) : gathered,
    shown: gathered,
    mostScanned: units && !compound && !lots ? MOST_OFFERED : MOST_SCANNED,
    perStreet: number === null && lot === null ? perStreet.bare : perStreet.numbered,
    leastElsewhere: near === null && (compound || few) ? NUMBER_COST[likest] : 0,
    others,
    othersAnywhere: false,
    unitListed: false,
    cost,
    floor: 0,
  };
}

/** A copy of a retrieval, of the one hidden class that all have, whose fields may be changed. */
export function copyOf(retrieval: Retrieval): { -readonly [F in keyof Retrieval]: Retrieval[F] } {
  return {
    numbers: retrieval.numbers,
    wanted: retrieval.wanted,
    shown: retrieval.shown,
    mostScanned: retrieval.mostScanned,
    perStreet: retrieval.perStreet,
    leastElsewhere: retrieval.leastElsewhere,
    others: retrieval.others,
    othersAnywhere: retrieval.othersAnywhere,
    unitListed: retrieval.unitListed,
    cost: retrieval.cost,
    floor: retrieval.floor,
  };
}

/** The same retrieval with some of its fields changed. */
export function changedRetrieval(retrieval: Retrieval, changes: Partial<Retrieval>): Retrieval {
  return Object.assign(copyOf(retrieval), changes);
}

/** The same retrieval, all of whose candidates cost more. */
export function dearer(retrieval: Retrieval, cost: number): Retrieval {
  return cost === 0 ? retrieval : changedRetrieval(retrieval, { cost: retrieval.cost + cost });
}

/** Whether the street was found in the place given, and no more words left over: then it is not looked for elsewhere. */
export function isInPlace({ policy, placedUnmatched }: Search, unmatched: number): boolean {
  return policy.spread !== Number.POSITIVE_INFINITY && unmatched >= placedUnmatched;
}

/** Whether a street number or a lot is asked for. */
export function isNumbered({ numbers: { parse } }: Retrieval): boolean {
  return parse.number !== null || parse.lot !== null;
}

/** What a street must have by its card (street-card.ts): the number typed, any lot, or nothing. */
export function wantedNumber({ numbers: { parse }, others }: Retrieval): number {
  if (others) return ANY_NUMBER;
  return parse.number?.value ?? (parse.lot === null ? ANY_NUMBER : ANY_LOT);
}

/**
 * How many of a street's candidates, from `from` on, cost no more than `leastElsewhere`: 0 on a street that the number
 * leads to. As streets come best known first, those that are left have nothing better.
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
