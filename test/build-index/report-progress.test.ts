import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byteText, duration, showProgress } from '../../build-index/progress.ts';

/** A stream that shows what a terminal would: finished lines, and the one that is being rewritten. */
function stream(isTTY: boolean, columns?: number) {
  const written: string[] = [];
  return {
    isTTY,
    ...(columns === undefined ? {} : { columns }),
    written,
    write: (text: string) => written.push(text),
    /** Lines as they stand on the terminal, the cursor's own last. */
    lines: () =>
      written
        .join('')
        .split('\n')
        .map((line) => line.split('\r\x1b[K').at(-1)!),
  };
}

function clockAt(start: number) {
  const clock = Object.assign(() => clock.now, { now: start });
  return clock;
}

describe('progress on a terminal', () => {
  test('is one line with share, amount, rate and time left, then one line for the finished stage', () => {
    const terminal = stream(true);
    const clock = clockAt(5000);
    const progress = showProgress(terminal, clock);
    const stage = progress.stage('Reading ADDRESS_DETAIL', 2_000_000_000, 'bytes');
    expect(terminal.lines()).toEqual(['Reading ADDRESS_DETAIL']);
    clock.now += 500;
    stage.advance(100_000_000);
    expect(terminal.lines()).toEqual(['Reading ADDRESS_DETAIL: 5 %, 100.0 MB, 200.0 MB/s']);
    clock.now += 1500;
    stage.advance(400_000_000);
    expect(terminal.lines()).toEqual(['Reading ADDRESS_DETAIL: 25 %, 500.0 MB, 250.0 MB/s, 6.0 s left']);
    clock.now += 6000;
    stage.advance(1_500_000_000);
    stage.done('12 files');
    expect(terminal.lines()).toEqual(['Reading ADDRESS_DETAIL: 2.0 GB in 8.0 s, 250.0 MB/s, 12 files', '']);
  });

  test('is not rewritten more than ten times a second', () => {
    const terminal = stream(true);
    const clock = clockAt(0);
    const stage = showProgress(terminal, clock).stage('Sorting', 1000, 'addresses');
    const before = terminal.written.length;
    for (; clock.now < 1000; clock.now++) stage.advance(1);
    expect(terminal.written.length - before).toBeLessThanOrEqual(10);
    expect(terminal.written.length).toBeGreaterThan(before + 5);
  });

  test('never takes more than the width of the terminal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 60 }), fc.string({ minLength: 1, maxLength: 80 }), (columns, name) => {
        fc.pre(!/[\r\n]/.test(name));
        const terminal = stream(true, columns);
        const clock = clockAt(0);
        const stage = showProgress(terminal, clock).stage(name, 10);
        clock.now = 2000;
        stage.advance(5);
        for (const drawn of terminal.written) expect(drawn.replace('\r\x1b[K', '').length).toBeLessThan(columns);
      }),
    );
  });

  test('makes way for a message', () => {
    const terminal = stream(true);
    const progress = showProgress(terminal, clockAt(0));
    progress.stage('Reading');
    progress.clear();
    terminal.write('No such file\n');
    expect(terminal.lines()).toEqual(['No such file', '']);
  });
});

describe('progress elsewhere', () => {
  test('is one plain line for each finished stage and nothing between', () => {
    const file = stream(false);
    const clock = clockAt(0);
    const progress = showProgress(file, clock);
    const reading = progress.stage('Reading', 10_000, 'rows');
    for (let i = 0; i < 100; i++) {
      clock.now += 50;
      reading.advance(100);
    }
    expect(file.written).toEqual([]);
    const writing = progress.stage('Writing');
    clock.now += 65_000;
    writing.done();
    writing.done();
    progress.clear();
    expect(file.written).toEqual(['Reading: 10,000 rows in 5.0 s, 2,000 rows/s\n', 'Writing: 1 min 05 s\n']);
    expect(progress.stages()).toEqual([
      { name: 'Reading', seconds: 5 },
      { name: 'Writing', seconds: 65 },
    ]);
  });
});

describe('words for amounts', () => {
  test.each([
    [0, '0.0 s'],
    [9_949, '9.9 s'],
    [9_960, '10 s'],
    [59_499, '59 s'],
    [59_500, '1 min 00 s'],
    [185_000, '3 min 05 s'],
    [3_599_400, '59 min 59 s'],
    [3_599_600, '1 h 00 min'],
    [7_320_000, '2 h 02 min'],
  ])('%d ms is %s', (milliseconds, text) => {
    expect(duration(milliseconds)).toBe(text);
  });

  test.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1000, '1.0 kB'],
    [999_949, '999.9 kB'],
    [999_950, '1.0 MB'],
    [1_600_000_000, '1.6 GB'],
    [3e15, '3000.0 TB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(byteText(bytes)).toBe(text);
  });
});
