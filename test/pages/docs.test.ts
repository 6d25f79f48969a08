import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABLE } from '../../src/address/operations/table/table.ts';
import { FLAG_PROPERTIES, TEXT_PROPERTIES } from '../../src/pages/field/attributes.ts';
import { type Letterbox, runLetterbox, stopLetterbox } from '../service/http/support/letterbox.ts';
import { LONG } from '../support/cases.ts';
import { sampleIndex } from '../support/shared-releases.ts';
import { accessibilityProblems, launchBrowser, soon } from './support/browser.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const browser: Browser | null = await launchBrowser();

let service: Letterbox;
let origin: string;
/** The HTML of every page of the docs, by path. */
const pages = new Map<string, string>();

beforeAll(async () => {
  service = await runLetterbox(['--index', sampleIndex(), '--dev-key', 'demo', '--workers', '1']);
  origin = `http://127.0.0.1:${service.port}`;
  const waiting = ['/docs'];
  for (const path of waiting) {
    const response = await fetch(origin + path);
    expect([path, response.status]).toEqual([path, 200]);
    pages.set(path, await response.text());
    for (const link of linksOf(pages.get(path)!)) {
      const [target] = link.split('#');
      if (/^\/docs(\/[\w/-]+)?$/.test(target) && !waiting.includes(target)) waiting.push(target);
    }
  }
});
afterAll(async () => {
  await browser?.close();
  await stopLetterbox(service);
});

function linksOf(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)].map(([, href]) => text(href));
}

/** What HTML says, without its tags. */
function text(html: string): string {
  const plain = html.replace(/<[^>]+>/g, '');
  return plain
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

/** The samples of a page by language, and the answer that it shows. */
function samplesOf(html: string) {
  const samples = [...html.matchAll(/<section data-tab="([^"]+)">[\s\S]*?<pre><code>([\s\S]*?)<\/code><\/pre>/g)];
  const answer = /Its answer<\/h3><div class="code"><pre><code>([\s\S]*?)<\/code>/.exec(html)?.[1];
  return {
    samples: new Map(
      samples.map(([, language, code]) => [
        language,
        text(code).replaceAll('https://addresses.example.com', origin).replaceAll('YOUR_API_KEY', 'demo'),
      ]),
    ),
    answer: answer === undefined ? undefined : (JSON.parse(text(answer)) as unknown),
  };
}

/** What a program prints, with how it ended; null where there is no such program. */
function run(command: string, args: readonly string[]): Promise<{ code: number | null; output: string } | null> {
  return new Promise((resolve) => {
    const program = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [program.stdout, program.stderr]) stream.on('data', (bytes) => (output += bytes));
    program.on('error', () => resolve(null));
    program.on('close', (code) => resolve({ code, output }));
  });
}

