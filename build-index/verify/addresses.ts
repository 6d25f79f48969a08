import { isInAustralia, latOf, lonOf } from '../../src/address/index/address.ts';
import { HAS_GEOCODE, IS_ALIAS, roleIn } from '../../src/address/index/address-flags.ts';
import { hasName, hasUnit, isAlias, numberIn } from '../../src/address/index/address-head.ts';
import {
  codesOf,
  detailStartOf,
  flagsIn,
  flagsOf,
  geocodeKindIn,
  postcodeIn,
} from '../../src/address/index/address-record.ts';
import { namesBuilding } from '../../src/address/index/detail.ts';
import { compareIds, idOf } from '../../src/address/index/id-hash.ts';
import { localityDetailsOf, localityJsonOf, postcodeAt } from '../../src/address/index/locality-answer.ts';
import { NO_ENTRY } from '../../src/address/index/name-trie.ts';
import type { AddressIndex } from '../../src/address/index/open.ts';
import { STREET_BLOCK } from '../../src/address/index/sections.ts';
import { endOfLabel, endOfName, localityOf, STREET, STREET_WORDS } from '../../src/address/index/street-answer.ts';
import { at, type Check } from './check.ts';

/** Addresses: order, street, flags, and what their packed codes refer to. */
export const ADDRESS_CHECKS: readonly Check[] = [
  {
    section: 'addressHead',
    holds: 'addresses are in the order of street, number, unit, id',
    find(index) {
      const { addressHead, addressUnit, streetAddressStart } = index.columns;
      return eachAddress(index, (ordinal, street) => {
        if (ordinal === streetAddressStart[street]) return null;
        const order =
          numberIn(addressHead[ordinal - 1]) - numberIn(addressHead[ordinal]) ||
          addressUnit[ordinal - 1] - addressUnit[ordinal] ||
          compareIds(index, ordinal - 1, ordinal);
        return order < 0 ? null : at(ordinal, idOf(index, ordinal), `one after ${idOf(index, ordinal - 1)}`);
      });
    },
  },
  {
    section: 'addressHead',
    holds: 'it says of every address whether it is an alias, has a unit, and has a name',
    find(index) {
      const { addressHead, addressUnit, detail } = index.columns;
      return eachAddress(index, (ordinal) => {
        const head = addressHead[ordinal];
        const alias = (flagsOf(index, ordinal) & IS_ALIAS) !== 0;
        if (isAlias(head) !== alias) return at(ordinal, `alias: ${isAlias(head)}`, `${alias}, as in its flags`);
        const unit = addressUnit[ordinal] !== 0;
        if (hasUnit(head) !== unit) return at(ordinal, `unit: ${hasUnit(head)}`, `${unit}, as in addressUnit`);
        const named = namesBuilding(detail[detailStartOf(index, ordinal)]);
        return hasName(head) === named ? null : at(ordinal, `name: ${hasName(head)}`, `${named}, as in its detail`);
      });
    },
  },
  {
    section: 'addressBlockStreet',
    holds: 'it has the street of the first address of every block',
    find({ columns: { addressBlockStreet, addressHead, streetAddressStart } }) {
      const blocks = Math.ceil(addressHead.length / STREET_BLOCK);
      if (addressBlockStreet.length !== blocks) return `${addressBlockStreet.length} blocks, expected ${blocks}`;
      for (let block = 0; block < blocks; block++) {
        const first = block * STREET_BLOCK;
        const street = addressBlockStreet[block];
        if (streetAddressStart[street] > first || first >= streetAddressStart[street + 1])
          return at(block, `street ${street}`, `the street of address ${first}`);
      }
      return null;
    },
  },
  {
    section: 'addressRecord',
    holds: 'its codes are there: role, kind of geocode, postcode of the locality',
    find(index) {
      const { geocodeKindText, localityPostcodeStart } = index.columns;
      return eachAddress(index, (ordinal, _street, locality) => {
        const codes = codesOf(index, ordinal);
        if (roleIn(flagsIn(codes)) > 2) return at(ordinal, `role ${roleIn(flagsIn(codes))}`, 'at most 2');
        const kinds = (flagsIn(codes) & HAS_GEOCODE) === 0 ? 1 : geocodeKindText.length;
        if (geocodeKindIn(codes) >= kinds) return at(ordinal, `geocode kind ${geocodeKindIn(codes)}`, `below ${kinds}`);
        const postcodes = localityPostcodeStart[locality + 1] - localityPostcodeStart[locality];
        return postcodeIn(codes) < postcodes
          ? null
          : at(ordinal, `postcode ${postcodeIn(codes)}`, `below ${postcodes}, the postcodes of locality ${locality}`);
      });
    },
  },
  {
    section: 'addressRecord',
    holds: 'every main geocode lies in Australia',
    find(index) {
      return eachAddress(index, (ordinal, _street, locality) => {
        if ((flagsOf(index, ordinal) & HAS_GEOCODE) === 0) return null;
        const [lon, lat] = [lonOf(index, ordinal, locality), latOf(index, ordinal, locality)];
        return isInAustralia(lon, lat) ? null : at(ordinal, `${lon / 1e8}, ${lat / 1e8}`, 'a point in Australia');
      });
    },
  },
];

