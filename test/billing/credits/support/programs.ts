import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import { onTestFinished } from 'vitest';
import { adminProgram, exitCodeOf } from '../../../../src/billing/credits/admin/program.ts';

/** Where a program is, as it was last built. */
export const program = (path: string) => fileURLToPath(new URL(`../../../../dist/src/${path}`, import.meta.url));

/** The environment of a program, with a data folder and without anything that the tests' own environment says about Letterbox. */
export function environment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('LETTERBOX_'));
  return { ...Object.fromEntries(own), ...more };
}

/** How a program ended. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command of the admin program in this process: it reads the environment before it first waits. */
export async function admin(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ended> {
  let out = '';
  let err = '';
  const write = (text: string) => {
    out += text;
  };
  const writeErr = (text: string) => {
    err += text;
  };
  const own = process.env;
  let ended: Promise<unknown>;
  try {
    process.env = environment(env);
    const program = adminProgram(write, new Command().exitOverride().configureOutput({ writeOut: write, writeErr }));
    ended = program.parseAsync(args, { from: 'user' });
  } finally {
    process.env = own;
  }
  try {
    await ended;
    return { code: 0, out, err };
  } catch (error) {
    if (error instanceof CommanderError) return { code: error.exitCode, out, err };
    return { code: exitCodeOf(error), out, err: `${err}${error instanceof Error ? error.message : error}\n` };
  }
}

/** Runs the admin program as a process of its own. */
export function adminProcess(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program('billing/credits/admin/main.js'), ...args],
      { env: environment(env) },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code ?? -1), out, err }),
    );
  });
}

/** Runs a command of the admin program with `--json`, in this process, and reads its answer. Throws what it says on standard error when it fails. */
export async function adminJson<T>(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<T> {
  const { code, out, err } = await admin(env, '--json', ...args);
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as T;
}

/** Runs the admin program with its standard output closed. */
export function adminUnread(
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly err: string }> {
  const child = spawn(process.execPath, [program('billing/credits/admin/main.js'), ...args], { env: environment(env) });
  child.stdout.destroy();
  let err = '';
  child.stderr.on('data', (bytes: Buffer) => {
    err += bytes.toString();
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, err })));
}

/** A sidecar as a process of its own. */
export interface SidecarProcess {
  readonly child: ChildProcess;
  /** Resolves when a line of its log has this message. */
  said(message: string): Promise<void>;
  /** Ends it by a signal, and resolves with its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  readonly log: () => string;
}

/** Starts a sidecar. It is killed with the test. */
export function startSidecar(env: Readonly<Record<string, string>>, ...args: readonly string[]): SidecarProcess {
  const child = spawn(process.execPath, [program('billing/credits/main.js'), ...args], {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  const listeners = new Set<() => void>();
  const hear = (bytes: Buffer) => {
    log += bytes.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    child,
    log: () => log,
    said: (message) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (!log.includes(`"msg":"${message}"`)) return;
          listeners.delete(check);
          resolve();
        };
        listeners.add(check);
        exited.then(() => reject(new Error(`the sidecar ended: ${log}`)));
        check();
      }),
    end(signal) {
      child.kill(signal);
      return exited;
    },
  };
}
