import type { AbsAllocation } from '../areas/abs.ts';
import { chooseEdition, type EditionChoice, findMeshBlockFiles } from '../areas/mesh-block-files.ts';
import { editionsOf } from '../release/layout.ts';
import type { Release, SourceFile } from '../release/release.ts';
import type { AreaNames } from './address-areas.ts';
import type { Begun, Helper } from './threads/helper.ts';

/** The areas that addresses are joined to; null where the build was given no source of them. */
export interface Areas {
  readonly abs: AbsAllocation | null;
  /** The areas of the boundaries, in which the helper locates addresses. */
  readonly boundaries: AreaNames | null;
  /** The files that were read, for the manifest. */
  readonly sources: readonly SourceFile[];
}

/** Where the areas are read from. */
export interface AreaFolders {
  readonly abs: string | null;
  readonly boundaries: string | null;
}

/** Chooses the edition of the ASGS that an index is of; see {@link chooseEdition} in build-index/areas. */
export async function editionFor(
  release: Release,
  { abs, boundaries, allowGaps }: AreaFolders & { readonly allowGaps: boolean },
): Promise<EditionChoice> {
  return chooseEdition(editionsOf(release.tables), await findMeshBlockFiles(abs, boundaries), { abs, allowGaps });
}

/**
 * Begins to read the boundaries in force in the month of the release; null where no folder of them
 * was given.
 */
export function beginBoundaries(
  { boundaries }: AreaFolders,
  release: string,
  helper: Helper,
): Begun<'boundaries'> | null {
  return boundaries === null ? null : helper.begin('boundaries', { folder: boundaries, asOf: lastDayOf(release) });
}

/** Begins to read what allocates the mesh blocks of the edition; null where nothing does. */
export function beginAbsAllocation(
  { abs, boundaries }: AreaFolders,
  { edition, allocated }: EditionChoice,
  helper: Helper,
): Begun<'abs'> | null {
  return edition === null || !allocated ? null : helper.begin('abs', { abs, boundaries, edition });
}

/**
 * Waits for the ABS allocation. Says by `warn` what could not be read. Throws an Error that names
 * the file when one is damaged.
 */
export async function loadAbsAllocation(
  abs: Begun<'abs'> | null,
  warn: (message: string) => void,
): Promise<AbsAllocation | null> {
  const read = (await abs?.answer()) ?? null;
  for (const sentence of read?.warnings ?? []) warn(sentence);
  return read?.allocation ?? null;
}

/**
 * Waits for the boundaries. Says by `warn` what addresses will lack. Throws a ReleaseError that
 * names the file when one is damaged.
 */
export async function loadAreas(
  abs: AbsAllocation | null,
  boundaries: Begun<'boundaries'> | null,
  warn: (message: string) => void,
): Promise<Areas> {
  const read = (await boundaries?.answer()) ?? null;
  for (const sentence of read?.warnings ?? []) warn(sentence);
  if (abs === null)
    warn(
      'no allocation of mesh blocks, by --abs or among the boundaries: they have no category, and addresses no SA1 to SA4 and GCCSA',
    );
  if (read === null) warn('no --boundaries: addresses have no ward, and no LGA or electorate by polygon');
  return { abs, boundaries: read?.names ?? null, sources: [...(abs?.sources ?? []), ...(read?.sources ?? [])] };
}

/** `20260231` for release `2026.02`: boundaries in force then are served; today's for a release without such a name. */
function lastDayOf(release: string): string | undefined {
  const month = /^(\d{4})\.(\d{2})$/.exec(release);
  return month === null ? undefined : `${month[1]}${month[2]}31`;
}
