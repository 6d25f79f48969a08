import { ABSENT, type Grade, NONE } from '../query/grades.ts';
import type { UnitGrades } from './unit.ts';

/** Most addresses of one street that are found at a time. */
export const MOST_RESOLVED = 128;

/** Addresses that were found on a street, and how they answer what was typed. The i-th is the i-th of each list; lists are reused by every call. */
export interface Resolved {
  count: number;
  readonly ordinal: Uint32Array;
  readonly number: Uint8Array;
  readonly unit: Uint8Array;
  readonly level: Uint8Array;
  readonly lot: Uint8Array;
  /** 1 where only a level was given, and several units are on it. */
  readonly several: Uint8Array;
}

/** What was found last. */
export const resolved: Resolved = {
  count: 0,
  ordinal: new Uint32Array(MOST_RESOLVED),
  number: new Uint8Array(MOST_RESOLVED),
  unit: new Uint8Array(MOST_RESOLVED),
  level: new Uint8Array(MOST_RESOLVED),
  lot: new Uint8Array(MOST_RESOLVED),
  several: new Uint8Array(MOST_RESOLVED),
};

/** How the unit and level of the address under way answer. */
export const unitGrades: UnitGrades = { unit: ABSENT, level: ABSENT, several: false };

/** What is asked of the addresses of a street. */
const wanted = { most: 0, from: 0, to: 0, lot: ABSENT as Grade, withUnit: false };

/** Begins a list that `most` addresses are enough for, of principals from one ordinal up to, not including, another. */
export function beginResolved(most: number, from: number, to: number): void {
  resolved.count = 0;
  wanted.most = Math.min(most, MOST_RESOLVED);
  wanted.from = from;
  wanted.to = to;
  wanted.lot = ABSENT;
  wanted.withUnit = false;
}

/** Sets how the lots that follow answer the one that was typed. */
export function setLotGrade(lot: Grade): void {
  wanted.lot = lot;
}

/** Sets whether addresses that follow are left out where they have not the unit and the level. */
export function requireUnit(withUnit: boolean): void {
  wanted.withUnit = withUnit;
}

/**
 * Adds a principal with the grade of its number and `unitGrades`, unless it is not among those that are wanted; answers whether to go on. One that is
 * added nevertheless is kept, while there is room.
 */
export function addResolved(ordinal: number, number: number): boolean {
  const { count } = resolved;
  if (ordinal < wanted.from || ordinal >= wanted.to || count === MOST_RESOLVED) return count < wanted.most;
  if (wanted.withUnit && (unitGrades.unit === NONE || unitGrades.level === NONE)) return true;
  resolved.ordinal[count] = ordinal;
  resolved.number[count] = number;
  resolved.unit[count] = unitGrades.unit;
  resolved.level[count] = unitGrades.level;
  resolved.lot[count] = wanted.lot;
  resolved.several[count] = unitGrades.several ? 1 : 0;
  resolved.count = count + 1;
  return resolved.count < wanted.most;
}

/** Sets the grades of a unit and level that were not asked for. */
export function clearUnitGrades(): void {
  unitGrades.unit = ABSENT;
  unitGrades.level = ABSENT;
  unitGrades.several = false;
}
