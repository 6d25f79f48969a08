import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The folder of the repository; these files run from `dist/test/checks/fuzz`. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Builds an index of the bundled sample, and answers its path. */
export function buildSample(out: string): string {
  const sample = join(ROOT, 'data', 'sample');
  const from = ['--gnaf', sample, '--abs', join(sample, 'abs'), '--boundaries', join(sample, 'boundaries')];
  execFileSync(process.execPath, [join(ROOT, 'dist/build-index/main.js'), ...from, '--out', out], { stdio: 'pipe' });
  return out;
}

/** Messages of the log that tell of a fault of the service. */
const FAULTS = [
  'internal error',
  'uncaught failure',
  'worker failed',
  'worker ended',
  'server ended',
  'console request failed',
];

/** A service in a process of its own. */
export interface RunningService {
  readonly port: number;
  /** Of the console; 0 without one. */
  readonly consolePort: number;
  /** The first fault that the log told of, as its line; null when there was none. */
  fault(): string | null;
  stop(): Promise<void>;
}

/** Starts the service, and waits until it listens. */
export async function startService(args: readonly string[], env: Record<string, string> = {}): Promise<RunningService> {
  const program = join(ROOT, 'dist/src/main.js');
  const child: ChildProcess = spawn(process.execPath, [program, '--port', '0', '--log-level', 'info', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let fault: string | null = null;
  let consolePort = 0;
  const wantsConsole = args.includes('--console-port');
  const port = await new Promise<number>((resolve, reject) => {
    let started = 0;
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const { msg, port, level } = JSON.parse(line) as { msg: string; port?: number; level: number };
      if (FAULTS.includes(msg) || level >= 50) fault ??= line;
      if (msg === 'console listening') consolePort = Number(port);
      if (msg === 'started') started = Number(port);
      if (started > 0 && (consolePort > 0 || !wantsConsole)) resolve(started);
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  child.once('exit', (code, signal) => {
    fault ??= `the service ended by ${signal ?? code}`;
  });
  return {
    port,
    consolePort,
    fault: () => fault,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Sends parts on a connection of their own, and reads until nothing comes for `quiet` ms or it is closed. Latin-1. */
export function exchange(port: number, parts: readonly Buffer[], quiet: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const timer = globalThis.setTimeout(() => socket.destroy(), 10_000);
    socket.setTimeout(quiet, () => socket.destroy());
    socket.on('connect', async () => {
      for (const [i, part] of parts.entries()) {
        if (i > 0) await setTimeout(1);
        socket.write(part);
      }
    });
    socket.on('data', (data) => {
      received += data.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(received);
    });
  });
}
