import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { normalizer, readQuery } from '../../bench/address/peers/normalize.ts';
import { goalText, isMissed, withUnit } from '../../bench/equipment/figures.ts';
import { benchmarksDocument, QUOTE, QUOTED, readmeQuote, withQuote } from '../../bench/runner/document.ts';
import { PARTS } from '../../bench/runner/parts.ts';
import type { Outcome } from '../../bench/runner/run-part.ts';
import { openLoop } from '../../bench/service/latency/open-loop.ts';

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8');

/** The rows of the tables of a document, as cells joined by a bar. */
function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[ :|-]+$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
}

const CONDITIONS = { date: '2026-01-02', commit: 'abc1234', machine: 'a machine', command: 'npm run bench -- --write' };

function outcomeOf(name: string, what: string, value: number, atMost: number): Outcome {
  const figures = [{ what, value, unit: 'µs', goal: { atMost } }];
  return { name, commit: CONDITIONS.commit, args: [], minutes: 1, measurements: { figures }, problem: null };
}

describe('BENCHMARKS.md', () => {
  it('has every number that README quotes', () => {
    const benchmarks = read('BENCHMARKS.md');
    const readme = read('README.md');
    const quote = readme.slice(readme.indexOf(QUOTE.begin), readme.indexOf(QUOTE.end));
    const known = new Set(rowsOf(benchmarks).map((cells) => cells.join(' | ')));
    const quoted = rowsOf(quote);
    const asWritten = quoted.map((cells) =>
      (/^`npm run|^command$/.test(cells[0]) ? cells.slice(1, -1) : cells).join(' | '),
    );
    expect(asWritten.filter((row) => !known.has(row))).toEqual([]);
    const commits = quoted.filter(([command]) => command.startsWith('`npm run')).map((cells) => cells.at(-1));
    expect(commits.length).toBeGreaterThan(0);
    for (const commit of commits) expect(benchmarks).toContain(`commit ${commit}`);
    const measured = rowsOf(benchmarks).map(([what]) => what);
    const wanted = QUOTED.map(([, what]) => what).filter((what) => measured.includes(what));
    expect(quoted.map((cells) => cells[1])).toEqual(expect.arrayContaining(wanted));
    const conditions = /\d{4}-\d\d-\d\d, commit .*/.exec(quote)?.[0];
    expect(benchmarks).toContain(conditions);
  });

  it('says which goals are missed, and which parts were not run', () => {
    const outcomes = [outcomeOf('search', 'enrich: p50', 5, 4), outcomeOf('gate', 'deciding', 1, 2)];
    const document = benchmarksDocument(outcomes, CONDITIONS);
    expect(document).toContain('Goals: 2, of which 1 missed');
    expect(rowsOf(document)).toContainEqual(['enrich: p50', '≤ 4 µs', '5 µs (missed)']);
    expect(rowsOf(document)).toContainEqual(['deciding', '≤ 2 µs', '1 µs']);
    expect(document.match(/Not run\./g)).toHaveLength(PARTS.length - 2);
  });

  it('says of parts that were kept from an earlier run at which commit they were measured', () => {
    const kept = { ...outcomeOf('search', 'enrich: p50', 5, 4), commit: 'def5678' };
    const document = benchmarksDocument([kept, outcomeOf('gate', 'deciding', 1, 2)], CONDITIONS);
    expect(document.match(/Measured at commit .*/g)).toEqual(['Measured at commit def5678.']);
  });

  it('keeps what was not run, with the commit of its numbers, and counts its goals', () => {
    const before = benchmarksDocument(
      [outcomeOf('search', 'enrich: p50', 5, 4), outcomeOf('http', 'share', 1, 2)],
      CONDITIONS,
    );
    const later = { ...CONDITIONS, commit: 'def5678' };
    const gate = { ...outcomeOf('gate', 'deciding', 1, 2), commit: 'def5678' };
    const document = benchmarksDocument([gate], later, before);
    expect(document).toContain('Goals: 3, of which 1 missed');
    expect(document.match(/Measured at commit .*/g)).toEqual(Array(2).fill('Measured at commit abc1234.'));
    expect(document.match(/Not run\./g)).toHaveLength(PARTS.length - 3);
    const last = benchmarksDocument(
      [outcomeOf('search', 'enrich: p50', 3, 4)],
      { ...later, commit: 'abc1234' },
      document,
    );
    expect(last.match(/Measured at commit .*/g)).toEqual([
      'Measured at commit abc1234.',
      'Measured at commit def5678.',
    ]);
    expect(rowsOf(last)).toContainEqual(['share', '≤ 2 µs', '1 µs']);
  });

  it('keeps in README what was not run', () => {
    const readme = `${QUOTE.begin}${QUOTE.end}\nafter`;
    const first = withQuote(readme, readmeQuote([outcomeOf(...QUOTED[0], 5, 4)], CONDITIONS, readme));
    const later = { ...CONDITIONS, commit: 'def5678' };
    const second = withQuote(
      first,
      readmeQuote([{ ...outcomeOf(...QUOTED[2], 7, 4), commit: 'def5678' }], later, first),
    );
    expect(rowsOf(second).map((cells) => cells.at(-1))).toEqual(['at commit', 'abc1234', 'def5678']);
    expect(second.endsWith(`${QUOTE.end}\nafter`)).toBe(true);
  });

  it('is quoted between the comments of README, and nothing else is changed', () => {
    const quote = readmeQuote([outcomeOf(...QUOTED[0], 5, 4)], CONDITIONS);
    const readme = `before\n\n${QUOTE.begin}\n\nold\n\n${QUOTE.end}\n\nafter\n`;
    const written = withQuote(readme, quote);
    expect(written.startsWith(`before\n\n${QUOTE.begin}`)).toBe(true);
    expect(written.endsWith(`${QUOTE.end}\n\nafter\n`)).toBe(true);
    expect(written).toContain('5 µs (missed)');
    expect(written).not.toContain('old');
    expect(() => withQuote('no comments', quote)).toThrow(/README.md has no/);
  });

  it('holds figures to their goals from both sides', () => {
    const figure = { what: 'share', unit: '%' };
    expect(isMissed({ ...figure, value: 35, goal: { atLeast: 35 } })).toBe(false);
    expect(isMissed({ ...figure, value: 34.99, goal: { atLeast: 35 } })).toBe(true);
    expect(isMissed({ ...figure, value: Number.NaN, goal: { atMost: 35 } })).toBe(true);
    expect(goalText({ ...figure, value: 1, goal: { atLeast: 35 } })).toBe('≥ 35 %');
    expect(withUnit(15_800_000, '')).toBe('15 800 000');
    expect(withUnit(12.3456, 'µs')).toBe('12.3 µs');
    expect(withUnit(99.917, '%')).toBe('99.92 %');
  });
});

describe('A load by the clock', () => {
  it('measures every request of a pause from the time at which it was to be sent', async () => {
    const server = createServer((_, response) => {
      response.setHeader('Content-Length', 2);
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const pause = 400;
    // Client and server stop together here, which is what a stalled machine does to both.
    setTimeout(() => {
      const end = performance.now() + pause;
      while (performance.now() < end);
    }, 500);
    try {
      const load = { port, key: 'k', targets: ['/a', '/b'], rate: 200, seconds: 1.5, connections: 2 };
      const { latency, failures } = await openLoop(load);
      expect(latency.count).toBe(300);
      expect(failures).toBe(0);
      // 80 requests were due in the pause; of two connections, a client that waits for answers would have noticed two.
      expect(latency.quantile(1 - 40 / 300)).toBeGreaterThan(100e6);
      expect(latency.largest).toBeGreaterThan(300e6);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('What peers are given', () => {
  const normalize = normalizer([
    ['ST', 'STREET'],
    ['RD', 'ROAD'],
  ]);

  it('has the same words for a line and for ways to write it', () => {
    expect(normalize('UNIT 3, 12 SMITH STREET, ST KILDA VIC 3182')).toEqual(
      normalize('u 3/12 Smith st., St. Kilda Vic 3182'),
    );
    expect(normalize("1 O'BRIEN RD")).toEqual(['1', 'OBRIEN', 'ROAD']);
  });

  it('leaves the word that is being typed as it is, and only while it is', () => {
    expect(readQuery('12 smith st', normalize, true)).toEqual({
      text: '12 smith st',
      words: ['12', 'SMITH', 'ST'],
      open: true,
    });
    expect(readQuery('12 smith st ', normalize, true)).toMatchObject({ words: ['12', 'SMITH', 'STREET'], open: false });
    expect(readQuery('12 smith st', normalize, false)).toMatchObject({ words: ['12', 'SMITH', 'STREET'], open: false });
  });
});
