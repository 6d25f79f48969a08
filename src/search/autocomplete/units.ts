import { findUnitRows, unitMatch } from '../resolve/unit-postings.ts';
import { ABSENT, EXACT, LOCALITY_ABSENT, PREFIX } from '../retrieve/grades.ts';
import type { Names } from '../retrieve/place-streets.ts';
import { streetsOfState } from '../retrieve/state-streets.ts';
import type { Search } from '../score/candidates.ts';
import type { AddOnStreet, Retrieval } from './retrieval.ts';

/** Streets by their names: null for any; and the entry that was typed in full, -1 for none. */
export interface StreetNames {
  readonly names: Names | null;
  readonly whole: number;
}

/** Streets of any name. */
export const ANY_STREET: StreetNames = { names: null, whole: -1 };

/**
 * Suggests the addresses that a unit leads to at the number that was typed, if any, of a state, -1 for any, and of streets of some names.
 * Answers how many answer it: none where none has the unit.
 */
export function suggestUnits(
  search: Search,
  { numbers, wanted }: Retrieval,
  state: number,
  { names, whole }: StreetNames,
  visit: AddOnStreet,
): number {
  if (numbers.parse.lot !== null) return 0;
  const { streetEntry } = search.index.columns;
  const rows = findUnitRows(search.index, numbers, streetsOfState(search.index, state), names, wanted);
  let found = 0;
  for (let i = 0; i < rows; i++) {
    const match = unitMatch(search.index, i, numbers);
    const name = names === null ? ABSENT : streetEntry[match.street] === whole ? EXACT : PREFIX;
    if (visit(match.street, name, false, LOCALITY_ABSENT, 0, match) > 0) found++;
  }
  return found;
}
