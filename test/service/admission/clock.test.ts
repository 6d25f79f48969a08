import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const CLOCK = new URL('../../../dist/src/service/admission/clock.js', import.meta.url).href;

/** A thread of its own says how far its steady clock is from the machine's, nanoseconds, at the reading that tells it best. */
const THREAD = fileURLToPath(new URL('clock-thread.mjs', import.meta.url));

test('the steady clocks of threads that start at once are the same', async () => {
  const threads = Array.from({ length: 4 }, () => new Worker(THREAD, { workerData: CLOCK }));
  const off = await Promise.all(threads.map(async (thread): Promise<number> => (await once(thread, 'message'))[0]));
  expect(Math.max(...off.map(Math.abs))).toBeLessThan(100_000);
});
