import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LetterboxAddress } from '../../src/pages/field/letterbox-address.ts';
import { type Letterbox, runLetterbox, stopLetterbox } from '../service/http/support/letterbox.ts';
import { sampleIndex } from '../support/shared-releases.ts';
import { CHECKOUTS, CONTROL, ONE_BOX } from './forms/checkouts.ts';
import { autofill, PROFILE } from './support/autofill.ts';
import { accessibilityProblems, launchBrowser, soon } from './support/browser.ts';
import { bundled } from './support/bundled.ts';

const browser: Browser | null = await launchBrowser({ autofill: true });

/** What a form of a checkout has when the browser has filled it. */
const FILLED = {
  first: 'Ann',
  last: 'Lee',
  line1: '1 Perth Street',
  line2: 'Unit 101',
  suburb: 'Sunnybank',
  state: 'QLD',
  postcode: '4109',
  email: 'ann@example.com',
};
const { ADDRESS_HOME_LINE2: _, ...NO_UNIT } = PROFILE;

describe.skipIf(browser === null)('A form that a browser fills', () => {
  let service: Letterbox;
  let page: Page;
  let asked: string[];

  beforeAll(async () => {
    service = await runLetterbox(['--index', sampleIndex(), '--dev-key', 'demo', '--workers', '1']);
    page = await browser!.newPage({
      baseURL: `http://127.0.0.1:${service.port}`,
      viewport: { width: 600, height: 800 },
    });
    page.on('request', (request) => {
      const [, operation] = /\/v1\/address\/([^?]*)/.exec(request.url()) ?? [];
      if (operation !== undefined) asked.push(operation);
    });
  });
  afterAll(async () => {
    await browser?.close();
    await stopLetterbox(service);
  });
  beforeEach(() => {
    asked = [];
  });

  async function open(body: string, script: string | null = null): Promise<void> {
    await page.unrouteAll();
    const from = script === null ? '/letterbox-address.js' : '/page.js';
    const html = `<!doctype html><html lang="en"><title>Checkout</title><link rel="icon" href="data:,">
<main>${body}</main><script type="module" src="${from}"></script></html>`;
    await page.route('/checkout.html', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.route('/done*', (route) => route.fulfill({ contentType: 'text/html', body: 'Done' }));
    await page.route('/page.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script ?? '' }));
    await page.goto('/checkout.html');
    await page.locator('form').waitFor();
  }
  const values = () => page.locator('form').evaluate((form: HTMLFormElement) => Object.fromEntries(new FormData(form)));
  const field = <T>(read: (element: LetterboxAddress) => T) =>
    page.locator('letterbox-address').evaluate((element, code) => {
      const read = new Function(`return ${code}`)() as (element: Element) => T;
      return read(element);
    }, read.toString());
  /** Inputs that nobody sees, in the page and in every shadow tree of it. */
  const hiddenInputs = () =>
    page.evaluate(() => {
      const all = (root: Document | ShadowRoot): Element[] =>
        [...root.querySelectorAll('*')].flatMap((each) => [each, ...(each.shadowRoot ? all(each.shadowRoot) : [])]);
      return all(document)
        .filter(
          (each) => each.matches('input:not([type=hidden]), select, textarea') && each.getClientRects().length === 0,
        )
        .map(({ outerHTML }) => outerHTML);
    });
  const sent = async () => {
    await page.getByRole('button', { name: 'Order' }).click();
    await page.waitForURL('**/done?*');
    return Object.fromEntries(new URL(page.url()).searchParams);
  };

  it('is filled in whole without the field', async () => {
    await open(CONTROL);
    await autofill(page, '#first');
    expect(await values()).toEqual(FILLED);
    expect(await sent()).toEqual(FILLED);
  });

  it.each(Object.entries(CHECKOUTS))(
    'is filled in whole with the field %s, and says what was filled when it is sent',
    async (_, body) => {
      await open(body);
      expect(await hiddenInputs()).toEqual([]);
      const told = await autofill(page, '#first');
      expect(
        Object.entries(told)
          .filter(([name]) => name in FILLED)
          .every(([, value]) => value !== ''),
      ).toBe(true);
      await soon(values).toMatchObject(FILLED);
      const whole = 'Unit 101, 1 Perth Street, Sunnybank QLD 4109';
      if (await page.locator('letterbox-address').count())
        await soon(() => field((element) => [element.value, element.chosen?.id])).toEqual([whole, 'GAQLD418421158']);
      expect(asked.filter((operation) => operation !== 'validate' && operation !== 'enrich')).toEqual([]);
      expect(await page.getByRole('option', { name: 'Perth' }).count()).toBe(0);
      const { address, ...parts } = await values();
      expect(address ?? whole).toBe(whole);
      expect(parts).toEqual(FILLED);
      expect(await sent()).toMatchObject(FILLED);
    },
  );

  it.each(Object.entries(CHECKOUTS))(
    'is sent whole at once, before the service answers, with the field %s',
    async (_, body) => {
      await open(body);
      await page.route('**/v1/address/**', (route) => route.abort());
      await autofill(page, '#first');
      expect(await sent()).toMatchObject(FILLED);
    },
  );

  it.each(Object.entries(CHECKOUTS))(
    'loses nothing where the profile has no unit, and asks for the unit, with the field %s',
    async (_, body) => {
      await open(body);
      await autofill(page, '#first', NO_UNIT);
      const question = page.getByRole('group', { name: '1 Perth Street has 101 units. Is yours one of them?' });
      await question.waitFor();
      expect(asked).toEqual(['validate', 'enrich']);
      expect(await values()).toMatchObject({ ...FILLED, line2: '' });
      expect(await accessibilityProblems(page, ['aria-valid-attr-value', 'aria-required-children', 'label'])).toEqual(
        [],
      );
      await question.getByRole('button', { name: 'Choose it' }).click();
      await page.keyboard.type('101');
      await page.getByRole('option', { name: 'Unit 101' }).click();
      await soon(values).toMatchObject(FILLED);
    },
  );

  it('has suburb and postcode where one box is for both, of which the browser fills one', async () => {
    await open(ONE_BOX);
    const told = await autofill(page, '#first', NO_UNIT);
    expect(told.place).toBe('Sunnybank');
    await soon(values).toMatchObject({ line1: '1 Perth Street', state: 'QLD', place: 'Sunnybank 4109' });
    await page.locator('#line1').fill('2 perth st sun');
    await page.getByRole('option', { name: '2 Perth Street' }).click();
    expect(await values()).toMatchObject({ line1: '2 Perth Street', state: 'QLD', place: 'Sunnybank 4109' });
  });

  it('keeps a unit that the service does not know', async () => {
    await open(CHECKOUTS['before the first line, for it']!);
    await autofill(page, '#first', { ...PROFILE, ADDRESS_HOME_LINE1: '2 Perth Street', ADDRESS_HOME_LINE2: 'Unit 5' });
    const question = page.getByRole('group', { name: 'Did you mean 2 Perth Street, Sunnybank QLD 4109?' });
    await question.getByRole('button', { name: 'Yes, use it' }).click();
    await soon(() => field((element) => element.chosen?.id)).toBe('GAQLD438583692');
    expect(await values()).toMatchObject({ ...FILLED, line1: '2 Perth Street', line2: 'Unit 5' });
  });

  it.each([
    ['React', 'react-checkout.tsx'],
    ['Vue', 'vue-checkout.ts'],
  ])('keeps what was filled in inputs that %s controls, by the browser or by choosing', async (_, file) => {
    await open('<div id="app"></div>', await bundled(file));
    const state = async () => JSON.parse((await page.locator('output').textContent())!);
    await autofill(page, '#first');
    await soon(state).toMatchObject({ ...FILLED, chosen: 'GAQLD418421158' });
    expect(await values()).toMatchObject(FILLED);
    await page.locator('#line1').fill('2 perth st sun');
    await page.getByRole('option', { name: '2 Perth Street' }).click();
    const chosen = { line1: '2 Perth Street', line2: '', chosen: 'GAQLD438583692', lat: -27.57989863 };
    await soon(state).toMatchObject(chosen);
    await page.locator('#line1').fill('2a Perth Street');
    await page.getByRole('option', { name: 'My address is not listed' }).click();
    await soon(state).toMatchObject({ line1: '2a Perth Street', suburb: 'Sunnybank', postcode: '4109' });
    expect((await state()).chosen).toBeUndefined();
  });

  it('says nothing to autofill while somebody types, from the first letter until the list closes', async () => {
    await open(CHECKOUTS['attached by a script']!);
    const line1 = page.locator('#line1');
    const token = () => line1.getAttribute('autocomplete');
    await page.getByRole('combobox', { name: 'Street address' }).waitFor();
    for (const close of ['Escape', 'Tab', 'choose']) {
      expect(await token()).toBe('address-line1');
      await line1.fill('');
      await line1.pressSequentially('2');
      await soon(token).toBe('off');
      await line1.pressSequentially(' perth st sun');
      const option = page.getByRole('option', { name: '2 Perth Street' }).first();
      await option.waitFor();
      expect(await token()).toBe('off');
      if (close === 'choose') await option.click();
      else await line1.press(close);
      await soon(token).toBe('address-line1');
    }
  });
});
