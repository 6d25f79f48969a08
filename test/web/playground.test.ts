import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Letterbox, runLetterbox, stopLetterbox } from '../http/support/letterbox.ts';
import { sampleIndex } from '../shared-releases.ts';
import { accessibilityProblems, launchBrowser, soon } from './support/browser.ts';

const DESK = { width: 1360, height: 900 };
const PHONE = { width: 390, height: 844 };

const browser: Browser | null = await launchBrowser();
const index = browser === null ? '' : sampleIndex();
/** A tile of one grey pixel. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

afterAll(() => browser?.close());

describe.skipIf(browser === null)('The playground', () => {
  let service: Letterbox;
  let context: BrowserContext;
  /** What went wrong on the pages of a test: refused by the policy, thrown, or asked of another host. */
  let wrong: string[];

  beforeAll(async () => {
    service = await runLetterbox(['--index', index, '--dev-key', 'demo', '--workers', '1']);
  });
  afterAll(() => stopLetterbox(service));
  afterEach(async () => {
    await context.close();
    expect(wrong).toEqual([]);
  });

  const origin = () => `http://127.0.0.1:${service.port}`;

  async function visit(path: string, viewport = DESK, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    wrong = [];
    context = await browser!.newContext({ viewport, colorScheme, baseURL: origin() });
    const page = await context.newPage();
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) wrong.push(message.text());
    });
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== origin()) wrong.push(request.url());
    });
    await page.goto(path);
    await page.locator('html[data-ready]').waitFor();
    return page;
  }

  const results = (page: Page) => page.locator('#suggestions button');

  it('opens at the address that the start ends with, keeps the key out of the address, and searches', async () => {
    const address = () => /Open (http:\S+) in a browser\./.exec(service.stderr())?.[1] ?? '';
    await soon(address).not.toBe('');
    const page = await visit(address());
    expect(page.url()).toBe(`${origin()}/`);
    expect(await page.locator('#release').textContent()).toMatch(/^G-NAF 2026\.02 · 3,600 addresses$/);
    await page.locator('#q').fill('2 pert st sunn');
    await results(page).first().waitFor();
    expect(await results(page).first().textContent()).toMatch(/2 PERTH STREET.*SUNNYBANK QLD 4109.*\d+ of 100, high/);
    expect(await page.locator('.token').allTextContents()).toEqual(['2number', 'PERTstreet', 'STtype', 'SUNNlocality']);
    expect(await page.locator('.candidate').first().textContent()).toMatch(/street name fuzzy/);
    await page.getByLabel('Whole address').check();
    await page.locator('#q').fill('2 perth st sunnybank');
    await soon(() => results(page).count()).toBe(1);
  });

  it('shows the document of an address, its point, and its neighbours, and counts the credits', async () => {
    const page = await visit('/#key=demo');
    await page.locator('#map[data-ready]').waitFor();
    await page.locator('#q').fill('2 perth st sunnybank');
    await results(page).first().waitFor();
    await page.locator('#q').press('ArrowDown');
    await page.keyboard.press('Enter');
    const document = page.locator('#document');
    await document.getByText('GAQLD438583692', { exact: true }).waitFor();
    expect(await document.textContent()).toMatch(/FRONTAGE CENTRE SETBACK · reliability 2/);
    expect(await page.locator('#spent').textContent()).toBe('6 credits');
    await document.getByRole('tab', { name: /Neighbours \(\d+\)/ }).click();
    const [nearest] = await document.locator('.nearby li').allTextContents();
    expect(nearest).toMatch(/PERTH STREET .*\d m$/);
    await document.locator('.nearby button').first().click();
    await soon(() => document.locator('h2').textContent()).not.toBe('2 PERTH STREET');
  });

  it('has a form for each of the six calls, which shows and sends the request', async () => {
    const page = await visit('/#key=demo');
    await page.getByRole('link', { name: 'Calls' }).click();
    const calls = page.locator('.call-list button');
    expect(await calls.count()).toBe(6);
    for (let i = 0; i < 6; i++) {
      await calls.nth(i).click();
      await page.getByRole('button', { name: /^Send/ }).click();
      await soon(() => page.locator('.response .status').textContent()).toBe('200');
      expect(await page.locator('.response').textContent()).toMatch(/\d ms.*\d credits?/);
      await page.locator('.response').evaluate((element) => element.replaceChildren());
    }
    await calls.nth(3).click();
    await page.locator('#parameter-lat').fill('200');
    expect(await page.getByRole('region', { name: 'curl request' }).textContent()).toContain(
      "--data-urlencode 'lat=200'",
    );
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    expect(await page.getByRole('region', { name: 'TypeScript request' }).textContent()).toContain(
      'reverseGeocode({ lat: 200,',
    );
    await page.getByRole('tab', { name: 'Python' }).click();
    expect(await page.getByRole('region', { name: 'Python request' }).textContent()).toContain('"lat": 200,');
    await page.getByRole('button', { name: /^Send/ }).click();
    await soon(() => page.locator('.response .problem').textContent()).toMatch(/^INVALID_PARAMETERS.*lat: must be/);
  });

  it('explains to development keys only', async () => {
    const explain = '/playground/explain?q=2+perth';
    const page = await visit('/#key=wrong');
    await page.locator('#q').fill('2 perth');
    await soon(() => page.locator('#meta').textContent()).toMatch(/INVALID_API_KEY/);
    expect(await page.locator('#explanation').isHidden()).toBe(true);
    expect((await page.request.get(explain)).status()).toBe(401);
    expect((await page.request.get(explain, { headers: { 'X-Api-Key': 'wrong' } })).status()).toBe(401);
    expect((await page.request.get(explain, { headers: { 'X-Api-Key': 'demo' } })).status()).toBe(200);
  });

  it.each([
    ['desk', DESK],
    ['phone', PHONE],
  ] as const)('has nothing that axe objects to, light or dark, on a %s, and fits its width', async (_, viewport) => {
    const page = await visit('/#key=demo', viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto('/#/search');
      await page.locator('#q').fill('');
      await page.locator('#q').fill('shop 1, 2 perth st sunnybank qld 4000');
      await results(page).first().click();
      await page.locator('#document .facts').waitFor();
      for (const view of ['search', 'calls', 'field']) {
        await page.goto(`/#/${view}`);
        const only = colorScheme === 'dark' ? ['color-contrast'] : undefined;
        expect(await accessibilityProblems(page, only), `${view}, ${colorScheme}`).toEqual([]);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, `${view} is too wide`).toBeLessThanOrEqual(viewport.width);
      }
    }
  });
});

