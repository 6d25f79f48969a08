import type { RecordSyntax } from './csv-scan.ts';

/** A CSV dialect. */
export interface CsvFormat {
  readonly kind: 'csv';
  /** One character; empty where a line is one field. */
  readonly delimiter: string;
  readonly lineEnd: '\n' | '\r\n' | '\r';
  /** Whether the file begins with a byte order mark, by which Excel knows UTF-8. */
  readonly mark: boolean;
}

/** One JSON object a line. */
interface NdjsonFormat {
  readonly kind: 'ndjson';
}

/**
 * How a workbook's rows pass through the program: one JSON array per line, the row's number first, then its cells. A
 * date is `{"date": "<ISO 8601>"}`.
 */
export interface CellsFormat {
  readonly kind: 'cells';
}

/** How rows are written as bytes of UTF-8. */
export type RowFormat = CsvFormat | NdjsonFormat | CellsFormat;

/** How the records of a format are told apart. */
export function syntaxOf(format: RowFormat): RecordSyntax {
  if (format.kind !== 'csv') return { delimiter: -1, terminator: 0x0a, quotes: false };
  return {
    delimiter: format.delimiter === '' ? -1 : format.delimiter.charCodeAt(0),
    terminator: format.lineEnd === '\r' ? 0x0d : 0x0a,
    quotes: true,
  };
}
