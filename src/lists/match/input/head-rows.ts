import { cellText } from '../format/cell.ts';
import { readCells } from '../format/cell-lines.ts';
import { RecordScanner, withoutLineEnd } from '../format/csv-scan.ts';
import { parseRecord } from '../format/csv-text.ts';
import { type CellsFormat, type CsvFormat, syntaxOf } from '../format/format.ts';

/** A row near the beginning of a list, by which its dialect and its columns are found. */
export interface HeadRow {
  readonly cells: readonly string[];
  /** The byte after it, and the line that begins there. */
  readonly end: number;
  readonly nextLine: number;
}

/** Bytes of a list's beginning that are looked at. A beginning of fewer bytes is the whole list. */
export const HEAD = 1 << 18;

/**
 * The first rows of a list's beginning in UTF-8, from a byte and its line on: at most `most`, without blank rows and
 * without one that is cut off.
 */
export function headRows(
  head: Buffer,
  format: CsvFormat | CellsFormat,
  most: number,
  start: { readonly bytes: number; readonly line: number } = { bytes: 0, line: 1 },
): HeadRow[] {
  const syntax = syntaxOf(format);
  const scanner = new RecordScanner(syntax, start.line);
  const rows: HeadRow[] = [];
  const add = (from: number, end: number) => {
    const text = head.toString('utf8', from, withoutLineEnd(head, from, end, syntax.terminator));
    const cells = cellsOf(text, format);
    if (cells !== null && (cells.length > 1 || cells[0] !== '')) rows.push({ cells, end, nextLine: scanner.line });
  };
  let from = start.bytes;
  while (rows.length < most) {
    const end = scanner.endOfRecord(head, from);
    if (end === -1) break;
    add(from, end);
    from = end;
  }
  if (from < head.length && rows.length < most && (rows.length === 0 || head.length < HEAD)) {
    scanner.line++;
    add(from, head.length);
  }
  return rows;
}

function cellsOf(text: string, format: CsvFormat | CellsFormat): string[] | null {
  if (format.kind === 'csv') return parseRecord(text, format.delimiter);
  return text === '' ? null : readCells(text).cells.map(cellText);
}
