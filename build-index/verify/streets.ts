import { isUtf8 } from 'node:buffer';
import { IS_ALIAS } from '../../src/index/address-flags.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import {
  hasAliasesIn,
  idBytesIn,
  nameBytesIn,
  STREET,
  STREET_WORDS,
  streetIdOf,
} from '../../src/index/street-answer.ts';
import { textOf, textOfBytes } from '../../src/index/text.ts';
import { eachAddress } from './addresses-of.ts';
import { at, type Check, firstDifference } from './check.ts';
import { jsonStringFault } from './json-string.ts';
import { compareStrings, compareTexts } from './text-order.ts';

/** Streets: order, labels, counts. */
export const STREET_CHECKS: readonly Check[] = [
  {
    section: 'streetName',
    holds: 'streets are in the order of locality, name, type, suffix, id',
    find(index) {
      const { streetLocality, streetName, streetLabel } = index.columns;
      for (let i = 1; i < streetName.length; i++) {
        const order =
          streetLocality[i - 1] - streetLocality[i] ||
          compareTexts(index, streetName[i - 1], streetName[i]) ||
          compareTexts(index, streetLabel[i - 1], streetLabel[i]) ||
          compareStrings(streetIdOf(index, i - 1), streetIdOf(index, i));
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
    section: 'streetAnswer',
    holds: 'its texts ascend from 0 to the end of streetText, with room for id and name',
    find({ columns: { streetAnswer, streetText, streetName } }) {
      for (let i = 0; i <= streetName.length; i++) {
        const start = streetAnswer[i * STREET_WORDS + STREET.text];
        const least = i === 0 ? 0 : endOfName(streetAnswer, i - 1);
        if (i === 0 ? start !== 0 : start < least) return at(i, `text at ${start}`, i === 0 ? 0 : `at least ${least}`);
      }
      const end = streetAnswer[streetName.length * STREET_WORDS];
      return end === streetText.length ? null : at(streetName.length, `text at ${end}`, streetText.length);
    },
  },
  {
    section: 'streetAnswer',
    holds: 'it has the type and suffix of the street, and a class, and says whether there are aliases',
    find({ columns: { streetAnswer, streetType, streetSuffix, streetAliasStart, streetClassText } }) {
      for (let i = 0; i < streetType.length; i++) {
        const codes = streetAnswer[i * STREET_WORDS + STREET.codes];
        const aliases = hasAliasesIn(streetAnswer[i * STREET_WORDS + STREET.lengths]);
        const expected = streetType[i] + streetSuffix[i] * 2 ** 16;
        if (codes % 2 ** 24 !== expected) return at(i, `type and suffix ${codes % 2 ** 24}`, expected);
        if (codes >>> 24 >= streetClassText.length)
          return at(i, `class ${codes >>> 24}`, `below ${streetClassText.length}`);
        if (aliases !== streetAliasStart[i + 1] > streetAliasStart[i])
          return at(i, aliases ? 'aliases' : 'no aliases', aliases ? 'none' : 'some');
      }
      return null;
    },
  },
  {
    section: 'streetText',
    holds: 'it has the label of every street, which begins with the name',
    find(index) {
      const { streetAnswer, streetText, streetLabel, streetName } = index.columns;
      for (let i = 0; i < streetLabel.length; i++) {
        const end = streetAnswer[(i + 1) * STREET_WORDS + STREET.text];
        const label = textOfBytes(streetText, endOfId(streetAnswer, i), end);
        const name = textOfBytes(streetText, endOfId(streetAnswer, i), endOfName(streetAnswer, i));
        if (label !== textOf(index, streetLabel[i])) return at(i, label, textOf(index, streetLabel[i]));
        if (name !== textOf(index, streetName[i])) return at(i, name, textOf(index, streetName[i]));
      }
      return null;
    },
  },
  {
    section: 'streetText',
    holds: 'all of it is UTF-8, and the inside of JSON strings',
    find({ columns: { streetText } }) {
      const position = isUtf8(streetText) ? jsonStringFault(streetText, 0, streetText.length) : 0;
      return position < 0 ? null : at(position, `byte ${streetText[position]}`, 'the inside of a JSON string in UTF-8');
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

function endOfId(streetAnswer: Uint32Array, street: number): number {
  const at = street * STREET_WORDS;
  return streetAnswer[at + STREET.text] + idBytesIn(streetAnswer[at + STREET.lengths]);
}

function endOfName(streetAnswer: Uint32Array, street: number): number {
  return endOfId(streetAnswer, street) + nameBytesIn(streetAnswer[street * STREET_WORDS + STREET.lengths]);
}

function named(index: AddressIndex, street: number): string {
  const { streetLocality, streetLabel } = index.columns;
  return `${textOf(index, streetLabel[street])} (${streetIdOf(index, street)}) of locality ${streetLocality[street]}`;
}
