import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { LOAD_KEY } from './service.ts';

/** What a run of wrk found. */
export interface ClosedLoop {
  /** Requests answered. */
  readonly requests: number;
  /** Requests per second. */
  readonly rate: number;
}

/** @throws Error where wrk is not installed */
export function needWrk(): void {
  if (spawnSync('wrk', ['--version']).error !== undefined)
    throw new Error('this needs wrk (Debian and Ubuntu: apt install wrk; macOS: brew install wrk)');
}

/** Asks a service for the targets of a file, by clients that ask again as soon as they are answered. Throws where an answer is not 200. */
export function closedLoop(port: number, targets: string, seconds: number, connections = 64): ClosedLoop {
  const script = fileURLToPath(new URL('../../../bench/http/requests.lua', import.meta.url));
  const flags = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s', '-s', script];
  const told = execFileSync('wrk', [...flags, `http://127.0.0.1:${port}`, '--', targets, LOAD_KEY]).toString();
  const failures = /Non-2xx.*|Socket errors.*/.exec(told);
  if (failures !== null) throw new Error(failures[0]);
  return {
    requests: Number(/(\d+) requests in/.exec(told)?.[1]),
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(told)?.[1]),
  };
}
