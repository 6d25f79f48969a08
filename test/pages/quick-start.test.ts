import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Letterbox, runLetterbox, stopLetterbox } from '../service/http/support/letterbox.ts';
import { sampleIndex } from '../support/shared-releases.ts';
import { launchBrowser, soon } from './support/browser.ts';

const GUIDE = fileURLToPath(new URL('../../src/pages/docs/guides/quick-start.md', import.meta.url));

const browser: Browser | null = await launchBrowser();
afterAll(() => browser?.close());

describe('The quick start', () => {
  let service: Letterbox;
  /** A block of the guide, as it asks this test's service. */
  const block = (language: string) =>
    new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``)
      .exec(readFileSync(GUIDE, 'utf8'))![1]
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${service.port}`);
  /** The shell block that begins with a command. */
  const commandsOf = (command: string) =>
    [...readFileSync(GUIDE, 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)]
      .map(([, commands]) => commands.replaceAll('127.0.0.1:8080', `127.0.0.1:${service.port}`))
      .find((commands) => commands.startsWith(command))!;
  beforeAll(async () => {
    service = await runLetterbox(['--index', sampleIndex(), '--workers', '1', '--dev-key', 'demo']);
  });
  afterAll(() => stopLetterbox(service));

  it.skipIf(browser === null)(
    'has a page that suggests and fills when it is pasted, on a port of localhost',
    async () => {
      const site = createServer((_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' }).end(block('html'));
      });
      await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
      const { port } = site.address() as AddressInfo;
      const page = await browser!.newPage();
      for (const host of ['localhost', '127.0.0.1']) {
        await page.goto(`http://${host}:${port}/`);
        await page.getByRole('combobox', { name: 'Address' }).pressSequentially('2 perth st sun');
        await page.getByRole('option').first().click();
        await soon(() => page.locator('input[name=postcode]').inputValue()).toBe('4109');
        expect(await page.locator('input[name=line]').inputValue()).toBe('2 Perth Street');
      }
      await page.close();
      site.close();
    },
  );

  it('has a package and a script that runs in a new folder, and a lock file that holds the hash', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'letterbox-quick-'));
    const sh = (commands: string) =>
      promisify(execFile)('sh', ['-ec', commands], { cwd: folder }).then(({ stdout }) => stdout);
    await sh(commandsOf('npm init'));
    writeFileSync(join(folder, 'client.mjs'), block('js'));
    expect(await sh('node client.mjs')).toBe('high GAQLD438583692\n');
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    const { resolved, integrity } = packages['node_modules/@letterbox-au/client'];
    const served = Buffer.from(await (await fetch(resolved)).arrayBuffer());
    expect(integrity).toBe(`sha512-${createHash('sha512').update(served).digest('base64')}`);
    rmSync(folder, { recursive: true });
  });

  it('lets pages of this machine use the development key, and those of no other', async () => {
    const asked = (origin: string, init?: RequestInit) =>
      fetch(`http://127.0.0.1:${service.port}/v1/address/autocomplete?q=2`, {
        ...init,
        headers: { 'X-Api-Key': 'demo', Origin: origin, ...init?.headers },
      });
    const preflight = {
      method: 'OPTIONS',
      headers: { 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'x-api-key' },
    };
    for (const origin of ['http://localhost:5173', 'https://localhost', 'http://127.0.0.1:80', 'http://[::1]:3000']) {
      const [answer, before] = [await asked(origin), await asked(origin, preflight)];
      expect([before.status, before.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
    }
    for (const origin of ['http://localhost.evil.example', 'https://shop.example.com', 'http://10.0.0.1', 'null']) {
      const [answer, before] = [await asked(origin), await asked(origin, preflight)];
      expect([before.status, before.headers.get('access-control-allow-origin')]).toEqual([404, null]);
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null]);
    }
  });
});
