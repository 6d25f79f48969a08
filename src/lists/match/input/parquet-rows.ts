import type { Cell } from '../format/cell.ts';
import { writeCells } from '../format/cell-lines.ts';
import { InputError } from './source.ts';

/** Lines of JSON are handed on in chunks of about this many characters. */
const CHUNK = 1 << 18;

/** The first bytes of a Parquet file. */
export function isParquet(head: Uint8Array): boolean {
  return Buffer.from(head.buffer, head.byteOffset, Math.min(4, head.byteLength)).toString('latin1') === 'PAR1';
}

/**
 * The rows of a Parquet file as lines of JSON, each as `writeCells` has it, numbered from 1; the names of its columns
 * come first. One row group is held in memory at a time. Throws an InputError where it cannot be read.
 */
export async function* parquetLines(file: Buffer, name: string): AsyncGenerator<Buffer> {
  // Loaded here: most lists are not Parquet files.
  const [{ parquetMetadata, parquetRead, parquetSchema }, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  try {
    const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
    const metadata = parquetMetadata(bytes);
    const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
    let text = `${writeCells(1, columns)}\n`;
    let rowStart = 0;
    for (const { num_rows } of metadata.row_groups) {
      const rowEnd = rowStart + Number(num_rows);
      let rows: readonly (readonly unknown[])[] = [];
      await parquetRead({
        file: bytes,
        metadata,
        compressors,
        rowStart,
        rowEnd,
        columns,
        onComplete: (read: unknown[][]) => {
          rows = read;
        },
      });
      for (const [i, row] of rows.entries()) {
        text += `${writeCells(rowStart + i + 2, row.map(cellOf))}\n`;
        if (text.length < CHUNK) continue;
        yield Buffer.from(text);
        text = '';
      }
      rowStart = rowEnd;
    }
    yield Buffer.from(text);
  } catch (error) {
    throw new InputError(`${name} is not readable as a Parquet file: ${(error as Error).message}`);
  }
}

/** How many rows a Parquet file has. */
export async function parquetRows(file: Buffer): Promise<number> {
  const { parquetMetadata } = await import('hyparquet');
  return Number(parquetMetadata(Uint8Array.from(file).buffer).num_rows);
}

/** A value as a cell: integers beyond what a number holds exactly as text, bytes as base64. */
function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return (typeof value === 'object' && !(value instanceof Date) ? withoutBigints(value) : value) as Cell;
}

function withoutBigints(value: object): unknown {
  return JSON.parse(JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? Number(item) : item)));
}
