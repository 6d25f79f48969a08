import type { Balance, Earned } from './earned.ts';
import type { Part } from './policies.ts';

/** How many classes are named for each part. */
const NAMED = 3;

const KINDS: readonly (readonly [Part['kind'], heading: string])[] = [
  ['rule', '## Rules by which numbers are read'],
  ['source', '## Kinds of sources'],
  ['cap', '## Caps'],
];

/**
 * What each part earns, as Markdown: a line that says what was asked, then a table for each kind.
 */
export function earnedTable(all: readonly Earned[], asked: string): string {
  const tables = KINDS.flatMap(([kind, heading]) => {
    const rows = all.filter(({ part }) => part.kind === kind).map(rowOf);
    return rows.length === 0 ? [] : [heading, markdown([HEAD, ...rows])];
  });
  return [asked, ...tables].join('\n\n');
}

const HEAD = [
  'part',
  'an address that it makes a difference to',
  'met',
  'calls a plain line',
  'validate',
  'first of the list',
  'real strings',
  'most lines won of',
];

function rowOf({ part, met, calls, validate, first, real, classes }: Earned): string[] {
  const named = classes.slice(0, NAMED).map(([name, won]) => `${name} ${won}`);
  return [
    `\`${part.name}\``,
    part.example === undefined ? '' : `\`${part.example}\``,
    String(met),
    part.kind === 'rule' ? String(+calls.toFixed(3)) : '',
    ...[validate, first, real].map(balanceText),
    named.join(', '),
  ];
}

/** `+12 −1`: lines won, and lost. */
function balanceText({ won, lost }: Balance): string {
  if (won === 0 && lost === 0) return '0';
  return [won > 0 ? [`+${won}`] : [], lost > 0 ? [`−${lost}`] : []].flat().join(' ');
}

function markdown(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  const [head, ...body] = rows.map(line);
  return [head, rule, ...body].join('\n');
}
