import { type AddressIndex, type Manifest, openIndex } from '../../src/address/index/open.ts';
import { rememberedReleases } from '../../src/address/index/remembered-releases.ts';
import type { IndexColumns } from '../../src/address/index/sections.ts';
import { ReleaseError } from '../release/release-error.ts';
import { type History, historyAfter, historyOf } from './history.ts';

/** Releases that an index can remember, its own included: their positions have eight bits. */
const MOST_RELEASES = 255;

/**
 * Opens the indexes of former releases, oldest first. Throws an UnusableIndex where one cannot be
 * read, and a ReleaseError where they and the release to be built do not follow one another.
 */
export function openPrevious(paths: readonly string[], release: string): readonly AddressIndex[] {
  const opened = paths.map((path) => openIndex(path));
  const [first, ...others] = opened;
  if (first === undefined) return opened;
  const names = [...rememberedReleases(first), ...others.map(({ manifest }) => manifest.release), release];
  const places = [...rememberedReleases(first).map(() => first.path), ...others.map(({ path }) => path), '--gnaf'];
  for (let i = 1; i < names.length; i++)
    if (names.slice(0, i).includes(names[i]!) || isBefore(names[i]!, names[i - 1]!))
      throw new ReleaseError(
        `${places[i]}: release ${names[i]} does not come after ${names[i - 1]} of ${places[i - 1]}: give the former releases oldest first`,
      );
  if (names.length > MOST_RELEASES)
    throw new ReleaseError(`${names.length} releases, an index remembers ${MOST_RELEASES}`);
  return opened;
}

/** What is known at a release that is built, from the indexes of those before, oldest first. */
export function historyFrom(
  previous: readonly AddressIndex[],
  built: IndexColumns,
  manifest: Pick<Manifest, 'release' | 'options'>,
): History {
  let [before] = previous as readonly [AddressIndex, ...AddressIndex[]];
  let history = historyOf(before);
  for (const next of previous.slice(1)) {
    history = historyAfter(history, before, next, next.manifest);
    before = next;
  }
  return historyAfter(history, before, built, manifest);
}

/** Whether a release is older than another, as far as their names tell: those of G-NAF are year and month. */
function isBefore(name: string, other: string): boolean {
  const isDated = /^\d{4}\.\d{2}$/;
  return isDated.test(name) && isDated.test(other) && name < other;
}
