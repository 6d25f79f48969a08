import { type AddressView, lookAt, viewOf } from '../../src/address/differences/address-view.ts';
import { metresBetween } from '../../src/address/differences/compare.ts';
import { type Comparison, sameLabel, stateOf } from '../../src/address/differences/fields.ts';
import { STREET_LABEL } from '../../src/address/differences/street-pairs.ts';
import { endOf, lowerBound } from '../../src/address/index/address.ts';
import { IS_ALIAS } from '../../src/address/index/address-flags.ts';
import { firstHead, numberIn } from '../../src/address/index/address-head.ts';
import type { IndexColumns } from '../../src/address/index/sections.ts';

/** How far a successor may lie from the address that ended, metres. */
const NEAR_METRES = 1000;

/** The ordinal in the new release of the address in the place of one that ended; -1 for none. */
export type SuccessorOf = (ended: AddressView<IndexColumns>) => number;

/**
 * Finds successors: addresses of the new release with the same label, locality and state, at most a
 * kilometre away where both have a geocode. Of several a principal comes first, then the nearest.
 * O(streets of the locality + addresses with that number on the street).
 */
export function successorsIn(after: IndexColumns, by: Comparison): SuccessorOf {
  const localities = localitiesByName(after, by);
  const numbers = byShared(by.codes.number.after);
  const candidate = viewOf(after);
  const { streetAddressStart, addressHead, localityStreetStart } = after.columns;

  return (ended) => {
    const number = numbers.get(by.codes.number.before[ended.number]);
    if (number === undefined) return -1;
    let best = -1;
    let bestAlias = 1;
    let bestMetres = Number.POSITIVE_INFINITY;
    for (const locality of localities.get(by.codes.localityName.before[ended.locality]) ?? []) {
      for (let street = localityStreetStart[locality]; street < localityStreetStart[locality + 1]; street++) {
        if (!by.streets.same(ended.street, street, STREET_LABEL)) continue;
        const end = endOf(streetAddressStart, street, addressHead);
        let ordinal = lowerBound(addressHead, firstHead(number), streetAddressStart[street], end);
        for (; ordinal < end && numberIn(addressHead[ordinal]) === number; ordinal++) {
          lookAt(candidate, ordinal, street);
          if (stateOf(candidate) !== stateOf(ended) || !sameLabel(ended, candidate, by)) continue;
          const metres = metresBetween(ended, candidate);
          if (metres > NEAR_METRES) continue;
          const alias = (candidate.codes & IS_ALIAS) === 0 ? 0 : 1;
          // An unknown distance comes after every known one.
          const far = Number.isNaN(metres) ? NEAR_METRES + 1 : metres;
          if (alias > bestAlias || (alias === bestAlias && far >= bestMetres)) continue;
          best = ordinal;
          bestAlias = alias;
          bestMetres = far;
        }
      }
    }
    return best;
  };
}

function localitiesByName(index: IndexColumns, { codes }: Comparison): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (let locality = 0; locality < index.columns.localityName.length; locality++) {
    const name = codes.localityName.after[locality];
    const others = found.get(name);
    if (others === undefined) found.set(name, [locality]);
    else others.push(locality);
  }
  return found;
}

/** Codes of one release by what both have in common. */
function byShared(shared: Uint32Array): Map<number, number> {
  const codes = new Map<number, number>();
  for (let code = 0; code < shared.length; code++) if (!codes.has(shared[code])) codes.set(shared[code], code);
  return codes;
}
