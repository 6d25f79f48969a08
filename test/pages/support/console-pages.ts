import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type MeteredService, meteredService } from '../../billing/credits/support/metered-service.ts';
import { adminJson, adminProcess } from '../../billing/credits/support/programs.ts';
import { logged } from '../../service/http/support/letterbox.ts';
import { sampleIndex } from '../../support/shared-releases.ts';

/** Sizes of windows. */
export const DESK = { width: 1280, height: 860 };
export const PHONE = { width: 390, height: 844 };

/** A service that lives as long as its tests. */
export function meteredOn(env: Readonly<Record<string, string>>): MeteredService {
  const folder = join(mkdtempSync(join(tmpdir(), 'letterbox-console-')), 'data');
  return meteredService(sampleIndex(), 1, env, folder, () => {});
}

/** Where a service's console listens, once it does. */
export async function consoleOrigin(service: MeteredService): Promise<string> {
  for (;;) {
    const [listening] = logged(service.letterbox(), 'console listening');
    if (listening !== undefined) return `http://127.0.0.1:${listening.port}`;
    await setTimeout(20);
  }
}

/** A page of a context of its own, and what went wrong on it. */
export async function newPage(browser: Browser): Promise<{ context: BrowserContext; page: Page; wrong: string[] }> {
  const context = await browser.newContext({ viewport: DESK });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) wrong.push(message.text());
  });
  return { context, page, wrong };
}

/** Waits until a page of the console has drawn what its address says. */
export function ready(page: Page): Promise<void> {
  return page.locator('html[data-ready]').waitFor();
}

/** Goes to a view by its link. */
export async function show(page: Page, view: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: view }).click();
  await page.getByRole('heading', { level: 2, name: view }).first().waitFor();
  await ready(page);
}

/** A console that people use in a browser, for the tests of a file. */
export interface ConsolePages {
  service(): MeteredService;
  origin(): string;
  /** A page that is closed with the test, which fails where something went wrong on it. */
  open(): Promise<Page>;
  /** A one-time link, as the admin program prints it. */
  link(role: string, organization?: string): Promise<string>;
  /** Logs in by a link, as a person would. */
  logIn(role: string, organization?: string): Promise<Page>;
  /** What went wrong on the page that was opened last is expected. */
  forgive(): void;
}

/** Starts a service with a console and organizations, and what else its environment says, for the tests of a file, and ends it after them. */
export function consolePages(
  browser: Browser | null,
  organizations: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ConsolePages {
  let service: MeteredService;
  let origin: string;
  const opened: { context: BrowserContext; page: Page; wrong: string[] }[] = [];
  beforeAll(async () => {
    service = meteredOn({
      LETTERBOX_CONSOLE_PORT: '0',
      LETTERBOX_DRAIN_INTERVAL: '200',
      LETTERBOX_WEBHOOK_ALLOW: '127.0.0.1',
      ...env,
    });
    await service.start();
    origin = await consoleOrigin(service);
    for (const id of organizations) {
      await adminJson(service.env, 'console', 'create-organization', '--id', id, '--name', `${id} Pty Ltd`);
      await adminJson(service.env, 'console', 'verify-payment-method', id);
    }
  });
  afterAll(() => service.stop());
  afterEach(async () => {
    const wrong = opened.flatMap((each) => each.wrong);
    for (const { context } of opened.splice(0)) await context.close();
    expect(wrong).toEqual([]);
  });
  async function open(): Promise<Page> {
    opened.push(await newPage(browser!));
    return opened.at(-1)!.page;
  }
  async function link(role: string, organization?: string): Promise<string> {
    const of = organization === undefined ? [] : ['--organization', organization];
    const login = ['login', '--console-url', origin, '--subject', 'ann', '--role', role, ...of];
    const { code, out, err } = await adminProcess(service.env, ...login);
    expect(code, err).toBe(0);
    return out.trim();
  }
  return {
    service: () => service,
    origin: () => origin,
    open,
    link,
    async logIn(role, organization) {
      const page = await open();
      await page.goto(await link(role, organization));
      await page.getByText(`As ann, ${role}`).waitFor();
      expect(page.url()).toBe(`${origin}/#/login`);
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await page.getByRole('button', { name: 'Log out' }).waitFor();
      await ready(page);
      return page;
    },
    forgive: () => void opened.at(-1)!.wrong.splice(0),
  };
}
