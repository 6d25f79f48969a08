import { MEANING } from '../../../index/lexicon.ts';
import { explained, lazily, withoutType } from '../../parse/names/explain-run.ts';
import type { NameParse } from '../../parse/names/name-parse.ts';
import { isVenue, mayBePlace, mayBeStreet, type Run, runsOf } from '../../parse/names/runs.ts';
import type { Span } from '../../parse/names/spans.ts';
import type { NumberParse, TypedNumber } from '../../parse/numbers/number-parse.ts';
import { wordMeans } from '../../text/lexicon.ts';
import { hasToken, tokenRange } from '../../text/token-set.ts';
import { COMMA, WORD } from '../../text/tokens.ts';
import { LOCALITY_ABSENT, LOCALITY_ALIAS, LOCALITY_EXACT, LOCALITY_FUZZY } from '../grades.ts';
import { localitiesNamed } from '../name-postings.ts';
import { localitiesOfPostcode } from '../postcodes.ts';
import { isConfirmed, isPlaced, type Query } from '../query.ts';
import { fuzzyPairs, fuzzyPlacesOf, fuzzyStreetsIn } from './misspelled.ts';

/** Called with a street that a misspelling led to, the parse that it explains, and how far both names are from what was typed. */
export type OnMisspelled = (
  parse: NameParse,
  street: number,
  other: boolean,
  nameEdits: number,
  locality: number,
  placeEdits: number,
) => void;

/**
 * Visits misspelled streets in the places that were given, misspelled places of the streets that were given, and, where neither was,
 * streets and places that are both misspelled; as far as a parse then leaves no more than `least` words unexplained. Streets that
 * cannot have `number` may be left out (street-card.ts). Where a street stands, by its name, in the place that was given, a mistake has to
 * explain more words.
 */
export function followMisspelled(
  query: Query,
  parse: NameParse,
  numbers: NumberParse,
  least: number,
  number: number,
  visit: OnMisspelled,
): void {
  const { street, locality, unmatched } = parse;
  const { postcode } = numbers;
  if (unmatched === 0 || (street !== null && (isPlaced(query) || locality !== null || !street.whole))) return;
  if (street === null && locality?.whole === false) return;
  const runs = runsOf(query, parse);
  const isBoth = street === null && locality === null && least > 0 && !isPlaced(query);
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i];
    const next = i + 1 < runs.length ? runs[i + 1] : null;
    const far = isBoth && mayBeStreet(query, run, numbers);
    if (far && next?.from === run.end && unmatched - (next.end - run.from) <= least)
      followBoth(query, parse, run.from, run.end, next.end, visit);
    if (isVenue(query, run, numbers)) continue;
    const leaves = unmatched - (run.end - run.from);
    if (leaves > least || leaves >= query.placedUnmatched) continue;
    if (street !== null) {
      if (!mayBePlace(run, street) || isConfirmed(query, tokenRange(run.from, run.end))) continue;
      followPlaces(query, parse, street, run, number, visit);
      const longer = placeWithTail(query, parse, street, run);
      if (longer !== null) followPlaces(query, longer.parse, street, longer.run, number, visit);
    } else if (locality !== null || postcode !== null) followStreets(query, parse, run, postcode, visit);
    if (far)
      for (let split = run.from + 1; split < run.end; split++)
        followBoth(query, parse, run.from, split, run.end, visit);
  }
}

/**
 * `10 GREY STREET SOUTH BRISBANZ`, `510 CANNING HIGHWAY VICTORIA PARKL`: the run with the suffix or state in front of it as the place's first
 * word, and the parse without them; null where none stands there.
 */
function placeWithTail(
  { tokens, words }: Query,
  parse: NameParse,
  street: Span,
  { from, end }: Run,
): { readonly parse: NameParse; readonly run: Run } | null {
  const t = from - 1;
  if (t < street.end || hasToken(parse.left, t) || tokens.kind[t] !== WORD || (tokens.before[from] & COMMA) !== 0)
    return null;
  const run = { from: t, end };
  if (parse.suffix >= 0 && wordMeans(words, t, MEANING.streetSuffix)) return { parse: { ...parse, suffix: -1 }, run };
  if (parse.state >= 0 && wordMeans(words, t, MEANING.state)) return { parse: { ...parse, state: -1 }, run };
  return null;
}

/** Reads a run of words as a misspelled place of the street that was given. */
function followPlaces(
  query: Query,
  parse: NameParse,
  street: Span,
  { from, end }: Run,
  number: number,
  visit: OnMisspelled,
): void {
  const whole = lazily(() => explained(parse, from, end));
  fuzzyPlacesOf(query, query.streets.low[street.node], from, end, number, (at, other, edits) =>
    visit(whole(), at, other, street.edits, LOCALITY_FUZZY, edits),
  );
}

/** Reads a run of words as a misspelled street in the place that was given, or else in the postcode's. */
function followStreets(
  query: Query,
  parse: NameParse,
  { from, end }: Run,
  postcode: TypedNumber | null,
  visit: OnMisspelled,
): void {
  const bare = withoutType(query.words, from, end);
  if (bare.end === from) return;
  const without = lazily(() => explained(parse, from, end, bare));
  const inPlace = (place: number, grade: number) =>
    fuzzyStreetsIn(query, from, bare.end, place, (at, other, edits) => visit(without(), at, other, edits, grade, 0));
  if (parse.locality !== null)
    for (const { ordinal, alias } of localitiesNamed(query, parse.locality))
      inPlace(ordinal, alias ? LOCALITY_ALIAS : LOCALITY_EXACT);
  else if (postcode !== null)
    for (const ordinal of localitiesOfPostcode(query.index, postcode.value)) inPlace(ordinal, LOCALITY_ABSENT);
}

/** Reads words up to `split` as a misspelled street, and those behind as a misspelled place. */
function followBoth(
  query: Query,
  parse: NameParse,
  from: number,
  split: number,
  end: number,
  visit: OnMisspelled,
): void {
  const bare = withoutType(query.words, from, split);
  if (bare.end === from) return;
  const whole = lazily(() => explained(parse, from, end, bare));
  fuzzyPairs(query, from, bare.end, split, end, (at, other, edits, placeEdits) =>
    visit(whole(), at, other, edits, LOCALITY_FUZZY, placeEdits),
  );
}
