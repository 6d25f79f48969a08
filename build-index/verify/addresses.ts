import { latOf, lonOf } from '../../src/index/address.ts';
import { HAS_GEOCODE, ROLE_MASK, ROLE_SHIFT } from '../../src/index/address-flags.ts';
import { ADDRESS, ADDRESS_WORDS, codesOf, flagsIn, geocodeKindIn } from '../../src/index/address-record.ts';
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
  coordinateCheck('longitude', ADDRESS.lon, lonOf, AUSTRALIA.west, AUSTRALIA.east),
  coordinateCheck('latitude', ADDRESS.lat, latOf, AUSTRALIA.south, AUSTRALIA.north),
  {
    section: 'addressRecord',
    holds: 'every main geocode has a kind, and nothing else has',
    find(index) {
      const { addressFlags, geocodeKindText } = index.columns;
      for (let i = 0; i < addressFlags.length; i++) {
        const limit = (addressFlags[i] & HAS_GEOCODE) === 0 ? 1 : geocodeKindText.length;
        const kind = geocodeKindIn(codesOf(index, i));
        if (kind >= limit) return at(i, `geocode kind ${kind}`, `below ${limit}`);
      }
      return null;
    },
  },
  {
    section: 'addressRecord',
    holds: 'its flags are those of addressFlags',
    find(index) {
      const { addressFlags } = index.columns;
      for (let i = 0; i < addressFlags.length; i++) {
        const flags = flagsIn(codesOf(index, i));
        if (flags !== addressFlags[i]) return at(i, `flags ${flags}`, addressFlags[i]);
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
  name: string,
  word: number,
  of: (index: AddressIndex, ordinal: number, locality: number) => number,
  least: number,
  most: number,
): Check {
  return {
    section: 'addressRecord',
    holds: `the ${name} of every main geocode lies in Australia's box, and is 0 where there is none`,
    find(index) {
      const { addressFlags, addressRecord } = index.columns;
      return eachAddress(index, (ordinal, _street, locality) => {
        if ((addressFlags[ordinal] & HAS_GEOCODE) === 0)
          return noneFault(ordinal, addressRecord[ordinal * ADDRESS_WORDS + word]);
        const coordinate = of(index, ordinal, locality);
        return coordinate >= least && coordinate <= most
          ? null
          : at(ordinal, coordinate / 1e8, `from ${least / 1e8} to ${most / 1e8} degrees`);
      });
    },
  };
}

function noneFault(ordinal: number, coordinate: number): string | null {
  return coordinate === 0 ? null : at(ordinal, coordinate, '0, for there is no geocode');
}

function named(index: AddressIndex, ordinal: number): string {
  const { addressNumber, addressUnit } = index.columns;
  return `${idOf(index, ordinal)} (number ${addressNumber[ordinal]}, unit ${addressUnit[ordinal]})`;
}
