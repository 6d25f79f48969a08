import { endOf } from '../index/address.ts';
import { MEANING } from '../index/lexicon.ts';
import { POSTING_MASK } from '../index/name-trie.ts';
import { endOfRows, POSTING_ROW, ROW_CARD } from '../index/posting-row.ts';
import { ANY_NUMBER, mayHave, stateOnCard, typeOnCard } from '../index/street-card.ts';
import { addStreet } from './add-street.ts';
import {
  EXACT,
  FUZZY,
  LOCALITY_ABSENT,
  LOCALITY_ALIAS,
  LOCALITY_EXACT,
  LOCALITY_FUZZY,
  LOCALITY_NEIGHBOUR,
  LOCALITY_OTHER,
} from './grades.ts';
import { hasCode } from './lexicon.ts';
import { bestOf, type Matcher, place } from './matcher.ts';
import type { NameReading } from './name-readings.ts';
import { isOther, localitiesNamed, streetsIn, streetsInAny } from './names-in.ts';
import type { NumberQuery } from './number-query.ts';
import { localitiesOfPostcode } from './postcodes.ts';
import { hasNumber } from './resolve.ts';

/** Streets of a name that are looked at when nothing says where. */
const MOST_STREETS = 3000;
/** Where another place was said, or words are left over: such an answer is a poor one anyway. */
const MOST_ELSEWHERE = 128;
/** Streets that are looked at where none has the number, or the type, or is in the state. */
const MOST_WITHOUT = 200;
/** Of these, how many addresses are kept: enough to see that they are several. */
const ENOUGH = 6;

/** Adds what a reading with a street means: in the locality that was said, its neighbours, the postcode, or anywhere. */
export function exploreReading(m: Matcher, reading: NameReading, numbers: NumberQuery): void {
  const { street, locality } = reading;
  if (street === null || !street.whole) return;
  const entry = m.streets.low[street.node];
  if (locality?.whole === true) {
    const localities = localitiesNamed(m, locality);
    let found = 0;
    for (const { ordinal, alias } of localities)
      streetsIn(m, entry, ordinal, (at, other) => {
        place(m, reading);
        found += addFound(
          m,
          reading,
          numbers,
          at,
          other,
          street.edits,
          alias ? LOCALITY_ALIAS : LOCALITY_EXACT,
          locality.edits,
        );
      });
    if (found === 0 || (bestOf(m)?.cost ?? 99) > 8) exploreAround(m, reading, numbers, entry, localities);
    return;
  }
  const { postcode } = numbers.reading;
  if (postcode !== null && !numbers.reading.postcodeOpen) {
    let found = 0;
    for (const ordinal of localitiesOfPostcode(m.index, postcode.value))
      streetsIn(m, entry, ordinal, (at, other) => {
        found += addFound(m, reading, numbers, at, other, street.edits, LOCALITY_ABSENT, 0);
      });
    if (found > 0) return;
  }
  exploreEverywhere(m, reading, numbers, entry, LOCALITY_ABSENT);
}

/** Adds the street in the neighbours of the localities, else in the postcode, else anywhere. */
function exploreAround(
  m: Matcher,
  reading: NameReading,
  numbers: NumberQuery,
  entry: number,
  localities: readonly { ordinal: number }[],
): void {
  const { localityNeighbour, localityNeighbourStart } = m.index.columns;
  let found = 0;
  for (const { ordinal } of localities)
    streetsInAny(
      m,
      entry,
      localityNeighbour,
      localityNeighbourStart[ordinal],
      endOf(localityNeighbourStart, ordinal, localityNeighbour),
      (at, other) => {
        if (hasNumber(m.index, at, numbers))
          found += addFound(m, reading, numbers, at, other, reading.street?.edits ?? 0, LOCALITY_NEIGHBOUR, 0);
      },
    );
  if (found > 0) return;
  const { postcode } = numbers.reading;
  if (postcode !== null)
    for (const ordinal of localitiesOfPostcode(m.index, postcode.value))
      streetsIn(m, entry, ordinal, (at, other) => {
        found += addFound(m, reading, numbers, at, other, reading.street?.edits ?? 0, LOCALITY_OTHER, 0);
      });
  if (found === 0 && m.candidates.length === 0) exploreEverywhere(m, reading, numbers, entry, LOCALITY_OTHER);
}

/** Adds the street wherever it exists, the largest places first, where it has the number; a few where none has. */
function exploreEverywhere(
  m: Matcher,
  reading: NameReading,
  numbers: NumberQuery,
  entry: number,
  locality: number,
): void {
  const { ranked, start } = m.streets;
  const number = numbers.reading.number?.value ?? ANY_NUMBER;
  const most = locality === LOCALITY_ABSENT && reading.unmatched === 0 ? MOST_STREETS : MOST_ELSEWHERE;
  const from = start[entry];
  const end = Math.min(endOfRows(start, entry, ranked), from + most);
  const state = m.onlyState >= 0 ? m.onlyState : reading.state;
  const add = (posting: number) =>
    addFound(m, reading, numbers, posting & POSTING_MASK, isOther(posting), reading.street?.edits ?? 0, locality, 0) >
    0;
  let found = 0;
  for (let i = from; i < end && found < ENOUGH; i++) {
    const row = i * POSTING_ROW;
    const at = ranked[row] & POSTING_MASK;
    const card = ranked[row + ROW_CARD];
    if (!mayBeMeant(card, state, number) || !plausibleType(m, reading, at, card)) continue;
    if (m.budget-- <= 0) return;
    if (hasNumber(m.index, at, numbers) && add(ranked[row])) found++;
  }
  if (found > 0) return;
  const last = Math.min(end, from + MOST_WITHOUT);
  for (let i = from; i < last && found < ENOUGH; i++) {
    if (m.budget-- <= 0) return;
    if (add(ranked[i * POSTING_ROW])) found++;
  }
}

/** Whether a street is of a state, -1 for any, and may have the number; by its card. */
function mayBeMeant(card: number, state: number, number: number): boolean {
  return (state < 0 || stateOnCard(card) === state) && mayHave(card, number);
}

function plausibleType({ index }: Matcher, { type }: NameReading, street: number, card: number): boolean {
  if (type < 0) return true;
  const known = typeOnCard(card);
  return hasCode(index, type, MEANING.streetType, known < 0 ? index.columns.streetType[street] : known);
}

/** Adds the addresses of a street that was found for a reading; answers how many are new. */
export function addFound(
  m: Matcher,
  reading: NameReading,
  numbers: NumberQuery,
  street: number,
  other: boolean,
  nameEdits: number,
  locality: number,
  localityEdits: number,
): number {
  const before = m.candidates.length;
  addStreet(
    m,
    {
      street,
      name: nameEdits > 0 ? FUZZY : EXACT,
      nameEdits: nameEdits + (reading.street?.spaces ?? 0) * 0.2,
      nameOther: other,
      locality: localityEdits > 0 && locality !== LOCALITY_OTHER ? LOCALITY_FUZZY : locality,
      localityEdits: localityEdits + (reading.locality?.spaces ?? 0) * 0.1,
      reading,
      numbers,
      detour: 0,
    },
    ENOUGH,
    true,
  );
  return m.candidates.length - before;
}
