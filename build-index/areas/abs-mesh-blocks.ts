import { MOST_CODE_BYTES } from '../../src/address/index/boundary-set.ts';
import { ReleaseError } from '../release/release-error.ts';
import { type Area, codeBytes } from './area.ts';
import { readDbf } from './dbf.ts';
import { columnsOfEdition, MESH_BLOCK_COLUMNS } from './mesh-block-columns.ts';
import { codePageOf } from './source-files.ts';
import { readTable, selectColumns } from './table.ts';

/**
 * The ABS allocation of mesh blocks (ASGS Main Structure). Mesh blocks are numbered in the order of
 * their codes; every other table is an array by that number, or by the number of the level below: mesh
 * block → SA1 → SA2 → SA3 → SA4 → GCCSA.
 */
export interface MeshBlockTable {
  /** Mesh block code → number. */
  readonly meshBlocks: ReadonlyMap<string, number>;
  /** Mesh block number → code, ascending. */
  readonly codes: readonly string[];
  /** Mesh block number → position in `categories`. */
  readonly category: Uint8Array;
  /** Land-use categories as the file spells them; null stands for an empty cell. */
  readonly categories: readonly (string | null)[];
  /** Mesh block number → position in `sa1`. */
  readonly sa1OfMeshBlock: Uint32Array;
  /** SA1 codes, ascending. */
  readonly sa1: readonly string[];
  readonly sa2OfSa1: Uint32Array;
  readonly sa2: readonly Area[];
  readonly sa3OfSa2: Uint32Array;
  readonly sa3: readonly Area[];
  readonly sa4OfSa3: Uint32Array;
  readonly sa4: readonly Area[];
  readonly gccsaOfSa4: Uint32Array;
  readonly gccsa: readonly Area[];
}

const CATEGORY = 1;
/** The levels from the mesh block upwards, with the positions of their columns; SA1 has no name. */
const LEVELS: readonly { readonly level: string; readonly code: number; readonly name: number }[] = [
  { level: 'SA1', code: 2, name: -1 },
  { level: 'SA2', code: 3, name: 4 },
  { level: 'SA3', code: 5, name: 6 },
  { level: 'SA4', code: 7, name: 8 },
  { level: 'GCCSA', code: 9, name: 10 },
];

/** One area of a level while the table is read. */
interface Node {
  readonly code: string;
  readonly name: string;
  readonly parent: Node | null;
  /** Where it was first seen, for the message when a later row contradicts it. */
  readonly row: number;
  position: number;
}

/** A table of mesh blocks while its rows are read. */
interface MeshBlockRows {
  /** Takes a row of one of the table's files: the fields of MESH_BLOCK_COLUMNS, and its number in the file. */
  add(path: string, fields: readonly string[], row: number): void;
  /** The table. `path` is what messages call its source. */
  table(path: string): MeshBlockTable;
}

/**
 * Reads `MB_<edition>_AUST`. Every row must agree with the rows before it on an area's name and on the area above it,
 * and no mesh block may come twice: the first contradiction is an error that names both rows.
 */
export async function readMeshBlocks(path: string, edition: number): Promise<MeshBlockTable> {
  const columns = MESH_BLOCK_COLUMNS.map((name) => `${name}_${edition}`);
  const rows = meshBlockRows(columns, false);
  await readTable(path, {
    select: (header) =>
      selectColumns(
        path,
        header,
        columns.map((name) => ({ pattern: new RegExp(`^${name}$`), named: name })),
      ),
    row: (fields, row) => rows.add(path, fields, row),
  });
  return rows.table(path);
}

/**
 * Reads the mesh blocks of the Administrative Boundaries from the tables of their shapefiles, one for the country or
 * one per state. A mesh block of several polygons has several rows, which must say the same. Says by `warn` which
 * columns were read.
 */
export async function readBoundaryMeshBlocks(
  paths: readonly string[],
  edition: number,
  warn: (message: string) => void,
): Promise<MeshBlockTable> {
  let rows: MeshBlockRows | null = null;
  for (const path of paths) {
    const table = await readDbf(path, await codePageOf(path));
    const positions = columnsOfEdition(path, table.columns, edition);
    const names = positions.map((at) => table.columns[at]);
    warn(`${path}: edition ${edition}, read from the columns ${names.join(', ')}`);
    rows ??= meshBlockRows(names, true);
    const fields: string[] = new Array(positions.length);
    for (let row = 0; row < table.rowCount; row++) {
      if (table.deleted(row)) continue;
      for (let i = 0; i < positions.length; i++) fields[i] = table.text(row, positions[i]);
      rows.add(path, fields, row + 1);
    }
  }
  if (rows === null) throw new ReleaseError(`no table of mesh blocks of edition ${edition}`);
  return rows.table(paths.join(', '));
}

