import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { CLASS_WORDS } from '../../../src/lists/match/report/line-class.ts';
import { type MatchProgram, matchProgram } from './match-program.ts';

type Row = Readonly<Record<string, string>>;

let program: MatchProgram;
let rows: readonly Row[];
let page: string;

const LINES = 1500;

/** A list with lines of many kinds, a few of each among addresses that are as they should be. */
function listOf({ addresses }: MatchProgram): string {
  const lines = Array.from({ length: LINES }, (_, i) => {
    const { addressLabel, localityName, state, postcode } = addresses[i % addresses.length];
    const cells = [`C${i}`, addressLabel ?? '', localityName ?? '', state ?? '', postcode ?? ''];
    if (i % 50 === 1) cells[1] = `PO Box ${i}`;
    if (i % 50 === 2) cells[1] = 'Cnr Smith St and Brown St';
    if (i % 50 === 3) cells[4] = '9999';
    if (i % 50 === 4) cells[1] = cells[1].replace(/\d+/, '99999');
    if (i % 50 === 5) cells[2] = '';
    if (i % 50 === 6) return `C${i},broken <b>`;
    return cells.map((cell) => `"${cell}"`).join();
  });
  return ['Customer,Street,Suburb,State,Postcode', ...lines].join('\n');
}

beforeAll(async () => {
  program = matchProgram();
  writeFileSync(program.path('list.csv'), listOf(program));
  await program.match(['list.csv', '--out', 'one.csv']);
  rows = parse(readFileSync(program.path('one.csv')), { columns: true });
  page = readFileSync(program.path('one.report.html'), 'utf8');
});

/** The cells of the rows of the table below a heading, or a summary. */
function tableBelow(title: string): string[][] {
  const [, below] = page.split(title);
  const [table] = below.split('</table>');
  return [...table.matchAll(/<tr>(.*?)<\/tr>/g)]
    .slice(1)
    .map(([, row]) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell));
}

const countOf = (test: (row: Row) => boolean) => rows.filter(test).length;

describe('the report', () => {
  it('counts the lines of each class as the results have them', () => {
    const counts = new Map(
      tableBelow('<h2>What the lines are</h2>').map(([name, n]) => [name, Number(n.replaceAll(',', ''))]),
    );
    for (const reason of ['po_box', 'intersection', 'none'] as const) {
      const n = countOf(({ match_reason }) => match_reason === reason);
      expect([reason, counts.get(CLASS_WORDS[reason]) ?? 0]).toEqual([reason, n]);
    }
    expect(counts.get(CLASS_WORDS.po_box)).toBe(LINES / 50);
    expect(counts.get(CLASS_WORDS['bad line'])).toBe(LINES / 50);
    expect([...counts.values()].reduce((a, b) => a + b)).toBe(LINES);
  });

  it('has at most twenty examples of each kind, which are lines of that kind', () => {
    const kinds = { 'medium: ask': 'medium', 'low: look at it': 'low', 'high: use it': 'high' };
    for (const [title, quality] of Object.entries(kinds)) {
      const shown = tableBelow(`<summary>${title}`);
      expect(shown).toHaveLength(
        Math.min(
          20,
          countOf(({ match_quality }) => match_quality === quality),
        ),
      );
      for (const [line, , found, score] of shown) {
        const row = rows[Number(line.replaceAll(',', '')) - 2];
        expect([row.match_quality, row.match_address, row.match_score]).toEqual([quality, found, score]);
      }
    }
    const bad = tableBelow(`<summary>${CLASS_WORDS['bad line']}`);
    expect(bad).toHaveLength(20);
    expect(bad[0][1]).toContain('broken &#60;b&#62;');
  });

  it('names the columns that are blank and wrong, and what to do', () => {
    const columns = new Map(tableBelow('<h2>The worst columns</h2>').map(([name, ...rest]) => [name, rest]));
    expect(columns.get('Suburb')?.[0]).toBe(String(LINES / 50));
    expect(columns.get('Postcode')?.[2]).toContain('postcode mismatch');
    const sure = countOf(({ match_quality }) => match_quality === 'high');
    expect(page).toContain(`${sure.toLocaleString('en-AU')} lines (`);
    expect(page).toContain(`${LINES / 50} lines are PO boxes and the like.`);
    expect(page).toMatch(/match \S*list\.csv --decisions \S*one\.review\.csv --out decided\.csv/);
  });

  it('has a map of the addresses, and nothing that is loaded or run', () => {
    const [, map] = /<svg class="map"(.*?)<\/svg>/s.exec(page) ?? [];
    expect(map).toMatch(/class="ground" d="M[\d. ]+h/);
    const dots = [...map.matchAll(/class="(?:sure|doubted)"[^>]* d="([^"]*)"/g)].flatMap(([, path]) =>
      path.split('M').slice(1),
    );
    const places = new Set(
      rows.filter(({ match_lat }) => match_lat !== '').map((row) => `${row.match_lat} ${row.match_lon}`),
    );
    expect(dots.length).toBeGreaterThan(10);
    expect(dots.length).toBeLessThanOrEqual(places.size);
    for (const dot of dots) {
      const [x, y] = dot.replace('h0', '').split(' ').map(Number);
      expect(x > 0 && x < 800 && y > 0 && y < 700, dot).toBe(true);
    }
    expect(page).not.toMatch(/<script|<link|<img|src=|url\(/);
  });

  it('is the same whoever works on which part of the list', async () => {
    await program.match(['list.csv', '--out', 'three.csv', '--workers', '3']);
    const other = readFileSync(program.path('three.report.html'), 'utf8');
    const plain = (text: string) =>
      text.replaceAll(/\d\d:\d\d UTC/g, '').replaceAll(/(?:one|three)\.(?:review\.)?csv/g, '');
    expect(plain(other)).toBe(plain(page));
  });
});
