import { lowerBound } from '../../../address/index/address.ts';
import { IS_ALIAS } from '../../../address/index/address-flags.ts';
import { codesOf } from '../../../address/index/address-record.ts';
import type { AddressIndex } from '../../../address/index/open.ts';

/** Marks an address that has several primaries, so that its building is unknown. */
const SEVERAL = 0xffff_ffff;

/**
 * The position of each unit's primary, or of its principal, plus 1, by the unit's position; 0 where it has none, or several. Four bytes an address, shared by all threads.
 * O(addresses).
 */
export function primariesOf(index: AddressIndex): Uint32Array<SharedArrayBuffer> {
  const { primaryAddress, primarySecondary } = index.columns;
  const { addresses } = index.manifest;
  const primaries = new Uint32Array(new SharedArrayBuffer(4 * addresses));
  for (let i = 0; i < primarySecondary.length; i++) {
    const secondary = primarySecondary[i];
    if (secondary >= addresses || primaryAddress[i] >= addresses) continue;
    const known = primaries[secondary];
    const primary = principalOf(index, primaryAddress[i]) + 1;
    primaries[secondary] = known === 0 || known === primary ? primary : SEVERAL;
  }
  for (let i = 0; i < addresses; i++) if (primaries[i] === SEVERAL) primaries[i] = 0;
  return primaries;
}

/** The address that an address is an alias of, or itself. */
export function principalOf(index: AddressIndex, ordinal: number): number {
  if ((codesOf(index, ordinal) & IS_ALIAS) === 0) return ordinal;
  const { aliasAddress, aliasPrincipal } = index.columns;
  const at = lowerBound(aliasAddress, ordinal);
  return aliasAddress[at] === ordinal ? aliasPrincipal[at] : ordinal;
}
