import type { ReleaseFile, ServiceAnswer, WaitingState } from '../../../billing/accounts/console/resources/service.ts';
import { h } from '../../playground/dom.ts';
import { call } from '../api.ts';
import { say } from '../states.ts';
import { count, credits, moment } from '../words.ts';
import { trafficFigures } from './traffic.ts';
import type { View } from './view.ts';

/**
 * A drain that is late by more than this many intervals and this many ms is shown as a problem: the
 * ledger is slow or unreachable.
 */
const LATE_INTERVALS = 5;
const LATE_MS = 10_000;

/**
 * A machine without a sign of life for this long, ms, is silent: it gives one every three seconds.
 */
const SILENT_MS = 15_000;

/**
 * The state of the service, for operators: what answers, from which release, how far behind the
 * ledger is, what went wrong.
 */
export const serviceView: View = async ({ refresh }) => {
  const state = await call<ServiceAnswer>('GET', '/service');
  const again = () => {
    say('The page shows how the service fares now.');
    refresh();
  };
  return [
    h(
      'div',
      { class: 'head' },
      h('h2', {}, 'Service'),
      h(
        'div',
        { class: 'actions' },
        h('span', { class: 'small muted' }, `at ${moment(state.at)}`),
        h('button', { type: 'button', onclick: again }, 'Look again'),
      ),
    ),
    section('Health', checks(state)),
    section('Answers of 30 days', ...trafficFigures(state.traffic, state.at)),
    section('Releases', ...releases(state)),
    section('Machines', ...machines(state)),
    section('What went wrong', ...troubles(state)),
  ];
};

function section(title: string, ...content: readonly (Node | string)[]): HTMLElement {
  return h('section', { class: 'panel', 'aria-label': title }, h('h3', {}, title), ...content);
}

type Check = readonly [what: string, well: boolean, told: string];

function checks(state: ServiceAnswer): HTMLElement {
  const { service, serviceFault, sidecar, backlog } = state;
  const { accountsSetAside, countersQuarantined, clockOffMs } = sidecar;
  const late = sidecar.drainedAt === null ? null : Date.parse(state.at) - Date.parse(sidecar.drainedAt);
  const inTime = late !== null && late < Math.max(LATE_MS, LATE_INTERVALS * sidecar.drainIntervalMs);
  const workers = service?.server.workers ?? null;
  const all: readonly Check[] = [
    ['Service', service !== null, service === null ? (serviceFault ?? '') : `version ${service.version}`],
    [
      'Workers',
      workers !== null && workers.listening === workers.wanted,
      workers === null
        ? 'the server does not answer'
        : `${workers.listening} of ${workers.wanted} listen, ${workers.ended} ended`,
    ],
    ['Ledger', sidecar.ledger === 'reachable', `${sidecar.ledgerKind}, ${sidecar.ledger}`],
    [
      'Drains',
      inTime,
      late === null
        ? 'nothing is in the ledger yet'
        : `all usage was in the ledger ${seconds(late)} ago; it is written every ${seconds(sidecar.drainIntervalMs)}`,
    ],
    [
      'Sidecar',
      accountsSetAside + countersQuarantined === 0,
      `up since ${moment(sidecar.startedAt)}, ${Math.round(sidecar.memoryBytes / 2 ** 20)} MiB, ` +
        `${accountsSetAside} accounts set aside, ${countersQuarantined} counters damaged`,
    ],
    ['Clock', clockOffMs === 0, clockOffMs === 0 ? "agrees with the ledger's" : `${seconds(clockOffMs)} off`],
  ];
  const waiting: readonly Check[] = backlog === null ? [] : waits(backlog);
  const row = ([what, well, told]: Check) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, what),
      h('td', {}, h('span', { class: `badge ${well ? 'good' : 'bad'}` }, well ? 'well' : 'not well')),
      h('td', {}, told),
    );
  return table('Checks', ['What', 'State', 'Details'], [...all, ...waiting].map(row));
}

