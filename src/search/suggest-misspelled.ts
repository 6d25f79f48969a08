import { MEANING } from '../index/lexicon.ts';
import { type Asking, cheapest, MOST_GLANCED, soughtNumber, visitor } from './asking.ts';
import { explained, withoutType } from './explained.ts';
import { followMisspelled } from './follow-misspelled.ts';
import { EXACT, FUZZY } from './grades.ts';
import { begunBy, wordMeans } from './lexicon.ts';
import { isPlaced, type Matcher } from './matcher.ts';
import { nearStreets } from './misspelled.ts';
import type { NameReading } from './name-readings.ts';
import { mayBeStreet, type Run, runsOf } from './runs.ts';
import { suggestStreet } from './suggest-street.ts';
import { COMMA } from './tokens.ts';

/** Names that a misspelled one may stand for, where nothing says in which place. */
const MOST_MEANT = 6;
/** A candidate of at most this cost makes it needless to look for misspelled streets anywhere. */
const GOOD_ENOUGH = 22;

/**
 * Suggests misspelled streets and places, where a reading then leaves no more than `least` words unexplained; far and wide only where
 * no reading explains all words as they are, and, where a street stands in a place that was said, in places alone, by mistakes that
 * explain more words.
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
  if (least === 0 || reading.street !== null || cheapest(m) <= GOOD_ENOUGH) return;
  if (isPlaced(m) && reading.locality === null) return;
  const glancing = { ...asking, mostLooked: MOST_GLANCED };
  for (const run of runsOf(m, reading)) {
    const bare = withoutType(m.words, run.from, run.end);
    if (bare.end === run.from || !mayBeStreet(m, run, asking.numbers.reading)) continue;
    const leaves = reading.unmatched - (run.end - run.from);
    if (leaves > least || leaves >= m.placedLeaves) continue;
    const follow = (end: number, read: (followed: NameReading) => NameReading) => {
      for (const near of nearStreets(m, run.from, end).slice(0, MOST_MEANT)) {
        if (reading.locality !== null && !near.whole) continue;
        const followed = explained(reading, run.from, run.end, bare, { ...near, end: run.end });
        suggestStreet(m, glancing, read(followed), false);
      }
    };
    follow(bare.end, (followed) => followed);
    const last = bare.type < 0 ? lastAsType(m, reading, run) : null;
    if (last !== null)
      follow(Math.min(run.end, m.tokens.count - 1), (followed) => ({ ...followed, ...last, locality: null }));
  }
}

/**
 * `12 SMIHT S`, `12 SMIHT ST `: the last word as the street's type, or as what types begin with, where a reading takes it as the beginning of a
 * place or leaves it over; null where it is neither.
 */
function lastAsType(
  { index, tokens, words }: Matcher,
  { locality }: NameReading,
  run: Run,
): Pick<NameReading, 'type' | 'typesOpen'> | null {
  const last = tokens.count - 1;
  const beginsPlace = locality?.whole === false && locality.from === last && run.end === last;
  const isOver = tokens.open && run.end > last && run.from < last;
  if ((!beginsPlace && !isOver) || (tokens.before[last] & COMMA) !== 0) return null;
  if (!tokens.open)
    return wordMeans(words, last, MEANING.streetType) ? { type: words.entry[last], typesOpen: null } : null;
  const { types } = begunBy(index, tokens, words);
  return types.size > 0 ? { type: -1, typesOpen: types } : null;
}
