/** A panel: what it shows, in which unit of Grafana, and its lines by the legend of each. */
interface Panel {
  readonly title: string;
  readonly description?: string;
  readonly unit: 'reqps' | 's' | 'percentunit' | 'short' | 'bytes';
  readonly lines: Readonly<Record<string, string>>;
  /** Lines are stacked, since they add up. */
  readonly stacked?: true;
  /** Values may be below zero. */
  readonly signed?: true;
}

/** A metric of the selected machines, with further labels if given. */
const of = (metric: string, labels = '') => `${metric}{instance=~"$instance"${labels}}`;
const rate = (metric: string, labels = '') => `rate(${of(metric, labels)}[$__rate_interval])`;
const sumBy = (label: string, metric: string) => `sum by (${label}) (${rate(metric)})`;
const quantile = (share: number, histogram: string, labels = 'le') =>
  `histogram_quantile(${share}, ${sumBy(labels, `${histogram}_bucket`)})`;
const quality = (operation: string) => {
  const matches = rate('letterbox_match_quality_total', `,operation="${operation}"`);
  return `sum by (quality) (${matches}) / ignoring(quality) group_left sum(${matches})`;
};

const DURATION = 'letterbox_request_duration_seconds';
const DELAY = 'letterbox_event_loop_delay_seconds';

/** The panels of each row, three beside each other. */
const ROWS: Readonly<Record<string, readonly Panel[]>> = {
  Requests: [
    {
      title: 'Answers by operation',
      unit: 'reqps',
      stacked: true,
      lines: { '{{operation}}': sumBy('operation', 'letterbox_requests_total') },
    },
    { title: 'Answers by status', unit: 'reqps', lines: { '{{status}}': sumBy('status', 'letterbox_requests_total') } },
    {
      title: 'Refusals and errors by code',
      unit: 'reqps',
      lines: { '{{code}}': sumBy('code', 'letterbox_errors_total') },
    },
    {
      title: 'Time to compute an answer, 99th percentile',
      unit: 's',
      lines: { '{{operation}}': quantile(0.99, DURATION, 'le, operation') },
    },
    {
      title: 'Time to compute an answer, median',
      unit: 's',
      lines: { '{{operation}}': quantile(0.5, DURATION, 'le, operation') },
    },
    {
      title: 'Wait in the event loop',
      description: 'What a request waits for others before it.',
      unit: 's',
      lines: { p50: quantile(0.5, DELAY), p95: quantile(0.95, DELAY), p99: quantile(0.99, DELAY) },
    },
    { title: 'Validate by match quality', unit: 'percentunit', lines: { '{{quality}}': quality('validate') } },
    {
      title: 'Autocomplete by match quality of the first suggestion',
      unit: 'percentunit',
      lines: { '{{quality}}': quality('autocomplete') },
    },
    {
      title: 'Credits per second',
      unit: 'short',
      stacked: true,
      lines: { '{{operation}}': sumBy('operation', 'letterbox_credits_total') },
    },
  ],
  Workers: [
    {
      title: 'Cores in use',
      unit: 'short',
      lines: {
        '{{instance}} processor': rate('process_cpu_seconds_total'),
        '{{instance}} event loops': rate('letterbox_event_loop_busy_seconds_total'),
        '{{instance}} workers': of('letterbox_workers'),
      },
    },
    {
      title: 'Connections',
      unit: 'short',
      lines: {
        '{{instance}} open': of('letterbox_connections'),
        '{{instance}} limit': of('letterbox_connections_limit'),
        '{{instance}} closed per second: {{reason}}': sumBy('instance, reason', 'letterbox_connections_closed_total'),
        '{{instance}} requests shed per second: {{reason}}': sumBy('instance, reason', 'letterbox_requests_shed_total'),
      },
    },
    {
      title: 'Restarts',
      unit: 'short',
      lines: {
        '{{instance}} server, last hour': `changes(${of('process_start_time_seconds')}[1h])`,
        '{{instance}} workers, last hour': `increase(${of('letterbox_workers_ended_total')}[1h])`,
      },
    },
    {
      title: 'Memory',
      description: 'File memory is the pages of the index: the system may take them back.',
      unit: 'bytes',
      lines: {
        '{{instance}} {{kind}}': of('letterbox_memory_bytes'),
        '{{instance}} heap of the workers': of('letterbox_heap_bytes'),
      },
    },
    { title: 'Mappings', unit: 'short', lines: { '{{instance}}': of('letterbox_mappings') } },
    {
      title: 'Open files',
      unit: 'short',
      lines: { '{{instance}} open': of('process_open_fds'), '{{instance}} limit': of('process_max_fds') },
    },
  ],
  Credits: [
    { title: 'Silence of the sidecar', unit: 's', lines: { '{{instance}}': of('letterbox_sidecar_silence_seconds') } },
    {
      title: 'Usage not in the ledger yet',
      unit: 's',
      lines: { '{{instance}}': `time() - (${of('letterbox_ledger_drained_timestamp_seconds')} > 0)` },
    },
    { title: 'Leases', unit: 'short', lines: { '{{state}}': `sum by (state) (${of('letterbox_leases')})` } },
    {
      title: 'Ledger',
      unit: 'short',
      lines: {
        '{{instance}} reachable': of('letterbox_ledger_reachable'),
        '{{instance}} published': of('letterbox_sidecar_published'),
      },
    },
    {
      title: 'Set aside',
      unit: 'short',
      lines: {
        '{{instance}} accounts': of('letterbox_accounts_set_aside'),
        '{{instance}} slots': of('letterbox_counters_quarantined'),
      },
    },
    {
      title: "Clock against the ledger's",
      unit: 's',
      signed: true,
      lines: { '{{instance}}': of('letterbox_clock_offset_seconds') },
    },
  ],
  Index: [
    {
      title: 'Machines by release',
      unit: 'short',
      lines: { '{{release}}': `count by (release) (${of('letterbox_index_info')})` },
    },
    {
      title: 'Age',
      unit: 's',
      lines: {
        '{{instance}} since the release': `time() - ${of('letterbox_index_release_timestamp_seconds')}`,
        '{{instance}} since it was opened': `time() - ${of('letterbox_index_opened_timestamp_seconds')}`,
        '{{instance}} since all checksums were verified': `time() - ${of('letterbox_index_verified_timestamp_seconds')}`,
      },
    },
    { title: 'Size', unit: 'bytes', lines: { '{{instance}}': of('letterbox_index_bytes') } },
  ],
};