it.skipIf(browser === null)(
  'The map asks for tiles where the service was told to, and the policy lets it',
  async () => {
    const asked: string[] = [];
    const tiles = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(200, { 'Content-Type': 'image/png', 'Access-Control-Allow-Origin': '*' }).end(TILE);
    });
    await new Promise<void>((resolve) => void tiles.listen(0, '127.0.0.1', resolve));
    const { port } = tiles.address() as AddressInfo;
    const template = `http://127.0.0.1:${port}/{z}/{x}/{y}.png`;
    const service = await runLetterbox(['--index', index, '--dev-key', 'demo', '--workers', '1', '--tiles', template]);
    const page = await browser!.newPage({ viewport: PHONE });
    await page.goto(`http://127.0.0.1:${service.port}/`);
    await page.locator('#map[data-ready]').waitFor();
    expect(asked.filter((path) => /^\/\d+\/\d+\/\d+\.png$/.test(path)).length).toBeGreaterThan(0);
    await page.close();
    await stopLetterbox(service);
    tiles.closeAllConnections();
    tiles.close();
  },
);

it.skipIf(browser === null)('The playground is not there, nor its explanations, where it is switched off', async () => {
  const service = await runLetterbox(['--index', index, '--dev-key', 'demo', '--pages', 'none']);
  const status = async (path: string) =>
    (await fetch(`http://127.0.0.1:${service.port}${path}`, { headers: { 'X-Api-Key': 'demo' } })).status;
  expect(await Promise.all(['/', '/playground/explain?q=1', '/playground/settings.json'].map(status))).toEqual([
    404, 404, 404,
  ]);
  await stopLetterbox(service);
});
