/**
 * Preloaded into a program by `node --import`: lets the milliseconds pass that the file named in the environment as MOVED_CLOCK holds, on
 * the wall clock and the steady one, in all of its threads, and follows the file while the program runs.
 */
import { readFileSync } from 'node:fs';

const file = process.env.MOVED_CLOCK;
const machine = { now: Date.now, performance: performance.now.bind(performance), bigint: process.hrtime.bigint };
let offset = 0;

function follow() {
  offset = Number(readFileSync(file, 'utf8'));
}

if (file !== undefined) {
  follow();
  setInterval(follow, 10).unref();
  Date.now = () => machine.now() + offset;
  performance.now = () => machine.performance() + offset;
  process.hrtime.bigint = () => machine.bigint() + BigInt(Math.round(offset * 1e6));
}
