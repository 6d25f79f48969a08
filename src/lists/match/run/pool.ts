import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Batch } from '../input/batches.ts';
import type { BatchResult, Plan } from './plan.ts';

/** A batch and what became of it. */
export interface Done {
  readonly batch: Batch;
  readonly result: BatchResult;
}

/** Batches that are given to a worker before its first result: it need not wait for the next one. */
const AHEAD = 2;

/**
 * Gives batches to workers, and yields what became of each in the order of the batches. Takes no more of them than the workers have under way, so that memory does not grow
 * with the list, however slow the reader of the results is. A short list does not start all workers.
 */
export async function* workOn(batches: AsyncIterable<Batch>, plan: Plan, workers: number): AsyncGenerator<Done> {
  const pool: PoolWorker[] = [];
  const freest = () => {
    const free = pool.find(({ underWay }) => underWay === 0);
    if (free === undefined && pool.length < workers) pool.push(new PoolWorker(plan));
    return free ?? pool.reduceRight((a, b) => (b.underWay < a.underWay ? b : a));
  };
  const waiting: { batch: Batch; result: Promise<BatchResult> }[] = [];
  try {
    const next = batches[Symbol.asyncIterator]();
    for (let ended = false; ; ) {
      while (!ended && waiting.length < workers * AHEAD) {
        const { done, value } = await next.next();
        if (done === true) ended = true;
        else {
          const result = freest().work(value);
          // A failure is thrown when its turn comes.
          result.catch(() => undefined);
          waiting.push({ batch: value, result });
        }
      }
      const first = waiting.shift();
      if (first === undefined) return;
      yield { batch: first.batch, result: await first.result };
    }
  } finally {
    await Promise.all(pool.map((worker) => worker.end()));
  }
}

class PoolWorker {
  readonly #thread: Worker;
  readonly #asked: { resolve: (result: BatchResult) => void; reject: (error: Error) => void }[] = [];
  #failure: Error | null = null;

  constructor(plan: Plan) {
    this.#thread = new Worker(new URL('./worker.js', import.meta.url), { workerData: plan });
    this.#thread.on('message', (result: BatchResult) => this.#asked.shift()?.resolve(result));
    this.#thread.on('error', (error) => this.#fail(error));
    this.#thread.on('exit', (code) => this.#fail(new Error(`a worker ended with code ${code}`)));
  }

  /** Batches that it has not answered. */
  get underWay(): number {
    return this.#asked.length;
  }

  work({ bytes, ends, lines }: Batch): Promise<BatchResult> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    this.#thread.postMessage({ bytes, ends, lines }, [bytes.buffer, ends.buffer, lines.buffer]);
    return new Promise((resolve, reject) => this.#asked.push({ resolve, reject }));
  }

  /** Lets it end by itself: a thread that is stopped while it maps the index would take the process down. */
  end(): Promise<unknown> {
    if (this.#failure !== null) return Promise.resolve();
    this.#thread.postMessage(null);
    return once(this.#thread, 'exit');
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#asked.splice(0)) reject(this.#failure);
  }
}