/** Visits every address in order with its street and locality, until a visit answers a fault; answers that, or null. */
export function eachAddress(
  index: AddressIndex,
  visit: (ordinal: number, street: number, locality: number) => string | null,
): string | null {
  const { streetAddressStart } = index.columns;
  for (let street = 0; street + 1 < streetAddressStart.length; street++)
    for (let ordinal = streetAddressStart[street]; ordinal < streetAddressStart[street + 1]; ordinal++) {
      const fault = visit(ordinal, street, localityOf(index, street));
      if (fault !== null) return fault;
    }
  return null;
}

/** NO_ENTRY comes before every entry. */
function nameOrder(entry: number): number {
  return entry === NO_ENTRY ? -1 : entry;
}

/** Streets: those of a locality are its run, and their texts are there. */
export const STREET_CHECKS: readonly Check[] = [
  {
    section: 'localityStreetStart',
    holds: 'its runs hold the streets of each locality',
    find(index) {
      const { localityStreetStart } = index.columns;
      for (let locality = 0; locality + 1 < localityStreetStart.length; locality++)
        for (let street = localityStreetStart[locality]; street < localityStreetStart[locality + 1]; street++)
          if (localityOf(index, street) !== locality)
            return at(locality, `street ${street} of locality ${localityOf(index, street)}`, `streets of ${locality}`);
      return null;
    },
  },
  {
    section: 'localityAnswer',
    holds: 'it has the texts and the first postcode of each locality',
    find(index) {
      const { localityJsonStart, localityPostcode, localityPostcodeStart, localityName } = index.columns;
      for (let i = 0; i < localityName.length; i++) {
        const json = [localityJsonOf(index, i), localityDetailsOf(index, i), localityJsonOf(index, i + 1)].join();
        const texts = [...localityJsonStart.subarray(2 * i, 2 * i + 3)].join();
        if (json !== texts) return at(i, `texts at ${json}`, `${texts}, as in localityJsonStart`);
        const from = localityPostcodeStart[i];
        for (let position = 0; position < localityPostcodeStart[i + 1] - from; position++)
          if (postcodeAt(index, i, position) !== localityPostcode[from + position])
            return at(i, `postcode ${postcodeAt(index, i, position)}`, localityPostcode[from + position]);
      }
      return null;
    },
  },
  {
    section: 'streetEntry',
    holds: 'the entries of a locality rise, after those of streets without a name',
    find({ columns: { localityStreetStart, streetEntry } }) {
      for (let locality = 0; locality + 1 < localityStreetStart.length; locality++)
        for (let street = localityStreetStart[locality] + 1; street < localityStreetStart[locality + 1]; street++) {
          if (nameOrder(streetEntry[street]) < nameOrder(streetEntry[street - 1]))
            return at(street, streetEntry[street], `${streetEntry[street - 1]} or more`);
        }
      return null;
    },
  },
  {
    section: 'streetAnswer',
    holds: 'its texts follow one another from 0 to the end of streetText, each with room for id and name',
    find({ columns: { streetAnswer, streetText, streetName } }) {
      for (let i = 0; i <= streetName.length; i++) {
        const start = streetAnswer[i * STREET_WORDS + STREET.text];
        const least = i === 0 ? 0 : endOfName(streetAnswer, i - 1);
        if (i === 0 ? start !== 0 : start < least) return at(i, `text at ${start}`, i === 0 ? 0 : `at least ${least}`);
      }
      const end = endOfLabel(streetAnswer, streetName.length - 1);
      return end === streetText.length ? null : at(streetName.length, `text at ${end}`, streetText.length);
    },
  },
];
