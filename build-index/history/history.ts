import { compareReleases } from '../../src/address/differences/compare.ts';
import { fieldsApart, kindsOf } from '../../src/address/differences/fields.ts';
import { releaseCodes } from '../../src/address/differences/shared-codes.ts';
import { streetPairs } from '../../src/address/differences/street-pairs.ts';
import { ADDED } from '../../src/address/index/changes.ts';
import { endedIds } from '../../src/address/index/ended-ids.ts';
import { findId, idOf } from '../../src/address/index/id-hash.ts';
import type { AddressIndex, Manifest } from '../../src/address/index/open.ts';
import { rememberedReleases } from '../../src/address/index/remembered-releases.ts';
import type { IndexColumns } from '../../src/address/index/sections.ts';
import { grown } from '../compile/growable.ts';
import { successorsIn } from './successors.ts';

/** An id that is gone. */
interface EndedId {
  readonly id: string;
  /** The last release that had it: a position in `releases`. */
  readonly release: number;
  /** Ordinal of the address in its place, -1 for none. */
  readonly successor: number;
}

/** What is known at one release of it and those before: the ordinals are its own. */
export interface History {
  /** Names, oldest first, its own last. */
  readonly releases: readonly string[];
  readonly ended: readonly EndedId[];
  /** Changes of its addresses: ordinals, and for each the release that changed it and in which ways (changes.ts). */
  readonly changed: { readonly address: Uint32Array; readonly release: Uint8Array; readonly kinds: Uint8Array };
}

/** What an index remembers. */
export function historyOf(index: AddressIndex): History {
  const { endedRelease, endedSuccessor, changedAddress, changedRelease, changedKinds } = index.columns;
  return {
    releases: rememberedReleases(index),
    ended: Array.from(endedIds(index), (id, row) => ({
      id,
      release: endedRelease[row],
      successor: endedSuccessor[row] - 1,
    })),
    changed: { address: changedAddress, release: changedRelease, kinds: changedKinds },
  };
}

/**
 * What is known one release later. An id that ended and is back is no more among the ended ones, and
 * counts as added. Areas of another edition of the ASGS are no change of an address. Where a successor
 * has ended too, its own takes its place. O(addresses of both).
 */
export function historyAfter(
  history: History,
  before: AddressIndex,
  after: IndexColumns,
  manifest: Pick<Manifest, 'release' | 'options'>,
): History {
  const release = history.releases.length;
  const found = new Changes();
  const ended: EndedId[] = [];
  const ordinals = new Int32Array(before.columns.addressHead.length).fill(-1);
  const by = {
    codes: releaseCodes(before, after),
    streets: streetPairs(before, after),
    apart: fieldsApart(before.manifest, manifest),
  };
  const successorOf = successorsIn(after, by);
  compareReleases(before, after, by, {
    added: ({ ordinal }) => found.add(ordinal, release, ADDED),
    removed(view) {
      const successor = successorOf(view);
      ordinals[view.ordinal] = -2 - successor;
      ended.push({ id: idOf(before, view.ordinal), release: release - 1, successor });
    },
    kept(ofBefore, ofAfter) {
      ordinals[ofBefore] = ofAfter;
    },
    changed: (_, { ordinal }, fields) => found.add(ordinal, release, kindsOf(fields)),
  });
  for (const { id, release: last, successor } of history.ended) {
    if (findId(after, id) >= 0) continue;
    ended.push({ id, release: last, successor: successor < 0 ? -1 : placeIn(ordinals, successor) });
  }
  const all = new Changes();
  const { address, release: changedIn, kinds } = history.changed;
  for (let i = 0; i < address.length; i++)
    if (ordinals[address[i]] >= 0) all.add(ordinals[address[i]], changedIn[i], kinds[i]);
  found.each((ordinal, changedIn, kinds) => all.add(ordinal, changedIn, kinds));
  const changed = all.byAddress(after.columns.addressHead.length);
  return { releases: [...history.releases, manifest.release], ended, changed };
}

/** The ordinal in the new release of an address of the old one, or of its successor. */
function placeIn(ordinals: Int32Array, ordinal: number): number {
  const place = ordinals[ordinal];
  return place >= 0 ? place : -2 - place;
}

/** Changes as they are found, those of one address in the order of their releases. */
class Changes {
  #address = new Uint32Array(0);
  #release = new Uint8Array(0);
  #kinds = new Uint8Array(0);
  #length = 0;

  add(address: number, release: number, kinds: number): void {
    this.#address = grown(this.#address, this.#length + 1);
    this.#release = grown(this.#release, this.#length + 1);
    this.#kinds = grown(this.#kinds, this.#length + 1);
    this.#address[this.#length] = address;
    this.#release[this.#length] = release;
    this.#kinds[this.#length++] = kinds;
  }

  each(visit: (address: number, release: number, kinds: number) => void): void {
    for (let i = 0; i < this.#length; i++) visit(this.#address[i], this.#release[i], this.#kinds[i]);
  }

  /** By address, then as they were added. Linear in the changes and the addresses. */
  byAddress(addresses: number): History['changed'] {
    const next = new Uint32Array(addresses + 1);
    for (let i = 0; i < this.#length; i++) next[this.#address[i] + 1]++;
    for (let i = 0; i < addresses; i++) next[i + 1] += next[i];
    const changed = {
      address: new Uint32Array(this.#length),
      release: new Uint8Array(this.#length),
      kinds: new Uint8Array(this.#length),
    };
    for (let i = 0; i < this.#length; i++) {
      const at = next[this.#address[i]]++;
      changed.address[at] = this.#address[i];
      changed.release[at] = this.#release[i];
      changed.kinds[at] = this.#kinds[i];
    }
    return changed;
  }
}
