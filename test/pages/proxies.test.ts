import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Letterbox, runLetterbox, stopLetterbox } from '../service/http/support/letterbox.ts';
import { sampleIndex } from '../support/shared-releases.ts';

const GUIDE = fileURLToPath(new URL('../../src/pages/docs/guides/browser-keys.md', import.meta.url));
const guide = readFileSync(GUIDE, 'utf8');
const KEY = 'secret-of-the-proxy';

const folder = mkdtempSync(join(tmpdir(), 'letterbox-proxies-'));
const started: ChildProcess[] = [];
let service: Letterbox;

beforeAll(async () => {
  service = await runLetterbox(['--index', sampleIndex(), '--dev-key', KEY, '--workers', '1']);
});
afterAll(async () => {
  for (const child of started) child.kill();
  await stopLetterbox(service);
  rmSync(folder, { recursive: true });
});

/** The guide's example in a language, with these texts in place of its own. */
function example(language: string, replaced: Readonly<Record<string, string>>): string {
  const text = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(guide)![1];
  return Object.entries(replaced).reduce((made, [from, to]) => {
    expect(made).toContain(from);
    return made.replace(from, to);
  }, text);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Runs a program until the tests have ended, and waits until it listens. Null when there is no such program. */
async function run(command: string, args: readonly string[], port: number): Promise<string | null> {
  const child = spawn(command, args, { env: { ...process.env, LETTERBOX_KEY: KEY }, stdio: 'ignore' });
  started.push(child);
  let missing = false;
  child.once('error', () => {
    missing = true;
  });
  for (;;) {
    if (missing) return null;
    const url = `http://127.0.0.1:${port}`;
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return url;
    await setTimeout(50);
  }
}

async function expectAnswers(proxy: string): Promise<void> {
  const path = '/v1/address/autocomplete?q=2+perth+st&limit=3';
  const own = await fetch(`http://127.0.0.1:${service.port}${path}`, { headers: { 'X-Api-Key': KEY } });
  const suggestions = await own.text();
  for (const headers of [{}, { 'X-Api-Key': 'another' }]) {
    const answer = await fetch(`${proxy}/addresses${path}`, { headers });
    expect([answer.status, await answer.text()]).toEqual([200, suggestions]);
  }
  const refused = await fetch(`${proxy}/addresses/v1/address/validate`);
  expect([refused.status, (await refused.json()).error.code]).toEqual([400, 'INVALID_PARAMETERS']);
  for (const [method, other] of [
    ['GET', '/v1/address/autocomplete?q=2'],
    ['GET', '/addresses/v1/address/reverse?lat=-27&lon=153'],
    ['GET', '/addresses/v1/address/autocomplete/../reverse?lat=-27&lon=153'],
    ['GET', '/addresses/openapi.json'],
    ['POST', '/addresses/v1/address/validate?q=2+perth+st'],
  ]) {
    const { status } = await fetch(proxy + other, { method });
    expect([other, status >= 400 && status < 500 && status !== 401]).toEqual([other, true]);
  }
}

describe('A proxy that keeps a secret key on a server, as the guide has it', () => {
  it('works in Node.js, and outlives the service', async () => {
    const port = await freePort();
    const script = join(folder, 'proxy.mjs');
    writeFileSync(
      script,
      example('js', { '127.0.0.1:8080': `127.0.0.1:${service.port}`, 'listen(3000)': `listen(${port})` }),
    );
    const proxy = (await run(process.execPath, [script], port))!;
    await expectAnswers(proxy);
    writeFileSync(script, example('js', { '127.0.0.1:8080': '127.0.0.1:1', 'listen(3000)': `listen(${port + 1})` }));
    const alone = (await run(process.execPath, [script], port + 1))!;
    for (let i = 0; i < 2; i++) expect((await fetch(`${alone}/addresses/v1/address/validate?q=2`)).status).toBe(502);
  });

  it('works in nginx', async (context) => {
    const port = await freePort();
    const replaced = {
      'listen 80;': `listen 127.0.0.1:${port};`,
      '127.0.0.1:8080': `127.0.0.1:${service.port}`,
      'lbx_live_…': KEY,
    };
    const configuration = join(folder, 'nginx.conf');
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const http = `http { access_log off; ${paths.join(' ')}\n${example('nginx', replaced)}}`;
    writeFileSync(
      configuration,
      `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}\n${http}\n`,
    );
    const proxy = await run('/usr/sbin/nginx', ['-c', configuration, '-p', folder], port);
    if (proxy === null) {
      context.skip('There is no nginx on this machine (Debian: apt-get install nginx-light).');
      return;
    }
    await expectAnswers(proxy);
  });
});
