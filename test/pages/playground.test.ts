import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TABLE } from '../../src/address/operations/table/table.ts';
import { type Letterbox, runLetterbox, stopLetterbox } from '../service/http/support/letterbox.ts';
import { sampleIndex } from '../support/shared-releases.ts';
import { accessibilityProblems, launchBrowser, soon } from './support/browser.ts';
import { pmtilesOf, wholeTile } from './support/vector-tiles.ts';

const DESK = { width: 1360, height: 900 };
const PHONE = { width: 390, height: 844 };

const browser: Browser | null = await launchBrowser({ maps: true });
/** A new context takes two seconds of processor time, a page of one that is there half a second: the tests take turns with one page. */
const context = await browser?.newContext();
const index = browser === null ? '' : sampleIndex();
/** A tile of one pixel, green and half transparent: over the ground, and less saturated, it is 121, 221, 131. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

afterAll(() => browser?.close());

describe.skipIf(browser === null)('The playground', () => {
  let service: Letterbox;
  let page: Page;
  /** What went wrong on the pages of a test: refused by the policy, thrown, or asked of another host. */
  const wrong: string[] = [];

  beforeAll(async () => {
    service = await runLetterbox(['--index', index, '--dev-key', 'demo', '--workers', '1']);
    page = await context!.newPage();
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) wrong.push(message.text());
    });
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== origin()) wrong.push(request.url());
    });
  });
  afterAll(async () => {
    await page.close();
    await stopLetterbox(service);
  });
  afterEach(async () => {
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto('about:blank');
    expect(wrong.splice(0)).toEqual([]);
  });

  const origin = () => `http://127.0.0.1:${service.port}`;

  /** Opens a page of the service, which keeps nothing of the test before, and waits until it is drawn. */
  async function visit(path: string, viewport = DESK): Promise<void> {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(new URL(path, origin()).href);
    await page.locator('html[data-ready]').waitFor();
  }

  const results = () => page.locator('#suggestions button');

  it('opens at the address that the start ends with, keeps the key out of the address, and searches', async () => {
    const address = () => /Open (http:\S+) in a browser\./.exec(service.stderr())?.[1] ?? '';
    await soon(address).not.toBe('');
    await visit(address());
    expect(page.url()).toBe(`${origin()}/`);
    expect(await page.locator('#release').textContent()).toMatch(/^G-NAF 2026\.08 · 3,600 addresses$/);
    await page.locator('#q').fill('2 pert st sunn');
    await results().first().waitFor();
    expect(await results().first().textContent()).toMatch(/2 PERTH STREET.*SUNNYBANK QLD 4109.*\d+ of 100, high/);
    expect(await page.locator('.token').allTextContents()).toEqual([
      '2number',
      'PERTstreet',
      'STstreet type',
      'SUNNsuburb',
    ]);
    expect(await page.locator('.candidate').first().textContent()).toMatch(/street nearly, [\d.]+ of [\d.]+/);
    await page.getByLabel('Whole address').check();
    await page.locator('#q').fill('2 perth st sunnybank');
    await soon(() => results().count()).toBe(1);
  });

  it('shows the document of an address, its point, and its neighbours, and counts the credits', async () => {
    await visit('/#key=demo');
    await page.locator('#map[data-ready]').waitFor();
    await page.locator('#q').fill('2 perth st sunnybank');
    await results().first().waitFor();
    await page.locator('#q').press('ArrowDown');
    await page.keyboard.press('Enter');
    const document = page.locator('#document');
    await document.getByText('GAQLD438583692').first().waitFor();
    expect(await document.textContent()).toMatch(/FRONTAGE CENTRE SETBACK · reliability 2/);
    expect(await page.locator('#spent').textContent()).toBe('6 credits');
    await document.getByRole('tab', { name: /Neighbours \(\d+\)/ }).click();
    const [nearest] = await document.locator('.nearby li').allTextContents();
    expect(nearest).toMatch(/PERTH STREET .*\d m$/);
    await document.locator('.nearby button').first().click();
    await soon(() => document.locator('h2').textContent()).not.toBe('2 PERTH STREET');
  });

  it('offers the suburb for its name alone, which then stands behind what is typed, and shows it on the map', async () => {
    await visit('/#key=demo');
    await page.locator('#map[data-ready]').waitFor();
    await page.locator('#q').fill('sunnyb');
    const place = page.locator('.result.place').first();
    await place.waitFor();
    expect(await place.textContent()).toMatch(/^SUNNYBANK.*QLD 4109.*addresses$/);
    expect(await place.locator('b').first().textContent()).toBe('SUNNYB');
    await place.click();
    expect(await page.locator('#q').inputValue()).toBe(' sunnybank qld 4109');
    await page.keyboard.type('2 perth st');
    await soon(() => results().first().textContent()).toMatch(/^2 PERTH STREET/);
    expect(await page.locator('.result.place').count()).toBe(0);
    await soon(() => results().first().locator('b').allTextContents()).toEqual([
      '2',
      'PERTH',
      'ST',
      'SUNNYBANK',
      'QLD',
      '4109',
    ]);
  });

  it('chooses what is in the middle of the map by Enter, as by a click', async () => {
    await visit('/#key=demo');
    await page.locator('#map[data-ready]').waitFor();
    await page.locator('#q').fill('2 perth st sunnybank');
    await results().first().click();
    await page.locator('#document h2').getByText('2 PERTH STREET').waitFor();
    await page.locator('#map[data-still=true]').waitFor();
    await page.locator('#q').fill('');
    await page.locator('#map canvas').focus();
    await page.keyboard.press('Enter');
    await page.locator('#document h2').getByText('2 PERTH STREET').waitFor();
    expect(await page.locator('#map-note').textContent()).toMatch(/^2 PERTH STREET, [\d.]+ m from this point\.$/);
  });

  it('says whose the data is, and fits on the smallest phones', async () => {
    await visit('/#key=demo', { width: 320, height: 640 });
    await page.locator('#map[data-ready]').waitFor();
    expect(await page.locator('footer').textContent()).toContain('G-NAF © Geoscape Australia');
    expect(await page.locator('#map').textContent()).toContain('G-NAF © Geoscape Australia');
    for (const path of ['/', '/#/calls', '/#/field']) {
      await visit(path, { width: 320, height: 640 });
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320]);
    }
  });

  it('has a form for each of the calls and for batches, which shows and sends the request', async () => {
    await visit('/#key=demo');
    await page.getByRole('link', { name: 'Calls' }).click();
    const calls = page.locator('.call-list a');
    const batches = TABLE.filter(({ batch }) => batch !== undefined);
    expect(await calls.count()).toBe(TABLE.length + batches.length);
    for (let i = 0; i < TABLE.length + batches.length; i++) {
      await calls.nth(i).click();
      await page.getByRole('button', { name: /^Send/ }).click();
      await soon(() => page.locator('.response .status').textContent()).toBe('200');
      expect(await page.locator('.response').textContent()).toMatch(/\d ms.*\d credits?/);
      await page.locator('.response').evaluate((element) => element.replaceChildren());
    }
    await calls.filter({ hasText: 'reverse' }).first().click();
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

  /** Whether there is land, by the colours of the light map, at 80 × 60 points of a picture. */
  const landIn = (png: Buffer) =>
    page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
      context.drawImage(picture, 0, 0);
      return Array.from({ length: 80 * 60 }, (_, i) => {
        const [x, y] = [(i % 80) + 0.5, Math.floor(i / 80) + 0.5];
        const [red, , blue] = context.getImageData((x * picture.width) / 80, (y * picture.height) / 60, 1, 1).data;
        return red > blue - 12;
      });
    }, png.toString('base64'));
  const shareAlike = (one: readonly boolean[], other: readonly boolean[]) =>
    one.filter((each, i) => each === other[i]).length / one.length;

  it('shows the land before the map is loaded, where the map then has it, and saves what the map shows', async () => {
    const held: Route[] = [];
    await page.route(/\/assets\/map-\w+\.js$/, (route) => void held.push(route));
    await visit('/#key=demo');
    await soon(() => held.length).toBe(1);
    const map = page.locator('#map');
    expect(await map.locator('canvas').count()).toBe(0);
    const before = await landIn(await map.screenshot());
    const share = before.filter(Boolean).length / before.length;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.7);
    await held[0].continue();
    await page.unrouteAll();
    await page.locator('#map[data-ready]').waitFor();
    await soon(() => map.locator('canvas').evaluate((canvas) => getComputedStyle(canvas).opacity)).toBe('1');
    // What lies over the map, and its names, is the rest.
    expect(shareAlike(before, await landIn(await map.screenshot()))).toBeGreaterThan(0.93);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as picture' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('letterbox-map.png');
    const png = readFileSync(await saved.path());
    const size = await map.locator('canvas').evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height]);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(size);
    const there = await landIn(png);
    expect(shareAlike(before, there)).toBeGreaterThan(0.93);
    // The attribution, on white, in the corner where the sea was.
    expect([before.at(-1), there.at(-1)]).toEqual([false, true]);
  });

  it('draws its map from the addresses of the index, and a click on it shows the record that stands there', async () => {
    const tiles: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/tiles/')) tiles.push(`${response.status()} ${new URL(response.url()).pathname}`);
    });
    await visit('/#key=demo');
    const map = page.locator('#map[data-ready]');
    await map.waitFor();
    await soon(() => tiles.length).toBeGreaterThan(0);
    expect(tiles.filter((tile) => !/^200 \/tiles\/\d+\/\d+\/\d+\.mvt$/.test(tile))).toEqual([]);
    await page.locator('#q').fill('2 perth st sunnybank');
    await results().first().click();
    await page.locator('#document h2').waitFor();
    // The view goes to the address; then the middle of the map is the address.
    await soon(() => tiles.some((tile) => tile.includes('/16/'))).toBe(true);
    await page.waitForFunction(() => document.querySelector('#map[data-still=true]') !== null);
    const box = (await map.boundingBox())!;
    await page.mouse.click(box.x + box.width * 0.3, box.y + box.height * 0.35);
    await soon(() => page.locator('#map-note').textContent()).toMatch(/m from this point\.$|^No address within/);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  const state = () => page.locator('#state');
  const answerWith = (status: number, code: string, headers: Record<string, string> = {}) =>
    page.route('**/v1/address/autocomplete?*', (route) =>
      route.fulfill({
        status,
        headers,
        json: { error: { code, message: 'Said by the service', status, request_id: 'req_1' } },
      }),
    );

  it('begins with what it is, and with examples of what it can, each of which finds something', async () => {
    await visit('/#key=demo');
    await soon(() => state().textContent()).toMatch(/3,600 addresses of the G-NAF release 2026\.08/);
    expect(await accessibilityProblems(page)).toEqual([]);
    const chips = page.locator('.chip');
    const kinds = await chips.evaluateAll((all) => all.map((chip) => (chip as HTMLElement).dataset.kind));
    expect(kinds).toEqual(['typo', 'unit', 'range', 'building', 'suburb']);
    for (const kind of kinds) {
      await page.locator(`.chip[data-kind=${kind}]`).click();
      await results().first().waitFor();
      expect(await state().isVisible()).toBe(false);
      await page.goBack();
      await chips.first().waitFor();
      expect(await page.locator('#q').inputValue()).toBe('');
    }
  });

  it('has a state of its own for no key, waiting, nothing found, a limit, a failure and no connection, and nothing stale beside it', async () => {
    await visit('/');
    await page.locator('#q').fill('2 perth st sunnybank');
    await soon(() => state().getAttribute('data-state')).toBe('no-key');
    await page.getByRole('button', { name: 'Enter a key' }).click();
    await page.keyboard.type('demo');
    await results().first().click();
    await page.locator('#document .facts').waitFor();
    const stale = () =>
      page.locator('#suggestions button, #document .facts, .candidate').locator('visible=true').count();
    const is = async (kind: string, words: RegExp) => {
      await soon(() => state().getAttribute('data-state')).toBe(kind);
      expect(await state().textContent()).toMatch(words);
      expect(await stale()).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
    };

    await page.locator('#q').fill('zzzzqqq');
    await is('nothing', /^No suggestion/);

    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/address/autocomplete?*', async (route) => {
      await held;
      await route.continue();
    });
    await page.locator('#q').fill('2 perth st');
    await is('loading', /^Searching…$/);
    release();
    await results().first().waitFor();
    await page.unrouteAll({ behavior: 'wait' });

    await answerWith(429, 'RATE_LIMITED', { 'Retry-After': '2' });
    await page.locator('#q').fill('2 perth st s');
    await is('limited', /Trying again in [12] seconds?\.$/);
    await page.unrouteAll();
    await results().first().waitFor();

    await answerWith(500, 'INTERNAL_ERROR');
    await page.locator('#q').fill('2 perth st su');
    await is('failed', /Said by the service.*INTERNAL_ERROR/);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await results().first().waitFor();

    await page.context().setOffline(true);
    await page.locator('#q').fill('2 perth st sun');
    await is('offline', /cannot be reached/);
    await page.context().setOffline(false);
    await results().first().waitFor();
    // What the console says of the failures that were made.
    wrong.splice(0, wrong.length, ...wrong.filter((text) => !/ERR_INTERNET_DISCONNECTED|status of 500/.test(text)));
  });

  it('has a link for every state: query, mode, record, view and call, with a title, and goes back through them', async () => {
    await visit('/#key=demo');
    await page.locator('#q').fill('2 perth st sunnybank');
    await results().first().click();
    await soon(() => page.title()).toBe('2 PERTH STREET · Letterbox playground');
    const link = page.url();
    expect(link).toBe(`${origin()}/#/search?q=2+perth+st+sunnybank&id=GAQLD438583692`);
    await page.getByRole('link', { name: 'Calls' }).click();
    await page.locator('.call-list a[href="#/calls/enrich"]').click();
    expect(page.url()).toBe(`${origin()}/#/calls/enrich`);
    await soon(() => page.title()).toBe('Get the complete document of an address · Letterbox playground');
    await page.getByRole('link', { name: 'Form field' }).click();
    await soon(() => page.title()).toBe('The form field · Letterbox playground');
    await page.getByRole('link', { name: 'Search' }).click();
    expect(page.url()).toBe(link);

    await page.goto('about:blank');
    await page.goto(link);
    await page.locator('#document .facts').waitFor();
    expect(await page.locator('#q').inputValue()).toBe('2 perth st sunnybank');
    await page.goBack();
    await page.goto(`${origin()}/#/search?q=2+perth+st+sunnybank&mode=validate`);
    await soon(() => results().count()).toBe(1);
    expect(await page.getByLabel('Whole address').isChecked()).toBe(true);
    expect(await page.locator('#document').isVisible()).toBe(false);
    await results().first().click();
    await page.locator('#document .facts').waitFor();
    await page.goBack();
    await soon(() => page.locator('#document').isVisible()).toBe(false);
    expect(await results().count()).toBe(1);
  });

  it('goes through the list by arrows, Home and End, and back by Escape', async () => {
    await visit('/#key=demo');
    await page.locator('#q').fill('perth st');
    await results().nth(2).waitFor();
    await page.locator('#q').press('ArrowDown');
    const at = () => results().evaluateAll((all) => all.indexOf(document.activeElement as HTMLButtonElement));
    await page.keyboard.press('End');
    expect(await at()).toBe((await results().count()) - 1);
    await page.keyboard.press('ArrowUp');
    expect(await at()).toBe((await results().count()) - 2);
    await page.keyboard.press('Home');
    expect(await at()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.locator('#q').evaluate((input) => input === document.activeElement)).toBe(true);
  });

  it('copies what one takes along: the request, the link, id and point', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: origin() });
    await visit('/#key=demo');
    await page.locator('#q').fill('2 perth st sunnybank');
    await results().first().click();
    await page.locator('#document .facts').waitFor();
    const copied = async (scope: string, name: string) => {
      await page.locator(scope).getByRole('button', { name, exact: true }).click();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    expect(await copied('#document', 'Copy id')).toBe('GAQLD438583692');
    expect(await copied('#document', 'Copy point')).toBe('-27.57989863, 153.06071253');
    expect(await copied('#document', 'Copy link')).toBe(page.url());
    expect(await copied('#document', 'Copy curl')).toMatch(/^curl -G .*enrich/);
    expect(await copied('#meta', 'Copy curl')).toContain("--data-urlencode 'q=2 perth st sunnybank'");
  });

  it('says in words why a score is held', async () => {
    await visit('/#key=demo');
    await page.getByLabel('Whole address').check();
    await page.locator('#q').fill('2 perth st sunnybank qld 4000');
    await soon(() => page.locator('.candidate').first().textContent()).toMatch(/another postcode: at most \d+/);
    expect(await page.locator('#explanation').textContent()).not.toMatch(/_|→|cost \d/);
  });

  it('explains to development keys only', async () => {
    const explain = `${origin()}/playground/explain?q=2+perth`;
    await visit('/#key=wrong');
    await page.locator('#q').fill('2 perth');
    await soon(() => page.locator('#state').textContent()).toMatch(/INVALID_API_KEY/);
    expect(await page.locator('#explanation').isHidden()).toBe(true);
    expect((await page.request.get(explain)).status()).toBe(401);
    expect((await page.request.get(explain, { headers: { 'X-Api-Key': 'wrong' } })).status()).toBe(401);
    expect((await page.request.get(explain, { headers: { 'X-Api-Key': 'demo' } })).status()).toBe(200);
  });

  it.each([
    ['desk', DESK],
    ['phone', PHONE],
  ] as const)('has nothing that axe objects to, light or dark, on a %s, and fits its width', async (_, viewport) => {
    await visit('/#key=demo', viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${origin()}/#/search`);
      await page.locator('#q').fill('');
      await page.locator('#q').fill('shop 1, 2 perth st sunnybank qld 4000');
      await results().first().click();
      await page.locator('#document .facts').waitFor();
      for (const view of ['search', 'calls', 'field']) {
        await page.goto(`${origin()}/#/${view}`);
        const only = colorScheme === 'dark' ? ['color-contrast'] : undefined;
        expect(await accessibilityProblems(page, only), `${view}, ${colorScheme}`).toEqual([]);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, `${view} is too wide`).toBeLessThanOrEqual(viewport.width);
      }
    }
  });
});

