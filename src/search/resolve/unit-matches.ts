import { MOST_MATCHES, type UnitMatch, type UnitMatches } from '../query/workspace.ts';

/** Begins a list of at most `wanted` matches. */
export function beginMatches(matches: UnitMatches, wanted: number): void {
  matches.list.length = 0;
  matches.most = Math.min(wanted, MOST_MATCHES);
}

/** Whether the list has as many matches as it may. */
export function isFull({ list, most }: UnitMatches): boolean {
  return list.length >= most;
}

/** Whether a match with a key would find room. */
export function hasRoomFor({ list, keys, most }: UnitMatches, key: number): boolean {
  return list.length < most || key < keys[most - 1];
}

/** Adds a match, which has room, behind those whose keys are as low. */
export function addMatch({ list, keys, most }: UnitMatches, key: number, match: UnitMatch): void {
  let at = list.length < most ? list.length : most - 1;
  for (; at > 0 && keys[at - 1] > key; at--) {
    keys[at] = keys[at - 1];
    list[at] = list[at - 1];
  }
  keys[at] = key;
  list[at] = match;
}
