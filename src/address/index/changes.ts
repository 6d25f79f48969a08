import { lowerBound } from './address.ts';
import type { IndexColumns } from './sections.ts';

/** The ways in which an address can change, in the order of reports and of the bits of `changedKinds`. */
export const CHANGE_KINDS = ['moved', 'renamed', 'recoded', 'boundaries', 'confidence', 'geocodes'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** In `changedKinds`: the release before did not have the id. */
export const ADDED = 1 << CHANGE_KINDS.length;

/**
 * How an address differs from what it was in a release that is remembered (a position in
 * remembered-releases.ts), as a mask of CHANGE_KINDS and ADDED. O(log changes).
 */
export function changesSince({ columns }: IndexColumns, ordinal: number, release: number): number {
  const { changedAddress, changedRelease, changedKinds } = columns;
  let kinds = 0;
  for (let i = lowerBound(changedAddress, ordinal); changedAddress[i] === ordinal; i++)
    if (changedRelease[i] > release) kinds |= changedKinds[i];
  return kinds;
}
