import { readCsvTable } from './csv-table.ts';
import { readXlsxTable } from './xlsx-table.ts';

/**
 * How a table is read: `select` gets the header once and answers which columns are wanted, by position; `row` then gets
 * those columns of every row, trimmed, in that order, and the row's number in the file as a spreadsheet shows it (the
 * header is 1). The array is reused between calls; an empty cell is the empty string.
 */
export interface TableReader {
  select(header: readonly string[]): readonly number[];
  row(fields: readonly string[], row: number): void;
}

/** The kinds of file a table may lie in. */
export const TABLE_EXTENSIONS = ['.csv', '.xlsx'] as const;

/** Reads a table file row by row, CSV or XLSX by its extension. Throws a sentence that names file and row. */
export function readTable(path: string, reader: TableReader): Promise<void> {
  return path.toLowerCase().endsWith('.xlsx') ? readXlsxTable(path, reader) : readCsvTable(path, reader);
}
