import { explained, lazily, withoutType } from './explained.ts';
import { LOCALITY_ABSENT, LOCALITY_ALIAS, LOCALITY_EXACT, LOCALITY_FUZZY } from './grades.ts';
import { isPlaced, type Matcher } from './matcher.ts';
import { nearPairs, nearPlacesOf, nearStreetsIn } from './misspelled.ts';
import type { NameReading } from './name-readings.ts';
import { localitiesNamed } from './names-in.ts';
import { localitiesOfPostcode } from './postcodes.ts';
import { isVenue, mayBePlace, mayBeStreet, type Run, runsOf } from './runs.ts';
import type { Span } from './trie-walk.ts';
import type { NumberReading, TypedNumber } from './typed-numbers.ts';

/** Called with a street that a misspelling led to, the reading that it explains, and how far both names are from what was typed. */
export type OnMisspelled = (
  reading: NameReading,
  street: number,
  other: boolean,
  nameEdits: number,
  locality: number,
  placeEdits: number,
) => void;

/**
 * Visits misspelled streets in the places that were said, misspelled places of the streets that were said, and, where neither was,
 * streets and places that are both misspelled; as far as a reading then leaves no more than `least` words unexplained. Streets that
 * cannot have `number` may be left out (street-card.ts). Where a street stands, by its name, in the place that was said, a mistake has to
 * explain more words.
 */
export function followMisspelled(
  m: Matcher,
  reading: NameReading,
  numbers: NumberReading,
  least: number,
  number: number,
  visit: OnMisspelled,
): void {
  const { street, locality, unmatched } = reading;
  const { postcode } = numbers;
  if (unmatched === 0 || (street !== null && (isPlaced(m) || locality !== null || !street.whole))) return;
  if (street === null && locality?.whole === false) return;
  const runs = runsOf(m, reading);
  const isBoth = street === null && locality === null && least > 0 && !isPlaced(m);
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i];
    const next = i + 1 < runs.length ? runs[i + 1] : null;
    const far = isBoth && mayBeStreet(m, run, numbers);
    if (far && next?.from === run.end && unmatched - (next.end - run.from) <= least)
      followBoth(m, reading, run.from, run.end, next.end, visit);
    if (isVenue(m, run, numbers)) continue;
    const leaves = unmatched - (run.end - run.from);
    if (leaves > least || leaves >= m.placedLeaves) continue;
    if (street !== null) {
      if (mayBePlace(run, street)) followPlaces(m, reading, street, run, number, visit);
    } else if (locality !== null || postcode !== null) followStreets(m, reading, run, postcode, visit);
    if (far)
      for (let split = run.from + 1; split < run.end; split++) followBoth(m, reading, run.from, split, run.end, visit);
  }
}

/** Reads a run of words as a misspelled place of the street that was said. */
function followPlaces(
  m: Matcher,
  reading: NameReading,
  street: Span,
  { from, end }: Run,
  number: number,
  visit: OnMisspelled,
): void {
  const whole = lazily(() => explained(reading, from, end));
  nearPlacesOf(m, m.streets.low[street.node], from, end, number, (at, other, edits) =>
    visit(whole(), at, other, street.edits, LOCALITY_FUZZY, edits),
  );
}

/** Reads a run of words as a misspelled street in the place that was said, or else in the postcode's. */
function followStreets(
  m: Matcher,
  reading: NameReading,
  { from, end }: Run,
  postcode: TypedNumber | null,
  visit: OnMisspelled,
): void {
  const bare = withoutType(m.words, from, end);
  if (bare.end === from) return;
  const without = lazily(() => explained(reading, from, end, bare));
  const inPlace = (place: number, grade: number) =>
    nearStreetsIn(m, from, bare.end, place, (at, other, edits) => visit(without(), at, other, edits, grade, 0));
  if (reading.locality !== null)
    for (const { ordinal, alias } of localitiesNamed(m, reading.locality))
      inPlace(ordinal, alias ? LOCALITY_ALIAS : LOCALITY_EXACT);
  else if (postcode !== null)
    for (const ordinal of localitiesOfPostcode(m.index, postcode.value)) inPlace(ordinal, LOCALITY_ABSENT);
}

/** Reads words up to `split` as a misspelled street, and those behind as a misspelled place. */
function followBoth(
  m: Matcher,
  reading: NameReading,
  from: number,
  split: number,
  end: number,
  visit: OnMisspelled,
): void {
  const bare = withoutType(m.words, from, split);
  if (bare.end === from) return;
  const whole = lazily(() => explained(reading, from, end, bare));
  nearPairs(m, from, bare.end, split, end, (at, other, edits, placeEdits) =>
    visit(whole(), at, other, edits, LOCALITY_FUZZY, placeEdits),
  );
}
