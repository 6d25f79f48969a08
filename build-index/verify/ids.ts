import { findId, idOf, slotBits } from '../../src/index/id-hash.ts';
import { at, type Check } from './check.ts';

const MOST_DIGITS = 9;

/** Every id leads to its address. */
export const ID_CHECKS: readonly Check[] = [
  {
    section: 'idPrefixDigits',
    holds: 'an id ends in at most nine digits',
    find({ columns: { idPrefixDigits } }) {
      const position = idPrefixDigits.findIndex((digits) => digits > MOST_DIGITS);
      return position < 0 ? null : at(position, idPrefixDigits[position], `at most ${MOST_DIGITS}`);
    },
  },
  {
    section: 'idBucket',
    holds: 'every ordinal has one slot',
    find({ columns: { idBucket, addressNumber } }) {
      const count = addressNumber.length;
      const mask = 2 ** slotBits(count) - 1;
      const seen = new Uint8Array(Math.ceil(count / 8));
      let used = 0;
      for (let slot = 0; slot < idBucket.length; slot++) {
        if (idBucket[slot] === 0) continue;
        const ordinal = ((idBucket[slot] & mask) >>> 0) - 1;
        if (ordinal < 0 || ordinal >= count) return at(slot, `ordinal ${ordinal}`, `from 0 to ${count - 1}`);
        const bit = 1 << (ordinal & 7);
        if ((seen[ordinal >>> 3] & bit) !== 0) return at(slot, `ordinal ${ordinal} again`, 'each once');
        seen[ordinal >>> 3] |= bit;
        used++;
      }
      return used === count ? null : `${used} slots in use, expected ${count}`;
    },
  },
  {
    section: 'idBucket',
    holds: 'every address is found by its id',
    find(index) {
      const count = index.columns.addressNumber.length;
      for (let ordinal = 0; ordinal < count; ordinal++) {
        const id = idOf(index, ordinal);
        const found = findId(index, id);
        if (found !== ordinal) return `id ${id} leads to ${found < 0 ? 'nothing' : found}, expected ${ordinal}`;
      }
      return null;
    },
  },
];
