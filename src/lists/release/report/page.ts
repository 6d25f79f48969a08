import { CHANGE_KINDS } from '../../../address/index/changes.ts';
import type { AddressIndex } from '../../../address/index/open.ts';
import { bar, barChart, ROW, svg, text } from '../../report/bar-chart.ts';
import { escapeHtml, number, reportHtml } from '../../report/html.ts';
import type { Sample, Samples } from '../samples.ts';
import type { Counts, LocalityCounts, StateCounts, Tally } from '../tally.ts';
import { COLUMNS, DIFFERENCES, editionSentence, MEANINGS, MOVE_CLASSES, metres, share, TITLES } from './text.ts';

/** One pair of bars that grow in both directions from a line. */
interface OppositeBars {
  readonly label: string;
  readonly left: number;
  readonly right: number;
}

/** Room for a value, and the longest bar, pixels. */
const VALUE = 120;
const HALF = 230;

/** Bars to the left and right of one line, as SVG: what was removed and what was added. */
function oppositeChart(title: string, bars: readonly OppositeBars[]): string {
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

/** Localities that the page lists of each state. */
const MOST_LOCALITIES = 25;

/** Opposite bars, and tables whose first column names the rows. */
const STYLE = `
:root { --left: light-dark(#b4501e, #f0a070); --right: var(--accent); }
header p, summary, .key { color: var(--muted); }
thead th { border-top: 0; color: var(--muted); font-weight: 600; text-align: right; } thead th:first-child { text-align: left; }
tfoot th, tfoot td { font-weight: 600; }
.samples tr:first-child td { border-top: 0; } .samples td:first-child { white-space: nowrap; }
svg .left { fill: var(--left); } svg .right { fill: var(--right); } svg .axis { stroke: var(--line); }
.key { margin: 8px 0 0; } .key i { display: inline-block; width: 12px; height: 12px; border-radius: 3px; margin: 0 4px 0 12px; vertical-align: -1px; }
.key .left { background: var(--left); } .key .right { background: var(--right); }
`;

/** What the page is made of. */
export interface ReportContent {
  readonly before: AddressIndex['manifest'];
  readonly after: AddressIndex['manifest'];
  readonly tally: Tally;
  readonly samples: Samples;
}

/** The report as one HTML page; light and dark as the reader's system is. */
export function reportPage({ before, after, tally, samples }: ReportContent): string {
  const title = `What changed from ${before.release} to ${after.release}`;
  const { total, states, localities, fields, moves, edition } = tally;
  const differing = fields.filter(({ count }) => count > 0);
  const parts = [
    `<header><h1>${escapeHtml(title)}</h1><p>${releaseLine('Before', before)}<br>${releaseLine('After', after)}</p></header>`,
    ...(edition === null ? [] : [`<p>${escapeHtml(editionSentence(edition))}</p>`]),
    tiles(total),
    section(
      'Added and removed by state',
      `${oppositeChart(
        'Addresses removed and added by state',
        states.map(({ state, removed, added }) => ({ label: state, left: removed, right: added })),
      )}<p class="key"><i class="left"></i> removed <i class="right"></i> added</p>`,
    ),
    section(
      'By state',
      countsTable(
        'State',
        states.map((counts) => [counts.state, counts] as const),
        total,
      ),
    ),
    section(
      'How far addresses moved',
      `${barChart(
        'Addresses moved, by distance',
        moves.map((value, i) => ({ label: MOVE_CLASSES[i], value })),
      )}<p>${number(tally.geocodeGained)} gained a main geocode, ${number(tally.geocodeLost)} lost theirs.</p>`,
    ),
    section(
      'Fields that differ',
      differing.length === 0
        ? '<p>None.</p>'
        : barChart(
            'Addresses by field that differs',
            differing.map(({ name, kind, count }) => ({ label: `${TITLES[kind]}: ${name}`, value: count })),
          ),
    ),
    confidenceSection(tally),
    localitySection(localities, states),
    ...(['added', 'removed', ...CHANGE_KINDS] as const).map((name) => sampleSection(name, total[name], samples[name])),
    '<footer><p>The lists are samples. <code>--ndjson &lt;file&gt;</code> writes every address that differs, and the counts of every locality.</p></footer>',
  ];
  return reportHtml(title, STYLE, parts.join('\n'));
}

function releaseLine(when: string, { release, datum, addresses, path }: AddressIndex['manifest']): string {
  return `${when}: <b>${escapeHtml(release)}</b>, ${escapeHtml(datum)}, ${number(addresses)} addresses, <code>${escapeHtml(path)}</code>`;
}

function section(title: string, content: string): string {
  return `<section><h2>${escapeHtml(title)}</h2><div class="wide">${content}</div></section>`;
}

function tiles(total: Counts): string {
  const tile = (name: string, value: string, note: string) =>
    `<div class="tile"><span>${escapeHtml(name)}</span><b>${value}</b><small>${escapeHtml(note)}</small></div>`;
  const net = total.after - total.before;
  return `<div class="tiles">${[
    tile('Addresses', number(total.after), `${net < 0 ? '−' : '+'}${number(Math.abs(net))} (aliases included)`),
    ...DIFFERENCES.map((name) => tile(TITLES[name], number(total[name]), share(total[name], total.before))),
  ].join('')}</div>`;
}

function countsTable(first: string, rows: readonly (readonly [string, Counts])[], total: Counts | null): string {
  const cells = (counts: Counts) => COLUMNS.map((name) => `<td class="number">${number(counts[name])}</td>`).join('');
  const body = rows
    .map(([name, counts]) => `<tr><th scope="row">${escapeHtml(name)}</th>${cells(counts)}</tr>`)
    .join('');
  const foot = total === null ? '' : `<tfoot><tr><th scope="row">All</th>${cells(total)}</tr></tfoot>`;
  const head = [first, ...COLUMNS.map((name) => TITLES[name])].map(
    (name) => `<th scope="col">${escapeHtml(name)}</th>`,
  );
  return `<table><thead><tr>${head.join('')}</tr></thead><tbody>${body}</tbody>${foot}</table>`;
}

function confidenceSection({ confidence }: Tally): string {
  const rows = confidence.flatMap((after, i) =>
    after.map((count, j) => ({ label: `${i - 1} → ${j - 1}`, value: count })),
  );
  const changed = rows.filter(({ value }) => value > 0);
  return section(
    'Confidence',
    changed.length === 0 ? '<p>No address changed it.</p>' : barChart('Confidence before and after', changed),
  );
}

function localitySection(localities: readonly LocalityCounts[], states: readonly StateCounts[]): string {
  const differing = (counts: Counts) => counts.added + counts.removed + counts.changed;
  const named = (only: LocalityCounts['only']) => {
    const names = localities.filter((locality) => locality.only === only).map(({ name, state }) => `${name} ${state}`);
    return names.length === 0
      ? 'none'
      : `${number(names.length)}: ${names.slice(0, 100).join(', ')}${names.length > 100 ? ' …' : ''}`;
  };
  const lists = states.map(({ state }) => {
    const own = localities.filter((locality) => locality.state === state && differing(locality) > 0);
    const most = own.sort((a, b) => differing(b) - differing(a)).slice(0, MOST_LOCALITIES);
    const of = own.length > most.length ? `${most.length} of ${number(own.length)}` : number(own.length);
    return own.length === 0
      ? ''
      : `<details><summary>${state}: ${of} with differences</summary><div class="wide">${countsTable(
          'Locality',
          most.map((counts) => [counts.name, counts] as const),
          null,
        )}</div></details>`;
  });
  return section(
    'Localities',
    `<p>New localities: ${escapeHtml(named('after'))}.<br>Localities that are gone: ${escapeHtml(named('before'))}.</p>${lists.join('')}`,
  );
}

function sampleSection(name: keyof Samples, count: number, samples: readonly Sample[]): string {
  if (samples.length === 0) return '';
  const rows = samples.map(({ address, fields, metres: distance }) => {
    const line = [address.addressLabel, address.localityName, address.state, address.postcode]
      .filter(Boolean)
      .join(', ');
    const changes = fields.map((field) =>
      [`<span class="muted">${escapeHtml(field.name)}</span>`, shown(field.before), '→', shown(field.after)].join(' '),
    );
    if (name === 'moved' && distance >= 0) changes.push(`<b>${metres(distance)}</b>`);
    return `<tr><td><code>${escapeHtml(address.id)}</code></td><td>${escapeHtml(line)}</td><td>${changes.join('<br>')}</td></tr>`;
  });
  const which = name === 'moved' ? 'the farthest' : 'some';
  const meaning = name === 'added' || name === 'removed' ? '' : `<p>${escapeHtml(MEANINGS[name])}</p>`;
  return section(
    `${TITLES[name]}: ${which} of ${number(count)}`,
    `${meaning}<table class="samples"><tbody>${rows.join('')}</tbody></table>`,
  );
}

/** A value of a field, shortened: areas by name, lists by length. */
function shown(value: unknown): string {
  if (value === null) return '<i>none</i>';
  if (Array.isArray(value)) return `${value.length} geocodes`;
  if (typeof value !== 'object') return escapeHtml(String(value));
  return escapeHtml(
    Object.values(value)
      .filter((part) => part !== null)
      .join(' '),
  );
}
