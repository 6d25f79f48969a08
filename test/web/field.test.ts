import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Letterbox, runLetterbox, stopLetterbox } from '../http/support/letterbox.ts';
import { sampleIndex } from '../shared-releases.ts';
import { accessibilityProblems, launchBrowser, soon } from './support/browser.ts';

const FORM = `<!doctype html><html lang="en"><title>Delivery</title>
<style>html { color-scheme: light dark; background: Canvas; font: 16px/1.4 sans-serif }
 letterbox-address::part(input) { border-color: rgb(1, 2, 3) }</style>
<script type="module" src="/letterbox-address.js"></script>
<main><h1>Delivery</h1><form><letterbox-address name="typed" label="Address" api-key="demo" required></letterbox-address>
${['line', 'suburb', 'postcode', 'id', 'lat', 'lon'].map((name) => `<label>${name} <input name="${name}"></label>`).join('\n')}
<label>State <select name="state"><option value=""></option><option value="qld">Queensland</option></select></label>
<button>Send</button><button type="reset">Clear</button></form></main></html>`;

const script = fileURLToPath(new URL('../../dist/web/letterbox-address.js', import.meta.url));

it('The field weighs at most 12 kB with all it needs, gzipped', () => {
  expect(gzipSync(readFileSync(script), { level: 9 }).length).toBeLessThanOrEqual(12_000);
});

const browser: Browser | null = await launchBrowser();

