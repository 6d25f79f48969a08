import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminJson } from '../billing/credits/support/programs.ts';
import { LONG } from '../support/cases.ts';
import { accessibilityProblems, launchBrowser, soon } from './support/browser.ts';
import { consolePages, DESK, PHONE, ready, show } from './support/console-pages.ts';

const browser: Browser | null = await launchBrowser();
afterAll(() => browser?.close());

/** How a page can be looked at. */
const LOOKS = [
  { scheme: 'light', size: DESK },
  { scheme: 'dark', size: PHONE },
  { scheme: 'light', size: PHONE },
  { scheme: 'dark', size: DESK },
] as const;

/** Each look in turn; in a full run all of them. */
let turn = 0;
const looks = () => (LONG ? LOOKS : [LOOKS[turn++ % LOOKS.length]]);

/** Nothing that axe finds, and nothing beyond the window's edge. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const { scheme, size } of looks()) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize(size);
    const where = `${what}, ${scheme}, ${size.width} pixels wide`;
    expect(await accessibilityProblems(page), where).toEqual([]);
    const over = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(over, where).toBe(0);
  }
  await page.setViewportSize(DESK);
}

/** Tabs on until something of a name has the focus, which has to be seen there. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let tabs = 0; tabs < 60; tabs++) {
    await page.keyboard.press('Tab');
    const { text, outline } = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLLabelElement> };
      const label = focused.getAttribute('aria-label') ?? focused.labels?.[0]?.textContent ?? focused.textContent;
      return { text: (label ?? '').trim(), outline: getComputedStyle(focused).outlineStyle };
    });
    passed.push(text);
    if (!name.test(text)) continue;
    expect(outline, `the outline of ${text}`).not.toBe('none');
    return;
  }
  throw new Error(`The focus never came to ${name}; it passed ${passed.join(' | ')}`);
}

describe.skipIf(browser === null)("The console's pages", () => {
  const { service, origin, open, link, logIn, forgive } = consolePages(browser, ['acme', 'keyboard', 'empty']);

  beforeAll(async () => {
    const { token } = await adminJson<{ token: string }>(
      service().env,
      ...['console', 'preview-plan-change', 'acme', '--plan', 'growth'],
    );
    await adminJson(service().env, 'console', 'confirm-plan-change', 'acme', '--token', token);
    await adminJson(service().env, 'console', 'create-key', 'acme', '--name', 'web', '--daily-cap', '50');
  });

  it('can be used by the keyboard alone: log in, make a key, change the plan, log out', async () => {
    const page = await open();
    await page.goto(await link('admin', 'keyboard'));
    await page.getByText('As ann, admin').waitFor();
    await tabTo(page, /^Log in$/);
    await page.keyboard.press('Enter');
    await page.getByText('No keys yet').waitFor();

    await tabTo(page, /^Make a key$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    // A question has the focus in its first field, and keeps it within.
    await page.keyboard.type('by keyboard');
    await tabTo(page, /^Make key$/);
    await page.keyboard.press('Space');
    await page.locator('#new-key').waitFor();
    await tabTo(page, /^I have it$/);
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /^by keyboard .*active/ }).waitFor();

    await tabTo(page, /^Plan$/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Plan' }).waitFor();
    await ready(page);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await tabTo(page, /^See what changing to Growth does$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('begins at once').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('See what changing to Growth does');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, /^Confirm and be invoiced/);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Current plan' }).getByRole('heading', { name: 'Growth' }).waitFor();
    await ready(page);

    await tabTo(page, /^Log out$/);
    await page.keyboard.press('Enter');
    await page.locator('[data-state="logged-out"]').waitFor();
    await tabTo(page, /^Log in again$/);
  });

  it('are accessible: every view of admins, light and dark, desk and phone', async () => {
    const page = await logIn('admin', 'acme');
    for (const view of ['Keys', 'Usage', 'Plan', 'Invoices', 'Events', 'People', 'Audit log']) {
      await show(page, view);
      await expectAccessible(page, view);
    }
    await show(page, 'Invoices');
    await page.getByRole('button', { name: 'Change billing details' }).click();
    await expectAccessible(page, 'billing details');
    await page.getByLabel(/^ABN/).fill('53 004 085 617');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('add up').waitFor();
    await page.getByLabel(/^ABN/).fill('53 004 085 616');
    await page.getByLabel(/^Address/).fill('12 Sample Road\n\n Perth WA 6000 ');
    await page.getByRole('button', { name: 'Save' }).click();
    const details = page.getByRole('region', { name: 'Billing details' });
    await details.getByText('ABN 53 004 085 616').waitFor();
    await details.getByText('Perth WA 6000', { exact: true }).waitFor();
    await page.getByRole('link', { name: /^INV-/ }).first().click();
    await page.getByRole('article', { name: /^Invoice INV-/ }).waitFor();
    await expectAccessible(page, 'invoice');
    await show(page, 'Keys');
    await page.getByRole('button', { name: 'Make a key' }).click();
    await expectAccessible(page, 'question');
    await page.keyboard.press('Escape');
    await show(page, 'Plan');
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, 'cancellation');
  });

  it('are accessible: every view of operators', async () => {
    const page = await logIn('operator');
    for (const view of ['Organizations', 'Service']) {
      await show(page, view);
      await expectAccessible(page, view);
    }
    await page.goto(`${origin()}/#/o/acme/invoices`);
    await page.getByRole('button', { name: /^Mark paid: INV-/ }).click();
    await expectAccessible(page, 'marking an invoice');
  });

  it('are of no use to a page of another site: it cannot frame them, and what it sends with their cookies changes nothing', async () => {
    const page = await logIn('admin', 'acme');
    const keys = async () => (await page.request.get(`${origin()}/console/v1/organizations/acme/keys`)).json();
    const before = await keys();
    expect(before.keys).toHaveLength(1);
    const target = `${origin()}/console/v1/organizations/acme/keys`;
    const hostile = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<iframe src="${origin()}/"></iframe>
        <form method="post" action="${target}" target="sent" enctype="text/plain"><input name='{"name":"' value='x"}'></form>
        <iframe name="sent"></iframe>`);
    });
    hostile.listen(0);
    await once(hostile, 'listening');
    const other = await page.context().newPage();
    // Another site than the console's, which is at 127.0.0.1: cookies care for sites.
    await other.goto(`http://localhost:${(hostile.address() as AddressInfo).port}/`);
    await soon(() => other.frames()[1].url()).toContain('chrome-error:');
    expect(await other.frames()[1].locator('h1', { hasText: 'Letterbox console' }).count()).toBe(0);
    const refused = other.waitForResponse(target);
    await other.locator('form').evaluate((form: HTMLFormElement) => form.submit());
    expect((await refused).status()).toBeGreaterThanOrEqual(400);
    const blocked = await other.evaluate(async (url) => {
      const init = { method: 'POST', credentials: 'include', body: '{"name":"x"}' } as const;
      const sent = await fetch(url, { ...init, mode: 'no-cors' }).then(({ type }) => type);
      const json = { ...init, headers: { 'Content-Type': 'application/json' } };
      return [sent, await fetch(url, json).catch(() => 'blocked')];
    }, target);
    expect(blocked).toEqual(['opaque', 'blocked']);
    expect(await keys()).toEqual(before);
    hostile.close();
  });

  it('have a page for every state, which is accessible: loading, empty, failed, forbidden, not there, session over, logged out', async () => {
    const page = await logIn('admin', 'empty');
    const at = async (state: string) => {
      await page.locator(`[data-state="${state}"]`).waitFor();
      await expectAccessible(page, state);
    };
    const answered = async (view: string, status: number, code: string) => {
      const error = { code, message: 'What it is, in a sentence.', status, request_id: `req_${'0'.repeat(32)}` };
      await page.route('**/console/v1/**', (route) => route.fulfill({ status, json: { error } }));
      await page.getByRole('navigation').getByRole('link', { name: view }).click();
      await ready(page);
    };
    for (const view of ['Keys', 'Usage', 'Invoices']) {
      await show(page, view);
      await at('empty');
    }
    await answered('Plan', 403, 'FORBIDDEN');
    await at('forbidden');
    await answered('Keys', 404, 'NOT_FOUND');
    // An organization that is not there is begun by its admin.
    await at('not-begun');
    await answered('Usage', 500, 'INTERNAL_ERROR');
    await at('failed');
    await page.unrouteAll();
    await page.route('**/console/v1/**', (route) => route.abort());
    await page.getByRole('navigation').getByRole('link', { name: 'Plan' }).click();
    await page.getByText('The console cannot be reached').waitFor();
    await at('failed');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 2, name: 'Plan' }).waitFor();
    await page.goto(`${origin()}/#/o/empty/nowhere`);
    await at('not-found');

    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/auth/session', (route) => held.then(() => route.continue()));
    await page.reload();
    await at('loading');
    answer();
    await page.locator('[data-state="loading"]').waitFor({ state: 'detached' });
    await page.unrouteAll();

    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await page.getByRole('navigation').getByRole('link', { name: 'Keys' }).click();
    await at('session-over');
    await page.context().addCookies(cookies);
    await page.reload();
    await page.getByRole('button', { name: 'Log out' }).click();
    await at('logged-out');
    await page.goto(`${origin()}/#/o/acme/keys`);
    await page.locator('[data-state="session-over"]').waitFor();
    await page.goto(`${origin()}/#/login/denied`);
    await at('login');
    await page.goto(await link('admin', 'empty'));
    await at('link');
    await soon(() => page.getByRole('button', { name: 'Log in', exact: true }).isEnabled()).toBe(true);
    forgive();
  });
});
