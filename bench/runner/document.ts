import { type Figure, goalText, isMissed, withUnit } from '../equipment/figures.ts';
import { PARTS, type Part } from './parts.ts';
import type { Outcome } from './run-part.ts';

/** The commit at which a document was written: the text between `commit` and the next comma. */
const COMMIT = /\bcommit ([^,]+),/;
const MEASURED = /^Measured at commit .*$/m;

/**
 * The section of a heading in a document of measurements, with the commit of its numbers; null if
 * there is none, or none with numbers.
 */
function keptSection(document: string, title: string): string | null {
  const section = document.split(/^(?=## )/m).find((text) => text.startsWith(`## ${title}\n`));
  if (section === undefined || !section.includes('\n|')) return null;
  const commit = COMMIT.exec(document)?.[1];
  const text = section.trimEnd();
  if (MEASURED.test(text) || commit === undefined) return text;
  const [heading, answers, ...rest] = text.split('\n\n');
  return [heading, answers, `Measured at commit ${commit}.`, ...rest].join('\n\n');
}

/** The rows (one or none) of a figure in a README's quote, as cells. */
function quotedRow(readme: string, command: string, what: string): string[][] {
  const rows = readme.split('\n').map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
  const row = rows.find((cells) => cells[1] === command && cells[2] === what);
  return row === undefined ? [] : [row.slice(1, -1)];
}

/** When, on which machine and from which commit and command the numbers are. */
export interface Conditions {
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
  readonly command: string;
}

/** Where README quotes the measurements, between two comments. */
export const QUOTE = { begin: '<!-- measured: begin -->', end: '<!-- measured: end -->' };

/** The figures that README quotes: the part, and the figure's name. */
export const QUOTED: readonly (readonly [string, string])[] = [
  ['index', 'building'],
  ['search', 'autocomplete, keystrokes of addresses that are there: p50 by the calibration'],
  ['search', 'validate, whole strings: p50 by the calibration'],
  ['accuracy', 'validate, right record of all answered high'],
  ['match', 'addresses as labels show them: rate'],
  ['match', 'address strings that people wrote: rate'],
];

/**
 * BENCHMARKS.md: every part with its figures, and goals next to results. Parts that were not run
 * keep their section from `before`, the document so far, with the commit at which they were
 * measured.
 */
export function benchmarksDocument(outcomes: readonly Outcome[], conditions: Conditions, before = ''): string {
  const parts = PARTS.map((part) => {
    const outcome = outcomes.find(({ name }) => name === part.name);
    return (
      (outcome === undefined ? keptSection(before, part.title) : null) ?? partText(part, outcome, conditions.commit)
    );
  });
  const held = parts.flatMap((part) => part.split('\n').filter((line) => GOAL_ROW.test(line)));
  const missed = held.filter((line) => line.includes(MISSED));
  return `${[
    '# Benchmarks',
    `Written by \`${conditions.command}\`, not by hand: ${conditionsText(conditions)}`,
    `Goals: ${held.length}, of which ${missed.length} missed; those say so. ` +
      'Goals are for an index of national size (15.8 million addresses) on 2 cores. Addresses are those of made releases ' +
      '(`npm run generate-release`, seed 1). The gazetteer of names and places that they were made from and the address strings ' +
      'that people wrote, on which the series of real strings depend, are not part of this repository: without them the commands ' +
      'use the bundled gazetteer and lines of the index, and give other numbers.',
    ...parts,
  ].join('\n\n')}\n`;
}

/** Follows a result that misses its goal. */
const MISSED = '(missed)';
/** The row of a figure that has a goal. */
const GOAL_ROW = /^\| [^|]*\| [≤≥] [^|]*\|/;

function partText(part: Part, outcome: Outcome | undefined, commit: string): string {
  const blocks = [`## ${part.title}`, `\`npm run bench:${part.name}\` answers ${part.answers}.`];
  if (outcome === undefined) return [...blocks, 'Not run.'].join('\n\n');
  if (outcome.commit !== commit) blocks.push(`Measured at commit ${outcome.commit}.`);
  if (outcome.problem !== null) blocks.push(`**Incomplete:** ${outcome.problem}.`);
  const { figures = [], tables = [], notes = [], plots = [] } = outcome.measurements ?? {};
  if (figures.length > 0) blocks.push(markdownTable([['what', 'goal', 'result'], ...figures.map(figureRow)]));
  for (const { title, rows } of tables) blocks.push(`**${title}**`, markdownTable(rows));
  for (const { title, path } of plots) blocks.push(`![${title}](${path})`);
  if (notes.length > 0) blocks.push(notes.map((note) => `- ${note}`).join('\n'));
  return blocks.join('\n\n');
}

/**
 * What README quotes: the chosen figures with their commands and commits. What was not run keeps
 * its quote from `before`, the README so far.
 */
export function readmeQuote(outcomes: readonly Outcome[], conditions: Conditions, before = ''): string {
  const rows = QUOTED.flatMap(([name, what]) => {
    const command = `\`npm run bench:${name}\``;
    const outcome = outcomes.find((each) => each.name === name);
    if (outcome === undefined) return quotedRow(before, command, what);
    const figure = outcome.measurements?.figures.find((each) => each.what === what);
    return figure === undefined ? [] : [[command, ...figureRow(figure), outcome.commit]];
  });
  return [
    QUOTE.begin,
    [
      'From [BENCHMARKS.md](BENCHMARKS.md), which `npm run bench -- --write` writes and which has',
      '[other engines](bench/address/peers/README.md) beside it, of',
      conditionsText(conditions),
    ].join('\n'),
    markdownTable([['command', 'what', 'goal', 'result', 'at commit'], ...rows]),
    QUOTE.end,
  ].join('\n\n');
}

/** A document with its quote replaced. */
export function withQuote(readme: string, quote: string): string {
  const begin = readme.indexOf(QUOTE.begin);
  const end = readme.indexOf(QUOTE.end);
  if (begin < 0 || end < begin) throw new Error(`README.md has no ${QUOTE.begin} … ${QUOTE.end}`);
  return readme.slice(0, begin) + quote + readme.slice(end + QUOTE.end.length);
}

function figureRow(figure: Figure): string[] {
  const result = withUnit(figure.value, figure.unit);
  return [figure.what, goalText(figure), isMissed(figure) ? `${result} ${MISSED}` : result];
}

function conditionsText({ date, commit, machine }: Conditions): string {
  return `${date}, commit ${commit}, ${machine}.`;
}

/** A table as the formatter would leave it: columns padded, numbers not aligned. */
function markdownTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = cells[0].map((_, column) => Math.max(3, ...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) => `| ${widths.map((width, i) => (row[i] ?? '').padEnd(width)).join(' | ')} |`;
  return [
    line(cells[0]),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...cells.slice(1).map(line),
  ].join('\n');
}