/** A backlog is not a fault; it is shown with the age of its oldest item. */
function waits({ windows, oldestWindow, deliveries, oldestDelivery }: WaitingState): Check[] {
  const since = (oldest: string | null) => (oldest === null ? '' : `, the first since ${moment(oldest)}`);
  return [
    ['Windows', true, `${count(windows)} closed and not settled${since(oldestWindow)}`],
    ['Events', true, `${count(deliveries)} on their way${since(oldestDelivery)}`],
  ];
}

function releases({ service }: ServiceAnswer): (Node | string)[] {
  if (service === null) return [h('p', { class: 'muted' }, 'Nothing is known while the service does not answer.')];
  const { serving, since, previous, refused } = service;
  const row = (state: string, tone: string, file: ReleaseFile, told: string) =>
    h(
      'tr',
      {},
      h('td', {}, h('span', { class: `badge ${tone}` }, state)),
      h('td', {}, file.release),
      h('td', { class: 'number' }, count(file.addresses)),
      h('td', { class: 'mono small' }, file.path),
      h('td', { class: 'small' }, told),
    );
  const rows = [
    row('active', 'good', serving, `since ${moment(since)}`),
    ...(previous === null ? [] : [row('previous', '', previous, 'a rollback goes back to it')]),
    ...(refused === null
      ? []
      : [
          h(
            'tr',
            {},
            h('td', {}, h('span', { class: 'badge bad' }, 'failed')),
            h('td', {}, '–'),
            h('td', {}, ''),
            h('td', { class: 'mono small' }, refused.path ?? 'a rollback'),
            h('td', { class: 'small' }, `${moment(refused.at)}: ${refused.reason}`),
          ),
        ]),
  ];
  return [table('List of releases', ['State', 'Release', 'Addresses', 'File', ''], rows)];
}

function machines({ machines: all, at }: ServiceAnswer): (Node | string)[] {
  if (all === null) return [h('p', { class: 'muted' }, 'Nothing is known while the ledger is away.')];
  const rows = all.map(({ name, seenAt, retiredAt, leases, credits: held }) => {
    const silent = Date.parse(at) - Date.parse(seenAt) > SILENT_MS;
    const [tone, word] = retiredAt !== null ? ['', 'retired'] : silent ? ['bad', 'silent'] : ['good', 'works'];
    return h(
      'tr',
      {},
      h('td', { class: 'mono small' }, name),
      h('td', {}, h('span', { class: `badge ${tone}` }, word)),
      h('td', { class: 'small' }, moment(seenAt)),
      h('td', { class: 'small' }, `${count(leases)}, with ${credits(held)}`),
    );
  });
  return [table('List of machines', ['Machine', 'State', 'Last seen', 'Open leases'], rows)];
}

function troubles({ troubles: all, service }: ServiceAnswer): (Node | string)[] {
  const { ends = 0, lastEnd = null } = service?.server ?? {};
  const ended = lastEnd && { at: lastEnd.at, what: `server ended (${ends} so far)`, reason: lastEnd.reason };
  const told = [...all, ...(ended ? [ended] : [])].sort((a, b) => b.at.localeCompare(a.at));
  if (told.length === 0) return [h('p', { class: 'muted' }, 'Nothing since the sidecar was started.')];
  const rows = told.map(({ at, what, reason }) =>
    h('tr', {}, h('td', { class: 'small' }, moment(at)), h('td', {}, what), h('td', { class: 'small' }, reason ?? '')),
  );
  return [table('List of troubles', ['When', 'What', 'Why'], rows)];
}

function table(label: string, heads: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const head = heads.map((text) => (text === '' ? h('td') : h('th', { scope: 'col' }, text)));
  return h(
    'div',
    { class: 'table', tabindex: 0, role: 'region', 'aria-label': label },
    h('table', {}, h('thead', {}, h('tr', {}, head)), h('tbody', {}, rows)),
  );
}

function seconds(milliseconds: number): string {
  return `${new Intl.NumberFormat('en-AU', { maximumFractionDigits: 1 }).format(milliseconds / 1000)} s`;
}
