import { MEANING } from '../../../index/lexicon.ts';
import type { NameParse, Span } from '../../parse/names/name-parse.ts';
import {
  type Bare,
  explained,
  isVenue,
  mayBePlace,
  mayBeStreet,
  type Run,
  runsOf,
  withoutType,
} from '../../parse/names/runs.ts';
import type { NumberParse, TypedNumber } from '../../parse/numbers/number-parse.ts';
import { LOCALITY_ABSENT, LOCALITY_ALIAS, LOCALITY_EXACT, LOCALITY_FUZZY } from '../../query/grades.ts';
import type { FuzzyList } from '../../query/workspace.ts';
import { wordMeans } from '../../text/lexicon.ts';
import { COMMA, hasToken, tokenRange, WORD } from '../../text/tokens.ts';
import { localitiesNamed } from '../name-postings.ts';
import { localitiesOfPostcode } from '../places/regions.ts';
import { isConfirmed, isOfState, isPlaced, type Query } from '../query.ts';
import { fuzzyPairs, fuzzyPlacesOf, fuzzyStreetsIn } from './misspelled.ts';

/** A street that a misspelling led to, by its posting, with the parse that it completes, and how far both names are from what was typed. */
export interface MisspelledStreet {
  readonly parse: NameParse;
  readonly posting: number;
  readonly edits: number;
  /** The grade of the place (grades.ts). */
  readonly locality: number;
  readonly placeEdits: number;
}

/**
 * Misspelled streets in the places given, misspelled places of the streets given, and where neither
 * was, pairs of both, where a parse then leaves at most `least` words over, and fewer than one
 * whose street is in its place. Streets that cannot have `number` may be left out.
 */
export function misspelledStreets(
  query: Query,
  parse: NameParse,
  numbers: NumberParse,
  least: number,
  number: number,
): readonly MisspelledStreet[] {
  const found: MisspelledStreet[] = [];
  const { street, locality, unmatched } = parse;
  const { postcode } = numbers;
  if (unmatched === 0 || (street !== null && (locality !== null || !street.whole))) return found;
  if (street === null && locality?.whole === false) return found;
  const runs = runsOf(query, parse);
  const isBoth = street === null && locality === null && least > 0 && !isPlaced(query);
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i];
    const next = i + 1 < runs.length ? runs[i + 1] : null;
    const far = isBoth && mayBeStreet(query, run, numbers);
    if (far && next?.from === run.end && unmatched - (next.end - run.from) <= least)
      addBoth(query, found, parse, run.from, run.end, next.end);
    if (isVenue(query, run, numbers)) continue;
    const leaves = unmatched - (run.end - run.from);
    if (leaves > least || leaves >= query.placedUnmatched) continue;
    if (street !== null) {
      if (!mayBePlace(query, run, street) || isConfirmed(query, tokenRange(run.from, run.end))) continue;
      addPlaces(query, found, parse, street, run, number);
      const longer = placeWithTail(query, parse, street, run);
      if (longer !== null) addPlaces(query, found, longer.parse, street, longer.run, number);
    } else if (query.roles !== null && !mayBeStreet(query, run, numbers)) continue;
    else if (locality !== null || postcode !== null) addStreets(query, found, parse, run, postcode);
    if (far)
      for (let split = run.from + 1; split < run.end; split++) addBoth(query, found, parse, run.from, split, run.end);
  }
  return found;
}

/**
 * `10 GREY STREET SOUTH BRISBANZ`, `510 CANNING HIGHWAY VICTORIA PARKL`, `4 THE CRESCENT POINT COKO`: the run with the
 * suffix, state or type before it as the place's first word, and the parse without that; null where there is none.
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
  if (parse.type >= 0 && words.entry[t] === parse.type) return { parse: { ...parse, type: -1 }, run };
  return null;
}

/** Adds streets that explain a run of words of a parse. */
function add(
  found: MisspelledStreet[],
  { count, posting, edits, placeEdits }: FuzzyList,
  parse: NameParse,
  from: number,
  end: number,
  bare: Bare | undefined,
  locality: number,
): void {
  if (count === 0) return;
  const whole = explained(parse, { from, end }, bare);
  for (let i = 0; i < count; i++)
    found.push({ parse: whole, posting: posting[i], edits: edits[i], locality, placeEdits: placeEdits[i] });
}

/** Reads a run of words as a misspelled place of the street that was given. */
function addPlaces(
  query: Query,
  found: MisspelledStreet[],
  parse: NameParse,
  street: Span,
  { from, end }: Run,
  number: number,
): void {
  const places = fuzzyPlacesOf(query, query.streets.low[street.node], street.edits, from, end, number);
  add(found, places, parse, from, end, undefined, LOCALITY_FUZZY);
}

/**
 * Reads a run of words as a misspelled street in the place that was given, or else in the postcode's. Where
 * none there is spelled like that without its type, the type is part of the name: `THE BOULEVARDE`.
 */
function addStreets(
  query: Query,
  found: MisspelledStreet[],
  parse: NameParse,
  run: Run,
  postcode: TypedNumber | null,
  bare: Bare = withoutType(query.words, run.from, run.end),
): void {
  const { from, end } = run;
  if (bare.end === from) return;
  const before = found.length;
  const addIn = (place: number, grade: number) =>
    add(found, fuzzyStreetsIn(query, from, bare.end, place, bare.type >= 0), parse, from, end, bare, grade);
  if (parse.locality !== null) {
    for (const { ordinal, alias } of localitiesNamed(query, parse.locality))
      if (isOfState(query, ordinal)) addIn(ordinal, alias ? LOCALITY_ALIAS : LOCALITY_EXACT);
  } else if (postcode !== null)
    for (const place of localitiesOfPostcode(query.index, postcode.value)) addIn(place, LOCALITY_ABSENT);
  if (found.length === before && bare.type >= 0)
    addStreets(query, found, parse, run, postcode, { end, type: -1, suffix: -1 });
}

/** Reads words up to `split` as a misspelled street, and those after it as a misspelled place. */
function addBoth(
  query: Query,
  found: MisspelledStreet[],
  parse: NameParse,
  from: number,
  split: number,
  end: number,
): void {
  const bare = withoutType(query.words, from, split);
  if (bare.end === from) return;
  add(found, fuzzyPairs(query, from, bare.end, split, end), parse, from, end, bare, LOCALITY_FUZZY);
}
