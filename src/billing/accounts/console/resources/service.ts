import * as k from '../../kinds.ts';

/** A moment that is ISO 8601 already. */
const at = (description: string, example: string) =>
  k.kind({ type: 'string', format: 'date-time', description }, example);
const atOrNull = (description: string, example: string | null = null) =>
  k.kind({ type: ['string', 'null'], format: 'date-time', description }, example);
const milliseconds = (description: string, example: number) =>
  k.orNull(k.kind({ type: 'number', description }, example));

const SPAN = k.resource('TrafficSpan', 'What was answered in some time.', {
  at: at('When it begins.', '2026-05-04T23:00:00.000Z'),
  requests: k.count('Requests with a key.', 48_210),
  refused: k.count('Of them, answers of 4xx.', 121),
  failed: k.count('Of them, answers of 5xx.', 0),
  credits: k.count('Credits of the answers.', 51_874),
  p50Ms: milliseconds('Milliseconds in which half of the answers were made; null without any.', 0.08),
  p99Ms: milliseconds('Milliseconds in which 99 of 100 were made; null without any.', 0.9),
});

const TRAFFIC = k.resource(
  'Traffic',
  'What this machine answered in the last 30 days, as far as the sidecar has seen it.',
  {
    hours: k.listOf(SPAN, 'By the hour, oldest first, without those in which nothing was asked.'),
    day: k.as(SPAN, 'The last 24 hours.'),
    month: k.as(SPAN, 'All 30 days.'),
  },
);

const FILE = k.resource('ReleaseFile', 'An index file.', {
  release: k.text('Release of G-NAF.', '2026.05'),
  addresses: k.count('Records in it, aliases included.', 15_812_000),
  path: k.text('Its path.', '/srv/letterbox/gnaf-may26.lbx'),
});

const REFUSED = k.resource('RefusedRelease', 'A release that was to be activated, and was not.', {
  path: k.textOrNull('The index file; null for a rollback.'),
  reason: k.text('A sentence.', 'The file is damaged.'),
  at: at('When.', '2026-05-03T04:12:00.000Z'),
});

const WORKERS = k.resource('Workers', 'Worker threads.', {
  wanted: k.count('That there should be.', 4),
  listening: k.count('That listen.', 4),
  ended: k.count('That ended since the server was started.', 0),
});

const END = k.resource('ServerEnd', 'A server that ended.', {
  at: at('When.', '2026-05-03T04:12:00.000Z'),
  reason: k.text('Why, or by which signal.', 'SIGKILL'),
});

const SERVER = k.resource('ServerState', 'The server, and those before it.', {
  workers: k.orNull(k.as(WORKERS, 'Its worker threads; null where it does not answer.')),
  ends: k.count('Servers that ended without being asked to since the service was started.', 0),
  lastEnd: k.orNull(k.as(END, 'The last of them.'), null),
});

const SERVICE = k.resource('RunningService', 'What answers requests on this machine.', {
  version: k.text('Version of the program.', '2.0.0'),
  serving: k.as(FILE, 'What it answers from.'),
  since: at('Since when.', '2026-05-02T01:00:00.000Z'),
  previous: k.orNull(k.as(FILE, 'What a rollback goes back to; null where nothing was served before.'), {
    release: '2026.02',
    addresses: 15_713_000,
    path: '/srv/letterbox/gnaf-feb26.lbx',
  }),
  refused: k.orNull(k.as(REFUSED, 'The last that was not activated since the service was started.'), null),
  server: k.as(SERVER, 'Its processes.'),
});