describe.skipIf(browser === null)('The field in a form', () => {
  let service: Letterbox;
  let page: Page;
  /** Queries that were sent, in order: `autocomplete 2 perth`. */
  let asked: string[];

  beforeAll(async () => {
    service = await runLetterbox(['--index', sampleIndex(), '--dev-key', 'demo', '--workers', '1']);
    // One page for all tests: a new one takes two seconds of processor time.
    page = await browser!.newPage({ baseURL: origin(), viewport: { width: 390, height: 800 }, hasTouch: true });
    page.on('request', (request) => {
      const url = new URL(request.url());
      const operation = /^\/v1\/address\/(.*)$/.exec(url.pathname)?.[1];
      if (operation !== undefined)
        asked.push(`${operation} ${url.searchParams.get('q') ?? url.searchParams.get('id')}`);
    });
  });
  afterAll(async () => {
    await browser?.close();
    await stopLetterbox(service);
  });
  beforeEach(async () => {
    await page.route('/form.html', (route) => route.fulfill({ contentType: 'text/html', body: FORM }));
    await page.goto('/form.html');
    asked = [];
  });
  afterEach(async () => {
    await page.goto('about:blank');
    await page.unrouteAll();
  });

  const origin = () => `http://127.0.0.1:${service.port}`;
  const box = () => page.getByRole('combobox', { name: 'Address' });
  const options = () => page.locator('letterbox-address').getByRole('option');
  const filled = () =>
    page
      .locator('form')
      .evaluate(
        (form: HTMLFormElement): Record<string, string> =>
          Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])),
      );
  /** Types letter by letter, with no time between. */
  const typeFast = (before: string, text: string) =>
    box().evaluate(
      (input: HTMLInputElement, { before, text }) => {
        for (let n = 1; n <= text.length; n++) {
          input.value = before + text.slice(0, n);
          input.dispatchEvent(new InputEvent('input', { bubbles: true }));
        }
      },
      { before, text },
    );
  const status = () => page.locator('letterbox-address').getByRole('status');

  it('suggests while one types, and takes over by keyboard what the arrows have reached', async () => {
    await box().fill('2 perth st ');
    await options().nth(1).waitFor();
    expect(await status().textContent()).toMatch(/^\d suggestions\. Use the up and down arrows/);
    expect(await box().getAttribute('aria-expanded')).toBe('true');
    await box().press('ArrowUp');
    expect(await box().getAttribute('aria-activedescendant')).toBe(await options().last().getAttribute('id'));
    await box().press('ArrowDown');
    expect(await box().getAttribute('aria-activedescendant')).toBeNull();
    await box().press('ArrowDown');
    expect(await options().first().getAttribute('aria-selected')).toBe('true');
    const wanted = (await options().first().textContent())!;
    await box().press('Enter');
    expect(await options().count()).toBe(0);
    await page.locator('input[name=lat]:not([value=""])').waitFor();
    await soon(async () => (await filled()).lat).not.toBe('');
    const { line, suburb, state, postcode, id, lat, lon, typed } = await filled();
    expect(wanted.replace(/\s+/g, ' ')).toBe(`${line} ${suburb} ${state.toUpperCase()} ${postcode}`);
    expect(typed).toBe(`${line}, ${suburb} QLD ${postcode}`);
    expect([id, state]).toEqual([expect.stringMatching(/^GAQLD/), 'qld']);
    const enriched = await page.request.get(`/v1/address/enrich?id=${id}`, { headers: { 'X-Api-Key': 'demo' } });
    expect({ lat: Number(lat), lon: Number(lon) }).toEqual((await enriched.json()).location);
    expect(asked.map((each) => each.split(' ')[0])).toEqual(['autocomplete', 'enrich']);
  });

  it('takes over by touch, and forgets id and point when the text is changed', async () => {
    await box().fill('2 perth st sunnyb');
    await options().first().tap();
    await soon(async () => (await filled()).lon).toBe('153.06071253');
    await box().press('End');
    await box().pressSequentially('X');
    expect(await filled()).toMatchObject({ id: '', lat: '', lon: '', line: '2 PERTH STREET' });
  });

  it('closes by Escape, clears by another one, and opens again by the arrow', async () => {
    await box().fill('2 perth');
    await options().first().waitFor();
    await box().press('Escape');
    expect(await options().count()).toBe(0);
    await box().press('Alt+ArrowDown');
    expect(await options().count()).toBeGreaterThan(0);
    expect(await box().getAttribute('aria-activedescendant')).toBeNull();
    await box().press('Escape');
    await box().press('Escape');
    expect(await box().inputValue()).toBe('');
  });

  it('asks once for quick typing, aborts what is overtaken, and shows the last answer', async () => {
    let first = true;
    await page.route('**/v1/address/autocomplete?*', async (route) => {
      if (first) {
        first = false;
        await new Promise((resolve) => setTimeout(resolve, 600));
      }
      await route.continue().catch(() => {});
    });
    const aborted = page.waitForEvent('requestfailed');
    await box().focus();
    await typeFast('', '1 perth');
    await page.waitForRequest(/autocomplete/);
    await typeFast('1 perth', ' st sunnybank');
    expect(new URL((await aborted).url()).searchParams.get('q')).toBe('1 perth');
    await options().first().waitFor();
    await page.waitForTimeout(700);
    expect(await options().first().textContent()).toContain('SUNNYBANK');
    expect(asked).toEqual(['autocomplete 1 perth', 'autocomplete 1 perth st sunnybank']);
    await box().press('Backspace');
    await page.waitForTimeout(300);
    await box().pressSequentially('k');
    await page.waitForTimeout(300);
    expect(asked).toHaveLength(3);
  });

  it('takes a certain match of what was typed in full, asks about a doubtful one, and says where there is none', async () => {
    await box().fill('2 Perth Street, Sunnybank QLD 4109');
    await page.locator('input[name=line]').focus();
    await soon(async () => (await filled()).id).toBe('GAQLD438583692');

    await box().fill('2 Perth St Sunnybank QLD 4000');
    await page.locator('input[name=line]').focus();
    const question = page.getByRole('group', { name: 'Did you mean 2 PERTH STREET, SUNNYBANK QLD 4109?' });
    await question.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect((await filled()).id).toBe('');
    await question.getByRole('button', { name: 'No, keep mine' }).click();
    expect(await question.count()).toBe(0);
    expect(await box().inputValue()).toBe('2 Perth St Sunnybank QLD 4000');
    await box().press('End');
    await box().pressSequentially(' ');
    await box().fill('2 Perth St Sunnybank QLD 4001');
    await page.locator('input[name=line]').focus();
    await question.getByRole('button', { name: 'Yes, use it' }).click();
    await soon(async () => (await filled()).id).toBe('GAQLD438583692');

    await box().fill('nowhere at all');
    await page.locator('input[name=line]').focus();
    await page.getByText('We could not find this address').first().waitFor();
  });

  it('is a field of its form: required, reset, disabled', async () => {
    expect(await page.locator('form').evaluate((form: HTMLFormElement) => form.checkValidity())).toBe(false);
    await box().fill('2 perth st sunnyb');
    await options().first().click();
    expect(await page.locator('form').evaluate((form: HTMLFormElement) => form.checkValidity())).toBe(true);
    await page.getByRole('button', { name: 'Clear' }).click();
    expect([await box().inputValue(), (await filled()).line]).toEqual(['', '']);
    await page.locator('letterbox-address').evaluate((field) => field.toggleAttribute('disabled'));
    expect(await box().isDisabled()).toBe(true);
  });

  it('stays a text field where the service refuses the key, and tells the page why', async () => {
    await page.locator('letterbox-address').evaluate((field) => {
      field.setAttribute('api-key', 'wrong');
      field.addEventListener('letterbox-error', (event) => {
        document.title = (event as CustomEvent).detail.code;
      });
    });
    await box().fill('2 perth');
    await page.getByText('Suggestions are not available at the moment').first().waitFor();
    expect(await page.title()).toBe('INVALID_API_KEY');
    expect((await filled()).typed).toBe('2 perth');
  });

  it.each(['light', 'dark'] as const)(
    'has nothing that axe objects to, %s, and takes the style of its parts',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      await box().fill('2 perth st');
      await options().first().waitFor();
      await box().press('ArrowDown');
      expect(await accessibilityProblems(page)).toEqual([]);
      await box().blur();
      expect(await box().evaluate((input) => getComputedStyle(input).borderTopColor)).toBe('rgb(1, 2, 3)');
    },
  );
});
