import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askControl, controlSocket } from '../../src/service/release/control-socket.ts';
import { CLIENT, startProvider, type TestProvider } from '../billing/accounts/console/oidc-provider.ts';
import type { MeteredService } from '../billing/credits/support/metered-service.ts';
import { adminProcess } from '../billing/credits/support/programs.ts';
import { logged } from '../service/http/support/letterbox.ts';
import { accessibilityProblems, launchBrowser, soon } from './support/browser.ts';
import { consoleOrigin, consolePages, meteredOn, newPage, PHONE, ready, show } from './support/console-pages.ts';

const browser: Browser | null = await launchBrowser();
afterAll(() => browser?.close());

/** What the chart of usage says of each day, as a pointer goes over it. */
async function toldByDay(page: Page): Promise<(string | null)[]> {
  const { x, y, width, height } = (await page.locator('.u-over').boundingBox())!;
  const told: (string | null)[] = [];
  for (let at = 4; at < width; at += width / 62) {
    await page.mouse.move(x + at, y + height / 2);
    told.push(await page.locator('.told').textContent());
  }
  return told;
}

/** Whether the chart has the colour of its first series, as the page's style has it now. */
function isPainted(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.drawing canvas')!;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    const { fill } = getComputedStyle(document.querySelector('.series-0')!);
    const [red, green, blue] = fill.match(/\d+/g)!.map(Number);
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) return true;
    return false;
  });
}

/** Expects of a page that nothing on it is beyond the edge of the window, and that axe finds no fault. */
async function expectFits(page: Page, what: string): Promise<void> {
  const beyond = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden, thead, svg'))
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => element.outerHTML.slice(0, 200)),
  );
  expect(beyond, what).toEqual([]);
  expect(await accessibilityProblems(page), what).toEqual([]);
}

