import type { Api } from '../visit/api.ts';

/** A locality that a query may mean as a whole. */
export interface PlaceFound {
  readonly name: string;
  readonly state: string | null;
  readonly postcodes: readonly string[];
  readonly addresses: number;
  /** Its addresses' box; null where none has a point. */
  readonly bounds: PlaceBounds | null;
}

/** North-west and south-east corner. */
export interface PlaceBounds {
  readonly top_left: { readonly lat: number; readonly lon: number };
  readonly bottom_right: { readonly lat: number; readonly lon: number };
}

interface LocalityAnswer {
  readonly localities: readonly {
    readonly name: string;
    readonly state: string | null;
    readonly postcodes: readonly string[];
    readonly address_count: number;
    readonly bounds?: PlaceBounds;
  }[];
}

/** Places in a list, above the addresses; more are asked for, since aliases of others begin so too. */
const MOST_PLACES = 2;
const MOST_ASKED = '6';
const LEAST_LETTERS = 3;

/**
 * The localities that a query is the beginning of: none where it has a digit, which says that it is
 * no place alone. One credit.
 */
export async function placesFor(api: Api, q: string, signal: AbortSignal): Promise<PlaceFound[]> {
  if (/\d/.test(q) || q.trim().length < LEAST_LETTERS) return [];
  const answer = await api.get('/v1/address/lookup/locality', { q: q.trim(), limit: MOST_ASKED }, signal);
  if (answer.status !== 200) return [];
  const begun = q.trim().toUpperCase();
  return (answer.body as LocalityAnswer).localities
    .filter(({ name }) => name.startsWith(begun))
    .slice(0, MOST_PLACES)
    .map(({ name, state, postcodes, address_count, bounds }) => ({
      name,
      state,
      postcodes,
      addresses: address_count,
      bounds: bounds ?? null,
    }));
}
