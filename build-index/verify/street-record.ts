import { LOT, STREET_NUMBER } from '../../src/index/number-kinds.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import {
  HAS_LOTS,
  RECORD_CODES,
  RECORD_COUNT,
  RECORD_END,
  RECORD_HIGHEST,
  RECORD_LOCALITY,
  RECORD_LOCALITY_COUNT,
  RECORD_RANGE,
  RECORD_START,
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
                (lots[street] === 1 ? HAS_LOTS : 0),
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
    holds: 'every row has the highest number of its street',
    find(index) {
      const { streetRecord, streetName, addressNumber, numberKind, numberFirst, numberLast } = index.columns;
      const highest = new Uint32Array(streetName.length + 1);
      eachAddress(index, (ordinal, street) => {
        const code = addressNumber[ordinal];
        if (numberKind[code] === STREET_NUMBER)
          highest[street] = Math.max(highest[street], numberFirst[code], numberLast[code]);
        return null;
      });
      for (let street = 0; street < highest.length; street++) {
        const found = streetRecord[street * STREET_RECORD + RECORD_HIGHEST];
        if (found !== highest[street]) return at(street * STREET_RECORD + RECORD_HIGHEST, found, highest[street]);
      }
      return null;
    },
  },
];
