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

/** Rows that are scanned for one query: those of a common unit are many, and its first ones the best known. Names cost an access to memory each. */
const MOST_ROWS = 4096;
const MOST_NAMED_ROWS = 512;
/** Longer numbers than these are not considered while one is typed: 10, 100 and 1000 times the number, and those that follow. */
const MOST_SCALE = 1000;

/** What rows lack, the worst last: the type that was typed; the whole of the unit's number; the whole of the street number. */
const OTHER_TYPE = 1;
const UNIT_PREFIX = 2;
const STREET_NUMBER_PREFIX = 4;
const NO_TIER = 8;

/** Rows that were found, ascending by tier and rank. Reused by every call. */
export const unitRows = new Uint32Array(32);
const order = new Float64Array(unitRows.length);

/** What rows are collected for, and how many there are. */
interface Collector {
  readonly index: AddressIndex;
  readonly numbers: NumberCodes;
  /** The run of streets, and of their names' entries. */
  readonly from: number;
  readonly to: number;
  readonly names: Names | null;
  readonly wanted: number;
  count: number;
  rowsLeft: number;
}

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
  const { unit } = numbers.parse;
  if (unit === null || unit.number === null) return 0;
  const { unitFlatNumber, unitFlatText } = index.columns;
  const { value, text } = unit.number;
  const wanted = Math.min(most, unitRows.length);
  const collector: Collector = {
    index,
    numbers,
    from,
    to,
    names,
    wanted,
    count: 0,
    rowsLeft: names === null ? MOST_ROWS : MOST_NAMED_ROWS,
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
    if (tier !== NO_TIER) collect(collector, code, tier + tierOf(index, code, unit));
  }
  if (unit.open !== true || value === 0) return collector.count;
  for (let scale = 10; scale <= MOST_SCALE && collector.count < wanted; scale *= 10) {
    const end = (value + 1) * scale;
    for (code = lowerBound(unitFlatNumber, value * scale, code); code < last && unitFlatNumber[code] < end; code++)
      if (textBegins(index, unitFlatText[code], text))
        collect(collector, code, UNIT_PREFIX + tierOf(index, code, unit));
  }
  return collector.count;
}

/** Collects the rows of a unit that fit, into `unitRows`. */
function collect(c: Collector, unit: number, tier: number): void {
  const { index, numbers, wanted } = c;
  const { unitPosting, unitPostingStart, streetEntry } = index.columns;
  const { number, level } = numbers.parse;
  if (level !== null && levelGradeOf(index, unit, level) === NONE) return;
  const from = unitPostingStart[unit] * UNIT_ROW;
  const end = Math.min(unitPostingStart[unit + 1] * UNIT_ROW, from + c.rowsLeft * UNIT_ROW);
  let row = from;
  for (; row < end; row += UNIT_ROW) {
    const code = unitPosting[row + UNIT_NUMBER];
    const begins = number !== null && code !== numbers.exact;
    if (begins && !isGrown(numbers.grown, code)) continue;
    const key = (begins ? tier + STREET_NUMBER_PREFIX : tier) * 2 ** 32 + unitPosting[row + UNIT_RANK];
    if (c.count === wanted && key >= order[wanted - 1]) {
      if (number === null) break;
      continue;
    }
    const street = unitPosting[row + UNIT_STREET];
    if (street < c.from || street >= c.to) continue;
    if (c.names !== null && (streetEntry[street] < c.names.low || streetEntry[street] >= c.names.high)) continue;
    let at = c.count === wanted ? wanted - 1 : c.count++;
    for (; at > 0 && order[at - 1] > key; at--) {
      order[at] = order[at - 1];
      unitRows[at] = unitRows[at - 1];
    }
    order[at] = key;
    unitRows[at] = row;
  }
  c.rowsLeft -= (row - from) / UNIT_ROW;
}

/** Whether a number code is in one of some runs, which ascend. */
function isGrown(runs: readonly number[], code: number): boolean {
  for (let i = 0; i < runs.length && code >= runs[i]; i += 2) if (code < runs[i + 1]) return true;
  return false;
}

function tierOf(index: AddressIndex, code: number, unit: TypedUnit): number {
  return typeGrade(index, code, unit) === EXACT ? 0 : OTHER_TYPE;
}
