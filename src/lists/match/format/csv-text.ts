import { type Cell, cellText } from './cell.ts';

const QUOTE = 0x22;

/**
 * The fields of one record, without its line end; null where a quote is not closed. `delimiter` is one character, or
 * empty where a line is one field. As lenient as `RecordScanner`: where something follows a closing quote, the quotes
 * are part of the field.
 */
export function parseRecord(text: string, delimiter: string): string[] | null {
  const fields: string[] = [];
  for (let at = 0; ; ) {
    let end = -1;
    let field = '';
    if (text.charCodeAt(at) === QUOTE) {
      let from = at + 1;
      for (;;) {
        const quote = text.indexOf('"', from);
        if (quote === -1) return null;
        field += text.slice(from, quote);
        from = quote + 1;
        if (text.charCodeAt(from) !== QUOTE) break;
        field += '"';
        from++;
      }
      end = endOfField(text, from, delimiter);
      if (end !== from) field = text.slice(at, end);
    } else {
      end = endOfField(text, at, delimiter);
      field = text.slice(at, end);
    }
    fields.push(field);
    if (end === text.length) return fields;
    at = end + 1;
  }
}

function endOfField(text: string, from: number, delimiter: string): number {
  const end = delimiter === '' ? -1 : text.indexOf(delimiter, from);
  return end === -1 ? text.length : end;
}

/**
 * Cells as one record, without a line end. A cell is quoted where a delimiter, a quote, a line end, or space around its
 * text requires it.
 */
export function writeRecord(cells: readonly Cell[], delimiter: string): string {
  let record = '';
  for (let i = 0; i < cells.length; i++) {
    if (i > 0) record += delimiter;
    record += quoted(cellText(cells[i]), delimiter);
  }
  // A record of one empty field would be an empty line.
  return record === '' ? '""' : record;
}

function quoted(text: string, delimiter: string): string {
  if (!NEEDS_QUOTES.test(text) && !text.includes(delimiter)) return text;
  return `"${text.replaceAll('"', '""')}"`;
}

/** What spreadsheets would take for a formula: no number. */
const FORMULA = /^[=+\-@\t\r](?!(?:[\d.,\s]*|[\d.,]+E[-+]?\d+)$)/i;
/** The code of `@`, the last of its first characters. */
const LAST_OF_SIGNS = 0x40;

/** How many cells a spreadsheet would take for formulas. */
export function formulasIn(cells: readonly Cell[]): number {
  let count = 0;
  for (const cell of cells)
    if (typeof cell === 'string' && cell.charCodeAt(0) <= LAST_OF_SIGNS && FORMULA.test(cell)) count++;
  return count;
}

/** A cell for a spreadsheet, in which a text that looks like a formula is one no more: behind an apostrophe, which `fromSafe` takes away. */
export function toSafe(cell: Cell): Cell {
  return typeof cell === 'string' && FORMULA.test(cell.replace(/^'+/, '')) ? `'${cell}` : cell;
}

/** The text that `toSafe` was given. */
export function fromSafe(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.replace(/^'+/, '')) ? text.slice(1) : text;
}

const NEEDS_QUOTES = /["\r\n]|^\s|\s$/;
