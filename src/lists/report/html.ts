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

/** The style of all reports: the colours of the service's pages, light and dark, on a screen and on paper. */
const REPORT_STYLE = `
:root { color-scheme: light dark;
  --page: light-dark(#f6f7f9, #0f1217); --surface: light-dark(#ffffff, #171b22); --line: light-dark(#dde1e8, #2b313c);
  --text: light-dark(#161a21, #e9ecf1); --muted: light-dark(#535c6b, #a3adbd); --accent: light-dark(#1b50c8, #8fb3ff); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 24px 20px 48px; }
h1 { font-size: 1.5rem; margin: 0 0 8px; overflow-wrap: anywhere; } h2 { font-size: 1.05rem; margin: 0 0 12px; } p { margin: 0 0 10px; }
footer, small, figcaption, .muted { color: var(--muted); }
code { font: 0.85em ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 16px 18px; margin: 16px 0; }
.wide { overflow-x: auto; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 10px; margin: 16px 0; }
.tile { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 10px 14px; display: grid; }
.tile b { font-size: 1.25rem; font-variant-numeric: tabular-nums; } .tile span { color: var(--muted); font-size: 0.85rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
th, td { padding: 5px 8px; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
details { border-top: 1px solid var(--line); padding: 8px 0; } summary { cursor: pointer; }
svg { display: block; width: 100%; height: auto; }
svg text { font-size: 13px; fill: var(--text); font-variant-numeric: tabular-nums; }
svg .label { text-anchor: end; fill: var(--muted); } svg .bar { fill: var(--accent); } svg .rest { opacity: 0.35; }
@media print { section, details { break-inside: avoid; } main { padding: 0; } }
`;
