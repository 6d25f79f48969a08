import { ReleaseError } from '../release/release-error.ts';
import { readCsvTable } from './csv-table.ts';
import type { TableReader } from './table-reader.ts';
import { readXlsxTable } from './xlsx-table.ts';

/** Reads a table file row by row, CSV or XLSX by its extension. Throws a sentence that names file and row. */
export function readTable(path: string, reader: TableReader): Promise<void> {
  return path.toLowerCase().endsWith('.xlsx') ? readXlsxTable(path, reader) : readCsvTable(path, reader);
}

/** A table column that is looked for by name: matched against the upper-case header, `named` in messages. */
export interface WantedColumn {
  readonly pattern: RegExp;
  readonly named: string;
}

/**
 * The positions of the wanted columns in a header. Throws a sentence that names the file and every
 * column that is missing.
 */
export function selectColumns(path: string, header: readonly string[], wanted: readonly WantedColumn[]): number[] {
  const upper = header.map((name) => name.trim().toUpperCase());
  const positions = wanted.map((column) => upper.findIndex((name) => column.pattern.test(name)));
  const missing = wanted.filter((_, i) => positions[i] === -1).map((column) => column.named);
  if (missing.length > 0)
    throw new ReleaseError(
      `${path}, row 1: no column ${missing.join(', ')}; found ${header.length === 0 ? 'none' : header.join(', ')}`,
    );
  return positions;
}
