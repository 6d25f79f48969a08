import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Log } from '../telemetry/log.ts';
import type { Listening, ServerMessage, ServerSettings, ServiceMessage } from './messages.ts';
import { restartPauses } from './restart-pauses.ts';
import { StartFailure } from './start-failure.ts';

const PROGRAM = fileURLToPath(new URL('./main.js', import.meta.url));

/** What a signal says that a process cannot say itself any more. */
const REASONS: Partial<Record<NodeJS.Signals, string>> = {
  SIGBUS:
    'a page of the index could not be read: the file was cut short or overwritten while it was served, or its disk failed',
};

/** A server that runs. */
export interface ServerProcess extends Omit<Listening, 'kind'> {
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

  function start(settings: ServerSettings): Promise<Listening> {
    const startedAt = performance.now();
    const started = fork(PROGRAM, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    let reason: string | null = null;
    let listening = false;
    child = started;
    started.send({ kind: 'start', settings } satisfies ServiceMessage, () => {});
    return new Promise((resolve, reject) => {
      started.on('message', (message: ServerMessage) => {
        if (message.kind === 'failed') reason = message.reason;
        else {
          listening = true;
          const { host, port, workers } = settings;
          const { release, addresses } = message;
          log.info({ pid: process.pid, host, port, workers, release, addresses, node: process.version }, 'started');
          resolve(message);
        }
      });
      started.once('error', (error) => reject(new StartFailure(`The server cannot be started: ${error.message}`)));
      started.once('exit', (code, signal) => {
        reason ??= (signal === null ? null : REASONS[signal]) ?? null;
        if (!listening)
          reject(new StartFailure(reason ?? `The server ended by ${signal ?? `code ${code}`} before it listened.`));
        else if (!stopping) startAgain({ code, signal, reason }, pause(performance.now() - startedAt));
      });
    });
  }

  function startAgain(ended: object, restart_in_ms: number): void {
    log.error({ ...ended, restart_in_ms }, 'server ended');
    timer = setTimeout(() => {
      start({ ...settings, verifyIndex: 'start' }).then(
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
  const { kind: _, ...listening } = await start(settings);
  interrupted.removeEventListener('abort', interrupt);
  return {
    ...listening,
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
