import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { VERSION } from '../../system/version.ts';
import type { ReleaseInfo, ServerState } from '../release/messages.ts';
import type { Log } from '../telemetry/log.ts';
import type { Traffic } from '../telemetry/traffic.ts';
import { StartFailure } from './address.ts';
import { type ChildRequests, requestsTo } from './child-requests.ts';
import type { Listening, ServerRelease, ServerSettings, ServiceMessage, WorkerNumbers } from './messages.ts';
import { nextStart, restartPauses, type ServerEnd } from './next-start.ts';
import { runServer } from './run-server.ts';
import { type StandbyProcess, standbyProcess } from './standby-process.ts';

const PROGRAM = fileURLToPath(new URL('./main.js', import.meta.url));

/** How long a server may take to finish what is in flight, ms: its workers take at most 4 s. */
const STOP_PATIENCE_MS = 6000;

/**
 * How long a killed server may take to be gone, ms: one that waits for a disk is only gone when
 * that answers.
 */
const KILL_PATIENCE_MS = 1000;

/** How long a server may take to render its metrics or count its workers, ms. */
const ANSWER_PATIENCE_MS = 2000;

/** What the log says when the configured index takes the place of the activated one. */
export const ACTIVATED_UNUSABLE =
  'the release that was activated last cannot be served: the one that is configured is served, and the record is kept';

/** A server that is running or being restarted. */
export interface ServerProcess {
  readonly example: Listening['example'];
  /** What it answers from. */
  serving(): ServerRelease;
  /**
   * Has it answer from another index file, without losing a request; a restarted one begins with
   * that file. `mostFall` is the percentage that a state's counts may fall by, null for any.
   * @throws Error with a sentence; then what is served has not changed
   */
  activate(path: string, mostFall: number | null): Promise<ServerRelease>;
  /**
   * Resolves to the release that `activate` would serve, and changes nothing.
   * @throws Error with a sentence why it would not be served
   */
  check(path: string, mostFall: number | null): Promise<ReleaseInfo>;
  /** Its state. Never rejects. */
  state(): Promise<ServerState>;
  /** Lets it finish what is in flight, for some seconds; resolves when it has ended, or cannot be ended. */
  stop(): Promise<void>;
}

/** What is known of servers at any time, even before the first one listens. */
export interface ServerWatch {
  /** Servers that ended without being asked to, by reason. */
  readonly ends: ReadonlyMap<ServerEnd['reason'], number>;
  /** The server's metrics; null if none listens, or it does not answer. */
  metrics(): Promise<string | null>;
}

/** How a server is started. */
export interface StartPlan {
  readonly settings: Omit<ServerSettings, 'verifyIndex' | 'lastFile' | 'ended'>;
  readonly verifyIndex: ServerSettings['verifyIndex'];
  /** The index to use if `settings.index` cannot be used; the same if there is no other. */
  readonly configured: string;
}

/** What the service is notified of. */
export interface ServerEvents {
  /** Before the first server is started. */
  watch(watch: ServerWatch): void;
  /** Its present state, as a sentence. */
  tell(state: string): void;
  /** Why no server can be restarted, as a sentence. */
  givenUp(reason: string): void;
}

/** Servers that run one after the other, and what is known of them. */
interface Supervision {
  readonly plan: StartPlan;
  readonly log: Log;
  readonly events: ServerEvents;
  readonly requests: ChildRequests;
  readonly standby: StandbyProcess;
  readonly stopping: AbortController;
  readonly ends: Map<ServerEnd['reason'], number>;
  lastEnd: ServerState['lastEnd'];
  serving: ServerRelease | null;
  /** The current process, or the last one; null before the first. */
  child: ChildProcess | null;
  childEnded: Promise<unknown>;
}

/**
 * Starts the server as a process of its own, and resolves when it listens. Whatever ends it, it is
 * logged and restarted with a growing pause, without limit; only a reason that it reports itself,
 * such as a damaged file, ends that. `interrupted` aborts the first start.
 * @throws StartFailure with the server's sentence if it fails before it has ever listened
 */
export async function startServer(
  plan: StartPlan,
  log: Log,
  interrupted: AbortSignal,
  events: ServerEvents,
): Promise<ServerProcess> {
  const supervision: Supervision = {
    plan,
    log,
    events,
    requests: requestsTo(() => supervision.child!),
    standby: standbyProcess(launch, plan.settings.workers),
    stopping: new AbortController(),
    ends: new Map(),
    lastEnd: null,
    serving: null,
    child: null,
    childEnded: Promise.resolve(),
  };
  events.watch({ ends: supervision.ends, metrics: () => metricsOf(supervision) });
  const { example } = await firstListening(supervision, interrupted);
  const { ask } = supervision.requests;
  return {
    example,
    serving: () => supervision.serving!,
    async activate(path, mostFall) {
      supervision.serving = await ask<ServerRelease>({ kind: 'activate', path, mostFall });
      return supervision.serving;
    },
    check: (path, mostFall) => ask<ReleaseInfo>({ kind: 'check', path, mostFall }),
    state: () => stateOf(supervision),
    stop: () => stop(supervision),
  };
}

/**
 * What a server gets of the environment: what Node.js and the C library read. Its settings come in a message, and the
 * secrets of the others, such as the ledger's password, are not for it.
 */
