import { letterMask } from '../../src/index/letters.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { firstSlotOf } from '../../src/index/places.ts';
import { PLACE_ALIAS } from '../../src/index/sections.ts';
import { textOf } from '../../src/index/text.ts';
import { at, type Check } from './check.ts';

const LONGEST = 255;

/** Suburb lookup agrees with the names and aliases of the localities. */
export const PLACE_CHECKS: readonly Check[] = [
  {
    section: 'placeSlot',
    holds: 'every name is found by its hash, and half of the slots or more are empty',
    find(index) {
      const { placeSlot, placeName } = index.columns;
      const slots = placeSlot.length;
      if (!Number.isInteger(Math.log2(slots)) || slots < 2 * placeName.length)
        return `${slots} slots, expected a power of two from ${2 * placeName.length}`;
      const used = placeSlot.reduce((count, slot) => count + (slot === 0 ? 0 : 1), 0);
      if (used !== placeName.length) return `${used} slots in use, expected ${placeName.length}`;
      for (let place = 0; place < placeName.length; place++) {
        let slot = firstSlotOf(textOf(index, placeName[place]), slots);
        while (placeSlot[slot] !== 0 && placeSlot[slot] !== place + 1) slot = (slot + 1) % slots;
        if (placeSlot[slot] === 0) return at(slot, 'an empty slot', `${place + 1}, before an empty slot`);
      }
      return null;
    },
  },
  {
    section: 'placeName',
    holds: 'names are distinct and in the order of their bytes',
    find(index) {
      const { placeName } = index.columns;
      for (let i = 1; i < placeName.length; i++)
        if (Buffer.compare(bytesOf(index, placeName[i - 1]), bytesOf(index, placeName[i])) >= 0)
          return at(i, textOf(index, placeName[i]), `a name after ${textOf(index, placeName[i - 1])}`);
      return null;
    },
  },
  {
    section: 'placeLocality',
    holds: 'every name has the localities that go by it, officially and as an alias',
    find(index) {
      const { placeName, placeStart, placeLocality } = index.columns;
      const expected = localitiesByName(index);
      for (let place = 0; place < placeName.length; place++) {
        const localities = expected.get(placeName[place]) ?? new Set();
        for (let i = placeStart[place]; i < placeStart[place + 1]; i++)
          if (!localities.delete(placeLocality[i]))
            return at(i, placeLocality[i], `a locality that goes by ${textOf(index, placeName[place])}, once`);
        for (const missing of localities)
          return `locality ${missing} goes by ${textOf(index, placeName[place])} and is not at ${placeStart[place]} to ${placeStart[place + 1] - 1}`;
        expected.delete(placeName[place]);
      }
      for (const name of expected.keys()) return `name ${textOf(index, name)} of a locality is not in placeName`;
      return null;
    },
  },
  {
    section: 'placeLetters',
    holds: 'it has the letters of each name',
    find: (index) => nameFault(index, index.columns.placeLetters, letterMask),
  },
  {
    section: 'placeLength',
    holds: 'it has the length of each name',
    find: (index) => nameFault(index, index.columns.placeLength, (name) => Math.min(LONGEST, name.length)),
  },
];

function nameFault(index: AddressIndex, column: ArrayLike<number>, of: (name: string) => number): string | null {
  const { placeName } = index.columns;
  for (let i = 0; i < placeName.length; i++) {
    const name = textOf(index, placeName[i]);
    if (column[i] !== of(name)) return at(i, column[i], `${of(name)} for ${name}`);
  }
  return null;
}

/** By text id of a name: the localities that go by it, as `placeLocality` has them. */
function localitiesByName({ columns }: AddressIndex): Map<number, Set<number>> {
  const { localityName, localityAlias, localityAliasStart } = columns;
  const localities = new Map<number, Set<number>>();
  const add = (name: number, entry: number) => {
    const known = localities.get(name);
    if (known === undefined) localities.set(name, new Set([entry]));
    else known.add(entry);
  };
  for (let locality = 0; locality < localityName.length; locality++) {
    add(localityName[locality], locality);
    for (let i = localityAliasStart[locality]; i < localityAliasStart[locality + 1]; i++)
      add(localityAlias[i], locality + PLACE_ALIAS);
  }
  return localities;
}

function bytesOf({ columns: { text, textStart } }: AddressIndex, id: number): Uint8Array {
  return text.subarray(textStart[id], textStart[id + 1]);
}
