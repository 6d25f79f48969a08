import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ledger, openLedger } from '../../src/billing/ledger/ledger.ts';
import { systemClock } from '../../src/service/admission/clock.ts';
import { newCustomer } from '../billing/credits/support/machine.ts';
import { adminJson } from '../billing/credits/support/programs.ts';
import { freePlan } from '../billing/ledger/ledgers.ts';
import { type Letterbox, runLetterbox, stopLetterbox } from '../service/http/support/letterbox.ts';
import { sampleIndex } from '../support/shared-releases.ts';
import { launchBrowser, soon } from './support/browser.ts';

const PARTS = ['line', 'suburb', 'state', 'postcode', 'id', 'lat', 'lon'];

const browser: Browser | null = await launchBrowser();

describe.skipIf(browser === null)('The field in a form on another origin', () => {
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-other-origin-'));
  let service: Letterbox;
  let ledger: Ledger;
  let shop: Server;
  let origin: string;
  let publishable: string;
  /** What the field told the developer of the page, in its console. */
  let told: string[];
  /** Makes a publishable key. */
  let keyFor: (...terms: string[]) => Promise<string>;
  let secret: string;
  /** One page for all tests: a new one takes two seconds of processor time. */
  let page: Page;

  beforeAll(async () => {
    shop = createServer((request, response) => {
      const key = new URL(request.url ?? '', 'http://shop').searchParams.get('key') ?? '';
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(form(`http://127.0.0.1:${service.port}`, key));
    });
    await new Promise<void>((resolve) => void shop.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    const dataDir = join(folder, 'data');
    const env = { LETTERBOX_DATA_DIR: dataDir, LETTERBOX_DRAIN_INTERVAL: '200' };
    ledger = await openLedger({ file: join(dataDir, 'ledger.db'), databaseUrl: null });
    const customer = await newCustomer(ledger, freePlan(1000), systemClock);
    secret = customer.key;
    service = await runLetterbox(['--index', sampleIndex(), '--workers', '1'], env);
    const url = `http://127.0.0.1:${service.port}/v1/address/validate?q=2+perth`;
    const isUnknown = async (key: string) =>
      (await fetch(url, { headers: { 'X-Api-Key': key, Origin: origin } })).status === 401;
    keyFor = async (...terms) => {
      const { key } = await adminJson<{ key: string }>(env, 'keys', 'create', customer.id, '--name', 'shop', ...terms);
      while (await isUnknown(key)) await setTimeout(50);
      return key;
    };
    publishable = await keyFor('--origins', origin);
    page = await browser!.newPage();
    page.on('console', (message) => {
      if (message.text().startsWith('<letterbox-address>')) told.push(message.text());
    });
  });
  afterAll(async () => {
    await browser?.close();
    await stopLetterbox(service);
    await ledger.close();
    shop.close();
    rmSync(folder, { recursive: true });
  });

  beforeEach(() => {
    told = [];
  });

  it('suggests and fills by a publishable key', async () => {
    await page.goto(`${origin}/?key=${publishable}`);
    await page.getByRole('combobox').fill('2 perth st sunnyb');
    await page.locator('letterbox-address').getByRole('option').first().click();
    await soon(() => page.locator('[name=lon]').inputValue()).toBe('153.06071253');
    expect(await page.locator('[name=id]').inputValue()).toBe('GAQLD438583692');
    expect(told).toEqual([]);
  });

  it('offers places by a publishable key, and addresses alone where it may look up none', async () => {
    const places = page.locator('letterbox-address [part~=option-suburb]');
    await page.goto(`${origin}/?key=${publishable}`);
    await page.getByRole('combobox').fill('sunnybank');
    await places.first().waitFor();
    const narrow = await keyFor('--origins', origin, '--operations', 'autocomplete', 'validate', 'enrich');
    await page.goto(`${origin}/?key=${narrow}`);
    for (const text of ['sunnybank', 'sunnyban', '4109', '2 perth st sunnyb']) {
      await page.getByRole('combobox').fill(text);
      await page.getByRole('option').first().waitFor();
      expect(await places.count()).toBe(0);
    }
    await page.getByRole('option').first().click();
    expect(await page.locator('[name=id]').inputValue()).toBe('GAQLD438583692');
    expect(told).toEqual([]);
  });

  it('is told in its console that the key is not for its origin', async () => {
    await page.goto(`${origin}/?key=${await keyFor('--origins', 'https://shop.example.com')}`);
    for (const text of ['2 perth st', '3 perth st']) await page.getByRole('combobox').fill(text);
    await page.getByText('Suggestions are not available at the moment').first().waitFor();
    await page.getByRole('combobox').fill('4 perth st');
    expect(await page.title()).toBe('ORIGIN_NOT_ALLOWED');
    expect(told).toEqual([expect.stringMatching(/^<letterbox-address>: ORIGIN_NOT_ALLOWED: /)]);
  });

  it('is told that a publishable key is not known', async () => {
    await page.goto(`${origin}/?key=${publishable.slice(0, -1)}${publishable.endsWith('x') ? 'y' : 'x'}`);
    await page.getByRole('combobox').fill('2 perth st sunnyb');
    await page.getByText('Suggestions are not available at the moment').first().waitFor();
    expect(await page.title()).toBe('INVALID_API_KEY');
    expect(told).toEqual([expect.stringMatching(/^<letterbox-address>: INVALID_API_KEY: /)]);
  });

  it('is told that there is no key', async () => {
    await page.goto(`${origin}/`);
    await page.getByRole('combobox').fill('2 perth st sunnyb');
    await page.getByText('Suggestions are not available at the moment').first().waitFor();
    expect(await page.title()).toBe('MISSING_API_KEY');
    expect(told).toEqual([expect.stringMatching(/^<letterbox-address>: MISSING_API_KEY: /)]);
  });

  it('is told nothing by a secret key, which belongs on a server', async () => {
    await page.goto(`${origin}/?key=${secret}`);
    await page.getByRole('combobox').fill('2 perth st sunnyb');
    await page.getByText('Suggestions are not available at the moment').first().waitFor();
    expect(await page.title()).toBe('NETWORK');
    expect(told).toEqual([
      expect.stringMatching(/is a secret key, which everybody can read in a page/),
      expect.stringMatching(/NETWORK: .* cannot be reached, or the key is not for pages of /),
    ]);
  });
});

/** A page of a shop. */
function form(service: string, key: string): string {
  return `<!doctype html><html lang="en"><title>Shop</title>
<script type="module" src="${service}/letterbox-address.js"></script>
<script>addEventListener('letterbox-error', (event) => { document.title = event.detail.code; });</script>
<form><letterbox-address label="Address" base-url="${service}" api-key="${key}"></letterbox-address>
${PARTS.map((name) => `<input name="${name}" aria-label="${name}">`).join('\n')}</form></html>`;
}
