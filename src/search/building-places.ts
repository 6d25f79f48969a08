import { BUILDING_FAME, BUILDING_PLACE, BUILDING_ROW } from '../index/building-row.ts';
import { entryOfPlace, localityOfPlace } from '../index/posting-row.ts';
import { LOCALITY_ABSENT, LOCALITY_ALIAS, LOCALITY_EXACT, LOCALITY_OTHER, LOCALITY_PREFIX } from './grades.ts';
import { isOfState, type Matcher } from './matcher.ts';
import type { NameReading } from './name-readings.ts';
import { localitiesNamed } from './names-in.ts';
import { squareTo } from './near-places.ts';
import type { NumberQuery } from './number-query.ts';
import { localitiesOfPostcode } from './postcodes.ts';

/** Where a query says that a building stands. */
export interface Whereabouts {
  /** The localities that were named in full, null without one. */
  readonly named: readonly { readonly ordinal: number; readonly alias: boolean }[] | null;
  /** The entries of localities whose names begin as typed, the first and the one behind the last; null without. */
  readonly begun: { readonly low: number; readonly high: number } | null;
  /** The localities of the postcode, null without a whole one. */
  readonly ofPostcode: ReadonlySet<number> | null;
  /** Position in STATE_ORDER, -1 without. */
  readonly state: number;
}

/** Where a reading says that a building stands. */
export function whereaboutsOf(
  m: Matcher,
  { reading: { postcode, postcodeOpen } }: NumberQuery,
  { locality, state }: NameReading,
): Whereabouts {
  const { low, high } = m.localities;
  return {
    named: locality?.whole === true ? localitiesNamed(m, locality) : null,
    begun: locality?.whole === false ? { low: low[locality.node], high: high[locality.node] } : null,
    ofPostcode: postcode === null || postcodeOpen ? null : new Set(localitiesOfPostcode(m.index, postcode.value)),
    state,
  };
}

/** How a place's locality answers what was said of it. */
export function localityThere({ named, begun }: Whereabouts, place: number): number {
  if (named !== null) {
    const known = named.find(({ ordinal }) => ordinal === localityOfPlace(place));
    if (known === undefined) return LOCALITY_OTHER;
    return known.alias ? LOCALITY_ALIAS : LOCALITY_EXACT;
  }
  if (begun === null) return LOCALITY_ABSENT;
  const entry = entryOfPlace(place);
  return entry >= begun.low && entry < begun.high ? LOCALITY_PREFIX : LOCALITY_OTHER;
}

/** Places of one name that are looked at; and of names that only begin so, which say less. */
const MOST_LOOKED = 4096;
const MOST_BEGUN = 512;
/** Places that are answered. */
const MOST = 8;

const chosen: number[] = [];
const strange = new Float64Array(MOST);
const distance = new Float64Array(MOST);

/**
 * The rows of `buildingAddress` from `from` to `to`, at most MOST, that answer best: those where the query says, then those of the whole name,
 * which end at `whole`, then the nearest to the point that is preferred, then the best known. None of another state than records must have.
 * Reused by the next call. O(rows), at most MOST_LOOKED.
 */
export function likeliestPlaces(
  m: Matcher,
  where: Whereabouts,
  from: number,
  whole: number,
  to: number,
): readonly number[] {
  const { buildingAddress } = m.index.columns;
  const end = Math.min(to, from + MOST_LOOKED, whole + MOST_BEGUN, buildingAddress.length / BUILDING_ROW);
  chosen.length = 0;
  for (let row = from; row < end; row++) {
    const place = buildingAddress[row * BUILDING_ROW + BUILDING_PLACE];
    const locality = localityOfPlace(place);
    if (!isOfState(m, locality)) continue;
    const away = strangeness(m, where, place) * 2 + (row < whole ? 0 : 1);
    const far =
      m.near === null ? buildingAddress[row * BUILDING_ROW + BUILDING_FAME] : squareTo(m.index, locality, m.near);
    insert(row, away, far);
  }
  return chosen;
}

/** Puts a row where it belongs among the chosen ones; of equals, the first comes first. */
function insert(row: number, away: number, far: number): void {
  let at = Math.min(chosen.length, MOST - 1);
  if (chosen.length === MOST && !precedes(away, far, at)) return;
  for (; at > 0 && precedes(away, far, at - 1); at--) {
    chosen[at] = chosen[at - 1];
    strange[at] = strange[at - 1];
    distance[at] = distance[at - 1];
  }
  chosen[at] = row;
  strange[at] = away;
  distance[at] = far;
}

function precedes(away: number, far: number, at: number): boolean {
  return away < strange[at] || (away === strange[at] && far < distance[at]);
}

/** What of the whereabouts a place does not answer: its locality weighs more than its postcode, and that more than its state. */
function strangeness({ index }: Matcher, where: Whereabouts, place: number): number {
  const { localityState } = index.columns;
  const locality = localityOfPlace(place);
  return (
    (localityThere(where, place) === LOCALITY_OTHER ? 4 : 0) +
    (where.ofPostcode === null || where.ofPostcode.has(locality) ? 0 : 2) +
    (where.state < 0 || localityState[locality] === where.state ? 0 : 1)
  );
}
