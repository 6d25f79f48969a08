import { cellRows, type PlainCell } from './cell-lines.ts';
import type { Table } from './table.ts';

/** What all cells of a column are: `text` where they are of several kinds, or where none has a value. */
export type ColumnType = 'text' | 'integer' | 'number' | 'boolean' | 'date';

/** The types of a table's columns: as declared, or else by the values of all rows. O(cells). */
export async function columnTypes({ columns, lines }: Table): Promise<readonly ColumnType[]> {
  const types: (ColumnType | null)[] = columns.map(({ type }) => type);
  const open = types.flatMap((type, i) => (type === null ? [i] : []));
  if (open.length > 0)
    for await (const cells of cellRows(lines()))
      for (const i of open) {
        const cell = cells[i] ?? null;
        if (cell !== null && cell !== '') types[i] = common(types[i], typeOf(cell));
      }
  return types.map((type) => type ?? 'text');
}

function typeOf(cell: Exclude<PlainCell, null>): ColumnType {
  if (cell instanceof Date) return 'date';
  if (typeof cell === 'number') return Number.isSafeInteger(cell) ? 'integer' : 'number';
  return typeof cell === 'boolean' ? 'boolean' : 'text';
}

function common(a: ColumnType | null, b: ColumnType): ColumnType {
  if (a === null || a === b) return b;
  const isNumeric = (type: ColumnType) => type === 'integer' || type === 'number';
  return isNumeric(a) && isNumeric(b) ? 'number' : 'text';
}
