import type { AddressIndex } from './open.ts';
import { textOfBytes } from './text.ts';

const known = new WeakMap<AddressIndex, readonly string[]>();

/**
 * The names of the releases that an index remembers, oldest first and its own last: its own alone
 * where it was not built with others. Positions in it are what `endedRelease` and `changedRelease`
 * hold. Computed once per index.
 */
export function rememberedReleases(index: AddressIndex): readonly string[] {
  let names = known.get(index);
  if (names === undefined) {
    const { releaseName, releaseNameStart } = index.columns;
    const length = Math.max(0, releaseNameStart.length - 1);
    names =
      length === 0
        ? [index.manifest.release]
        : Array.from({ length }, (_, i) => textOfBytes(releaseName, releaseNameStart[i], releaseNameStart[i + 1]));
    known.set(index, names);
  }
  return names;
}
