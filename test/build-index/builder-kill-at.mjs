// Loaded before a program with --import: kills the process just before its n-th call that changes a file, n being
// LETTERBOX_KILL_AT; otherwise says at the end which calls there were.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const killAt = Number(process.env.LETTERBOX_KILL_AT);
const calls = [];

for (const name of ['openSync', 'writeSync', 'fsyncSync', 'renameSync', 'unlinkSync']) {
  const original = fs[name];
  fs[name] = (...parameters) => {
    if (name !== 'openSync' || typeof parameters[1] === 'number') {
      calls.push(name);
      if (calls.length === killAt) process.kill(process.pid, 'SIGKILL');
    }
    return original(...parameters);
  };
}
syncBuiltinESMExports();
process.on('exit', () => process.stderr.write(`calls: ${calls.join(' ')}\n`));
