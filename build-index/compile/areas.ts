import { type AbsAllocation, loadAbs } from '../areas/abs.ts';
import { type BoundaryLayers, loadBoundaries } from '../areas/boundaries.ts';

/** The areas that addresses are joined to; null where the build was given no source of them. */
export interface Areas {
  readonly abs: AbsAllocation | null;
  readonly boundaries: BoundaryLayers | null;
}

/**
 * Loads the areas from the folders given, boundaries as they were in force in the month of the release. Says by `warn` what
 * addresses do without. Throws a ReleaseError that names the file when one is damaged.
 */
export async function loadAreas(
  folders: { readonly abs: string | null; readonly boundaries: string | null },
  release: string,
  warn: (message: string) => void,
): Promise<Areas> {
  const abs = folders.abs === null ? null : await loadAbs(folders.abs, warn);
  const boundaries =
    folders.boundaries === null ? null : await loadBoundaries(folders.boundaries, warn, lastDayOf(release));
  if (abs === null) warn('no --abs: mesh blocks have no category, and addresses no SA1 to SA4 and GCCSA');
  if (boundaries === null) warn('no --boundaries: addresses have no ward, and no LGA or electorate by polygon');
  return { abs, boundaries };
}

/** `20260231` for release `2026.02`: boundaries in force then are served; today's for a release without such a name. */
function lastDayOf(release: string): string | undefined {
  const month = /^(\d{4})\.(\d{2})$/.exec(release);
  return month === null ? undefined : `${month[1]}${month[2]}31`;
}
