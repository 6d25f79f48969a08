import type { AddressIndex } from '../../index/open.ts';
import type { GroupCounts } from '../group/find-pairs.ts';
import { addressAt, oneLine } from '../lookup/address.ts';
import type { BadLine } from '../lookup/job.ts';
import { type Bar, barChart } from './bar-chart.ts';
import { escapeHtml, PAGE_STYLE } from './page-style.ts';
import { count, groupRows, percent } from './summary-text.ts';
import type { Summary } from './tally.ts';

/** What a report tells besides the summary. */
export interface ReportFacts {
  readonly list: string;
  readonly columns: string;
  readonly when: Date;
  readonly seconds: number;
  readonly bad: readonly BadLine[];
  /** Null where nothing was grouped. */
  readonly groups: GroupCounts | null;
}

const QUALITY_WORDS: Readonly<Record<string, string>> = {
  high: 'high: accept',
  medium: 'medium: ask',
  low: 'low: look at it',
  none: 'none: no such address',
};

/** The report of a run: one HTML file without scripts, styles or pictures of another. */
export function reportPage(index: AddressIndex, summary: Summary, facts: ReportFacts): string {
  const { lines, outcomes, states, caps } = summary;
  const qualities: Bar[] = Object.entries(outcomes)
    .filter(([, n]) => n > 0)
    .map(([name, n]) => ({
      label: QUALITY_WORDS[name] ?? name,
      value: n,
      note: percent(n, lines),
      tone: name.replace(' ', '-'),
    }));
  const stateBars: Bar[] = Object.entries(states)
    .filter(([, { lines: n }]) => n > 0)
    .sort(([, a], [, b]) => b.lines - a.lines)
    .map(([label, { lines: n, sure }]) => ({
      label,
      value: n,
      part: sure,
      note: `${percent(sure, n)} sure`,
      tone: 'high',
    }));
  const capBars: Bar[] = Object.entries(caps)
    .filter(([, n]) => n > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([name, n]) => ({ label: name.replaceAll('_', ' '), value: n, note: percent(n, lines), tone: 'medium' }));
  const { release, attribution } = index.manifest;
  const found = `${facts.when.toISOString().slice(0, 16).replace('T', ' ')} UTC, against release ${release}`;
  return `<!doctype html>
<html lang="en-AU">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(facts.list)}: addresses</title>
<style>${PAGE_STYLE}</style>
<main>
<h1>${escapeHtml(facts.list)}</h1>
<p>${count(lines)} lines, by ${escapeHtml(facts.columns)}. ${found}.</p>
<h2>By quality</h2>
${barChart('Lines by quality', qualities)}
${section('By state', 'Lines by state; the full part is sure', stateBars)}
${section('Why not higher', 'Lines by what held their score down', capBars)}
<h2>Duplicates</h2>
<p>${count(summary.addresses)} addresses were found, ${count(summary.repeated)} of them more than once: ${count(summary.repeats)} lines beyond the first.</p>
${table(
  ['address', 'lines'],
  summary.mostRepeated.map(({ ordinal, lines: n }) => [oneLine(addressAt(index, ordinal)), count(n)]),
)}
${facts.groups === null ? '' : samePlace(facts.groups)}
${
  facts.bad.length === 0
    ? ''
    : `<h2>Bad lines</h2>\n<p>${count(outcomes['bad line'])} were not looked up. The first that were noticed:</p>\n${table(
        ['line', 'what is wrong'],
        facts.bad.map(({ line, problem }) => [count(line), problem]),
      )}`
}
<footer>${escapeHtml(attribution)}</footer>
</main>
</html>
`;
}

function samePlace(groups: GroupCounts): string {
  const of = `Of ${count(groups.certain)} lines whose address is certain. Others are grouped with none.`;
  return `<h2>The same place</h2>\n<p>${of}</p>\n${table(['of', 'there are'], groupRows(groups))}`;
}

function section(title: string, alt: string, bars: readonly Bar[]): string {
  return bars.length === 0 ? '' : `<h2>${title}</h2>\n${barChart(alt, bars)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const row = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>\n${row(head, 'th')}\n${rows.map((cells) => row(cells, 'td')).join('\n')}\n</table>`;
}
