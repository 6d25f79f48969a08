import { numberIn } from '../../../src/address/index/address-head.ts';
import type { AddressIndex } from '../../../src/address/index/open.ts';
import { textOf } from '../../../src/address/index/text.ts';
import type { NumberParse } from '../../../src/address/search/parse/numbers/number-parse.ts';
import {
  ABSENT,
  EXACT,
  LOCALITY_COST,
  LOCALITY_PREFIX,
  NUMBER_EXACT,
} from '../../../src/address/search/query/grades.ts';
import { numberCodes } from '../../../src/address/search/retrieve/numbers/number-codes.ts';
import type { Candidate } from '../../../src/address/search/score/candidates.ts';
import { suggest } from '../../../src/address/search/suggest.ts';
import { everyCandidate } from './every-street.ts';

/** Lines that a list has: as many as callers get who ask for no other number. */
const LIMIT = 5;

/** A list that leaves a record out, by ordinals. */
export interface Lost {
  readonly shown: readonly number[];
  readonly lost: readonly number[];
}

/**
 * The records that answer what was typed without a flaw, and are left out of the list for others that cost more, or as much on streets that are less
 * well known; null where there are none. A record without a flaw has the number, lot, unit and level that were typed, on a street, and in a place, whose
 * own names were typed or begin as typed. Not those that stand for others: of a suburb that was typed alone, some of its streets, and of a level
 * without a unit. One that another number of it leads to, by an alias record, has a flaw.
 */
export function lostLines(index: AddressIndex, text: string): Lost | null {
  const parses: NumberParse[] = [];
  const shown = suggest(
    index,
    text,
    { limit: LIMIT, state: -1, near: null },
    {
      source: ({ kind, numbers }, brought) => {
        if (kind === 'numbers' && numbers !== null && brought !== null) parses.push(numbers);
      },
    },
  ).map(({ candidate }) => candidate);
  if (parses.length === 0) return null;
  const last = shown.reduce<Candidate | null>((a, b) => (a === null || precedes(a, b) ? b : a), null);
  const typed = typedNumbers(index, parses);
  const lost = everyCandidate(index, text, parses).filter(
    (candidate) =>
      isFlawless(candidate) &&
      hasOwn(index, candidate, typed) &&
      !shown.some(({ ordinal }) => ordinal === candidate.ordinal) &&
      (shown.length < LIMIT || last === null || precedes(candidate, last)),
  );
  return lost.length === 0 ? null : { shown: ordinals(shown), lost: ordinals(lost) };
}

/** Whether one record is to be shown before another: those that cost less, then those on better-known streets. */
function precedes(a: Candidate, b: Candidate): boolean {
  return a.cost < b.cost || (a.cost === b.cost && a.weight > b.weight);
}

function isFlawless({ cost, penalty, unit, level, name, nameOther, numbered, nonAddress }: Candidate): boolean {
  const isAsked = (numbered || name !== ABSENT) && (level === ABSENT || unit !== ABSENT) && !nameOther && !nonAddress;
  return isAsked && penalty === 0 && cost <= LOCALITY_COST[LOCALITY_PREFIX] && unit <= EXACT && level <= EXACT;
}

/** Codes of the street numbers, and the texts of the unit numbers, that were typed. */
interface TypedNumbers {
  readonly codes: ReadonlySet<number>;
  readonly units: ReadonlySet<string>;
}

function typedNumbers(index: AddressIndex, parses: readonly NumberParse[]): TypedNumbers {
  return {
    codes: new Set(parses.map((parse) => numberCodes(index, parse, false).exact)),
    units: new Set(parses.flatMap(({ unit }) => (unit?.number == null ? [] : [unit.number.text]))),
  };
}

/** Whether a record has numbers that were typed itself: not by an alias record, and not for want of a unit that need not be one. */
function hasOwn(index: AddressIndex, { ordinal, number, unit }: Candidate, { codes, units }: TypedNumbers): boolean {
  const { addressHead, addressUnit, unitFlatText } = index.columns;
  if (number === NUMBER_EXACT && !codes.has(numberIn(addressHead[ordinal]))) return false;
  if (unit === ABSENT) return units.size === 0;
  return units.has(textOf(index, unitFlatText[addressUnit[ordinal]]));
}

function ordinals(candidates: readonly Candidate[]): number[] {
  return candidates.map(({ ordinal }) => ordinal);
}
