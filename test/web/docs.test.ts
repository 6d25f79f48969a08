import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { TABLE } from '../../src/operations/table/table.ts';
import { addCodeSamples } from '../../src/web/pages/docs/code-samples.ts';
import type { InterfaceDescription } from '../../src/web/pages/docs/interface-description.ts';
import { type Letterbox, runLetterbox, stopLetterbox } from '../http/support/letterbox.ts';
import { sampleIndex } from '../shared-releases.ts';
import { accessibilityProblems, launchBrowser } from './support/browser.ts';

const GUIDES = fileURLToPath(new URL('../../src/web/pages/docs/guides/', import.meta.url));
const guides = readdirSync(GUIDES).map((name) => ({ name, title: titleOf(readFileSync(GUIDES + name, 'utf8')) }));
const browser: Browser | null = await launchBrowser();

let service: Letterbox;
let origin: string;
beforeAll(async () => {
  service = await runLetterbox(['--index', sampleIndex(), '--dev-key', 'demo', '--workers', '1']);
  origin = `http://127.0.0.1:${service.port}`;
});
afterAll(async () => {
  await browser?.close();
  await stopLetterbox(service);
});

function titleOf(markdown: string): string {
  return /^# (.+)\n/.exec(markdown)![1];
}

describe('/llms.txt', () => {
  it('links to the interface description and to every guide, and nothing that it links to is missing', async () => {
    const text = await (await fetch(`${origin}/llms.txt`)).text();
    const links = [...text.matchAll(/\]\((\S+)\)/g)].map(([, link]) => link);
    expect(links.sort()).toEqual(['/openapi.json', ...guides.map(({ name }) => `/docs/${name}`)].sort());
    for (const link of links) {
      const response = await fetch(origin + link);
      expect([link, response.status]).toEqual([link, 200]);
      const guide = guides.find(({ name }) => link.endsWith(name));
      if (guide === undefined) continue;
      expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(titleOf(await response.text())).toBe(guide.title);
    }
  });
});

describe('The reference', () => {
  it('is compressed, known by its tag, and the same with a slash at the end', async () => {
    const page = await fetch(`${origin}/docs`);
    expect(page.headers.get('content-encoding')).toMatch(/^(br|gzip)$/);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    const again = await fetch(`${origin}/docs/`, { headers: { 'If-None-Match': page.headers.get('etag')! } });
    expect(again.status).toBe(304);
  });
});

describe('The samples of the reference', () => {
  it('are requests that the service answers, in three languages, with methods that the client has', async () => {
    const openapi = (await (await fetch(`${origin}/openapi.json`)).json()) as InterfaceDescription;
    const description = addCodeSamples(openapi, origin);
    const client = createClient({ baseUrl: origin });
    const calls = Object.values(description.paths)
      .flatMap(({ get, post }) => [get, post])
      .filter((call) => call !== undefined)
      .map((call) => call as unknown as { operationId: string; 'x-codeSamples'?: { lang: string; source: string }[] })
      .filter((call) => call['x-codeSamples'] !== undefined);
    expect(calls.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(client).sort());
    for (const { operationId, 'x-codeSamples': samples = [] } of calls) {
      const [curl, typeScript, python] = samples.map(({ source }) => source);
      const url = new URL(/'(http[^']+)'/.exec(curl)![1]);
      for (const [, name, value] of curl.matchAll(/--data-urlencode '(\w+)=([^']*)'/g))
        url.searchParams.set(name, value);
      const body = /--data '([^']+)'/.exec(curl)?.[1];
      const { status } = await fetch(url, {
        headers: { 'X-Api-Key': 'demo' },
        ...(body === undefined ? {} : { method: 'POST', body }),
      });
      expect([url.href, status]).toEqual([url.href, 200]);
      const given =
        body === undefined
          ? `{ ${[...url.searchParams.keys()][0]}: `
          : `['${JSON.parse(body)[0]}', { ${Object.keys(JSON.parse(body)[1])[0]}: `;
      expect(typeScript).toContain(`letterbox.${operationId}(${given}`);
      if (body !== undefined) expect(python).toMatch(/requests\.post\(\n.*\n +json=\["[^"]+", \{.*"debug": True\}\],/);
      expect(python).toContain(`${origin}${url.pathname}`);
    }
  });
});

describe.skipIf(browser === null)('/docs', () => {
  /** Opens the page and waits until it is drawn; what went wrong is in `problems`. */
  async function open(options: Parameters<Browser['newPage']>[0] = {}) {
    const page = await browser!.newPage(options);
    const problems: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
    page.on('pageerror', (error) => void problems.push(error.message));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(origin) && !/^(?:blob|data):/.test(url)) problems.push(`asks for ${url}`);
    });
    await page.goto(`${origin}/docs`);
    await page.getByRole('heading', { name: 'Licence and attribution' }).waitFor();
    return { page, problems };
  }

  it('shows the guides and the calls with their samples, within its policy, from this host alone, and axe finds no fault', async () => {
    const { page, problems } = await open();
    for (const { title } of guides) expect(await page.getByRole('heading', { name: title }).count()).toBe(1);
    const paths = await page.getByText('/v1/address/', { exact: false }).allTextContents();
    for (const { path } of TABLE) expect(paths).toContain(path);
    await page.getByRole('tab', { name: 'TypeScript' }).first().click();
    expect(await page.getByText("from '@letterbox-au/client'").count()).toBeGreaterThan(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Search' }).fill('postcode');
    await page.getByRole('search').getByText('List the localities of a postcode').waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('is as readable on a phone in the dark', async () => {
    const { page, problems } = await open({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      colorScheme: 'dark',
    });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('says where the interface description is when it cannot be drawn', async () => {
    const page = await browser!.newPage();
    await page.route('**/redoc-*.js', (route) => route.abort());
    await page.goto(`${origin}/docs`);
    await page.getByText('The interface description itself is at /openapi.json').waitFor();
    await page.close();
  });
});
