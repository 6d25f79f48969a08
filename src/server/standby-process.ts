import type { ChildProcess } from 'node:child_process';
import type { ServiceMessage } from './messages.ts';

/** When a server that is well gets one to stand by, ms after it listens: its own first requests come before. */
const DELAY_MS = 1000;

/** A server process whose program is loaded, which waits to take the place of the one that runs. */
export interface StandbyProcess {
  /** Has one started in a moment, if there is none. */
  prepare(): void;
  /** The one that waits, which is the caller's then; null where none does. */
  take(): ChildProcess | null;
  /** Ends it, and starts none any more. */
  stop(): void;
}

/** Keeps a process of `start` ready, whose worker threads are as many as `workers`. */
export function standbyProcess(start: () => ChildProcess, workers: number): StandbyProcess {
  let timer: NodeJS.Timeout | undefined;
  let waiting: ChildProcess | null = null;
  let stopped = false;

  function launch(): void {
    const started = start();
    waiting = started;
    const gone = (): void => {
      if (waiting === started) waiting = null;
    };
    started.once('error', gone);
    started.once('exit', gone);
    started.send({ kind: 'stand by', workers } satisfies ServiceMessage, () => {});
  }

  return {
    prepare() {
      if (stopped || waiting !== null) return;
      clearTimeout(timer);
      timer = setTimeout(launch, DELAY_MS).unref();
    },
    take() {
      clearTimeout(timer);
      const taken = waiting;
      waiting = null;
      return taken?.connected && taken.exitCode === null && taken.signalCode === null ? taken : null;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      waiting?.kill('SIGKILL');
    },
  };
}
