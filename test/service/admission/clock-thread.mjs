import { parentPort, workerData } from 'node:worker_threads';

const { systemClock } = await import(workerData);
let shortest = Number.POSITIVE_INFINITY;
let off = 0;
for (let i = 0; i < 1000; i++) {
  const before = Number(process.hrtime.bigint());
  const steady = systemClock.steady();
  const taken = Number(process.hrtime.bigint()) - before;
  if (taken >= shortest) continue;
  shortest = taken;
  off = steady - before;
}
parentPort.postMessage(off);
