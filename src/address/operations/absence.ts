import { findEndedId } from '../index/ended-ids.ts';
import { idOf } from '../index/id-hash.ts';
import type { AddressIndex } from '../index/open.ts';
import { rememberedReleases } from '../index/remembered-releases.ts';
import type { ChangesParameters } from './table/rows/changes.ts';

/** What is known of an id that a former release had (§12.16). */
export interface EndedDetails {
  readonly last_release: string;
  /** The id of the address in its place, where there is one. */
  readonly successor?: string;
}

/** Why an operation found nothing, where it can tell: the id has ended, or parameters do not fit the index. */
export type Absence =
  | { readonly ended: EndedDetails }
  | { readonly invalid: Readonly<Record<string, readonly string[]>> };

/** Why there is no address of an id; null where nothing is known of it. */
export function absentId(index: AddressIndex, { id }: { readonly id: string }): Absence | null {
  const row = findEndedId(index, id);
  return row < 0 ? null : { ended: endedDetails(index, row) };
}

/** Why there are no changes of an id; null where nothing is known of it. */
export function absentChanges(index: AddressIndex, { since }: ChangesParameters): Absence | null {
  const releases = rememberedReleases(index);
  if (since === null || releases.includes(since)) return null;
  return { invalid: { since: [`must be one of the releases that are known here: ${releases.join(', ')}`] } };
}

/** What is known of an ended id, a row in the table of them. */
export function endedDetails(index: AddressIndex, row: number): EndedDetails {
  const { endedRelease, endedSuccessor } = index.columns;
  const last_release = rememberedReleases(index)[endedRelease[row]];
  const successor = endedSuccessor[row] - 1;
  return { last_release, ...(successor >= 0 && { successor: idOf(index, successor) }) };
}
