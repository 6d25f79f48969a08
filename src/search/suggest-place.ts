import { POSTING_MASK } from '../index/name-trie.ts';
import { ANY_NUMBER } from '../index/street-card.ts';
import { type Asking, cheaperThan, fill, GATHERED_ALONE, visitor } from './asking.ts';
import { placesBelow, streetsBelow } from './below.ts';
import { ABSENT, LOCALITY_ABSENT, LOCALITY_ALIAS, LOCALITY_EXACT, LOCALITY_PREFIX } from './grades.ts';
import { lookBelow, lookNear } from './look.ts';
import { isOfState, type Matcher } from './matcher.ts';
import type { NameReading } from './name-readings.ts';
import { isOther, localitiesNamed } from './names-in.ts';
import { sortByDistance } from './near-places.ts';
import { localitiesBegun, localitiesOfPostcode } from './postcodes.ts';

/** What it costs to read a number and a name as a number in a suburb. */
export const NUMBER_IN_SUBURB = 4;
/** Suburbs whose addresses are suggested where they stand alone. */
const MOST_SUBURBS = 6;

/** What a suburb whose name is only begun costs: candidates that are cheaper come before all of its addresses. */
const BEGUN_PLACE = 1;

/** Suggests the best-known addresses of a locality, on its largest streets; with a number, those that have it. */
export function suggestLocality(m: Matcher, asking: Asking, reading: NameReading): void {
  const { locality } = reading;
  if (locality === null) return;
  const places: { ordinal: number; grade: number }[] = [];
  if (locality.whole)
    for (const { ordinal, alias } of localitiesNamed(m, locality))
      if (isOfState(m, ordinal)) places.push({ ordinal, grade: alias ? LOCALITY_ALIAS : LOCALITY_EXACT });
  sortByDistance(m, places);
  if (reading.state >= 0) placesOfStateFirst(m, places, reading.state);
  if (locality.end === m.tokens.count && m.tokens.open)
    for (const ordinal of placesBelow(m, locality.node, MOST_SUBURBS))
      if (!places.some((place) => place.ordinal === ordinal)) places.push({ ordinal, grade: LOCALITY_PREFIX });
  const { number, lot } = asking.numbers.reading;
  const bare = number === null && lot === null;
  const visit = visitor(m, asking, reading, bare ? 0 : NUMBER_IN_SUBURB);
  let all = bare ? cheaperThan(m, BEGUN_PLACE) : 0;
  for (const { ordinal, grade } of places.slice(0, MOST_SUBURBS)) {
    if (grade === LOCALITY_PREFIX && all >= asking.wanted) return;
    const alike = grade === LOCALITY_PREFIX ? MOST_SUBURBS : places.filter((place) => place.grade === grade).length;
    const share = Math.ceil(GATHERED_ALONE / alike);
    const perPlace = Math.min(share, asking.wanted);
    let found = 0;
    const streets = largestStreets(m, ordinal);
    for (const street of streets) {
      if (visit(street, ABSENT, false, grade, 0) > 0) found++;
      if (found >= perPlace) break;
    }
    all += found;
    if (grade === LOCALITY_EXACT && streets.length < share && bare)
      for (const street of streets) fill(m, asking, reading, street);
  }
}

function placesOfStateFirst({ index }: Matcher, places: { readonly ordinal: number }[], state: number): void {
  const { localityState } = index.columns;
  const isThere = (locality: number) => (localityState[locality] === state ? 0 : 1);
  places.sort((a, b) => isThere(a.ordinal) - isThere(b.ordinal));
}

/** Streets of a locality, those with most addresses first. */
function largestStreets(m: Matcher, locality: number): Uint32Array {
  const { localityLargest, localityLargestStart } = m.index.columns;
  return localityLargest.subarray(localityLargestStart[locality], localityLargestStart[locality + 1]);
}

/** Suggests addresses for a number alone: in the largest places, or in those of a postcode. */
export function suggestNumber(m: Matcher, asking: Asking, reading: NameReading, detour: number): void {
  const { postcode, postcodeOpen, number, lot, unit, level } = asking.numbers.reading;
  const visit = visitor(m, asking, reading, detour);
  if (number === null && postcode !== null) {
    const alone = lot === null && unit === null && level === null && reading.state < 0;
    const begun = postcodeOpen && alone ? localitiesBegun(m.index, postcode) : null;
    for (const locality of begun ?? localitiesOfPostcode(m.index, postcode.value))
      for (const street of largestStreets(m, locality)) {
        visit(street, ABSENT, false, LOCALITY_ABSENT, 0);
        if (m.candidates.length >= GATHERED_ALONE) return;
      }
    return;
  }
  const see = (posting: number) => visit(posting & POSTING_MASK, ABSENT, isOther(posting), LOCALITY_ABSENT, 0) > 0;
  let found = lookNear(m, asking, { low: m.streets.low[0], high: m.streets.high[0] }, see);
  const state = m.onlyState >= 0 ? m.onlyState : reading.state;
  found += lookBelow(m, asking, 0, state, asking.wanted - found, see);
  if (found === 0 && state !== m.onlyState) lookBelow(m, asking, 0, m.onlyState, asking.wanted, see);
  if (asking.numbers.reading.lot !== null && m.candidates.length === 0) suggestOtherLots(m, asking, reading);
}

/** Suggests the largest streets for a lot that none of them has. */
function suggestOtherLots(m: Matcher, asking: Asking, reading: NameReading): void {
  const visit = visitor(m, { ...asking, others: true }, reading, 0);
  streetsBelow(m, 0, ANY_NUMBER, asking.numbers, m.onlyState, (posting) => {
    visit(posting & POSTING_MASK, ABSENT, isOther(posting), LOCALITY_ABSENT, 0);
    return m.candidates.length < GATHERED_ALONE;
  });
}
