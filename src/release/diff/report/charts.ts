import { escapeHtml, number } from './text.ts';

/** One bar of a chart. */
export interface Bar {
  readonly label: string;
  readonly value: number;
}

const LABEL = 210;
const PLOT = 420;
const VALUE = 120;
const ROW = 22;

/** Horizontal bars with their values, as SVG. `title` is what a screen reader says of it. */
export function barChart(title: string, bars: readonly Bar[]): string {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const rows = bars.map(({ label, value }, i) => {
    const y = i * ROW;
    return (
      `<text class="label" x="${LABEL - 8}" y="${y + 15}">${escapeHtml(label)}</text>` +
      bar(LABEL, y, (value / most) * PLOT, 'bar') +
      `<text class="value" x="${fixed(LABEL + (value / most) * PLOT + 6)}" y="${y + 15}">${number(value)}</text>`
    );
  });
  return svg(title, LABEL + PLOT + VALUE, bars.length * ROW, rows.join(''));
}

/** One pair of bars that grow in both directions from a line. */
export interface OppositeBars {
  readonly label: string;
  readonly left: number;
  readonly right: number;
}

/** Bars to the left and to the right of one line, as SVG: what went away and what came. */
export function oppositeChart(title: string, bars: readonly OppositeBars[]): string {
  const most = Math.max(1, ...bars.flatMap(({ left, right }) => [left, right]));
  const half = 230;
  const middle = 60 + VALUE + half;
  const rows = bars.map(({ label, left, right }, i) => {
    const y = i * ROW;
    const leftWidth = (left / most) * half;
    const rightWidth = (right / most) * half;
    return (
      `<text class="label" x="52" y="${y + 15}">${escapeHtml(label)}</text>` +
      bar(middle - leftWidth, y, leftWidth, 'bar left') +
      `<text class="label" x="${fixed(middle - leftWidth - 6)}" y="${y + 15}">${number(left)}</text>` +
      bar(middle, y, rightWidth, 'bar right') +
      `<text class="value" x="${fixed(middle + rightWidth + 6)}" y="${y + 15}">${number(right)}</text>`
    );
  });
  const axis = `<line class="axis" x1="${middle}" x2="${middle}" y1="0" y2="${bars.length * ROW}"/>`;
  return svg(title, middle + half + VALUE, bars.length * ROW, rows.join('') + axis);
}

function bar(x: number, y: number, width: number, style: string): string {
  return width > 0
    ? `<rect class="${style}" x="${fixed(x)}" y="${y + 3}" width="${fixed(Math.max(1, width))}" height="${ROW - 6}" rx="2"/>`
    : '';
}

function svg(title: string, width: number, height: number, content: string): string {
  const name = escapeHtml(title);
  return `<svg role="img" aria-label="${name}" viewBox="0 0 ${width} ${height}" style="max-width:${width}px"><title>${name}</title>${content}</svg>`;
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}
