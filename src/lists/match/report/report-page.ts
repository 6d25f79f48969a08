import type { AddressIndex } from '../../../address/index/open.ts';
import { type Bar, barChart } from '../../report/bar-chart.ts';
import { escapeHtml, number, reportHtml, table } from '../../report/html.ts';
import type { GroupCounts } from '../group/find-pairs.ts';
import { addressAt, oneLine } from '../lookup/address.ts';
import { OUTCOMES, type Wanted } from '../lookup/job.ts';
import { type AdviceFiles, columnFaults, nextSteps } from './advice.ts';
import { chosenExamples, type Example, type ExampleKind } from './examples.ts';
import { CLASS_WORDS, LINE_CLASSES, type LineClass } from './line-class.ts';
import { type MapPoint, pointMap } from './point-map.ts';
import { groupRows, percent } from './summary-text.ts';
import type { Summary } from './tally.ts';

/** What a report tells besides the summary. */
export interface ReportFacts {
  readonly list: string;
  /** The columns that were looked up, in words; and the names of all of the list's. */
  readonly columns: string;
  /** Those that look like parts of the same address and were not; empty for none. */
  readonly unused: string;
  readonly names: readonly string[];
  readonly wanted: Wanted;
  readonly files: AdviceFiles;
  readonly when: Date;
  readonly seconds: number;
  readonly examples: readonly Example[];
  readonly points: readonly MapPoint[];
  /** Null where nothing was grouped. */
  readonly groups: GroupCounts | null;
}

const OUTCOME_WORDS: Readonly<Record<string, string>> = {
  high: 'high: use it',
  medium: 'medium: ask',
  low: 'low: look at it',
  none: 'none: no address',
};

/** The colours of qualities, and the map. */
const STYLE = `
:root { --high: light-dark(#1a7f37, #3fb950); --medium: light-dark(#9a6700, #d29922); --low: light-dark(#bc4c00, #f0883e);
  --none: light-dark(#cf222e, #f85149); --other: light-dark(#57606a, #8b949e); --ground: light-dark(#d8dee4, #30363d); }
.high b { color: var(--high); } .medium b { color: var(--medium); } .none b { color: var(--none); }
ol.steps { padding-left: 1.4rem; } ol.steps li { margin: 0.5rem 0; }
figure { margin: 0; }
svg .bar { fill: var(--other); } svg .high, svg .decided, svg .found { fill: var(--high); } svg .medium { fill: var(--medium); }
svg .low { fill: var(--low); } svg .none, svg .not-found, svg .bad-line { fill: var(--none); }
svg.map { border: 1px solid var(--line); border-radius: 8px; }
svg.map path { stroke-linecap: round; fill: none; }
svg.map .ground { fill: var(--ground); stroke: none; }
svg.map .sure { stroke: var(--high); stroke-opacity: 0.75; } svg.map .doubted { stroke: var(--low); stroke-opacity: 0.8; }
svg.map text { font-size: 12px; paint-order: stroke; stroke: var(--surface); stroke-width: 4px; stroke-linejoin: round; }
`;

