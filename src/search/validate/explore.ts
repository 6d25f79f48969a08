import { endOf } from '../../index/address.ts';
import { MEANING } from '../../index/lexicon.ts';
import { POSTING_MASK } from '../../index/name-trie.ts';
import { endOfRows, POSTING_ROW, ROW_CARD } from '../../index/posting-row.ts';
import { ANY_NUMBER, mayHave, stateOnCard, typeOnCard } from '../../index/street-card.ts';
import type { NameParse } from '../parse/names/name-parse.ts';
import { DOUBTFUL, EDITS_OF_SPACE } from '../query/costs.ts';
import {
  EXACT,
  FUZZY,
  LOCALITY_ABSENT,
  LOCALITY_ALIAS,
  LOCALITY_EXACT,
  LOCALITY_FUZZY,
  LOCALITY_NEIGHBOUR,
  LOCALITY_OTHER,
} from '../query/grades.ts';
import { hasNumber } from '../resolve/street.ts';
import { isOther, localitiesNamed, streetsIn, streetsInAny } from '../retrieve/name-postings.ts';
import type { NumberCodes } from '../retrieve/numbers/number-codes.ts';
import { localitiesOfPostcode } from '../retrieve/places/postcodes.ts';
import { confirmPlace, STREET_WORK, spend } from '../retrieve/query.ts';
import { addStreet } from '../score/add-street.ts';
import { leastCost, markAnswered, type Search } from '../score/candidates.ts';
import { hasCode } from '../text/lexicon.ts';

/** Streets of a name that are scanned when nothing says where. */
const MOST_STREETS = 3000;
/** Where another place was given, or words are left over: such an answer is a poor one anyway. */
const MOST_ELSEWHERE = 128;
/** Streets that are scanned where none has the number, or the type, or is in the state. */
const MOST_WITHOUT = 200;
/** Of these, how many addresses are kept: enough to see that they are several. */
const ENOUGH = 6;

/** Adds what a parse with a street means: in the locality that was given, its neighbours, the postcode, or anywhere. */
export function exploreParse(search: Search, parse: NameParse, numbers: NumberCodes): void {
  const { street, locality } = parse;
  if (street === null || !street.whole) return;
  const entry = search.streets.low[street.node];
  if (locality?.whole === true) {
    const localities = localitiesNamed(search, locality);
    let found = 0;
    for (const { ordinal, alias } of localities) {
      const { posting, count } = streetsIn(search, entry, ordinal);
      if (count > 0) confirmPlace(search, locality, ordinal);
      for (let i = 0; i < count; i++) {
        const from = search.candidates.length;
        const grade = alias ? LOCALITY_ALIAS : LOCALITY_EXACT;
        found += addMatch(search, parse, numbers, posting[i], street.edits, grade, locality.edits);
        markAnswered(search, parse, from);
      }
    }
    if (found === 0 || leastCost(search) > DOUBTFUL) exploreAround(search, parse, numbers, entry, localities);
    return;
  }
  const { postcode } = numbers.parse;
  if (postcode !== null && !numbers.parse.postcodeOpen) {
    let found = 0;
    for (const ordinal of localitiesOfPostcode(search.index, postcode.value)) {
      const { posting, count } = streetsIn(search, entry, ordinal);
      for (let i = 0; i < count; i++)
        found += addMatch(search, parse, numbers, posting[i], street.edits, LOCALITY_ABSENT, 0);
    }
    if (found > 0) return;
  }
  exploreEverywhere(search, parse, numbers, entry, LOCALITY_ABSENT);
}

