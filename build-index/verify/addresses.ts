import { latOf, lonOf } from '../../src/index/address.ts';
import { HAS_GEOCODE, ROLE_MASK, ROLE_SHIFT } from '../../src/index/address-flags.ts';
import { compareIds, idOf } from '../../src/index/id-hash.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { STREET_BLOCK } from '../../src/index/sections.ts';
import { AUSTRALIA } from '../compile/build.ts';
import { eachAddress } from './addresses-of.ts';
import { at, type Check } from './check.ts';

const MOST_ROLES = 3;

/** Addresses: order, place, flags. */
export const ADDRESS_CHECKS: readonly Check[] = [
  {
    section: 'addressNumber',
    holds: 'addresses are in the order of street, number, unit, id',
    find(index) {
      const { addressNumber, addressUnit, streetAddressStart } = index.columns;
      return eachAddress(index, (ordinal, street) => {
        if (ordinal === streetAddressStart[street]) return null;
        const order =
          addressNumber[ordinal - 1] - addressNumber[ordinal] ||
          addressUnit[ordinal - 1] - addressUnit[ordinal] ||
          compareIds(index, ordinal - 1, ordinal);
        return order < 0 ? null : at(ordinal, named(index, ordinal), `one after ${named(index, ordinal - 1)}`);
      });
    },
  },
  {
    section: 'addressBlockStreet',
    holds: 'it has the street of the first address of every block',
    find({ columns: { addressBlockStreet, streetAddressStart } }) {
      for (let block = 0; block < addressBlockStreet.length; block++) {
        const ordinal = block * STREET_BLOCK;
        const street = addressBlockStreet[block];
        if (streetAddressStart[street] <= ordinal && ordinal < streetAddressStart[street + 1]) continue;
        return at(
          block,
          `street ${street} with addresses ${streetAddressStart[street]} to ${streetAddressStart[street + 1] - 1}`,
          `the street of address ${ordinal}`,
        );
      }
      return null;
    },
  },
  coordinateCheck('addressLon', lonOf, AUSTRALIA.west, AUSTRALIA.east),
  coordinateCheck('addressLat', latOf, AUSTRALIA.south, AUSTRALIA.north),
  {
    section: 'addressGeocodeKind',
    holds: 'every main geocode has a kind, and nothing else has',
    find({ columns: { addressGeocodeKind, addressFlags, geocodeKindText } }) {
      for (let i = 0; i < addressGeocodeKind.length; i++) {
        const limit = (addressFlags[i] & HAS_GEOCODE) === 0 ? 1 : geocodeKindText.length;
        if (addressGeocodeKind[i] >= limit) return at(i, addressGeocodeKind[i], `below ${limit}`);
      }
      return null;
    },
  },
  {
    section: 'addressFlags',
    holds: 'every role is none, primary or secondary',
    find({ columns: { addressFlags } }) {
      for (let i = 0; i < addressFlags.length; i++) {
        const role = (addressFlags[i] >> ROLE_SHIFT) & ROLE_MASK;
        if (role >= MOST_ROLES) return at(i, `role ${role}`, `below ${MOST_ROLES}`);
      }
      return null;
    },
  },
];

function coordinateCheck(
  section: 'addressLon' | 'addressLat',
  of: (index: AddressIndex, ordinal: number, locality: number) => number,
  least: number,
  most: number,
): Check {
  return {
    section,
    holds: "every main geocode lies in Australia's box, and is 0 where there is none",
    find(index) {
      const { addressFlags } = index.columns;
      const column = index.columns[section];
      return eachAddress(index, (ordinal, _street, locality) => {
        if ((addressFlags[ordinal] & HAS_GEOCODE) === 0)
          return column[ordinal] === 0 ? null : at(ordinal, column[ordinal], '0, for there is no geocode');
        const coordinate = of(index, ordinal, locality);
        return coordinate >= least && coordinate <= most
          ? null
          : at(ordinal, coordinate / 1e8, `from ${least / 1e8} to ${most / 1e8} degrees`);
      });
    },
  };
}

function named(index: AddressIndex, ordinal: number): string {
  const { addressNumber, addressUnit } = index.columns;
  return `${idOf(index, ordinal)} (number ${addressNumber[ordinal]}, unit ${addressUnit[ordinal]})`;
}
