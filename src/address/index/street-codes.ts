/**
 * The codes of a street in 32 bits: type (16 bits) and suffix (8), positions in `streetTypeText`
 * and `streetSuffixText`, and 8 bits more. These are the class in `streetAnswer`, a position in
 * `streetClassText`; and state, lots and ranges in `streetRecord` (street-record.ts).
 */
export function packStreetCodes(type: number, suffix: number, rest: number): number {
  return (type | (suffix << 16) | (rest << 24)) >>> 0;
}

/** Of packed codes: the type. */
export function typeIn(codes: number): number {
  return codes & 0xffff;
}

/** Of packed codes: the suffix. */
export function suffixIn(codes: number): number {
  return (codes >>> 16) & 0xff;
}

/** Of packed codes of `streetAnswer`: the class. */
export function classIn(codes: number): number {
  return codes >>> 24;
}
