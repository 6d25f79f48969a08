import { ReleaseError } from '../release/release-error.ts';

/** The columns of a mesh block table that are read, as the ABS names them; each ends with `_<year>` there. */
export const MESH_BLOCK_COLUMNS = [
  'MB_CODE',
  'MB_CATEGORY',
  'SA1_CODE',
  'SA2_CODE',
  'SA2_NAME',
  'SA3_CODE',
  'SA3_NAME',
  'SA4_CODE',
  'SA4_NAME',
  'GCCSA_CODE',
  'GCCSA_NAME',
] as const;

/** How the Administrative Boundaries begin the columns of a level: `s1_code_26` and `sa1_21code`, `gc_` and `gcc_`. */
const LEVELS: Readonly<Record<string, string>> = {
  MB: 'mb',
  SA1: 'sa?1',
  SA2: 'sa?2',
  SA3: 'sa?3',
  SA4: 'sa?4',
  GCCSA: 'gc(?:c(?:sa)?)?',
};
/** What a column says; a dBASE name has ten characters at most, so that longer ones are cut. */
const PARTS: Readonly<Record<string, string>> = {
  CODE: 'cod?e?',
  NAME: 'nam?e?',
  CATEGORY: 'cat(?:e(?:g(?:o(?:ry?)?)?)?)?',
};

/** The edition that a table's columns are of, by the code of the mesh block; null where there is no such column. */
export function editionOfColumns(columns: readonly string[]): number | null {
  for (const column of columns) {
    const match = /^mb_code_(?:20)?(\d\d)$|^mb_?(\d\d)_?code$/.exec(column);
    if (match !== null) return 2000 + Number(match[1] ?? match[2]);
  }
  return null;
}

/**
 * The positions of {@link MESH_BLOCK_COLUMNS} among a .dbf's columns (lower case), by pattern: the year with two digits
 * or four, before what it says or after it, or left out.
 *
 * @throws ReleaseError that names the columns that are missing, and what they are expected to be called
 */
export function columnsOfEdition(path: string, columns: readonly string[], edition: number): number[] {
  const short = String(edition).slice(2);
  const year = `(?:${edition}|${short})`;
  const missing: string[] = [];
  const positions = MESH_BLOCK_COLUMNS.map((wanted) => {
    const [level, part] = wanted.split('_');
    const [begin, end] = [LEVELS[level], PARTS[part]];
    const withYear = new RegExp(`^${begin}_?(?:${end}_?${year}|${year}_?${end})$`);
    const cut = new RegExp(`^${begin}_${end}_?(?:2|20|202)?$`);
    const at = columns.findIndex((column) => withYear.test(column));
    const found = at !== -1 ? at : columns.findIndex((column) => cut.test(column));
    if (found === -1)
      missing.push(
        `${wanted.toLowerCase().replace(/^sa/, 's').replace('gccsa', 'gc').replace('category', 'cat')}_${short}`,
      );
    return found;
  });
  if (missing.length > 0)
    throw new ReleaseError(
      `${path}: no column ${missing.join(', ')}, expected in a table of mesh blocks of edition ${edition}; found ${columns.join(', ')}`,
    );
  return positions;
}
