import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Checks the rooms of tsconfig.indexed.json with `noUncheckedIndexedAccess`, and prints what the
 * compiler says of them; status 1 where it says anything. The rooms that they import are compiled
 * with the same option, but are not held to it.
 */

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const CONFIG = 'tsconfig.indexed.json';

const { include } = JSON.parse(readFileSync(join(ROOT, CONFIG), 'utf8')) as { include: readonly string[] };
const tsc = join(ROOT, 'node_modules/.bin/tsc');
const { stdout, error } = spawnSync(tsc, ['--noEmit', '--pretty', 'false', '-p', CONFIG], {
  cwd: ROOT,
  encoding: 'utf8',
});
if (error !== undefined) throw error;
// Faults that are not of a file, such as a missing configuration, stand without a path.
const elsewhere = /^(?:src|build-index|bench|test)\/.*\(\d+,\d+\): /;
const faults = stdout
  .split(/\n(?=\S)/)
  .filter((fault) => fault.trim() !== '')
  .filter((fault) => include.some((room) => fault.startsWith(`${room}/`)) || !elsewhere.test(fault));
for (const fault of faults) console.log(fault.trimEnd());
if (faults.length > 0) process.exitCode = 1;
