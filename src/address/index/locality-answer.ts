import type { IndexColumns } from './sections.ts';

/**
 * Elements of `localityAnswer` for each locality; one more `json` follows the last locality. All but
 * the origins follows from other columns.
 */
export const LOCALITY_WORDS = 8;

/** The elements of a locality in `localityAnswer`: what answers about its addresses are made from, in one place. */
export const LOCALITY = {
  /**
   * Where its two fragments begin in `localityJson`, the second at `details`; it ends where the next
   * locality's begin.
   */
  json: 0,
  details: 1,
  /**
   * South-west corner that the coordinates of its addresses are relative to, in 1e-8 degrees: the
   * lower 32 bits and the upper ones of longitude and latitude.
   */
  lon: 2,
  lonUpper: 3,
  lat: 4,
  latUpper: 5,
  /** The first of its postcodes, and where they begin in `localityPostcode`. */
  postcode: 6,
  postcodes: 7,
} as const;

const UPPER = 2 ** 32;
/** Added to coordinates, so that none is negative. */
const SHIFT = 2 ** 40;

/** The two elements of a coordinate, a whole number of 1e-8 degrees. */
export function packOrigin(coordinate: number): [lower: number, upper: number] {
  const shifted = coordinate + SHIFT;
  return [shifted % UPPER, Math.floor(shifted / UPPER)];
}

/** Longitude of the origin of a locality's coordinates, in 1e-8 degrees. */
export function originLonOf({ columns: { localityAnswer } }: IndexColumns, locality: number): number {
  const at = locality * LOCALITY_WORDS;
  return localityAnswer[at + LOCALITY.lonUpper] * UPPER + localityAnswer[at + LOCALITY.lon] - SHIFT;
}

/** Latitude of the origin of a locality's coordinates, in 1e-8 degrees. */
export function originLatOf({ columns: { localityAnswer } }: IndexColumns, locality: number): number {
  const at = locality * LOCALITY_WORDS;
  return localityAnswer[at + LOCALITY.latUpper] * UPPER + localityAnswer[at + LOCALITY.lat] - SHIFT;
}

/** Where the name and state of a locality, as members of an object, begin in `localityJson`. */
export function localityJsonOf({ columns: { localityAnswer } }: IndexColumns, locality: number): number {
  return localityAnswer[locality * LOCALITY_WORDS + LOCALITY.json];
}

/** Where these end, and the object `locality` of Enrich begins; it ends where the next locality's members begin. */
export function localityDetailsOf({ columns: { localityAnswer } }: IndexColumns, locality: number): number {
  return localityAnswer[locality * LOCALITY_WORDS + LOCALITY.details];
}

/** A postcode of a locality by its position among them, as a number; NO_POSTCODE where it stands for none. */
export function postcodeAt({ columns }: IndexColumns, locality: number, position: number): number {
  const at = locality * LOCALITY_WORDS;
  if (position === 0) return columns.localityAnswer[at + LOCALITY.postcode];
  return columns.localityPostcode[columns.localityAnswer[at + LOCALITY.postcodes] + position];
}
