import { type Cell, cellText } from '../format/cell.ts';
import type { Wanted } from './job.ts';

/** The longest text that is looked up, in characters: as the service has it. */
export const LONGEST_QUERY = 500;

/** The address of a row as one text: its columns, and the values of an object, joined by commas, white space and control characters as single spaces. */
export function queryText(cells: readonly Cell[], { columns, postcode }: Extract<Wanted, { kind: 'match' }>): string {
  let query = '';
  for (const column of columns) {
    const text = leafText(cells[column]).replace(BLANKS, ' ').trim();
    if (text === '') continue;
    if (query !== '') query += ', ';
    // Spreadsheets take the zero from 0800.
    query += column === postcode && THREE_DIGITS.test(text) ? `0${text}` : text;
  }
  return query;
}

/** A cell as text; the values of an object or a list, however deep, in their order. */
function leafText(cell: Cell | undefined): string {
  if (typeof cell !== 'object' || cell === null || cell instanceof Date) return cellText(cell);
  return (Object.values(cell) as Cell[])
    .map(leafText)
    .filter((text) => text !== '')
    .join(', ');
}

const BLANKS = /[\s\p{Cc}]+/gu;
const THREE_DIGITS = /^\d{3}$/;
