import { ADDED, CHANGE_KINDS, changesSince } from '../index/changes.ts';
import { findEndedId } from '../index/ended-ids.ts';
import { findId, idOf } from '../index/id-hash.ts';
import type { AddressIndex } from '../index/open.ts';
import { rememberedReleases } from '../index/remembered-releases.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import { writeDebug } from './match-quality.ts';
import type { ChangeStatus, ChangesParameters } from './table/rows/changes.ts';
import { NULL } from './write-text.ts';

const ID = fragment('{"id":');
const STATUS = fragment(',"status":"');
const SINCE = fragment('","since":');
const RELEASE = fragment(',"release":');
const KINDS = fragment(',"kinds":[');
const LAST_RELEASE = fragment('],"last_release":');
const SUCCESSOR = fragment(',"successor":');
const CLOSE = 0x7d;

/**
 * Writes what became of an id after a release (§12.17); false, and nothing written, where no release
 * that is remembered had it, or `since` is none of them. O(log changes).
 */
export function changes(index: AddressIndex, { id, since, debug }: ChangesParameters, out: JsonBytes): boolean {
  const releases = rememberedReleases(index);
  const from = since === null ? 0 : releases.indexOf(since);
  if (from < 0) return false;
  const ordinal = findId(index, id);
  const ended = ordinal < 0 ? findEndedId(index, id) : -1;
  if (ordinal < 0 && ended < 0) return false;
  const kinds = ordinal < 0 ? 0 : changesSince(index, ordinal, from);
  const details = ended < 0 ? null : endedDetails(index, ended);
  out.write(ID);
  out.string(id);
  out.write(STATUS);
  out.ascii(statusOf(ended >= 0, kinds));
  out.write(SINCE);
  out.string(releases[from]);
  out.write(RELEASE);
  out.string(index.manifest.release);
  out.write(KINDS);
  out.ascii(NAMES[kinds % ADDED]);
  out.write(LAST_RELEASE);
  writeName(out, details?.last_release);
  out.write(SUCCESSOR);
  writeName(out, details?.successor);
  if (debug) writeDebug(out, 'lookup');
  out.character(CLOSE);
  return true;
}

/** By mask: the names of its kinds, as a list without brackets. */
const NAMES = Array.from({ length: ADDED }, (_, mask) =>
  CHANGE_KINDS.filter((_kind, bit) => (mask & (1 << bit)) !== 0)
    .map((kind) => `"${kind}"`)
    .join(),
);

function statusOf(hasEnded: boolean, kinds: number): ChangeStatus {
  if (hasEnded) return 'ended';
  if ((kinds & ADDED) !== 0) return 'added';
  if (kinds === 0) return 'unchanged';
  return (kinds & MOVED) !== 0 ? 'moved' : 'changed';
}

const MOVED = 1 << CHANGE_KINDS.indexOf('moved');

function writeName(out: JsonBytes, name: string | undefined): void {
  if (name === undefined) out.write(NULL);
  else out.string(name);
}

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
function endedDetails(index: AddressIndex, row: number): EndedDetails {
  const { endedRelease, endedSuccessor } = index.columns;
  const last_release = rememberedReleases(index)[endedRelease[row]];
  const successor = endedSuccessor[row] - 1;
  return { last_release, ...(successor >= 0 && { successor: idOf(index, successor) }) };
}
