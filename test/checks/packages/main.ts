import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Lock, unverified } from './lock.ts';

/*
 * Checks what is installed: that package-lock.json has a hash of each package, for every platform, and that `npm ci`
 * takes it; and that the binaries of uWebSockets.js, which are machine code that somebody else compiled, have the
 * SHA-256 that uws.json lists, which a change of version has to renew. Status 1 where one differs.
 */

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const LIST = 'test/checks/packages/uws.json';
const readJson = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

for (const path of unverified(readJson('package-lock.json') as Lock))
  fail(`package-lock.json has no hash of ${path}: take it from "npm view <name>@<version> dist.integrity"`);
const install = spawnSync('npm', ['ci', '--dry-run', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'], {
  cwd: ROOT,
  encoding: 'utf8',
});
if (install.status !== 0) {
  const reasons = install.stderr.split('\n').filter((line) => /`npm ci`|Missing:|Invalid:|code E/.test(line));
  fail(`npm ci does not take package-lock.json: ${reasons.join('\n') || install.stderr || install.error?.message}`);
}

const known: Readonly<Record<string, string>> = readJson(LIST);
const binaries = readdirSync(join(ROOT, 'node_modules'), { recursive: true, encoding: 'utf8' }).filter((path) =>
  /(?:^|\/)(?:@uwsjs\/|uws-)[^/]+\/[^/]+\.node$/.test(path),
);
if (binaries.length === 0) fail('node_modules has no binary of uWebSockets.js, expected at least one');
for (const path of binaries) compare(path);

function compare(path: string): void {
  const { name, version } = readJson(join('node_modules', path, '..', 'package.json')) as Record<string, string>;
  const build = `${name.slice(name.indexOf('/') + 1)}@${version}`;
  const found = hash('sha256', readFileSync(join(ROOT, 'node_modules', path)));
  const expected = known[build];
  if (expected === undefined) fail(`node_modules/${path} is ${build}, which ${LIST} does not have: ${found}`);
  else if (expected !== found) fail(`node_modules/${path} has SHA-256 ${found}, expected ${expected} (${LIST})`);
}

function fail(message: string): void {
  process.stderr.write(`error: ${message}\n`);
  process.exitCode = 1;
}
