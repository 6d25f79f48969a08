import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { marksOf } from '../../src/pages/field/view/marks.ts';
import { type Letterbox, runLetterbox, stopLetterbox } from '../service/http/support/letterbox.ts';
import { cases } from '../support/cases.ts';
import { sampleIndex } from '../support/shared-releases.ts';
import { launchBrowser, soon } from './support/browser.ts';

/** A row with what is marked of it in brackets. */
const marked = (typed: string, ...texts: string[]) =>
  marksOf(texts, typed).map((pieces) =>
    pieces
      .map(({ text, marked }) => (marked === 0 ? text : `[${text.slice(0, marked)}]${text.slice(marked)}`))
      .join(''),
  );

describe('What was typed is marked in a row', () => {
  it.each([
    ['2 george st', ['2 George Street', 'Lalor Park NSW 2124'], ['[2] [George] [St]reet', 'Lalor Park NSW 2124']],
    ['2 george st 21', ['2 George Street', 'Lalor Park NSW 2124'], ['[2] [George] [St]reet', 'Lalor Park NSW [21]24']],
    ['2', ['21 George Street', 'Lalor Park NSW 2124'], ['[2]1 George Street', 'Lalor Park NSW 2124']],
    ['2 george st', ['2A George Street', 'X'], ['[2]A [George] [St]reet', 'X']],
    ['2 george st', ['12-14 George Street', 'NSW 2000'], ['12-14 [George] [St]reet', 'NSW 2000']],
    ['park st park', ['Park Street', 'Park Ridge'], ['[Park] [St]reet', '[Park] Ridge']],
    ['5/12 a', ['Unit 5, 12 Ann Street', 'Ayr'], ['Unit [5], [12] [A]nn Street', 'Ayr']],
  ])('%s', (typed, texts, expected) => expect(marked(typed, ...texts)).toEqual(expected));

  it('once for each typed word, where one begins so that a number is the whole number, and no other text', () => {
    const word = fc.constantFrom('2', '21', '2A', 'george', 'GE', 'st', 'park', '2124', 'Street', "O'Hara", '12-14');
    const text = fc.array(word).map((words) => words.join(' '));
    const wordsIn = (text: string) => text.toUpperCase().split(/[\s,/-]+/);
    fc.assert(
      fc.property(text, fc.array(text, { minLength: 1, maxLength: 3 }), (typed, texts) => {
        const pieces = marksOf(texts, typed);
        expect(pieces.map((of) => of.map(({ text }) => text).join(''))).toEqual(texts);
        const left = wordsIn(typed);
        const last = left.at(-1);
        const isBegun = (word: string, piece: string) =>
          word !== '' &&
          piece.startsWith(word) &&
          (word === last || !/\d$/.test(word) || !/^\d/.test(piece.slice(word.length)));
        for (const { text, marked } of pieces.flat().filter(({ marked }) => marked > 0)) {
          const word = text.slice(0, marked).toUpperCase();
          expect(left).toContain(word);
          expect(isBegun(word, text.toUpperCase())).toBe(true);
          left.splice(left.indexOf(word), 1);
        }
        // A typed word that is not marked begins nothing that is left.
        const bare = pieces.flat().flatMap(({ text, marked }) => (marked === 0 ? [text.toUpperCase()] : []));
        const unmarked = left.filter((word) => wordsIn(typed).filter((each) => each === word).length === 1);
        expect(unmarked.filter((word) => bare.some((piece) => isBegun(word, piece)))).toEqual([]);
      }),
      { numRuns: cases(500, 20_000) },
    );
  });
});

it('The module can be imported where there are no elements, and its components rendered', () => {
  const script = `
    const field = await import('./letterbox-address.js');
    const { LetterboxAddress, useLetterboxAddress } = await import('./react.js');
    const { createElement } = await import('react');
    const { renderToString } = await import('react-dom/server');
    const Form = () => createElement('form', null, createElement('input', { ref: useLetterboxAddress({}) }),
      createElement(LetterboxAddress, { label: 'Address', 'api-key': 'k', required: 'confirmed', onAddress: () => {} }));
    console.log(typeof field.attach, renderToString(createElement(Form)));
    const vue = await import('./vue.js');
    const { createSSRApp, h, withDirectives } = await import('vue');
    const { renderToString: render } = await import('vue/server-renderer');
    const page = { render: () => [withDirectives(h('input'), [[vue.vLetterboxAddress, {}]]), h(vue.LetterboxAddress, { label: 'Address' })] };
    console.log(await render(createSSRApp(page)));`;
  const cwd = fileURLToPath(new URL('../../dist/packages/field/', import.meta.url));
  const out = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd, encoding: 'utf8' });
  const [react, vue] = out.trim().split('\n');
  expect(react).toBe(
    'function <form><input/><letterbox-address label="Address" api-key="k" required="confirmed"></letterbox-address></form>',
  );
  expect(vue).toContain('<input>');
  expect(vue).toMatch(/<letterbox-address label="Address" value(="")?><\/letterbox-address>/);
});

