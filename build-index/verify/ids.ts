import { ADDRESS, ADDRESS_WORDS, idPrefixIn } from '../../src/address/index/address-record.ts';
import { findId, idOf, slotBits } from '../../src/address/index/id-hash.ts';
import type { AddressIndex } from '../../src/address/index/open.ts';
import { at, type Check } from './check.ts';
import { rowsOf } from './rules.ts';

/** Every id leads to its address. */
export const ID_CHECKS: readonly Check[] = [
  {
    section: 'addressRecord',
    holds: "every id's number fits the digits of its prefix, or is a text id",
    find({ columns }) {
      const { addressRecord, idPrefixDigits } = columns;
      const limit = Array.from(idPrefixDigits, (digits) => 10 ** digits);
      limit[0] = rowsOf(columns, 'textStart');
      for (let i = 0; i < addressRecord.length; i += ADDRESS_WORDS) {
        const most = limit[idPrefixIn(addressRecord[i + ADDRESS.codes])];
        const number = addressRecord[i + ADDRESS.idNumber];
        if (number >= most) return at(i, number, `below ${most}`);
      }
      return null;
    },
  },
  { section: 'idBucket', holds: 'every address has one slot, and is found by its id', find: slotFault },
];

function slotFault(index: AddressIndex): string | null {
  const { idBucket, addressHead } = index.columns;
  const count = addressHead.length;
  const mask = 2 ** slotBits(count) - 1;
  let used = 0;
  for (let slot = 0; slot < idBucket.length; slot++) {
    if (idBucket[slot] === 0) continue;
    const ordinal = ((idBucket[slot] & mask) >>> 0) - 1;
    if (ordinal < 0 || ordinal >= count) return at(slot, `ordinal ${ordinal}`, `from 0 to ${count - 1}`);
    used++;
  }
  if (used !== count) return `${used} slots in use, expected ${count}`;
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const id = idOf(index, ordinal);
    const found = findId(index, id);
    if (found !== ordinal) return `id ${id} leads to ${found < 0 ? 'nothing' : found}, expected ${ordinal}`;
  }
  return null;
}
