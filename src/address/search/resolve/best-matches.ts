import { MOST_CANDIDATES } from '../query/limits.ts';
import type { UnitMatch, UnitMatches } from '../query/workspace.ts';

/** Empties the list, for at most `wanted` matches, and the grades unless they are of the same that is asked for. */
export function beginMatches(matches: UnitMatches, wanted: number, asked: object): void {
  matches.list.length = 0;
  matches.most = Math.min(wanted, MOST_CANDIDATES);
  if (matches.asked !== asked) matches.graded.clear();
  matches.asked = asked;
}

/** Whether the list is full. */
export function isFull({ list, most }: UnitMatches): boolean {
  return list.length >= most;
}

/** Whether there is room for a match with a key. */
export function hasRoomFor({ list, keys, most }: UnitMatches, key: number): boolean {
  return list.length < most || key < keys[most - 1];
}

/** Inserts a match by its key, after equal ones; there has to be room. */
export function addMatch({ list, keys, most }: UnitMatches, key: number, match: UnitMatch): void {
  let at = list.length < most ? list.length : most - 1;
  for (; at > 0 && keys[at - 1] > key; at--) {
    keys[at] = keys[at - 1];
    list[at] = list[at - 1];
  }
  keys[at] = key;
  list[at] = match;
}
