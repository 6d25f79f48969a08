import { readFileSync, writeFileSync } from 'node:fs';
import { print } from '../../../equipment/run-benchmark.ts';
import type { Balance, Earned } from './earned.ts';
import { earned, type Material } from './earned.ts';
import type { Part } from './policies.ts';
import { PARTS } from './policies.ts';

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
function earnedTable(all: readonly Earned[], asked: string): string {
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

/**
 * Prints what parts of the search earn: `names` is a comma-separated list, or `all`. With a file,
 * also writes the table there, replacing everything below its first line of hyphens.
 */
export function tellEarned(material: Material, names: string, file: string | undefined): void {
  const parts = names === 'all' ? PARTS : names.split(',').map(partOf);
  const all = earned(material, parts, ({ part, examples }) => {
    process.stderr.write(`${part.name}\n`);
    for (const example of examples) print(`${part.name}: ${example}`);
  });
  const { index, classes, perClass, seed, strings } = material;
  const asked =
    `${index.manifest.addresses} records; ${classes.length} classes of ${perClass} lines, seed ${seed}; ` +
    `${strings.length} strings that people wrote, by the places that they say.`;
  const table = earnedTable(all, asked);
  print(table);
  if (file === undefined) return;
  const [head, line] = readFileSync(file, 'utf8').split(/^(---)$/m);
  if (line === undefined) throw new Error(`${file}: expected a line of three hyphens, below which the table goes`);
  writeFileSync(file, `${head}---\n\n${table}\n`);
}

function partOf(name: string): Part {
  const part = PARTS.find((it) => it.name === name);
  if (part !== undefined) return part;
  throw new Error(`--without ${name}: no rule, source or cap; there are ${PARTS.map((it) => it.name).join(', ')}`);
}
