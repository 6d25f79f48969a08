import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../pages/support/browser.ts';
import { type Letterbox, runLetterbox, stopLetterbox } from '../../service/http/support/letterbox.ts';
import { sampleIndex } from '../../support/shared-releases.ts';
import { SAMPLE } from './sample-service.ts';

const CLIENT = fileURLToPath(new URL('../../../dist/src/clients/client/', import.meta.url));
const browser: Browser | null = await launchBrowser();

describe.skipIf(browser === null)('In a browser, as the modules that the build writes, the client', () => {
  let service: Letterbox;
  let page: Page;
  beforeAll(async () => {
    service = await runLetterbox(['--index', sampleIndex(), '--dev-key', 'demo', '--workers', '1', '--pages', 'none']);
    page = await browser!.newPage({ baseURL: `http://127.0.0.1:${service.port}` });
    await page.route('/client/**', (route) =>
      route.fulfill({ path: CLIENT + route.request().url().split('/client/').at(-1) }),
    );
    await page.route('/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Form</title>' }),
    );
    await page.goto('/');
  });
  afterAll(async () => {
    await browser?.close();
    await stopLetterbox(service);
  });

  /** Runs a script in the page; `letterbox` is a client, and `failure` answers what a promise failed of. */
  const run = (script: string): Promise<unknown> =>
    page.evaluate(`(async () => {
      const { createClient, ApiError, isApiError } = await import('/client/client.js');
      const letterbox = createClient({ baseUrl: '/', apiKey: 'demo' });
      const failure = (call) => call.then(() => null, (reason) => reason);
      ${script}
    })()`);

  it('answers from a path of the page’s own origin', async () => {
    const id = await run(`return (await letterbox.validate({ q: ${JSON.stringify(SAMPLE.line)} })).data.match.id`);
    expect(id).toBe(SAMPLE.id);
  });

  it('throws typed errors, and the reason of an abort', async () => {
    const told = await run(`
      const refused = await failure(letterbox.enrich({ id: 'GAXXX1' }));
      const stop = new AbortController();
      const aborted = failure(letterbox.autocomplete({ q: '2 perth' }, { signal: stop.signal }));
      stop.abort('typed on');
      const lost = await failure(createClient({ baseUrl: 'http://127.0.0.1:9', retry: { retries: 0 } }).validate({ q: 'x' }));
      return [refused instanceof ApiError, isApiError(refused, 'NOT_FOUND'), await aborted, lost.name];`);
    expect(told).toEqual([true, true, 'typed on', 'ConnectionError']);
  });
});
