// Loaded before a program with --import: kills the process once LETTERBOX_KILL_AFTER stages have ended. LETTERBOX_KILL_WAIT milliseconds later, from a
// thread, wherever the program is then; with 0 at once, before its next stage begins. The process cannot end before that.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const kill = () => process.kill(process.pid, 'SIGKILL');

if (isMainThread) {
  const stages = Number(process.env.LETTERBOX_KILL_AFTER);
  const wait = Number(process.env.LETTERBOX_KILL_WAIT);
  const reached = new Int32Array(new SharedArrayBuffer(4));
  if (wait > 0) new Worker(new URL(import.meta.url), { workerData: { reached, wait }, execArgv: [] });
  const reach = () => {
    if (wait === 0) kill();
    Atomics.store(reached, 0, 1);
    Atomics.notify(reached, 0);
  };
  let ended = 0;
  if (stages === 0) reach();
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (text, ...more) => {
    const written = write(text, ...more);
    const before = ended;
    ended += String(text).split('\n').length - 1;
    if (before < stages && ended >= stages) reach();
    return written;
  };
  process.on('exit', () => Atomics.wait(reached, 0, 1));
} else if (workerData?.reached) {
  Atomics.wait(workerData.reached, 0, 0);
  Atomics.wait(workerData.reached, 0, 1, workerData.wait);
  kill();
}
