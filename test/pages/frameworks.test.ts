import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LetterboxAddress } from '../../src/pages/field/letterbox-address.ts';
import { type Letterbox, runLetterbox, stopLetterbox } from '../service/http/support/letterbox.ts';
import { sampleIndex } from '../support/shared-releases.ts';
import { accessibilityProblems, launchBrowser, pace, soon } from './support/browser.ts';
import { bundled } from './support/bundled.ts';

const browser: Browser | null = await launchBrowser();

describe.skipIf(browser === null)('The field in other people’s pages', () => {
  let service: Letterbox;
  let page: Page;
  const wrong: string[] = [];

  beforeAll(async () => {
    service = await runLetterbox(['--index', sampleIndex(), '--dev-key', 'demo', '--workers', '1']);
    page = await browser!.newPage({ baseURL: `http://127.0.0.1:${service.port}` });
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  });
  afterAll(async () => {
    await browser?.close();
    await stopLetterbox(service);
  });

  async function open(body: string, script: string): Promise<void> {
    await page.unrouteAll();
    await page.route('/page.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
    await page.route('/page.html', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,">${body}<script type="module" src="/page.js"></script></html>`,
      }),
    );
    await page.goto('/page.html');
  }
  const box = (name: string) => page.getByRole('combobox', { name });
  const field = () => page.locator('letterbox-address').first();
  const state = async () => JSON.parse((await page.locator('#state').textContent())!);

  it.each([
    ['React 19', 'react-form.tsx'],
    ['Vue 3', 'vue-form.ts'],
  ])('is named, filled, sent, emptied and switched off by %s, as an element and as a component', async (_, file) => {
    await open('', await bundled(file));
    await box('Delivery').waitFor();
    expect(await box('Delivery').getAttribute('placeholder')).toBe('Where to?');
    expect(await field().evaluate((element) => (element as LetterboxAddress).checkValidity())).toBe(false);
    expect(await accessibilityProblems(page, ['label', 'aria-input-field-name'])).toEqual([]);

    await box('Delivery').pressSequentially('2 perth st sunny');
    await soon(async () => (await state()).text).toBe('2 perth st sunny');
    await page.getByRole('option').first().click();
    const chosen = {
      text: '2 Perth Street, Sunnybank QLD 4109',
      line: '2 Perth Street',
      suburb: 'Sunnybank',
      told: 'GAQLD438583692',
    };
    await soon(state).toMatchObject(chosen);
    expect(await field().evaluate((element) => (element as LetterboxAddress).chosen?.id)).toBe('GAQLD438583692');
    await page.getByRole('button', { name: 'Send' }).click();
    const typed = 'typed=2+Perth+Street%2C+Sunnybank+QLD+4109';
    await soon(async () => (await state()).sent).toBe(`${typed}&line=2+Perth+Street&suburb=Sunnybank`);

    await box('Delivery').press('End');
    await box('Delivery').press('Backspace');
    await soon(state).toMatchObject({ text: chosen.text.slice(0, -1), line: '', suburb: '', told: 'none' });
    await box('Delivery').press('Escape');
    await page.getByRole('button', { name: 'Switch' }).click();
    await soon(() => box('Delivery').isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Switch' }).click();
    await soon(() => box('Delivery').isDisabled()).toBe(false);

    await box('Billing').fill('2 perth st sunny');
    await page.getByRole('option').first().click();
    await soon(async () => (await state()).told).toBe('component GAQLD438583692');
    expect(wrong.splice(0)).toEqual([]);
  });

  it.each([
    ['React 19', 'react-form.tsx'],
    ['Vue 3', 'vue-form.ts'],
  ])('holds the submission of a form of %s, and takes over the input that is inside', async (_, file) => {
    await open('', await bundled(file));
    await page.route('**/validate?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue().catch(() => {});
    });
    await box('Delivery').fill('2 perth street sunnybank qld 4109');
    // The list would lie over the button.
    await box('Delivery').press('Escape');
    await page.getByRole('button', { name: 'Send' }).click();
    expect((await state()).sent).toBe('');
    const typed = 'typed=2+Perth+Street%2C+Sunnybank+QLD+4109';
    await soon(async () => (await state()).sent).toBe(`${typed}&line=2+Perth+Street&suburb=Sunnybank`);

    const pickup = page.locator('form').nth(2);
    const sent = () => pickup.evaluate((form: HTMLFormElement) => [...new FormData(form)]);
    expect(await pickup.evaluate((form: HTMLFormElement) => form.checkValidity())).toBe(false);
    await box('Pickup').fill('3 perth st');
    expect(await pickup.evaluate((form: HTMLFormElement) => form.checkValidity())).toBe(true);
    expect(await sent()).toEqual([['pickup', '3 perth st']]);
    expect(wrong.splice(0)).toEqual([]);
  });

  it.each([
    ['React 19', 'react-form.tsx'],
    ['Vue 3', 'vue-form.ts'],
  ])(
    'keeps and sends what was typed in a page of %s with the service gone, and takes what a browser fills',
    async (_, file) => {
      await open('', await bundled(file));
      await page.route('**/v1/address/**', (route) => route.abort());
      await box('Delivery').fill('2 perth street sunnybank qld 4109');
      await box('Delivery').press('Escape');
      await page.getByRole('button', { name: 'Send' }).click();
      const typed = 'typed=2+perth+street+sunnybank+qld+4109&line=2+perth+street+sunnybank+qld+4109&suburb=';
      await soon(async () => (await state()).sent).toBe(typed);
      await soon(state).toMatchObject({ line: '2 perth street sunnybank qld 4109', suburb: '' });

      await open('', await bundled(file));
      for (const [name, value] of Object.entries({ line: '2 Perth Street', suburb: 'Sunnybank' }))
        await page.getByRole('textbox', { name }).fill(value);
      await page.getByRole('textbox', { name: 'suburb' }).blur();
      await soon(async () => (await state()).text).toBe('2 Perth Street, Sunnybank QLD 4109');
      await soon(state).toMatchObject({ line: '2 Perth Street', suburb: 'Sunnybank', told: 'GAQLD438583692' });
      wrong.splice(0);
    },
  );

  it.each([
    ['React 19', 'react-form.tsx'],
    ['Vue 3', 'vue-form.ts'],
  ])(
    'asks as little in a page of %s, where answers are late, and sends no unknown address that has to be known',
    async (_, file) => {
      const asked: string[] = [];
      await open('', await bundled(file));
      await page.route('**/v1/address/**', async (route) => {
        asked.push(route.request().url());
        await new Promise((resolve) => setTimeout(resolve, 600));
        await route.continue().catch(() => {});
      });
      await field().evaluate((element) => element.setAttribute('required', 'confirmed'));
      const typing = pace(36 * 180);
      await box('Delivery').pressSequentially('2 perth street sunnybank qld 4109 au', { delay: 180 });
      const most = typing.share(12);
      await page.waitForTimeout(400);
      expect(asked.length).toBeGreaterThan(0);
      expect(asked.length).toBeLessThanOrEqual(most);
      expect(new Set(asked).size).toBe(asked.length);
      await box('Delivery').fill('99 nowhere rd zzz');
      await box('Delivery').press('Escape');
      await page.getByRole('button', { name: 'Send' }).click();
      await soon(() => box('Delivery').getAttribute('aria-invalid')).toBe('true');
      expect((await state()).sent).toBe('');
      await box('Delivery').fill('sunnybank');
      await page.getByRole('option', { name: 'Sunnybank QLD 4109', exact: true }).click();
      await soon(async () => (await state()).text).toBe('Sunnybank QLD 4109, ');
      expect(wrong.splice(0)).toEqual([]);
    },
  );

  it('has a property for every attribute, which does as the attribute does, also where it was set before the script came', async () => {
    const early = `<letterbox-address id="early"></letterbox-address><letterbox-address id="late"></letterbox-address>
      <script>Object.assign(document.getElementById('early'), { label: 'Early', value: '1 Early Street', required: true, texts: { yes: 'Ja' } });</script>`;
    await open(early, "import '/letterbox-address.js'; document.body.dataset.ready = '';");
    await page.locator('body[data-ready]').waitFor({ state: 'attached' });
    const found = await page.evaluate(() => {
      const [early, late] = ['early', 'late'].map((id) => document.getElementById(id) as LetterboxAddress);
      const own = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(late));
      const texts = [
        'name',
        'label',
        'placeholder',
        'fields',
        'state',
        'near',
        'limit',
        'debounce',
        'casing',
        'verify',
        'units',
        'manual',
      ];
      const set = texts.map((name) => {
        Reflect.set(late, name, 'x');
        const given = late.getAttribute(name);
        Reflect.set(late, name, null);
        return [name, given, late.getAttribute(name), Reflect.get(late, name)];
      });
      for (const [property, attribute] of [
        ['baseUrl', 'base-url'],
        ['apiKey', 'api-key'],
        ['minLength', 'minlength'],
        ['defaultValue', 'value'],
      ]) {
        Reflect.set(late, property, 'x');
        set.push([property, late.getAttribute(attribute), null, '']);
      }
      const methods = Object.keys(own)
        .concat(Object.getOwnPropertyNames(Object.getPrototypeOf(late)))
        .filter((name) => typeof own[name]?.value === 'function' && !/^constructor$|Callback$/.test(name));
      const strangers = methods.filter((name) => !(name in HTMLInputElement.prototype));
      return { early: [early.label, early.value, early.required, early.texts.yes], set, strangers };
    });
    expect(found.early).toEqual(['Early', '1 Early Street', true, 'Ja']);
    for (const [name, given, after, value] of found.set)
      expect([name, given, after, value]).toEqual([name, 'x', null, '']);
    expect(found.set).toHaveLength(16);
    expect(found.strangers).toEqual([]);
    expect(wrong.splice(0)).toEqual([]);
  });

  it('takes the value of its attribute until somebody types, and again when the form is reset', async () => {
    const form = '<form><letterbox-address label="Address" name="a" value="1 First Street"></letterbox-address></form>';
    await open(form, "import '/letterbox-address.js';");
    const sent = () => page.locator('form').evaluate((form: HTMLFormElement) => new FormData(form).get('a'));
    await soon(sent).toBe('1 First Street');
    await field().evaluate((element) => element.setAttribute('value', '2 Second Street'));
    expect(await sent()).toBe('2 Second Street');
    await box('Address').fill('');
    await field().evaluate((element) => element.setAttribute('value', '3 Third Street'));
    expect(await sent()).toBe('');
    await page.locator('form').evaluate((form: HTMLFormElement) => form.reset());
    expect([await sent(), await box('Address').inputValue()]).toEqual(['3 Third Street', '3 Third Street']);
  });
});