const browser: Browser | null = await launchBrowser();

/** Rules that a page may have of its own, for every element, and for those of the field. */
const STRANGE = `* { letter-spacing: 3px !important; color: rgb(255, 0, 0) !important; text-transform: uppercase !important;
  padding: 9px !important; margin: 7px !important; opacity: .5 !important; float: left !important; max-width: 40px !important }
 letterbox-list, letterbox-option, letterbox-note { display: none !important; visibility: hidden !important }`;

describe.skipIf(browser === null)('The list of a field', () => {
  let service: Letterbox;
  let page: Page;
  beforeAll(async () => {
    service = await runLetterbox(['--index', sampleIndex(), '--dev-key', 'demo', '--workers', '1']);
    page = await browser!.newPage({ baseURL: `http://127.0.0.1:${service.port}` });
  });
  afterAll(async () => {
    await browser?.close();
    await stopLetterbox(service);
  });
  beforeEach(() => page.unrouteAll());

  async function open(body: string, style = ''): Promise<void> {
    const html = `<!doctype html><html lang="en"><title>Form</title><style>${style}</style>${body}<script type="module" src="/letterbox-address.js"></script></html>`;
    await page.route('/form.html', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.goto('/form.html');
  }
  const attached = `<form><label for="line1">Address</label><input id="line1"></form><letterbox-address for="line1" api-key="demo"></letterbox-address>`;

  it('looks as it does without the page’s style sheet, whatever that says of every element', async () => {
    /** What each element of the list looks like, but for its place and its font. */
    const looks = async (style: string) => {
      await open(attached, style);
      await page.locator('#line1').fill('2 perth st');
      await page.locator('letterbox-option').first().waitFor();
      return page.locator('letterbox-list').evaluate((list) => {
        const all = (element: Element): Element[] => [
          element,
          ...[...element.children, ...(element.shadowRoot?.children ?? [])].flatMap(all),
        ];
        const names = [
          'color',
          'letterSpacing',
          'textTransform',
          'padding',
          'margin',
          'opacity',
          'float',
          'display',
          'visibility',
        ];
        return all(list).map((element) => {
          const style = getComputedStyle(element) as unknown as Record<string, string>;
          return [element.localName, ...names.map((name) => style[name])].join(' ');
        });
      });
    };
    const [plain, strange] = [await looks(''), await looks(STRANGE)];
    expect(plain.length).toBeGreaterThan(10);
    expect(strange).toEqual(plain);
  });

  it('is above a dialog, and gone from the document with the list', async () => {
    await open(`<dialog id="around">${attached}</dialog>`);
    await page.locator('#around').evaluate((dialog) => (dialog as HTMLDialogElement).showModal());
    await page.locator('#line1').fill('2 perth st sun');
    await page.getByRole('option', { name: '2 Perth Street' }).first().click();
    await soon(() => page.locator('#line1').inputValue()).toContain('2 Perth Street');
    expect(await page.locator('letterbox-list').count()).toBe(0);
  });

  it('shows both names of an address that was typed by another, and fills in the official one', async () => {
    await page.route('**/v1/address/autocomplete?*', async (route) => {
      const url = route
        .request()
        .url()
        .replace(/\bq=[^&]*/, 'q=2+perth+st+sun');
      const answer = await (await route.fetch({ url })).json();
      for (const each of answer.suggestions) each.formatted.alias = '10 Pitt Street, Sunnybank QLD 4109';
      await route.fulfill({ json: answer });
    });
    await open(attached);
    await page.locator('#line1').fill('10 pitt st sun');
    const option = page.getByRole('option', { name: '2 Perth Street' }).first();
    expect(await option.locator('[part=option-alias]').textContent()).toBe('also 10 Pitt Street, Sunnybank QLD 4109');
    expect(await option.locator('mark').allTextContents()).toEqual(['10', 'Pitt', 'St', 'Sun']);
    await option.click();
    await soon(() => page.locator('#line1').inputValue()).toBe('2 Perth Street, Sunnybank QLD 4109');
  });
});
