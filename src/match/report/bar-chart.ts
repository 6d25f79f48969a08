import { escapeHtml } from './page-style.ts';

/** A bar of a chart. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  /** How much of it is full; all of it where left out. */
  readonly part?: number;
  readonly note: string;
  /** The class of its colour. */
  readonly tone: string;
}

const WIDTH = 640;
const ROW = 26;
const LABEL = 190;
const NOTE = 160;

/** Horizontal bars as SVG, the longest across the whole width. `alt` says what they are. */
export function barChart(alt: string, bars: readonly Bar[]): string {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const scale = (WIDTH - LABEL - NOTE) / most;
  const rows = bars.map(({ label, value, part = value, note, tone }, i) => {
    const y = i * ROW;
    const width = (n: number) => Math.max(n > 0 ? 1 : 0, n * scale).toFixed(1);
    return [
      `<text x="${LABEL - 8}" y="${y + 17}" text-anchor="end">${escapeHtml(label)}</text>`,
      `<rect class="rest ${tone}" x="${LABEL}" y="${y + 4}" width="${width(value)}" height="${ROW - 8}"/>`,
      `<rect class="${tone}" x="${LABEL}" y="${y + 4}" width="${width(part)}" height="${ROW - 8}"/>`,
      `<text x="${(LABEL + value * scale + 6).toFixed(1)}" y="${y + 17}">${value.toLocaleString('en-AU')} · ${escapeHtml(note)}</text>`,
    ].join('');
  });
  return `<svg role="img" aria-label="${escapeHtml(alt)}" viewBox="0 0 ${WIDTH} ${bars.length * ROW}">\n${rows.join('\n')}\n</svg>`;
}
