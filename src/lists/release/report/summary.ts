import { number } from '../../report/html.ts';
import type { Tally } from '../tally.ts';
import { COLUMNS, DIFFERENCES, editionSentence, MOVE_CLASSES, share, TITLES } from './text.ts';

/** The counts of a comparison as text: by state, by field, and by how far addresses moved. Ends with a line end. */
export function summaryText(
  title: string,
  { total, states, fields, moves, geocodeGained, geocodeLost, edition }: Tally,
): string {
  const rows = [...states.map((counts) => [counts.state, counts] as const), ['All', total] as const];
  const byState = [
    ['State', ...COLUMNS.map((name) => TITLES[name])],
    ...rows.map(([state, counts]) => [state, ...COLUMNS.map((name) => number(counts[name]))]),
    [
      '',
      ...COLUMNS.map((name) =>
        DIFFERENCES.includes(name) || name === 'changed' ? share(total[name], total.before) : '',
      ),
    ],
  ];
  const byField = fields
    .filter(({ count }) => count > 0)
    .map(({ name, kind, count }) => [`  ${name}`, TITLES[kind], number(count)]);
  const byMetres = [
    ...moves.map((count, i) => [`  ${MOVE_CLASSES[i]}`, number(count)]),
    ['  geocode gained', number(geocodeGained)],
    ['  geocode lost', number(geocodeLost)],
  ].filter(([, count]) => count !== '0');
  const blocks = [title, ...(edition === null ? [] : [editionSentence(edition)]), aligned(byState, 1)];
  if (byField.length > 0) blocks.push(aligned([['Fields that differ', '', ''], ...byField], 2));
  if (byMetres.length > 0) blocks.push(aligned([['Moved', ''], ...byMetres], 1));
  return `${blocks.join('\n\n')}\n`;
}

/** Columns of text; from `firstNumber` on, aligned to the right. */
function aligned(rows: readonly (readonly string[])[], firstNumber: number): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column < firstNumber ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
