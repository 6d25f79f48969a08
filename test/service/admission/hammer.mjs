// A process that hammers one key until it is refused `refusals` times in a row (and until a file is there, where one is named), or is killed: prints what was admitted, per window, and how often a quota was said to be exceeded.
// Arguments: counter file, key, seed, refusals, how often (of 1000) an answer fails and its credits are given back, and the file or nothing.

import { existsSync } from 'node:fs';
import { COSTS } from '../../../dist/src/service/admission/costs.js';
import { openCounterFile } from '../../../dist/src/service/admission/counters/counter-file.js';
import { openGate } from '../../../dist/src/service/admission/gate.js';

const [path, key, seed, refusals, failing, stop] = process.argv.slice(2);
const gate = openGate(openCounterFile(path), 'address');
let state = Number(seed) * 2654435761;
const random = (below) => {
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
  return ((state ^ (state >>> 12)) >>> 0) % below;
};
const admitted = {};
let exceeded = 0;
let refused = 0;
let stopping = stop === '';
process.stdout.write('ready\n');
for (;;) {
  if (refused >= Number(refusals)) {
    if (stopping) break;
    // What was refused before the file was there does not count.
    stopping = existsSync(stop);
    refused = 0;
  }
  const operation = random(COSTS.length);
  const outcome = gate.admit(key, operation);
  if (!outcome.admitted) {
    if (outcome.cause === 'quota') exceeded++;
    refused = outcome.status === 429 ? refused + 1 : Number(refusals);
    continue;
  }
  refused = 0;
  if (random(1000) < Number(failing)) gate.giveBack();
  else admitted[outcome.resetsAt] = (admitted[outcome.resetsAt] ?? 0) + COSTS[operation];
}
process.stdout.write(`${JSON.stringify({ admitted, exceeded })}\n`);
