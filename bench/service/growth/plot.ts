/** One line of a plot: a quantity by the number of addresses. */
export interface Line {
  readonly title: string;
  readonly unit: string;
  readonly points: readonly { readonly addresses: number; readonly value: number }[];
}

const WIDTH = 260;
const HEIGHT = 150;
const MARGIN = { left: 52, right: 18, top: 34, bottom: 34 };
const COLUMNS = 3;

/**
 * Small plots side by side, as SVG: each quantity from zero, by the number of addresses on a
 * logarithmic axis.
 */
export function plotSvg(lines: readonly Line[]): string {
  const cell = { width: WIDTH + MARGIN.left + MARGIN.right, height: HEIGHT + MARGIN.top + MARGIN.bottom };
  const rows = Math.ceil(lines.length / COLUMNS);
  const plots = lines.map((line, i) => {
    const x = (i % COLUMNS) * cell.width + MARGIN.left;
    const y = Math.floor(i / COLUMNS) * cell.height + MARGIN.top;
    return `<g transform="translate(${x} ${y})">${onePlot(line)}</g>`;
  });
  const [width, height] = [COLUMNS * cell.width, rows * cell.height];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="11" role="img" aria-label="Growth with the number of addresses">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...plots,
    '</svg>\n',
  ].join('\n');
}

function onePlot({ title, unit, points }: Line): string {
  const sizes = points.map(({ addresses }) => Math.log10(addresses));
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const top = niceCeiling(Math.max(...points.map(({ value }) => value)));
  const x = (addresses: number) => ((Math.log10(addresses) - least) / Math.max(most - least, 1e-9)) * WIDTH;
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT;
  const at = points.map(({ addresses, value }) => `${x(addresses).toFixed(1)},${y(value).toFixed(1)}`);
  const grid = [0, 0.5, 1].map((share) => {
    const height = (HEIGHT - share * HEIGHT).toFixed(1);
    const label = Number((top * share).toPrecision(3));
    return `<line x2="${WIDTH}" y1="${height}" y2="${height}" stroke="#ddd"/><text x="-6" y="${height}" dy="4" text-anchor="end" fill="#555">${label}</text>`;
  });
  const ticks = points.map(
    ({ addresses }) =>
      `<text x="${x(addresses).toFixed(1)}" y="${HEIGHT + 16}" text-anchor="middle" fill="#555">${millions(addresses)}</text>`,
  );
  return [
    `<text y="-14" font-weight="bold" fill="#222">${title}, ${unit}</text>`,
    ...grid,
    ...ticks,
    `<polyline points="${at.join(' ')}" fill="none" stroke="#0b6" stroke-width="2"/>`,
    ...at.map((point) => `<circle cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="3" fill="#0b6"/>`),
  ].join('');
}

/** `0.1 M`, `15.8 M`. */
export function millions(addresses: number): string {
  return `${Number((addresses / 1e6).toPrecision(3))} M`;
}

/**
 * The least of 1, 2, 2.5, 5 and 10 times a power of ten that is not below a value (within 0.1 %).
 */
function niceCeiling(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= value * 0.999)!;
}
