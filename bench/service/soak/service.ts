import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = (path: string) => fileURLToPath(new URL(`../../../src/${path}`, import.meta.url));
const run = promisify(execFile);

/** A service under test, with its log in a file. */
export interface Service {
  readonly port: number;
  /** Lines of the log with this message. */
  logged(message: string): Record<string, unknown>[];
  /** The process of each of its parts. */
  pids(): { readonly service: number; readonly server: number; readonly sidecar: number };
  /** Runs the admin program, and parses its output. */
  admin<T>(...args: readonly string[]): Promise<T>;
  /** Stops it gracefully; throws if it ends otherwise. */
  stop(): Promise<void>;
  kill(): void;
  /** Resolves when it has ended, in whatever way. */
  readonly ended: Promise<unknown>;
}

/**
 * How often a start is tried: on a very busy machine, the service gives up waiting for its sidecar.
 */
const ATTEMPTS = 5;

/**
 * Starts a service with these settings as environment variables; resolves when it listens. Throws
 * its last output if every attempt fails.
 */
export async function startService(settings: Readonly<Record<string, string>>, log: string): Promise<Service> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryToStart(settings, log);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function tryToStart(settings: Readonly<Record<string, string>>, log: string): Promise<Service> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('LETTERBOX_'));
  const env = { ...Object.fromEntries(own), ...settings };
  const output = openSync(log, 'a');
  const child: ChildProcess = spawn(process.execPath, [program('main.js')], { env, stdio: ['ignore', output, output] });
  closeSync(output);
  const ended = once(child, 'exit');
  const logged = (message: string): Record<string, unknown>[] =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line.includes(`"msg":"${message}"`))
      .map((line) => JSON.parse(line));
  while (logged('started').length === 0) {
    if (child.exitCode !== null) throw new Error(`the service did not start:\n${readFileSync(log, 'utf8')}`);
    await setTimeout(50);
  }
  return {
    port: Number(logged('started')[0].port),
    logged,
    pids: () => ({
      service: Number(child.pid),
      server: Number(logged('index opened').at(-1)?.pid),
      sidecar: Number(logged('sidecar started').at(-1)?.pid),
    }),
    async admin(...args) {
      for (let attempt = 1; ; attempt++) {
        try {
          const command = [program('billing/credits/admin/main.js'), '--json', ...args];
          return JSON.parse((await run(process.execPath, command, { env })).stdout);
        } catch (error) {
          // The program gives up if its database is slow to answer.
          if (attempt === ATTEMPTS || !/connection timeout|read timeout/i.test(String(error))) throw error;
        }
      }
    },
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await ended;
      }
      if (child.exitCode !== 0) throw new Error(`the service ended with ${child.exitCode ?? child.signalCode}`);
    },
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
}