const SOURCE = { type: 'prometheus', uid: `\${datasource}` };

/** Rows of panels on a grid 24 units wide. */
const WIDTH = 8;
const HEIGHT = 8;

function panels(): object[] {
  const placed: object[] = [];
  let y = 0;
  for (const [title, row] of Object.entries(ROWS)) {
    const gridPos = { h: 1, w: 24, x: 0, y };
    placed.push({ id: placed.length + 1, type: 'row', title, collapsed: false, gridPos, panels: [] });
    for (const [i, panel] of row.entries()) {
      const [column, line] = [i % 3, Math.floor(i / 3)];
      const place = { h: HEIGHT, w: WIDTH, x: column * WIDTH, y: y + 1 + line * HEIGHT };
      placed.push({ id: placed.length + 1, ...timeSeries(panel), gridPos: place });
    }
    y += 1 + Math.ceil(row.length / 3) * HEIGHT;
  }
  return placed;
}

function timeSeries({ title, description = '', unit, lines, stacked, signed }: Panel): object {
  const custom = { lineWidth: 1, fillOpacity: stacked ? 20 : 0, stacking: { mode: stacked ? 'normal' : 'none' } };
  return {
    type: 'timeseries',
    title,
    description,
    datasource: SOURCE,
    fieldConfig: { defaults: { unit, ...(!signed && { min: 0 }), custom }, overrides: [] },
    options: {
      legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
    targets: Object.entries(lines).map(([legendFormat, expr], i) => ({
      refId: 'ABCDEFG'[i],
      datasource: SOURCE,
      expr,
      legendFormat,
    })),
  };
}

const INSTANCES = { query: 'label_values(letterbox_workers, instance)', refId: 'instance' };

/** The dashboard of Grafana for the metrics of the service, as JSON to import. */
export function dashboard(): string {
  const opened = `changes(${of('letterbox_index_opened_timestamp_seconds')}[1m]) > 0`;
  const machines = { name: 'instance', label: 'Machine', type: 'query', datasource: SOURCE, query: INSTANCES };
  const source = { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', refresh: 1 };
  const annotation = { name: 'Index opened', datasource: SOURCE, enable: true, iconColor: 'blue', expr: opened };
  const board = {
    uid: 'letterbox',
    title: 'Letterbox',
    tags: ['letterbox'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    timezone: 'browser',
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [
        { ...source, includeAll: false, multi: false },
        { ...machines, refresh: 2, includeAll: true, multi: true, sort: 1 },
      ],
    },
    annotations: { list: [{ ...annotation, titleFormat: 'Index opened', textFormat: '{{instance}}' }] },
    panels: panels(),
  };
  return `${JSON.stringify(board, null, 2)}\n`;
}
