import { parentPort, workerData } from 'node:worker_threads';
import { openIndex } from '../../../address/index/open.ts';
import type { Batch } from '../input/batches.ts';
import type { Plan } from './plan.ts';
import { batchWorker } from './work-batch.ts';

/** A worker thread: batches in, results out, in the same order; null ends it. */
const plan = workerData as Plan;
const work = batchWorker(openIndex(plan.index, plan.descriptor), plan);

parentPort?.on('message', (batch: Pick<Batch, 'bytes' | 'ends' | 'lines'> | null) => {
  if (batch === null) return parentPort?.close();
  const result = work(batch);
  const { output, review, tally, groups, examples } = result;
  parentPort?.postMessage(result, [output.buffer, review.buffer, tally.buffer, groups.buffer, examples.buffer]);
});
