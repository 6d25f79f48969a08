import { IS_ALIAS } from '../../src/index/address-flags.ts';
import { writeGuide } from '../../src/index/number-guide.ts';
import { LOT, STREET_NUMBER } from '../../src/index/number-kinds.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import {
  HAS_LOTS,
  markNumbers,
  NO_FIRST,
  RECORD_CODES,
  RECORD_COUNT,
  RECORD_END,
  RECORD_FIRST,
  RECORD_GUIDE,
  RECORD_HIGHEST,
  RECORD_LOCALITY,
  RECORD_LOCALITY_COUNT,
  RECORD_RANGE,
  RECORD_START,
  rangesInCodes,
  STREET_RECORD,
} from '../../src/index/street-record.ts';
import { eachAddress } from './addresses-of.ts';
import { at, type Check } from './check.ts';

/** 1 for every street that has an address with a lot. */
function streetsWithLots(index: AddressIndex): Uint8Array {
  const { streetName, addressNumber, numberKind } = index.columns;
  const lots = new Uint8Array(streetName.length);
  eachAddress(index, (ordinal, street) => {
    if (numberKind[addressNumber[ordinal]] === LOT) lots[street] = 1;
    return null;
  });
  return lots;
}

/** What the search asks of a street, in one row. */
export const STREET_RECORD_CHECKS: readonly Check[] = [
  {
    section: 'streetRecord',
    holds: 'every row says what the columns of its street say',
    find(index) {
      const { columns } = index;
      const { streetRecord, streetLocality, streetAddressStart, streetRangeStart, streetType, streetSuffix } = columns;
      const { localityState, localityCount, streetCount } = columns;
      const streets = streetLocality.length;
      const lots = streetsWithLots(index);
      for (let street = 0; street <= streets; street++) {
        const row = street * STREET_RECORD;
        const locality = streetLocality[street];
        const last = street === streets;
        const expected: readonly (readonly [number, number])[] = [
          [RECORD_LOCALITY, last ? 0 : locality],
          [RECORD_START, streetAddressStart[street]],
          [RECORD_END, streetAddressStart[Math.min(street + 1, streets)]],
          [
            RECORD_CODES,
            last
              ? 0
              : streetType[street] +
                streetSuffix[street] * 2 ** 16 +
                localityState[locality] * 2 ** 24 +
                (lots[street] === 1 ? HAS_LOTS : 0) +
                rangesInCodes(streetRangeStart[street + 1] - streetRangeStart[street]),
          ],
          [RECORD_LOCALITY_COUNT, last ? 0 : localityCount[locality]],
          [RECORD_COUNT, last ? 0 : streetCount[street]],
          [RECORD_RANGE, streetRangeStart[street]],
        ];
        for (const [element, value] of expected)
          if (streetRecord[row + element] !== value) return at(row + element, streetRecord[row + element], value);
      }
      return null;
    },
  },
  {
    section: 'streetRecord',
    holds: 'every row has the highest number of its street, and marks of all',
    find(index) {
      const { streetRecord, streetName, addressNumber, numberKind, numberFirst, numberLast } = index.columns;
      const expected = new Uint32Array((streetName.length + 1) * STREET_RECORD);
      eachAddress(index, (ordinal, street) => {
        const code = addressNumber[ordinal];
        if (numberKind[code] !== STREET_NUMBER) return null;
        const row = street * STREET_RECORD;
        const last = Math.max(numberFirst[code], numberLast[code]);
        expected[row + RECORD_HIGHEST] = Math.max(expected[row + RECORD_HIGHEST], last);
        markNumbers(expected, row, numberFirst[code], last);
        return null;
      });
      for (let row = 0; row < expected.length; row += STREET_RECORD)
        for (let i = row + RECORD_HIGHEST; i < row + RECORD_FIRST; i++)
          if (streetRecord[i] !== expected[i]) return at(i, streetRecord[i], expected[i]);
      return null;
    },
  },
  {
    section: 'streetRecord',
    holds: 'every row has the record of the first number of its street',
    find(index) {
      const { streetRecord, streetName } = index.columns;
      for (let street = 0; street <= streetName.length; street++) {
        const place = street * STREET_RECORD + RECORD_FIRST;
        const expected = street === streetName.length ? 0 : firstRecord(index, street);
        if (streetRecord[place] !== expected) return at(place, streetRecord[place], expected);
      }
      return null;
    },
  },
  {
    section: 'streetRecord',
    holds: 'every row says where the numbers of its street stand',
    find: guideFault,
  },
];

function guideFault({ columns }: AddressIndex): string | null {
  const { streetRecord, streetAddressStart, addressNumber, numberKind, numberFirst } = columns;
  const expected = new Uint32Array(STREET_RECORD);
  for (let row = 0; row < streetRecord.length; row += STREET_RECORD) {
    const street = row / STREET_RECORD;
    const own = addressNumber.subarray(streetAddressStart[street], streetAddressStart[street + 1] ?? 0);
    expected.set(streetRecord.subarray(row, row + RECORD_GUIDE));
    expected.fill(0, RECORD_GUIDE);
    writeGuide(expected, 0, (number) => {
      const from = own.findIndex((code) => numberKind[code] > STREET_NUMBER || isFrom(code, number));
      return from < 0 ? own.length : from;
    });
    for (let i = RECORD_GUIDE; i < STREET_RECORD; i++)
      if (streetRecord[row + i] !== expected[i]) return at(row + i, streetRecord[row + i], expected[i]);
  }
  return null;

  function isFrom(code: number, number: number): boolean {
    return numberKind[code] === STREET_NUMBER && numberFirst[code] >= number;
  }
}

/** The first principal of a street's first number: its building where that has a record; NO_FIRST where it takes more to tell. */
function firstRecord({ columns }: AddressIndex, street: number): number {
  const { streetAddressStart, addressNumber, addressUnit, addressFlags, numberKind } = columns;
  const ordinals: number[] = [];
  for (let i = streetAddressStart[street]; i < streetAddressStart[street + 1]; i++) {
    const code = addressNumber[i];
    if (code !== 0 && (ordinals.length === 0 || code === addressNumber[ordinals[0]])) ordinals.push(i);
  }
  if (ordinals.length === 0 || numberKind[addressNumber[ordinals[0]]] !== STREET_NUMBER) return NO_FIRST;
  const hasBuilding = addressUnit[ordinals[0]] === 0;
  const standing = ordinals.filter((i) => !hasBuilding || addressUnit[i] === 0);
  return standing.find((i) => (addressFlags[i] & IS_ALIAS) === 0) ?? NO_FIRST;
}
