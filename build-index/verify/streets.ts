import { IS_ALIAS } from '../../src/index/address-flags.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { textOf } from '../../src/index/text.ts';
import { eachAddress } from './addresses-of.ts';
import { at, type Check, firstDifference } from './check.ts';
import { compareTexts } from './text-order.ts';

/** Streets: order, labels, counts. */
export const STREET_CHECKS: readonly Check[] = [
  {
    section: 'streetName',
    holds: 'streets are in the order of locality, name, type, suffix, id',
    find(index) {
      const { streetLocality, streetName, streetLabel, streetId } = index.columns;
      for (let i = 1; i < streetName.length; i++) {
        const order =
          streetLocality[i - 1] - streetLocality[i] ||
          compareTexts(index, streetName[i - 1], streetName[i]) ||
          compareTexts(index, streetLabel[i - 1], streetLabel[i]) ||
          compareTexts(index, streetId[i - 1], streetId[i]);
        if (order >= 0) return at(i, named(index, i), `one after ${named(index, i - 1)}`);
      }
      return null;
    },
  },
  {
    section: 'streetLabel',
    holds: 'it is made of name, type and suffix',
    find(index) {
      const { streetName, streetType, streetSuffix, streetLabel, streetTypeText, streetSuffixText } = index.columns;
      for (let i = 0; i < streetLabel.length; i++) {
        const parts = [streetName[i], streetTypeText[streetType[i]], streetSuffixText[streetSuffix[i]]];
        const expected = parts
          .filter((part) => part !== 0)
          .map((part) => textOf(index, part))
          .join(' ');
        const found = textOf(index, streetLabel[i]);
        if (found !== expected) return at(i, found, expected);
      }
      return null;
    },
  },
  {
    section: 'streetCount',
    holds: 'it counts the principals of each street',
    find(index) {
      const { addressFlags, streetCount } = index.columns;
      const counted = new Uint32Array(streetCount.length);
      eachAddress(index, (ordinal, street) => {
        if ((addressFlags[ordinal] & IS_ALIAS) === 0) counted[street]++;
        return null;
      });
      return firstDifference(streetCount, counted);
    },
  },
];

function named(index: AddressIndex, street: number): string {
  const { streetLocality, streetLabel, streetId } = index.columns;
  return `${textOf(index, streetLabel[street])} (${textOf(index, streetId[street])}) of locality ${streetLocality[street]}`;
}