/** Collects the rows of a table whose columns messages call `columns`; `repeats` lets the same row come again. */
function meshBlockRows(columns: readonly string[], repeats: boolean): MeshBlockRows {
  const levels = LEVELS.map(() => new Map<string, Node>());
  const categoryNumbers = new Map<string, number>();
  const rows = new Map<string, { sa1: Node; category: number; row: number }>();

  const node = (path: string, depth: number, fields: readonly string[], row: number): Node | null => {
    if (depth === LEVELS.length) return null;
    const { level, code: codeAt, name: nameAt } = LEVELS[depth];
    const code = fields[codeAt];
    const name = nameAt === -1 ? '' : fields[nameAt];
    const known = levels[depth].get(code);
    const parent = node(path, depth + 1, fields, row);
    if (known !== undefined) {
      if (known.name !== name)
        throw new ReleaseError(
          `${path}, row ${row}, column ${columns[nameAt]}: ${level} ${code} is "${name}" here and "${known.name}" in row ${known.row}`,
        );
      if (known.parent !== parent)
        throw new ReleaseError(
          `${path}, row ${row}, column ${columns[LEVELS[depth + 1].code]}: ${level} ${code} lies in ${LEVELS[depth + 1].level} ${parent?.code} here and in ${known.parent?.code} in row ${known.row}`,
        );
      return known;
    }
    const empty = code === '' ? codeAt : nameAt !== -1 && name === '' ? nameAt : -1;
    if (empty !== -1) throw new ReleaseError(`${path}, row ${row}, column ${columns[empty]}: empty, expected a value`);
    if (depth === 0 && codeBytes(code).length > MOST_CODE_BYTES)
      throw new ReleaseError(
        `${path}, row ${row}, column ${columns[codeAt]}: "${code}", expected at most ${MOST_CODE_BYTES} bytes`,
      );
    if (name.includes('\ufffd'))
      throw new ReleaseError(`${path}, row ${row}, column ${columns[nameAt]}: "${name}" is not valid UTF-8`);
    const added: Node = { code, name, parent, row, position: -1 };
    levels[depth].set(code, added);
    return added;
  };

  const add = (path: string, fields: readonly string[], row: number): void => {
    const code = fields[0];
    if (code === '') throw new ReleaseError(`${path}, row ${row}, column ${columns[0]}: empty, expected a value`);
    const earlier = rows.get(code);
    const known = repeats && earlier !== undefined ? categoryNumbers.get(fields[CATEGORY]) : undefined;
    if (earlier !== undefined && known === earlier.category && node(path, 0, fields, row) === earlier.sa1) return;
    if (earlier !== undefined)
      throw new ReleaseError(
        `${path}, row ${row}, column ${columns[0]}: mesh block ${code} is already in row ${earlier.row}`,
      );
    let category = categoryNumbers.get(fields[CATEGORY]);
    if (category === undefined) {
      category = categoryNumbers.size;
      if (category > 255)
        throw new ReleaseError(
          `${path}, row ${row}, column ${columns[CATEGORY]}: "${fields[CATEGORY]}" is the 257th category, expected about 12`,
        );
      categoryNumbers.set(fields[CATEGORY], category);
    }
    rows.set(code, { sa1: node(path, 0, fields, row)!, category, row });
  };

  const table = (path: string): MeshBlockTable => {
    if (rows.size === 0) throw new ReleaseError(`${path}: no row below the header`);

    const ordered = levels.map(numbered);
    const parents = (depth: number) => Uint32Array.from(ordered[depth], (area) => area.parent!.position);
    const areas = (depth: number): Area[] => ordered[depth].map(({ name, code }) => ({ name, code }));
    const codes = [...rows.keys()].sort();
    const category = new Uint8Array(codes.length);
    const sa1OfMeshBlock = new Uint32Array(codes.length);
    const meshBlocks = new Map<string, number>();
    codes.forEach((code, i) => {
      const row = rows.get(code)!;
      category[i] = row.category;
      sa1OfMeshBlock[i] = row.sa1.position;
      meshBlocks.set(code, i);
    });
    return {
      meshBlocks,
      codes,
      category,
      categories: [...categoryNumbers.keys()].map((name) => (name === '' ? null : name)),
      sa1OfMeshBlock,
      sa1: ordered[0].map((area) => area.code),
      sa2OfSa1: parents(0),
      sa2: areas(1),
      sa3OfSa2: parents(1),
      sa3: areas(2),
      sa4OfSa3: parents(2),
      sa4: areas(3),
      gccsaOfSa4: parents(3),
      gccsa: areas(4),
    };
  };
  return { add, table };
}

function numbered(level: ReadonlyMap<string, Node>): Node[] {
  const nodes = [...level.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
  nodes.forEach((area, position) => {
    area.position = position;
  });
  return nodes;
}
