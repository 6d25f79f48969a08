import { MEANING } from '../../index/lexicon.ts';
import { changedNames, editsOf, type NameParse, type Span, spanOf } from '../parse/names/name-parse.ts';
import { explained, mayBeStreet, type Run, runsOf, withoutType } from '../parse/names/runs.ts';
import { COSTS, EDITS_OF_LAST } from '../query/costs.ts';
import { EXACT } from '../query/grades.ts';
import { MOST_MEANT, MOST_SHALLOW } from '../query/limits.ts';
import { fuzzyStreets } from '../retrieve/fuzzy/misspelled.ts';
import { mayExplain, misspelledStreets } from '../retrieve/fuzzy/misspelled-parses.ts';
import { isPlaced, isThereAsTyped } from '../retrieve/query.ts';
import { bestOf, contradicts, type Search } from '../score/candidates.ts';
import { isAway } from '../score/street-grades.ts';
import { type CodeSet, completionsOf, wordMeans } from '../text/lexicon.ts';
import { COMMA, hasToken } from '../text/tokens.ts';
import { type Collector, collect, collectorOf } from './collector.ts';
import { suggestNextDoor, suggestStreet } from './named.ts';
import { changedRetrieval, dearer, type Retrieval, wantedNumber } from './retrieval.ts';

/**
 * Suggests misspelled streets of the places given and misspelled places of the streets given, by the parses `some`, if
 * they then leave no more words over than the best of `names`.
 */
export function suggestMisspelled(
  search: Search,
  retrieval: Retrieval,
  some: readonly NameParse[],
  names: readonly NameParse[],
): void {
  noteStreets(search, names);
  const least = names[0].unmatched;
  let collector: Collector | null = null;
  for (const parse of some) {
    if (saysOtherState(search, retrieval, parse)) continue;
    const found = misspelledStreets(search, parse, retrieval.numbers.parse, least, wantedNumber(retrieval));
    for (const { completed, posting, edits, locality, placeEdits } of found) {
      const { parse } = completed;
      const { match, edits: its } = collector ?? {};
      if (collector === null || match?.parse !== parse || its !== edits || collector.placeEdits !== placeEdits)
        collector = collectorOf(search, retrieval, parse, { name: edits, place: placeEdits, taken: completed });
      collect(collector, posting, EXACT, locality);
    }
  }
}

/** Notes whether a street has the very name typed: misspellings are then doubtful. Answers whether its place has it. */
function noteStreets(search: Search, names: readonly NameParse[]): boolean {
  const isThere = names.some((parse) => isThereAsTyped(search, parse));
  search.lacksNumber ||= isThere || names.some(isStreetAlone);
  return isThere;
}

function isStreetAlone({ street, locality, unmatched }: NameParse): boolean {
  return street !== null && locality === null && unmatched === 0;
}

/**
 * Whether another state was typed than records must have: a misspelled name in theirs is then not what was meant. A
 * state before a word that nothing explains may begin a place: `VICTORIA PIONT` in Queensland.
 */
function saysOtherState(
  { onlyState, tokens, words }: Search,
  { numbers }: Retrieval,
  { state, left }: NameParse,
): boolean {
  if (onlyState < 0) return false;
  if (isAway(numbers.postcodeStates, onlyState)) return true;
  if (state < 0 || state === onlyState) return false;
  for (let t = 1; t < tokens.count; t++)
    if (hasToken(left, t) && !hasToken(left, t - 1) && wordMeans(words, t - 1, MEANING.state)) return false;
  return true;
}

/**
 * Suggests misspelled streets anywhere, if a parse then leaves no more words over than the best does. Once a street was
 * found in the place given, only by parses with a place, and only if they leave fewer words over.
 */
export function suggestMisspelledAnywhere(
  search: Search,
  retrieval: Retrieval,
  some: readonly NameParse[],
  names: readonly NameParse[],
): void {
  if (noteStreets(search, names) || (!search.policy.misspelledToo && !mayBeAnywhere(search, retrieval))) return;
  const least = names[0].unmatched;
  const asked = dearer(retrieval, COSTS.misspelledAnywhere);
  for (const parse of some)
    if (parse.street === null && !saysOtherState(search, retrieval, parse))
      followMisspelled(search, asked, parse, least);
}

