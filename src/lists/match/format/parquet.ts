import { cellText } from './cell.ts';
import { cellRows, type PlainCell } from './cell-lines.ts';
import { type ColumnType, columnTypes } from './column-types.ts';
import type { Table } from './table.ts';

/** Rows that are held in memory, and written, together. */
const ROW_GROUP = 20_000;

const PARQUET_TYPES = {
  text: 'STRING',
  integer: 'INT64',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'TIMESTAMP',
} as const satisfies Record<ColumnType, string>;

/** Writes a Parquet file (Snappy), its columns typed as their values are. Reads the rows twice: once for the types. */
export async function writeParquet(table: Table, path: string): Promise<void> {
  // Loaded here: most results are not Parquet files.
  const { parquetWriteRows } = await import('hyparquet-writer');
  const { fileWriter } = await import('hyparquet-writer');
  const types = await columnTypes(table);
  const columns = table.columns.map(({ name }, i) => ({ name, type: PARQUET_TYPES[types[i]] }));
  async function* rows(): AsyncGenerator<Record<string, unknown>> {
    for await (const cells of cellRows(table.lines()))
      yield Object.fromEntries(columns.map(({ name }, i) => [name, parquetValue(cells[i] ?? null, types[i])]));
  }
  await parquetWriteRows({ writer: fileWriter(path), rows: rows(), columns, rowGroupSize: ROW_GROUP });
}

function parquetValue(cell: PlainCell, type: ColumnType): PlainCell | bigint {
  if (cell === null || (cell === '' && type !== 'text')) return null;
  if (type === 'integer') return BigInt(cell as number);
  return type === 'text' ? cellText(cell) : cell;
}