/** Adds the street in the neighbours of the localities, else in the postcode, else anywhere. */
function exploreAround(
  search: Search,
  parse: NameParse,
  numbers: NumberCodes,
  entry: number,
  localities: readonly { ordinal: number }[],
): void {
  const { localityNeighbour, localityNeighbourStart } = search.index.columns;
  let found = 0;
  const edits = parse.street?.edits ?? 0;
  for (const { ordinal } of localities) {
    const { posting, count } = streetsInAny(
      search,
      entry,
      localityNeighbour,
      localityNeighbourStart[ordinal],
      endOf(localityNeighbourStart, ordinal, localityNeighbour),
    );
    for (let i = 0; i < count; i++)
      if (hasNumber(search, posting[i] & POSTING_MASK, numbers))
        found += addMatch(search, parse, numbers, posting[i], edits, LOCALITY_NEIGHBOUR, 0);
  }
  if (found > 0) return;
  const { postcode } = numbers.parse;
  if (postcode !== null)
    for (const ordinal of localitiesOfPostcode(search.index, postcode.value)) {
      const { posting, count } = streetsIn(search, entry, ordinal);
      for (let i = 0; i < count; i++) found += addMatch(search, parse, numbers, posting[i], edits, LOCALITY_OTHER, 0);
    }
  if (found === 0 && search.candidates.length === 0) exploreEverywhere(search, parse, numbers, entry, LOCALITY_OTHER);
}

/** Adds the street wherever it exists, the largest places first, where it has the number; a few where none has. */
function exploreEverywhere(
  search: Search,
  parse: NameParse,
  numbers: NumberCodes,
  entry: number,
  locality: number,
): void {
  const { ranked, start } = search.streets;
  const number = numbers.parse.number?.value ?? ANY_NUMBER;
  const most = locality === LOCALITY_ABSENT && parse.unmatched === 0 ? MOST_STREETS : MOST_ELSEWHERE;
  const from = start[entry];
  const end = Math.min(endOfRows(start, entry, ranked), from + most);
  const state = search.onlyState >= 0 ? search.onlyState : parse.state;
  const add = (posting: number) => addMatch(search, parse, numbers, posting, parse.street?.edits ?? 0, locality, 0) > 0;
  let found = 0;
  for (let i = from; i < end && found < ENOUGH; i++) {
    const row = i * POSTING_ROW;
    const at = ranked[row] & POSTING_MASK;
    const card = ranked[row + ROW_CARD];
    if (!mayBeMeant(card, state, number) || !plausibleType(search, parse, at, card)) continue;
    if (!spend(search, STREET_WORK)) return;
    if (hasNumber(search, at, numbers) && add(ranked[row])) found++;
  }
  if (found > 0) return;
  const last = Math.min(end, from + MOST_WITHOUT);
  const misspelled = (parse.street?.edits ?? 0) > 0;
  for (let i = from; i < last && found < ENOUGH; i++) {
    const row = i * POSTING_ROW;
    if (misspelled && state >= 0 && stateOnCard(ranked[row + ROW_CARD]) !== state) continue;
    if (!spend(search, STREET_WORK)) return;
    if (add(ranked[row])) found++;
  }
}

/** Whether a street is of a state, -1 for any, and may have the number; by its card. */
function mayBeMeant(card: number, state: number, number: number): boolean {
  return (state < 0 || stateOnCard(card) === state) && mayHave(card, number);
}

function plausibleType({ index }: Search, { type }: NameParse, street: number, card: number): boolean {
  if (type < 0) return true;
  const known = typeOnCard(card);
  return hasCode(index, type, MEANING.streetType, known < 0 ? index.columns.streetType[street] : known);
}

/** Adds the addresses of a street that was found for a parse, by its posting; answers how many are new. */
export function addMatch(
  search: Search,
  parse: NameParse,
  numbers: NumberCodes,
  posting: number,
  nameEdits: number,
  locality: number,
  localityEdits: number,
): number {
  const before = search.candidates.length;
  addStreet(
    search,
    {
      street: posting & POSTING_MASK,
      name: nameEdits > 0 ? FUZZY : EXACT,
      nameEdits: nameEdits + (parse.street?.spaces ?? 0) * EDITS_OF_SPACE.name,
      nameOther: isOther(posting),
      locality: localityEdits > 0 && locality !== LOCALITY_OTHER ? LOCALITY_FUZZY : locality,
      localityEdits: localityEdits + (parse.locality?.spaces ?? 0) * EDITS_OF_SPACE.locality,
      unitMatch: null,
      unitListed: false,
      parse,
      numbers,
      penalty: 0,
    },
    ENOUGH,
    true,
  );
  return search.candidates.length - before;
}
