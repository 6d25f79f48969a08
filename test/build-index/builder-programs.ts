import { execFile, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const execute = promisify(execFile);

/** How a program ended, and what it said. */
export interface Outcome {
  /** Its exit code, or the signal that ended it. */
  readonly code: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The offline programs, compiled into a folder of their own so that no other test's compilation is in the way. */
export interface Programs {
  /** Where a compiled module lies: `path('src/index/open')`. */
  path(module: string): string;
  /** Runs `build-index`, `verify`, `inspect` or `generate` to its end, or until `milliseconds` have passed. */
  run(program: keyof typeof PROGRAMS, parameters: readonly string[], milliseconds?: number): Promise<Outcome>;
  /** A new empty folder. */
  folder(): string;
  /** Removes the programs and the folders. */
  remove(): void;
}

const PROGRAMS = {
  'build-index': 'build-index/main',
  verify: 'build-index/verify',
  inspect: 'build-index/inspect',
  generate: 'build-index/generate/main',
} as const;

/** Compiles the programs. Type errors are another check's to report. */
export async function compilePrograms(): Promise<Programs> {
  const root = mkdtempSync(join(tmpdir(), 'letterbox-programs-'));
  for (const name of ['node_modules', 'package.json', 'data']) symlinkSync(join(repository, name), join(root, name));
  const dist = join(root, 'dist');
  const options = ['--outDir', dist, '--tsBuildInfoFile', join(dist, '.tsbuildinfo'), '--noCheck'];
  const compiler = join(repository, 'node_modules/.bin/tsc');
  await execute(process.execPath, [compiler, '-p', join(repository, 'tsconfig.build.json'), ...options]);
  const path = (module: string) => join(dist, `${module}.js`);
  return {
    path,
    run: (program, parameters, milliseconds) =>
      outcomeOf(process.execPath, [path(PROGRAMS[program]), ...parameters], { cwd: root }, milliseconds),
    folder: () => mkdtempSync(join(root, 'folder-')),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
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
