import type { AddressIndex } from '../../src/index/open.ts';

/** Visits every address in order with its street and locality, until a visit answers a fault; answers that, or null. */
export function eachAddress(
  { columns: { streetAddressStart, streetLocality } }: AddressIndex,
  visit: (ordinal: number, street: number, locality: number) => string | null,
): string | null {
  for (let street = 0; street < streetLocality.length; street++) {
    const locality = streetLocality[street];
    const end = streetAddressStart[street + 1];
    for (let ordinal = streetAddressStart[street]; ordinal < end; ordinal++) {
      const fault = visit(ordinal, street, locality);
      if (fault !== null) return fault;
    }
  }
  return null;
}
