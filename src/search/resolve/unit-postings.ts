import { lowerBound } from '../../index/address.ts';
import type { AddressIndex } from '../../index/open.ts';
import { textBegins } from '../../index/text.ts';
import { UNIT_ADDRESS, UNIT_NUMBER, UNIT_RANK, UNIT_ROW, UNIT_STREET } from '../../index/unit-row.ts';
import type { TypedUnit } from '../parse/numbers/number-parse.ts';
import {
  ABSENT,
  EXACT,
  FUZZY,
  type Grade,
  NONE,
  NUMBER_ABSENT,
  NUMBER_EXACT,
  NUMBER_PREFIX,
  PREFIX,
} from '../retrieve/grades.ts';
import type { NumberCodes } from '../retrieve/number-codes.ts';
import type { Names } from '../retrieve/place-streets.ts';
import type { StreetRun } from '../retrieve/state-streets.ts';
import { levelGradeOf, sameFlat, typeGrade } from './unit.ts';

/** Rows that are looked at for one query: those of a common unit are many, and its first ones the best known. Names cost an access to memory each. */
const MOST_ROWS = 4096;
const MOST_NAMED_ROWS = 512;
/** Longer numbers than these are not looked for while one is typed: 10, 100 and 1000 times the number, and those that follow. */
const MOST_SCALE = 1000;

/** What rows lack, the worst last: the type that was typed; the whole of the unit's number; the whole of the street number. */
const OTHER_TYPE = 1;
const UNIT_PREFIX = 2;
const STREET_NUMBER_PREFIX = 4;
const NO_TIER = 8;

/** Rows that were found, ascending by tier and rank. Reused by every call. */
export const unitRows = new Uint32Array(32);
const order = new Float64Array(unitRows.length);

/** An address that a unit led to, and how it answers. */
export interface UnitMatch {
  address: number;
  street: number;
  number: number;
  unit: Grade;
  level: Grade;
}

/** The i-th of `unitRows`. Reused by every call. */
export function unitMatch(index: AddressIndex, i: number, { parse: { number, level } }: NumberCodes): UnitMatch {
  const { unitPosting, addressUnit } = index.columns;
  const tier = Math.floor(order[i] / 2 ** 32);
  match.address = unitPosting[unitRows[i] + UNIT_ADDRESS];
  match.street = unitPosting[unitRows[i] + UNIT_STREET];
  match.number = number === null ? NUMBER_ABSENT : tier >= STREET_NUMBER_PREFIX ? NUMBER_PREFIX : NUMBER_EXACT;
  match.unit = (tier & OTHER_TYPE) !== 0 ? FUZZY : (tier & UNIT_PREFIX) !== 0 ? PREFIX : EXACT;
  match.level = levelGradeOf(index, addressUnit[match.address], level);
  return match;
}

const match: UnitMatch = { address: 0, street: 0, number: NUMBER_ABSENT, unit: EXACT, level: ABSENT };

/**
 * Fills `unitRows` with rows of `unitPosting` (their first elements) that a unit leads to, at the street number that was typed or that
 * begins so: those of the type and level that were typed before others, the best known streets first; of the streets of a run, and of names between `low` and `high`. Answers how
 * many, at most `most`. O(units of the number + rows of those that fit).
 */
export function findUnitRows(
  index: AddressIndex,
  numbers: NumberCodes,
  { from, to }: StreetRun,
  names: Names | null,
  most: number,
): number {
  const { unit, level } = numbers.parse;
  if (unit === null || unit.number === null) return 0;
  const { unitFlatNumber, unitFlatText, unitPosting, unitPostingStart, streetEntry } = index.columns;
  const { value, text } = unit.number;
  const wanted = Math.min(most, unitRows.length);
  let count = 0;
  let rows = names === null ? MOST_ROWS : MOST_NAMED_ROWS;
  const addUnit = (code: number, tier: number): void => {
    if (level !== null && levelGradeOf(index, code, level) === NONE) return;
    const end = unitPostingStart[code + 1] * UNIT_ROW;
    for (let row = unitPostingStart[code] * UNIT_ROW; row < end && rows > 0; row += UNIT_ROW) {
      rows--;
      const lacks = tier + numberTier(numbers, unitPosting[row + UNIT_NUMBER]);
      const key = lacks * 2 ** 32 + unitPosting[row + UNIT_RANK];
      if (lacks >= NO_TIER) continue;
      if (count === wanted && key >= order[count - 1]) {
        if (numbers.parse.number === null) return;
        continue;
      }
      const street = unitPosting[row + UNIT_STREET];
      if (street < from || street >= to) continue;
      if (names !== null && (streetEntry[street] < names.low || streetEntry[street] >= names.high)) continue;
      let at = count === wanted ? count - 1 : count++;
      for (; at > 0 && order[at - 1] > key; at--) {
        order[at] = order[at - 1];
        unitRows[at] = unitRows[at - 1];
      }
      order[at] = key;
      unitRows[at] = row;
    }
  };
  const last = unitFlatNumber.length;
  let code = Math.max(1, lowerBound(unitFlatNumber, value));
  let lastText = -1;
  let tier = NO_TIER;
  for (; code < last && unitFlatNumber[code] === value; code++) {
    if (unitFlatText[code] !== lastText) {
      lastText = unitFlatText[code];
      const isPrefix = unit.open === true && textBegins(index, lastText, text);
      tier = sameFlat(index, code, unit.number) ? 0 : isPrefix ? UNIT_PREFIX : NO_TIER;
    }
    if (tier !== NO_TIER) addUnit(code, tier + tierOf(index, code, unit));
  }
  if (unit.open !== true || value === 0) return count;
  for (let scale = 10; scale <= MOST_SCALE && count < wanted; scale *= 10) {
    const end = (value + 1) * scale;
    for (code = lowerBound(unitFlatNumber, value * scale, code); code < last && unitFlatNumber[code] < end; code++)
      if (textBegins(index, unitFlatText[code], text)) addUnit(code, UNIT_PREFIX + tierOf(index, code, unit));
  }
  return count;
}

/** What a row's street number lacks of the one that was typed: nothing, its end, or all. */
function numberTier({ parse, exact, grown }: NumberCodes, code: number): number {
  if (parse.number === null || code === exact) return 0;
  for (let i = 0; i < grown.length; i += 2) if (code >= grown[i] && code < grown[i + 1]) return STREET_NUMBER_PREFIX;
  return NO_TIER;
}

function tierOf(index: AddressIndex, code: number, unit: TypedUnit): number {
  return typeGrade(index, code, unit) === EXACT ? 0 : OTHER_TYPE;
}
