import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LetterboxAddress } from '../../src/pages/field/letterbox-address.ts';
import { type Letterbox, runLetterbox, stopLetterbox } from '../service/http/support/letterbox.ts';
import { sampleIndex } from '../support/shared-releases.ts';
import { accessibilityProblems, launchBrowser, pace, soon } from './support/browser.ts';

const FORM = `<!doctype html><html lang="en"><title>Delivery</title>
<style>html { color-scheme: light dark; background: Canvas; font: 16px/1.4 sans-serif }
 letterbox-address::part(input) { border-color: rgb(1, 2, 3) }</style>
<script type="module" src="/letterbox-address.js"></script>
<main><h1>Delivery</h1><form><letterbox-address name="typed" label="Address" api-key="demo" required></letterbox-address>
${['line', 'suburb', 'postcode', 'id', 'lat', 'lon'].map((name) => `<label>${name} <input name="${name}"></label>`).join('\n')}
<label>State <select name="state"><option value=""></option><option value="qld">Queensland</option></select></label>
<button>Send</button><button type="reset">Clear</button></form></main></html>`;

const script = fileURLToPath(new URL('../../dist/web/letterbox-address.js', import.meta.url));

it('The field weighs no more than 17.9 kB, rounded, with all it needs, gzipped', () => {
  expect(gzipSync(readFileSync(script), { level: 9 }).length).toBeLessThan(17_950);
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
  /** What is suggested: the last row says that the address is not listed. */
  const options = () =>
    page.locator('letterbox-address').getByRole('option').and(page.locator(':not([part~=option-last])'));
  const lastRow = () => page.locator('letterbox-address').getByRole('option', { name: 'My address is not listed' });
  const field = () => page.locator('letterbox-address');
  /** What the page's style sheet can tell of the field. */
  const marks = () =>
    field().evaluate((element) => ['confirmed', 'unconfirmed'].filter((state) => element.matches(`:state(${state})`)));
  const unitId = async (name: string): Promise<string> => {
    const url = '/v1/address/enrich?id=GAQLD400387102';
    const { secondaries } = await (await page.request.get(url, { headers: { 'X-Api-Key': 'demo' } })).json();
    return secondaries.find((unit: { addressLabel: string }) => unit.addressLabel.startsWith(`${name},`)).id;
  };
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
    expect(await box().getAttribute('aria-activedescendant')).toBe(await lastRow().getAttribute('id'));
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
    expect(line).toBe('2 Perth Street');
    expect(typed).toBe(`${line}, ${suburb} QLD ${postcode}`);
    expect([id, state]).toEqual([expect.stringMatching(/^GAQLD/), 'qld']);
    const enriched = await page.request.get(`/v1/address/enrich?id=${id}`, { headers: { 'X-Api-Key': 'demo' } });
    expect({ lat: Number(lat), lon: Number(lon) }).toEqual((await enriched.json()).location);
    expect(asked.map((each) => each.split(' ')[0])).toEqual(['autocomplete', 'enrich']);
  });

  it('holds a submission until the address is there, and sends it again with its button', async () => {
    await page.route('**/validate?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue().catch(() => {});
    });
    await page.locator('form').evaluate((form: HTMLFormElement) => {
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        const { submitter } = event;
        const sent = [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)]);
        document.title = JSON.stringify(Object.fromEntries(sent));
      });
      const button = form.querySelector('button')!;
      Object.assign(button, { name: 'how', value: 'button' });
    });
    await box().fill('2 perth street sunnybank qld 4109');
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    expect(await page.title()).toBe('Delivery');
    await soon(() => page.title()).toContain('2 Perth Street');
    expect(JSON.parse(await page.title())).toMatchObject({
      line: '2 Perth Street',
      suburb: 'Sunnybank',
      postcode: '4109',
      how: 'button',
    });
    await box().fill('99 nowhere rd zzz');
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    await soon(() => page.title()).toContain('"line":"99 nowhere rd zzz"');
  });

  it('sends what was typed when the service goes while a submission is held', async () => {
    await page.route('**/validate?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.abort();
    });
    await page.locator('form').evaluate((form: HTMLFormElement) => {
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        document.title = String(new FormData(form).get('line'));
      });
    });
    await box().fill('2 perth street sunnybank qld 4109');
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    expect(await page.title()).toBe('Delivery');
    await soon(() => page.title()).toBe('2 perth street sunnybank qld 4109');
    expect((await filled()).id).toBe('');
  });

  it('does not send an unknown address where one has to be confirmed', async () => {
    await field().evaluate((element) => element.setAttribute('required', 'confirmed'));
    await page.locator('form').evaluate((form: HTMLFormElement) => {
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        document.title = 'sent';
      });
    });
    await box().fill('99 nowhere rd zzz');
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    await soon(() => box().getAttribute('aria-invalid')).toBe('true');
    expect(await page.title()).toBe('Delivery');
    expect(await field().evaluate((element) => (element as LetterboxAddress).validationMessage)).toMatch(
      /^We do not know this address/,
    );
  });

  it('is full when its parts were filled by the browser', async () => {
    for (const [name, value] of Object.entries({ line: '2 Perth Street', suburb: 'Sunnybank', postcode: '4109' }))
      await page.locator(`input[name=${name}]`).fill(value);
    await page.locator('select[name=state]').selectOption('qld');
    expect(await field().evaluate((element) => (element as LetterboxAddress).checkValidity())).toBe(true);
    await soon(async () => (await filled()).id).toMatch(/^GAQLD/);
  });

  it('takes over from an input inside it, where scripts and styles of a page are restricted', async () => {
    await page.route('/light.html', (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'Content-Security-Policy': "default-src 'self'; require-trusted-types-for 'script'" },
        body: `<!doctype html><script type="module" src="/letterbox-address.js"></script><form>
<letterbox-address api-key="demo"><label>Address <input name="typed" required></label></letterbox-address></form>`,
      }),
    );
    await page.goto('/light.html');
    const valid = () => page.locator('form').evaluate((form: HTMLFormElement) => form.checkValidity());
    await box().waitFor();
    expect(await valid()).toBe(false);
    await box().fill('2 perth st');
    expect(await valid()).toBe(true);
    expect(await filled()).toEqual({ typed: '2 perth st' });
    await page.route('**/letterbox-address.js', (route) => route.abort());
    await page.goto('/light.html');
    await page.getByRole('textbox', { name: 'Address' }).fill('3 perth st');
    expect(await filled()).toEqual({ typed: '3 perth st' });
  });

  it.each([90, 180])('asks at most 12 times for 36 letters at %i ms each', async (delay) => {
    const typing = pace(36 * delay);
    await box().pressSequentially('2 perth street sunnybank qld 4109 au', { delay });
    const most = typing.share(12);
    await page.waitForTimeout(400);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(most);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('asks for nothing twice of somebody who types at 400 ms a letter, and nothing while a complete list narrows', async () => {
    await box().pressSequentially('2 perth st sunnyb', { delay: 400 });
    await soon(() => options().count()).toBe(1);
    const before = asked.length;
    expect(new Set(asked).size).toBe(before);
    expect(before).toBeLessThanOrEqual(17);
    await box().pressSequentially('ank qld', { delay: 400 });
    await page.waitForTimeout(400);
    expect(await options().count()).toBe(1);
    expect(asked).toHaveLength(before);
  });

  it('asks at most 12 times of somebody who rests a second after each word', async () => {
    const typing = pace(36 * 180 + 7 * 1000);
    for (const word of ['2 ', 'perth ', 'street ', 'sunnybank ', 'qld ', '4109 ', 'au']) {
      await box().pressSequentially(word, { delay: 180 });
      await page.waitForTimeout(1000);
    }
    expect(asked.length).toBeLessThanOrEqual(typing.share(12));
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('offers the places that a name or a postcode alone means, each a row that goes on typing', async () => {
    const texts = async () => (await options().allTextContents()).map((text) => text.replace(/\s+/g, ' '));
    for (const typed of ['sunnyb', 'sunnybank', '4109']) {
      await box().fill(typed);
      await soon(texts).toContain('Sunnybank QLD 4109');
      expect(await options().first().getAttribute('part')).toContain('option-suburb');
    }
    expect(asked).toContain('lookup/locality sunnybank');
    expect(asked.filter((each) => each.startsWith('lookup/postcode'))).toHaveLength(1);
    expect(await accessibilityProblems(page)).toEqual([]);
    await box().press('ArrowDown');
    await box().press('Enter');
    expect(await filled()).toMatchObject({ typed: 'Sunnybank QLD 4109, ', id: '' });
    await box().pressSequentially('2 per');
    await soon(async () => (await texts())[0]).toBe('2 Perth Street Sunnybank QLD 4109');
    await options().first().click();
    expect(await filled()).toMatchObject({ typed: '2 Perth Street, Sunnybank QLD 4109', id: 'GAQLD438583692' });
  });

  it('looks no place up for a line with a number, nor for what begins none', async () => {
    for (const text of ['2 perth st', 'perth stre', 'perth streets', '41', '41091']) {
      await box().fill(text);
      await soon(() => asked).toContain(`autocomplete ${text}`);
      await soon(() => page.locator('letterbox-address [part=list]').getAttribute('aria-busy')).toBe('false');
    }
    expect(asked.filter((each) => each.startsWith('lookup'))).toEqual(['lookup/locality perth stre']);
  });

  it('suggests addresses though places cannot be looked up, and looks them up again when they can', async () => {
    await page.route('**/lookup/*', (route) => route.abort());
    await box().fill('sunnybank');
    await options().first().waitFor();
    expect(await options().first().getAttribute('part')).not.toContain('option-suburb');
    await page.unroute('**/lookup/*');
    await box().fill('sunnyban');
    await soon(() => options().first().getAttribute('part')).toContain('option-suburb');
    await page.route('**/lookup/*', (route) => route.fulfill({ status: 404 }));
    for (const text of ['springf', 'spring']) {
      await box().fill(text);
      await soon(() => asked).toContain(`autocomplete ${text}`);
      await options().first().waitFor();
    }
    expect(asked.filter((each) => each.startsWith('lookup')).slice(2)).toEqual(['lookup/locality springf']);
  });

  it('tells the developer once, in the console, of a secret key and of a key that is refused', async () => {
    const told: string[] = [];
    const listen = (message: { text(): string }) => {
      if (message.text().startsWith('<letterbox-address>')) told.push(message.text());
    };
    page.on('console', listen);
    await field().evaluate((element) => {
      element.setAttribute('api-key', 'lbx_live_wrong');
      for (let n = 0; n < 2; n++) element.parentElement!.prepend(element);
    });
    for (const text of ['2 perth', '3 perth']) await box().fill(text);
    await page.getByText('Suggestions are not available at the moment').first().waitFor();
    await box().fill('4 perth');
    page.off('console', listen);
    expect(told).toEqual([expect.stringContaining('is a secret key'), expect.stringMatching(/: INVALID_API_KEY: /)]);
  });

  it('takes over by touch, and empties all that it filled when the text departs from it', async () => {
    await box().fill('2 perth st sunnyb');
    await options().first().tap();
    await soon(async () => (await filled()).lon).toBe('153.06071253');
    expect(await marks()).toEqual(['confirmed']);
    await box().press('End');
    await box().pressSequentially('X');
    const empty = { id: '', lat: '', lon: '', line: '', suburb: '', state: '', postcode: '' };
    expect(await filled()).toMatchObject(empty);
    expect(await marks()).toEqual(['unconfirmed']);
  });

  it('leaves what was written into the form by hand, and keeps no id beside it', async () => {
    await box().fill('2 perth st sunnyb');
    await options().first().click();
    await soon(async () => (await filled()).lon).toBe('153.06071253');
    await page.locator('input[name=line]').fill('Rear, 2 Perth Street');
    expect(await filled()).toMatchObject({
      id: '',
      lat: '',
      lon: '',
      line: 'Rear, 2 Perth Street',
      suburb: 'Sunnybank',
    });
    expect(await marks()).toEqual(['unconfirmed']);
    await box().press('End');
    await box().pressSequentially('X');
    expect(await filled()).toMatchObject({ line: 'Rear, 2 Perth Street', suburb: '', state: '', postcode: '' });
  });

  it('closes by Escape, which erases nothing, and opens again by the arrow', async () => {
    await box().fill('2 perth');
    await box().press('Escape');
    expect(await box().inputValue()).toBe('2 perth');
    await box().fill('2 perth s');
    await options().first().waitFor();
    await box().press('Escape');
    expect(await options().count()).toBe(0);
    await box().press('Alt+ArrowDown');
    expect(await options().count()).toBeGreaterThan(0);
    expect(await box().getAttribute('aria-activedescendant')).toBeNull();
    await box().press('Escape');
    await box().press('Escape');
    expect(await box().inputValue()).toBe('2 perth s');
  });

  it('takes old suggestions away with the next letter, and says that it searches', async () => {
    // On a slow line, as a busy machine's is, they would stay: by a clock that stands still no line is slow.
    await page.evaluate(() => {
      performance.now = () => 0;
    });
    await box().fill('2 perth st sunnyb');
    await options().first().waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/address/autocomplete?*', async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await box().pressSequentially('ank queensl');
    await page.getByText('Searching…').waitFor();
    expect(await options().count()).toBe(0);
    const popup = page.locator('letterbox-address [part=list]');
    expect(await popup.getAttribute('aria-busy')).toBe('true');
    expect(await accessibilityProblems(page)).toEqual([]);
    await box().press('ArrowDown');
    await box().press('ArrowDown');
    expect((await filled()).id).toBe('');
    release();
    await options().first().waitFor();
    expect(await popup.getAttribute('aria-busy')).toBe('false');
    expect(await page.getByText('Searching…').count()).toBe(0);
  });

  it('waits as long as it is told to, asks once for all that was typed meanwhile, and doubles its own waits', async () => {
    let refuse = 2;
    let from = 0;
    const times: number[] = [];
    await page.route('**/v1/address/autocomplete?*', async (route) => {
      times.push(performance.now() - from);
      if (refuse-- > 0) {
        const body = { error: { code: 'RATE_LIMITED', message: 'Rate limit exceeded', status: 429, request_id: 'r' } };
        await route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json: body });
      } else await route.continue();
    });
    from = performance.now();
    // At once: between two letters a slow machine may take long enough for a question of its own.
    await box().fill('2 perth st');
    await page
      .getByText(/Too many requests at the moment\. Trying again in \d s\./)
      .first()
      .waitFor();
    await box().pressSequentially(' sunnybank');
    expect(await accessibilityProblems(page)).toEqual([]);
    await options().first().waitFor();
    expect(asked.at(-1)).toBe('autocomplete 2 perth st sunnybank');
    expect(times).toHaveLength(3);
    expect(times[1] - times[0]).toBeGreaterThanOrEqual(1000);
    expect(times[2] - times[1]).toBeGreaterThanOrEqual(2000);
    expect(
      await page
        .getByText(/Too many requests/)
        .locator('visible=true')
        .count(),
    ).toBe(0);
  });

  it('asks nothing more by a key that is refused, until it has another', async () => {
    await field().evaluate((element) => element.setAttribute('api-key', 'wrong'));
    await box().fill('2 perth');
    await page.getByText('Suggestions are not available at the moment').first().waitFor();
    await box().pressSequentially(' st su', { delay: 140 });
    await page.locator('input[name=line]').focus();
    expect(asked).toHaveLength(1);
    await field().evaluate((element) => element.setAttribute('api-key', 'demo'));
    await box().pressSequentially('n');
    await options().first().waitFor();
  });

  it('opens a building into its units, which typing filters without asking', async () => {
    await box().fill('1 perth st sunnybank');
    await options().first().click();
    await page.getByText('101 units at 1 Perth Street. Type a number to find yours.').first().waitFor();
    expect(await filled()).toMatchObject({ typed: '1 Perth Street, Sunnybank QLD 4109', id: 'GAQLD400387102' });
    expect(await options().count()).toBe(100);
    expect(await accessibilityProblems(page)).toEqual([]);
    const before = asked.length;
    await box().pressSequentially('unit 10');
    expect((await options().allTextContents()).slice(0, 2)).toEqual(['Unit 101', 'Unit 102']);
    await box().fill('99x');
    expect(await options().count()).toBe(0);
    await box().fill('101');
    expect(await options().allTextContents()).toEqual(['Unit 101']);
    expect(asked).toHaveLength(before);
    await box().press('Enter');
    await soon(async () => (await filled()).id).toBe(await unitId('UNIT 101'));
    await soon(async () => (await filled()).lat).not.toBe('');
    expect(await filled()).toMatchObject({
      line: 'Unit 101, 1 Perth Street',
      typed: 'Unit 101, 1 Perth Street, Sunnybank QLD 4109',
    });
  });

  it('goes back from the units to the building by Escape, by Backspace, by its row, and by leaving', async () => {
    const whole = '1 Perth Street, Sunnybank QLD 4109';
    for (const back of ['Escape', 'Backspace', 'row', 'leave']) {
      await box().fill('1 perth st sunnybank');
      await options().first().click();
      await page
        .getByText(/^101 units at/)
        .first()
        .waitFor();
      if (back === 'row') await page.getByRole('option', { name: /whole building/ }).click();
      else if (back === 'leave') await page.locator('input[name=line]').focus();
      else await box().press(back);
      expect(await box().inputValue()).toBe(whole);
      expect(await filled()).toMatchObject({ id: 'GAQLD400387102', typed: whole });
      expect(await field().locator('[part=note]:visible').count()).toBe(0);
    }
  });

  it('offers again what begins as the text does that it was left with', async () => {
    await box().fill('1 perth st');
    await options().nth(1).waitFor();
    await page.locator('input[name=postcode]').focus();
    const offer = page.getByRole('group', { name: /^(This is not a whole address|Did you mean)/ });
    await offer.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await box().fill('unit');
    await page.locator('input[name=postcode]').focus();
    await page.getByRole('button', { name: 'Show them' }).click();
    expect(await options().count()).toBeGreaterThan(1);
    expect(await box().evaluate((input) => (input.getRootNode() as ShadowRoot).activeElement === input)).toBe(true);
  });

  it('lets an address that is not listed be entered by hand, in the form or in fields of its own', async () => {
    await box().fill('5 new street');
    await lastRow().click();
    await soon(() => page.locator('input[name=line]').evaluate((input) => document.activeElement === input)).toBe(true);
    expect(await filled()).toMatchObject({ line: '5 new street', typed: '5 new street', id: '' });

    await page.locator('form').evaluate((form) => {
      for (const label of form.querySelectorAll('label')) label.hidden = true;
    });
    await box().fill('6 new street');
    await lastRow().waitFor();
    await box().press('ArrowUp');
    await box().press('Enter');
    const own = page.getByRole('group', { name: 'Enter the address by hand.' });
    expect(await own.getByLabel('Street address').inputValue()).toBe('6 new street');
    expect(await accessibilityProblems(page)).toEqual([]);
    const valid = () => field().evaluate((element) => (element as LetterboxAddress).checkValidity());
    expect(await valid()).toBe(false);
    await own.getByLabel('Suburb').fill('Newtown');
    await own.getByLabel('State').selectOption('QLD');
    await own.getByLabel('Postcode').fill('4000');
    expect(await valid()).toBe(true);
    expect(await filled()).toMatchObject({
      typed: '6 new street, Newtown QLD 4000',
      line: '6 new street',
      suburb: 'Newtown',
      state: 'qld',
      postcode: '4000',
      id: '',
    });
    await own.getByRole('button', { name: 'Search for it instead' }).click();
    expect(await filled()).toMatchObject({ line: '', suburb: '', postcode: '' });
    await box().waitFor();
  });

  it('can be asked whether it is valid, by the page and in the page’s own words', async () => {
    const state = () =>
      field().evaluate((element) => {
        const { validity, validationMessage, willValidate } = element as LetterboxAddress;
        return [validity.valid, validity.valueMissing, validity.customError, validationMessage, willValidate];
      });
    expect(await state()).toEqual([false, true, false, 'Enter an address.', true]);
    await box().fill('2 perth st sunnyb');
    await options().first().click();
    expect(await state()).toEqual([true, false, false, '', true]);
    await field().evaluate((element) =>
      (element as LetterboxAddress).setCustomValidity('We deliver to Victoria only.'),
    );
    expect(await state()).toEqual([false, false, true, 'We deliver to Victoria only.', true]);
    expect(await field().evaluate((element) => (element as LetterboxAddress).reportValidity())).toBe(false);
    expect(await box().getAttribute('aria-invalid')).toBe('true');
    await field().evaluate((element) => (element as LetterboxAddress).setCustomValidity(''));
    expect(await state()).toEqual([true, false, false, '', true]);
    await page.locator('form').evaluate((form) => {
      const set = document.createElement('fieldset');
      set.disabled = true;
      form.prepend(set);
      set.append(form.querySelector('letterbox-address')!);
    });
    expect([await box().isDisabled(), (await state())[4], (await filled()).typed]).toEqual([true, false, undefined]);
  });

  it('has its text and what was chosen again when one comes back to the page', async () => {
    await box().fill('2 perth st sunnyb');
    await options().first().click();
    await soon(async () => (await filled()).lon).toBe('153.06071253');
    await page.goto('about:blank');
    await page.goBack();
    await soon(() => box().inputValue()).toBe('2 Perth Street, Sunnybank QLD 4109');
    expect(await field().evaluate((element) => (element as LetterboxAddress).chosen?.id)).toBe('GAQLD438583692');
  });

  it('writes as people do, or as the service does where it is told to', async () => {
    await field().evaluate((element) => element.setAttribute('casing', 'upper'));
    await box().fill('2 perth st sunnyb');
    await options().first().click();
    await soon(async () => (await filled()).line).toBe('2 PERTH STREET');
  });

  it('says whose data it shows', async () => {
    await box().fill('2 perth');
    await options().first().waitFor();
    expect(await page.getByText('G-NAF © Geoscape Australia').isVisible()).toBe(true);
  });

  it('asks once for quick typing, aborts nothing, two at a time, and shows nothing older than it has shown', async () => {
    const held: Record<string, () => void> = {};
    await page.route('**/v1/address/autocomplete?*', async (route) => {
      const q = new URL(route.request().url()).searchParams.get('q') ?? '';
      await new Promise<void>((resolve) => {
        held[q] = resolve;
      });
      await route.continue();
    });
    let aborted = 0;
    const note = () => void aborted++;
    page.on('requestfailed', note);
    const answer = async (q: string) => {
      const answered = page.waitForResponse((response) => new URL(response.url()).searchParams.get('q') === q);
      held[q]!();
      await (await answered).finished();
    };
    await box().focus();
    await typeFast('', '1 perth');
    await soon(() => Object.keys(held)).toContain('1 perth');
    await typeFast('1 perth', ' st sunnyb');
    await soon(() => Object.keys(held)).toContain('1 perth st sunnyb');
    await typeFast('1 perth st sunnyb', 'ank q');
    await page.waitForTimeout(1000);
    expect(asked).toEqual(['autocomplete 1 perth', 'autocomplete 1 perth st sunnyb']);
    await answer('1 perth st sunnyb');
    await soon(() => options().first().textContent()).toContain('Sunnybank');
    const shown = await options().allTextContents();
    await answer('1 perth');
    await page.waitForTimeout(300);
    expect(await options().allTextContents()).toEqual(shown);
    await box().press('Escape');
    await box().press('Backspace');
    await options().first().waitFor();
    expect(asked).toHaveLength(2);
    page.off('requestfailed', note);
    expect(aborted).toBe(0);
  });

  it('takes a certain match of what was typed in full, asks about a doubtful one, and says where there is none', async () => {
    await box().fill('2 Perth Street, Sunnybank QLD 4109');
    await page.locator('input[name=line]').focus();
    await soon(async () => (await filled()).id).toBe('GAQLD438583692');

    await box().fill('2 Perth St Sunnybank QLD 4000');
    await page.locator('input[name=line]').focus();
    const question = page.getByRole('group', { name: 'Did you mean 2 Perth Street, Sunnybank QLD 4109?' });
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
