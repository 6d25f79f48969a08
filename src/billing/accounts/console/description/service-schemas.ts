import {
  count,
  listOf,
  moment,
  momentOrNull,
  object,
  oneOf,
  orNull,
  ref,
  type Schema,
  text,
  textOrNull,
} from './schema-parts.ts';

/** The schemas of the service's own state. */
export const SERVICE_SCHEMAS: Readonly<Record<string, Schema>> = {
  ServiceState: object('How the service fares: the machine that answers, and those that share its ledger.', {
    at: moment('When it was looked at.'),
    service: orNull(ref('RunningService', 'What answers requests on this machine; null where it does not say.')),
    serviceFault: textOrNull('Why it does not, in a sentence.'),
    sidecar: ref('SidecarState', 'What counts credits on this machine.'),
    machines: orNull(
      listOf(ref('Machine'), 'Machines that work on the ledger, oldest first; null while that is away.'),
    ),
    backlog: orNull(ref('Backlog', 'What waits in the ledger; null while that is away.')),
    traffic: ref('Traffic', 'What this machine answered.'),
    troubles: listOf(ref('Trouble'), 'What went wrong since the sidecar was started, newest first.'),
  }),
  Traffic: object('What this machine answered in the last 30 days, as far as the sidecar has seen it.', {
    hours: listOf(ref('TrafficSpan'), 'By the hour, oldest first, without those in which nothing was asked.'),
    day: ref('TrafficSpan', 'The last 24 hours.'),
    month: ref('TrafficSpan', 'All 30 days.'),
  }),
  TrafficSpan: object('What was answered in some time.', {
    at: moment('When it begins.'),
    requests: count('Requests with a key.'),
    refused: count('Of them, answers of 4xx.'),
    failed: count('Of them, answers of 5xx.'),
    credits: count('Credits of the answers.'),
    p50Ms: orNull({
      type: 'number',
      description: 'Milliseconds in which half of the answers were made; null without any.',
    }),
    p99Ms: orNull({ type: 'number', description: 'Milliseconds in which 99 of 100 were made; null without any.' }),
  }),
  RunningService: object('What answers requests on this machine.', {
    version: text('Version of the program.'),
    serving: ref('ReleaseFile', 'What it answers from.'),
    since: moment('Since when.'),
    previous: orNull(ref('ReleaseFile', 'What a rollback goes back to; null where nothing was served before.')),
    refused: orNull(ref('RefusedRelease', 'The last that was not activated since the service was started.')),
    server: ref('ServerState', 'Its processes.'),
  }),
  ReleaseFile: object('An index file.', {
    release: text('Release of G-NAF.'),
    addresses: count('Records in it, aliases included.'),
    path: text('Its path.'),
  }),
  RefusedRelease: object('A release that was to be activated, and was not.', {
    path: textOrNull('The index file; null for a rollback.'),
    reason: text('A sentence.'),
    at: moment('When.'),
  }),
  ServerState: object('The server, and those before it.', {
    workers: orNull(ref('Workers', 'Its worker threads; null where it does not answer.')),
    ends: count('Servers that ended without being asked to since the service was started.'),
    lastEnd: orNull(ref('ServerEnd', 'The last of them.')),
  }),
  Workers: object('Worker threads.', {
    wanted: count('That there should be.'),
    listening: count('That listen.'),
    ended: count('That ended since the server was started.'),
  }),
  ServerEnd: object('A server that ended.', { at: moment('When.'), reason: text('Why, or by which signal.') }),
  SidecarState: object('What counts credits on this machine.', {
    startedAt: moment('When it was started.'),
    memoryBytes: count('Its resident memory.'),
    ledger: oneOf(['reachable', 'away'], 'Whether the ledger answers.'),
    ledgerKind: oneOf(['sqlite', 'postgres'], 'What the ledger is on.'),
    drainedAt: momentOrNull('When all usage was last in the ledger.'),
    drainIntervalMs: count('Milliseconds between two times that usage is written there.'),
    accountsSetAside: count('Accounts whose work it cannot do at the moment.'),
    countersQuarantined: count('Slots of the counter file that were found damaged.'),
    clockOffMs: {
      type: 'integer',
      description: "Milliseconds by which the machine's clock is ahead of the ledger's; 0 while they agree.",
    },
  }),
  Machine: object('A machine that works on the ledger.', {
    id: text('Its id.'),
    name: text('Host and folder.'),
    seenAt: moment('Its last sign of life.'),
    retiredAt: momentOrNull('When it was found or declared lost.'),
    leases: count('Leases that are not settled.'),
    credits: count('Credits granted to them.'),
  }),
  Backlog: object('What waits in the ledger.', {
    windows: count('Closed credit windows that are not settled: usage may still be on its way.'),
    oldestWindow: momentOrNull('When the first of them was closed.'),
    deliveries: count('Events on their way to webhooks and mailboxes.'),
    oldestDelivery: momentOrNull('When the first of those events happened.'),
  }),
  Trouble: object('Something that went wrong.', {
    at: moment('When.'),
    what: text('What, in a few words.'),
    reason: textOrNull('Why, in a sentence.'),
  }),
};