describe('The pages of the docs', () => {
  it('are there for every call, guide, tool and chapter, and what is told of versions', () => {
    const paths = [...pages.keys()];
    for (const { path, batch } of TABLE) {
      const slug = `/docs/calls/${path.replace('/v1/address/', '').replaceAll('/', '-')}`;
      expect(paths).toContain(slug);
      if (batch !== undefined) expect(paths).toContain(`${slug}-batch`);
    }
    const others = [
      'quick-start',
      'errors',
      'limits',
      'credits',
      'match-quality',
      'browser-keys',
      'form-field',
      'batches',
    ];
    const chapters = ['lists', 'mcp', 'running', 'changelog', 'versioning', 'contract', 'reference', 'test-addresses'];
    for (const each of [...others, ...chapters]) expect(paths).toContain(`/docs/${each}`);
  });

  it('lead only to pages and headings that there are', async () => {
    const others = new Map<string, number>();
    const playground = await (await fetch(origin)).text();
    for (const [path, html] of [...pages, ['/', playground]]) {
      for (const link of linksOf(html)) {
        if (/^(https?|mailto):|^#\//.test(link)) continue;
        const { pathname, hash } = new URL(link, origin + path);
        const page = pages.get(pathname);
        if (page === undefined) {
          if (!others.has(pathname)) others.set(pathname, (await fetch(origin + pathname)).status);
          expect([path, link, others.get(pathname)]).toEqual([path, link, 200]);
        } else if (hash !== '')
          expect([path, link, page.includes(`id="${hash.slice(1)}"`)]).toEqual([path, link, true]);
      }
    }
  });

  it('are compressed, known by their tags, and may load nothing that this host does not serve', async () => {
    for (const path of ['/docs', '/docs/calls/validate']) {
      const page = await fetch(origin + path);
      expect(page.headers.get('content-encoding')).toMatch(/^(br|gzip)$/);
      expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'; style-src 'self';/);
      const again = await fetch(origin + path, { headers: { 'If-None-Match': page.headers.get('etag')! } });
      expect(again.status).toBe(304);
    }
    expect(await (await fetch(`${origin}/docs/`)).text()).toBe(pages.get('/docs'));
  });

  it('have one that says that there is none, in place of those that there are not', async () => {
    for (const path of ['/docs/nothing', '/docs/calls/nothing']) {
      const answer = await fetch(origin + path, { headers: { 'If-None-Match': '*' } });
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        404,
        'text/html; charset=utf-8',
      ]);
      expect(await answer.text()).toContain('<h1>There is no such page</h1>');
    }
    expect((await fetch(`${origin}/docs/nothing`, { method: 'HEAD' })).status).toBe(404);
    for (const [path, method] of [
      ['/docs/nothing', 'POST'],
      ['/nothing', 'GET'],
    ])
      expect((await (await fetch(origin + path, { method })).json()).error.code).toBe('NOT_FOUND');
  });

  it('have no style and no script in them, whatever the Markdown says', () => {
    for (const [path, html] of pages) {
      expect([path, /<script(?![^>]*\bsrc=)|<style|\bstyle="|\son\w+="/.exec(html)?.[0]]).toEqual([path, undefined]);
    }
  });

  it('tell the plans of the catalogue with their figures', () => {
    const { plans } = JSON.parse(readFileSync(`${ROOT}data/plans.json`, 'utf8')) as {
      plans: { name: string; credits?: number; priceCents?: number; burst: { perSecond: number; size: number } }[];
    };
    const table = /<h2 id="plans">[\s\S]*?<\/table>/.exec(pages.get('/docs/credits')!)![0];
    const rows = [...table.matchAll(/<tr>(.*?)<\/tr>/g)]
      .slice(1)
      .map(([, row]) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell));
    expect(rows.map(([name]) => name)).toEqual(plans.map(({ name }) => name));
    for (const [i, { credits, priceCents, burst }] of plans.entries()) {
      const [, price, included, , perSecond, size] = rows[i];
      if (priceCents !== undefined) expect(price).toContain(String(priceCents / 100));
      expect(included.replaceAll(',', '')).toContain(credits === undefined ? 'none' : String(credits));
      expect([perSecond, size]).toEqual([String(burst.perSecond), String(burst.size)]);
    }
  });

  it('are served without the playground too, and say so to their script', async () => {
    const docs = await runLetterbox([
      '--index',
      sampleIndex(),
      '--dev-key',
      'demo',
      '--workers',
      '1',
      '--pages',
      'docs',
    ]);
    const site = async (port: number) => (await fetch(`http://127.0.0.1:${port}/docs/site.json`)).json();
    expect(await site(docs.port)).toEqual({ release: '2026.08', addresses: 3600, playground: false });
    expect(await site(service.port)).toEqual({ release: '2026.08', addresses: 3600, playground: true });
    expect((await fetch(`http://127.0.0.1:${docs.port}/docs/errors`)).status).toBe(200);
    await stopLetterbox(docs);
  });
});

