import { POSTING_MASK } from '../index/name-trie.ts';
import type { AddressIndex } from '../index/open.ts';
import { RECORD_LOCALITY, STREET_RECORD } from '../index/street-record.ts';
import { isOfState, type Matcher } from './matcher.ts';
import { type Names, visitStreetsOf } from './place-streets.ts';
import type { OnPosting } from './ranked-walk.ts';

/** A point whose surroundings are preferred, and what was found of them. */
export interface Near {
  /** In units of 10⁻⁸ degrees. */
  readonly lat: number;
  readonly lon: number;
  /** How long a degree of longitude is there, in degrees of latitude. */
  readonly shrink: number;
  /** The nearest localities, the nearest first; null until they are asked for. */
  places: readonly number[] | null;
}

/** The surroundings of a point in degrees. */
export function nearTo({ lat, lon }: { readonly lat: number; readonly lon: number }): Near {
  return { lat: lat * UNITS, lon: lon * UNITS, shrink: Math.cos((lat * Math.PI) / 180), places: null };
}

const UNITS = 1e8;

/** Localities around a point whose streets are looked at. */
const MOST_PLACES = 64;
/** Streets of so few postings are ordered by their distance; of the others those in the nearest localities are visited. */
const FEW_POSTINGS = 256;

/**
 * Visits streets with names of a run of entries around the matcher's point, the nearest places first, until `visit` answers false: all
 * where they are few, else those that go by their own names in the nearest localities; not all of those that cannot have `number`
 * (street-card.ts). Nothing without a point. O(localities + streets looked at).
 */
export function visitNear(m: Matcher, names: Names, number: number, visit: OnPosting): void {
  const { near } = m;
  if (near === null) return;
  const { start, ranked } = m.streets;
  const first = start[names.low];
  const last = Math.min(start[names.high], ranked.length);
  if (last - first > FEW_POSTINGS) {
    near.places ??= nearestPlaces(m.index, near);
    for (const place of near.places) if (isOfState(m, place) && !visitStreetsOf(m, place, names, number, visit)) return;
    return;
  }
  const { streetRecord } = m.index.columns;
  const found: { posting: number; square: number }[] = [];
  for (let i = first; i < last; i++) {
    const street = ranked[i] & POSTING_MASK;
    if (street < m.only.from || street >= m.only.to) continue;
    const square = squareTo(m.index, streetRecord[street * STREET_RECORD + RECORD_LOCALITY], near);
    found.push({ posting: ranked[i], square });
  }
  found.sort((a, b) => a.square - b.square);
  for (const { posting } of found) if (!visit(posting)) return;
}

/** Puts localities in the order of their distance from the matcher's point, where there is one. */
export function sortByDistance<Place extends { readonly ordinal: number }>({ index, near }: Matcher, places: Place[]) {
  if (near === null) return;
  const squares = new Map(places.map(({ ordinal }) => [ordinal, squareTo(index, ordinal, near)]));
  places.sort((a, b) => (squares.get(a.ordinal) ?? 0) - (squares.get(b.ordinal) ?? 0));
}

/** The nearest localities with addresses, the nearest first. */
function nearestPlaces(index: AddressIndex, near: Near): number[] {
  const places: number[] = [];
  const squares = new Float64Array(MOST_PLACES).fill(Number.POSITIVE_INFINITY);
  const count = index.columns.localityName.length;
  for (let locality = 0; locality < count; locality++) {
    const square = squareTo(index, locality, near);
    if (!(square < squares[MOST_PLACES - 1])) continue;
    let at = Math.min(places.length, MOST_PLACES - 1);
    for (; at > 0 && squares[at - 1] > square; at--) {
      squares[at] = squares[at - 1];
      places[at] = places[at - 1];
    }
    squares[at] = square;
    places[at] = locality;
  }
  return places;
}

/** What distances within a box count beside those to it: of several that hold the point, the one whose middle is nearest. */
const WITHIN = 1e-6;

/**
 * The square of the distance from a point to the box of a locality's addresses, in 10⁻⁸ degrees of latitude, on a plane: good enough to
 * say which is the nearer. NaN for a locality without addresses.
 */
function squareTo({ columns: { localityBounds } }: AddressIndex, locality: number, { lat, lon, shrink }: Near): number {
  const west = localityBounds[locality * 4] - lon;
  const south = localityBounds[locality * 4 + 1] - lat;
  const east = localityBounds[locality * 4 + 2] - lon;
  const north = localityBounds[locality * 4 + 3] - lat;
  const x = Math.max(west, 0, -east) * shrink;
  const y = Math.max(south, 0, -north);
  const middleX = (west + east) * shrink;
  const middleY = south + north;
  return x * x + y * y + WITHIN * (middleX * middleX + middleY * middleY);
}
