import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The key that a service under load is started with; it has no limits. */
export const LOAD_KEY = 'load';

/** A running service. */
export interface RunningService {
  readonly port: number;
  /** The process that answers. */
  readonly pid: number;
  /** User and system time of the process that answers, in microseconds (Linux: ticks of 10 ms). */
  readonly processorTime: () => number;
  readonly stop: () => Promise<void>;
}

/** Starts a service of its own on a free port, with further flags, and waits until it answers. */
export async function startService(
  index: string,
  workers: number,
  more: readonly string[] = [],
): Promise<RunningService> {
  const program = fileURLToPath(new URL('../../src/main.js', import.meta.url));
  const flags = [
    '--workers',
    String(workers),
    '--port',
    '0',
    '--dev-key',
    LOAD_KEY,
    '--slow-ms',
    '0',
    '--pages',
    'none',
  ];
  const child = spawn(process.execPath, [program, '--index', index, ...flags, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let pid = child.pid!;
  for await (const line of createInterface({ input: child.stdout })) {
    pid = Number(/"pid":(\d+).*"msg":"index opened"/.exec(line)?.[1] ?? pid);
    const port = /"port":(\d+).*"msg":"started"/.exec(line)?.[1];
    if (port === undefined) continue;
    child.stdout.resume();
    return { port: Number(port), pid, processorTime: () => processorTime(pid), stop: () => stop(child) };
  }
  throw new Error('the service ended before it listened');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
