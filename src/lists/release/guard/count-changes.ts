import { compareReleases, type Differences } from '../../../address/differences/compare.ts';
import { FIELDS_OF_KIND, fieldsApart } from '../../../address/differences/fields.ts';
import { releaseCodes } from '../../../address/differences/shared-codes.ts';
import { streetPairs } from '../../../address/differences/street-pairs.ts';
import { CHANGE_KINDS } from '../../../address/index/changes.ts';
import type { AddressIndex } from '../../../address/index/open.ts';
import { STATE_ORDER } from '../../../address/index/sections.ts';
import { textOf } from '../../../address/index/text.ts';
import type { ChangeCounts } from '../../../service/release/change-limits.ts';

/** A move beyond this is a mistake more often than a correction, metres. */
const FAR_METRES = 1000;

const RENAMED = FIELDS_OF_KIND[CHANGE_KINDS.indexOf('renamed')]!;

/** Counts the differences that have limits as it is told of them; `counts` answers them by locality of the old index. */
export interface LimitedChanges extends Differences {
  counts(): ChangeCounts[];
}

/** Begins to count how many addresses of each locality moved far, were renamed, or are there no more. */
export function limitedChanges(before: AddressIndex): LimitedChanges {
  const { localityState, localityName, localityStreetStart, streetAddressStart } = before.columns;
  const moved = new Uint32Array(localityState.length);
  const renamed = new Uint32Array(localityState.length);
  const ended = new Uint32Array(localityState.length);
  return {
    added() {},
    removed({ locality }) {
      ended[locality]!++;
    },
    changed({ locality }, _, fields, metres) {
      if (metres > FAR_METRES) moved[locality]!++;
      if ((fields & RENAMED) !== 0) renamed[locality]!++;
    },
    counts: () =>
      Array.from(localityState, (state, i) => ({
        name: textOf(before, localityName[i]!),
        state: STATE_ORDER[state]!,
        before: streetAddressStart[localityStreetStart[i + 1]!]! - streetAddressStart[localityStreetStart[i]!]!,
        moved: moved[i]!,
        renamed: renamed[i]!,
        ended: ended[i]!,
      })),
  };
}

/** The limited differences of two indexes. O(addresses). */
export function countChanges(before: AddressIndex, after: AddressIndex): ChangeCounts[] {
  const changes = limitedChanges(before);
  const codes = releaseCodes(before, after);
  const apart = fieldsApart(before.manifest, after.manifest);
  compareReleases(before, after, { codes, streets: streetPairs(before, after), apart }, changes);
  return changes.counts();
}
