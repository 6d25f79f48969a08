import { type Cell, cellText } from './cell.ts';
import { writeCells } from './cell-lines.ts';
import { writeRecord } from './csv-text.ts';
import type { CsvFormat, RowFormat } from './format.ts';
import type { Row } from './row.ts';

/** Writes a row with cells added after its own, and its line end. */
export type WriteRow = (row: Row, added: readonly Cell[]) => string;

/** The writer of a format's records, for rows of `columns` to which `names` are added. `same` where the rows were read in that very format. */
export function rowWriter(
  format: RowFormat,
  columns: readonly string[],
  names: readonly string[],
  same: boolean,
): WriteRow {
  if (format.kind === 'ndjson') return objectWriter(columns, names, same);
  if (format.kind === 'cells')
    return ({ line, cells }, added) => `${writeCells(line, [...fitted(cells, columns.length), ...added])}\n`;
  const { lineEnd } = format;
  const delimiter = format.delimiter || ',';
  const asItWas = same && format.delimiter !== '';
  return ({ cells, text }, added) => {
    if (columns.length === 0) return `${writeRecord(added, delimiter)}${lineEnd}`;
    const own = asItWas && text !== null ? text : writeRecord(fitted(cells, columns.length, delimiter), delimiter);
    return `${own}${delimiter}${writeRecord(added, delimiter)}${lineEnd}`;
  };
}

/** The first record of a CSV file, with its mark. */
export function headerOf({ delimiter, lineEnd, mark }: CsvFormat, names: readonly string[]): string {
  return `${mark ? '\ufeff' : ''}${writeRecord(names, delimiter || ',')}${lineEnd}`;
}

/**
 * Exactly `width` cells: padded, or with the surplus in the last one, so that nothing is lost and the cells added after
 * them are in their columns.
 */
function fitted(cells: readonly Cell[], width: number, delimiter = ','): readonly Cell[] {
  if (cells.length === width) return cells;
  if (cells.length < width) return [...cells, ...new Array<null>(width - cells.length).fill(null)];
  return [
    ...cells.slice(0, width - 1),
    cells
      .slice(width - 1)
      .map(cellText)
      .join(delimiter),
  ];
}

function objectWriter(columns: readonly string[], names: readonly string[], same: boolean): WriteRow {
  return ({ cells, text, usable }, added) => {
    const more = JSON.stringify(Object.fromEntries(names.map((name, i) => [name, added[i]])));
    if (same && text !== null) {
      const own = text.slice(0, text.lastIndexOf('}')).trimEnd();
      return `${own}${own.endsWith('{') ? '' : ','}${more.slice(1)}\n`;
    }
    const object = usable
      ? Object.fromEntries(columns.map((name, i) => [name, dated(cells[i])]))
      : { input: cells.map(cellText).join(',') };
    return `${JSON.stringify({ ...object, ...JSON.parse(more) })}\n`;
  };
}

function dated(cell: Cell): Cell {
  return cell instanceof Date ? cellText(cell) : cell;
}
