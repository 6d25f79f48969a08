import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

/** Where distributions put Chromium. Without its windows (headless-shell), it takes three quarters of the processor time. */
const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const FLAGS = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update'];
/** As root, Chromium needs to be told. */
const MACHINE = ['--no-sandbox', '--disable-sync'];

/** How pages are drawn where no map is: drawing by a made-up graphics card takes a tenth more processor time. */
const PLAIN = ['--disable-gpu'];
/** A machine without a graphics card draws WebGL in software. */
const WEBGL = ['--enable-unsafe-swiftshader'];

/** What a test needs of its browser. */
interface Needs {
  readonly maps?: boolean;
  /** Only a whole browser fills forms. */
  readonly autofill?: boolean;
}

/** A browser of this machine, for pages with maps or without; null, and a sentence about it, where there is none. */
export async function launchBrowser({ maps = false, autofill = false }: Needs = {}): Promise<Browser | null> {
  for (const executablePath of PLACES) {
    if (!executablePath || (autofill && executablePath.includes('headless-shell'))) continue;
    try {
      return await chromium.launch({ executablePath, args: [...FLAGS, ...MACHINE, ...(maps ? WEBGL : PLAIN)] });
    } catch (error) {
      if (!String(error).includes("doesn't exist")) throw error;
    }
  }
  process.stderr.write('Browser tests are skipped: there is no Chromium (Debian: apt-get install chromium).\n');
  return null;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with a page as it is, each with the elements it is about: by all of its rules, or by these. */
export async function accessibilityProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const options = { resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) };
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as {
    violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html.slice(0, 200)}\n    ${failureSummary}`).join('\n')}`,
  );
}

/** Expects of a value what it comes to before long: a busy machine is slow, which is no failure. */
export function soon<T>(value: () => T) {
  return expect.poll(value, { timeout: 30_000 });
}

/**
 * Notes when typing began that is meant to take `planned` ms. A busy machine is slower, and what is asked for follows the time: `share`
 * is how much may be for the time that it really took, where `most` may be for the planned one.
 */
export function pace(planned: number): { share(most: number): number } {
  const began = performance.now();
  return { share: (most) => Math.floor(most * Math.max(1, (performance.now() - began) / planned)) };
}
