import { FUZZY } from '../query/grades.ts';
import { findNumberedUnits } from '../resolve/numbered-units.ts';
import { findUnits, findUnitsOfType, findUnitsOnLevel } from '../resolve/unit-postings.ts';
import type { Names } from '../retrieve/places/place-streets.ts';
import type { StreetRun } from '../retrieve/places/state-streets.ts';
import { type Collector, collectUnit } from './collector.ts';
import type { Retrieval } from './retrieval.ts';

/** Whether a unit was given by its type alone, which leads to addresses where no number follows. */
export function leadsByType({ numbers: { parse } }: Retrieval): boolean {
  return parse.lot === null && parse.number === null && parse.unit !== null && parse.unit.partialTypes !== null;
}

/** Whether a unit was given by a number, which leads to addresses. */
export function leadsByUnit({ numbers: { parse } }: Retrieval): boolean {
  return parse.lot === null && parse.unit !== null && parse.unit.number !== null && !parse.unit.optional;
}

/** Whether a level was given, but neither a unit nor a number: it leads to addresses where no street was named. */
function leadsByLevel({ numbers: { parse } }: Retrieval): boolean {
  return parse.lot === null && parse.number === null && parse.unit === null && parse.level !== null;
}

/**
 * Collects the addresses that a unit leads to, its type alone or a level alone, at the number that was typed, if any, on streets of a run and of
 * some names, null for any. Answers as many as are wanted where they have the unit: no street that is scanned has a better one; else how many
 * have one of another type at the number.
 */
export function suggestUnits(collector: Collector, run: StreetRun, names: Names | null): number {
  const { search, retrieval } = collector;
  const { numbers, wanted } = retrieval;
  const { number } = numbers.parse;
  const byLevel = names === null && leadsByLevel(retrieval);
  if (!byLevel && !leadsByUnit(retrieval) && !leadsByType(retrieval)) return 0;
  if (byLevel) findUnitsOnLevel(search, numbers.parse, run, wanted);
  else if (leadsByType(retrieval)) findUnitsOfType(search, numbers.parse, run, names, wanted);
  else if (number === null) findUnits(search, numbers.parse, run, names, wanted);
  else findNumberedUnits(search, numbers, run, names, wanted);
  let ofType = 0;
  for (const match of search.work.unitMatches.list) {
    collectUnit(collector, match);
    if (match.unit !== FUZZY) ofType++;
  }
  if (ofType > 0) return wanted;
  return number === null ? 0 : Math.min(search.work.unitMatches.list.length, wanted);
}