describe.skipIf(browser === null)("The console's pages", () => {
  const { service, origin, open, logIn } = consolePages(browser, ['acme', 'bravo']);
  const withKey = async (key: string) =>
    (
      await fetch(`http://127.0.0.1:${service().port()}/v1/address/autocomplete?q=2+perth`, {
        headers: { 'X-Api-Key': key },
      })
    ).status;

  it('let an admin make a key, use it, see its use, and revoke it', async () => {
    const page = await logIn('admin', 'acme');
    await page.getByText('No keys yet').waitFor();
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('web');
    await page.keyboard.press('Enter');
    const key = (await page.locator('#new-key').textContent())!;
    expect(key).toMatch(/^lbx_live_/);
    await page.getByText('No keys yet').waitFor({ state: 'detached' });
    await page.evaluate(() => {
      location.hash = '#/o/acme/usage';
    });
    await page.getByText('No usage yet').waitFor();
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape');
    expect(await page.locator('#new-key').textContent()).toBe(key);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.evaluate(() => {
      location.hash = '#/o/acme/keys';
    });
    await page.locator('h2', { hasText: 'API keys' }).waitFor();
    await soon(() => withKey(key)).toBe(200);
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('row', { name: /web .*active/ }).waitFor();
    expect(await page.content()).not.toContain(key);
    await soon(async () => {
      await show(page, 'Keys');
      await show(page, 'Usage');
      return page.getByRole('img', { name: /^Credits by day and operation: \d+ from/ }).isVisible();
    }).toBe(true);
    await show(page, 'Keys');
    await page.getByRole('button', { name: 'Rotate web' }).click();
    await page.getByRole('button', { name: 'Rotate key', exact: true }).click();
    const next = (await page.locator('#new-key').textContent())!;
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByText(/works until/).waitFor();
    await soon(() => withKey(next)).toBe(200);
    expect(await withKey(key)).toBe(200);
    for (const row of [0, 0]) {
      await page.getByRole('button', { name: 'Revoke web' }).nth(row).click();
      await page.getByRole('button', { name: 'Revoke key', exact: true }).click();
      await page.locator('dialog').waitFor({ state: 'detached' });
      await ready(page);
    }
    await soon(async () => [await withKey(key), await withKey(next)]).toEqual([401, 401]);
  });

  it('are where the admin program says, without being told the port', async () => {
    const { code, out, err } = await adminProcess(service().env, 'login', '--subject', 'zoe');
    expect(code, err).toBe(0);
    expect(out.startsWith(`${origin()}/#/link/`)).toBe(true);
  });

  it('let an admin give a key caps of its own, see them reached, and what was used by key', async () => {
    const page = await logIn('admin', 'acme');
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('kiosk');
    await page.getByLabel('Credits that it may use in a day (UTC)').fill('3');
    await page.getByLabel(/^Last day on which it works/).fill('2099-01-01');
    await page.getByRole('button', { name: 'Make key' }).click();
    await page
      .getByRole('alert')
      .getByText(/within ten years/)
      .waitFor();
    const nextYear = new Date().getUTCFullYear() + 1;
    await page.getByLabel(/^Last day on which it works/).fill(`${nextYear}-06-30`);
    await page.getByRole('button', { name: 'Make key' }).click();
    const key = (await page.locator('#new-key').textContent())!;
    await page.getByRole('button', { name: 'I have it' }).click();
    await soon(() => withKey(key)).toBe(200);
    expect([await withKey(key), await withKey(key), await withKey(key)]).toEqual([200, 200, 429]);
    const row = page.getByRole('row', { name: /^kiosk/ });
    await soon(async () => {
      await show(page, 'Usage');
      await show(page, 'Keys');
      return row.textContent();
    }).toMatch(new RegExp(`ends 1 July ${nextYear}.*3 of 3 credits today.*3 credits this month`));
    await page.getByRole('button', { name: 'Change kiosk' }).click();
    await page.getByLabel('Name', { exact: true }).fill('desk');
    await page.getByLabel('Credits that it may use in a day (UTC)').fill('');
    await page.getByRole('button', { name: 'Change key', exact: true }).click();
    await page.getByRole('row', { name: /^desk/ }).waitFor();
    await soon(() => withKey(key)).toBe(200);
    await show(page, 'Usage');
    await page.getByLabel('Credits by day,').selectOption('by key');
    await page.getByText('As a table').click();
    await page
      .getByRole('region', { name: 'Usage by day' })
      .getByRole('row', { name: /desk \(lbx_live_.*…\) autocomplete [34] [34]$/ })
      .waitFor();
    expect(await toldByDay(page)).toContainEqual(expect.stringMatching(/: .*desk \(lbx_live_.*…\) [34](?:,|$)/));
    expect(await isPainted(page)).toBe(true);
    await page.emulateMedia({ colorScheme: 'dark' });
    await soon(() => isPainted(page)).toBe(true);
    await page.emulateMedia({ colorScheme: 'light' });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const csv = readFileSync(await (await download).path(), 'utf8');
    expect(csv).toMatch(/^day,key,name,operation,requests,credits\r\n/);
    expect(csv).toMatch(/,"desk \(lbx_live_.*…\)",autocomplete,[34],[34]\r\n/);
    await show(page, 'Keys');
    await page.getByRole('button', { name: 'Revoke desk' }).click();
    await page.getByRole('button', { name: 'Revoke key', exact: true }).click();
    await soon(() => withKey(key)).toBe(401);
  });

  it('say what a change of plan does before it is confirmed, and withdraw one that is scheduled', async () => {
    const page = await logIn('admin', 'acme');
    await show(page, 'Plan');
    const offer = page.locator('.plans .panel', { has: page.getByText(/a period with/) }).first();
    const name = (await offer.getByRole('heading').textContent())!;
    await offer.getByRole('button').click();
    const question = page.getByRole('dialog');
    expect(await question.textContent()).toMatch(
      /begins at once.*To pay now: \$[\d.,]+.*unused carry over.*No credits expire/,
    );
    await page.keyboard.press('Escape');
    await offer.getByRole('button').click();
    await question.getByRole('button', { name: /^Confirm and be invoiced/ }).click();
    await page.getByRole('region', { name: 'Current plan' }).getByRole('heading', { name }).waitFor();
    await show(page, 'Invoices');
    await page.getByRole('region', { name: /^Invoice / }).waitFor();
    await show(page, 'Plan');
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    expect(await question.textContent()).toMatch(
      /begins on .* when the current period ends.*then expire; as of now that is [\d,]+ credits/,
    );
    await question.getByRole('button', { name: 'Confirm' }).click();
    await page.locator('#scheduled').waitFor();
    await page.getByRole('button', { name: 'Withdraw this change' }).click();
    await question.getByRole('button', { name: 'Withdraw change' }).click();
    await page.locator('#scheduled').waitFor({ state: 'detached' });
    await show(page, 'Audit log');
    await page.getByRole('cell', { name: 'cancel-scheduled-change' }).waitFor();
  });

  it('send events to a webhook that an admin adds, and say what became of each', async () => {
    const got: string[] = [];
    let answer = 500;
    const hooks = createServer((request, response) => {
      got.push(String(request.headers['webhook-id']));
      response.writeHead(answer).end();
    });
    hooks.listen(0, '127.0.0.1');
    await once(hooks, 'listening');
    const target = `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/in`;
    const page = await logIn('admin', 'acme');
    await show(page, 'Events');
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    await page.getByLabel(/An https address/).fill(target);
    await page.keyboard.press('Enter');
    expect(await page.locator('#new-secret').textContent()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('button', { name: `Send a test: ${target}` }).click();
    await soon(() => got.length).toBe(1);
    const said = page.locator('#said');
    await said.getByText(/^The test did not arrive at .*answered 500.* It is tried again /).waitFor();
    await said.waitFor({ state: 'visible' });
    await page
      .getByRole('row', { name: /endpoint\.test .*pending .*, 1 attempt.*answered 500/ })
      .first()
      .waitFor();
    await soon(async () => {
      await show(page, 'Audit log');
      await show(page, 'Events');
      return page
        .getByRole('row', { name: /endpoint\.test/ })
        .first()
        .textContent();
    }).toMatch(/pending .*, 1 attempt.*answered 500/);
    answer = 204;
    // The second attempt comes after some five seconds.
    await soon(() => got.length).toBe(2);
    await soon(async () => {
      await show(page, 'Audit log');
      await show(page, 'Events');
      return page
        .getByRole('row', { name: /endpoint\.test/ })
        .first()
        .textContent();
    }).toMatch(/delivered .*, 2 attempts/);
    expect(new Set(got).size).toBe(1);
    await page.getByRole('button', { name: /Send endpoint.test again/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('dialog').getByText('just now').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Remove: ${target}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove endpoint' }).click();
    await page.getByText('Nothing is sent yet.').waitFor();
    hooks.close();
  });

  it('show an invoice fit for printing, and its PDF', async () => {
    const page = await logIn('admin', 'acme');
    await show(page, 'Invoices');
    await page.getByRole('link', { name: /^INV-/ }).first().click();
    const invoice = page.getByRole('article', { name: /^Invoice INV-/ });
    await invoice.getByText('acme Pty Ltd').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download PDF' }).click();
    const pdf = readFileSync(await (await downloading).path());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    expect(await invoice.isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    await page.goto(`${origin()}/#/o/acme/invoices/INV-99999999`);
    await page.locator('[data-state="not-found"]').waitFor();
  });

  it('filter the audit log, and download it whole', async () => {
    const page = await logIn('member', 'acme');
    await show(page, 'Audit log');
    await page.getByLabel('What').fill('create-key');
    await page.keyboard.press('Enter');
    await soon(() =>
      page
        .locator('tbody tr')
        .allTextContents()
        .then((rows) => rows.every((row) => row.includes('create-key'))),
    ).toBe(true);
    await page.getByLabel('What').fill('');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const lines = readFileSync(await (await downloading).path(), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ position }) => position)).toEqual(lines.map((_, i) => i + 1));
    expect(lines[0]).toMatchObject({ action: 'create-organization', actor: { from: 'admin program' } });
  });

  it('let an admin cap what is spent beyond the credits, and take the cap away', async () => {
    const page = await logIn('admin', 'bravo');
    await show(page, 'Plan');
    const payg = page.locator('.plans .panel', { has: page.getByText(/No monthly charge/) }).first();
    await payg.getByRole('button').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    const spending = page.getByRole('region', { name: 'Spending' });
    await spending.getByRole('button', { name: 'Set a cap on spending' }).click();
    const amount = page.getByLabel(/^The most to spend/);
    await amount.fill('a lot');
    await page.getByRole('button', { name: 'Set the cap' }).click();
    await page.getByRole('alert').getByText('Give an amount such as 50 or 49.90.').waitFor();
    await amount.fill('49.9');
    await page.getByRole('button', { name: 'Set the cap' }).click();
    await spending.getByText('At most $49.90 in each period').waitFor();
    await spending.getByText('You are told at 50, 80 and 100 %.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await spending.getByRole('button', { name: 'Remove the cap' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the cap' }).click();
    await spending.getByText('There is no cap.').waitFor();
  });

  it('let an admin invite somebody, who comes in by the link once', async () => {
    const page = await logIn('admin', 'bravo');
    await show(page, 'People');
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await page.getByLabel(/Their name/).fill('sam');
    await page.keyboard.press('Enter');
    const link = (await page.locator('#new-link').textContent())!;
    expect(await accessibilityProblems(page)).toEqual([]);
    const sam = await open();
    await sam.goto(link);
    await sam.getByText('You are invited').waitFor();
    await sam.getByRole('button', { name: 'Log in', exact: true }).click();
    await sam.getByText('sam, member').waitFor();
    expect(await sam.getByRole('link', { name: 'People' }).count()).toBe(0);
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByText('No invitations').waitFor();
  });

  it('show tables as cards on a phone, with nothing beyond its edge', async () => {
    const page = await logIn('admin', 'acme');
    await page.setViewportSize(PHONE);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const view of ['Keys', 'Usage', 'Plan', 'Invoices', 'Payment', 'Events', 'People', 'Audit log']) {
        await show(page, view);
        await expectFits(page, `${view}, ${colorScheme}`);
      }
      await show(page, 'Invoices');
      await page.getByRole('link', { name: /^INV-/ }).first().click();
      await page.getByRole('article', { name: /^Invoice INV-/ }).waitFor();
      await expectFits(page, `invoice, ${colorScheme}`);
      await page.getByRole('link', { name: 'acme', exact: true }).click();
      await page.getByRole('button', { name: 'Close organization' }).waitFor();
      await expectFits(page, `organization, ${colorScheme}`);
    }
    await show(page, 'Audit log');
    const cell = page.locator('tbody td').first();
    expect(await cell.evaluate((td) => getComputedStyle(td, '::before').content)).toBe('"When"');
  });

  it('show operators their pages on a phone too', async () => {
    const page = await logIn('operator');
    await page.setViewportSize(PHONE);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const view of ['Organizations', 'Service']) {
        await show(page, view);
        await expectFits(page, `${view}, ${colorScheme}`);
      }
      for (const view of ['keys', 'invoices', 'payment', 'organization']) {
        await page.goto(`${origin()}/#/o/acme/${view}`);
        await ready(page);
        await expectFits(page, `${view} of an organization, ${colorScheme}`);
      }
    }
  });

  it('show a member no button that is not for members, and nobody another organization', async () => {
    const page = await logIn('member', 'bravo');
    for (const view of ['Keys', 'Usage', 'Plan', 'Invoices', 'Events', 'Audit log']) {
      await show(page, view);
      const own = ['Filter', 'Download'];
      const buttons = await page.locator('main button:visible').allTextContents();
      expect(buttons.filter((text) => !own.includes(text))).toEqual([]);
    }
    await page.goto(`${origin()}/#/o/acme/keys`);
    await page.locator('[data-state="not-found"]').waitFor();
    await page.goto(`${origin()}/#/organizations`);
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
  });

  it('let an operator find, suspend and lift organizations', async () => {
    const page = await logIn('operator');
    await page.getByLabel('Id or name').fill('BRAV');
    await page.keyboard.press('Enter');
    await soon(() => page.locator('tbody tr').count()).toBe(1);
    await page.getByLabel('Id or name').fill('100%');
    await page.keyboard.press('Enter');
    await page.getByText('No organization has that').waitFor();
    await page.getByLabel('Id or name').fill('');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Suspend bravo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend organization' }).click();
    await page.getByRole('row', { name: /bravo .*suspended/ }).waitFor();
    await page.getByRole('button', { name: 'Lift bravo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Lift suspension' }).click();
    await page.getByRole('row', { name: /bravo .*active/ }).waitFor();
  });

  it('show operators how the service fares: releases, workers, drains, and what went wrong', async () => {
    const page = await logIn('operator');
    await show(page, 'Service');
    const health = page.getByRole('region', { name: 'Health' });
    for (const what of ['Service', 'Workers', 'Ledger', 'Drains', 'Sidecar', 'Clock'])
      await health.getByRole('row', { name: new RegExp(`^${what} well`) }).waitFor();
    await health.getByRole('row', { name: /^Workers well 1 of 1 listen, 0 ended/ }).waitFor();
    const { release, addresses } = JSON.parse(
      await (await fetch(`http://127.0.0.1:${service().port()}/readyz`)).text(),
    ) as { release: string; addresses: number };
    const releases = page.getByRole('region', { name: 'Releases' });
    const served = `active ${release} ${new Intl.NumberFormat('en-AU').format(addresses)} `;
    await releases.getByRole('row', { name: served }).waitFor();
    const answers = page.getByRole('region', { name: 'Answers of 30 days' });
    const told = () =>
      answers
        .getByRole('row', { name: /^24 hours/ })
        .locator('td')
        .allTextContents();
    const before = (await told()).map(Number);
    for (const query of [
      'autocomplete?q=2+perth',
      'autocomplete?q=3+perth',
      'autocomplete',
      'enrich?id=GAQLD438583692',
    ])
      await fetch(`http://127.0.0.1:${service().port()}/v1/address/${query}`, { headers: { 'X-Api-Key': 'wrong' } });
    await page.getByRole('button', { name: 'Look again' }).click();
    await soon(async () => (await told()).map(Number)[0]).toBe(before[0] + 4);
    expect((await told()).map(Number)[1]).toBe(before[1] + 4);
    expect((await told())[4]).toMatch(/^[\d.]+ ms$/);
    await answers.getByRole('img', { name: /^Requests by the hour, 30 days: at most \d+, on / }).waitFor();
    await page.getByRole('region', { name: 'Machines' }).getByRole('row', { name: /works/ }).waitFor();
    await page.getByText('Nothing since the sidecar was started.').waitFor();

    const request = { kind: 'activate', path: join(service().dataDir, 'absent.lbx'), force: true } as const;
    const refused = await askControl(controlSocket(service().dataDir), request);
    expect(refused.ok).toBe(false);
    process.kill(Number(logged(service().letterbox(), 'index opened').at(-1)!.pid), 'SIGKILL');
    await soon(async () => {
      await page.getByRole('button', { name: 'Look again' }).click();
      await ready(page);
      return page.getByRole('region', { name: 'What went wrong' }).textContent();
    }).toMatch(/server ended \(1 so far\).*SIGKILL/);
    await soon(async () => {
      await page.getByRole('button', { name: 'Look again' }).click();
      await ready(page);
      return health.getByRole('row', { name: /^Workers/ }).textContent();
    }).toContain('1 of 1 listen');
    await releases.getByRole('row', { name: /^failed .*absent\.lbx .*absent\.lbx/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('are sent with a policy that lets nothing in and nobody frame them', async () => {
    const page = await fetch(origin());
    expect(page.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*script-src 'self';.*frame-ancestors 'none'/,
    );
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(await page.text()).not.toMatch(/<script(?! type="module" src=)|<style|style=/);
    expect((await fetch(`http://127.0.0.1:${service().port()}/console`)).status).toBe(404);
  });
});

describe.skipIf(browser === null)('A console with a provider', () => {
  let service: MeteredService;
  let provider: TestProvider;
  const port = 21_950;
  const origin = `http://127.0.0.1:${port}`;

  beforeAll(async () => {
    const people = { bob: { organization: 'charlie', role: 'admin' }, eve: {} };
    provider = await startProvider(people, () => `${origin}/auth/callback`);
    service = meteredOn({
      LETTERBOX_CONSOLE_PORT: String(port),
      LETTERBOX_CONSOLE_URL: origin,
      LETTERBOX_OIDC_ISSUER: provider.issuer,
      LETTERBOX_OIDC_AUDIENCE: 'letterbox-api',
      LETTERBOX_OIDC_CLIENT_ID: CLIENT.id,
      LETTERBOX_OIDC_CLIENT_SECRET: CLIENT.secret,
    });
    await service.start();
    await consoleOrigin(service);
  });
  afterAll(async () => {
    await service.stop();
    await provider.close();
  });

  it('says to somebody without a role that they have none, and lets another log in', async () => {
    const { context, page, wrong } = await newPage(browser!);
    await page.goto(origin);
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('As').fill('eve');
    await page.getByRole('button', { name: 'Go' }).click();
    await page
      .getByRole('alert')
      .getByText(/no role in an organization/)
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Log in as another user' }).click();
    await page.getByLabel('As').fill('bob');
    await page.getByRole('button', { name: 'Go' }).click();
    await page.getByText('Welcome, charlie').waitFor();
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('lets people in by it, and begins their organization', async () => {
    const { context, page, wrong } = await newPage(browser!);
    await page.goto(origin);
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('As').fill('bob');
    await page.getByRole('button', { name: 'Go' }).click();
    await page.getByText('Welcome, charlie').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel(/Its name/).fill('Charlie Pty Ltd');
    await page.getByRole('button', { name: 'Begin on the Free plan' }).click();
    await page.getByText('No keys yet').waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('link', { name: /identity provider/ }).waitFor();
    expect(wrong).toEqual([]);
    await context.close();
  });
});
