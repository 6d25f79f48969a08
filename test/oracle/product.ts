import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ReleaseFolders } from './naive-release.ts';
import { filesBelow } from './naive-tables.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const KEY = 'oracle';
const run = promisify(execFile);

/** An answer over HTTP. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A running service that answers from one index. */
export interface Service {
  get(path: string, parameters: Readonly<Record<string, string | number>>): Promise<Answer>;
  stop(): Promise<void>;
}

/** The folders of the real Victorian sample, or null where this machine does not have it. */
export function victorianSample(): ReleaseFolders | null {
  const sample = fileURLToPath(new URL('../../../shared/gnaf/vic-sample/', import.meta.url));
  if (!existsSync(sample)) return null;
  return { gnaf: `${sample}G-NAF`, abs: `${sample}abs`, boundaries: `${sample}admin-bdys` };
}

/** A new folder for what a test makes. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'letterbox-oracle-'));
}

/**
 * Compiles the programs to `dist/`, as `npm run build` does. Type errors are `npm run check`'s to report: programs are written in
 * spite of them.
 */
export async function compilePrograms(): Promise<void> {
  await run('npm', ['run', 'build'], { cwd: repository }).catch(() => undefined);
}

/** Generates a release into a folder that is empty or not there yet. */
export async function generateRelease(addresses: number, seed: number, out: string): Promise<ReleaseFolders> {
  const parameters = ['--addresses', addresses, '--seed', seed, '--out', out].map(String);
  await run(process.execPath, ['dist/build-index/generate/main.js', ...parameters], { cwd: repository });
  const files = filesBelow(out);
  const folderOf = (name: RegExp) => {
    const found = files.find((file) => name.test(basename(file)));
    return found === undefined ? null : dirname(found);
  };
  return { gnaf: out, abs: folderOf(/^MB_2021_AUST/i), boundaries: folderOf(/\.shp$/i) };
}

/** Builds an index of a release into a folder with the command-line builder; returns the index file. */
export async function buildIndex(
  release: ReleaseFolders,
  folder: string,
  options: readonly string[] = [],
): Promise<string> {
  const index = join(folder, 'release.lbx');
  const abs = release.abs === null ? [] : ['--abs', release.abs];
  const boundaries = release.boundaries === null ? [] : ['--boundaries', release.boundaries];
  const parameters = ['--gnaf', release.gnaf, ...abs, ...boundaries, ...options, '--out', index];
  await run(process.execPath, ['dist/build-index/main.js', ...parameters], { cwd: repository });
  return index;
}

/** Serves an index on a free port of the loopback address, and waits until it is ready. */
export async function serve(index: string): Promise<Service> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const parameters = ['--index', index, '--port', String(port), '--workers', '1', '--dev-key', KEY];
  const server = spawn(process.execPath, ['dist/src/main.js', ...parameters], { cwd: repository });
  let said = '';
  const hear = (text: Buffer) => {
    said += text;
  };
  server.stdout.on('data', hear);
  server.stderr.on('data', hear);
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill('SIGTERM');
    await exit;
  };
  const ready = async () => (await fetch(`${base}/readyz`).catch(() => null))?.status === 200;
  for (let tries = 0; !(await ready()); tries++) {
    if (tries === 200 || server.exitCode !== null) {
      await stop();
      throw new Error(`The server is not ready. It said: ${said}`);
    }
    await sleep(50);
  }
  return {
    async get(path, parameters) {
      const pairs = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]);
      const query = new URLSearchParams(pairs);
      const headers = { 'X-Api-Key': KEY };
      const response = await fetch(`${base}/v1/address/${path}?${query}`, { headers }).catch((error: Error) => {
        throw new Error(`No answer to ${path}?${query}: ${error.cause}. The server said: ${said}`);
      });
      return { status: response.status, body: await response.json() };
    },
    stop,
  };
}

/** Runs a task for every item, a few at a time. */
export async function forEach<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await task(item);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
