import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Lock, unverified } from './lock.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const readJson = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
const lock: Lock = readJson('package-lock.json');
const { optionalDependencies }: { readonly optionalDependencies: Record<string, string> } = readJson('package.json');

/** A registry that has somebody's own package under the name and version that the lock file has. */
const registry = createServer(({ url = '', headers: { host } }, response) => {
  if (url.endsWith('.tgz')) return response.end(tampered);
  const [name, version] = [decodeURIComponent(url.slice(1)), optionalDependencies[NAME]!];
  const versions = { [version]: { name, version, dist: { tarball: `http://${host}/tampered.tgz` } } };
  response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
});
const NAME = '@uwsjs/linux-x64-20';
let tampered: Buffer;
const TAMPERED = 'module.exports = "tampered";';
const folder = mkdtempSync(join(tmpdir(), 'letterbox-tampered-'));

beforeAll(async () => {
  const source = join(folder, 'source');
  mkdirSync(source);
  writeFileSync(join(source, 'package.json'), '{ "name": "somebody-elses", "version": "1.0.0" }');
  writeFileSync(join(source, 'index.js'), TAMPERED);
  await run('npm', ['pack', source, '--pack-destination', source, '--ignore-scripts'], folder);
  tampered = readFileSync(join(source, readdirSync(source).find((name) => name.endsWith('.tgz'))!));
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Installs the package as its entry in a lock file says, from the registry that has another; what then is in its place. */
async function install(entry: object) {
  const project = mkdtempSync(join(folder, 'project-'));
  const about = { name: 'project', version: '1.0.0', optionalDependencies: { [NAME]: optionalDependencies[NAME] } };
  const packages = { '': about, [`node_modules/${NAME}`]: entry };
  writeFileSync(join(project, 'package.json'), JSON.stringify(about));
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ ...about, lockfileVersion: 3, packages }));
  const { port } = registry.address() as AddressInfo;
  const from = ['--registry', `http://127.0.0.1:${port}/`, '--cache', join(project, 'cache'), '--fetch-retries', '0'];
  // By force, so that a package for another Node.js than this one is installed too.
  const { status } = await run('npm', ['ci', ...from, '--force', '--no-audit', '--no-fund'], project);
  const program = join(project, 'node_modules', NAME, 'index.js');
  return { status, installed: existsSync(program) ? readFileSync(program, 'utf8') : null };
}

function run(program: string, args: readonly string[], cwd: string) {
  return new Promise<{ readonly status: number | null; readonly said: string }>((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    child.once('error', reject).once('close', (status) => resolve({ status, said }));
  });
}

it('A package that somebody changed is not installed by its hash, and is without one', async () => {
  const { integrity, ...bare } = lock.packages[`node_modules/${NAME}`]!;
  expect(await install({ integrity, ...bare })).toEqual({ status: 0, installed: null });
  expect(await install(bare)).toEqual({ status: 0, installed: TAMPERED });
});

it('No package of the lock file is without a hash, whatever its platform, and one that were would be named', () => {
  expect(unverified(lock)).toEqual([]);
  for (const [path, { integrity: _, ...bare }] of Object.entries(lock.packages)) {
    if (path === '') continue;
    const without = { packages: { ...lock.packages, [path]: bare } };
    expect(unverified(without)).toEqual([path]);
    expect(
      unverified({
        packages: { ...lock.packages, [path]: { ...bare, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' } },
      }),
    ).toEqual([path]);
  }
});