const SIDECAR = k.resource('SidecarState', 'What counts credits on this machine.', {
  startedAt: at('When it was started.', '2026-05-01T00:00:00.000Z'),
  memoryBytes: k.count('Its resident memory.', 92_000_000),
  ledger: k.oneOf(['reachable', 'away'], 'Whether the ledger answers.'),
  ledgerKind: k.oneOf(['sqlite', 'postgres'], 'What the ledger is on.', 'postgres'),
  drainedAt: atOrNull('When all usage was last in the ledger.', '2026-05-04T23:09:59.400Z'),
  drainIntervalMs: k.count('Milliseconds between two times that usage is written there.', 1000),
  accountsSetAside: k.count('Accounts whose work it cannot do at the moment.', 0),
  countersQuarantined: k.count('Slots of the counter file that were found damaged.', 0),
  clockOffMs: k.kind(
    {
      type: 'integer',
      description: "Milliseconds by which the machine's clock is ahead of the ledger's; 0 while they agree.",
    },
    0,
  ),
});

const MACHINE = k.resource('Machine', 'A machine that works on the ledger.', {
  id: k.text('Its id.', '5f2b5d3bb5d1f8a3f0f6e9d1c7f0a4e2'),
  name: k.text('Host and folder.', 'api-1:/var/lib/letterbox'),
  seenAt: at('Its last sign of life.', '2026-05-04T23:09:58.000Z'),
  retiredAt: atOrNull('When it was found or declared lost.'),
  leases: k.count('Leases that are not settled.', 120),
  credits: k.count('Credits granted to them.', 72_000),
});

const BACKLOG = k.resource('Backlog', 'What waits in the ledger.', {
  windows: k.count('Closed credit windows that are not settled: usage may still be on its way.', 0),
  oldestWindow: atOrNull('When the first of them was closed.'),
  deliveries: k.count('Events on their way to webhooks and mailboxes.', 1),
  oldestDelivery: atOrNull('When the first of those events happened.', '2026-05-04T23:09:57.000Z'),
});

const TROUBLE = k.resource('Trouble', 'Something that went wrong.', {
  at: at('When.', '2026-05-03T04:12:00.000Z'),
  what: k.text('What, in a few words.', 'ledger away'),
  reason: k.textOrNull('Why, in a sentence.', 'connect ECONNREFUSED 10.0.0.5:5432'),
});

/** How the service fares. */
export const SERVICE_STATE = k.resource(
  'ServiceState',
  'How the service fares: the machine that answers, and those that share its ledger.',
  {
    at: at('When it was looked at.', '2026-05-04T23:10:00.000Z'),
    service: k.orNull(k.as(SERVICE, 'What answers requests on this machine; null where it does not say.')),
    serviceFault: k.textOrNull('Why it does not, in a sentence.'),
    sidecar: k.as(SIDECAR, 'What counts credits on this machine.'),
    machines: k.orNull(k.listOf(MACHINE, 'Machines that work on the ledger, oldest first; null while that is away.')),
    backlog: k.orNull(k.as(BACKLOG, 'What waits in the ledger; null while that is away.')),
    traffic: k.as(TRAFFIC, 'What this machine answered.'),
    troubles: k.listOf(TROUBLE, 'What went wrong since the sidecar was started, newest first.'),
  },
);

/** What the console answers to `GET /service`; moments are ISO 8601. */
export type ServiceAnswer = k.ValueOf<typeof SERVICE_STATE>;

/** What a machine says of itself. The service is null if it cannot be asked. */
export type ServiceState = Omit<ServiceAnswer, 'backlog'>;

/** Reads the state of the service. Never rejects. */
export type LookAtService = () => Promise<ServiceState>;

/** An index file that is served, was, or was meant to be. */
export type ReleaseFile = k.ValueOf<typeof FILE>;

/** What waits in the ledger to be settled or sent. */
export type WaitingState = k.ValueOf<typeof BACKLOG>;

/** What this machine answered in some time. */
export type TrafficSpan = k.ValueOf<typeof SPAN>;

/** What this machine answered in the last 30 days. */
export type TrafficState = k.ValueOf<typeof TRAFFIC>;

/** A machine that uses the ledger. */
export type MachineState = k.ValueOf<typeof MACHINE>;

/** Something that went wrong lately. */
export type Trouble = k.ValueOf<typeof TROUBLE>;
