import { escapeHtml, number } from './html.ts';

/** One bar of a chart. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  /** How much of it is full; all of it where left out. */
  readonly part?: number;
  /** What is said beside the value. */
  readonly note?: string;
  /** The class of its colour. */
  readonly tone?: string;
}

const LABEL = 210;
const PLOT = 420;
const NOTE = 160;
/** The height of a row, pixels. */
export const ROW = 22;

/** Horizontal bars with their values, as SVG, the longest across the whole width. `title` is what a screen reader says of it. */
export function barChart(title: string, bars: readonly Bar[]): string {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const rows = bars.map(({ label, value, part = value, note, tone = '' }, i) => {
    const y = i * ROW;
    const end = LABEL + (value / most) * PLOT;
    return (
      text('label', LABEL - 8, y, label) +
      (part < value ? bar(LABEL, y, (value / most) * PLOT, `bar rest ${tone}`) : '') +
      bar(LABEL, y, (part / most) * PLOT, `bar ${tone}`) +
      text('value', end + 6, y, note === undefined ? number(value) : `${number(value)} · ${note}`)
    );
  });
  return svg(title, LABEL + PLOT + NOTE, bars.length * ROW, rows.join(''));
}

/** A bar of a row that begins at `y`. */
export function bar(x: number, y: number, width: number, style: string): string {
  return width > 0
    ? `<rect class="${style}" x="${fixed(x)}" y="${y + 3}" width="${fixed(Math.max(1, width))}" height="${ROW - 6}" rx="2"/>`
    : '';
}

/** A text of a row that begins at `y`. */
export function text(style: string, x: number, y: number, words: string): string {
  return `<text class="${style}" x="${fixed(x)}" y="${y + 15}">${escapeHtml(words)}</text>`;
}

/** A picture of that size, with what a screen reader says of it. */
export function svg(title: string, width: number, height: number, content: string): string {
  const name = escapeHtml(title);
  return `<svg role="img" aria-label="${name}" viewBox="0 0 ${width} ${height}" style="max-width:${width}px"><title>${name}</title>${content}</svg>`;
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}
