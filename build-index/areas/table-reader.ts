/**
 * How a table is read: `select` gets the header once and answers which columns are wanted, by position; `row` then gets
 * those columns of every row, trimmed, in that order, and the row's number in the file as a spreadsheet shows it (the
 * header is 1). The array is reused between calls; an empty cell is the empty string.
 */
export interface TableReader {
  select(header: readonly string[]): readonly number[];
  row(fields: readonly string[], row: number): void;
}
