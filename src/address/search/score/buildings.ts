import { firstNotBefore } from '../../index/address.ts';
import { bearersAt } from '../../index/building-names.ts';
import { BUILDING_PLACE, BUILDING_ROW, BUILDING_STREET } from '../../index/building-row.ts';
import { firstWith, type Keys } from '../../index/first-words.ts';
import { localityOfPlace } from '../../index/posting-row.ts';
import type { NameParse } from '../parse/names/name-parse.ts';
import { type Run, runsOf } from '../parse/names/runs.ts';
import { COSTS } from '../query/costs.ts';
import { ABSENT, EXACT, PREFIX } from '../query/grades.ts';
import { beginResolved, resolveAtPlace } from '../resolve/group.ts';
import type { NumberCodes } from '../retrieve/numbers/number-codes.ts';
import { compareKey, keyBegins, lowerKey } from '../text/lexicon.ts';
import { likeliestPlaces, localityThere, type PlaceFilter, placeFilterOf, streetWordsOf } from './building-names.ts';
import { costOf, keep, readingOf, resolvedOn, type Search } from './candidates.ts';
import { isAway, postcodeGrade, stateGrade } from './street-grades.ts';

/** A number parse, and its cost. */
interface Asked {
  readonly numbers: NumberCodes;
  readonly cost: number;
}

/** What buildings are looked up for: a parse, and where it says that they stand. */
interface Lookup extends Asked {
  readonly search: Search;
  readonly parse: NameParse;
  readonly where: PlaceFilter;
}

/**
 * Adds the places whose building or site name the words left over begin with, best those in the locality, postcode and
 * state given. The longest name wins. O(log names + places that have them, as many as `likeliestPlaces` scans).
 */
export function findBuildings(search: Search, asked: Asked, parses: readonly NameParse[]): void {
  for (const parse of parses) {
    if (parse.street !== null || parse.abroad) continue;
    const [run] = runsOf(search, parse);
    if (run !== undefined) findInRun(search, asked, parse, run);
  }
}

function findInRun(search: Search, { numbers, cost }: Asked, parse: NameParse, run: Run): void {
  const { buildingStart } = search.index.columns;
  const { first, last } = search.work.buildings;
  const open = run.end === search.tokens.openEnd;
  let lookup: Lookup | null = null;
  for (let end = narrow(search, run, open); end > run.from; end--) {
    const name = first[end];
    const wholeEnd =
      compareKey(keysOf(search), name, { tokens: search.tokens, from: run.from, end }) === 0 ? name + 1 : name;
    const to = open && end === run.end ? last[end] : wholeEnd;
    if (to === name) continue;
    lookup ??= { search, numbers, cost, parse, where: placeFilterOf(search, numbers, parse) };
    const { where } = lookup;
    const whole = buildingStart[wholeEnd];
    const rows = likeliestPlaces(search, where, buildingStart[name], whole, buildingStart[to]);
    for (const row of rows) {
      const isWhole = row < whole;
      const sole = isWhole && where.matching === 1 && bearersAt(search.index, row, name) === 1;
      addBuilding(lookup, row, { from: run.from, end }, { whole: isWhole, sole });
    }
    if (rows.length > 0) return;
  }
}

/**
 * Looks up the names that begin with the first word of the run, the first two, …; answers the token after the longest
 * prefix that any name has. With `open`, the last word may go on.
 */
function narrow(search: Search, run: Run, open: boolean): number {
  const { first, last } = search.work.buildings;
  const keys = keysOf(search);
  let low = 0;
  let high = keys.keyStart.length - 1;
  let end = run.from;
  while (end < run.end) {
    const phrase = { tokens: search.tokens, from: run.from, end: end + 1 };
    low =
      end === run.from && !(open && end + 1 === run.end) ? firstName(search, end) : lowerKey(keys, phrase, low, high);
    if (low < 0 || low === high || !keyBegins(keys, low, phrase)) break;
    high = firstNotBefore(low, high, (name) => keyBegins(keys, name, phrase));
    end++;
    first[end] = low;
    last[end] = high;
  }
  return end;
}

/** Adds the building of a row, or the unit of it that was given. */
function addBuilding(
  { search, numbers, cost, parse, where }: Lookup,
  row: number,
  name: Run,
  { whole, sole }: { readonly whole: boolean; readonly sole: boolean },
): void {
  const { buildingAddress, localityState } = search.index.columns;
  const address = buildingAddress[row * BUILDING_ROW];
  const street = buildingAddress[row * BUILDING_ROW + BUILDING_STREET];
  const place = buildingAddress[row * BUILDING_ROW + BUILDING_PLACE];
  const locality = localityOfPlace(place);
  const after = streetWordsOf(search, parse, name.end, street);
  const explained = name.end - name.from + after.words;
  const { resolved } = search.work;
  beginResolved(resolved, 1, 0, Number.POSITIVE_INFINITY);
  resolveAtPlace(search, street, address, numbers);
  if (resolved.count === 0) return;
  const candidate = resolvedOn(search, street, 0, parse.words);
  candidate.name = after.name;
  candidate.type = after.type;
  candidate.suffix = ABSENT;
  candidate.locality = localityThere(where, place);
  candidate.postcode = postcodeGrade(search.index, locality, locality, candidate.ordinal, numbers.parse);
  candidate.postcodeAway = isAway(numbers.postcodeStates, localityState[locality]);
  candidate.state = stateGrade(search.index, parse, localityState[locality], locality);
  candidate.building = whole ? EXACT : PREFIX;
  candidate.unmatched = Math.max(0, parse.unmatched - explained);
  candidate.numbered = numbers.parse.number !== null;
  candidate.sole = sole;
  candidate.penalty = cost + COSTS.buildingAlone;
  const named = after.words === 0 ? null : { from: name.end, end: name.end + after.words };
  candidate.reading = readingOf(search, numbers.parse, parse, { street: named, place: parse.locality });
  candidate.cost = costOf(candidate);
  keep(search, candidate);
}

/** The first name whose first word is a token, or -1. */
function firstName(search: Search, t: number): number {
  const { index, tokens } = search;
  const table = { start: index.columns.buildingWordStart, entry: index.columns.buildingWord };
  return firstWith(keysOf(search), table, tokens.letters, tokens.start[t], tokens.end[t]);
}

function keysOf({ index: { columns } }: Search): Keys {
  return { key: columns.buildingKey, keyStart: columns.buildingKeyStart };
}
