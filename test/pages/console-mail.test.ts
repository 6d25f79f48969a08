import type { Browser, Page } from 'playwright-core';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type MailServer, startMailServer, unfold } from '../billing/accounts/events/mail-server.ts';
import { freePort } from '../support/free-port.ts';
import { accessibilityProblems, launchBrowser } from './support/browser.ts';
import { consolePages, DESK, PHONE, ready, show } from './support/console-pages.ts';

const browser: Browser | null = await launchBrowser();
const mails: MailServer = await startMailServer();
const port = await freePort();
afterAll(async () => {
  await browser?.close();
  await mails.close();
});

/** What the last of a number of mails links to. */
async function linkIn(count: number): Promise<string> {
  await vi.waitFor(() => expect(mails.got).toHaveLength(count), 20_000);
  return /^http:\S+$/m.exec(unfold(mails.got[count - 1].text))![0];
}

async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const size of [DESK, PHONE]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      expect(await accessibilityProblems(page), `${what}, ${colorScheme}, ${size.width} pixels wide`).toEqual([]);
      if (process.env.LETTERBOX_SHOTS) {
        const path = `${process.env.LETTERBOX_SHOTS}/${what}-${colorScheme}-${size.width}.png`;
        await page.screenshot({ path });
      }
    }
  await page.setViewportSize(DESK);
}

describe.skipIf(browser === null)("The console's pages, where mail is set up", () => {
  const { origin, open, logIn } = consolePages(browser, [], {
    LETTERBOX_CONSOLE_PORT: String(port),
    LETTERBOX_CONSOLE_URL: `http://127.0.0.1:${port}`,
    LETTERBOX_SMTP_URL: mails.url,
    LETTERBOX_MAIL_FROM: 'Letterbox <no-reply@post.example>',
  });

  it('let an operator make an organization, whose admin comes in by mail, invites and removes (§11.14)', async () => {
    const operator = await logIn('operator');
    await operator.getByRole('button', { name: 'New organization' }).click();
    const dialog = operator.getByRole('dialog');
    await dialog.getByLabel(/^Its name/).fill('Café Böll & Söhne Pty Ltd');
    expect(await dialog.getByLabel(/^Its id/).inputValue()).toBe('cafe-boll-sohne-pty-ltd');
    await dialog.getByLabel('Plan').selectOption('growth');
    await dialog.getByLabel(/^E-mail address of its first admin/).fill('kim@cafe.example');
    await expectAccessible(operator, 'new-organization');
    await dialog.getByRole('button', { name: 'Create organization' }).click();
    await operator.getByText('A link was mailed to kim@cafe.example.').waitFor();
    await operator.getByRole('link', { name: 'cafe-boll-sohne-pty-ltd' }).waitFor();

    const kim = await open();
    await kim.goto(await linkIn(1));
    await kim.getByText('You are invited').waitFor();
    await kim.getByRole('button', { name: 'Log in', exact: true }).click();
    await kim.getByText('kim@cafe.example, admin').waitFor();
    await show(kim, 'Plan');
    await kim.getByRole('region', { name: 'Current plan' }).getByRole('heading', { name: 'Growth' }).waitFor();
    await show(kim, 'People');
    await kim.getByRole('button', { name: 'Invite somebody' }).click();
    await kim.getByLabel('Their e-mail address').fill('sam@cafe.example');
    await kim.keyboard.press('Enter');
    await kim.getByText('A link was mailed to sam@cafe.example.').waitFor();
    const sam = await open();
    await sam.goto(await linkIn(2));
    await sam.getByRole('button', { name: 'Log in', exact: true }).click();
    await sam.getByText('sam@cafe.example, member').waitFor();
    await show(kim, 'Keys');
    await show(kim, 'People');
    await kim.getByRole('button', { name: 'Remove sam@cafe.example' }).waitFor();
    expect(await kim.getByRole('button', { name: 'Remove kim@cafe.example' }).count()).toBe(0);
    await expectAccessible(kim, 'people');
    await kim.getByRole('button', { name: 'Remove sam@cafe.example' }).click();
    await kim.getByRole('button', { name: 'Remove from organization' }).click();
    await kim.getByText('sam@cafe.example', { exact: true }).waitFor({ state: 'detached' });
    await sam.reload();
    await sam.getByText('Your session is over').waitFor();
  });

  it('mail a link to somebody who asks, which a scanner that opens it does not use up (§11.14)', async () => {
    const page = await open();
    await page.goto(`${origin()}/`);
    expect(await page.getByText('npm run admin').count()).toBe(0);
    await page.getByLabel('E-mail address').fill('nobody@cafe.example');
    await page.keyboard.press('Enter');
    const told = page.getByRole('status').filter({ hasText: 'is on its way' });
    await told.waitFor();
    const unknown = await told.textContent();
    await page.getByLabel('E-mail address').fill('kim@cafe.example');
    await page.getByRole('button', { name: 'Mail me another' }).click();
    const link = await linkIn(3);
    expect(mails.got[2].to).toEqual(['kim@cafe.example']);
    await told.filter({ hasText: 'kim@' }).waitFor();
    expect(await told.textContent()).toBe(unknown!.replace('nobody@', 'kim@'));
    await expectAccessible(page, 'login');

    const scanner = await open();
    await scanner.goto(link);
    await scanner.getByText('The link lets you in once.').waitFor();
    const kim = await open();
    await kim.goto(link);
    await expectAccessible(kim, 'link');
    await kim.getByRole('button', { name: 'Log in', exact: true }).click();
    await kim.getByText('kim@cafe.example, admin').waitFor();
    await ready(kim);
    await scanner.getByRole('button', { name: 'Log in', exact: true }).click();
    await scanner.getByText('The link has been used, or is out of date.').waitFor();
    await expectAccessible(scanner, 'used');
    await scanner.getByRole('link', { name: 'Log in another way' }).click();
    await scanner.getByRole('button', { name: 'Mail me a link' }).waitFor();
  });
});
