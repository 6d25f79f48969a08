/** A number of which some digits were read as letters: `7O`, `l2`, `1I4`. */
const MISREAD = /(?<![A-Za-z0-9])(?=[OoIl]*\d)(?=\d*[OoIl])[\dOoIl]+(?![A-Za-z0-9])/g;

/** A query with what a machine may have misread from paper as digits: O as 0, I and l as 1; null where there is nothing of the kind. */
export function withDigits(query: string): string | null {
  const read = query.replace(MISREAD, (number) => number.replace(/[Oo]/g, '0').replace(/[Il]/g, '1'));
  return read === query ? null : read;
}
