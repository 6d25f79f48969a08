/** Kinds of `numberKind`: what a number of an address is. */
export const NO_NUMBER = 0;
export const STREET_NUMBER = 1;
export const LOT = 2;
