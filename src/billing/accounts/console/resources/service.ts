import { as, count, kind, listOf, oneOf, orNull, resource, text, textOrNull } from './kinds.ts';

/** A moment that is ISO 8601 already. */
const at = (description: string, example: string) =>
  kind({ type: 'string', format: 'date-time', description }, example);
const atOrNull = (description: string, example: string | null = null) =>
  kind({ type: ['string', 'null'], format: 'date-time', description }, example);
const milliseconds = (description: string, example: number) => orNull(kind({ type: 'number', description }, example));

const SPAN = resource('TrafficSpan', 'What was answered in some time.', {
  at: at('When it begins.', '2026-05-04T23:00:00.000Z'),
  requests: count('Requests with a key.', 48_210),
  refused: count('Of them, answers of 4xx.', 121),
  failed: count('Of them, answers of 5xx.', 0),
  credits: count('Credits of the answers.', 51_874),
  p50Ms: milliseconds('Milliseconds in which half of the answers were made; null without any.', 0.08),
  p99Ms: milliseconds('Milliseconds in which 99 of 100 were made; null without any.', 0.9),
});

const TRAFFIC = resource(
  'Traffic',
  'What this machine answered in the last 30 days, as far as the sidecar has seen it.',
  {
    hours: listOf(SPAN, 'By the hour, oldest first, without those in which nothing was asked.'),
    day: as(SPAN, 'The last 24 hours.'),
    month: as(SPAN, 'All 30 days.'),
  },
);

const FILE = resource('ReleaseFile', 'An index file.', {
  release: text('Release of G-NAF.', '2026.05'),
  addresses: count('Records in it, aliases included.', 15_812_000),
  path: text('Its path.', '/srv/letterbox/gnaf-may26.lbx'),
});

const REFUSED = resource('RefusedRelease', 'A release that was to be activated, and was not.', {
  path: textOrNull('The index file; null for a rollback.'),
  reason: text('A sentence.', 'The file is damaged.'),
  at: at('When.', '2026-05-03T04:12:00.000Z'),
});

const WORKERS = resource('Workers', 'Worker threads.', {
  wanted: count('That there should be.', 4),
  listening: count('That listen.', 4),
  ended: count('That ended since the server was started.', 0),
});

const END = resource('ServerEnd', 'A server that ended.', {
  at: at('When.', '2026-05-03T04:12:00.000Z'),
  reason: text('Why, or by which signal.', 'SIGKILL'),
});

const SERVER = resource('ServerState', 'The server, and those before it.', {
  workers: orNull(as(WORKERS, 'Its worker threads; null where it does not answer.')),
  ends: count('Servers that ended without being asked to since the service was started.', 0),
  lastEnd: orNull(as(END, 'The last of them.'), null),
});

const SERVICE = resource('RunningService', 'What answers requests on this machine.', {
  version: text('Version of the program.', '2.0.0'),
  serving: as(FILE, 'What it answers from.'),
  since: at('Since when.', '2026-05-02T01:00:00.000Z'),
  previous: orNull(as(FILE, 'What a rollback goes back to; null where nothing was served before.'), {
    release: '2026.02',
    addresses: 15_713_000,
    path: '/srv/letterbox/gnaf-feb26.lbx',
  }),
  refused: orNull(as(REFUSED, 'The last that was not activated since the service was started.'), null),
  server: as(SERVER, 'Its processes.'),
});

const SIDECAR = resource('SidecarState', 'What counts credits on this machine.', {
  startedAt: at('When it was started.', '2026-05-01T00:00:00.000Z'),
  memoryBytes: count('Its resident memory.', 92_000_000),
  ledger: oneOf(['reachable', 'away'], 'Whether the ledger answers.'),
  ledgerKind: oneOf(['sqlite', 'postgres'], 'What the ledger is on.', 'postgres'),
  drainedAt: atOrNull('When all usage was last in the ledger.', '2026-05-04T23:09:59.400Z'),
  drainIntervalMs: count('Milliseconds between two times that usage is written there.', 1000),
  accountsSetAside: count('Accounts whose work it cannot do at the moment.', 0),
  countersQuarantined: count('Slots of the counter file that were found damaged.', 0),
  clockOffMs: kind(
    {
      type: 'integer',
      description: "Milliseconds by which the machine's clock is ahead of the ledger's; 0 while they agree.",
    },
    0,
  ),
});

const MACHINE = resource('Machine', 'A machine that works on the ledger.', {
  id: text('Its id.', '5f2b5d3bb5d1f8a3f0f6e9d1c7f0a4e2'),
  name: text('Host and folder.', 'api-1:/var/lib/letterbox'),
  seenAt: at('Its last sign of life.', '2026-05-04T23:09:58.000Z'),
  retiredAt: atOrNull('When it was found or declared lost.'),
  leases: count('Leases that are not settled.', 120),
  credits: count('Credits granted to them.', 72_000),
});

const BACKLOG = resource('Backlog', 'What waits in the ledger.', {
  windows: count('Closed credit windows that are not settled: usage may still be on its way.', 0),
  oldestWindow: atOrNull('When the first of them was closed.'),
  deliveries: count('Events on their way to webhooks and mailboxes.', 1),
  oldestDelivery: atOrNull('When the first of those events happened.', '2026-05-04T23:09:57.000Z'),
});

const TROUBLE = resource('Trouble', 'Something that went wrong.', {
  at: at('When.', '2026-05-03T04:12:00.000Z'),
  what: text('What, in a few words.', 'ledger away'),
  reason: textOrNull('Why, in a sentence.', 'connect ECONNREFUSED 10.0.0.5:5432'),
});

/** How the service fares. */
export const SERVICE_STATE = resource(
  'ServiceState',
  'How the service fares: the machine that answers, and those that share its ledger.',
  {
    at: at('When it was looked at.', '2026-05-04T23:10:00.000Z'),
    service: orNull(as(SERVICE, 'What answers requests on this machine; null where it does not say.')),
    serviceFault: textOrNull('Why it does not, in a sentence.'),
    sidecar: as(SIDECAR, 'What counts credits on this machine.'),
    machines: orNull(listOf(MACHINE, 'Machines that work on the ledger, oldest first; null while that is away.')),
    backlog: orNull(as(BACKLOG, 'What waits in the ledger; null while that is away.')),
    traffic: as(TRAFFIC, 'What this machine answered.'),
    troubles: listOf(TROUBLE, 'What went wrong since the sidecar was started, newest first.'),
  },
);
