import { MEANING } from '../../index/lexicon.ts';
import { explained, withoutType } from '../parse/names/explain-run.ts';
import type { NameParse } from '../parse/names/name-parse.ts';
import { mayBeStreet, type Run, runsOf } from '../parse/names/runs.ts';
import { COSTS, EDITS_OF_LAST } from '../query/costs.ts';
import { EXACT } from '../query/grades.ts';
import { fuzzyStreets } from '../retrieve/fuzzy/misspelled.ts';
import { misspelledStreets } from '../retrieve/fuzzy/misspelled-parses.ts';
import { isPlaced } from '../retrieve/query.ts';
import { leastCost, type Search } from '../score/candidates.ts';
import { completionsOf, wordMeans } from '../text/lexicon.ts';
import { COMMA } from '../text/tokens.ts';
import { type Collector, collect, collectorOf } from './collector.ts';
import { MOST_SHALLOW, type Retrieval, wantedNumber } from './retrieval.ts';
import { suggestStreet } from './streets.ts';

/** Names that a misspelled one may stand for, where nothing says in which place. */
const MOST_MEANT = 6;

/** Suggests misspelled streets of places that were given, and misspelled places, where a parse then leaves no more than `least` words unexplained. */
export function suggestMisspelled(search: Search, retrieval: Retrieval, parse: NameParse, least: number): void {
  const found = misspelledStreets(search, parse, retrieval.numbers.parse, least, wantedNumber(retrieval));
  let collector: Collector | null = null;
  for (const { parse: explained, posting, edits, locality, placeEdits } of found) {
    if (collector?.match.parse !== explained || collector.edits !== edits)
      collector = collectorOf(search, retrieval, explained, 0, edits);
    collect(collector, posting, EXACT, locality, placeEdits);
  }
}

/**
 * Suggests misspelled streets anywhere, where a parse then leaves no more than `least` words unexplained, and nothing was found where no parse leaves
 * any; where a street stands in a place that was given, in places alone, by mistakes that explain more words.
 */
export function suggestMisspelledAnywhere(search: Search, retrieval: Retrieval, parse: NameParse, least: number): void {
  const cost = leastCost(search);
  if (parse.street !== null || cost <= COSTS.otherMisspelled || (least === 0 && cost < COSTS.numberOther)) return;
  if (isPlaced(search) && parse.locality === null) return;
  const shallow = { ...retrieval, mostScanned: MOST_SHALLOW };
  for (const run of runsOf(search, parse)) {
    const bare = withoutType(search.words, run.from, run.end);
    if (bare.end === run.from || !mayBeStreet(search, run, retrieval.numbers.parse)) continue;
    const leaves = parse.unmatched - (run.end - run.from);
    if (leaves > least || leaves >= search.placedUnmatched) continue;
    const follow = (end: number, read: (followed: NameParse) => NameParse) => {
      for (const near of fuzzyStreets(search, run.from, end).slice(0, MOST_MEANT)) {
        if (parse.locality !== null && !near.whole) continue;
        const followed = explained(parse, run.from, run.end, bare, { ...near, end: run.end });
        suggestStreet(search, near.edits === EDITS_OF_LAST ? retrieval : shallow, read(followed), false);
      }
    };
    follow(bare.end, (followed) => followed);
    for (const { end, ...tail } of tailsOf(search, parse, run))
      follow(end, (followed) => ({ ...followed, ...tail, suffix: -1, locality: null }));
  }
}

/** Where a name may end, and what its type and suffix are then, or may become. */
type NameTail = Pick<NameParse, 'type' | 'typesOpen' | 'suffixesOpen'> & { readonly end: number };

/**
 * `12 SMIHT S`, `12 SMIHT ST `, `12 SMIHT ST NO`, `12 SMIHT CR`: the last words as the street's type and suffix, as what these begin with, or as a
 * word of its name, where a parse takes the last as the beginning of a place or leaves it over.
 */
function tailsOf({ index, tokens, words }: Search, { locality }: NameParse, run: Run): NameTail[] {
  const last = tokens.count - 1;
  const beginsPlace = locality?.whole === false && locality.from === last && run.end === last;
  const isOver = run.end > last && run.from < last;
  if ((!beginsPlace && !isOver) || (tokens.before[last] & COMMA) !== 0) return [];
  const tails: NameTail[] = [];
  const typeAt = (t: number) => (t > run.from && wordMeans(words, t, MEANING.streetType) ? words.entry[t] : -1);
  const [type, typeBefore] = [typeAt(last), typeAt(last - 1)];
  if (tokens.open) {
    const { types, suffixes } = completionsOf(index, tokens, words);
    if (types.size > 0) tails.push({ end: last, type: -1, typesOpen: types, suffixesOpen: null });
    if (suffixes.size > 0 && typeBefore >= 0)
      tails.push({ end: last - 1, type: typeBefore, typesOpen: null, suffixesOpen: suffixes });
  } else if (beginsPlace && type >= 0) tails.push({ end: last, type, typesOpen: null, suffixesOpen: null });
  if (isOver && type >= 0) tails.push({ end: run.end, type: -1, typesOpen: null, suffixesOpen: null });
  return tails;
}
