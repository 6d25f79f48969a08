import { endedIds, findEndedId } from '../../src/address/index/ended-ids.ts';
import { findId } from '../../src/address/index/id-hash.ts';
import { rememberedReleases } from '../../src/address/index/remembered-releases.ts';
import { at, type Check } from './check.ts';

/** What an index remembers of former releases can be found, and is of the past. */
export const HISTORY_CHECKS: readonly Check[] = [
  {
    section: 'releaseName',
    holds: "the last release is the index's own, and no two are the same",
    find(index) {
      const names = rememberedReleases(index);
      const own = index.manifest.release;
      if (names.at(-1) !== own) return at(names.length - 1, names.at(-1), own);
      const twice = names.findIndex((name, i) => names.indexOf(name) !== i);
      return twice < 0 ? null : at(twice, names[twice], 'another release');
    },
  },
  {
    section: 'endedNumber',
    holds: 'every ended id is found, and no address has it',
    find(index) {
      let row = 0;
      for (const id of endedIds(index)) {
        const found = findEndedId(index, id);
        if (found !== row) return `id ${id} leads to ${found < 0 ? 'nothing' : found}, expected ${row}`;
        if (findId(index, id) >= 0) return `id ${id} has ended, and an address has it`;
        row++;
      }
      return null;
    },
  },
  {
    section: 'endedRelease',
    holds: 'every id ended before the last release',
    find(index) {
      const last = rememberedReleases(index).length - 1;
      const row = index.columns.endedRelease.findIndex((release) => release >= last);
      return row < 0 ? null : at(row, index.columns.endedRelease[row], `below ${last}`);
    },
  },
  {
    section: 'changedRelease',
    holds: 'an address changes in one release after another, and not in the first',
    find({ columns }) {
      const { changedAddress, changedRelease } = columns;
      for (let i = 0; i < changedRelease.length; i++) {
        const least = i > 0 && changedAddress[i - 1] === changedAddress[i] ? changedRelease[i - 1]! + 1 : 1;
        if (changedRelease[i]! < least) return at(i, changedRelease[i], `at least ${least}`);
      }
      return null;
    },
  },
];
