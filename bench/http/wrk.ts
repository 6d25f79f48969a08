import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { LOAD_KEY } from './service.ts';

/** @throws Error where wrk is not installed */
export function needWrk(): void {
  if (spawnSync('wrk', ['--version']).error !== undefined)
    throw new Error('this needs wrk (Debian and Ubuntu: apt install wrk; macOS: brew install wrk)');
}

/** The rate at which a service answers the targets of a file to clients that ask again as soon as they are answered: requests per second. */
export function closedLoopRate(port: number, targets: string, seconds: number, connections = 64): number {
  const script = fileURLToPath(new URL('../../../bench/http/requests.lua', import.meta.url));
  const flags = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '20s',
    '-s',
    script,
    `http://127.0.0.1:${port}`,
  ];
  const told = execFileSync('wrk', [...flags, '--', targets, LOAD_KEY]).toString();
  const failures = /Non-2xx.*|Socket errors.*/.exec(told);
  if (failures !== null) throw new Error(failures[0]);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(told)?.[1]);
}
