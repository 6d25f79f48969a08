import { MEANING } from '../../../index/lexicon.ts';
import { localitiesOfPostcode } from '../../../index/postcodes.ts';
import { changedNames, type NameParse, type Span } from '../../parse/names/name-parse.ts';
import {
  type Bare,
  explained,
  isVenue,
  mayBePlace,
  mayBeStreet,
  type Run,
  runsOf,
  type Taken,
  withoutType,
} from '../../parse/names/runs.ts';
import type { NumberParse, TypedNumber } from '../../parse/numbers/number-parse.ts';
import { LOCALITY_ABSENT, LOCALITY_ALIAS, LOCALITY_EXACT, LOCALITY_FUZZY } from '../../query/grades.ts';
import type { FuzzyList } from '../../query/workspace.ts';
import { wordMeans } from '../../text/lexicon.ts';
import { COMMA, hasToken, NO_TOKENS, tokenRange, WORD } from '../../text/tokens.ts';
import { localitiesNamed } from '../name-postings.ts';
import { isConfirmed, isOfState, isPlaced, type Query } from '../query.ts';
import { fuzzyPairs, fuzzyPlacesOf, fuzzyStreetsIn } from './misspelled.ts';

/** A parse that misspelled names complete, and where these stand. */
interface Completed extends Taken {
  readonly parse: NameParse;
}

/** A street that a misspelling led to, by its posting, with the parse it completes and the edits of both names. */
export interface MisspelledStreet {
  readonly completed: Completed;
  readonly posting: number;
  readonly edits: number;
  /** The grade of the place (grades.ts). */
  readonly locality: number;
  readonly placeEdits: number;
}

/**
 * Misspelled streets in the place given, misspelled places of the street given, or, if neither was, pairs of both. The
 * parse may then leave at most `least` words over, and fewer than any whose street was found in its place. Streets that
 * cannot have `number` may be left out.
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
  if (!mayExplain(query, parse, least)) return found;
  const runs = runsOf(query, parse);
  const addPlaces = (street: Span, without: NameParse, run: Run) => {
    const list = fuzzyPlacesOf(query, street, run, number);
    if (list.count > 0) add(found, list, LOCALITY_FUZZY, { parse: explained(without, run), street, place: run });
  };
  const isBoth = street === null && locality === null && least > 0 && !isPlaced(query);
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i];
    const next = i + 1 < runs.length ? runs[i + 1] : null;
    const far = isBoth && mayBeStreet(query, run, numbers);
    if (far && next?.from === run.end && unmatched - (next.end - run.from) <= least)
      addBoth(query, found, parse, [run, next]);
    if (isVenue(query, run, numbers)) continue;
    const leaves = unmatched - (run.end - run.from);
    if (leaves > least || leaves >= query.placedUnmatched) continue;
    if (street !== null) {
      if (!mayBePlace(query, run, street) || isConfirmed(query, tokenRange(run.from, run.end))) continue;
      addPlaces(street, parse, run);
      const longer = placeWithTail(query, parse, street, run);
      if (longer !== null) addPlaces(street, longer.parse, longer.run);
    } else if (query.roles !== null && !mayBeStreet(query, run, numbers)) continue;
    else if (locality !== null || postcode !== null) addStreets(query, found, parse, { run, postcode });
    if (far)
      for (let split = run.from + 1; split < run.end; split++)
        addBoth(query, found, parse, [
          { from: run.from, end: split },
          { from: split, end: run.end },
        ]);
  }
  return found;
}

/**
 * Whether so many of the words that a parse leaves over stand side by side that it may leave `least` at most over without
 * them, and fewer than a parse whose street was found in its place.
 */
export function mayExplain({ placedUnmatched }: Query, { left, unmatched }: NameParse, least: number): boolean {
  let together = left;
  for (let most = Math.min(least, placedUnmatched - 1); most < unmatched - 1; most++) together &= together >>> 1;
  return together !== NO_TOKENS;
}

/**
 * `10 GREY STREET SOUTH BRISBANZ`, `510 CANNING HIGHWAY VICTORIA PARKL`, `4 THE CRESCENT POINT COKO`: the run with the
 * suffix, state or type before it as the place's first word, and the parse without that; null if there is none.
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
  if (parse.suffix >= 0 && wordMeans(words, t, MEANING.streetSuffix))
    return { parse: changedNames(parse, { suffix: -1 }), run };
  if (parse.state >= 0 && wordMeans(words, t, MEANING.state)) return { parse: changedNames(parse, { state: -1 }), run };
  if (parse.type >= 0 && words.entry[t] === parse.type) return { parse: changedNames(parse, { type: -1 }), run };
  return null;
}

/** A run of words to be read as a street, and the postcode whose streets it may be one of. */
interface PostcodeRun {
  readonly run: Run;
  readonly postcode: TypedNumber | null;
  /** The run without its type; read from its words if not given. */
  readonly bare?: Bare;
}

/** Adds streets, with the parse that they complete. */
function add(found: MisspelledStreet[], list: FuzzyList, locality: number, completed: Completed): void {
  const { count, posting, edits, placeEdits } = list;
  for (let i = 0; i < count; i++)
    found.push({ completed, posting: posting[i], edits: edits[i], locality, placeEdits: placeEdits[i] });
}

/**
 * Reads a run of words as a misspelled street in the place given, or else in the postcode's. If none there is similar
 * to the run without its type, the type is taken as part of the name: `THE BOULEVARDE`.
 */
function addStreets(query: Query, found: MisspelledStreet[], parse: NameParse, asked: PostcodeRun): void {
  const { run, postcode } = asked;
  const bare = asked.bare ?? withoutType(query.words, run.from, run.end);
  if (bare.end === run.from) return;
  const before = found.length;
  const name = { from: run.from, end: bare.end };
  const addIn = (place: number, grade: number) => {
    const list = fuzzyStreetsIn(query, name, place, bare.type >= 0);
    if (list.count > 0)
      add(found, list, grade, { parse: explained(parse, run, bare), street: name, place: parse.locality });
  };
  if (parse.locality !== null) {
    for (const { ordinal, alias } of localitiesNamed(query, parse.locality))
      if (isOfState(query, ordinal)) addIn(ordinal, alias ? LOCALITY_ALIAS : LOCALITY_EXACT);
  } else if (postcode !== null)
    for (const place of localitiesOfPostcode(query.index, postcode.value)) addIn(place, LOCALITY_ABSENT);
  if (found.length === before && bare.type >= 0)
    addStreets(query, found, parse, { run, postcode, bare: { end: run.end, type: -1, suffix: -1 } });
}

/** Reads two adjacent runs of words as a misspelled street and a misspelled place. */
function addBoth(
  query: Query,
  found: MisspelledStreet[],
  parse: NameParse,
  [street, place]: readonly [Run, Run],
): void {
  const bare = withoutType(query.words, street.from, street.end);
  if (bare.end === street.from) return;
  const name = { from: street.from, end: bare.end };
  const pairs = fuzzyPairs(query, name, place);
  const all = { from: street.from, end: place.end };
  if (pairs.count > 0) add(found, pairs, LOCALITY_FUZZY, { parse: explained(parse, all, bare), street: name, place });
}
