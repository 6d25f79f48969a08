import { MEANING } from '../../index/lexicon.ts';
import { explained, withoutType } from '../parse/names/explain-run.ts';
import type { NameParse } from '../parse/names/name-parse.ts';
import { mayBeStreet, type Run, runsOf } from '../parse/names/runs.ts';
import { COSTS } from '../query/costs.ts';
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
  if (
    (least === 0 && search.candidates.length > 0) ||
    parse.street !== null ||
    leastCost(search) <= COSTS.otherMisspelled
  )
    return;
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
        suggestStreet(search, shallow, read(followed), false);
      }
    };
    follow(bare.end, (followed) => followed);
    const last = bare.type < 0 ? lastAsType(search, parse, run) : null;
    if (last !== null)
      follow(Math.min(run.end, search.tokens.count - 1), (followed) => ({ ...followed, ...last, locality: null }));
  }
}

/**
 * `12 SMIHT S`, `12 SMIHT ST `: the last word as the street's type, or as what types begin with, where a parse takes it as the beginning of a
 * place or leaves it over; null where it is neither.
 */
function lastAsType(
  { index, tokens, words }: Search,
  { locality }: NameParse,
  run: Run,
): Pick<NameParse, 'type' | 'typesOpen'> | null {
  const last = tokens.count - 1;
  const beginsPlace = locality?.whole === false && locality.from === last && run.end === last;
  const isOver = tokens.open && run.end > last && run.from < last;
  if ((!beginsPlace && !isOver) || (tokens.before[last] & COMMA) !== 0) return null;
  if (!tokens.open)
    return wordMeans(words, last, MEANING.streetType) ? { type: words.entry[last], typesOpen: null } : null;
  const { types } = completionsOf(index, tokens, words);
  return types.size > 0 ? { type: -1, typesOpen: types } : null;
}
