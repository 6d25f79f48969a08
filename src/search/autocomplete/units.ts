import { findNumberedUnits } from '../resolve/numbered-units.ts';
import { unitMatches } from '../resolve/unit-matches.ts';
import { findUnits } from '../resolve/unit-postings.ts';
import { ABSENT, EXACT, FUZZY, LOCALITY_ABSENT, PREFIX } from '../retrieve/grades.ts';
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
 * Suggests the addresses that a unit leads to, at the number that was typed, if any, of a state, -1 for any, and of streets of some names. Answers
 * as many as are wanted where they have the unit: no street that is scanned has a better one; else 0.
 */
export function suggestUnits(
  search: Search,
  retrieval: Retrieval,
  state: number,
  { names, whole }: StreetNames,
  visit: AddOnStreet,
): number {
  const { numbers, wanted } = retrieval;
  const { unit, number, lot } = numbers.parse;
  if (lot !== null || !unit?.number) return 0;
  const { streetEntry } = search.index.columns;
  const run = streetsOfState(search.index, state);
  if (number === null) findUnits(search.index, numbers.parse, run, names, wanted);
  else findNumberedUnits(search, numbers, run, names, wanted);
  let found = 0;
  for (const match of unitMatches) {
    const name = names === null ? ABSENT : streetEntry[match.street] === whole ? EXACT : PREFIX;
    visit(match.street, name, false, LOCALITY_ABSENT, 0, match);
    if (match.unit !== FUZZY) found++;
  }
  return found > 0 ? wanted : 0;
}