describe('/llms.txt', () => {
  it('links to the Markdown of every page that is made of some, and to the interface description', async () => {
    const all = await (await fetch(`${origin}/llms.txt`)).text();
    const links = [...all.matchAll(/\]\((\S+)\)/g)].map(([, link]) => link);
    const markdown = [...pages.values()].flatMap(
      (html) => /type="text\/markdown" href="([^"]+)"/.exec(html)?.[1] ?? [],
    );
    expect(links.sort()).toEqual(['/openapi.json', ...markdown].sort());
    for (const link of links) {
      const response = await fetch(origin + link);
      expect([link, response.status]).toEqual([link, 200]);
      if (!link.endsWith('.md')) continue;
      expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      const body = await response.text();
      expect([link, body]).toEqual([link, expect.stringMatching(/^#+ /)]);
      for (const [, picture] of body.matchAll(/<img\b[^>]*\bsrc="([^"]+)"/g))
        expect([link, picture, (await fetch(new URL(picture, origin + link))).status]).toEqual([link, picture, 200]);
      // What it links to is in the site, not in the repository.
      expect([link, /\]\((?!https?:|\/|#)[^)]*\)/.exec(body.replace(/!\[[^\]]*\]\([^)]*\)/g, ''))?.[0]]).toEqual([
        link,
        undefined,
      ]);
    }
  });
});

describe('The examples of the calls', () => {
  it('are real: the service answers each with what its page shows', async () => {
    let compared = 0;
    for (const [path, html] of pages) {
      const { samples, answer } = samplesOf(html);
      const curl = samples.get('curl');
      if (curl === undefined) continue;
      const url = new URL(/'(http[^']+)'/.exec(curl)![1]);
      for (const [, name, value] of curl.matchAll(/--data-urlencode '(\w+)=([^']*)'/g))
        url.searchParams.set(name, value);
      const body = /--data '([^']+)'/.exec(curl)?.[1];
      const response = await fetch(url, { headers: { 'X-Api-Key': 'demo' }, ...(body && { method: 'POST', body }) });
      expect([path, response.status, await response.json()]).toEqual([path, 200, answer]);
      compared++;
    }
    expect(compared).toBe(TABLE.length + TABLE.filter(({ batch }) => batch !== undefined).length);
  });

  it('run as they are: in a shell, in Node.js with the client, in Python and in PHP where these are', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'letterbox-docs-'));
    const written = new Map<string, string[]>();
    const client = `file://${ROOT}dist/packages/client/client.js`;
    for (const [path, html] of pages)
      for (const [language, code] of samplesOf(html).samples) {
        const files = written.get(language) ?? [];
        const extension = { curl: 'sh', TypeScript: 'mjs', Python: 'py', PHP: 'php' }[language];
        const file = join(folder, `${path.slice('/docs/calls/'.length)}.${extension}`);
        writeFileSync(file, code.replace('@letterbox-au/client', client));
        written.set(language, [...files, file]);
      }
    // One process for a language, which runs all of its samples.
    const all = (language: string) => JSON.stringify(written.get(language));
    const runs: readonly (readonly [language: string, command: string, ...args: string[]])[] = [
      ['curl', 'sh', '-ec', `for file in ${written.get('curl')!.join(' ')}; do . $file; done`],
      [
        'TypeScript',
        process.execPath,
        '--input-type=module',
        '-e',
        `for (const file of ${all('TypeScript')}) await import(file)`,
      ],
      ['Python', 'python3', '-c', `import requests\nfor file in ${all('Python')}: exec(open(file).read())`],
      ['PHP', 'php', '-r', `foreach (${all('PHP')} as $file) include $file;`],
    ];
    const available = { Python: await run('python3', ['-c', 'import requests']), PHP: await run('php', ['-v']) };
    await Promise.all(
      runs.map(async ([language, command, ...args]) => {
        if (language in available && available[language as keyof typeof available]?.code !== 0) return;
        const ran = await run(command, args);
        expect([language, ran]).toEqual([language, { code: 0, output: expect.any(String) }]);
        const answered =
          ran!.output.match(/(?:results|localities|suggestions|streets|postcodes|addressRole|serviceMatchScore)\b/g) ??
          [];
        expect(new Set(answered).size, ran!.output).toBeGreaterThanOrEqual(6);
        expect(ran!.output).not.toMatch(/"?error"?[\]:]/);
      }),
    );
    expect([...written.keys()]).toEqual(runs.map(([language]) => language));
    rmSync(folder, { recursive: true });
  });

  it('of the test addresses too are answered as their table says', async () => {
    const cell = (row: string) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, inner]) => text(inner).trim());
    const rows = [...pages.get('/docs/test-addresses')!.matchAll(/<tr>(<td.*?)<\/tr>/g)].map(([, row]) => cell(row));
    const asked = rows.filter((row) => row.length === 5);
    expect(new Set(asked.map(([, quality]) => quality))).toEqual(new Set(['high', 'medium', 'low', 'none']));
    const headers = { 'X-Api-Key': 'demo' };
    for (const [q, quality, score, record, held] of asked) {
      const query = new URLSearchParams({ q, debug: 'true' });
      const answer = await (await fetch(`${origin}/v1/address/validate?${query}`, { headers })).json();
      const { match, debug, serviceMatchQuality, serviceMatchScore } = answer;
      const found = match === null ? '' : `${match.id} ${match.addressLabel}`;
      const why = debug.reason ?? debug.scoreCaps.join(' ');
      expect([q, serviceMatchQuality, String(serviceMatchScore), found, why]).toEqual([
        q,
        quality,
        score,
        record,
        held,
      ]);
    }
    for (const [request, said] of rows.filter((row) => row.length === 2)) {
      const response = await fetch(`${origin}/v1/address/${request}`, { headers });
      expect([request, response.status]).toEqual([request, Number(/^(\d{3}) /.exec(said)?.[1] ?? 200)]);
    }
  });
});

