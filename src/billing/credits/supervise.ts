import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isPublished } from '../../service/admission/serve-counters.ts';
import type { Log } from '../../service/telemetry/log.ts';

/**
 * The backoff before the sidecar is restarted: doubles from the first to the last while it keeps
 * ending.
 */
const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 5000;

/** A sidecar that ran for this long was well: the next pause is the first again. */
const WELL_AFTER_MS = 10_000;

/** How long a stop waits for the sidecar; one that takes longer finishes by itself. */
const STOP_TIMEOUT_MS = 900;

/** How a sidecar ended: by itself, by a signal, or for a reason that prevented its start. */
interface SidecarEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly reason?: string;
}

/** A sidecar that is started again whenever it ends. */
export interface SupervisedSidecar {
  /** Whether the last one gave up: it exited with status 1, and said why on standard error. */
  hasGivenUp(): boolean;
  /** Lets it drain a last time; resolves when it has ended, or after a moment. */
  stop(): Promise<void>;
}

/**
 * Starts the sidecar as a process of its own, with this environment plus `settings`. It ends when
 * the process that started it is gone, however that ended.
 */
export function superviseSidecar(settings: Readonly<Record<string, string>>, log: Log): SupervisedSidecar {
  const program = fileURLToPath(new URL('./main.js', import.meta.url));
  let child: ChildProcess | null = null;
  let stopping = false;
  let givenUp = false;
  let ended: Promise<unknown> = Promise.resolve();

  function start(pause: number): void {
    const startedAt = performance.now();
    const started = spawn(process.execPath, [program], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child = started;
    ended = new Promise((resolve) => {
      started.once('exit', (code, signal) => resolve(end({ code, signal })));
      // A process that could not be started emits nothing else.
      started.once('error', ({ message: reason }) => {
        if (started.pid === undefined) resolve(end({ code: null, signal: null, reason }));
      });
    });

    function end(how: SidecarEnd): void {
      givenUp = how.code === 1;
      if (stopping) return;
      const next = performance.now() - startedAt > WELL_AFTER_MS ? FIRST_PAUSE_MS : pause;
      log.error({ ...how, restart_in_ms: next }, 'sidecar ended');
      void setTimeout(next, undefined, { ref: false }).then(() => {
        if (!stopping) start(Math.min(next * 2, LAST_PAUSE_MS));
      });
    }
  }

  start(FIRST_PAUSE_MS);
  return {
    hasGivenUp: () => givenUp,
    async stop() {
      stopping = true;
      if (child?.connected) child.disconnect();
      await Promise.race([ended, setTimeout(STOP_TIMEOUT_MS)]);
    },
  };
}

/**
 * Waits until the sidecar has published keys and accounts. False if `signal` aborts first, the
 * sidecar `hasGivenUp`, or `patience` ms pass because its ledger cannot be reached. Rejects with
 * the system's error if the counter file cannot be read.
 */
export async function untilPublished(
  counters: string,
  patience: number,
  signal: AbortSignal,
  hasGivenUp: () => boolean,
): Promise<boolean> {
  const until = performance.now() + patience;
  while (!isPublished(counters)) {
    if (signal.aborted || hasGivenUp() || performance.now() > until) return false;
    await setTimeout(25);
  }
  return true;
}
