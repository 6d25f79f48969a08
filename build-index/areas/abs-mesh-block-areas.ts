import { ReleaseError } from '../release/release-error.ts';
import type { MeshBlockTable } from './abs-mesh-blocks.ts';
import type { Area } from './area.ts';
import { readTable, selectColumns, type WantedColumn } from './table.ts';

/** Areas approximated by whole mesh blocks (ASGS non-ABS structures): not gazetted lines. */
export interface MeshBlockAreas {
  readonly areas: readonly Area[];
  /** Mesh block number → position in `areas`, -1 for none. */
  readonly ofMeshBlock: Int32Array;
}

/**
 * Reads an `LGA_`, `CED_` or `SED_<year>_AUST` file keyed by mesh block or by SA1 of an edition; null
 * for a file whose keys are of another edition, since equal codes of two editions are not the same
 * area. A key that the table does not have is counted in a warning; one key in two areas, or one code
 * with two names, is an error that names both rows.
 */
export async function readMeshBlockAreas(
  path: string,
  prefix: string,
  table: MeshBlockTable,
  edition: number,
  warn: (message: string) => void,
): Promise<MeshBlockAreas | null> {
  const columns: [key: WantedColumn, code: WantedColumn, name: WantedColumn] = [
    { pattern: /^(MB|SA1)_CODE_\d{4}$/, named: `MB_CODE_${edition} or SA1_CODE_${edition}` },
    { pattern: new RegExp(`^${prefix}_CODE(_\\d{4})?$`), named: `${prefix}_CODE_<year>` },
    { pattern: new RegExp(`^${prefix}_NAME(_\\d{4})?$`), named: `${prefix}_NAME_<year>` },
  ];
  let names: string[] = [];
  let keys: ReadonlyMap<string, number> = table.meshBlocks;
  let bySa1 = false;
  let foreign = false;
  const areas: Area[] = [];
  const positions = new Map<string, number>();
  let assigned = new Int32Array(0);
  let strangers = 0;

  await readTable(path, {
    select(header) {
      const upper = header.map((name) => name.trim().toUpperCase());
      const best = [`MB_CODE_${edition}`, `SA1_CODE_${edition}`].find((name) => upper.includes(name));
      if (best !== undefined) columns[0] = { ...columns[0], pattern: new RegExp(`^${best}$`) };
      const selected = selectColumns(path, header, columns);
      names = selected.map((at) => upper[at]);
      foreign = best === undefined;
      bySa1 = names[0].startsWith('SA1');
      if (bySa1) keys = new Map(table.sa1.map((code, i) => [code, i]));
      assigned = new Int32Array(keys.size).fill(-1);
      return selected;
    },
    row(fields, row) {
      if (foreign) return;
      const [key, code, name] = fields;
      for (let i = 0; i < 3; i++)
        if (fields[i] === '')
          throw new ReleaseError(`${path}, row ${row}, column ${names[i]}: empty, expected a value`);
      let position = positions.get(code);
      if (position === undefined) {
        if (name.includes('\ufffd'))
          throw new ReleaseError(`${path}, row ${row}, column ${names[2]}: "${name}" is not valid UTF-8`);
        position = areas.push({ name, code }) - 1;
        positions.set(code, position);
      } else if (areas[position].name !== name) {
        throw new ReleaseError(
          `${path}, row ${row}, column ${names[2]}: ${code} is "${name}" here and "${areas[position].name}" in an earlier row`,
        );
      }
      const number = keys.get(key);
      if (number === undefined) strangers++;
      else if (assigned[number] !== -1 && assigned[number] !== position)
        throw new ReleaseError(
          `${path}, row ${row}, column ${names[1]}: ${key} lies in ${code} here and in ${areas[assigned[number]].code} in an earlier row`,
        );
      else assigned[number] = position;
    },
  });
  if (foreign) {
    warn(`${path}: not used, its ${names[0]} is not of edition ${edition}`);
    return null;
  }
  if (strangers > 0)
    warn(`${path}: ${strangers} rows have a ${names[0]} that MB_${edition}_AUST does not have; not used`);
  const ofMeshBlock = bySa1 ? Int32Array.from(table.sa1OfMeshBlock, (sa1) => assigned[sa1]) : assigned;
  const missing = ofMeshBlock.reduce((sum, position) => sum + (position === -1 ? 1 : 0), 0);
  if (missing > 0) warn(`${path}: no area for ${missing} of ${ofMeshBlock.length} mesh blocks`);
  return { areas, ofMeshBlock };
}
