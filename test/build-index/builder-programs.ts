import { type SpawnOptions, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

/** How a program ended, and what it said. */
export interface Outcome {
  /** Its exit code, or the signal that ended it. */
  readonly code: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

const PROGRAMS = {
  'build-index': 'build-index/main',
  verify: 'build-index/verify',
  inspect: 'build-index/inspect',
  generate: 'build-index/generate/main',
} as const;

/** The compiled offline programs. */
export type Program = keyof typeof PROGRAMS;

/** Where the compiled programs are. */
export const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

/** The path of a compiled program. */
export function programPath(program: Program): string {
  return `${DIST}${PROGRAMS[program]}.js`;
}

/** Runs a program to its end, or until `milliseconds` have passed. */
export function runProgram(program: Program, parameters: readonly string[], milliseconds?: number): Promise<Outcome> {
  return outcomeOf(process.execPath, [programPath(program), ...parameters], { cwd: tmpdir() }, milliseconds);
}

/** Runs a command to its end. One that takes longer than `milliseconds` is killed. */
export function outcomeOf(
  command: string,
  parameters: readonly string[],
  options: SpawnOptions,
  milliseconds = 60_000,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? signal, stdout, stderr });
    });
  });
}
