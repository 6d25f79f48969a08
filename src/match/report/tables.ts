import { escapeHtml } from './page-style.ts';
import { count } from './summary-text.ts';

/** A cell: a number stands on the right. */
export type TableCell = string | number;

/** A table of texts and numbers as HTML; empty without rows. */
export function table(head: readonly string[], rows: readonly (readonly TableCell[])[]): string {
  if (rows.length === 0) return '';
  const isNumber = head.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  const row = (cells: readonly TableCell[], tag: 'th' | 'td') =>
    `<tr>${cells
      .map((cell, column) => {
        const text = escapeHtml(typeof cell === 'number' ? count(cell) : cell);
        return `<${tag}${isNumber[column] ? ' class="number"' : ''}>${text}</${tag}>`;
      })
      .join('')}</tr>`;
  return `<div class="wide"><table>\n${row(head, 'th')}\n${rows.map((cells) => row(cells, 'td')).join('\n')}\n</table></div>`;
}
