import { localitiesOfPostcode } from '../../index/postcodes.ts';
import { ANY_NUMBER } from '../../index/street-card.ts';
import { statesOfLocality } from '../../index/territories.ts';
import { type NameParse, statesOf } from '../parse/names/name-parse.ts';
import { COSTS } from '../query/costs.ts';
import {
  ABSENT,
  LOCALITY_ABSENT,
  LOCALITY_ALIAS,
  LOCALITY_COST,
  LOCALITY_EXACT,
  LOCALITY_PREFIX,
} from '../query/grades.ts';
import { ENOUGH, MOST_MEANT } from '../query/limits.ts';
import { localitiesNamed } from '../retrieve/name-postings.ts';
import { placesWithPrefix, sortByDistance } from '../retrieve/places/place-streets.ts';
import { localitiesWithPrefix, streetsOfPostcodeFirst, streetsOfState } from '../retrieve/places/regions.ts';
import { isOfState } from '../retrieve/query.ts';
import { NO_POSTING } from '../retrieve/ranked-walk.ts';
import { nextStreet, streetsWithPrefix } from '../retrieve/street-scan.ts';
import { costNoMore, type Search } from '../score/candidates.ts';
import {
  collect,
  collectNamed,
  collectorOf,
  fill,
  leadsByType,
  scanNear,
  scanPrefix,
  suggestUnits,
  wantedAnywhere,
} from './collector.ts';
import { changedRetrieval, dearer, type Retrieval } from './retrieval.ts';

/** Suggests the first addresses of a locality's largest streets; with a number, those that have it. */
export function suggestLocality(search: Search, retrieval: Retrieval, parse: NameParse): void {
  const { locality } = parse;
  if (locality === null) return;
  const places: { ordinal: number; grade: number }[] = [];
  if (locality.whole)
    for (const { ordinal, alias } of localitiesNamed(search, locality))
      if (isOfState(search, ordinal)) places.push({ ordinal, grade: alias ? LOCALITY_ALIAS : LOCALITY_EXACT });
  sortByDistance(search, places);
  const states = statesOf(parse);
  if (states !== 0) placesOfStatesFirst(search, places, states);
  if (locality.end === search.tokens.count && (search.tokens.open || !locality.whole))
    for (const ordinal of placesWithPrefix(search, locality.node, MOST_MEANT))
      if (!places.some((place) => place.ordinal === ordinal)) places.push({ ordinal, grade: LOCALITY_PREFIX });
  const { number, lot, postcode, postcodeOpen } = retrieval.numbers.parse;
  const bare = number === null && lot === null;
  const collector = collectorOf(search, dearer(retrieval, bare ? 0 : COSTS.numberInPlace), parse);
  let all = bare ? costNoMore(search, retrieval.cost + LOCALITY_COST[LOCALITY_PREFIX]) : 0;
  for (const { ordinal, grade } of places.slice(0, MOST_MEANT)) {
    if (grade === LOCALITY_PREFIX && all >= retrieval.wanted) return;
    const alike = places.filter((place) => place.grade === grade).length;
    const share = Math.ceil(ENOUGH / alike);
    const perPlace = Math.min(share, retrieval.wanted);
    let found = 0;
    const largest = largestStreets(search, ordinal);
    const streets =
      postcode === null || postcodeOpen || !bare
        ? largest
        : streetsOfPostcodeFirst(search.index, ordinal, postcode.value, largest, retrieval.shown);
    for (let i = 0; i < streets.length && found < perPlace; i++)
      if (collect(collector, streets[i], ABSENT, grade) > 0) found++;
    all += found;
    if (grade === LOCALITY_EXACT && largest.length < share && bare)
      for (const street of largest) fill(collector, street);
  }
}

function placesOfStatesFirst({ index }: Search, places: { readonly ordinal: number }[], states: number): void {
  const isThere = (locality: number) => ((states & statesOfLocality(index, locality)) !== 0 ? 0 : 1);
  places.sort((a, b) => isThere(a.ordinal) - isThere(b.ordinal));
}

/** Streets of a locality, those with most addresses first. */
function largestStreets(search: Search, locality: number): Uint32Array {
  const { localityLargest, localityLargestStart } = search.index.columns;
  return localityLargest.subarray(localityLargestStart[locality], localityLargestStart[locality + 1]);
}

/** Suggests addresses for a number alone, in the largest places; for a postcode alone, in its places. */
export function suggestNumber(search: Search, retrieval: Retrieval, parse: NameParse, penalty: number): void {
  const { postcode, postcodeOpen, number, lot, unit, level } = retrieval.numbers.parse;
  const collector = collectorOf(search, dearer(retrieval, penalty), parse);
  if (number === null && postcode !== null) {
    const alone = lot === null && unit === null && level === null && parse.state < 0;
    const completed = postcodeOpen && alone ? localitiesWithPrefix(search.index, postcode) : null;
    for (const locality of completed ?? localitiesOfPostcode(search.index, postcode.value))
      for (const street of largestStreets(search, locality)) {
        collect(collector, street, ABSENT, LOCALITY_ABSENT);
        if (search.candidates.length >= ENOUGH) return;
      }
    return;
  }
  const around = scanNear(collector, { low: search.streets.low[0], high: search.streets.high[0] }, false);
  const state = search.onlyState >= 0 ? search.onlyState : parse.state;
  const wanted = wantedAnywhere(retrieval, around);
  let found = wanted > 0 ? suggestUnits(collector, streetsOfState(search.index, state), null) : 0;
  // Only a unit's type was typed: streets without one do not answer.
  if (leadsByType(retrieval)) return;
  found += scanPrefix(collector, 0, state, wanted - found);
  if (around.found + found === 0 && state !== search.onlyState)
    scanPrefix(collector, 0, search.onlyState, retrieval.wanted);
  if (retrieval.numbers.parse.lot !== null && search.candidates.length === 0)
    suggestOtherLots(search, retrieval, parse);
}

/** `LOT`, `COOLROOM`: suggests the best-known addresses for a unit's type that nothing has, if it begins no name. */
export function suggestBestKnown(search: Search, retrieval: Retrieval, some: readonly NameParse[]): void {
  const parse = some.find(({ street, locality }) => street === null && locality === null);
  if (parse !== undefined) scanPrefix(collectorOf(search, retrieval, parse), 0, search.onlyState, retrieval.wanted);
}

/** Suggests the largest streets for a lot that none of them has. */
function suggestOtherLots(search: Search, retrieval: Retrieval, parse: NameParse): void {
  const collector = collectorOf(search, changedRetrieval(retrieval, { others: true }), parse);
  const scan = streetsWithPrefix(search, 0, { number: ANY_NUMBER, codes: retrieval.numbers, state: search.onlyState });
  for (let posting = nextStreet(scan); posting !== NO_POSTING; posting = nextStreet(scan)) {
    collectNamed(collector, posting);
    if (search.candidates.length >= ENOUGH) return;
  }
}
