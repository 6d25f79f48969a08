/** Bits 0–1 of `addressFlags`: G-NAF confidence + 1. */
export const CONFIDENCE_MASK = 3;

/** Bits 2–3: 0 no role, 1 PRIMARY, 2 SECONDARY. */
export const ROLE_SHIFT = 2;
export const ROLE_MASK = 3;

/** The record is an alias of a principal (ALIAS_PRINCIPAL `A`). */
export const IS_ALIAS = 1 << 4;

/** The record has a main geocode. */
export const HAS_GEOCODE = 1 << 5;

/** The record is a primary of `primaryAddress`. */
export const HAS_SECONDARIES = 1 << 6;

/** The record is a principal of `principalAddress`. */
export const HAS_ALIASES = 1 << 7;
