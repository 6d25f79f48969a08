import { POSTING_MASK } from '../index/name-trie.ts';
import type { AddressIndex } from '../index/open.ts';
import { RECORD_LOCALITY, STREET_RECORD } from '../index/street-record.ts';
import { isOfState, type Matcher } from './matcher.ts';
import { type Names, visitStreetsOf } from './place-streets.ts';
import type { OnPosting } from './ranked-walk.ts';

/** A point in degrees whose surroundings are preferred, and what was found of them. */
export interface Near {
  readonly lat: number;
  readonly lon: number;
  /** The nearest localities, the nearest first; null until they are asked for. */
  places: readonly number[] | null;
}

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
  const squares: number[] = [];
  const count = index.columns.localityName.length;
  for (let locality = 0; locality < count; locality++) {
    const square = squareTo(index, locality, near);
    if (square === Number.POSITIVE_INFINITY) continue;
    if (places.length === MOST_PLACES && square >= squares[MOST_PLACES - 1]) continue;
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

/** The columns' units in a degree. */
const UNITS = 1e8;
/** What distances within a box count beside those to it: of several that hold the point, the one whose middle is nearest. */
const WITHIN = 1e-6;

/**
 * The square of the distance from a point to the box of a locality's addresses, in degrees of latitude, on a plane: good enough to say
 * which is the nearer. Infinite for a locality without addresses.
 */
function squareTo({ columns: { localityBounds } }: AddressIndex, locality: number, { lat, lon }: Near): number {
  const west = localityBounds[locality * 4] / UNITS;
  const south = localityBounds[locality * 4 + 1] / UNITS;
  const east = localityBounds[locality * 4 + 2] / UNITS;
  const north = localityBounds[locality * 4 + 3] / UNITS;
  if (!(west <= east)) return Number.POSITIVE_INFINITY;
  const shrink = Math.cos((lat * Math.PI) / 180);
  const x = Math.max(west - lon, 0, lon - east) * shrink;
  const y = Math.max(south - lat, 0, lat - north);
  const middleX = ((west + east) / 2 - lon) * shrink;
  const middleY = (south + north) / 2 - lat;
  return x * x + y * y + WITHIN * (middleX * middleX + middleY * middleY);
}
