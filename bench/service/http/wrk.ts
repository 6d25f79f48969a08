import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LOAD_KEY, type Server } from './service.ts';

/** What a run of wrk found. */
export interface ClosedLoop {
  /** Requests answered. */
  readonly requests: number;
  /** Requests per second. */
  readonly rate: number;
  /** Processor time of the server, microseconds for each request. */
  readonly cost: number;
}

/** @throws Error if wrk is not installed */
export function needWrk(): void {
  if (spawnSync('wrk', ['--version']).error !== undefined)
    throw new Error('this needs wrk (Debian and Ubuntu: apt install wrk; macOS: brew install wrk)');
}

/** Writes targets for `closedLoop` into a file of a folder, and returns its path. */
export function writeTargets(folder: string, targets: readonly string[], name = 'targets.txt'): string {
  const file = join(folder, name);
  writeFileSync(file, targets.map((target) => `${target}\n`).join(''));
  return file;
}

/**
 * Requests the targets of a file with clients that send the next request as soon as they are
 * answered.
 * @throws Error if an answer is not 200
 */
export function closedLoop(
  { port, processorTime }: Server,
  targets: string,
  seconds: number,
  { connections = 64, key = LOAD_KEY }: { readonly connections?: number; readonly key?: string } = {},
): ClosedLoop {
  const before = processorTime();
  const script = fileURLToPath(new URL('../../../../bench/service/http/requests.lua', import.meta.url));
  const flags = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s', '-s', script];
  const told = execFileSync('wrk', [...flags, `http://127.0.0.1:${port}`, '--', targets, key]).toString();
  const time = processorTime() - before;
  const failures = /Non-2xx.*|Socket errors.*/.exec(told);
  if (failures !== null) throw new Error(failures[0]);
  const requests = Number(/(\d+) requests in/.exec(told)?.[1]);
  return {
    requests,
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(told)?.[1]),
    cost: time / requests,
  };
}
