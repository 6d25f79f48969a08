import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
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

/** A running service that answers from one index; `stop` ends it, and removes the index. */
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

/** Compiles the programs to `dist/`, as `npm run build` does. */
export async function compilePrograms(): Promise<void> {
  await run('npm', ['run', 'build'], { cwd: repository });
}

/** Generates a release below a new temporary folder. */
export async function generateRelease(
  addresses: number,
  seed: number,
): Promise<ReleaseFolders & { readonly root: string }> {
  const root = await mkdtemp(join(tmpdir(), 'letterbox-release-'));
  const parameters = ['--addresses', addresses, '--seed', seed, '--out', root].map(String);
  await run(process.execPath, ['dist/build-index/generate/main.js', ...parameters], { cwd: repository });
  const files = filesBelow(root);
  const folderOf = (name: RegExp) => {
    const found = files.find((file) => name.test(basename(file)));
    return found === undefined ? null : dirname(found);
  };
  return { root, gnaf: root, abs: folderOf(/^MB_2021_AUST/i), boundaries: folderOf(/\.shp$/i) };
}

/** Builds an index of a release with the command-line builder and serves it on a free port of the loopback address. */
export async function serve(release: ReleaseFolders): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'letterbox-index-'));
  const index = join(folder, 'release.lbx');
  const optional = [
    ...(release.abs === null ? [] : ['--abs', release.abs]),
    ...(release.boundaries === null ? [] : ['--boundaries', release.boundaries]),
  ];
  const builder = ['dist/build-index/main.js', '--gnaf', release.gnaf, ...optional, '--out', index];
  await run(process.execPath, builder, { cwd: repository });

  const port = await freePort();
  const options = ['--index', index, '--port', String(port), '--workers', '1', '--dev-key', KEY];
  const server = spawn(process.execPath, ['dist/src/main.js', ...options], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  server.stdout.on('data', (text) => {
    output += text;
  });
  server.stderr.on('data', (text) => {
    output += text;
  });
  const base = `http://127.0.0.1:${port}`;
  const ready = async () => (await fetch(`${base}/readyz`).catch(() => null))?.status === 200;
  for (let tries = 0; !(await ready()); tries++) {
    if (tries === 200 || server.exitCode !== null) throw new Error(`The server is not ready. It said: ${output}`);
    await sleep(50);
  }
  return {
    async get(path, parameters) {
      const query = new URLSearchParams(
        Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const response = await fetch(`${base}/v1/address/${path}?${query}`, { headers: { 'X-Api-Key': KEY } });
      return { status: response.status, body: await response.json() };
    },
    async stop() {
      const exit = once(server, 'exit');
      server.kill('SIGTERM');
      await exit;
      await rm(folder, { recursive: true });
    },
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
