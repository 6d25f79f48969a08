import { ANY_LOT, ANY_NUMBER } from '../../index/street-card.ts';
import type { NumberParse } from '../parse/numbers/number-parse.ts';
import type { Policy } from '../policy.ts';
import { NUMBER_COST } from '../query/costs.ts';
import { NUMBER_EXACT, NUMBER_IN_RANGE, NUMBER_OVERLAPS, NUMBER_PREFIX } from '../query/grades.ts';
import { ENOUGH, MOST_OFFERED, MOST_SCANNED } from '../query/limits.ts';
import { isCompoundTyped, type NumberCodes, numberCodes } from '../retrieve/numbers/number-codes.ts';
import { isRareNumber } from '../retrieve/numbers/number-streets.ts';
import type { Search } from '../score/candidates.ts';

/** What streets are asked for by one way to read the numbers, and how many addresses are wanted of them. */
export interface Retrieval {
  readonly numbers: NumberCodes;
  readonly wanted: number;
  /** How many of them are shown at most, or decide what is ambiguous. */
  readonly shown: number;
  readonly mostScanned: number;
  /** Addresses of one street. */
  readonly perStreet: number;
  /**
   * What the number costs at least on a street that it does not lead to: where it leads to all that have it, the rest have what is like it. 0 where
   * any may be wanted: beside a point, the nearest of many are.
   */
  readonly leastElsewhere: number;
  /** A street without the number answers with another one: in the place that was given; anywhere. */
  readonly others: boolean;
  readonly othersAnywhere: boolean;
  /** The addresses that have the unit at the number are candidates already: of others, one without it answers as well as any. */
  readonly unitListed: boolean;
  /** What it costs that the numbers are not read in the likeliest way. */
  readonly cost: number;
  /** The bound of the source, which a record costs that explains words that are left over. */
  readonly floor: number;
}

/** What a way to read the numbers asks for. */
export function retrievalOf(
  { index, tokens, near }: Search,
  numbers: NumberParse,
  { gathered, others, perStreet }: Policy,
  cost: number,
): Retrieval {
  const { unit, level, number, lot } = numbers;
  const last = numbers.last ?? number ?? lot;
  const growing = tokens.open && last !== null && last.token === tokens.count - 1;
  const units = unit !== null || level !== null;
  const codes = numberCodes(index, numbers, growing);
  const few = number !== null && (codes.from === codes.to || isRareNumber(index, number.value));
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

/** The question, where what answers it costs more. */
export function dearer(retrieval: Retrieval, cost: number): Retrieval {
  return cost === 0 ? retrieval : { ...retrieval, cost: retrieval.cost + cost };
}

/** Whether a street number or a lot is asked for. */
export function isNumbered({ numbers: { parse } }: Retrieval): boolean {
  return parse.number !== null || parse.lot !== null;
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
