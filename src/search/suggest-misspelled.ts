import { type Asking, cheapest, MOST_GLANCED, visitor } from './asking.ts';
import { localitiesNamed, runsOf } from './explore.ts';
import { EXACT, FUZZY, LOCALITY_ABSENT, LOCALITY_ALIAS, LOCALITY_EXACT, LOCALITY_FUZZY } from './grades.ts';
import type { Matcher } from './matcher.ts';
import { nearPairs, nearPlacesOf, nearStreets, nearStreetsIn } from './misspelled.ts';
import { explained, lazily, type NameReading, withoutType } from './name-readings.ts';
import { localitiesOfPostcode } from './postcodes.ts';
import { suggestStreet } from './suggest-street.ts';

/** Names that a misspelled one may stand for, where nothing says in which place. */
const MOST_MEANT = 6;

/**
 * Looks for misspelled streets and places, where a reading then leaves no more than `least` words unexplained; far and wide only where
 * no reading explains all words as they are.
 */
export function suggestMisspelled(m: Matcher, asking: Asking, reading: NameReading, least: number): void {
  const { street, locality } = reading;
  const { postcode } = asking.numbers.reading;
  const runs = runsOf(m, reading);
  const isBoth = street === null && locality === null && least > 0 && !m.placed;
  for (const [i, run] of runs.entries()) {
    const next = runs[i + 1];
    if (isBoth && next?.from === run.end && reading.unmatched - (next.end - run.from) <= least)
      suggestBothMisspelled(m, asking, reading, run.from, run.end, next.end);
    if (reading.unmatched - (run.end - run.from) > least) continue;
    if (street !== null) {
      if (m.placed || locality !== null || !street.whole) continue;
      const whole = lazily(() => explained(reading, run.from, run.end));
      nearPlacesOf(m, m.streets.low[street.node], run.from, run.end, (at, other, edits) =>
        visitor(m, asking, whole(), 0)(at, EXACT, other, LOCALITY_FUZZY, edits),
      );
      continue;
    }
    const { end, type, suffix } = withoutType(m.index, m.words, run.from, run.end);
    if (end === run.from) continue;
    const without = lazily(() => explained({ ...reading, type, suffix }, run.from, run.end));
    const inPlace = (place: number, grade: number) =>
      nearStreetsIn(m, run.from, end, place, (at, other, edits) =>
        visitor(m, asking, without(), 0, edits)(at, FUZZY, other, grade, 0),
      );
    if (locality?.whole === true)
      for (const { ordinal, alias } of localitiesNamed(m, locality))
        inPlace(ordinal, alias ? LOCALITY_ALIAS : LOCALITY_EXACT);
    else if (locality === null) {
      if (postcode !== null)
        for (const ordinal of localitiesOfPostcode(m.index, postcode.value)) inPlace(ordinal, LOCALITY_ABSENT);
      if (isBoth)
        for (let split = run.from + 1; split < run.end; split++)
          suggestBothMisspelled(m, asking, reading, run.from, split, run.end);
    }
    if (m.placed || least === 0 || cheapest(m) <= 22) continue;
    const glancing = { ...asking, mostLooked: MOST_GLANCED };
    for (const near of nearStreets(m, run.from, end).slice(0, MOST_MEANT))
      if (locality === null || near.whole)
        suggestStreet(m, glancing, { ...without(), street: { ...near, end: run.end } }, false);
  }
}

/** Reads words up to `split` as a misspelled street, and those behind as a misspelled place. */
function suggestBothMisspelled(
  m: Matcher,
  asking: Asking,
  reading: NameReading,
  from: number,
  split: number,
  end: number,
): void {
  const { end: streetEnd, type, suffix } = withoutType(m.index, m.words, from, split);
  if (streetEnd === from) return;
  const whole = lazily(() => explained({ ...reading, type, suffix }, from, end));
  nearPairs(m, from, streetEnd, split, end, (at, other, edits, placeEdits) =>
    visitor(m, asking, whole(), 0, edits)(at, FUZZY, other, LOCALITY_FUZZY, placeEdits),
  );
}
