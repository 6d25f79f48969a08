import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Letterbox, runLetterbox, stopLetterbox } from '../service/http/support/letterbox.ts';
import { sampleIndex } from '../support/shared-releases.ts';
import { launchBrowser, soon } from './support/browser.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const guide = readFileSync(`${ROOT}src/pages/docs/guides/map-plugins.md`, 'utf8');
const [leaflet, maplibre] = [...guide.matchAll(/```html\n(.*?)```/gs)].map(([, page]) => page as string);
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css' };
/** A key that may be in a page: a development key may, on this machine. */
const KEY = 'lbx_pub_of-this-machine';

const browser: Browser | null = await launchBrowser({ maps: true });

describe.skipIf(browser === null)('A page with a map, as the guide has it', () => {
  let service: Letterbox;
  let shop: Server;
  let origin: string;
  let page: Page;
  /** Requests to the service: `api 2 perth st`; and methods other than GET. */
  const asked: string[] = [];

  beforeAll(async () => {
    service = await runLetterbox(['--index', sampleIndex(), '--dev-key', KEY, '--workers', '1']);
    const pages: Record<string, string> = { '/leaflet': leaflet, '/maplibre': maplibre };
    shop = createServer(({ url = '' }, response) => {
      const html = pages[url]
        ?.replaceAll('https://address.example', `http://127.0.0.1:${service.port}`)
        .replaceAll('lbx_pub_…', KEY);
      const file = `${ROOT}node_modules/${url.replace('/vendor/', '')}`;
      if (html !== undefined) response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
      else if (url.startsWith('/vendor/') && !url.includes('..') && existsSync(file))
        response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'image/png' }).end(readFileSync(file));
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => void shop.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    page = await browser!.newPage({ viewport: { width: 640, height: 420 } });
    page.on('request', (request) => {
      const url = new URL(request.url());
      const path = /^\/photon\/(\w+)/.exec(url.pathname)?.[1];
      if (path !== undefined) asked.push(`${path} ${url.searchParams.get('q') ?? url.searchParams.get('lat')}`);
    });
  });
  afterAll(async () => {
    await browser?.close();
    shop.close();
    await stopLetterbox(service);
  });

  it('leaflet-control-geocoder suggests while one types, and puts a marker where the address is', async () => {
    await page.goto(`${origin}/leaflet`);
    await page.locator('.leaflet-control-geocoder-form input').pressSequentially('2 perth st s', { delay: 30 });
    const first = page.locator('.leaflet-control-geocoder-alternatives li').first();
    await first.waitFor();
    expect((await first.textContent())?.trim()).toBe('2 Perth Street, Sunnybank, QLD, 4109');
    if (process.env.PICTURES) await page.screenshot({ path: `${ROOT}src/pages/images/plugin-leaflet.png` });
    await first.click();
    await page.getByText('2 Perth Street, Sunnybank, QLD, 4109').locator('visible=true').last().waitFor();
    const centre = await page.evaluate<{ lat: number; lng: number }>('map.getCenter()');
    expect([centre.lat, centre.lng]).toEqual([expect.closeTo(-27.5799, 3), expect.closeTo(153.0607, 3)]);
    expect(asked).toContain('api 2 perth st s');
    const reversed = await page.evaluate<{ name: string }[]>('geocoder.reverse({ lat: -27.58, lng: 153.0607 }, 1)');
    expect(reversed.map(({ name }) => name)).toEqual(['2 Perth Street, Sunnybank, QLD, 4109']);
  });

  it('maplibre-gl-geocoder suggests while one types, puts a marker there, and finds the address of a point', async () => {
    await page.goto(`${origin}/maplibre`);
    const box = page.locator('.maplibregl-ctrl-geocoder input');
    await box.pressSequentially('2 perth st s', { delay: 30 });
    const first = page.locator('.maplibregl-ctrl-geocoder .suggestions li').first();
    await first.waitFor();
    expect((await first.textContent())?.replace(/\s+/g, ' ').trim()).toContain('2 Perth Street');
    if (process.env.PICTURES) await page.screenshot({ path: `${ROOT}src/pages/images/plugin-maplibre.png` });
    await first.click();
    await page.locator('.maplibregl-marker').first().waitFor();
    await box.fill('');
    await box.pressSequentially('-27.58, 153.0607', { delay: 10 });
    await soon(() => asked).toContain('reverse -27.58');
    await soon(() => first.textContent()).toContain('2 Perth Street');
  });
});
