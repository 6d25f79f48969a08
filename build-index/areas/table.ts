import { readCsvTable } from './csv-table.ts';
import type { TableReader } from './table-reader.ts';
import { readXlsxTable } from './xlsx-table.ts';

/** Reads a table file row by row, CSV or XLSX by its extension. Throws a sentence that names file and row. */
export function readTable(path: string, reader: TableReader): Promise<void> {
  return path.toLowerCase().endsWith('.xlsx') ? readXlsxTable(path, reader) : readCsvTable(path, reader);
}
