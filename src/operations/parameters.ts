/** The eight states and territories that answers and filters know (specification, "Enriched address document"). */
export const STATES = ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'] as const;

/** One of the eight values of `state`. Other Territories are indexed, but have no value here. */
export type State = (typeof STATES)[number];

/** Checked parameters of autocomplete: `q` 1–200 characters, `limit` 1–20. */
export interface AutocompleteParameters {
  readonly q: string;
  readonly state: State | null;
  readonly limit: number;
  /** Prefer addresses near this point (WGS84 degrees) among equally good matches. */
  readonly near: { readonly lat: number; readonly lon: number } | null;
  readonly debug: boolean;
}

/** Checked parameters of validate: `q` 1–500 characters. */
export interface ValidateParameters {
  readonly q: string;
  readonly debug: boolean;
}

/** Checked parameters of enrich: `id` 1–64 characters, opaque. */
export interface EnrichParameters {
  readonly id: string;
  readonly debug: boolean;
}

/** Checked parameters of reverse: WGS84 degrees, `radius` in metres 1–50000, `limit` 1–20. */
export interface ReverseParameters {
  readonly lat: number;
  readonly lon: number;
  readonly radius: number;
  readonly limit: number;
  readonly debug: boolean;
}

/** Checked parameters of postcode lookup: four ASCII digits, `limit` 1–50. */
export interface PostcodeParameters {
  readonly postcode: string;
  readonly limit: number;
  readonly debug: boolean;
}

/** Checked parameters of suburb lookup: `suburb` 1–100 characters, `limit` (of postcodes) 1–20. */
export interface SuburbParameters {
  readonly suburb: string;
  readonly state: State | null;
  readonly limit: number;
  readonly debug: boolean;
}