describe.skipIf(browser === null)('In a browser the docs', () => {
  /** A page whose faults are in `problems`: thrown, refused by the policy, or asked of another host. */
  async function open(path: string, options: Parameters<Browser['newPage']>[0] = {}) {
    const page = await browser!.newPage(options);
    const problems: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
    page.on('pageerror', (error) => void problems.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !/^(?:blob|data):/.test(request.url()))
        problems.push(`asks for ${request.url()}`);
    });
    await go(page, path);
    return { page, problems };
  }

  async function go(page: Page, path: string) {
    await page.goto(origin + path);
    await page.locator('html[data-ready]').waitFor();
  }

  it('have no fault that axe finds, light on a desk or dark on a phone, and none is wider than its window', async () => {
    const desk = await open('/docs', { viewport: { width: 1440, height: 900 } });
    const phone = await open('/docs', { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' });
    // One page of each kind by default, all of them in the long run.
    const kinds = ['', '/reference', '/calls/enrich', '/calls/validate-batch', '/credits', '/form-field', '/running'];
    const shown = LONG ? [...pages.keys()] : kinds.map((kind) => `/docs${kind}`);
    for (const [i, path] of shown.entries()) {
      const { page } = i % 2 === 0 ? desk : phone;
      await go(page, path);
      expect([path, await accessibilityProblems(page)]).toEqual([path, []]);
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([path, 0]);
    }
    expect([...desk.problems, ...phone.problems]).toEqual([]);
    await desk.page.close();
    await phone.page.close();
  });

  it('are searched from the keyboard: a slash, some letters, down, enter', async () => {
    const { page, problems } = await open('/docs');
    const search = page.getByRole('combobox', { name: 'Search the docs' });
    await page.keyboard.press('/');
    await page.keyboard.type('retry');
    const options = page.getByRole('listbox', { name: 'Found' }).getByRole('option');
    await options.filter({ hasText: 'Errors and retry' }).first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    expect(await search.getAttribute('aria-activedescendant')).toBe('found-1');
    await page.keyboard.press('ArrowUp');
    const first = await options.first().textContent();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/docs');
    expect(await page.locator('main').textContent()).toContain(first!.slice(0, 10));
    await search.fill('qqqqzzzz');
    await page.getByText('Nothing about “qqqqzzzz”.').waitFor();
    await page.keyboard.press('Escape');
    await soon(() => page.getByRole('listbox').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('are found by codes, tags and names of calls, before what was changed or promised', async () => {
    const { page, problems } = await open('/docs/limits');
    const found = page.getByRole('listbox', { name: 'Found' }).getByRole('option');
    for (const [text, first] of [
      ['429', '/docs/errors'],
      ['RATE_LIMITED', '/docs/errors'],
      ['<letterbox-address>', '/docs/form-field'],
      ['validate', '/docs/calls/validate'],
      ['enrich', '/docs/calls/enrich'],
      ['webhook', '/docs/console'],
    ]) {
      await go(page, '/docs/limits');
      await page.getByRole('combobox', { name: 'Search the docs' }).fill(text);
      await found.nth(1).waitFor();
      expect((await found.allTextContents()).slice(0, 3).join(), text).not.toContain('Changelog');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname === first);
    }
    expect(problems).toEqual([]);
    await page.close();
  });

  it('have tabs of samples that name this service and the key, and remember the language on the next page', async () => {
    const { page, problems } = await open('/docs/calls/validate');
    await page.getByRole('tab', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tabpanel').textContent()).toContain(`baseUrl: '${origin}', apiKey: 'YOUR_API_KEY'`);
    await page.getByLabel('Key').fill('demo');
    expect(await page.getByRole('tabpanel').textContent()).toContain("apiKey: 'demo'");
    await go(page, '/docs/calls/enrich');
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('TypeScript');
    expect(await page.getByRole('tabpanel').textContent()).toContain("apiKey: 'demo'");
    expect(problems).toEqual([]);
    await page.close();
  });

  it('of the guides name this service too, by the script, and list every attribute of the field', async () => {
    for (const path of ['/docs/checkout', '/docs/react', '/docs/form-field']) {
      const { page } = await open(path);
      const blocks = (await page.locator('pre').allTextContents()).join('\n');
      expect([path, blocks.includes(origin), blocks.includes(':8080')]).toEqual([path, true, false]);
      await page.close();
    }
    const told = [...pages.get('/docs/form-field')!.matchAll(/<code>([a-z-]+)(?:=[^<]*)?<\/code>/g)].map(
      ([, name]) => name,
    );
    expect(told).toEqual(expect.arrayContaining(Object.values({ ...TEXT_PROPERTIES, ...FLAG_PROPERTIES })));
  });

  it('send a call with the key, and say what is wrong without one', async () => {
    const { page } = await open('/docs/calls/validate');
    const q = page.getByRole('textbox', { name: 'q', exact: true });
    await soon(() => q.inputValue()).toBe('2 PERTH STREET, SUNNYBANK QLD 4109');
    await page.getByRole('button', { name: /^Send/ }).click();
    await page.getByText('MISSING_API_KEY: Missing X-Api-Key header').waitFor();
    await page.getByLabel('Key').fill('demo');
    await page.getByRole('button', { name: /^Send/ }).click();
    await page.getByRole('region', { name: 'Answer' }).getByText('"GAQLD438583692"').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await go(page, '/docs/calls/validate-batch');
    await page.getByRole('button', { name: /^Send/ }).click();
    await page.getByRole('region', { name: 'Answer' }).getByText('"results"').waitFor();
    await page.close();
  });

  it('leave their text its width on a phone, beside pictures too', async () => {
    const { page } = await open('/docs/form-field', { viewport: { width: 390, height: 844 } });
    expect(await page.locator('main img').count()).toBeGreaterThan(0);
    const narrow = await page.locator('main p').evaluateAll((all) =>
      all.flatMap((paragraph) => {
        const range = document.createRange();
        range.selectNodeContents(paragraph);
        const lines = new Map<number, [left: number, right: number]>();
        for (const { bottom, left, right } of range.getClientRects()) {
          const line = Math.round(bottom / 12);
          const [from, to] = lines.get(line) ?? [left, right];
          lines.set(line, [Math.min(from, left), Math.max(to, right)]);
        }
        const widths = [...lines.values()].slice(0, 3).map(([from, to]) => to - from);
        const whole = paragraph.parentElement!.clientWidth;
        return lines.size > 3 && Math.max(...widths) < whole / 2 ? [paragraph.textContent!.slice(0, 40)] : [];
      }),
    );
    expect(narrow).toEqual([]);
    await page.close();
  });

  it('fold their menu away on a phone, open it by its button and close it by Escape', async () => {
    const { page } = await open('/docs/errors', { viewport: { width: 390, height: 844 } });
    const menu = page.getByRole('navigation', { name: 'Pages' });
    expect(await menu.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await menu.getByRole('link', { name: 'Errors and retry' }).getAttribute('aria-current')).toBe('page');
    expect(await accessibilityProblems(page)).toEqual([]);
    await menu.getByRole('link', { name: 'Limits' }).focus();
    await page.keyboard.press('Escape');
    expect(await menu.isVisible()).toBe(false);
    await page.close();
  });

  it('are whole texts without their script', async () => {
    const { page } = await (async () => {
      const context = await browser!.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
      return { page: await context.newPage() };
    })();
    await page.goto(`${origin}/docs/calls/validate`);
    expect(await page.getByRole('heading', { name: 'PHP' }).isVisible()).toBe(true);
    expect(await page.getByRole('navigation', { name: 'Pages' }).isVisible()).toBe(true);
    expect(await page.getByRole('heading', { name: 'Try it' }).isVisible()).toBe(false);
    await page.context().close();
  });
});
