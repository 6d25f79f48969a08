import { IS_ALIAS } from '../../src/index/address-flags.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import {
  MOST_UNIT_ROWS,
  UNIT_ADDRESS,
  UNIT_NUMBER,
  UNIT_RANK,
  UNIT_ROW,
  UNIT_STREET,
} from '../../src/index/unit-row.ts';
import { eachAddress } from './addresses-of.ts';
import { at, type Check } from './check.ts';

/** The addresses that each unit leads to. */
export const UNIT_POSTING_CHECKS: readonly Check[] = [
  {
    section: 'unitPosting',
    holds: 'every row is a principal address of its street that has the unit, the best known streets first',
    find: rowFault,
  },
  {
    section: 'unitPostingStart',
    holds: 'every unit has a row for each street that has it, up to the limit',
    find: countFault,
  },
];

function rowFault({ columns }: AddressIndex): string | null {
  const { unitPosting, unitPostingStart, addressNumber, addressUnit, addressFlags, streetAddressStart, streetName } =
    columns;
  for (let unit = 0; unit + 1 < unitPostingStart.length; unit++) {
    let rank = -1;
    for (let i = unitPostingStart[unit]; i < unitPostingStart[unit + 1]; i++) {
      const row = i * UNIT_ROW;
      const address = unitPosting[row + UNIT_ADDRESS];
      const street = unitPosting[row + UNIT_STREET];
      if (street >= streetName.length) return at(i, `street ${street}`, `below ${streetName.length}`);
      if (address < streetAddressStart[street] || address >= streetAddressStart[street + 1])
        return at(i, `address ${address}`, `one of street ${street}`);
      if (addressUnit[address] !== unit) return at(i, `an address with unit ${addressUnit[address]}`, unit);
      if ((addressFlags[address] & IS_ALIAS) !== 0) return at(i, `address ${address}, an alias`, 'a principal');
      if (unitPosting[row + UNIT_RANK] <= rank) return at(i, `rank ${unitPosting[row + UNIT_RANK]}`, `above ${rank}`);
      rank = unitPosting[row + UNIT_RANK];
      const number = unitPosting[row + UNIT_NUMBER];
      if (number !== addressNumber[address]) return at(i, `number ${number}`, addressNumber[address]);
    }
  }
  return null;
}

function countFault(index: AddressIndex): string | null {
  const { unitPostingStart, addressUnit, addressFlags } = index.columns;
  const units = unitPostingStart.length - 1;
  const streets = new Uint32Array(units);
  const last = new Int32Array(units).fill(-1);
  eachAddress(index, (ordinal, street) => {
    const unit = addressUnit[ordinal];
    if (unit === 0 || last[unit] === street || (addressFlags[ordinal] & IS_ALIAS) !== 0) return null;
    last[unit] = street;
    streets[unit]++;
    return null;
  });
  for (let unit = 0; unit < units; unit++) {
    const expected = Math.min(MOST_UNIT_ROWS, streets[unit]);
    const rows = unitPostingStart[unit + 1] - unitPostingStart[unit];
    if (rows !== expected) return at(unit, `${rows} rows`, expected);
  }
  return null;
}
