import { ABSENT, type Grade, NONE } from '../query/grades.ts';
import { MOST_RESOLVED, type Resolved } from '../query/workspace.ts';

/** Begins a list that `most` addresses are enough for, of principals from one ordinal up to, not including, another. */
export function beginResolved(resolved: Resolved, most: number, from: number, to: number): void {
  const { wanted } = resolved;
  resolved.count = 0;
  wanted.most = Math.min(most, MOST_RESOLVED);
  wanted.from = from;
  wanted.to = to;
  wanted.lot = ABSENT;
  wanted.withUnit = false;
}

/** Sets how the lots that follow answer the one that was typed. */
export function setLotGrade({ wanted }: Resolved, lot: Grade): void {
  wanted.lot = lot;
}

/** Sets whether addresses that follow are left out where they have not the unit and the level. */
export function requireUnit({ wanted }: Resolved, withUnit: boolean): void {
  wanted.withUnit = withUnit;
}

/**
 * Adds a principal with the grade of its number and its `unitGrades`, unless it is not among those that are wanted; answers whether to go on. One that is
 * added nevertheless is kept, while there is room.
 */
export function addResolved(resolved: Resolved, ordinal: number, number: number): boolean {
  const { count, wanted, unitGrades } = resolved;
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
export function clearUnitGrades({ unitGrades }: Resolved): void {
  unitGrades.unit = ABSENT;
  unitGrades.level = ABSENT;
  unitGrades.several = false;
}
