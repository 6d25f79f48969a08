import { findNumberedUnits } from '../resolve/numbered-units.ts';
import { unitMatches } from '../resolve/unit-matches.ts';
import { findUnits, findUnitsOfType } from '../resolve/unit-postings.ts';
import { ABSENT, EXACT, FUZZY, LOCALITY_ABSENT, PREFIX } from '../retrieve/grades.ts';
import type { Names } from '../retrieve/place-streets.ts';
import type { StreetRun } from '../retrieve/state-streets.ts';
import type { Search } from '../score/candidates.ts';
import type { AddOnStreet, Retrieval } from './retrieval.ts';

/** Streets of a run and of some names, null for any; and the entry that was typed in full, -1 for none. */
export interface StreetFilter {
  readonly run: StreetRun;
  readonly names: Names | null;
  readonly whole: number;
}

/** Whether a unit was given by its type alone, which leads to addresses where no number follows. */
export function leadsByType({ numbers: { parse } }: Retrieval): boolean {
  return parse.lot === null && parse.number === null && parse.unit !== null && parse.unit.partialTypes !== null;
}

/** Whether a unit was given by a number, which leads to addresses. */
export function leadsByUnit({ numbers: { parse } }: Retrieval): boolean {
  return parse.lot === null && parse.unit !== null && parse.unit.number !== null;
}

/**
 * Suggests the addresses that a unit leads to, or its type alone, at the number that was typed, if any, on streets that pass a filter. Answers
 * as many as are wanted where they have the unit: no street that is scanned has a better one; else how many have one of another type at the number.
 */
export function suggestUnits(
  search: Search,
  retrieval: Retrieval,
  { run, names, whole }: StreetFilter,
  visit: AddOnStreet,
): number {
  const { numbers, wanted } = retrieval;
  const { number } = numbers.parse;
  if (!leadsByUnit(retrieval) && !leadsByType(retrieval)) return 0;
  const { streetEntry } = search.index.columns;
  if (leadsByType(retrieval)) findUnitsOfType(search.index, numbers.parse, run, names, wanted);
  else if (number === null) findUnits(search.index, numbers.parse, run, names, wanted);
  else findNumberedUnits(search, numbers, run, names, wanted);
  let ofType = 0;
  for (const match of unitMatches) {
    const name = names === null ? ABSENT : streetEntry[match.street] === whole ? EXACT : PREFIX;
    visit(match.street, name, false, LOCALITY_ABSENT, 0, match);
    if (match.unit !== FUZZY) ofType++;
  }
  if (ofType > 0) return wanted;
  return number === null ? 0 : Math.min(unitMatches.length, wanted);
}
