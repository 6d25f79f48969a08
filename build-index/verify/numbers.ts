import { LOT, NO_NUMBER, STREET_NUMBER } from '../../src/index/number-kinds.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { MOST_DIRECT } from '../../src/index/sections.ts';
import { textOf } from '../../src/index/text.ts';
import { at, type Check } from './check.ts';
import { compareStrings, compareTexts, unescaped } from './text-order.ts';

const HYPHEN = 0x2d;
/** A unit's number is read up to here; longer runs of digits are not compared. */
const MOST_DIGITS = 8;

/** Street numbers, lots, units and levels: each once, in order, and with texts that fit. */
export const NUMBER_CHECKS: readonly Check[] = [
  {
    section: 'numberKind',
    holds: 'numbers are distinct, in the order of kind, first number, its text, last number, text',
    find(index) {
      const { numberKind, numberFirst, numberLast } = index.columns;
      let before = numberTexts(index, 0);
      for (let i = 1; i < numberKind.length; i++) {
        if (numberKind[i] !== STREET_NUMBER && numberKind[i] !== LOT)
          return at(i, numberKind[i], `${STREET_NUMBER} or ${LOT}`);
        const own = numberTexts(index, i);
        const order =
          numberKind[i - 1] - numberKind[i] ||
          numberFirst[i - 1] - numberFirst[i] ||
          compareStrings(before.first, own.first) ||
          numberLast[i - 1] - numberLast[i] ||
          compareStrings(before.whole, own.whole);
        if (order >= 0)
          return at(i, `${own.whole} (kind ${numberKind[i]})`, `one after ${before.whole} (kind ${numberKind[i - 1]})`);
        before = own;
      }
      return numberKind[0] === NO_NUMBER ? null : at(0, numberKind[0], NO_NUMBER);
    },
  },
  {
    section: 'numberTextFirst',
    holds: 'a range has a hyphen after its first number, and nothing else has more than that',
    find({ columns: { numberKind, numberTextStart, numberTextFirst, numberText } }) {
      for (let i = 0; i < numberKind.length; i++) {
        const length = numberTextStart[i + 1] - numberTextStart[i];
        if (numberTextFirst[i] > length) return at(i, numberTextFirst[i], `at most ${length}`);
        if (numberTextFirst[i] === length) continue;
        if (numberKind[i] !== STREET_NUMBER) return at(i, numberTextFirst[i], `${length}, the whole text`);
        const byte = numberText[numberTextStart[i] + numberTextFirst[i]];
        if (byte !== HYPHEN) return at(i, `byte ${byte} at ${numberTextFirst[i]}`, `${HYPHEN}, a hyphen`);
      }
      return null;
    },
  },
  {
    section: 'numberFirst',
    holds: 'a street number has its digits in its text, or none',
    find: (index) => digitsFault(index, 'numberFirst', ({ first }) => first),
  },
  {
    section: 'numberLast',
    holds: 'a street number has the digits of its last number in its text',
    find: (index) => digitsFault(index, 'numberLast', ({ first, whole }) => whole.slice(first.length) || first),
  },
  {
    section: 'streetNumberCode',
    holds: 'every number below MOST_DIRECT has the first code that is at least it',
    find({ columns: { streetNumberCode, numberKind, numberFirst } }) {
      if (streetNumberCode.length !== MOST_DIRECT)
        return `${streetNumberCode.length} elements, expected ${MOST_DIRECT}`;
      for (let number = 0; number < MOST_DIRECT; number++) {
        const code = streetNumberCode[number];
        const isBelow = (i: number) =>
          numberKind[i] < STREET_NUMBER || (numberKind[i] === STREET_NUMBER && numberFirst[i] < number);
        if (code === 0 || code > numberKind.length || !isBelow(code - 1))
          return at(number, code, 'a code behind all of lower numbers');
        if (code < numberKind.length && isBelow(code)) return at(number, code, 'the first behind all of lower numbers');
      }
      return null;
    },
  },
  {
    section: 'unitFlatType',
    holds: 'units are distinct, in the order of flat number, text, type, level number, text, type',
    find(index) {
      const { unitFlatType, unitFlatNumber, unitFlatText, unitLevelType, unitLevelNumber, unitLevelText } =
        index.columns;
      for (let i = 2; i < unitFlatType.length; i++) {
        const order =
          unitFlatNumber[i - 1] - unitFlatNumber[i] ||
          compareTexts(index, unitFlatText[i - 1], unitFlatText[i]) ||
          unitFlatType[i - 1] - unitFlatType[i] ||
          unitLevelNumber[i - 1] - unitLevelNumber[i] ||
          compareTexts(index, unitLevelText[i - 1], unitLevelText[i]) ||
          unitLevelType[i - 1] - unitLevelType[i];
        if (order >= 0) return at(i, unitNamed(index, i), `one after ${unitNamed(index, i - 1)}`);
      }
      return null;
    },
  },
  unitNumberCheck('unitFlatNumber', 'unitFlatText'),
  unitNumberCheck('unitLevelNumber', 'unitLevelText'),
];

function numberTexts({ columns }: AddressIndex, i: number): { readonly first: string; readonly whole: string } {
  const { numberText, numberTextStart, numberTextFirst } = columns;
  const start = numberTextStart[i];
  const end = Math.min(start + numberTextFirst[i], numberTextStart[i + 1]);
  return {
    first: unescaped(numberText, Uint32Array.of(start, end), 0),
    whole: unescaped(numberText, numberTextStart, i),
  };
}

function digitsFault(
  index: AddressIndex,
  section: 'numberFirst' | 'numberLast',
  part: (texts: { readonly first: string; readonly whole: string }) => string,
): string | null {
  const { numberKind } = index.columns;
  const numbers = index.columns[section];
  for (let i = 0; i < numberKind.length; i++) {
    if (numberKind[i] !== STREET_NUMBER) continue;
    const text = part(numberTexts(index, i));
    if (numbers[i] !== 0 && !text.includes(String(numbers[i]))) return at(i, numbers[i], `a number in ${text}`);
  }
  return null;
}

function unitNumberCheck(section: 'unitFlatNumber' | 'unitLevelNumber', of: 'unitFlatText' | 'unitLevelText'): Check {
  return {
    section,
    holds: `it has the first number in ${of}`,
    find(index) {
      for (let i = 0; i < index.columns[section].length; i++) {
        const text = textOf(index, index.columns[of][i]);
        const digits = /\d+/.exec(text)?.[0] ?? '0';
        const found = index.columns[section][i];
        if (digits.length <= MOST_DIGITS && found !== Number(digits)) return at(i, found, `${digits}, as in ${text}`);
      }
      return null;
    },
  };
}

function unitNamed(index: AddressIndex, unit: number): string {
  const { unitFlatType, unitFlatText, unitLevelType, unitLevelText, flatTypeText, levelTypeText } = index.columns;
  return [flatTypeText[unitFlatType[unit]], unitFlatText[unit], levelTypeText[unitLevelType[unit]], unitLevelText[unit]]
    .filter((part) => part !== 0)
    .map((part) => textOf(index, part))
    .join(' ');
}
