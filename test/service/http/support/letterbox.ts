import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** A service that runs as a process of its own. */
export interface Letterbox {
  readonly process: ChildProcess;
  readonly port: number;
  /** Lines of standard output so far. */
  readonly stdout: string[];
  stderr(): string;
  /** How the process ended: its status, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/** The service's own environment: none of the flags that the caller's may hold. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('LETTERBOX_')));
}

/**
 * Runs the program with these arguments, on a free port unless they say otherwise. Resolves when it has started, or has ended without;
 * then its port is 0.
 */
export function runLetterbox(
  args: readonly string[],
  env: Record<string, string> = {},
  program = join(ROOT, 'dist/src/main.js'),
): Promise<Letterbox> {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  const child = spawn(process.execPath, [program, ...port, ...args], {
    env: { ...environment(), ...env },
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout: string[] = [];
  let rest = '';
  let stderr = '';
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code ?? -1));
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve) => {
    const done = (port: number) => resolve({ process: child, port, stdout, stderr: () => stderr, ended });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        stdout.push(line);
        if (line.includes('"msg":"started"')) done(JSON.parse(line).port);
      }
    });
    void ended.then(() => done(0));
  });
}

/** Stops a service in order. */
export async function stopLetterbox(service: Letterbox): Promise<number | NodeJS.Signals> {
  service.process.kill('SIGTERM');
  return service.ended;
}

/** Lines of the log with this message. */
export function logged(service: Letterbox, message: string): Record<string, unknown>[] {
  return service.stdout.map((line) => JSON.parse(line)).filter((line) => line.msg === message);
}
