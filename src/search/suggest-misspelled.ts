import { type Asking, cheapest, MOST_GLANCED, soughtNumber, visitor } from './asking.ts';
import { explained, withoutType } from './explained.ts';
import { followMisspelled } from './follow-misspelled.ts';
import { EXACT, FUZZY } from './grades.ts';
import { isPlaced, type Matcher } from './matcher.ts';
import { nearStreets } from './misspelled.ts';
import type { NameReading } from './name-readings.ts';
import { mayBeStreet, runsOf } from './runs.ts';
import { suggestStreet } from './suggest-street.ts';

/** Names that a misspelled one may stand for, where nothing says in which place. */
const MOST_MEANT = 6;
/** A candidate of at most this cost makes it needless to look for misspelled streets anywhere. */
const GOOD_ENOUGH = 22;

/**
 * Suggests misspelled streets and places, where a reading then leaves no more than `least` words unexplained; far and wide only where
 * no reading explains all words as they are.
 */
export function suggestMisspelled(m: Matcher, asking: Asking, reading: NameReading, least: number): void {
  followMisspelled(
    m,
    reading,
    asking.numbers.reading,
    least,
    soughtNumber(asking),
    (followed, street, other, edits, locality, placeEdits) =>
      visitor(m, asking, followed, 0, edits)(street, edits > 0 ? FUZZY : EXACT, other, locality, placeEdits),
  );
  if (isPlaced(m) || least === 0 || reading.street !== null || cheapest(m) <= GOOD_ENOUGH) return;
  const glancing = { ...asking, mostLooked: MOST_GLANCED };
  for (const run of runsOf(m, reading)) {
    const bare = withoutType(m.words, run.from, run.end);
    if (bare.end === run.from || !mayBeStreet(m, run, asking.numbers.reading)) continue;
    if (reading.unmatched - (run.end - run.from) > least) continue;
    for (const near of nearStreets(m, run.from, bare.end).slice(0, MOST_MEANT)) {
      if (reading.locality !== null && !near.whole) continue;
      const street = { ...near, end: run.end };
      suggestStreet(m, glancing, explained(reading, run.from, run.end, bare, street), false);
    }
  }
}
