import type { Cell } from './cell.ts';
import { readCells } from './cell-lines.ts';
import { parseRecord } from './csv-text.ts';
import type { RowFormat } from './format.ts';

/** A row as it was read. */
export interface Row {
  /** Its first line in the file, or its row in the sheet; from 1. */
  readonly line: number;
  /** In the order of the columns; more or fewer than there are columns where `problem` says so. */
  readonly cells: readonly Cell[];
  /** The record without its line end, where it can be copied into an output of the same format; else null. */
  readonly text: string | null;
  /** What is wrong with it; null for nothing. */
  readonly problem: string | null;
  /** Whether its cells are in their columns. */
  readonly usable: boolean;
}

/** Reads one record, which begins at this line. */
export type ReadRow = (text: string, line: number) => Row;

/**
 * The reader of a format's records, for an input with these columns. `keepsText` where the output has the same format,
 * so that nothing in the text is lost.
 */
export function rowReader(format: RowFormat, columns: readonly string[], keepsText: boolean): ReadRow {
  if (format.kind === 'ndjson') return objectReader(columns, keepsText);
  if (format.kind === 'cells') return (text) => cellsRow(text, columns.length);
  const { delimiter } = format;
  return (text, line) => csvRow(text, line, delimiter, columns.length);
}

function unusable(line: number, cells: readonly Cell[], problem: string): Row {
  return { line, cells, text: null, problem, usable: false };
}

function csvRow(text: string, line: number, delimiter: string, width: number): Row {
  if (text === '') return unusable(line, [], 'empty line');
  const fields = parseRecord(text, delimiter);
  if (fields === null) return unusable(line, [text], 'a quote that is not closed');
  const taken = linesTakenIn(text, fields, delimiter, width);
  if (taken > 0) {
    const lines = taken === 1 ? 'line' : 'lines';
    return unusable(line, fields, `a quote that closes ${taken} ${lines} below: it takes in lines that look like rows`);
  }
  if (fields.length === width) return { line, cells: fields, text, problem: null, usable: true };
  const found = fields.length;
  while (fields.length > width && fields.at(-1) === '') fields.pop();
  if (fields.length === width) return { line, cells: fields, text: null, problem: null, usable: true };
  return unusable(line, fields, `${found} columns, expected ${width}`);
}

/**
 * A field has taken in rows where this many of its lines could each be one; fewer may be an address of several lines.
 */
const ROWS_TAKEN_IN = 3;

/**
 * How many lines a quoted field runs on for, where they look like rows, so that its quote was not meant as one; 0 where
 * no field does.
 */
function linesTakenIn(text: string, fields: readonly string[], delimiter: string, width: number): number {
  if (width < 2 || !LINE_END.test(text)) return 0;
  const isRow = (line: string) => line.split(delimiter).length >= width;
  for (const field of fields) {
    const lines = field.split(LINE_END);
    if (lines.length === 1) continue;
    const rows = lines.slice(1, -1).filter(isRow);
    if (rows.length >= ROWS_TAKEN_IN) return lines.length - 1;
    if (closesBeforeLetters(text, field) && (rows.length > 0 || isRow(text.split(LINE_END, 1)[0])))
      return lines.length - 1;
  }
  return 0;
}

const LINE_END = /\r\n?|\n/;

/** Whether text follows the closing quote of a field: then the record has the field verbatim, quotes included. */
function closesBeforeLetters(text: string, field: string): boolean {
  return field.startsWith('"') && field.indexOf('"', 1) !== -1 && text.includes(field);
}

function cellsRow(text: string, width: number): Row {
  const { line, problem, cells }: { line: number; problem: string | null; cells: Cell[] } = readCells(text);
  while (cells.length < width) cells.push(null);
  if (cells.length > width) return unusable(line, cells, `${cells.length} columns, expected ${width}`);
  return { line, cells, text: null, problem, usable: true };
}

function objectReader(columns: readonly string[], keepsText: boolean): ReadRow {
  const known = new Set(columns);
  return (text, line) => {
    if (text.trim() === '') return unusable(line, [], 'empty line');
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return unusable(line, [text], 'not JSON');
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return unusable(line, [text], 'not a JSON object');
    const object = value as Record<string, Cell>;
    const other = keepsText ? undefined : Object.keys(object).find((name) => !known.has(name));
    const problem = other === undefined ? null : `"${other}" has no column: no line near the beginning has it`;
    return { line, cells: columns.map((name) => object[name] ?? null), text, problem, usable: true };
  };
}