const PASSED = /^(?:PATH|HOME|TMPDIR|TZ|LANG|LC_\w+|LD_\w+|MALLOC_\w+|GLIBC_TUNABLES|NODE_\w+|NO_COLOR|UV_\w+)$/;

function launch(): ChildProcess {
  return fork(PROGRAM, {
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED.test(name))),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // A release is unmapped once the garbage collector finds that nothing refers to it; with this
    // flag it can be run on demand.
    execArgv: [...process.execArgv, '--expose-gc'],
  });
}

/**
 * Keeps servers running, and resolves when the first one listens.
 * @throws StartFailure if none ever does
 */
async function firstListening(supervision: Supervision, interrupted: AbortSignal): Promise<Listening> {
  const { log, events, standby, stopping } = supervision;
  const interrupt = (): void => {
    stopping.abort();
    supervision.child!.kill('SIGKILL');
  };
  interrupted.addEventListener('abort', interrupt);
  const first = await new Promise<Listening>((resolve, reject) => {
    let listened = false;
    keepRunning(supervision, (message) => {
      listened = true;
      resolve(message);
    }).then((reason) => {
      if (!listened) reject(new StartFailure(reason ?? 'The start was interrupted.'));
      else if (reason !== null) {
        standby.stop();
        log.fatal({ reason }, 'server cannot be started again');
        events.givenUp(reason);
      }
    });
    if (interrupted.aborted) interrupt();
  });
  interrupted.removeEventListener('abort', interrupt);
  return first;
}

/**
 * Runs one server after the other. Resolves to null when asked to stop, otherwise to why no more
 * can be started.
 */
async function keepRunning(supervision: Supervision, listens: (message: Listening) => void): Promise<string | null> {
  const { plan, log, events, requests, standby, stopping, ends } = supervision;
  const { settings, verifyIndex, configured } = plan;
  const pause = restartPauses();
  let next: ServerSettings = { ...settings, verifyIndex, lastFile: null, ended: null };
  for (let count = 1; ; count++) {
    supervision.child = standby.take() ?? launch();
    const running = runServer(supervision.child, next, requests, (message) => {
      standby.prepare();
      tellStarted(supervision, message);
      listens(message);
    });
    supervision.childEnded = running;
    const ended = await running;
    if (stopping.signal.aborted) return null;
    ends.set(ended.reason, (ends.get(ended.reason) ?? 0) + 1);
    const decision = nextStart(ended, next, { verifyIndex, serving: supervision.serving, configured, count });
    if ('giveUp' in decision) return decision.giveUp;
    const restart_in_ms = pause(ended.lived);
    const { code, signal, reason } = ended;
    supervision.lastEnd = { at: new Date(ended.at).toISOString(), reason: decision.sentence ?? signal ?? reason };
    log.error({ code, signal, by: reason, reason: decision.sentence, restart_in_ms }, 'server ended');
    events.tell(`Server ended by ${signal ?? reason} (${count} so far); started again in ${restart_in_ms} ms.`);
    if (reason === 'no index')
      log.error({ activated: next.index, configured, reason: decision.sentence }, ACTIVATED_UNUSABLE);
    next = decision.settings;
    await sleep(restart_in_ms, undefined, { signal: stopping.signal }).catch(() => {});
    if (stopping.signal.aborted) return null;
  }
}

function tellStarted(supervision: Supervision, { serving }: Listening): void {
  const { plan, log, events } = supervision;
  const { host, port, workers } = plan.settings;
  const { release, addresses } = serving;
  supervision.serving = serving;
  const versions = { version: VERSION, node: process.version };
  log.info({ pid: process.pid, host, port, workers, release, addresses, ...versions }, 'started');
  events.tell(`Serving release ${release}.`);
}

async function metricsOf({ serving, requests }: Supervision): Promise<string | null> {
  if (serving === null) return null;
  const text = requests.ask<string>({ kind: 'metrics' });
  return (await within(ANSWER_PATIENCE_MS, text)) ? text : null;
}

async function stateOf({ requests, ends, lastEnd }: Supervision): Promise<ServerState> {
  const asked = <T>(kind: 'workers' | 'traffic') => inPatience(requests.ask<T>({ kind }));
  const [workers, traffic] = await Promise.all([asked<WorkerNumbers>('workers'), asked<Traffic | null>('traffic')]);
  const count = [...ends.values()].reduce((sum, each) => sum + each, 0);
  return { workers, traffic, ends: count, lastEnd };
}

/** An answer of the server; null where it does not come in time. */
async function inPatience<T>(asked: Promise<T>): Promise<T | null> {
  const answer = asked.catch(() => null);
  return (await within(ANSWER_PATIENCE_MS, answer)) ? answer : null;
}

async function stop({ log, standby, stopping, child, childEnded }: Supervision): Promise<void> {
  stopping.abort();
  standby.stop();
  child!.send({ kind: 'stop' } satisfies ServiceMessage, () => {});
  if (await within(STOP_PATIENCE_MS, childEnded)) return;
  log.error({ pid: child!.pid, milliseconds: STOP_PATIENCE_MS }, 'server does not stop: it is killed');
  child!.kill('SIGKILL');
  await within(KILL_PATIENCE_MS, childEnded);
}

/** Whether something resolves in time. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const done = new AbortController();
  const late = sleep(milliseconds, false, { signal: done.signal }).catch(() => false);
  const inTime = await Promise.race([work.then(() => true).catch(() => false), late]);
  done.abort();
  return inTime;
}
