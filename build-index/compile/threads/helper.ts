import { Worker } from 'node:worker_threads';
import type { Release } from '../../release/release.ts';
import {
  type Order,
  type Outcome,
  type SharedTaskName,
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

/** Does tasks alongside the compilation. */
export interface Helper {
  /** Begins a task; they are done one after another, in the order in which they were begun. */
  begin<N extends TaskName>(name: N, given: Tasks[N]['given']): Begun<N>;
  /** Does a task on all threads, this one among them, each a part. Resolves with what each has answered. */
  share<N extends SharedTaskName>(name: N, given: Tasks[N]['given']): Promise<readonly Tasks[N]['answer'][]>;
  /** Stops; tasks under way are abandoned. */
  close(): Promise<void>;
}

/** Is told how long a task took on its own thread. */
type OnDone = (name: TaskName, seconds: number) => void;

/** The thread's script, with the extension of this file: a thread loads compiled code, not TypeScript. */
const SCRIPT = new URL(`./thread${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url);

/**
 * Starts the helper: with `threads` 2 or more as many less one, of which the first does what is begun; with 1 this
 * thread, which does each task when its answer is asked for.
 */
export function startHelper(threads: number, release: Release, keepRetired: boolean, onDone: OnDone): Helper {
  const own = sameThread(release, keepRetired);
  const others = Array.from({ length: threads - 1 }, () => otherThread({ release: release.path, keepRetired }, onDone));
  return {
    begin: (name, given) => (others[0] ?? own).begin(name, given),
    share: (name, given) => Promise.all([...others, own].map((thread) => thread.begin(name, given).answer())),
    async close() {
      await Promise.all(others.map((thread) => thread.close()));
    },
  };
}

/** A thread that does one task after another, in the order in which they were begun. */
type Thread = Omit<Helper, 'share'>;

function sameThread(release: Release, keepRetired: boolean): Thread {
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

function otherThread(settings: ThreadSettings, onDone: OnDone): Thread {
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
  worker.on('exit', (code) => fail(new Error(`a thread of the build ended with ${code}`)));
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
