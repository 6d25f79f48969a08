import { Worker } from 'node:worker_threads';
import type { Release } from '../../release/release.ts';
import {
  type Order,
  type Outcome,
  TASKS,
  type TaskName,
  type Tasks,
  type ThreadSettings,
  type Workshop,
} from './tasks.ts';

/** A task that has begun, or begins when its answer is asked for. */
export interface Begun<N extends TaskName> {
  /** Resolves with the answer; rejects with what made the task fail. */
  answer(): Promise<Tasks[N]['answer']>;
}

/** Does tasks alongside the compilation, one after another in the order in which they were begun. */
export interface Helper {
  begin<N extends TaskName>(name: N, given: Tasks[N]['given']): Begun<N>;
  /** Stops; tasks under way are abandoned. */
  close(): Promise<void>;
}

/** Is told how long a task took on its own thread. */
type OnDone = (name: TaskName, seconds: number) => void;

/** The thread's script, with the extension of this file: a thread loads compiled code, not TypeScript. */
const SCRIPT = new URL(`./thread${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url);

/**
 * Starts the helper: a second thread, or with `threads` 1 this one, which does each task when its
 * answer is asked for.
 */
export function startHelper(threads: number, release: Release, keepRetired: boolean, onDone: OnDone): Helper {
  return threads > 1 ? secondThread({ release: release.path, keepRetired }, onDone) : sameThread(release, keepRetired);
}

function sameThread(release: Release, keepRetired: boolean): Helper {
  const workshop: Workshop = { release, keepRetired, boundaries: null };
  return {
    begin: (name, given) => ({ answer: () => TASKS[name](workshop, given) }),
    close: async () => {},
  };
}

/** A task that the thread has not answered yet. */
interface Waiting {
  readonly name: TaskName;
  resolve(answer: Tasks[TaskName]['answer']): void;
  reject(error: Error): void;
}

function secondThread(settings: ThreadSettings, onDone: OnDone): Helper {
  const worker = new Worker(SCRIPT, { workerData: settings });
  const waiting: Waiting[] = [];
  let failed: Error | null = null;
  const fail = (error: Error) => {
    failed ??= error;
    for (const task of waiting.splice(0)) task.reject(failed);
  };
  worker.on('message', (outcome: Outcome) => {
    const task = waiting.shift();
    if (task === undefined) return;
    if ('error' in outcome) task.reject(outcome.error);
    else {
      onDone(task.name, outcome.seconds);
      task.resolve(outcome.answer);
    }
  });
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`the second thread ended with ${code}`)));
  return {
    begin<N extends TaskName>(name: N, given: Tasks[N]['given']) {
      const answer = new Promise<Tasks[TaskName]['answer']>((resolve, reject) => {
        if (failed !== null) reject(failed);
        else waiting.push({ name, resolve, reject });
      });
      // Nothing awaits it yet: a failure is reported when the answer is asked for.
      answer.catch(() => {});
      const order: Order = { name, given };
      worker.postMessage(order);
      return { answer: () => answer as Promise<Tasks[N]['answer']> };
    },
    async close() {
      await worker.terminate();
    },
  };
}
