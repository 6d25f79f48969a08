import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The key that a service under load is started with; it has no limits. */
export const LOAD_KEY = 'load';

/** A running server. */
export interface Server {
  readonly port: number;
  /** The process that answers. */
  readonly pid: number;
  /** Where metrics are read; null if there are none. */
  readonly metricsPort: number | null;
  /** Processor time of the process that answers, all its threads, in microseconds (Linux). */
  readonly processorTime: () => number;
  readonly stop: () => Promise<void>;
}

/** How a service is started. */
export interface ServiceStart {
  /** Worker threads; 1 if left out. */
  readonly workers?: number;
  /** Further flags; if a flag is given twice, the last one counts. */
  readonly flags?: readonly string[];
  /** The only processor that it may use; any if left out or null. */
  readonly processor?: number | null;
  /** Path of the program; that of this clone if left out. */
  readonly program?: string | undefined;
}

/**
 * Starts a service on a free port, and waits until it answers. It does not refuse requests that
 * have waited for long (`--most-turn 0`): waiting is to be measured, and on a busy machine a pause
 * of the whole process would end the benchmark. It caches no answers (`--answer-cache 0`): the
 * search is to be measured.
 */
export function startService(
  index: string,
  { workers = 1, flags = [], processor = null, program = '../../../src/main.js' }: ServiceStart = {},
): Promise<Server> {
  const usual = ['--workers', String(workers), '--port', '0', '--dev-key', LOAD_KEY, '--slow-ms', '0'];
  const all = ['--index', index, ...usual, '--pages', 'none', '--most-turn', '0', '--answer-cache', '0', ...flags];
  return startServer(program, /"port":(\d+).*"msg":"started"/, all, processor);
}

/** Starts a program, by its path from this file, and reads its port from what it prints. */
export async function startServer(
  program: string,
  port: RegExp,
  args: readonly string[],
  processor: number | null = null,
): Promise<Server> {
  const command = [process.execPath, fileURLToPath(new URL(program, import.meta.url)), ...args];
  const [file, ...rest] = processor === null ? command : ['taskset', '-c', String(processor), ...command];
  const child = spawn(file, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  let pid = child.pid!;
  let metricsPort: number | null = null;
  for await (const line of createInterface({ input: child.stdout })) {
    // The process that answers may be a child of the one that was started.
    pid = Number(/"pid":(\d+).*"msg":"index opened"/.exec(line)?.[1] ?? pid);
    const metrics = /"port":(\d+).*"msg":"metrics served"/.exec(line)?.[1];
    if (metrics !== undefined) metricsPort = Number(metrics);
    const found = port.exec(line);
    if (found === null) continue;
    child.stdout.resume();
    return {
      port: Number(found[1]),
      pid,
      metricsPort,
      processorTime: () => processorTime(pid),
      stop: () => stop(child),
    };
  }
  throw new Error(`${program} ended before it listened`);
}

/**
 * Pins this process to the second processor, and returns the one left for a server: 0. Returns null
 * and does nothing if there is only one, or no `taskset` (Linux).
 */
export function divideProcessors(): number | null {
  if (availableParallelism() < 2) return null;
  try {
    execFileSync('taskset', ['-acp', '1', String(process.pid)], { stdio: 'ignore' });
    return 0;
  } catch {
    return null;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

function processorTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  // Nanoseconds on a processor come first.
  const times = threads.map((thread) => parseInt(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1'), 10));
  return times.reduce((sum, time) => sum + time, 0) / 1000;
}
