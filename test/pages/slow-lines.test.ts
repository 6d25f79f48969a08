import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Letterbox, runLetterbox, stopLetterbox } from '../service/http/support/letterbox.ts';
import { sampleIndex } from '../support/shared-releases.ts';
import { launchBrowser } from './support/browser.ts';
import { type Line, openLine, type Typed } from './support/slow-line.ts';

/** As people type: in full, and with abbreviations and mistakes, of which no list in hand tells that they fit. */
const LINES = ['2 perth street sunnybank qld 4109', '2 pert st, sunybank qeensland 4109'];
/** A round trip and the time between two keys, ms: all are asked for with `LONG=1`. */
const ALL = [0, 100, 200, 300, 400].flatMap((roundTrip) => [80, 180, 300].map((key) => ({ roundTrip, key })));
const FEW = ['0 180', '100 300', '400 80', '400 180'];
const CELLS = ALL.filter(({ roundTrip, key }) => process.env.LONG === '1' || FEW.includes(`${roundTrip} ${key}`));

const browser: Browser | null = await launchBrowser();

describe.skipIf(browser === null)('An address typed over a slow line', () => {
  let service: Letterbox;
  let line: Line;
  const table: string[] = [];

  beforeAll(async () => {
    service = await runLetterbox(['--index', sampleIndex(), '--dev-key', 'demo', '--workers', '1']);
    line = await openLine(await browser!.newPage(), service.port, 'demo');
  });
  afterAll(async () => {
    const columns = 'round trip   key  first list  last list  requests  aborted  at once  preflights  credits';
    process.stdout.write(`\n${[columns, ...table].join('\n')}\n`);
    line.close();
    await browser?.close();
    await stopLetterbox(service);
  });

  it.each(CELLS)(
    'at $roundTrip ms a round trip and $key ms a key has a list soon, for few requests, of which none is aborted',
    async ({ roundTrip, key }) => {
      for (const text of LINES) {
        const typed: Typed = await line.type(text, roundTrip, key);
        const { firstList, lastList, requests, aborted, atOnce, preflights, credits } = typed;
        const ms = (time: number) => (Number.isFinite(time) ? `${time} ms` : 'none');
        table.push(
          [
            `${roundTrip} ms`.padStart(10),
            `${key} ms`.padStart(6),
            ms(firstList).padStart(11),
            ms(lastList).padStart(10),
            ...[requests, aborted, atOnce, preflights, credits].map((n, i) => String(n).padStart([9, 8, 8, 11, 8][i]!)),
          ].join(' '),
        );
        expect([aborted, preflights], text).toEqual([0, 0]);
        expect(atOnce, text).toBeLessThanOrEqual(2);
        expect(firstList, text).toBeLessThanOrEqual(roundTrip === 400 ? 2500 : 2000);
        expect(lastList, text).toBeLessThanOrEqual(600 + 2 * roundTrip);
        if (roundTrip >= 100) expect(requests, text).toBeLessThanOrEqual(12);
        expect(credits).toBe(requests);
      }
    },
  );
});
