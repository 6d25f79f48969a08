import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { TABLE } from '../../../src/address/operations/table/table.ts';

/** How often the page's clock is stopped to look at the page, ms: figures of time are exact to this. */
const TICK_MS = 20;
/** How long the page is looked at after the last key, ms. */
const AFTER_MS = 1500;

/** What somebody sees and pays who types a line; times by the clock of the page, ms. */
export interface Typed {
  /** From the first key to the first list; infinite if there was none. */
  readonly firstList: number;
  /** From the last key to the list of the whole line. */
  readonly lastList: number;
  readonly requests: number;
  readonly aborted: number;
  /** The most requests under way at once. */
  readonly atOnce: number;
  readonly preflights: number;
  readonly credits: number;
}

/** A service on another origin than its pages, which counts what a browser asks of it. */
export interface Line {
  readonly close: () => void;
  /** Types a line into a page that is opened anew, a key every so many ms, over a line with this round trip. */
  readonly type: (text: string, roundTrip: number, key: number) => Promise<Typed>;
}

/**
 * Holds the answers of `fetch` back by the clock of the page, which is a virtual one: what is
 * measured does not depend on the machine.
 */
const HOLD = () => {
  const roundTrip = Number(location.hash.slice(1));
  const send = window.fetch.bind(window);
  const pending: { due: number; answered: Promise<unknown> }[] = [];
  const line = { aborted: 0, atOnce: 0, running: 0, settled: async () => {} };
  const turn = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
  line.settled = async () => {
    const due = pending.filter((each) => each.due <= performance.now());
    await Promise.all(due.map(({ answered }) => answered));
    for (let turns = 0; turns < 4; turns++) await turn();
  };
  Object.assign(window, { line });
  window.fetch = (url, init = {}) => {
    const { signal, ...rest } = init;
    const answered = send(url, rest).then(
      async (answer) => new Response(await answer.arrayBuffer(), { status: answer.status, headers: answer.headers }),
    );
    line.running++;
    line.atOnce = Math.max(line.atOnce, line.running);
    pending.push({ due: performance.now() + roundTrip, answered });
    return new Promise<Response>((resolve, reject) => {
      const timer = setTimeout(() => resolve(answered), roundTrip);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        line.aborted++;
        reject(signal.reason);
      });
    }).finally(() => line.running--);
  };
};

/** The rows of a list, as the page shows them. */
const rowsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await (window as unknown as { line: { settled: () => Promise<void> } }).line.settled();
    const { shadowRoot } = document.querySelector('letterbox-address') as HTMLElement;
    const rows = [...(shadowRoot?.querySelectorAll('letterbox-option:not([part~=option-last])') ?? [])];
    return rows.map((row) => String(row.textContent).replace(/\s+/g, ' ').toUpperCase());
  });

/** Opens a line to a service, by its port and a key of it. */
export async function openLine(page: Page, port: number, apiKey: string): Promise<Line> {
  const service = `http://127.0.0.1:${port}`;
  const asked = { preflights: 0, requests: 0, credits: 0 };
  const forward = async ({ method, url = '' }: IncomingMessage): Promise<Response> => {
    if (method === 'OPTIONS') asked.preflights++;
    const row = TABLE.find(({ path }) => method === 'GET' && url.startsWith(`${path}?`));
    if (row !== undefined) {
      asked.requests++;
      asked.credits += row.cost;
    }
    return method === 'OPTIONS' ? new Response() : fetch(service + url, { headers: { 'X-Api-Key': apiKey } });
  };
  const counting = createServer(async (request, response) => {
    const answer = await forward(request);
    response.writeHead(answer.status, {
      'Content-Type': answer.headers.get('Content-Type') ?? 'text/plain',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': 'X-Api-Key',
      'Access-Control-Max-Age': '86400',
    });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  const shop = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html><title>Shop</title>
      <script type="module" src="${counted}/letterbox-address.js"></script>
      <letterbox-address base-url="${counted}" api-key="lbx_pub_shop" label="Address"></letterbox-address>`);
  });
  const counted = await listening(counting);
  const origin = await listening(shop);
  await page.clock.install();
  await page.addInitScript(HOLD);

  async function type(text: string, roundTrip: number, key: number): Promise<Typed> {
    const url = `${service}/v1/address/autocomplete?limit=5&q=${encodeURIComponent(text)}`;
    const { suggestions } = await (await fetch(url, { headers: { 'X-Api-Key': apiKey } })).json();
    const wanted = suggestions.map((each: Record<'addressLabel' | 'localityName' | 'state' | 'postcode', string>) =>
      [each.addressLabel, each.localityName, each.state, each.postcode].join(' '),
    );
    await page.clock.resume();
    await page.goto('about:blank');
    await page.goto(`${origin}/#${roundTrip}`);
    const box = page.getByRole('combobox');
    await box.focus();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3_600_000);
    Object.assign(asked, { preflights: 0, requests: 0, credits: 0 });
    let [firstList, lastList] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const typing = (text.length - 1) * key;
    let typed = 0;
    for (let now = 0; now <= typing + AFTER_MS; now += TICK_MS) {
      if (typed < text.length && now >= typed * key) await page.keyboard.press(text[typed++] as string);
      const rows = await rowsOf(page);
      if (rows.length > 0) firstList = Math.min(firstList, now);
      if (rows.join('\n') !== wanted.join('\n')) lastList = Number.POSITIVE_INFINITY;
      else if (typed === text.length) lastList = Math.min(lastList, now - typing);
      await page.clock.runFor(TICK_MS);
    }
    const { aborted, atOnce } = await page.evaluate(
      () => (window as unknown as { line: { aborted: number; atOnce: number } }).line,
    );
    return { firstList, lastList, aborted, atOnce, ...asked };
  }

  return {
    type,
    close() {
      counting.close();
      shop.close();
    },
  };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
