/** What a manifest says where an index has no mesh blocks. */
export const NO_EDITION = 'none';

/** Indexes written before they named their edition are of this one. */
const UNNAMED_EDITION = '2021';

/** The year of the edition of the ASGS that an index's mesh blocks are of, like `2026`; null where it has none. */
export function editionOf({ options }: { readonly options: Readonly<Record<string, string>> }): string | null {
  const edition = options.asgs ?? UNNAMED_EDITION;
  return edition === NO_EDITION ? null : edition;
}