describe.skipIf(browser === null)('The tiles of the map', () => {
  const vector = wholeTile('water');
  const files = new Map([
    ['png', TILE],
    ['mvt', vector],
    ['pmtiles', pmtilesOf(vector)],
  ]);
  const asked: string[] = [];
  const tiles = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const file = files.get(path.split('.').pop() ?? '')!;
    const [first, last] =
      /bytes=(\d+)-(\d+)/
        .exec(request.headers.range ?? '')
        ?.slice(1)
        .map(Number) ?? [];
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Content-Type', path.endsWith('.png') ? 'image/png' : 'application/octet-stream');
    if (first === undefined) response.end(file);
    else response.writeHead(206).end(file.subarray(first, last + 1));
  });
  let page: Page;
  const wrong: string[] = [];
  beforeAll(async () => {
    await new Promise<void>((resolve) => void tiles.listen(0, '127.0.0.1', resolve));
    page = await context!.newPage();
    await page.setViewportSize(PHONE);
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  });
  afterAll(() => {
    tiles.closeAllConnections();
    tiles.close();
  });

  it.each([
    ['raster tiles', '{z}/{x}/{y}.png', /^\/\d+\/\d+\/\d+\.png$/, [114, 218, 128]],
    ['vector tiles', '{z}/{x}/{y}.mvt', /^\/\d+\/\d+\/\d+\.mvt$/, [201, 223, 240]],
    ['a PMTiles file of vector tiles', 'country.pmtiles', /^\/country\.pmtiles$/, [201, 223, 240]],
  ] as const)('are drawn from %s on another host, where the service was told to', async (_, path, expected, colour) => {
    const url = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}/${path}`;
    const service = await runLetterbox(['--index', index, '--dev-key', 'demo', '--workers', '1', '--tiles', url]);
    await page.goto(`http://127.0.0.1:${service.port}/`);
    const map = page.locator('#map[data-ready]');
    await map.waitFor();
    expect(asked.some((path) => expected.test(path))).toBe(true);
    await soon(async () => colourOf(await map.screenshot())).toEqual(colour);
    expect(wrong.splice(0)).toEqual([]);
    await page.goto('about:blank');
    await stopLetterbox(service);
  });

  /** The colour of the sea: of the point 12 pixels from the left, in the middle. */
  function colourOf(png: Buffer): Promise<number[]> {
    return page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
      canvas.drawImage(picture, 0, 0);
      return [...canvas.getImageData(12, picture.height >> 1, 1, 1).data.slice(0, 3)];
    }, png.toString('base64'));
  }
});

it.skipIf(browser === null)('The playground is not there, nor its explanations, where it is switched off', async () => {
  const service = await runLetterbox(['--index', index, '--dev-key', 'demo', '--workers', '1', '--pages', 'none']);
  const status = async (path: string) =>
    (await fetch(`http://127.0.0.1:${service.port}${path}`, { headers: { 'X-Api-Key': 'demo' } })).status;
  expect(
    await Promise.all(['/', '/playground/explain?q=1', '/playground/settings.json', '/tiles/0/0/0.mvt'].map(status)),
  ).toEqual([404, 404, 404, 404]);
  await stopLetterbox(service);
});
