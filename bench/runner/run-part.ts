import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Measurements } from '../equipment/figures.ts';
import type { Given, Part } from './parts.ts';

/** The outcome of a part: its measurements, and if it failed, why. */
export interface Outcome {
  readonly name: string;
  /** The commit at which it was measured. */
  readonly commit: string;
  /** Its arguments, as for `npm run bench:<name> --`. */
  readonly args: readonly string[];
  readonly minutes: number;
  readonly measurements: Measurements | null;
  readonly problem: string | null;
}

/**
 * Runs a part for at most `minutes`, and keeps its outcome in the results folder, so that an
 * interrupted run loses nothing. Its output goes to `<name>.log` there. A part that fails or is
 * stopped keeps what it wrote until then.
 */
export async function runPart(part: Part, given: Given, minutes: number, commit: string): Promise<Outcome> {
  const args = part.args(given);
  const { name, read = (written: unknown) => written as Measurements } = part;
  if (typeof args === 'string')
    return { name, commit, args: [], minutes: 0, measurements: null, problem: `left out: it needs ${args}` };
  const json = join(given.results, `${part.name}.numbers.json`);
  rmSync(json, { force: true });
  const start = performance.now();
  const problem = await spawned(part, [...args, '--json', json], given.results, minutes);
  const took = (performance.now() - start) / 60_000;
  const measurements = existsSync(json) ? read(JSON.parse(readFileSync(json, 'utf8'))) : null;
  const silent = measurements === null ? 'it wrote no numbers' : null;
  const result: Outcome = { name, commit, args, minutes: took, measurements, problem: problem ?? silent };
  writeFileSync(join(given.results, `${part.name}.json`), `${JSON.stringify(result, null, 2)}\n`);
  return result;
}

/** Runs the program, without `--strict`; returns null if it succeeded, or the problem. */
function spawned(part: Part, args: readonly string[], results: string, minutes: number): Promise<string | null> {
  const log = openSync(join(results, `${part.name}.log`), 'w');
  const program = fileURLToPath(new URL(`../${part.program}`, import.meta.url));
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', log, log], detached: true });
  return new Promise((resolve) => {
    let stopped = false;
    const timer = setTimeout(() => {
      stopped = true;
      process.kill(-child.pid!, 'SIGTERM');
      setTimeout(() => {
        if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
      }, 10_000).unref();
    }, minutes * 60_000);
    child.once('exit', (status, signal) => {
      clearTimeout(timer);
      closeSync(log);
      if (stopped) resolve(`stopped after ${minutes.toFixed(1)} minutes`);
      else if (status === 0) resolve(null);
      else resolve(`ended with ${signal ?? `status ${status}`}, see ${part.name}.log`);
    });
  });
}