/** The report of a run: one HTML file without scripts, which loads no styles or pictures from elsewhere. */
export function reportPage(index: AddressIndex, summary: Summary, facts: ReportFacts): string {
  const { lines } = summary;
  const { release, attribution } = index.manifest;
  const when = `${facts.when.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const steps = nextSteps(summary, facts.files);
  const faults = columnFaults(summary, facts.wanted, facts.names);
  const map = pointMap(index, facts.points);
  const body = `<h1>${escapeHtml(facts.list)}</h1>
<p class="muted">${number(lines)} lines, by ${escapeHtml(facts.columns)}${facts.unused === '' ? '' : `, without ${escapeHtml(facts.unused)}`}; ${when}, against release ${escapeHtml(release)} of G-NAF.</p>
${cards(summary)}
${section('What to do next', steps.length === 0 ? '' : `<ol class="steps">${steps.map(({ what, how }) => `<li><b>${escapeHtml(what)}.</b> ${escapeHtml(how)}</li>`).join('\n')}</ol>`)}
${section('By quality', barChart('Lines by quality', outcomeBars(summary)))}
${section('What the lines are', classTable(summary))}
${section('Where they are', map === '' ? '' : `<figure>${map}<figcaption>Green where every line is sure, orange where one of them is not; larger for more lines. Grey are all addresses of the release.</figcaption></figure>`)}
${section('By state', barChart('Lines by state; the full part is sure', stateBars(summary)))}
${section('Why scores are not higher', barChart('Lines by what held their score down', capBars(summary)))}
${section(
  'The worst columns',
  table(
    ['column', 'blank', 'differs from the address', 'in what'],
    faults.map(({ column, blank, wrong, in: what }) => [column, blank, wrong, what]),
  ),
)}
${section('Duplicates', duplicates(index, summary))}
${facts.groups === null ? '' : samePlace(facts.groups)}
${section('Examples to look at', examples(summary, facts.examples))}
<footer>${escapeHtml(attribution)}</footer>`;
  return reportHtml(`${facts.list}: addresses`, STYLE, body);
}

function section(title: string, body: string): string {
  return body === '' ? '' : `<section><h2>${title}</h2>\n${body}</section>`;
}

function cards({ lines, outcomes, addresses }: Summary): string {
  const sure = outcomes.high + outcomes.decided + outcomes.found;
  const doubtful = outcomes.medium + outcomes.low;
  const rest = lines - sure - doubtful;
  const card = (tone: string, n: number, words: string) =>
    `<div class="tile ${tone}"><b>${number(n)}</b><span>${words}${tone === '' ? '' : `, ${percent(n, lines)}`}</span></div>`;
  return `<div class="tiles">
${card('', lines, 'lines came in')}
${card('high', sure, 'can be used')}
${card('medium', doubtful, 'to be looked at')}
${card('none', rest, 'without an address')}
${card('', addresses, 'different addresses')}
</div>`;
}

function outcomeBars({ lines, outcomes }: Summary): Bar[] {
  return Object.entries(outcomes)
    .filter(([, n]) => n > 0)
    .map(([name, n]) => ({
      label: OUTCOME_WORDS[name] ?? name,
      value: n,
      note: percent(n, lines),
      tone: name.replace(' ', '-'),
    }));
}

function stateBars({ states }: Summary): Bar[] {
  return Object.entries(states)
    .filter(([, { lines: n }]) => n > 0)
    .sort(([, a], [, b]) => b.lines - a.lines)
    .map(([label, { lines: n, sure }]) => ({
      label,
      value: n,
      part: sure,
      tone: 'high',
      note: `${percent(sure, n)} sure`,
    }));
}

function capBars({ lines, caps }: Summary): Bar[] {
  return Object.entries(caps)
    .filter(([, n]) => n > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([name, n]) => ({ label: name.replaceAll('_', ' '), value: n, note: percent(n, lines), tone: 'medium' }));
}

/** Classes by outcome; only those classes and outcomes that occur. */
function classTable({ lines, outcomes, classes }: Summary): string {
  const shown = OUTCOMES.filter((name) => outcomes[name] > 0);
  const rows = LINE_CLASSES.flatMap((name) => {
    const counts = shown.map((outcome) => classes[name][outcome] ?? 0);
    const all = counts.reduce((sum, n) => sum + n, 0);
    return all === 0 ? [] : [[CLASS_WORDS[name], all, percent(all, lines), ...counts]];
  });
  return table(['', 'lines', 'of all', ...shown], rows);
}

function duplicates(index: AddressIndex, { addresses, repeated, repeats, mostRepeated }: Summary): string {
  if (addresses === 0) return '';
  const words = `${number(addresses)} addresses were found, ${number(repeated)} of them more than once: ${number(repeats)} lines beyond the first.`;
  const rows = mostRepeated.map(({ ordinal, lines }) => [oneLine(addressAt(index, ordinal)), lines]);
  return `<p>${words}</p>\n${table(['address', 'lines'], rows)}`;
}

function samePlace(groups: GroupCounts): string {
  const of = `Of ${number(groups.certain)} lines whose address is certain. Others are grouped with none.`;
  return section('The same place', `<p>${of}</p>\n${table(['of', 'there are'], groupRows(groups))}`);
}

/** Kinds in the order in which they are shown: what is to be looked at first. */
const KINDS: readonly ExampleKind[] = [
  ...(['medium', 'low', 'none', 'too_little', 'po_box', 'intersection', 'parcel', 'overseas', 'bad line'] as const),
  ...(['not found', 'high', 'decided', 'found'] as const),
];

function examples({ outcomes, classes }: Summary, all: readonly Example[]): string {
  const chosen = chosenExamples(all);
  return KINDS.flatMap((kind) => {
    const some = chosen.get(kind);
    if (some === undefined) return [];
    const isClass = kind in CLASS_WORDS;
    const n = isClass
      ? (classes[kind as LineClass].none ?? 0) + (classes[kind as LineClass]['bad line'] ?? 0)
      : outcomes[kind as keyof typeof outcomes];
    const title = isClass ? CLASS_WORDS[kind as LineClass] : (OUTCOME_WORDS[kind] ?? kind);
    const hasFound = some.some(({ found }) => found !== '');
    const rows = some.map(({ line, given, found, score, why }) =>
      hasFound ? [line, given, found, score ?? '', why] : [line, given, why],
    );
    const head = hasFound ? ['line', 'given', 'found', 'score', 'why'] : ['line', 'given', 'why'];
    const words = some.length === n ? number(n) : `${some.length} of ${number(n)}`;
    const isOpen = kind === 'medium' || kind === 'low' || kind === 'bad line';
    return [
      `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)} <span class="muted">${words}</span></summary>\n${table(head, rows)}</details>`,
    ];
  }).join('\n');
}
