import { REPORT_STYLE } from './style.ts';

/** Text as HTML shows it, in elements and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** `1,234,567` */
export function number(value: number): string {
  return value.toLocaleString('en-AU');
}

/** A report as one HTML page that asks for nothing else: no script, no font, no image. `style` is added to that of all reports, `body` is HTML. */
export function reportHtml(title: string, style: string, body: string): string {
  return `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${REPORT_STYLE}${style}</style></head>
<body><main>
${body}
</main></body></html>
`;
}

type TableCell = string | number;

/** A table of texts and numbers as HTML, which stand on the right; empty without rows. */
export function table(head: readonly string[], rows: readonly (readonly TableCell[])[]): string {
  if (rows.length === 0) return '';
  const isNumber = head.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  const row = (cells: readonly TableCell[], tag: 'th' | 'td') =>
    `<tr>${cells
      .map((cell, column) => {
        const text = escapeHtml(typeof cell === 'number' ? number(cell) : cell);
        return `<${tag}${isNumber[column] ? ' class="number"' : ''}>${text}</${tag}>`;
      })
      .join('')}</tr>`;
  return `<div class="wide"><table>\n${row(head, 'th')}\n${rows.map((cells) => row(cells, 'td')).join('\n')}\n</table></div>`;
}
