/** What units of a flat type are for, a bit each. Two types go together if they share one of the first three. */
export const FAMILY = {
  /** People live there, or may. */
  dwelling: 1,
  /** People trade there, or may. */
  trade: 2,
  /** Nobody does either: a car space, an antenna. */
  neither: 4,
  /** A dwelling by its type, or UNIT: what a bare number means first. */
  home: 8,
} as const;

/** Sets of families are less than this. */
export const FAMILIES = 16;

/** What UNIT, a bare number and a record without a type say: any dwelling or place of trade. */
export const ANY_UNIT = FAMILY.dwelling | FAMILY.trade | FAMILY.home;

/** Whether units of two sets of families may be called by each other's types. */
export function goTogether(a: number, b: number): boolean {
  return (a & b & ~FAMILY.home) !== 0;
}
