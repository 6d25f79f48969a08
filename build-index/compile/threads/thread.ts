import { parentPort, workerData } from 'node:worker_threads';
import { openRelease } from '../../release/open.ts';
import {
  type Order,
  type Outcome,
  TASKS,
  type TaskName,
  type Tasks,
  type ThreadSettings,
  type Workshop,
} from './tasks.ts';

// The script of a further thread of a compilation: does one task after another, in the order in which they come.

const { release, keepRetired } = workerData as ThreadSettings;
const opening: Promise<Workshop> = openRelease(release).then((opened) => ({
  release: opened,
  keepRetired,
  boundaries: null,
}));
let last: Promise<void> = Promise.resolve();

parentPort!.on('message', (order: Order) => {
  last = last.then(() => answer(order));
});

async function answer({ name, given }: Order): Promise<void> {
  try {
    const workshop = await opening;
    const began = performance.now();
    const done = await (
      TASKS[name] as (workshop: Workshop, given: Tasks[TaskName]['given']) => Promise<Tasks[TaskName]['answer']>
    )(workshop, given);
    const outcome: Outcome = { answer: done, seconds: (performance.now() - began) / 1000 };
    parentPort!.postMessage(outcome, columnsOf(done));
  } catch (error) {
    const outcome: Outcome = { error: error instanceof Error ? error : new Error(String(error)) };
    parentPort!.postMessage(outcome);
  }
}

/** The columns of an answer that are moved to the other thread rather than copied. */
function columnsOf(answer: object): ArrayBuffer[] {
  const values = ArrayBuffer.isView(answer) ? [answer] : Object.values(answer);
  return values.flatMap((value) =>
    ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  );
}
