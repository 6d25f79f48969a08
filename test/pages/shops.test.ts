import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileScript, parse } from 'vue/compiler-sfc';
import { type Letterbox, runLetterbox, stopLetterbox } from '../service/http/support/letterbox.ts';
import { sampleIndex } from '../support/shared-releases.ts';
import { SHOPIFY, WOOCOMMERCE_BLOCK, WOOCOMMERCE_CLASSIC } from './forms/shops.ts';
import { accessibilityProblems, launchBrowser, soon } from './support/browser.ts';
import { bundled } from './support/bundled.ts';

const browser: Browser | null = await launchBrowser();

describe.skipIf(browser === null)('A guide to the field in a shop', () => {
  let service: Letterbox;
  let page: Page;
  const wrong: string[] = [];

  beforeAll(async () => {
    service = await runLetterbox(['--index', sampleIndex(), '--dev-key', 'demo', '--workers', '1']);
    page = await browser!.newPage({
      baseURL: `http://127.0.0.1:${service.port}`,
      viewport: { width: 500, height: 800 },
    });
    page.on('pageerror', (error) => wrong.push(String(error)));
  });
  afterAll(async () => {
    await browser?.close();
    await stopLetterbox(service);
  });

  /** The blocks of a guide in a language, as they ask this test's service. */
  const blocks = (guide: string, language: string): string[] =>
    [
      ...readFileSync(new URL(`../../src/pages/docs/guides/${guide}.md`, import.meta.url), 'utf8').matchAll(
        new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'),
      ),
    ].map(([, block]) => block!.replaceAll('127.0.0.1:8080', `127.0.0.1:${service.port}`));

  async function open(body: string, script = ''): Promise<void> {
    await page.unrouteAll();
    await page.route('/page.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
    const html = `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><main>${body}</main><script type="module" src="/page.js"></script></html>`;
    await page.route('/shop.html', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.goto('/shop.html');
  }
  /** Types an address with a unit into an input, and chooses it. */
  async function choose(input: string, typed = 'unit 101, 1 perth st sun'): Promise<void> {
    const line1 = page.locator(input);
    await soon(() => line1.getAttribute('role')).toBe('combobox');
    await line1.fill(typed);
    await page.locator('letterbox-option').first().waitFor();
    expect(await accessibilityProblems(page, ['aria-valid-attr-value', 'aria-required-children', 'label'])).toEqual([]);
    await line1.press('ArrowDown');
    await line1.press('Enter');
    await soon(() => page.locator('letterbox-list').count()).toBe(0);
  }
  const values = (...inputs: string[]) =>
    Promise.all(inputs.map((input) => page.locator(input).evaluate((each) => (each as HTMLInputElement).value)));

  it('is true of a checkout of one’s own, by the element and by the script', async () => {
    const [element, form] = blocks('checkout', 'html');
    const [script] = blocks('checkout', 'js');
    const parts = ['#address1', '#address2', '#city', '#region', '#zip'];
    for (const [body, code] of [
      [element! + form!, ''],
      [form!, `${script!.replace('console.log', 'window.told = [].concat')} window.detach = detach;`],
    ] as const) {
      await open(body, code);
      await choose('#address1');
      await soon(() => values(...parts)).toEqual(['1 Perth Street', 'Unit 101', 'Sunnybank', 'QLD', '4109']);
      expect(await page.locator('letterbox-list, letterbox-note').count()).toBe(0);
    }
    await soon(() => page.evaluate('window.told')).toEqual(['GAQLD418421158', -27.57991136, 153.06050839]);
    await page.evaluate('window.detach()');
    const bare = '<input id="address1" name="address1" autocomplete="address-line1">';
    expect(await page.locator('#address1').evaluate((input) => input.outerHTML)).toBe(bare);
    expect(await page.locator('letterbox-status').count()).toBe(0);
  });

  it('is true of both checkouts of WooCommerce, also when one is drawn again', async () => {
    await open(WOOCOMMERCE_CLASSIC, blocks('woocommerce', 'js')[0]);
    for (const kind of ['billing', 'shipping']) {
      await choose(`#${kind}_address_1`);
      const parts = ['address_1', 'address_2', 'city', 'state', 'postcode'].map((name) => `#${kind}_${name}`);
      expect(await values(...parts)).toEqual(['1 Perth Street', 'Unit 101', 'Sunnybank', 'QLD', '4109']);
    }
    await open(WOOCOMMERCE_BLOCK, blocks('woocommerce', 'javascript')[0]);
    const parts = ['address_1', 'city', 'state', 'postcode'].map((name) => `#shipping-${name}`);
    await choose('#shipping-address_1');
    expect(await values(...parts)).toEqual(['Unit 101, 1 Perth Street', 'Sunnybank', 'QLD', '4109']);
    await page.locator('#shipping').evaluate((drawn) => drawn.replaceWith(drawn.cloneNode(true)));
    await page.locator('#shipping').evaluate((drawn) => {
      for (const input of drawn.querySelectorAll('input')) input.value = '';
      const second = document.createElement('input');
      second.id = 'shipping-address_2';
      second.ariaLabel = 'Apartment';
      drawn.querySelector('input')!.after(second);
    });
    await choose('#shipping-address_1', '2 perth st sunnybank');
    expect(await values(...parts)).toEqual(['2 Perth Street', 'Sunnybank', 'QLD', '4109']);
  });

  it('is true of the address forms of Shopify, each of which fills itself', async () => {
    await open(SHOPIFY + blocks('shopify', 'html')[0]);
    await choose('#AddressAddress1_8731');
    const parts = (id: string) =>
      ['Address1', 'Address2', 'City', 'Province', 'Zip'].map((name) => `#Address${name}${id}`);
    expect(await values(...parts('_8731'))).toEqual(['1 Perth Street', 'Unit 101', 'Sunnybank', 'Queensland', '4109']);
    expect((await values(...parts('New'))).filter((value) => value !== 'Australian Capital Territory')).toEqual([
      '',
      '',
      '',
      '',
    ]);
  });

  it('is true of React and of Vue, whose state has what is chosen', async () => {
    const react = `${blocks('react', 'tsx')[0]}
      import { createRoot } from 'react-dom/client';
      createRoot(document.querySelector('main')!).render(<Checkout />);`;
    const { descriptor } = parse(blocks('vue', 'vue')[0]!);
    const { content } = compileScript(descriptor, { id: 'checkout', inlineTemplate: true, genDefaultAs: 'Checkout' });
    const vue = `${content}\nimport { createApp } from 'vue'; createApp(Checkout).mount('main');`;
    for (const [file, script] of [
      ['react.tsx', react],
      ['vue.ts', vue],
    ] as const) {
      await open('', await bundled(file, script));
      await page.locator('#line1').waitFor();
      await choose('#line1');
      const parts = ['line1', 'line2', 'suburb', 'state', 'postcode'].map((name) => `input[name=${name}]`);
      await soon(() => values(...parts)).toEqual(['1 Perth Street', 'Unit 101', 'Sunnybank', 'QLD', '4109']);
      await soon(() => page.locator('output').textContent()).toBe('-27.57991136, 153.06050839');
      // A rendering puts nothing back.
      await page.locator('input[name=line2]').press('End');
      await page.locator('input[name=line2]').pressSequentially('a');
      expect(await values(...parts)).toEqual(['1 Perth Street', 'Unit 101a', 'Sunnybank', 'QLD', '4109']);
    }
    expect(wrong).toEqual([]);
  });
});
