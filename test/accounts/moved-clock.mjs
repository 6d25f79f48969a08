/**
 * Preloaded into a program by `node --import`: sets its wall clock off by the milliseconds that the file named in the
 * environment as MOVED_CLOCK holds, in all of its threads, and follows the file while the program runs.
 */
import { readFileSync } from 'node:fs';

const file = process.env.MOVED_CLOCK;
const machine = Date.now;
let offset = 0;

function follow() {
  offset = Number(readFileSync(file, 'utf8'));
}

if (file !== undefined) {
  follow();
  setInterval(follow, 10).unref();
  Date.now = () => machine() + offset;
}
