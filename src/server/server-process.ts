import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Log } from '../telemetry/log.ts';
import type { Listening, ServerMessage, ServerRelease, ServerSettings, ServiceMessage } from './messages.ts';
import { restartPauses } from './restart-pauses.ts';
import { StartFailure } from './start-failure.ts';

const PROGRAM = fileURLToPath(new URL('./main.js', import.meta.url));

/** What a signal says that a process cannot say itself any more. */
const REASONS: Partial<Record<NodeJS.Signals, string>> = {
  SIGBUS:
    'a page of the index could not be read: the file was cut short or overwritten while it was served, or its disk failed',
};

/** A server that runs. */
export interface ServerProcess {
  readonly example: Listening['example'];
  /** What it answers from. */
  serving(): ServerRelease;
  /**
   * Has it answer from another index file, without losing a request; one that is started again begins with that file. `mostFall` is the percentage
   * that a state's counts may fall by, null for any.
   * @throws Error with a sentence; what is served has not changed then
   */
  activate(path: string, mostFall: number | null): Promise<ServerRelease>;
  /** Lets it finish what is in flight; resolves when it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts the server as a process of its own, and resolves when it listens. One that ends later is logged and started again after a pause, on the file
 * that then has the index's name, once all of that is verified. `givenUp` is told why, as a sentence, when it cannot be started again. `interrupted`
 * ends the first start.
 * @throws StartFailure with the server's sentence when the first start fails
 */
export async function startServer(
  settings: ServerSettings,
  log: Log,
  interrupted: AbortSignal,
  givenUp: (reason: string) => void,
): Promise<ServerProcess> {
  const pause = restartPauses();
  let child: ChildProcess;
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;
  let serving: ServerRelease;
  let requests = 0;
  /** Who waits for the end of an activation, by request. */
  const waiting = new Map<number, { done(serving: ServerRelease): void; failed(error: Error): void }>();

  function start(settings: ServerSettings): Promise<Listening> {
    const startedAt = performance.now();
    const started = fork(PROGRAM, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // A release is taken out of memory once the garbage collector has found that nothing refers to it, which it can be asked to look for.
      execArgv: [...process.execArgv, '--expose-gc'],
    });
    let reason: string | null = null;
    let listening = false;
    child = started;
    started.send({ kind: 'start', settings } satisfies ServiceMessage, () => {});
    return new Promise((resolve, reject) => {
      started.on('message', (message: ServerMessage) => {
        if (message.kind === 'failed') reason = message.reason;
        else if (message.kind === 'activated') waiting.get(message.request)?.done(message.serving);
        else if (message.kind === 'refused') waiting.get(message.request)?.failed(new Error(message.reason));
        else {
          listening = true;
          serving = message.serving;
          const { host, port, workers } = settings;
          const { release, addresses } = serving;
          log.info({ pid: process.pid, host, port, workers, release, addresses, node: process.version }, 'started');
          resolve(message);
        }
      });
      started.once('error', (error) => reject(new StartFailure(`The server cannot be started: ${error.message}`)));
      started.once('exit', (code, signal) => {
        reason ??= (signal === null ? null : REASONS[signal]) ?? null;
        for (const { failed } of waiting.values())
          failed(new Error('The server ended before it served the release; it is started again on the one before.'));
        if (!listening)
          reject(new StartFailure(reason ?? `The server ended by ${signal ?? `code ${code}`} before it listened.`));
        else if (!stopping) startAgain({ code, signal, reason }, pause(performance.now() - startedAt));
      });
    });
  }

  function startAgain(ended: object, restart_in_ms: number): void {
    log.error({ ...ended, restart_in_ms }, 'server ended');
    timer = setTimeout(() => {
      start({ ...settings, index: serving.path, verifyIndex: 'start' }).then(
        () => {},
        (failure: Error) => {
          if (stopping) return;
          log.fatal({ reason: failure.message }, 'server cannot be started again');
          givenUp(failure.message);
        },
      );
    }, restart_in_ms);
  }

  const interrupt = (): void => void child.kill('SIGKILL');
  interrupted.addEventListener('abort', interrupt);
  const { example } = await start(settings);
  interrupted.removeEventListener('abort', interrupt);
  return {
    example,
    serving: () => serving,
    async activate(path, mostFall) {
      const request = ++requests;
      try {
        serving = await new Promise<ServerRelease>((done, failed) => {
          waiting.set(request, { done, failed });
          child.send({ kind: 'activate', request, path, mostFall } satisfies ServiceMessage, (error) => {
            if (error !== null) failed(new Error('The server is being started again; try again when it listens.'));
          });
        });
        return serving;
      } finally {
        waiting.delete(request);
      }
    },
    async stop() {
      stopping = true;
      clearTimeout(timer);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.send({ kind: 'stop' } satisfies ServiceMessage, () => {});
      await ended;
    },
  };
}
