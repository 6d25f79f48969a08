import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Compares the binaries of uWebSockets.js that are installed with the SHA-256 of each in uws.json, which a
 * change of version has to renew: they are machine code that somebody else compiled. Status 1 where one differs,
 * or where none is on the list for a platform that the list has.
 */

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const LIST = 'test/checks/binaries/uws.json';
const known: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(ROOT, LIST), 'utf8'));
const platforms = new Set(Object.keys(known).map((each) => each.slice(0, each.lastIndexOf('-'))));

const binaries = readdirSync(join(ROOT, 'node_modules'), { recursive: true, encoding: 'utf8' }).filter((path) =>
  /(?:^|\/)@uwsjs\/[^/]+\/[^/]+\.node$/.test(path),
);
if (binaries.length === 0) fail('node_modules has no binary of uWebSockets.js, expected at least one');
for (const path of binaries) compare(path);

function compare(path: string): void {
  const folder = join(ROOT, 'node_modules', path, '..');
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const build = `${name.slice(name.indexOf('/') + 1)}@${version}`;
  const found = hash('sha256', readFileSync(join(ROOT, 'node_modules', path)));
  const expected = known[build];
  const platform = build.slice(0, build.lastIndexOf('-'));
  if (expected === undefined && !platforms.has(platform))
    process.stdout.write(`node_modules/${path}: ${LIST} has no binary of ${platform} to compare it with\n`);
  else if (expected === undefined) fail(`node_modules/${path} is ${build}, which ${LIST} does not have: ${found}`);
  else if (expected !== found) fail(`node_modules/${path} has SHA-256 ${found}, expected ${expected} (${LIST})`);
}

function fail(message: string): void {
  process.stderr.write(`error: ${message}\n`);
  process.exitCode = 1;
}