/** Whether a whole address with a number may be on a misspelled street anywhere: the best record contradicts it. */
function mayBeAnywhere(search: Search, { numbers: { parse } }: Retrieval): boolean {
  if (parse.number === null) return false;
  const best = bestOf(search);
  return best === null || contradicts(best) || best.gap;
}

/** Follows a parse with the words that it leaves over as a misspelled street. */
function followMisspelled(search: Search, retrieval: Retrieval, parse: NameParse, least: number): void {
  if ((isPlaced(search) && parse.locality === null) || !mayExplain(search, parse, least)) return;
  const shallow = changedRetrieval(retrieval, { mostScanned: MOST_SHALLOW });
  for (const run of runsOf(search, parse)) {
    const bare = withoutType(search.words, run.from, run.end);
    if (bare.end === run.from || !mayBeStreet(search, run, retrieval.numbers.parse)) continue;
    const leaves = parse.unmatched - (run.end - run.from);
    if (leaves > least || leaves >= search.placedUnmatched) continue;
    const follow = (end: number, read: (followed: NameParse) => NameParse) => {
      for (const near of fuzzyStreets(search, { from: run.from, end }).slice(0, MOST_MEANT)) {
        if (parse.locality !== null && !near.whole) continue;
        const followed = read(explained(parse, run, bare, withEnd(near, run.end)));
        // Cards tell the type of streets, and few of a name have it: more are scanned.
        const isSure =
          editsOf(near) === EDITS_OF_LAST || (followed.street?.whole === true && followed.street.end < run.end);
        suggestStreet(search, isSure ? retrieval : shallow, followed, false);
        if (followed.locality?.whole === true) suggestNextDoor(search, shallow, followed);
      }
    };
    follow(bare.end, (followed) =>
      followed.type < 0 ? followed : changedNames(followed, { street: endedAt(followed.street, bare.end) }),
    );
    for (const { end, ...tail } of tailsOf(search, parse, run))
      follow(end, (followed) =>
        changedNames(followed, { ...tail, street: endedAt(followed.street, end), suffix: -1, locality: null }),
      );
  }
}

/** A whole name that ends before its type, so that its streets of that type are looked up, not longer names. */
function endedAt(street: Span | null, end: number): Span | null {
  return street?.whole === true ? withEnd(street, end) : street;
}

function withEnd({ from, node, whole, spaces, tenths }: Span, end: number): Span {
  const span = spanOf(from, end, node, whole);
  span.spaces = spaces;
  span.tenths = tenths;
  return span;
}

/** Where a name may end, and the type and suffix that then follow, or may be begun. */
type NameTail = Pick<NameParse, 'type' | 'typesOpen' | 'suffixesOpen'> & { readonly end: number };

/**
 * `12 SMIHT S`, `12 SMIHT ST `, `12 SMIHT ST NO`, `12 SMIHT ST NORTH E`, `12 SMIHT CR`: the last words as the street's
 * type and suffix, as prefixes of these, or as part of its name, if the last begins a place or is left over.
 */
function tailsOf({ index, tokens, words }: Search, { locality }: NameParse, run: Run): NameTail[] {
  const last = tokens.count - 1;
  const beginsPlace = locality?.whole === false && locality.from === last && run.end === last;
  const isOver = run.end > last && run.from < last;
  if ((!beginsPlace && !isOver) || (tokens.before[last] & COMMA) !== 0) return [];
  const tails: NameTail[] = [];
  const typeAt = (t: number) => (t > run.from && wordMeans(words, t, MEANING.streetType) ? words.entry[t] : -1);
  const type = typeAt(last);
  const { types, suffixes, longSuffixes } = completionsOf(index, tokens, words);
  const suffixTail = (at: number, suffixesOpen: CodeSet) => {
    if (suffixesOpen.size > 0 && typeAt(at) >= 0)
      tails.push({ end: at, type: typeAt(at), typesOpen: null, suffixesOpen });
  };
  if (tokens.open && types.size > 0) tails.push({ end: last, type: -1, typesOpen: types, suffixesOpen: null });
  suffixTail(last - 1, suffixes);
  suffixTail(last - 2, longSuffixes);
  if (!tokens.open && beginsPlace && type >= 0) tails.push({ end: last, type, typesOpen: null, suffixesOpen: null });
  if (isOver && type >= 0) tails.push({ end: run.end, type: -1, typesOpen: null, suffixesOpen: null });
  return tails;
}
