import type { Grade } from '../query/grades.ts';

/** An address that a unit led to, and how its number and its unit answer those that were typed. */
export interface UnitMatch {
  readonly address: number;
  readonly street: number;
  readonly number: number;
  readonly unit: Grade;
  readonly level: Grade;
}

/** Most matches that one list has room for. */
export const MOST_MATCHES = 32;

const list: UnitMatch[] = [];
const keys = new Float64Array(MOST_MATCHES);
let most = 0;

/** Matches of the query under way, the least key first; the next query empties them. */
export const unitMatches: readonly UnitMatch[] = list;

/** Begins a list of at most `wanted` matches. */
export function beginMatches(wanted: number): void {
  list.length = 0;
  most = Math.min(wanted, MOST_MATCHES);
}

/** Whether the list has as many matches as it may. */
export function isFull(): boolean {
  return list.length >= most;
}

/** Whether a match with a key would find room. */
export function hasRoomFor(key: number): boolean {
  return list.length < most || key < keys[most - 1];
}

/** Adds a match, which has room, behind those whose keys are as low. */
export function addMatch(key: number, match: UnitMatch): void {
  let at = list.length < most ? list.length : most - 1;
  for (; at > 0 && keys[at - 1] > key; at--) {
    keys[at] = keys[at - 1];
    list[at] = list[at - 1];
  }
  keys[at] = key;
  list[at] = match;
}
