import { lowerBound } from '../index/address.ts';
import type { AddressIndex } from '../index/open.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import { writeLink } from './standard-record.ts';
import { NULL } from './write-text.ts';

const PRINCIPAL = fragment(',"parents":{"principal":');
const PRIMARY = fragment(',"primary":');
const CLOSE = 0x7d;

/** Writes the member `parents` of an address after a comma (§12.13): the principal of an alias, the building of a unit. O(log links). */
export function writeParents(index: AddressIndex, out: JsonBytes, ordinal: number): void {
  out.write(PRINCIPAL);
  writeParent(index, out, principalOfAlias(index, ordinal));
  out.write(PRIMARY);
  writeParent(index, out, primaryOf(index, ordinal));
  out.character(CLOSE);
}

function writeParent(index: AddressIndex, out: JsonBytes, ordinal: number): void {
  if (ordinal < 0) {
    out.write(NULL);
    return;
  }
  writeLink(index, out, ordinal);
  out.character(CLOSE);
}

function principalOfAlias({ columns }: AddressIndex, alias: number): number {
  const { aliasAddress, aliasPrincipal } = columns;
  const at = lowerBound(aliasAddress, alias);
  return aliasAddress[at] === alias ? aliasPrincipal[at] : -1;
}

/** The building of a unit, the first in the order of the index where it is linked to several; -1 for none. */
function primaryOf({ columns }: AddressIndex, secondary: number): number {
  const { primaryAddress, primarySecondary, secondaryPair } = columns;
  let low = 0;
  let high = secondaryPair.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (primarySecondary[secondaryPair[middle]] < secondary) low = middle + 1;
    else high = middle;
  }
  const pair = secondaryPair[low];
  return low < secondaryPair.length && primarySecondary[pair] === secondary ? primaryAddress[pair] : -1;
}
