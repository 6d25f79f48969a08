import { bar, ROW, svg, text } from '../../report/bar-chart.ts';
import { number } from '../../report/html.ts';

/** One pair of bars that grow in both directions from a line. */
export interface OppositeBars {
  readonly label: string;
  readonly left: number;
  readonly right: number;
}

/** Room for a value, and the longest bar, pixels. */
const VALUE = 120;
const HALF = 230;

/** Bars to the left and right of one line, as SVG: what was removed and what was added. */
export function oppositeChart(title: string, bars: readonly OppositeBars[]): string {
  const most = Math.max(1, ...bars.flatMap(({ left, right }) => [left, right]));
  const middle = 60 + VALUE + HALF;
  const rows = bars.map(({ label, left, right }, i) => {
    const y = i * ROW;
    const leftWidth = (left / most) * HALF;
    const rightWidth = (right / most) * HALF;
    return (
      text('label', 52, y, label) +
      bar(middle - leftWidth, y, leftWidth, 'bar left') +
      text('label', middle - leftWidth - 6, y, number(left)) +
      bar(middle, y, rightWidth, 'bar right') +
      text('value', middle + rightWidth + 6, y, number(right))
    );
  });
  const axis = `<line class="axis" x1="${middle}" x2="${middle}" y1="0" y2="${bars.length * ROW}"/>`;
  return svg(title, middle + HALF + VALUE, bars.length * ROW, rows.join('') + axis);
}
