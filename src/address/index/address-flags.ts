/** Roles of an address in its flags: a building with units, or one of its units. */
export const NO_ROLE = 0;
export const PRIMARY = 1;
export const SECONDARY = 2;

/** In bits 2–3 in place of a role: the row has no confidence, and its role is in bits 0–1. */
const NO_CONFIDENCE = 3;

/**
 * The flags of an address that its own row gives: confidence + 1 in bits 0–1, its role in bits 2–3,
 * and whether it is an alias. The others follow from other tables. `confidence` is null where the
 * row has none.
 */
export function packFlags(confidence: number | null, role: number, alias: boolean): number {
  const own = confidence === null ? role | (NO_CONFIDENCE << 2) : (confidence + 1) | (role << 2);
  return own | (alias ? IS_ALIAS : 0);
}

/** Of the flags: G-NAF's confidence, from -1 to 2; null where the row has none. */
export function confidenceIn(flags: number): number | null {
  return ((flags >> 2) & 3) === NO_CONFIDENCE ? null : (flags & 3) - 1;
}

/** Of the flags: NO_ROLE, PRIMARY or SECONDARY. */
export function roleIn(flags: number): number {
  const role = (flags >> 2) & 3;
  return role === NO_CONFIDENCE ? flags & 3 : role;
}

/** The record is an alias of a principal (ALIAS_PRINCIPAL `A`). */
export const IS_ALIAS = 1 << 4;

/** The record has a main geocode. */
export const HAS_GEOCODE = 1 << 5;

/** The record is a primary of `primaryAddress`. */
export const HAS_SECONDARIES = 1 << 6;

/** The record is a principal of `principalAddress`. */
export const HAS_ALIASES = 1 << 7;
